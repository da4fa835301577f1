package sheet

import (
	"maps"
	"slices"

	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

// AppendJSON appends the character's file, its members in one fixed order: [Read] gives it back.
func (c *Character) AppendJSON(dst []byte) []byte {
	w := object(dst)
	w.int("format", c.Format)
	if c.Ruleset != nil {
		w.part("ruleset", func(dst []byte) []byte {
			w := object(dst)
			for _, pack := range slices.Sorted(maps.Keys(c.Ruleset)) {
				w.free(pack)
				w.dst = jsontext.AppendText(w.dst, c.Ruleset[pack])
			}
			return w.close()
		})
	}
	w.textIf("id", c.ID)
	if c.Creating {
		w.bool("creating", true)
	}
	w.objectIf("values", c.Values)
	w.choicesIf(c.Choices)
	w.textsIf("templates", c.Templates)
	listIf(w, "features", c.Features, (*Copy).appendJSON)
	listIf(w, "inventory", c.Inventory, (*Copy).appendJSON)
	listIf(w, "applied", c.Applied, (*Entry).appendJSON)
	listIf(w, "followUps", c.FollowUps, (*FollowUp).appendJSON)
	w.objectIf("extensions", c.Extensions)
	w.rest(c.Rest)
	return w.close()
}

// MarshalJSON makes a character fit into other JSON.
func (c *Character) MarshalJSON() ([]byte, error) { return c.AppendJSON(nil), nil }

func (c *Copy) appendJSON(dst []byte) []byte {
	w := object(dst)
	w.text("id", c.ID)
	c.appendMembers(w)
	return w.close()
}

func (c *Copy) appendMembers(w *writer) {
	w.text("item", c.Item)
	if c.Quantity != nil {
		w.int("quantity", *c.Quantity)
	}
	if c.Equipped != nil {
		w.bool("equipped", *c.Equipped)
	}
	w.objectIf("state", c.State)
	w.choicesIf(c.Choices)
	w.textsIf("templates", c.Templates)
	w.rest(c.Rest)
}

func (e *Entry) appendJSON(dst []byte) []byte {
	w := object(dst)
	w.text("id", e.ID)
	w.text("source", e.Source)
	if e.Active != nil {
		w.bool("active", *e.Active)
	}
	w.objectIf("state", e.State)
	w.rest(e.Rest)
	return w.close()
}

func (f *FollowUp) appendJSON(dst []byte) []byte {
	w := object(dst)
	w.text("id", f.ID)
	w.text("followUp", f.FollowUp)
	if f.Source != nil {
		w.part("source", f.Source.appendJSON)
	}
	w.objectIf("params", f.Params)
	w.rest(f.Rest)
	return w.close()
}

func (s Source) appendJSON(dst []byte) []byte {
	w := object(dst)
	w.text("type", s.Type)
	w.text("id", s.ID)
	w.textIf("entry", s.Entry)
	return w.close()
}

func (p *Pick) appendJSON(dst []byte) []byte {
	if len(p.Choices) == 0 && len(p.Rest) == 0 {
		return appendAny(dst, p.Option)
	}
	w := object(dst)
	w.any("option", p.Option)
	w.choicesIf(p.Choices)
	w.rest(p.Rest)
	return w.close()
}

func (w *writer) choicesIf(c Choices) {
	if c == nil {
		return
	}
	w.part("choices", func(dst []byte) []byte {
		w := object(dst)
		for _, choice := range slices.Sorted(maps.Keys(c)) {
			w.free(choice)
			w.dst = appendEach(w.dst, c[choice], (*Pick).appendJSON)
		}
		return w.close()
	})
}

func (w *writer) objectIf(key string, m map[string]any) {
	if m != nil {
		w.any(key, m)
	}
}

func (w *writer) textsIf(key string, list []string) {
	if list != nil {
		w.texts(key, list)
	}
}

func listIf[T any](w *writer, key string, list []*T, write func(*T, []byte) []byte) {
	if list != nil {
		w.part(key, func(dst []byte) []byte {
			return appendList(dst, list, func(dst []byte, v *T) []byte { return write(v, dst) })
		})
	}
}
