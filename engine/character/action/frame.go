package action

import (
	"maps"
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// frame is an action in the middle of its run: the one that was started, or one that an action step
// runs within another.
type frame struct {
	*run
	def     *pack.Action
	id      string         // as needs and the log name it
	carrier *sheet.Carrier // whose item and self it runs with
	entry   string         // the copy or applied entry that it runs with
	prefix  string         // of the paths of its steps: check/
	depth   int

	params      formula.Record
	given       formula.Value   // params as formulas see them
	situational []formula.Value // by number
	roles       []role
	extra       []string // tags that action steps add

	flags   flags
	results []*result // by step number; nil: nothing yet
	each    *each
	outcome *Outcome
	done    bool
}

// clear makes an empty frame, with the memory of its lists.
func (f *frame) clear() {
	clear(f.params[:cap(f.params)])
	clear(f.roles[:cap(f.roles)])
	clear(f.flags.list[:cap(f.flags.list)])
	clear(f.results[:cap(f.results)])
	*f = frame{params: f.params[:0], roles: f.roles[:0], flags: flags{f.flags.list[:0]}, results: f.results[:0]}
}

// role is a role with the views that take part.
type role struct {
	def   *pack.Role
	views []participant
	list  formula.Value // of the views
}

type participant struct {
	given sheet.View
	id    string
	view  formula.Value
}

// each is the participant for whom a step runs.
type each struct {
	role  string
	index int
	view  participant
}

// result is what a step came to: one value, or one for each participant of a role.
type result struct {
	role    string
	value   formula.Value   // Absent: none
	list    []formula.Value // Absent: null
	running string          // the role it is being run for, which sees only the runs before
	rolled  []*rolled       // of roll steps: by participant, or one
	one     [1]*rolled      // where that one stands
	held    []*Proposal     // of action steps that hold
}

func (f *frame) role(name string) *role {
	for i := range f.roles {
		if f.roles[i].def.Name == name {
			return &f.roles[i]
		}
	}
	return nil
}

// result gives the entry of a step, made when it is first asked for.
func (f *frame) result(s *pack.Step) *result {
	r := f.results[s.N]
	if r == nil {
		r = f.room.results.One()
		f.results[s.N] = r
	}
	return r
}

// resultOf is the entry of a step by its id; nil: there is none.
func (f *frame) resultOf(id string) *result {
	if s := f.def.StepsByID[id]; s != nil {
		return f.results[s.N]
	}
	return nil
}

// set stores what a step came to.
func (f *frame) set(step *pack.Step, v formula.Value) {
	r := f.result(step)
	if e := f.each; e != nil && r.role == e.role {
		r.put(e.index, v)
		return
	}
	r.value = v
}

func (r *result) put(i int, v formula.Value) {
	for len(r.list) <= i {
		r.list = append(r.list, formula.Absent)
	}
	r.list[i] = v
}

// view gives a step's result as formulas see it now.
func (r *result) view(e *each) formula.Value {
	if r.role == "" {
		return r.value
	}
	if e != nil && e.role == r.role {
		if r.running == "" {
			return at(r.list, e.index)
		}
		if e.index == 0 {
			return formula.Absent
		}
		return nulls(r.list[:min(e.index, len(r.list))])
	}
	return nulls(r.list)
}

func at(list []formula.Value, i int) formula.Value {
	if i < len(list) {
		return list[i]
	}
	return formula.Absent
}

// nulls is a list for formulas: null where nothing is.
func nulls(list []formula.Value) formula.Value {
	out := make([]formula.Value, len(list))
	for i, v := range list {
		if v.IsAbsent() {
			v = formula.NullV
		}
		out[i] = v
	}
	return formula.ListValue(out)
}

// stepsView are the results of steps as formulas see them.
type stepsView struct{ *frame }

func (s stepsView) Member(name string) (formula.Value, *formula.Error) {
	if r := s.resultOf(name); r != nil {
		return r.view(s.each), nil
	}
	return formula.Absent, nil
}

func (s stepsView) Members() []string {
	var out []string
	for _, id := range slices.Sorted(maps.Keys(s.def.StepsByID)) {
		if v, _ := s.Member(id); !v.IsAbsent() {
			out = append(out, id)
		}
	}
	return out
}
