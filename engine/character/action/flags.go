package action

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
)

// flags are set by branches and by picked options, in the order in which they were first set.
type flags struct{ list []flag }

type flag struct {
	name  string
	role  string // set for each participant of it
	value formula.Value
	each  []formula.Value
}

func (f *flags) find(name string) *flag {
	for i := range f.list {
		if f.list[i].name == name {
			return &f.list[i]
		}
	}
	return nil
}

// set sets a flag once and for all.
func (f *flags) set(name string, v formula.Value) {
	if old := f.find(name); old != nil {
		*old = flag{name: name, value: v}
		return
	}
	f.list = append(f.list, flag{name: name, value: v})
}

// setEach sets a flag for one of n participants; another flag of that name gives way.
func (f *flags) setEach(name, role string, i, n int, v formula.Value) {
	old := f.find(name)
	if old == nil {
		f.list = append(f.list, flag{name: name})
		old = &f.list[len(f.list)-1]
	}
	if old.role != role || len(old.each) != n {
		*old = flag{name: name, role: role, each: make([]formula.Value, n)}
	}
	old.each[i] = v
}

// declare makes a flag a list of nulls, unless there is one of that name.
func (f *flags) declare(name, role string, n int) {
	if f.find(name) == nil {
		f.list = append(f.list, flag{name: name, role: role, each: make([]formula.Value, n)})
	}
}

func (f *flag) view(e *each) formula.Value {
	switch {
	case f.role == "":
		return f.value
	case e != nil && e.role == f.role:
		return at(f.each, e.index)
	}
	return nulls(f.each)
}

// flagsView are the flags as formulas see them.
type flagsView struct{ *frame }

func (s flagsView) Member(name string) (formula.Value, *formula.Error) {
	if f := s.flags.find(name); f != nil {
		return f.view(s.each), nil
	}
	return formula.Absent, nil
}

func (s flagsView) Members() []string {
	var out []string
	for i := range s.flags.list {
		if f := &s.flags.list[i]; !f.view(s.each).IsAbsent() {
			out = append(out, f.name)
		}
	}
	return out
}

// data are the flags as data, as far as the run can pay for their size.
func (s flagsView) data() Data {
	out := make(Data, 0, len(s.flags.list))
	for i := range s.flags.list {
		f := &s.flags.list[i]
		if v, err := f.view(s.each).Settled(s.budget); err == nil && !v.IsAbsent() {
			out = append(out, formula.Entry{Name: f.name, Value: v})
		}
	}
	return out
}
