package sheet

import (
	"maps"
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// changeState sets a state of copies or applied entries, or adds to it. Null takes a saved state out.
func (b *batch) changeState(c *Change) *Error {
	hits, refused := b.aimed(c, true, true)
	if refused != nil {
		return refused
	}
	values := make([]formula.Value, len(hits))
	for i := range hits {
		if values[i], refused = b.newState(c, &hits[i]); refused != nil {
			return refused
		}
	}
	b.done.Entries = []string{}
	for i, h := range hits {
		b.done.Entries = append(b.done.Entries, h.id())
		state := &map[string]any{}
		if h.copy != nil {
			state = &h.copy.State
		} else {
			state = &h.entry.State
		}
		if values[i].Kind() == formula.NullKind {
			delete(*state, c.Key)
			continue
		}
		if *state == nil {
			*state = map[string]any{}
		}
		(*state)[c.Key] = data(values[i])
	}
	b.changed()
	return nil
}

// newState works out what a state is to become.
func (b *batch) newState(c *Change, h *hit) (formula.Value, *Error) {
	if h.item == nil {
		id := c.Entry
		return formula.Absent, refuse("unknown-reference", "entry", "no loaded pack has the content of "+id+": its states are not known", map[string]any{"id": id})
	}
	p := stateProp(h.item, c.Key)
	if p == nil {
		return formula.Absent, unknownState(h.item, c.Key, "key")
	}
	given, member := c.Value, "value"
	if c.Type == "adjustState" {
		given, member = c.By, "by"
	}
	v, refused := b.stateValue(c, given, member, h)
	if refused != nil {
		return v, refused
	}
	if c.Type == "adjustState" {
		if !isNumberType(p.Type) {
			return v, refuse("type-mismatch", "key", "the state "+c.Key+" is "+expected(p)+" and cannot be adjusted: set it", map[string]any{"state": c.Key, "expected": "number"})
		}
		if !isNumber(v) {
			return v, b.wrongType("by", p)
		}
		var state map[string]any
		if h.copy != nil {
			state = h.copy.State
		} else {
			state = h.entry.State
		}
		sum, err := numberAs(stateOf(h.item, state, c.Key).Number()+v.Number(), false)
		if err != nil {
			return v, b.failed(err, "by")
		}
		v = sum
	} else if v.Kind() == formula.NullKind {
		return v, nil
	}
	out, ok := fit(p, TypeOf(p), v)
	if !ok {
		return v, b.wrongType(member, p)
	}
	return out, nil
}

// stateValue is a value as it was given, or what the formula of a change that is aimed gives.
func (b *batch) stateValue(c *Change, given any, member string, h *hit) (formula.Value, *Error) {
	if c.Entry == "" {
		return b.amount(given, h, member)
	}
	v, err := formula.FromJSON(given)
	if err != nil {
		return v, b.failed(err, member)
	}
	return v, nil
}

// applyEffect puts content on the character as an applied entry.
func (b *batch) applyEffect(c *Change) *Error {
	item, refused := b.content(c.Source, "source", false)
	if refused != nil {
		return refused
	}
	e := &Entry{ID: c.ID, Source: c.Source, Active: c.Active}
	if refused := b.newName(&e.ID, item.Local, "id"); refused != nil {
		return refused
	}
	if c.State != nil {
		e.State = map[string]any{}
	}
	for _, key := range slices.Sorted(maps.Keys(c.State)) {
		v, refused := b.entryState(item, key, c.State[key])
		if refused != nil {
			return refused
		}
		if v != nil {
			e.State[key] = v
		}
	}
	b.ch.Applied = append(b.ch.Applied, e)
	b.changed()
	b.done.Entries = []string{e.ID}
	return nil
}

// entryState is a state of a new applied entry: plain, or {formula} that was passed on.
func (b *batch) entryState(item *pack.Item, key string, given any) (any, *Error) {
	member := "state." + key
	p := stateProp(item, key)
	if p == nil {
		return nil, unknownState(item, key, member)
	}
	v, err := formula.FromJSON(given)
	if m, ok := given.(map[string]any); ok && len(m) == 1 {
		if src, ok := m["formula"].(string); ok {
			f, refused := b.compile(src, member, formula.Any)
			if refused != nil {
				return nil, refused
			}
			names := &context{Carrier: b.now().rules, item: b.ItemView(item), batch: b.batchView(), own: true}
			v, err = f.Eval(names, b.now().budget)
		}
	}
	if err != nil {
		return nil, b.failed(err, member)
	}
	if v.Kind() == formula.NullKind {
		return nil, nil
	}
	out, ok := fit(p, TypeOf(p), v)
	if !ok {
		return nil, b.wrongType(member, p)
	}
	return data(out), nil
}

// changeEntries removes applied entries, or switches them.
func (b *batch) changeEntries(c *Change) *Error {
	hits, refused := b.aimed(c, false, true)
	if refused != nil {
		return refused
	}
	b.done.Entries = []string{}
	gone := map[*Entry]bool{}
	for _, h := range hits {
		b.done.Entries = append(b.done.Entries, h.entry.ID)
		if c.Type == "removeEffect" {
			gone[h.entry] = true
			b.ids().remove(h.entry.ID)
			continue
		}
		active := !h.entry.active()
		if c.Active != nil {
			active = *c.Active
		}
		h.entry.Active = &active
	}
	if len(gone) > 0 {
		kept := b.ch.Applied[:0]
		for _, e := range b.ch.Applied {
			if !gone[e] {
				kept = append(kept, e)
			}
		}
		b.ch.Applied = kept
	}
	b.changed()
	return nil
}
