package check

import (
	"fmt"
	"sort"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// Report is all that can be said of a model without playing it.
type Report struct {
	Diagnostics   diag.List // in the order of the text; those that are allowed where they stand are left out
	Allowed       []Allowed // and here
	Size          Size
	Executability Executability
	Program       *program.Program // what it compiles to, faulty or not
	Scopes        *Scopes          // which local names each expression may read
}

// Allowed is a warning that the model allows where it stands, with the reason that it gives.
type Allowed struct {
	diag.Diagnostic
	Reason string
}

// checker is one look at a model. Rules read m, p and says, and add to list.
type checker struct {
	m    *model.Model
	p    *program.Program
	says *reading // what the expressions of m say
	mode expr.Mode
	list diag.List

	bodies   []body
	declared *declared
	compared int // words, to find near ones
	followed int // parts, to find what they lead to
	deep
}

// rules look for one kind of mistake each. Their order does not matter: diagnostics are sorted.
var rules = []func(c *checker){
	(*checker).deeper,
	syntax,
	drawnFrom,
	fields,
	says,
	execs,
	actions,
	speeds,
	alwaysPlayable,
	flows,
	ends,
	triggers,
	stats,
	items,
	boards,
	functions,
	questions,
	tactics,
}

// Model checks a model that has been loaded. found is what was wrong with it while loading.
func Model(m *model.Model, found diag.List) *Report { return With(m, found, compile.Options{}) }

// With checks a model as it is compiled with options.
func With(m *model.Model, found diag.List, o compile.Options) *Report {
	p, more := compile.Compile(m, o)
	c := &checker{m: m, p: p, says: read(m), mode: expr.Mode{Room: expr.NewRoom()}, bodies: bodies(m), declared: declare(m)}
	c.list = append(append(c.list, found...), more...)
	for _, rule := range rules {
		rule(c)
	}
	c.list.Sort()
	c.list = once(c.list)
	Advise(c.list)
	allowed := c.allowed()
	return &Report{Diagnostics: c.list, Allowed: allowed, Size: Measure(m), Executability: executed(m, c.says, p), Program: p, Scopes: c.scopes.table}
}

// once drops repetitions: a part that is used through several aliases gives them.
func once(list diag.List) diag.List {
	seen := make(map[diag.Diagnostic]bool, len(list))
	out := list[:0]
	for _, d := range list {
		if !seen[d] {
			seen[d] = true
			out = append(out, d)
		}
	}
	return out
}

// warn adds a warning. fix says what to do and may be empty.
func (c *checker) warn(code string, pos diag.Pos, fix, text string) {
	c.list = append(c.list, diag.Diagnostic{Code: code, Severity: diag.Warning, Pos: pos, Text: text, Fix: fix})
}

func (c *checker) fault(code string, pos diag.Pos, fix, text string) {
	c.list = append(c.list, diag.Diagnostic{Code: code, Pos: pos, Text: text, Fix: fix})
}

// mostCompared bounds the search for near names in a text of nothing but unknown ones.
const mostCompared = 1_000_000

// mostFollowed bounds what is gone through to tell what leads to what; beyond it the warnings that rest on it are left
// out.
const mostFollowed = 1_000_000

// follow counts n more parts, and reports whether there is patience for them.
func (c *checker) follow(n int) bool {
	c.followed += n
	return c.followed <= mostFollowed
}

// near says which known name may have been meant; nothing where none is close.
func (c *checker) near(name string, known []string) string {
	if c.compared += len(known); c.compared > mostCompared {
		return ""
	}
	if near := diag.Nearest(name, known); near != "" {
		return fmt.Sprintf("write '%s'", near)
	}
	return ""
}

// nearOr is near with what to do where no name is close.
func (c *checker) nearOr(name string, known []string, otherwise string) string {
	if fix := c.near(name, known); fix != "" {
		return fix
	}
	return otherwise
}

func sorted(set map[string]bool) []string {
	out := make([]string, 0, len(set))
	for name := range set {
		out = append(out, name)
	}
	sort.Strings(out)
	return out
}

// clip keeps a text of the model that is quoted in a message short.
func clip(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

func quote(s string) string { return "'" + clip(s) + "'" }
