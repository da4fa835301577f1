package check

import (
	"strconv"

	"github.com/astragal-engine/astragal/engine/model"
)

// eachNode visits every node of every flow, parents first.
func (c *checker) eachNode(visit func(n *model.FlowNode)) {
	eachBelow(c.m.Flow, visit)
	for i := range c.m.Flows {
		eachBelow(c.m.Flows[i].Node, visit)
	}
}

func eachBelow(n *model.FlowNode, visit func(n *model.FlowNode)) {
	if n == nil {
		return
	}
	visit(n)
	for _, k := range below(n) {
		eachBelow(k, visit)
	}
}

func below(n *model.FlowNode) []*model.FlowNode {
	out := append([]*model.FlowNode(nil), n.Children...)
	for i := range n.Cases {
		out = append(out, n.Cases[i].Children...)
	}
	for i := range n.Phases {
		out = append(out, n.Phases[i].Children...)
	}
	return out
}

// eachBlock visits every list of ops that is not inside another.
func (c *checker) eachBlock(visit func(ops []*model.Op)) {
	actions := func(list []model.Action) {
		for i := range list {
			visit(list[i].Cost)
			visit(list[i].Effect)
		}
	}
	triggers := func(list []model.Trigger) {
		for i := range list {
			visit(list[i].Do)
		}
	}
	actions(c.m.Actions)
	triggers(c.m.Triggers)
	for i := range c.m.Outcomes {
		for k := range c.m.Outcomes[i].Outcomes {
			visit(c.m.Outcomes[i].Outcomes[k].Effect)
		}
	}
	for i := range c.m.Content {
		for k := range c.m.Content[i].Items {
			it := &c.m.Content[i].Items[k]
			visit(it.Effect)
			triggers(it.Triggers)
			actions(it.Abilities)
		}
	}
	if c.m.Campaign != nil {
		visit(c.m.Campaign.Between)
	}
}

// eachOp visits every op, nested ones included.
func (c *checker) eachOp(visit func(op *model.Op)) {
	c.eachBlock(func(ops []*model.Op) { inside(ops, visit) })
}

func inside(ops []*model.Op, visit func(op *model.Op)) {
	for _, op := range ops {
		visit(op)
		inside(op.Then, visit)
		inside(op.Else, visit)
		inside(op.Impact, visit)
	}
}

// everyText gives every expression of the model, wherever it stands.
func (c *checker) everyText() []model.Expr {
	var out []model.Expr
	add := func(list ...model.Expr) {
		for _, x := range list {
			if x.Given() {
				out = append(out, x)
			}
		}
	}
	m := c.m
	for i := range m.Functions {
		for _, l := range m.Functions[i].Lets {
			add(l.X)
		}
		add(m.Functions[i].X)
	}
	for i := range m.Derived {
		add(m.Derived[i].X)
	}
	for i := range m.Vars {
		add(m.Vars[i].Init.X, m.Vars[i].Min.X, m.Vars[i].Max.X)
	}
	for i := range m.Zones {
		add(m.Zones[i].InitX, m.Zones[i].Capacity.X)
	}
	c.eachOp(func(op *model.Op) {
		for _, f := range op.Fields {
			add(f.X)
			switch f.Name {
			case "from", "to", "zone", "var":
				_, subs := path(f.Lit)
				add(subs...)
			case "player":
				if f.Lit != nil {
					add(f.Lit.Expr())
				}
			}
		}
		for _, w := range op.With {
			add(w.X)
		}
	})
	c.eachNode(func(n *model.FlowNode) {
		add(n.Until.X, n.Over.X, n.ActorX, n.ActorsX, n.VisibleX)
		for _, k := range n.Cases {
			add(k.When.X)
		}
	})
	actions := func(list []model.Action) {
		for i := range list {
			add(list[i].Pre.X)
		}
	}
	triggers := func(list []model.Trigger) {
		for i := range list {
			add(list[i].If.X, list[i].Controller.X)
		}
	}
	modifiers := func(list []model.Modifier) {
		for i := range list {
			add(list[i].Change.X, list[i].If.X)
		}
	}
	actions(m.Actions)
	triggers(m.Triggers)
	modifiers(m.Modifiers)
	for i := range m.Content {
		for k := range m.Content[i].Items {
			it := &m.Content[i].Items[k]
			add(it.ActiveX)
			actions(it.Abilities)
			triggers(it.Triggers)
			modifiers(it.Modifiers)
		}
	}
	add(m.Protocol.First.X)
	for i := range m.Windows {
		add(m.Windows[i].Protocol.First.X)
	}
	for i := range m.Outcomes {
		for k := range m.Outcomes[i].Outcomes {
			add(m.Outcomes[i].Outcomes[k].P.X)
		}
	}
	for i := range m.End {
		add(m.End[i].If.X, m.End[i].Who.X, m.End[i].Returns.X, m.End[i].Ranks.X)
	}
	for i := range m.Agents {
		add(m.Agents[i].PolicyX)
	}
	return out
}

