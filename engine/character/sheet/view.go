package sheet

import (
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// itemView is content as formulas see it: {id, type, tags, <the type's fields>}.
func itemView(item *pack.Item) formula.Value {
	view := formula.Record{
		{Name: "id", Value: formula.StringValue(item.ID)},
		{Name: "type", Value: formula.StringValue(item.TypeRef.ID)},
		{Name: "tags", Value: formula.StringsValue(item.Tags)},
	}
	if item.Type != nil {
		for i := range item.Type.Props {
			p := &item.Type.Props[i]
			v := item.Values[p.Name]
			if v == nil {
				continue
			}
			if value, ok := ValueOf(p, v); ok {
				view = append(view, formula.Entry{Name: p.Name, Value: value})
			}
		}
	}
	return formula.ObjectValue(view)
}

// Item is the view of content, Absent for nil.
func (r *Rules) ItemView(item *pack.Item) formula.Value {
	if item == nil {
		return formula.Absent
	}
	return r.items[item.N]
}

// copyView is a copy as formulas see it: {id, item, quantity, equipped, <state>}.
type copyView struct {
	copy *Copy
	item *pack.Item // nil: of a pack that is not loaded
}

func (v copyView) Member(name string) (formula.Value, *formula.Error) {
	switch name {
	case "id":
		return formula.StringValue(v.copy.ID), nil
	case "item":
		return formula.StringValue(v.copy.Item), nil
	case "quantity":
		return formula.IntValue(v.copy.quantity()), nil
	case "equipped":
		return formula.BoolValue(v.copy.equipped()), nil
	}
	return stateOf(v.item, v.copy.State, name), nil
}

func (v copyView) Members() []string {
	return append([]string{"id", "item", "quantity", "equipped"}, stateNames(v.item, v.copy.State)...)
}

// Self is the view of a copy or an applied entry by its id, Absent when the character has none.
func (s *Sheet) Self(id string) formula.Value {
	if c := s.Character.copyOf(id); c != nil {
		return formula.ObjectValue(copyView{c, s.Rules.Item(c.Item)})
	}
	if e := s.Character.entryOf(id); e != nil {
		return formula.ObjectValue(entryView{e, s.Rules.Item(e.Source)})
	}
	return formula.Absent
}

// entryView is an applied entry as formulas see it: {id, <state>}.
type entryView struct {
	entry *Entry
	item  *pack.Item
}

func (v entryView) Member(name string) (formula.Value, *formula.Error) {
	if name == "id" {
		return formula.StringValue(v.entry.ID), nil
	}
	return stateOf(v.item, v.entry.State, name), nil
}

func (v entryView) Members() []string {
	return append([]string{"id"}, stateNames(v.item, v.entry.State)...)
}

// stateProp finds a state key among those that the content's type declares.
func stateProp(item *pack.Item, key string) *pack.Prop {
	if item == nil || item.Type == nil {
		return nil
	}
	for i := range item.Type.State {
		if item.Type.State[i].Name == key {
			return &item.Type.State[i]
		}
	}
	return nil
}

// stateOf is a state as it stands: what was saved where that fits, else what new copies have.
func stateOf(item *pack.Item, state map[string]any, key string) formula.Value {
	p := stateProp(item, key)
	if p == nil {
		return formula.Absent
	}
	if saved, ok := state[key]; ok && saved != nil {
		if v, ok := ValueOf(p, saved); ok {
			return v
		}
	}
	start, ok := item.State[key]
	if !ok {
		start = p.Default
	}
	if start == nil {
		return formula.Absent
	}
	v, _ := ValueOf(p, start)
	return v
}

func stateNames(item *pack.Item, state map[string]any) []string {
	if item == nil || item.Type == nil {
		return nil
	}
	var names []string
	for i := range item.Type.State {
		if name := item.Type.State[i].Name; !stateOf(item, state, name).IsAbsent() {
			names = append(names, name)
		}
	}
	return names
}

// View is what an app shows of another character: some of its fields.
type View struct {
	ID     string
	Values map[string]any
}

// Fault is a value of a view that does not fit.
type Fault struct{ Field, Expected string }

// Value is the view as formulas see it: id, and each declared field, nested at the dots; the default
// where the view has none or one that does not fit.
func (v View) Value(fields []pack.Prop) (formula.Value, []Fault) {
	type given struct {
		value any
		times int
	}
	byLocal := make(map[string]given, len(v.Values))
	for id, value := range v.Values {
		local := localID(id)
		byLocal[local] = given{value, byLocal[local].times + 1}
	}
	view := append(make(formula.Record, 0, 1+len(fields)), formula.Entry{Name: "id", Value: formula.StringValue(v.ID)})
	var faults []Fault
	for i := range fields {
		p := &fields[i]
		g := byLocal[p.Name]
		value, ok := formula.Absent, true
		if g.times == 1 && g.value != nil {
			value, ok = ValueOf(p, g.value)
		}
		if !ok || g.times > 1 {
			faults = append(faults, Fault{p.Name, expected(p)})
			value = formula.Absent
		}
		if value.IsAbsent() && p.Default != nil {
			value, _ = ValueOf(p, p.Default)
		}
		if !value.IsAbsent() {
			view = nested(view, p.Name, value)
		}
	}
	return formula.ObjectValue(view), faults
}

// nested puts a value into a record, below a member for each dot of its name.
func nested(r formula.Record, name string, v formula.Value) formula.Record {
	name, rest, below := strings.Cut(name, ".")
	at := slices.IndexFunc(r, func(e formula.Entry) bool { return e.Name == name })
	if at < 0 {
		at, r = len(r), append(r, formula.Entry{Name: name})
	}
	inner, _ := r[at].Value.Object().(formula.Record)
	switch {
	case below:
		r[at].Value = formula.ObjectValue(nested(inner, rest, v))
	case inner == nil:
		r[at].Value = v
	}
	return r
}
