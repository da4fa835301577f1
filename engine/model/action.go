package model

import "github.com/astragal-engine/astragal/engine/diag"

func (f form) action(name string, pos diag.Pos) Action {
	a := Action{Name: name, Pos: pos, Pre: f.field("pre"), Cost: f.ops("cost"), Effect: f.ops("effect")}
	a.Label, _ = f.text("label")
	a.Speed, a.SpeedPos = f.name("speed")
	a.Note = f.get("note") != nil
	a.Resolution, a.ResPos = f.name("resolution")
	return a
}

func (f form) triggers() []Trigger {
	var out []Trigger
	f.items("triggers", func(n *Node, at *spot) {
		g, ok := f.r.form(n, triggerShape, at)
		if !ok {
			return
		}
		t := Trigger{
			Pos: n.Pos, Events: g.names("event"), Timing: "after", If: g.field("if"), Optional: g.flag("optional"),
			Controller: g.field("controller"), Do: g.ops("do"),
		}
		t.ID, _ = g.name("id")
		if timing, pos := g.name("timing"); timing != "" {
			t.Timing, t.TimingPos = timing, pos
		}
		out = append(out, t)
	})
	return out
}

func (f form) modifiers() []Modifier {
	var out []Modifier
	f.items("modifiers", func(n *Node, at *spot) {
		g, ok := f.r.form(n, modifierShape, at)
		if !ok {
			return
		}
		m := Modifier{Pos: n.Pos, Change: g.field("change"), If: g.field("if")}
		m.ID, _ = g.name("id")
		m.Stat.Name, m.Stat.Pos = g.name("stat")
		if layer := g.get("layer"); layer != nil && (layer.Kind == Int || layer.Kind == Float) {
			m.Layer = layer
		}
		out = append(out, m)
	})
	return out
}

// priority reads the windows and the protocol that holds for all of them.
func (f form) priority(m *Model) {
	n := f.get("priority")
	if n == nil || n.Kind != MapNode {
		return
	}
	p, _ := f.r.form(n, priorityShape, f.at.key("priority"))
	p.entries("windows", func(k, n *Node, at *spot) {
		w, _ := f.r.form(n, windowShape, at)
		m.Windows = append(m.Windows, Window{Name: k.Text, Pos: k.Pos, Allows: w.names("allows"), Protocol: w.protocol()})
	})
	if n := p.get("protocol"); n != nil && n.Kind == MapNode {
		g, _ := f.r.form(n, protocolShape, p.at.key("protocol"))
		m.Protocol = g.protocol()
	}
}

func (f form) protocol() Protocol {
	p := Protocol{First: f.field("first")}
	if f.node != nil {
		p.Pos = f.node.Pos
	}
	p.AfterAction, _ = f.name("after_action")
	p.Closes, _ = f.name("closes")
	p.Resolution, _ = f.name("resolution")
	return p
}

func (f form) outcomes() []Outcome {
	var out []Outcome
	f.items("outcomes", func(n *Node, at *spot) {
		g, ok := f.r.form(n, outcomeShape, at)
		if !ok {
			return
		}
		o := Outcome{Pos: n.Pos, P: g.field("p"), Effect: g.ops("effect")}
		o.ID, _ = g.name("id")
		out = append(out, o)
	})
	return out
}

func (f form) ends() []EndCondition {
	var out []EndCondition
	f.items("end", func(n *Node, at *spot) {
		g, ok := f.r.form(n, endShape, at)
		if !ok {
			return
		}
		e := EndCondition{Pos: n.Pos, If: g.field("if"), Who: g.field("who"), Returns: g.field("returns"), Ranks: g.field("ranks")}
		e.ID, _ = g.name("id")
		e.Result, _ = g.name("result")
		e.Scope, e.ScopePos = g.name("scope")
		out = append(out, e)
	})
	return out
}
