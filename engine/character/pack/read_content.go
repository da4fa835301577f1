package pack

import (
	"maps"
	"slices"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

func (l *loader) contentType(n *model.Node, p *Pack) {
	f, ok := l.form(n, "contentType")
	if !ok {
		return
	}
	id := l.id(f, "id")
	t := &ContentType{ID: p.ID + ":" + id, Local: id, Pos: f.at("id"), Pack: p, Template: f.text("kind") == "template", List: f.text("list")}
	if t.List == "" {
		t.List = "inventory"
	}
	e := &env{pack: p, typ: t}
	t.Props = l.props(f, "fields", e, partNames)
	for _, prop := range t.Props {
		if _, taken := shapes["item"].keys[prop.Name]; taken || prop.Name == "note" {
			l.faults.report(Schema, prop.Pos, data{"name": prop.Name}, "choose another name", "items have a key '%s' already", prop.Name)
		}
	}
	t.State = l.props(f, "state", e, partNames)
	for _, s := range t.State {
		if slices.Contains(viewKeys, s.Name) {
			l.faults.report(Schema, s.Pos, data{"name": s.Name}, "choose another name", "copies have a '%s' already", s.Name)
		}
	}
	l.carried(f, &t.Carried, e)
	l.build.Types = append(l.build.Types, t)
}

// viewKeys are the members of the view of a copy that no state may have the name of.
var viewKeys = []string{"id", "item", "quantity", "equipped"}

// content reads a file of items.
func (l *loader) content(n *model.Node, p *Pack) {
	if n.Kind == model.ListNode {
		for _, item := range n.Items {
			l.item(item, p)
		}
		return
	}
	f, ok := l.form(n, "content")
	if !ok {
		return
	}
	for _, item := range f.items("items") {
		l.item(item, p)
	}
}

func (l *loader) item(n *model.Node, p *Pack) {
	f, ok := l.form(n, "item")
	if !ok {
		return
	}
	id := l.id(f, "id")
	it := &Item{ID: p.ID + ":" + id, Local: id, Pos: f.at("id"), Pack: p, Hidden: f.flag("hidden", false)}
	e := &env{pack: p, item: it}
	f.ref("type", &it.TypeRef, refType, e, func(x any) { it.Type = x.(*ContentType) })
	it.Tags = f.plainTags("tags")
	l.carried(f, &it.Carried, e)
	it.Templates = f.refs("templates", refTemplate, e, nil)
	l.build.Items = append(l.build.Items, it)
	l.later = append(l.later, func() { l.itemValues(f, it, e) })
}

// itemValues reads what the item's type declares, once that is known.
func (l *loader) itemValues(f form, it *Item, e *env) {
	if it.Type == nil {
		return
	}
	it.Values, it.State = map[string]any{}, map[string]any{}
	props := map[string]*Prop{}
	for i := range it.Type.Props {
		p := &it.Type.Props[i]
		props[p.Name] = p
		if p.Default != nil {
			it.Values[p.Name] = p.Default
		}
	}
	for i, k := range f.node.Keys {
		if _, fixed := f.keys.find(k.Raw()); fixed {
			continue
		}
		if p := props[k.Raw()]; p != nil {
			if n := f.node.Items[i]; n.Kind == model.Null {
				delete(it.Values, p.Name)
			} else {
				l.datum(n, p, e, func(v any) { it.Values[p.Name] = v })
			}
			continue
		}
		l.unknown(k.Pos, k.Raw(), append(slices.Sorted(maps.Keys(props)), f.keys.known()...), "content of the type %s has no '%s'", it.Type.ID, clip(k.Raw()))
	}
	state := map[string]*Prop{}
	for i := range it.Type.State {
		s := &it.Type.State[i]
		state[s.Name] = s
		if s.Default != nil {
			it.State[s.Name] = s.Default
		}
	}
	f.entries("state", func(name string, pos diag.Pos, n *model.Node) {
		if s := state[name]; s != nil {
			l.datum(n, s, e, func(v any) { it.State[name] = v })
		} else {
			l.unknown(pos, name, slices.Sorted(maps.Keys(state)), "copies of the type %s have no state '%s'", it.Type.ID, clip(name))
		}
	})
}

func (l *loader) use(n *model.Node, e *env) *Use {
	f, ok := l.form(n, "use")
	if !ok {
		return nil
	}
	u := &Use{ID: f.text("id"), Pos: n.Pos}
	inner := *e
	l.uses = append(l.uses, u)
	f.ref("action", &u.Action, refAction, e, func(x any) { u.Target, inner.target = x.(*Action), x.(*Action) })
	u.Params = l.params(f, useParam, &inner)
	return u
}

// params reads the params that are given to an action, each of the type that the action declares.
func (l *loader) params(f form, p place, e *env) []Named {
	var out []Named
	f.entries("params", func(name string, pos diag.Pos, n *model.Node) {
		job := l.newFormula(n, p, e)
		if job == nil {
			return
		}
		job.want = func(c *compiler) wanted { return c.param(e.target, name, pos) }
		out = append(out, Named{Name: name, Pos: pos, Formula: job.f})
	})
	return out
}

func (l *loader) followUp(n *model.Node, e *env) *FollowUp {
	f, ok := l.form(n, "followUp")
	if !ok {
		return nil
	}
	id := l.id(f, "id")
	u := &FollowUp{Local: id, Pos: f.at("id"), Pack: e.pack, Item: e.item, Type: e.typ}
	switch {
	case e.item != nil:
		u.ID = e.item.ID + "#" + id
	case e.typ != nil:
		u.ID = e.typ.ID + "#" + id
	default:
		u.ID = e.pack.ID + ":" + id
	}
	inner := *e
	f.ref("action", &u.Action, refAction, e, func(x any) { u.Target, inner.target = x.(*Action), x.(*Action) })
	u.When = f.formula("when", whenCarried, e)
	if f.has("when") && f.has("on") {
		l.faults.report(Schema, f.at("on"), nil, "keep one, or make two follow-ups", "a follow-up has `when` or `on`, not both")
	}
	if on, ok := f.sub("on", "trigger"); ok {
		t := &Trigger{Pos: on.pos(), Fields: on.refs("fields", refField, e, nil), Tags: on.plainTags("tags"), When: on.formula("when", triggerWhen, e)}
		if len(t.Fields)+len(t.Tags) == 0 {
			l.faults.report(Schema, on.pos(), nil, "say fields: [...] or tags: [...]", "a trigger names fields or tags")
		}
		u.On = t
		inner.trigger = true
	}
	u.Params = l.params(f, followUpParam, &inner)
	l.build.followUps = append(l.build.followUps, u)
	return u
}

func (l *loader) choice(n *model.Node, e *env) *Choice {
	f, ok := l.form(n, "choice")
	if !ok {
		return nil
	}
	c := &Choice{ID: l.id(f, "id"), Pos: f.at("id"), Pack: e.pack, Unique: f.flag("unique", false)}
	inner := *e
	inner.choice = c
	e = &inner
	for _, n := range f.items("slots") {
		v, _ := wholeNumber(n)
		c.Slots = append(c.Slots, v)
	}
	c.When = f.formula("when", choiceWhen, e)
	if count := f.get("count"); count != nil && count.Kind == model.MapNode {
		if g, ok := l.form(count, "count"); ok {
			c.Min, c.Max = g.formula("min", choiceCount, e), g.formula("max", choiceCount, e)
			c.Unbounded = !g.has("max")
		}
	} else if count != nil {
		c.Min = l.formula(count, choiceCount, e)
		c.Max = c.Min
	}
	c.Options.Pos = f.at("options")
	seen := map[string]diag.Pos{}
	if n := f.get("options"); n != nil && n.Kind == model.ListNode {
		c.Options.Written = []*Option{}
		for _, n := range n.Items {
			if o := l.option(n, e); o != nil {
				l.once(seen, "option", o.ID, o.Pos)
				c.Options.Written = append(c.Options.Written, o)
			}
		}
	} else if src, ok := f.sub("options", "optionSource"); ok {
		if q, ok := src.sub("content", "contentQuery"); ok {
			c.Options.Content = l.query(q, choiceWhere, false, e)
		}
		c.Options.Values = src.formula("values", choiceValues, e)
	}
	c.Recommend = f.formula("recommend", choiceRecommend, e)
	return c
}

// query reads a type and a condition on content or, with copies, on copies.
func (l *loader) query(f form, where place, copies bool, e *env) *Query {
	q := &Query{Pos: f.pos()}
	inner := *e
	inner.source = OptionSource{Content: q}
	if copies {
		inner.source = OptionSource{Copies: q}
	}
	f.ref("type", &q.Type, refType, e, func(x any) { q.Of = x.(*ContentType) })
	q.Where = f.formula("where", where, &inner)
	return q
}

func (l *loader) option(n *model.Node, e *env) *Option {
	f, ok := l.form(n, "option")
	if !ok {
		return nil
	}
	o := &Option{ID: l.id(f, "id"), Pos: f.at("id"), When: f.formula("when", optionWhen, e)}
	l.carried(f, &o.Carried, e)
	return o
}
