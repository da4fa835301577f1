package compile

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// flow compiles the main flow and the named ones.
func (c *compiler) flow() {
	c.turns()
	for i := range c.m.Flows {
		f := &c.m.Flows[i]
		p := &c.p.Flows[i]
		for r, name := range []string{"win", "loss", "draw"} {
			p.Ended[r] = c.event(f.Name + ":" + name)
		}
		if f.Node != nil {
			n := c.flowNode(f.Node)
			c.p.Flows[i].Node = n
		} else {
			c.p.Flows[i].Node = c.broken(f.Name, &program.Stop{Kind: "NotExecutable", Message: fmt.Sprintf("flow %s is no flow node", f.Name), Pos: f.Pos})
		}
	}
	if c.m.Flow != nil {
		c.p.Main = c.flowNode(c.m.Flow)
	}
}

func (c *compiler) broken(id string, stop *program.Stop) int32 {
	n := int32(len(c.p.Nodes))
	c.p.Nodes = append(c.p.Nodes, program.Node{Kind: program.Broken, ID: id, Place: c.placeName("flow " + id), Window: -1, Stop: stop, Pos: stop.Pos})
	return n
}

func (c *compiler) flowNode(m *model.FlowNode) int32 {
	id := c.auto(m.ID)
	n := int32(len(c.p.Nodes))
	c.p.Nodes = append(c.p.Nodes, program.Node{ID: id, Window: -1, Pos: m.Pos, Place: c.placeName("flow " + id)})
	p := program.Node{ID: id, Window: -1, Pos: m.Pos, Place: c.placeName("flow " + id)}
	c.after(m, &p)
	switch m.Kind {
	case "sequence":
		p.Kind = program.Sequence
		p.Children = c.nodes_(m.Children)
	case "loop":
		c.loop(m, &p)
	case "branch":
		p.Kind = program.Branch
		c.cases(m, &p)
	case "subflow":
		p.Kind = program.Subflow
		f, ok := c.flows[m.Ref]
		if !ok {
			if m.Ref == "" {
				c.faultFix("no-ref", m.Pos, "add ref, the name of one of the flows", "subflow has no ref")
			} else {
				c.undeclared("unknown-flow", m.RefPos, m.Ref, sortedNames(c.flows), "flow '%s' not declared", clip(m.Ref))
			}
			c.breakNode(&p, &program.Stop{Kind: "ExprError", Message: fmt.Sprintf("flow %s: flow '%s' not declared", id, clip(m.Ref)), Pos: m.Pos})
		}
		p.Flow = f
	case "step":
		c.step(m, &p)
	case "turns":
		c.turnsNode(m, &p)
	default:
		text := fmt.Sprintf("flow %s: kind '%s' cannot be played", id, clip(m.Kind))
		c.breakNode(&p, &program.Stop{Kind: "NotExecutable", Message: text, Pos: m.Pos})
	}
	c.p.Nodes[n] = p
	return n
}

func (c *compiler) breakNode(p *program.Node, s *program.Stop) {
	p.Kind, p.Stop = program.Broken, s
}

func (c *compiler) nodes_(list []*model.FlowNode) []int32 {
	var out []int32
	for _, m := range list {
		out = append(out, c.flowNode(m))
	}
	return out
}

// after compiles a node's window and end events.
func (c *compiler) after(m *model.FlowNode, p *program.Node) {
	if w := m.Window; w != nil {
		switch {
		case w.Kind == model.Bool && w.Text == "true":
			p.Window, p.After = c.windows[""], true
		case w.Kind == model.Text && w.Text != "":
			p.After = true
			if i, ok := c.windows[w.Text]; ok {
				p.Window = i
			} else {
				c.undeclared("unknown-window", w.Pos, w.Text, sortedNames(c.windows), "window '%s' is not in priority.windows", clip(w.Text))
				p.WindowStop = noWindow(clip(w.Text))
				p.WindowStop.Pos = w.Pos
			}
		}
	}
	p.EndPlace = c.placeName("end " + p.ID)
	for _, e := range m.EndEvent {
		p.Events = append(p.Events, c.event(e))
		p.After = true
	}
}

