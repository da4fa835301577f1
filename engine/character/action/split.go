package action

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// split is one adjust per tag group of a roll (seed: Changes; Details, split).
func (at resolving) split(to To, def *pack.Change, names formula.Names) []*sheet.Change {
	roll := at.rollOf(def.Split.Step.ID)
	if roll == nil {
		return nil
	}
	type group struct {
		tag    string
		amount number
	}
	var groups []group
	for _, it := range roll.items {
		tag := ""
		for _, t := range it.Tags {
			if pack.Under(t, def.Split.By) {
				tag = t
				break
			}
		}
		i := 0
		for i < len(groups) && groups[i].tag != tag {
			i++
		}
		if i == len(groups) {
			groups = append(groups, group{tag: tag})
		}
		groups[i].amount = number(formula.SixPlaces(float64(groups[i].amount + it.Value)))
	}
	own := at.tags(nil, def.Tags, names, at.path)
	var out []*sheet.Change
	for _, g := range groups {
		with := bind(bind(names, pack.SlotAmount, g.amount.value()), pack.SlotTag, formula.StringValue(g.tag))
		ch := &sheet.Change{Type: string(pack.Adjust), Field: def.Field.ID, By: at.plainNumber(def.By, with), Tags: own}
		if def.Field.ID == "" {
			ch.Field = def.Field.Written
		}
		if g.tag != "" {
			ch.Tags = union(own, []string{g.tag})
		}
		out = append(out, ch)
	}
	return out
}

// rollOf is the roll of a step, in an each step that of the current participant.
func (at resolving) rollOf(id string) *rolled {
	r := at.resultOf(id)
	if r == nil {
		return nil
	}
	i := 0
	if at.each != nil && at.each.role == r.role {
		i = at.each.index
	}
	if i >= len(r.rolled) {
		return nil
	}
	return r.rolled[i]
}
