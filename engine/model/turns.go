package model

import "github.com/astragal-engine/astragal/engine/diag"

// Turns is the profile of formal turns (docs/turns.md), as written.
type Turns struct {
	Pos        diag.Pos
	Sides      []Side
	Seats      []NameAt // the side of each seat
	SeatsPos   diag.Pos // of the list; none where it is not given
	First      Field    // first_seat
	Next       Field    // next_seat
	Scores     []NameAt
	Opening    []*FlowNode
	BeginEvent string // "turn_begins" unless given
	EndEvent   string // "turn_ends" unless given
	CostWindow NameAt
	Objectives []Objective // checkpoint
}

// Side is a way to take turns.
type Side struct {
	Name   string
	Pos    diag.Pos
	Phases []NameAt
}

// Objective says who wins at a checkpoint.
type Objective struct {
	ID      string
	Pos     diag.Pos
	If, Who Field
}

// turns reads the section; nil where there is none.
func (f form) turns() *Turns {
	n := f.get("turns")
	if n == nil || n.Kind != MapNode {
		return nil
	}
	t, _ := f.r.form(n, turnsShape, f.at.key("turns"))
	out := &Turns{Pos: n.Pos, BeginEvent: "turn_begins", EndEvent: "turn_ends", Seats: t.names("seats"), Scores: t.names("scores"),
		First: t.field("first_seat"), Next: t.field("next_seat"), Opening: t.children("opening")}
	if seats := t.list("seats"); seats != nil {
		out.SeatsPos = seats.Pos
	}
	t.entries("sides", func(k, n *Node, at *spot) {
		s, _ := t.r.form(n, sideShape, at)
		out.Sides = append(out.Sides, Side{Name: k.Text, Pos: k.Pos, Phases: s.names("phases")})
	})
	for key, event := range map[string]*string{"begin_event": &out.BeginEvent, "end_event": &out.EndEvent} {
		if name, _ := t.name(key); name != "" {
			*event = name
		}
	}
	out.CostWindow.Name, out.CostWindow.Pos = t.name("cost_window")
	t.items("checkpoint", func(n *Node, at *spot) {
		c, _ := t.r.form(n, checkpointShape, at)
		o := Objective{Pos: n.Pos, If: c.field("if"), Who: c.field("who")}
		o.ID, _ = c.name("id")
		out.Objectives = append(out.Objectives, o)
	})
	return out
}
