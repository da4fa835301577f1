package sheet

import (
	"maps"
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// content finds content that a change names; wantTemplate says which kind it has to be.
func (b *batch) content(id, member string, wantTemplate bool) (*pack.Item, *Error) {
	item := b.usable(id)
	switch {
	case item == nil:
		return nil, refuse("unknown-reference", member, "no loaded pack has content "+id, map[string]any{"id": id})
	case item.Type.Template && !wantTemplate:
		return nil, refuse("unknown-reference", member, id+" is a template: apply it with applyTemplate", map[string]any{"id": id})
	case !item.Type.Template && wantTemplate:
		return nil, refuse("unknown-reference", member, id+" is no template", map[string]any{"id": id})
	}
	return item, nil
}

// checkState refuses states that the content's type does not declare, or of another type.
func checkState(item *pack.Item, state map[string]any, member string) *Error {
	for _, key := range slices.Sorted(maps.Keys(state)) {
		p := stateProp(item, key)
		if p == nil {
			return unknownState(item, key, member+"."+key)
		}
		if _, ok := ValueOf(p, state[key]); !ok && state[key] != nil {
			return refuse("wrong-type", member+"."+key, "the state "+key+" takes a value of type "+expected(p), map[string]any{"state": key, "expected": expected(p)})
		}
	}
	return nil
}

func unknownState(item *pack.Item, key, member string) *Error {
	return refuse("unknown-state", member, item.Type.ID+" declares no state "+key, map[string]any{"state": key, "type": item.Type.ID})
}

func (b *batch) addItem(c *Change) *Error {
	item, refused := b.content(c.Item.Item, "entry.item", false)
	if refused != nil {
		return refused
	}
	if refused := checkState(item, c.Item.State, "entry.state"); refused != nil {
		return refused
	}
	for i, id := range c.Item.Templates {
		if _, refused := b.content(id, "entry.templates["+strconv.Itoa(i)+"]", true); refused != nil {
			return refused
		}
	}
	one := c.Item.clone()
	if refused := b.newName(&one.ID, item.Local, "entry.id"); refused != nil {
		return refused
	}
	if one.Templates == nil {
		for _, t := range item.Templates {
			one.Templates = append(one.Templates, t.ID)
		}
	}
	if item.Type.List == "features" {
		b.ch.Features = append(b.ch.Features, one)
	} else {
		b.ch.Inventory = append(b.ch.Inventory, one)
	}
	b.changed()
	b.done.Entries = []string{one.ID}
	return b.checkPicks(one)
}

// checkPicks refuses a new copy whose picks its choices do not offer.
func (b *batch) checkPicks(one *Copy) *Error {
	if len(one.Choices) == 0 {
		return nil
	}
	s := b.now()
	asked := map[string]bool{}
	for _, n := range s.asked {
		if n.Path.Entry != one.ID {
			continue
		}
		asked[n.Path.String()] = true
		for _, p := range n.picks {
			if o, ok := n.Option(optionID(p.Option)); !ok {
				return invalidOption("entry.choices."+n.Key, n, optionID(p.Option))
			} else if !o.Eligible {
				return ineligible("entry.choices."+n.Key, n, o)
			}
		}
		if _, most := n.Counts(); most != Unbounded && len(n.picks) > most {
			return tooMany("entry.choices."+n.Key, n, most)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(one.Choices)) {
		if path := (&Path{one.ID, []string{key}}); !asked[path.String()] {
			return refuse("unknown-choice", "entry.choices."+key, one.Item+" brings no choice "+key, map[string]any{"path": path.data()})
		}
	}
	return nil
}

func duplicate(member, id string) *Error {
	return refuse("duplicate-id", member, "the character has something with the id "+id+" already: give another, or none", map[string]any{"id": id})
}

// changeCopies removes copies, sets how many they stand for, or equips them.
func (b *batch) changeCopies(c *Change) *Error {
	hits, refused := b.aimed(c, true, false)
	if refused != nil {
		return refused
	}
	amounts := make([]int, len(hits))
	if c.Type == "setQuantity" {
		for i := range hits {
			if amounts[i], refused = b.quantity(c, &hits[i]); refused != nil {
				return refused
			}
		}
	}
	b.done.Entries = []string{}
	gone := map[*Copy]bool{}
	for i, h := range hits {
		b.done.Entries = append(b.done.Entries, h.id())
		switch c.Type {
		case "removeItem":
			gone[h.copy] = true
			b.ids().remove(h.copy.ID)
		case "setQuantity":
			h.copy.Quantity = &amounts[i]
		case "equip":
			equipped := c.Equipped
			h.copy.Equipped = &equipped
		}
	}
	if len(gone) > 0 {
		is := func(one *Copy) bool { return gone[one] }
		b.ch.Inventory = slices.DeleteFunc(b.ch.Inventory, is)
		b.ch.Features = slices.DeleteFunc(b.ch.Features, is)
	}
	b.changed()
	return nil
}

// quantity is a whole number of 0 or more; less is 0, unless strict.
func (b *batch) quantity(c *Change, h *hit) (int, *Error) {
	var v formula.Value
	if c.Copies != nil {
		var refused *Error
		if v, refused = b.amount(c.Value, h, "value"); refused != nil {
			return 0, refused
		}
	} else if n, ok := wholeNumber(c.Value); ok {
		v = formula.IntValue(n)
	}
	if v.Kind() != formula.IntKind {
		return 0, refuse("wrong-type", "value", "a quantity is a whole number", map[string]any{"expected": "integer"})
	}
	if v.Int() < 0 {
		if b.opts.Strict {
			return 0, refuse("out-of-bounds", "value", "a quantity is 0 or more", map[string]any{"value": v.Int(), "min": 0})
		}
		b.done.Clamped = true
		return 0, nil
	}
	return v.Int(), nil
}
