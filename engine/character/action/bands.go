package action

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// classify finds the band of a roll: the first of the step's set that holds.
func (f *frame) classify(step *pack.Step, path string, names formula.Names, out *rolled) {
	set := step.Roll.Bands
	if set == nil {
		return
	}
	with := bind(names, pack.SlotRoll, formula.ObjectValue(out))
	if set.Value != nil {
		out.bandValue = f.settled(set.Value, with, path)
	}
	for _, band := range set.Bands {
		if f.holds(band.When, with, path) {
			out.band, out.bandSet = band.ID, set.ID
			return
		}
	}
}

// A roll as formulas see it: steps.<id>, and roll in bands.

var rollMembers = []string{"total", "faces", "kept", "empty", "items", "tallies", "bounds", "unbounded", "band", "bandValue", "bandSet"}

func (r *rolled) Members() []string {
	var out []string
	for _, name := range rollMembers {
		if v, _ := r.Member(name); !v.IsAbsent() {
			out = append(out, name)
		}
	}
	return out
}

func (r *rolled) Member(name string) (formula.Value, *formula.Error) {
	switch name {
	case "total":
		return r.total.value(), nil
	case "unbounded":
		return r.unbounded.value(), nil
	case "faces":
		return ints(r.faces), nil
	case "kept":
		return ints(r.kept), nil
	case "empty":
		return formula.BoolValue(r.empty), nil
	case "items":
		return itemViews(r.items), nil
	case "bounds":
		return fromData(nonNil(r.bounds))
	case "tallies":
		rec := make(formula.Record, len(r.tallies))
		for i, t := range r.tallies {
			rec[i] = formula.Entry{Name: t.name, Value: t.value.value()}
		}
		return formula.ObjectValue(rec), nil
	case "band":
		return textOr(r.band), nil
	case "bandSet":
		return textOr(r.bandSet), nil
	case "bandValue", "value":
		return r.bandValue, nil
	}
	return formula.Absent, nil
}

func ints(list []int) formula.Value {
	out := make([]formula.Value, len(list))
	for i, n := range list {
		out[i] = formula.IntValue(n)
	}
	return formula.ListValue(out)
}

func textOr(s string) formula.Value {
	if s == "" {
		return formula.Absent
	}
	return formula.StringValue(s)
}
