package check

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// truth is what a condition comes to without looking at the state.
type truth uint8

const (
	sometimes truth = iota
	always
	never
)

// truthOf folds a condition. Constants of the model count as unknown: they are there to be changed.
func (c *checker) truthOf(s *site, t *expr.Tree) truth {
	switch t.Kind {
	case expr.JunctionTree:
		decides, rest := never, always
		if t.Name == "or" {
			decides, rest = always, never
		}
		for _, x := range t.Kids {
			switch c.truthOf(s, x) {
			case decides:
				return decides
			case sometimes:
				rest = sometimes
			}
		}
		return rest
	case expr.UnaryTree:
		if t.Name == "not" {
			return [...]truth{sometimes, never, always}[c.truthOf(s, t.Kids[0])]
		}
	case expr.DisplayTree, expr.DictTree:
		if len(t.Kids) == 0 {
			return never
		}
		for _, x := range t.Kids {
			if x != nil && x.Kind != expr.StarTree {
				return always
			}
		}
	}
	if v, ok := c.mode.Compile(s.syn.Part(t), unsettled{c, s}).Const(); ok {
		if value.Truth(nil, v) {
			return always
		}
		return never
	}
	return sometimes
}

// unsettled is global with everything unknown that a model or a host may change.
type unsettled struct {
	c *checker
	s *site
}

func (u unsettled) Resolve(name string) expr.Ref {
	ref := u.c.p.Exprs.Resolve(name)
	i, local := u.c.scopes.index[name]
	if ref.Kind == expr.Builtin && ref.Native.Pure && !(local && u.s.see.has(i)) {
		ref.Local = expr.NoLocal
		return ref
	}
	if ref.Kind == expr.Unknown && !(local && u.s.see.has(i)) {
		return expr.Ref{Local: expr.NoLocal}
	}
	return expr.Ref{Local: expr.NoLocal, Kind: expr.State}
}

// conditions warns of conditions that come to the same always, where that makes a part of the model idle.
func (c *checker) conditions() {
	for _, s := range c.sites {
		if s.use != condUse || s.field == "until_x" && !strings.HasPrefix(s.place, "op ") {
			continue
		}
		switch c.truthOf(s, s.tree) {
		case never:
			c.warn("never-true", s.at(first(s.tree)), "", fmt.Sprintf("%s is never true: %s", s.in(), idle(s)))
		case always:
			if s.tree.Kind != expr.ConstTree && (s.field == "pre_x" || s.field == "if_x" || s.field == "active_x") {
				c.warn("always-true", s.at(first(s.tree)), "leave it away, or mend the part that is always true", fmt.Sprintf("%s is always true: it holds nothing back", s.in()))
			}
		}
	}
}

// idle says what a condition that is never true keeps from happening.
func idle(s *site) string {
	switch s.field {
	case "pre_x":
		return "the action is never legal"
	case "active_x":
		return "its triggers, modifiers and abilities never count"
	case "when_x":
		return "the case is never taken"
	case "cond_x":
		return "`then` never runs"
	case "filter_x":
		return "nothing is ever found"
	case "until_x":
		return "it repeats without end"
	}
	if strings.HasPrefix(s.place, "trigger") || strings.HasPrefix(s.place, "end") {
		return "it never fires"
	}
	return "it never applies"
}

// condition folds a condition of the flow or of an op; sometimes where there is none.
func (c *checker) condition(x model.Expr) truth {
	src := c.read(x)
	if src == nil {
		return sometimes
	}
	if _, known := c.truths[src]; !known {
		c.truths[src] = c.truthOf(&site{phrase: src}, src.tree)
	}
	return c.truths[src]
}

// unreachable warns of flow that nothing leads to.
func (c *checker) unreachable() {
	eachNode(c.m, func(n *model.FlowNode) {
		switch n.Kind {
		case "loop":
			if c.condition(n.Until.X) == always {
				c.warn("unreachable", n.Until.X.Pos, "", fmt.Sprintf("until_x of flow %s is always true: the loop never runs", n.ID))
			}
			if c.endless(n) && (n.Window != nil || len(n.EndEvent) > 0) {
				c.warn("unreachable", n.Pos, "put a last child into the loop for what follows each round",
					fmt.Sprintf("loop %s goes on until the game ends: its window and end_event never come", n.ID))
			}
		case "branch":
			for i := range n.Cases {
				if i+1 < len(n.Cases) && c.condition(n.Cases[i].When.X) == always {
					c.warn("unreachable", n.Cases[i+1].Pos, "", fmt.Sprintf("a case above in branch %s is always taken: this one never is", n.ID))
					break
				}
			}
		}
		c.afterEndless(n.Children)
		for i := range n.Cases {
			c.afterEndless(n.Cases[i].Children)
		}
	})
	c.eachOp(func(op *model.Op) {
		if op.Name == "if" && len(op.Else) > 0 && c.condition(op.Field("cond").X) == always && !c.readsLocals(op.Field("cond").X) {
			c.warn("unreachable", op.Else[0].Pos, "", "cond_x is always true: `else` never runs")
		}
	})
}

func (c *checker) afterEndless(list []*model.FlowNode) {
	for i, n := range list {
		if i+1 < len(list) && c.endless(n) {
			c.warn("unreachable", list[i+1].Pos, "end the loop by until_x, or put this first", fmt.Sprintf("nothing leads here: flow %s goes on until the game ends", n.ID))
			return
		}
	}
}

// endless reports that a node never comes to its end by itself.
func (c *checker) endless(n *model.FlowNode) bool {
	if n == nil {
		return false
	}
	if _, known := c.goesOn[n]; !known {
		c.goesOn[n] = false // where a flow comes back to itself
		c.goesOn[n] = c.findEndless(n)
	}
	return c.goesOn[n]
}

func (c *checker) findEndless(n *model.FlowNode) bool {
	switch n.Kind {
	case "loop":
		if n.Once {
			return false
		}
		return !n.Until.X.Given() || c.condition(n.Until.X) == never
	case "sequence":
		for _, k := range n.Children {
			if c.endless(k) {
				return true
			}
		}
	case "subflow":
		return !c.declared.scopes[n.Ref] && c.endless(c.declared.flows[n.Ref])
	}
	return false
}

// readsLocals reports whether an expression reads a name that some op binds.
func (c *checker) readsLocals(x model.Expr) bool {
	src := c.read(x)
	if src == nil {
		return false
	}
	for _, n := range src.syn.Names() {
		if _, ok := c.scopes.index[n]; ok {
			return true
		}
	}
	return false
}
