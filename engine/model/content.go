package model

import "github.com/astragal-engine/astragal/engine/diag"

// catalogue reads a list of content items. What an item holds beyond the parts that the engine runs is
// the game's own business; no key of it is unknown.
func (r *reader) catalogue(k, n *Node, at *spot) Catalogue {
	c := Catalogue{Name: k.Text, Pos: k.Pos, Node: n}
	if n.Kind == Null || !r.want(n, at, n.Kind == ListNode, "a list of items") {
		return c
	}
	r.free = true
	defer func() { r.free = false }()
	c.Items = make([]Item, 0, len(n.Items))
	for i, item := range n.Items {
		at := at.at(i)
		if r.want(item, at, item.Kind == MapNode, "an item: a mapping with `id`") {
			c.Items = append(c.Items, r.item(item, at))
		}
	}
	return c
}

func (r *reader) item(n *Node, at *spot) Item {
	f, _ := r.form(n, itemShape, at)
	it := Item{Pos: n.Pos, Node: n, ActiveX: f.expr("active_x")}
	if id := f.get("id"); id == nil {
		r.diags.Add(diag.Warning, "item-id", n.Pos, "%s has no id", at)
		r.fix("add id")
	}
	it.ID, _ = f.name("id")
	it.HasEffect = f.get("effect") != nil
	it.Effect = f.ops("effect")
	it.Triggers, it.Modifiers = f.triggers(), f.modifiers()
	f.items("abilities", func(n *Node, at *spot) {
		g, ok := r.form(n, abilityShape, at)
		if !ok {
			return
		}
		id, pos := g.name("id")
		if id == "" {
			pos = n.Pos
		}
		it.Abilities = append(it.Abilities, g.action(id, pos))
	})
	return it
}
