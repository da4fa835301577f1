package check

import (
	"slices"
	"sort"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// Scope is which local names may be bound where an expression stands, whatever way leads there.
type Scope struct {
	Place  string // action take, op set, ...
	Field  string // pre_x, options_x, ...; empty: of what stands before the first expression of the place
	Locals []Local
	Any    bool // nothing leads there: every name of the model that is bound somewhere may be
}

// Local is a local name.
type Local struct {
	Name  string
	Bound []diag.Pos // where; none where the engine binds it by itself
}

// Scopes is the table of all scopes of a model.
type Scopes struct {
	rows   []scopeRow // by file, line and column
	sorted bool
	names  []string
	bound  map[string][]binding
}

type scopeRow struct {
	at           diag.Pos
	place, field string
	see, after   names // after: of what follows the op
	block        int
	binds        []model.NamedExpr // what a function binds
}

// binding is where a name is bound, and in which block.
type binding struct {
	at    diag.Pos
	block int
}

// At gives the scope of a place of the text: of the expression or part that begins last before it. It gives false
// where none does in that file.
func (t *Scopes) At(pos diag.Pos) (Scope, bool) { return t.find(pos, false) }

// After gives the scope of what is put behind the op that begins last before a place.
func (t *Scopes) After(pos diag.Pos) (Scope, bool) { return t.find(pos, true) }

func (t *Scopes) find(pos diag.Pos, after bool) (Scope, bool) {
	if !t.sorted {
		sort.SliceStable(t.rows, func(i, j int) bool { return earlier(t.rows[i].at, t.rows[j].at) })
		t.sorted = true
	}
	i := sort.Search(len(t.rows), func(i int) bool { return earlier(pos, t.rows[i].at) })
	if i == 0 || t.rows[i-1].at.File != pos.File {
		return Scope{}, false
	}
	r := &t.rows[i-1]
	out, see := Scope{Place: r.place, Field: r.field}, r.see
	if after {
		out.Field = ""
		if r.after.all || r.after.bits != nil {
			see = r.after
		}
	}
	out.Any = see.all
	for i, name := range t.names {
		if see.has(i) {
			out.Locals = append(out.Locals, Local{name, t.where(name, r.block)})
		}
	}
	for _, b := range r.binds {
		out.Locals = append(out.Locals, Local{b.Name, []diag.Pos{b.Pos}})
	}
	slices.SortFunc(out.Locals, func(a, b Local) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return out, true
}

// where gives the places that bind a name: those of a block itself, or else those of all that may lead to it.
func (t *Scopes) where(name string, block int) []diag.Pos {
	var own, all []diag.Pos
	for _, b := range t.bound[name] {
		all = append(all, b.at)
		if b.block == block {
			own = append(own, b.at)
		}
	}
	if own != nil {
		return own
	}
	return all
}

func (t *Scopes) bind(name string, at diag.Pos, block int) {
	if t.bound == nil {
		t.bound = map[string][]binding{}
	}
	t.bound[name] = append(t.bound[name], binding{at, block})
}

func (t *Scopes) row(at diag.Pos, place, field string, see names, block int, binds []model.NamedExpr) {
	if at.Line > 0 {
		t.rows = append(t.rows, scopeRow{at: at, place: place, field: field, see: see, block: block, binds: binds})
	}
}

func earlier(a, b diag.Pos) bool {
	if a.File != b.File {
		return a.File < b.File
	}
	return before(a, b)
}
