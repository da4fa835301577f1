package sheet

import (
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/internal/jsontext"
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
	w.part("features", func(dst []byte) []byte { return appendList(dst, s.Character.Features, s.appendCopy) })
	w.part("inventory", func(dst []byte) []byte { return appendList(dst, s.Character.Inventory, s.appendCopy) })
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
	w := writer{dst: append(dst, s.fragments.fields[f.N]...)}
	w.dst = appendValue(w.dst, v)
	if err != nil {
		w.text("error", string(err.Code))
	}
	if f.Input() && (f.Min != nil || f.Max != nil) {
		low, high, _ := s.Bounds(f)
		w.valueIf("min", low)
		w.valueIf("max", high)
	}
	if fixed := s.fragments.tags[f.N]; fixed != "" {
		dst = append(w.dst, fixed...)
	} else {
		tags, _ := s.Tags(f.N)
		dst = appendTagsAndBase(w.dst, texts(tags))
	}
	dst = append(appendValue(dst, base), `,"effects":[`...)
	for i := range parts {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = parts[i].appendJSON(dst)
	}
	return append(dst, "]}}"...)
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

func (p *Part) appendJSON(dst []byte) []byte {
	dst = p.appendSource(append(dst, `{"source":`...))
	w := writer{dst: append(dst, p.fragments.effects[p.Effect.N]...)}
	w.dst = appendValue(w.dst, p.Value)
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
	all := s.Listings()
	bars := make([]*Bar, len(all))
	w.part("actions", func(dst []byte) []byte {
		dst = append(dst, '[')
		begin := len(dst)
		for i := range all {
			bar, never := s.Barred(&all[i])
			if bar != nil {
				if !never {
					bars[i] = bar
				}
				continue
			}
			if len(dst) > begin {
				dst = append(dst, ',')
			}
			dst = s.appendListing(dst, &all[i])
		}
		return append(dst, ']')
	})
	w.part("unavailable", func(dst []byte) []byte {
		dst = append(dst, '[')
		begin := len(dst)
		for i, bar := range bars {
			if bar == nil {
				continue
			}
			if len(dst) > begin {
				dst = append(dst, ',')
			}
			w := object(dst)
			all[i].name(w)
			w.key("reason")
			w.dst = bar.appendJSON(w.dst)
			dst = w.close()
		}
		return append(dst, ']')
	})
}

func (b *Bar) appendJSON(dst []byte) []byte {
	w := object(dst)
	w.text("code", b.Code)
	if b.Source != nil {
		w.key("source")
		w.dst = b.Source.appendJSON(w.dst)
	}
	return w.close()
}

func (l *Listing) name(w *writer) {
	w.text("id", l.ID)
	w.textIf("entry", l.Entry)
	w.textIf("source", l.Source)
	if l.Use != nil {
		w.textIf("use", l.Use.ID)
	}
}

func (s *Sheet) appendListing(dst []byte, l *Listing) []byte {
	w := object(dst)
	l.name(w)
	fixed, err := s.Fixed(l)
	if err != nil {
		s.listingIssue(l, err, nil)
	}
	if len(fixed) > 0 {
		return s.appendActionRest(w.dst, l.Action, fixed)
	}
	return append(w.dst, s.fragments.actions[l.Action]...)
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
	w.key("path")
	w.dst = n.Path.AppendJSON(w.dst)
	w.text("owner", n.Owner())
	w.text("id", n.Key)
	if n.Slot != 0 {
		w.key("slot")
		slot := object(w.dst)
		slot.text("choice", n.Def.ID)
		slot.int("number", n.Slot)
		w.dst = slot.close()
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
		return appendList(dst, n.picks, func(dst []byte, p *Pick) []byte { return jsontext.AppendText(dst, optionID(p.Option)) })
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
	w.key("state")
	inner := writer{dst: append(w.dst, '{'), first: true}
	if item != nil && item.Type != nil {
		for i := range item.Type.State {
			key := item.Type.State[i].Name
			if v := stateOf(item, saved, key); !v.IsAbsent() {
				inner.free(key)
				inner.dst = appendValue(inner.dst, v)
			}
		}
	}
	w.dst = inner.close()
}

func (s *Sheet) appendCompeting(dst []byte) []byte {
	type group struct {
		field *pack.Field
		Competing
	}
	var all []group
	for n, f := range s.Rules.Fields {
		_, _, open := s.Parts(n)
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