// variable and zone find what is declared under a name; nil for nothing.
func (c *checker) variable(name string) *model.Var {
	for i := range c.m.Vars {
		if c.m.Vars[i].Name == name {
			return &c.m.Vars[i]
		}
	}
	return nil
}

func (c *checker) zone(name string) *model.Zone {
	for i := range c.m.Zones {
		if c.m.Zones[i].Name == name {
			return &c.m.Zones[i]
		}
	}
	return nil
}

// plainSites notes the sites outside of ops: flow, end conditions, functions, state.
func (c *checker) plainSites() {
	s, m := c.scopes, c.m
	note := s.note
	c.eachNode(func(n *model.FlowNode) {
		place := "flow " + n.ID
		if n.Kind == "step" {
			place = "step " + n.ID
		}
		note(n.Until.X, "until_x", place, condUse, names{})
		note(n.Over.X, "over_x", place, listUse, names{})
		note(n.ActorX, "actor_x", place, nobodyUse, names{})
		note(n.ActorsX, "actors_x", place, listUse, names{})
		note(n.VisibleX, "visible_to_x", place, playersUse, s.of("actor"))
		for _, k := range n.Cases {
			note(k.When.X, "when_x", place, condUse, names{})
		}
	})
	modifiers := func(list []model.Modifier, own names) {
		for i := range list {
			see := s.modifierSees(list[i].Stat.Name, own)
			note(list[i].Change.X, "change_x", "the modifier of "+list[i].Stat.Name, anyUse, see)
			note(list[i].If.X, "if_x", "the modifier of "+list[i].Stat.Name, condUse, see)
		}
	}
	modifiers(m.Modifiers, names{})
	for i := range m.Content {
		for k := range m.Content[i].Items {
			it := &m.Content[i].Items[k]
			note(it.ActiveX, "active_x", "content "+it.ID, condUse, s.of("self"))
			modifiers(it.Modifiers, s.of("self"))
		}
	}
	for i := range m.End {
		c.endSites(&m.End[i], i)
	}
	for i := range m.Agents {
		note(m.Agents[i].PolicyX, "policy_x", "agent "+m.Agents[i].Name, anyUse, s.of("option", "opts", "pool", "chosen", "player"))
	}
	c.stateSites()
	for i := range m.Functions {
		f := &m.Functions[i]
		binds := append([]string(nil), f.Params...)
		for _, l := range f.Lets {
			c.fixed(l.X, l.Name, "function "+f.Name, binds, 0)
			binds = append(binds[:len(binds):len(binds)], l.Name)
		}
		c.fixed(f.X, "x", "function "+f.Name, binds, 0)
	}
	for i := range m.Derived {
		c.fixed(m.Derived[i].X, "x", "derived value "+m.Derived[i].Name, nil, 0)
	}
}

func (c *checker) endSites(e *model.EndCondition, i int) {
	note := c.scopes.note
	id := e.ID
	if id == "" {
		id = strconv.Itoa(i + 1)
	}
	who := playerUse
	switch {
	case e.Result == "eliminate":
		who = playersUse
	case e.Result == "winners":
		who = listUse
	case e.Result != "win" && e.Result != "loss" || c.p.Cooperative:
		who = anyUse
	}
	place := "end condition " + id
	note(e.If.X, "if_x", place, condUse, names{})
	note(e.Who.X, "who_x", place, who, names{})
	note(e.Returns.X, "returns_x", place, listUse, names{})
	note(e.Ranks.X, "ranks_x", place, listUse, names{})
}

// stateSites notes what the game starts with, which sees the variables above it alone.
func (c *checker) stateSites() {
	for i := range c.m.Vars {
		v := &c.m.Vars[i]
		c.fixed(v.Init.X, "init_x", "variable "+v.Name, nil, i+1)
		c.fixed(v.Min.X, "min_x", "variable "+v.Name, nil, 0)
		c.fixed(v.Max.X, "max_x", "variable "+v.Name, nil, 0)
	}
	for i := range c.m.Zones {
		z := &c.m.Zones[i]
		c.fixed(z.InitX, "init_x", "zone "+z.Name, nil, len(c.m.Vars)+1)
		c.fixed(z.Capacity.X, "capacity_x", "zone "+z.Name, nil, 0)
	}
}

// fixed notes a site that sees no local names but those that it binds itself.
func (c *checker) fixed(x model.Expr, field, place string, binds []string, init int) {
	if src := c.read(x); src != nil {
		c.sites = append(c.sites, &site{source: src, x: x, field: field, place: place, binds: binds, init: init})
	}
}

// eachAction visits every action and ability.
func (c *checker) eachAction(visit func(a *model.Action)) {
	for i := range c.m.Actions {
		visit(&c.m.Actions[i])
	}
	for i := range c.m.Content {
		for k := range c.m.Content[i].Items {
			for j := range c.m.Content[i].Items[k].Abilities {
				visit(&c.m.Content[i].Items[k].Abilities[j])
			}
		}
	}
}
