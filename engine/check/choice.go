package check

import (
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// choices warns of options that a filter or a slice may leave none of, where no condition on the way there looks at
// what they are made from. Effects that many run (of outcomes and content) are left out.
func (c *checker) choices() {
	guards := c.flowGuards()
	eachAction(c.m, func(a *model.Action, _ *model.Item) {
		own := append(guards[:len(guards):len(guards)], a.Pre.X)
		c.choicesIn(a.Cost, own)
		c.choicesIn(a.Effect, own)
	})
	for i := range c.m.Triggers {
		t := &c.m.Triggers[i]
		c.choicesIn(t.Do, append(guards[:len(guards):len(guards)], t.If.X))
	}
}

// lettered warns of options that are the letters of a text or the keys of a dict.
func (c *checker) lettered() {
	c.eachOp(func(op *model.Op) {
		if op.Name != "choose" {
			return
		}
		options := op.Field("options").X
		src := c.read(options)
		if src == nil {
			return
		}
		switch t := c.quiet(options); {
		case t.k == kText && src.tree.Kind != expr.ConstTree:
			c.warn("odd-options", options.Pos, "write [...] around it for a single option", "the options are a text: each of its letters is one")
		case t.k == kDict && src.tree.Kind == expr.DictTree:
			c.warn("odd-options", options.Pos, "write [...] around it for a single option, or a list of dicts with a label each", "the options are a dict: each of its keys is one")
		}
	})
}

// flowGuards are the conditions that keep the whole game from getting anywhere.
func (c *checker) flowGuards() []model.Expr {
	var out []model.Expr
	for i := range c.m.End {
		out = append(out, c.m.End[i].If.X)
	}
	if t := c.m.Turns; t != nil {
		for i := range t.Objectives {
			out = append(out, t.Objectives[i].If.X)
		}
	}
	eachNode(c.m, func(n *model.FlowNode) {
		out = append(out, n.Until.X, n.Over.X)
		for i := range n.Cases {
			out = append(out, n.Cases[i].When.X)
		}
	})
	return out
}

func (c *checker) choicesIn(ops []*model.Op, guards []model.Expr) {
	for _, op := range ops {
		inner := guards
		for _, f := range []string{"cond", "items", "until"} {
			if x := op.Field(f).X; x.Given() {
				inner = append(inner[:len(inner):len(inner)], x)
			}
		}
		c.choicesIn(op.Then, inner)
		c.choicesIn(op.Else, inner)
		c.choicesIn(op.Impact, inner)
		options := op.Field("options").X
		src := c.read(options)
		if op.Name != "choose" || src == nil || op.Field("min").Given() || op.Field("max").Given() || !c.mayBeEmpty(src.tree, 0) {
			continue
		}
		if c.looksAt(src, guards) {
			continue
		}
		c.warn("empty-choice", options.Pos, "guard it by pre_x or an `if` on what is left, or let it bind an empty list by `min: 0`",
			"nothing sees to it that there is an option left: with none, the game stops")
	}
}

// mayBeEmpty reports an expression that obviously leaves something out of a list.
func (c *checker) mayBeEmpty(t *expr.Tree, depth int) bool {
	if t == nil || depth > 20 {
		return false
	}
	switch t.Kind {
	case expr.CompTree:
		for _, k := range t.Clauses {
			if len(k.Conds) > 0 {
				return !c.othersOnly(t)
			}
		}
		return c.mayBeEmpty(t.Clauses[0].Iter, depth+1)
	case expr.SubscriptTree:
		return t.Kids[1].Kind == expr.SliceTree && t.Kids[1].Kids[0] != nil
	case expr.BinaryTree:
		return t.Name == "+" && c.mayBeEmpty(t.Kids[0], depth+1) && c.mayBeEmpty(t.Kids[1], depth+1)
	case expr.CallTree:
		if t.Kids[0].Kind != expr.NameTree || len(t.Kids) < 2 {
			return false
		}
		name := t.Kids[0].Name
		if f := c.function(name); f != nil {
			src := c.read(f.X)
			return src != nil && c.mayBeEmpty(src.tree, depth+1)
		}
		_, makes := holds[name]
		return name == "filter" || (makes || name == "reversed") && c.mayBeEmpty(t.Kids[1], depth+1)
	}
	return false
}

// othersOnly recognizes `[p for p in players if p != x]`, in which somebody is left if there are two.
func (c *checker) othersOnly(t *expr.Tree) bool {
	if len(t.Clauses) != 1 || len(t.Clauses[0].Conds) != 1 || c.p.MinPlayers < 2 {
		return false
	}
	k := t.Clauses[0]
	cond := k.Conds[0]
	return k.Iter.Kind == expr.NameTree && k.Iter.Name == "players" && cond.Kind == expr.ComparisonTree && len(cond.Ops) == 1 && cond.Ops[0].Name == "!="
}

// looksAt reports whether one of the guards reads something that an expression is made from.
func (c *checker) looksAt(src *phrase, guards []model.Expr) bool {
	from, locals := map[int]bool{}, map[string]bool{}
	for _, slot := range c.reads(src).State {
		if slot >= program.FirstSlot {
			from[slot] = true
		}
	}
	for _, name := range src.syn.Names() {
		if _, ok := c.scopes.index[name]; ok && name != "actor" && name != "self" {
			locals[name] = true
		}
	}
	if len(from)+len(locals) == 0 {
		return true // of constants: always the same
	}
	for _, x := range guards {
		g := c.read(x)
		if g == nil {
			continue
		}
		for _, slot := range c.reads(g).State {
			if from[slot] {
				return true
			}
		}
		for _, name := range g.syn.Names() {
			if locals[name] {
				return true
			}
		}
	}
	return false
}
