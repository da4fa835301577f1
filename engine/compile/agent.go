package compile

import (
	"math"
	"strconv"

	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

func (c *compiler) agents() {
	for i := range c.m.Agents {
		m := &c.m.Agents[i]
		a := program.Agent{Name: m.Name}
		if m.PolicyX.Given() {
			a.Policy, _ = c.code(m.PolicyX, withLocals)
		}
		for k := range m.Tactic {
			a.Tactic = append(a.Tactic, c.tacticRule(&m.Tactic[k]))
		}
		c.p.Agents = append(c.p.Agents, a)
	}
	c.policies()
	for i := range c.m.Agents {
		if m := &c.m.Agents[i]; m.Search != nil {
			c.p.Agents[i].Search = c.lookahead(m.Search, int32(i))
		}
	}
}

func (c *compiler) tacticRule(m *model.Rule) program.Rule {
	r := program.Rule{Pos: m.Pos, Prefer: c.value(m.Prefer, false, true)}
	for _, at := range m.At {
		r.At = append(r.At, at.Name)
	}
	noX := func(f model.Field) {
		if f.Lit != nil && f.Lit.Kind != model.Null {
			r.Stop = &program.Stop{Kind: "NotExecutable", Message: "the rule has '" + f.Name + "' as text without " + f.Name + "_x", Pos: f.Lit.Pos}
		}
	}
	if m.If.X.Given() {
		r.If, r.Stop = c.code(m.If.X, withLocals)
	} else {
		noX(m.If)
	}
	if m.Score.X.Given() {
		code, stop := c.code(m.Score.X, withLocals)
		if r.Score = code; stop != nil {
			r.Stop = stop
		}
	} else {
		noX(m.Score)
	}
	if r.Prefer.Stop != nil {
		r.Stop = r.Prefer.Stop
	}
	return r
}

// The bounds of what a model asks of a search.
const (
	mostPlayouts = 10_000_000
	mostDepth    = 1_000_000
	mostSeconds  = 3600
	mostExplored = 1000
)

func (c *compiler) lookahead(m *model.Lookahead, own int32) *program.Lookahead {
	s := &program.Lookahead{
		Playouts: int(c.bounded(m.Playouts, "playouts", 1, mostPlayouts, true)), Depth: int(c.bounded(m.Depth, "depth", 1, mostDepth, true)),
		Seconds: c.bounded(m.Seconds, "seconds", 0.001, mostSeconds, false), Exploration: c.bounded(m.Exploration, "exploration", 0.001, mostExplored, false),
		Tactic: -1,
	}
	if c.p.Agents[own].Decides() {
		s.Tactic = own
	}
	if m.Tactic.Name == "" {
		return s
	}
	var known []string
	for i := range c.p.Agents {
		if a := &c.p.Agents[i]; a.Decides() {
			known = append(known, a.Name)
			if a.Name == m.Tactic.Name {
				s.Tactic = int32(i)
				return s
			}
		}
	}
	c.undeclared("unknown-tactic", m.Tactic.Pos, m.Tactic.Name, func() []string { return known }, "no agent '%s' has a tactic or a policy_x", clip(m.Tactic.Name))
	return s
}

// bounded reads a number of a search; 0 where it is not given.
func (c *compiler) bounded(n *model.Node, key string, least, most float64, whole bool) float64 {
	if n == nil {
		return 0
	}
	x, err := strconv.ParseFloat(n.Text, 64)
	switch {
	case err == nil && x >= least && x <= most && (!whole || x == math.Trunc(x)):
		return x
	case whole:
		c.fault("bad-search", n.Pos, "%s must be a whole number from %v to %.0f, not %s", key, least, most, clip(n.Text))
	default:
		c.fault("bad-search", n.Pos, "%s must be from %v to %.0f, not %s", key, least, most, clip(n.Text))
	}
	return 0
}
