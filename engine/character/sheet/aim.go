package sheet

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// hit is a copy or an applied entry that a change reaches.
type hit struct {
	copy  *Copy
	entry *Entry
	item  *pack.Item // nil: of a pack that is not loaded
	names *context
}

func (h *hit) id() string {
	if h.copy != nil {
		return h.copy.ID
	}
	return h.entry.ID
}

// aimed finds what a change reaches: what its entry names, or all copies or applied entries that match,
// judged on the character as it stands before the change.
func (b *batch) aimed(c *Change, copies, entries bool) ([]hit, *Error) {
	s := b.now()
	switch {
	case c.Entry != "":
		if one := b.ch.copyOf(c.Entry); one != nil && copies {
			item := b.usable(one.Item)
			return []hit{{copy: one, item: item, names: b.names(item, copyView{one, item})}}, nil
		}
		if e := b.ch.entryOf(c.Entry); e != nil && entries {
			item := b.usable(e.Source)
			return []hit{{entry: e, item: item, names: b.names(item, entryView{e, item})}}, nil
		}
		return nil, refuse("unknown-id", "entry", "the character has nothing with the id "+c.Entry+" that "+c.Type+" works on", map[string]any{"id": c.Entry})
	case c.Copies != nil:
		return b.aimedCopies(s, c.Copies)
	case c.Applied != nil:
		return b.aimedEntries(c.Applied)
	}
	return nil, refuse("schema", "", c.Type+" needs entry, or what it is aimed at", nil)
}

func (b *batch) usable(id string) *pack.Item {
	if item := b.Item(id); item != nil && item.Type != nil {
		return item
	}
	return nil
}

// names are those of a formula that was passed on.
func (b *batch) names(item *pack.Item, self formula.Object) *context {
	return &context{Carrier: b.now().rules, item: b.ItemView(item), self: formula.ObjectValue(self), batch: b.batchView(), own: true}
}

func (b *batch) aimedCopies(s *Sheet, at *Copies) (out []hit, refused *Error) {
	if at.Type != "" && b.Type(at.Type) == nil {
		return nil, refuse("unknown-reference", "copies.type", "no loaded pack has a content type "+at.Type, map[string]any{"id": at.Type})
	}
	where, refused := b.compile(at.Where, "copies.where", formula.Bool)
	if refused != nil {
		return nil, refused
	}
	s.EachCopy(at.Type, func(one *Copy, item *pack.Item, _ formula.Copy) bool {
		h := hit{copy: one, item: item, names: b.names(item, copyView{one, item})}
		var ok bool
		if ok, refused = b.matches(where, &h, "copies.where"); ok {
			out = append(out, h)
		}
		return refused == nil
	})
	return out, refused
}

func (b *batch) aimedEntries(at *Applied) (out []hit, refused *Error) {
	where, refused := b.compile(at.Where, "applied.where", formula.Bool)
	if refused != nil {
		return nil, refused
	}
	for _, e := range b.ch.Applied {
		if at.Limit != nil && len(out) >= *at.Limit {
			break
		}
		item := b.usable(e.Source)
		if item == nil {
			continue // a formula could not look at it
		}
		h := hit{entry: e, item: item, names: b.names(item, entryView{e, item})}
		ok, refused := b.matches(where, &h, "applied.where")
		if refused != nil {
			return nil, refused
		}
		if ok {
			out = append(out, h)
		}
	}
	return out, nil
}

func (b *batch) matches(where *formula.Formula, h *hit, member string) (bool, *Error) {
	if where == nil {
		return true, nil
	}
	v, err := where.Eval(h.names, b.now().budget)
	if err != nil {
		return false, b.failed(err, member)
	}
	return v.Bool(), nil
}

// compile reads a formula that was passed on; nil when there is none.
func (b *batch) compile(src, member string, want *formula.Type) (*formula.Formula, *Error) {
	if src == "" {
		return nil, nil
	}
	if f := b.compiled[src]; f != nil && f.Type().Is(want) {
		return f, nil
	}
	f, err := formula.Compile(src, b.passed(), want)
	if err != nil {
		refused := b.failed(err, member)
		refused.Code = "formula-error"
		refused.Data["cause"], refused.Data["formula"], refused.Data["offset"] = string(err.Code), src, err.Offset
		return nil, refused
	}
	b.compiled[src] = f
	return f, nil
}

// amount gives the value of a change that is aimed: plain, or a formula evaluated for what it reaches.
func (b *batch) amount(v any, h *hit, member string) (formula.Value, *Error) {
	src, isFormula := v.(string)
	if !isFormula {
		out, err := formula.FromJSON(v)
		if err != nil {
			return out, b.failed(err, member)
		}
		return out, nil
	}
	f, refused := b.compile(src, member, formula.Any)
	if refused != nil {
		return formula.Absent, refused
	}
	out, err := f.Eval(h.names, b.now().budget)
	if err != nil {
		return out, b.failed(err, member)
	}
	return out, nil
}
