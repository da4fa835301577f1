package check

import (
	"strconv"

	"github.com/astragal-engine/astragal/engine/model"
)

// plainSites notes the sites outside of ops: flow, end conditions, functions, state.
func (c *checker) plainSites() {
	s, m := c.scopes, c.m
	note := s.note
	eachNode(m, func(n *model.FlowNode) {
		place := "flow " + n.ID
		if n.Kind == "step" {
			place = "step " + n.ID
		}
		s.begin(n.Pos, place, names{})
		note(n.Until.X, "until_x", place, condUse, names{})
		note(n.Over.X, "over_x", place, listUse, names{})
		note(n.ActorX, "actor_x", place, nobodyUse, names{})
		note(n.ActorsX, "actors_x", place, listUse, names{})
		note(n.VisibleX, "visible_to_x", place, playersUse, s.of("actor"))
		for _, k := range n.Cases {
			s.begin(k.Pos, place, names{})
			note(k.When.X, "when_x", place, condUse, names{})
		}
	})
	modifiers := func(list []model.Modifier, own names) {
		for i := range list {
			see, place := s.modifierSees(list[i].Stat.Name, own), "the modifier of "+list[i].Stat.Name
			s.begin(list[i].Pos, place, see)
			note(list[i].Change.X, "change_x", place, anyUse, see)
			note(list[i].If.X, "if_x", place, condUse, see)
		}
	}
	modifiers(m.Modifiers, names{})
	self := s.of("self")
	eachItem(m, func(it *model.Item) {
		s.begin(it.Pos, "content "+it.ID, self)
		note(it.ActiveX, "active_x", "content "+it.ID, condUse, self)
		modifiers(it.Modifiers, self)
	})
	for i := range m.End {
		c.endSites(&m.End[i], i)
	}
	c.turnSites()
	for i := range m.Agents {
		in, see := "agent "+m.Agents[i].Name, s.of("opts", "pool", "chosen", "player")
		scoring := s.of("option", "opts", "pool", "chosen", "player")
		note(m.Agents[i].PolicyX, "policy_x", in, anyUse, scoring)
		for k := range m.Agents[i].Tactic {
			r := &m.Agents[i].Tactic[k]
			note(r.If.X, "if_x", in, condUse, see)
			note(r.Score.X, "score_x", in, anyUse, scoring)
			note(r.Prefer.X, "prefer_x", in, anyUse, see)
		}
	}
	c.stateSites()
	for i := range m.Functions {
		f := &m.Functions[i]
		var binds []model.NamedExpr
		for _, p := range f.Params {
			binds = append(binds, model.NamedExpr{Name: p, Pos: f.Pos})
		}
		s.table.row(f.Pos, "function "+f.Name, "", names{}, s.running, binds)
		for _, l := range f.Lets {
			c.fixed(l.X, l.Name, "function "+f.Name, binds, 0)
			binds = append(binds[:len(binds):len(binds)], l)
		}
		c.fixed(f.X, "x", "function "+f.Name, binds, 0)
	}
	for i := range m.Derived {
		s.begin(m.Derived[i].Pos, "derived value "+m.Derived[i].Name, names{})
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
	c.scopes.begin(e.Pos, place, names{})
	note(e.If.X, "if_x", place, condUse, names{})
	note(e.Who.X, "who_x", place, who, names{})
	note(e.Returns.X, "returns_x", place, listUse, names{})
	note(e.Ranks.X, "ranks_x", place, listUse, names{})
}

func (c *checker) turnSites() {
	t := c.m.Turns
	if t == nil {
		return
	}
	note := c.scopes.note
	c.scopes.begin(t.Pos, "turns", names{})
	note(t.First.X, "first_seat_x", "turns", playerUse, names{})
	note(t.Next.X, "next_seat_x", "turns", playerUse, names{})
	for i := range t.Objectives {
		o := &t.Objectives[i]
		place := "checkpoint " + objectiveID(o, i)
		c.scopes.begin(o.Pos, place, names{})
		note(o.If.X, "if_x", place, condUse, names{})
		note(o.Who.X, "who_x", place, playersUse, names{})
	}
}

func objectiveID(o *model.Objective, i int) string {
	if o.ID != "" {
		return o.ID
	}
	return strconv.Itoa(i + 1)
}

// stateSites notes what the game starts with, which sees the variables above it alone.
func (c *checker) stateSites() {
	for i := range c.m.Vars {
		v := &c.m.Vars[i]
		c.scopes.begin(v.Pos, "variable "+v.Name, names{})
		c.fixed(v.Init.X, "init_x", "variable "+v.Name, nil, i+1)
		c.fixed(v.Min.X, "min_x", "variable "+v.Name, nil, 0)
		c.fixed(v.Max.X, "max_x", "variable "+v.Name, nil, 0)
	}
	for i := range c.m.Zones {
		z := &c.m.Zones[i]
		c.scopes.begin(z.Pos, "zone "+z.Name, names{})
		c.fixed(z.InitX, "init_x", "zone "+z.Name, nil, len(c.m.Vars)+1)
		c.fixed(z.Capacity.X, "capacity_x", "zone "+z.Name, nil, 0)
	}
}

// fixed notes a site that sees no local names but those that it binds itself.
func (c *checker) fixed(x model.Expr, field, place string, binds []model.NamedExpr, init int) {
	if x.Given() {
		c.scopes.table.row(x.Pos, place, field, names{}, c.scopes.running, binds)
	}
	src := c.read(x)
	if src == nil {
		return
	}
	at := &site{phrase: src, field: field, place: place, init: init}
	for _, b := range binds {
		at.binds = append(at.binds, b.Name)
	}
	c.sites = append(c.sites, at)
}