func (c *compiler) loop(m *model.FlowNode, p *program.Node) {
	p.Kind = program.Loop
	p.Once = m.Once
	p.LoopIndex = c.loops
	c.p.LoopIndex[p.ID] = c.loops
	c.loops++
	switch m.Order {
	case "reversed":
		p.Order = program.Reversed
	case "random":
		p.Order = program.Random
	}
	c.unread(m.Until)
	c.unread(m.Over)
	var stop *program.Stop
	if m.Until.X.Given() {
		p.Until, stop = c.code(m.Until.X, noLocals)
	}
	as := c.loopVar(m)
	if m.Over.X.Given() && stop == nil {
		p.Over, stop = c.code(m.Over.X, noLocals)
		p.As = as
	}
	p.Children = c.nodes_(m.Children)
	if stop != nil {
		c.breakNode(p, stop)
		return
	}
	p.Plain = p.Over != nil && p.Order == program.Listed && as.Stop == nil && c.p.Vars[as.Var].Whole() && c.mode.Quick("loop over a list")
}

func (c *compiler) loopVar(m *model.FlowNode) program.VarRef {
	v, ok := c.vars[m.As]
	if !ok {
		pos := m.AsPos
		switch {
		case m.As != "":
			c.undeclared("loop-as", pos, m.As, sortedNames(c.vars), "loop variable '%s' is not declared in state.vars", clip(m.As))
		case m.Over.X.Given():
			pos = m.Over.X.Pos
			c.faultFix("loop-as", pos, "add as", "a loop with over_x needs 'as', a variable of state.vars")
		}
		return program.VarRef{Stop: &program.Stop{Kind: "ExprError", Message: fmt.Sprintf("variable '%s' not declared", clip(m.As)), Pos: pos}}
	}
	return program.VarRef{Var: v, Slot: c.p.Vars[v].Slot}
}

func (c *compiler) cases(m *model.FlowNode, p *program.Node) {
	for i := range m.Cases {
		k := &m.Cases[i]
		out := program.Case{}
		out.When, out.Stop = c.onlyX(k.When, noLocals, fmt.Sprintf("flow %s: when is text without when_x", p.ID))
		if out.When == nil && out.Stop == nil {
			out.Stop = &program.Stop{Kind: "NotExecutable", Message: fmt.Sprintf("flow %s: a case has no when_x", p.ID), Pos: k.Pos}
		}
		out.Children = c.nodes_(k.Children)
		p.Cases = append(p.Cases, out)
	}
}

func (c *compiler) step(m *model.FlowNode, p *program.Node) {
	p.Kind = program.Step
	p.Place = c.placeName("step " + p.ID)
	p.Visible.Secret = m.Secret
	var stops [3]*program.Stop
	if m.ActorX.Given() {
		p.Actor, stops[0] = c.code(m.ActorX, noLocals)
	}
	if m.ActorsX.Given() {
		p.Actors, stops[1] = c.code(m.ActorsX, noLocals)
	}
	if m.VisibleX.Given() {
		p.Visible.X, stops[2] = c.code(m.VisibleX, withLocals)
	}
	for _, d := range m.Do {
		a, ok := c.actions[d.Name]
		if !ok {
			c.undeclared("unknown-action", d.Pos, d.Name, sortedNames(c.actions), "action '%s' not declared", clip(d.Name))
			c.p.Missing = append(c.p.Missing, &program.Stop{Kind: "ExprError", Message: fmt.Sprintf("step %s: action '%s' not declared", p.ID, clip(d.Name)), Pos: d.Pos})
			a = -int32(len(c.p.Missing))
		}
		p.Do = append(p.Do, a)
	}
	p.Always = c.always(p.Do)
	p.Few = fewActions(p.Do) && c.mode.Quick("actions as bits")
	if p.Sole = -1; len(p.Do) == 1 && c.unforbidden(p.Do[0]) && p.Actors == nil && p.Visible == (program.Visible{}) && c.p.Turns == nil && c.mode.Quick("sole action") {
		p.Sole = p.Do[0]
	}
	for _, s := range stops {
		if s != nil {
			c.breakNode(p, s)
		}
	}
}

// fewActions reports whether the options of a step may be told as bits: actions that are declared, in the order of their
// numbers.
func fewActions(do []int32) bool {
	for i, a := range do {
		if a < 0 || a >= 64 || i > 0 && a <= do[i-1] {
			return false
		}
	}
	return true
}

// always gives the options of a step whose actions nothing can forbid; nil for any other.
func (c *compiler) always(do []int32) []value.Value {
	var options []value.Value
	for _, a := range do {
		if !c.unforbidden(a) {
			return nil
		}
		options = append(options, value.OfInt(int64(a)))
	}
	if len(options) < 2 || !c.mode.Quick("ready options") {
		return nil
	}
	return options
}

// unforbidden reports whether an action is legal whatever the state.
func (c *compiler) unforbidden(a int32) bool {
	return a >= 0 && c.p.Actions[a].Item < 0 && c.p.Actions[a].Pre == nil && c.p.Actions[a].PreStop == nil
}
