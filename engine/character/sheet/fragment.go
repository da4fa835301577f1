package sheet

import (
	"github.com/astragal-engine/astragal/engine/character/pack"

	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

// fragments are the parts of a sheet's JSON that are the same on every sheet of a ruleset.
type fragments struct {
	fields  []string                // by number: from the brace on until the value
	tags    []string                // of fields: from behind the value until the base; "" where they differ between sheets
	effects []string                // by number: from behind the source until the value
	items   []string                // by number: an item as a source, until its entry
	actions map[*pack.Action]string // from behind the id, source and use on, where no param is fixed
}

func (r *Rules) findFragments() {
	f := &r.fragments
	f.fields = make([]string, len(r.Fields))
	f.tags = make([]string, len(r.Fields))
	for i, field := range r.Fields {
		w := object(nil)
		w.text("id", field.ID)
		w.text("type", string(field.Type))
		w.bool("input", field.Input())
		w.key("value")
		f.fields[i] = string(w.dst)
		if tags := r.tags[i]; !tags.IsAbsent() {
			f.tags[i] = string(appendTagsAndBase(nil, texts(tags)))
		}
	}
	f.effects = make([]string, len(r.Effects))
	for i, e := range r.Effects {
		w := writer{}
		w.textIf("effect", e.ID)
		w.text("op", string(e.Op))
		w.textIf("stackKey", e.StackKey)
		w.key("value")
		f.effects[i] = string(w.dst)
	}
	f.items = make([]string, len(r.Items))
	for i, item := range r.Items {
		w := object(nil)
		w.text("type", "item")
		w.text("id", item.ID)
		f.items[i] = string(w.dst)
	}
	f.actions = map[*pack.Action]string{}
	for a := range r.situations {
		f.actions[a] = string(r.appendActionRest(nil, a, nil))
	}
}

// appendTagsAndBase appends a field's tags and begins its breakdown.
func appendTagsAndBase(dst []byte, tags []string) []byte {
	w := writer{dst: dst}
	w.texts("tags", tags)
	return append(w.dst, `,"breakdown":{"base":`...)
}

// appendActionRest appends an action's params, situational choices and tags.
func (r *Rules) appendActionRest(dst []byte, a *pack.Action, fixed []Param) []byte {
	w := writer{dst: dst}
	w.part("params", func(dst []byte) []byte {
		return appendList(dst, a.Params, func(dst []byte, p *pack.Param) []byte { return appendParam(dst, p, fixed) })
	})
	w.part("situational", func(dst []byte) []byte {
		return appendList(dst, r.Situations(a), func(dst []byte, c *pack.Situational) []byte { return jsontext.AppendText(dst, c.ID) })
	})
	w.texts("tags", a.Tags)
	return w.close()
}

// appendSource appends what carries an effect.
func (c *Carrier) appendSource(dst []byte) []byte {
	if c.Source.Type != "item" {
		return c.Source.appendJSON(dst)
	}
	w := writer{dst: append(dst, c.Sheet.fragments.items[c.Content.N]...)}
	w.textIf("entry", c.Source.Entry)
	return w.close()
}
