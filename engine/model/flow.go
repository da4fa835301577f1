package model

import (
	"fmt"
	"sort"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

var (
	flowKindNames = sortedKeys(flowKinds)
	anyFlowShape  = union(flowKinds).and(flowShape)
)

func sortedKeys(m map[string]shape) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}

func union(m map[string]shape) shape {
	out := shape{}
	for _, s := range m {
		out = out.and(s)
	}
	return out
}

func (f form) children(key string) []*FlowNode {
	var out []*FlowNode
	f.items(key, func(n *Node, at *spot) { out = append(out, f.r.flow(n, at)) })
	return out
}

// flow reads a node of a flow and what is below it. What is no node becomes one without a kind.
func (r *reader) flow(n *Node, at *spot) *FlowNode {
	out := &FlowNode{Pos: n.Pos, Node: n, Order: "listed"}
	if n.Kind != MapNode {
		r.badType(n, at, "a flow node: a mapping with `kind`")
		return out
	}
	kind := n.Get("kind")
	switch {
	case kind == nil || kind.Kind == Null:
		r.diags.Add(diag.Error, "unknown-kind", n.Pos, "%s has no `kind`", at)
		r.fix("add kind: " + strings.Join(flowKindNames, ", "))
	case kind.Kind == Text:
		out.Kind = kind.Text
	}
	s, known := flowKinds[out.Kind]
	if !known {
		s = anyFlowShape
		if out.Kind != "" {
			r.oneOf(kind, "unknown-kind", "kind", flowKindNames)
		}
	}
	f, _ := r.form(n, s, at)
	out.ID, _ = f.name("id")
	r.flowID(f, out.ID)
	f.common(out)
	f.specific(out)
	return out
}

// common reads what every node has.
func (f form) common(out *FlowNode) {
	if w := f.get("window"); w != nil {
		switch {
		case w.Kind == Text, w.Kind == Bool && w.Text == "true":
			out.Window = w
		case w.Kind != Bool:
			f.r.badType(w, f.at.key("window"), "the name of a window, or true")
		}
	}
	out.EndEvent = f.strings("end_event")
	out.Children = f.children("children")
}

// specific reads what belongs to a kind.
func (f form) specific(out *FlowNode) {
	out.Until, out.Over = f.field("until"), f.field("over")
	out.As, out.AsPos = f.name("as")
	out.Once = f.flag("once")
	if order, _ := f.name("order"); order != "" {
		out.Order = order
	}
	f.items("cases", func(n *Node, at *spot) {
		c, _ := f.r.form(n, caseShape, at)
		out.Cases = append(out.Cases, Case{Pos: n.Pos, When: c.field("when"), Children: c.children("children")})
	})
	if out.Kind == "branch" && len(out.Cases) == 0 {
		f.r.diags.Add(diag.Error, "no-cases", out.Pos, "branch%s has no cases", quoted(out.ID))
		f.r.fix("add cases, a list of {when_x, children}")
	}
	out.Ref, out.RefPos = f.name("ref")
	out.ActorX, out.ActorsX, out.VisibleX = f.expr("actor_x"), f.expr("actors_x"), f.expr("visible_to_x")
	if out.Kind == "step" {
		out.Do = f.names("do")
	}
	out.Secret = f.flag("secret")
	f.entries("phases", func(k, n *Node, at *spot) {
		phase := Phase{Name: k.Text, Pos: k.Pos}
		if n.Kind != Null && f.r.want(n, at, n.Kind == ListNode, "a list of flow nodes") {
			for i, child := range n.Items {
				phase.Children = append(phase.Children, f.r.flow(child, at.at(i)))
			}
		}
		out.Phases = append(out.Phases, phase)
	})
}

func quoted(id string) string {
	if id == "" {
		return ""
	}
	return fmt.Sprintf(" '%s'", clip(id))
}

// flowID sees that ids are unique over the model.
func (r *reader) flowID(f form, id string) {
	if id == "" {
		return
	}
	pos := f.node.Get("id").Pos
	if first, twice := r.flowIDs[id]; twice {
		r.diags.Add(diag.Error, "duplicate-id", pos, "flow id '%s' stands here a second time; the first is at %s", clip(id), first)
		return
	}
	r.flowIDs[id] = pos
}
