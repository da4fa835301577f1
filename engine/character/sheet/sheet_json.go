package sheet

import (
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// AppendJSON works out the whole sheet and appends it. docs/characters.md has its shape. The same ruleset,
// character and links give the same bytes.
func (s *Sheet) AppendJSON(dst []byte) []byte {
	s.inspect()
	// Fields are worked out behind those that they read, so that chains stay short.
	for _, f := range s.Order {
		_, _ = s.Value(f.N) // a fault is an issue
	}
	w := object(slices.Grow(dst, 256*len(s.cells)+256*len(s.carriers)))
	w.textIf("id", s.Character.ID)
	w.bool("creating", s.Character.Creating)
	w.part("fields", func(dst []byte) []byte { return appendList(dst, s.Rules.Fields, s.appendField) })
	s.appendListings(w)
	w.part("offers", func(dst []byte) []byte { return appendEach(dst, s.Offers(), Offer.appendJSON) })
	choices := s.Choices()
	var pending []*ChoiceNode
	for _, n := range choices {
		if n.Pending() {
			pending = append(pending, n)
		}
	}
	w.part("pending", func(dst []byte) []byte { return appendEach(dst, pending, (*ChoiceNode).appendBrief) })
	w.part("choices", func(dst []byte) []byte { return appendEach(dst, choices, (*ChoiceNode).appendPicks) })
	w.part("situational", func(dst []byte) []byte { return appendList(dst, s.Rules.Situational, s.appendSituational) })
	for _, list := range []struct {
		key    string
		copies []*Copy
	}{{"features", s.Character.Features}, {"inventory", s.Character.Inventory}} {
		w.part(list.key, func(dst []byte) []byte { return appendList(dst, list.copies, s.appendCopy) })
	}
	w.part("applied", func(dst []byte) []byte { return appendList(dst, s.Character.Applied, s.appendEntry) })
	w.part("competing", s.appendCompeting)
	w.part("issues", func(dst []byte) []byte {
		return appendList(dst, s.Issues(), func(dst []byte, i Issue) []byte { return i.appendJSON(dst) })
	})
	return w.close()
}

func (s *Sheet) appendField(dst []byte, f *pack.Field) []byte {
	v, err := s.Value(f.N)
	base, parts, _ := s.Parts(f.N)
	w := object(dst)
	w.text("id", f.ID)
	w.text("type", string(f.Type))
	w.bool("input", f.Input())
	w.value("value", v)
	if err != nil {
		w.text("error", string(err.Code))
	}
	if f.Input() && (f.Min != nil || f.Max != nil) {
		low, high, _ := s.Bounds(f)
		w.valueIf("min", low)
		w.valueIf("max", high)
	}
	tags, _ := s.Tags(f.N)
	w.texts("tags", texts(tags))
	w.part("breakdown", func(dst []byte) []byte {
		w := object(dst)
		w.value("base", base)
		w.part("effects", func(dst []byte) []byte {
			return appendList(dst, parts, func(dst []byte, p Part) []byte { return p.appendJSON(dst, parts) })
		})
		return w.close()
	})
	return w.close()
}

func (w *writer) value(key string, v formula.Value) {
	w.key(key)
	w.dst = appendValue(w.dst, v)
}

func (w *writer) valueIf(key string, v formula.Value) {
	if !v.IsAbsent() {
		w.value(key, v)
	}
}

func (p *Part) appendJSON(dst []byte, all []Part) []byte {
	w := object(dst)
	w.part("source", p.Source.appendJSON)
	w.textIf("effect", p.Effect.ID)
	w.text("op", string(p.Effect.Op))
	w.textIf("stackKey", p.Effect.StackKey)
	w.value("value", p.Value)
	w.bool("counted", p.By == counts && !p.Wrong)
	switch {
	case p.Wrong:
		w.bool("failed", true)
	case p.By != counts:
		w.int("suppressedBy", p.By)
	}
	return w.close()
}

func (s *Sheet) appendListings(w *writer) {
	type barred struct {
		Listing
		bar *Bar
	}
	var open []Listing
	var shut []barred
	for _, l := range s.Listings() {
		if bar, never := s.Barred(&l); bar == nil {
			open = append(open, l)
		} else if !never {
			shut = append(shut, barred{l, bar})
		}
	}
	w.part("actions", func(dst []byte) []byte { return appendList(dst, open, s.appendListing) })
	w.part("unavailable", func(dst []byte) []byte {
		return appendList(dst, shut, func(dst []byte, l barred) []byte {
			w := object(dst)
			l.name(w)
			w.part("reason", func(dst []byte) []byte {
				w := object(dst)
				w.text("code", l.bar.Code)
				if l.bar.Source != nil {
					w.part("source", l.bar.Source.appendJSON)
				}
				return w.close()
			})
			return w.close()
		})
	})
}

func (l *Listing) name(w *writer) {
	w.text("id", l.ID)
	w.textIf("entry", l.Entry)
	w.textIf("source", l.Source)
	if l.Use != nil {
		w.textIf("use", l.Use.ID)
	}
}

func (s *Sheet) appendListing(dst []byte, l Listing) []byte {
	w := object(dst)
	l.name(w)
	fixed, err := s.Fixed(&l)
	if err != nil {
		s.listingIssue(&l, err, nil)
	}
	w.part("params", func(dst []byte) []byte {
		return appendList(dst, l.Action.Params, func(dst []byte, p *pack.Param) []byte { return appendParam(dst, p, fixed) })
	})
	w.part("situational", func(dst []byte) []byte {
		return appendList(dst, s.Situations(l.Action), func(dst []byte, c *pack.Situational) []byte { return appendText(dst, c.ID) })
	})
	w.texts("tags", l.Action.Tags)
	return w.close()
}

func appendParam(dst []byte, p *pack.Param, fixed []Param) []byte {
	w := object(dst)
	w.text("id", p.Name)
	w.text("type", string(p.Type))
	if p.Of.ID != "" {
		w.text("of", p.Of.ID)
	} else {
		w.textIf("of", p.Of.Written)
	}
	if len(p.Options) > 0 {
		w.texts("options", p.Options)
	}
	if p.Default != nil {
		w.any("default", p.Default)
	}
	w.bool("required", p.Required)
	for _, one := range fixed {
		if one.Name == p.Name {
			w.any("fixed", one.Value)
		}
	}
	return w.close()
}

func (o Offer) appendJSON(dst []byte) []byte {
	w := object(dst)
	w.text("id", o.ID)
	w.text("followUp", o.FollowUp)
	w.text("kind", o.kind())
	w.part("source", o.Source.appendJSON)
	w.part("action", func(dst []byte) []byte {
		w := object(dst)
		w.text("id", o.Action)
		w.textIf("entry", o.Entry)
		w.textIf("source", o.Content)
		w.part("params", func(dst []byte) []byte { return appendParams(dst, o.Params) })
		w.text("followUp", o.ID)
		return w.close()
	})
	return w.close()
}

func appendParams(dst []byte, params []Param) []byte {
	w := object(dst)
	for _, p := range params {
		w.free(p.Name)
		w.dst = appendAny(w.dst, p.Value)
	}
	return w.close()
}

func (o *Offer) kind() string {
	if o.Derived {
		return "derived"
	}
	return "ephemeral"
}

func (n *ChoiceNode) name(w *writer) {
	w.part("path", n.Path.AppendJSON)
	w.text("owner", n.Owner())
	w.text("id", n.Key)
	if n.Slot != 0 {
		w.part("slot", func(dst []byte) []byte {
			w := object(dst)
			w.text("choice", n.Def.ID)
			w.int("number", n.Slot)
			return w.close()
		})
	}
	least, most := n.Counts()
	w.int("min", least)
	if most != Unbounded {
		w.int("max", most)
	}
}

// appendBrief appends {path, owner, id, slot?, min, max?, picked}, picked being how many.
func (n *ChoiceNode) appendBrief(dst []byte) []byte {
	w := object(dst)
	n.name(w)
	w.int("picked", len(n.picks))
	return w.close()
}

// appendPicks appends the same with the options that were picked.
func (n *ChoiceNode) appendPicks(dst []byte) []byte {
	w := object(dst)
	n.name(w)
	w.int("picked", len(n.picks))
	w.part("picks", func(dst []byte) []byte {
		return appendList(dst, n.picks, func(dst []byte, p *Pick) []byte { return appendText(dst, optionID(p.Option)) })
	})
	return w.close()
}

// AppendOptions appends what listOptions gives: the choice with all that it offers.
func (n *ChoiceNode) AppendOptions(dst []byte) []byte {
	w := object(dst)
	n.name(w)
	w.int("picked", len(n.picks))
	w.part("options", func(dst []byte) []byte { return appendEach(dst, n.Options(), Option.appendJSON) })
	return w.close()
}

func (o Option) appendJSON(dst []byte) []byte {
	w := object(dst)
	w.text("id", o.ID)
	w.bool("eligible", o.Eligible)
	if o.Reason != nil {
		w.part("reason", func(dst []byte) []byte {
			w := object(dst)
			w.text("code", o.Reason.Code)
			w.textIf("formula", o.Reason.Formula)
			return w.close()
		})
	}
	w.bool("picked", o.Picked)
	w.bool("recommended", o.Recommended)
	return w.close()
}

func (s *Sheet) appendSituational(dst []byte, c *pack.Situational) []byte {
	w := object(dst)
	w.text("id", c.ID)
	w.text("type", string(c.Type))
	if len(c.Options) > 0 {
		w.texts("options", c.Options)
	}
	w.any("default", c.Default)
	ok, _ := s.SituationAvailable(c)
	w.bool("available", ok)
	w.texts("rolls", c.Rolls)
	return w.close()
}

func (s *Sheet) appendCopy(dst []byte, c *Copy) []byte {
	w := object(dst)
	w.text("id", c.ID)
	w.text("item", c.Item)
	item := s.Rules.Item(c.Item)
	if item != nil {
		w.text("type", item.TypeRef.ID)
		w.texts("tags", item.Tags)
	}
	w.int("quantity", c.quantity())
	w.bool("equipped", c.equipped())
	w.state(item, c.State)
	w.texts("templates", c.Templates)
	return w.close()
}

func (s *Sheet) appendEntry(dst []byte, e *Entry) []byte {
	w := object(dst)
	w.text("id", e.ID)
	w.text("source", e.Source)
	item := s.Rules.Item(e.Source)
	if item != nil {
		w.text("type", item.TypeRef.ID)
	}
	w.bool("active", e.active())
	w.state(item, e.State)
	return w.close()
}

// state writes the states of a copy or an entry as formulas see them.
func (w *writer) state(item *pack.Item, saved map[string]any) {
	w.part("state", func(dst []byte) []byte {
		w := object(dst)
		for _, key := range stateNames(item, saved) {
			w.free(key)
			w.dst = appendValue(w.dst, stateOf(item, saved, key))
		}
		return w.close()
	})
}

func (s *Sheet) appendCompeting(dst []byte) []byte {
	type group struct {
		field *pack.Field
		Competing
	}
	var all []group
	for _, f := range s.Rules.Fields {
		_, _, open := s.Parts(f.N)
		for _, one := range open {
			all = append(all, group{f, one})
		}
	}
	return appendList(dst, all, func(dst []byte, g group) []byte {
		_, parts, _ := s.Parts(g.field.N)
		w := object(dst)
		w.part("target", func(dst []byte) []byte {
			w := object(dst)
			w.text("field", g.field.ID)
			return w.close()
		})
		w.text("op", string(g.Op))
		w.textIf("key", g.Key)
		w.part("options", func(dst []byte) []byte {
			return appendList(dst, g.Parts, func(dst []byte, at int) []byte {
				w := object(dst)
				w.part("source", parts[at].Source.appendJSON)
				w.textIf("effect", parts[at].Effect.ID)
				w.value("value", parts[at].Value)
				return w.close()
			})
		})
		for i, at := range g.Parts {
			if at == g.Recommended {
				w.dst = strconv.AppendInt(append(w.dst, `,"recommended":`...), int64(i), 10)
			}
		}
		return w.close()
	})
}
