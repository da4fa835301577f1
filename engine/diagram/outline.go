// Package diagram shows a model's rules at a glance, before anything is played.
//
// Of makes an outline: a tree of parts, each with what a reader wants to know of it (who acts, when
// it ends, what opens after it) and marks of what can happen in it. It reads the model as it was
// written, so a model with gaps has an outline as well. Text draws the tree with lines, SVG as the
// tracks of a railway.
package diagram

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/model"
)

// Part is a flow node, or what hangs on one: an action of a step, a case of a branch. Detail tells
// what is particular about it, in the order in which it happens.
type Part struct {
	Kind   string   `json:"kind"`
	ID     string   `json:"id,omitempty"`
	Detail []Detail `json:"detail,omitempty"`
	Marks  []Mark   `json:"marks,omitempty"`
	Parts  []*Part  `json:"parts,omitempty"`

	room *int // bytes of text that the whole outline may still take
}

// Bounds of an outline, for models that say one long thing many times: a longer text is cut, and all
// are cut short once they take too much together.
const (
	maxText    = 4000
	shortText  = 80
	maxOutline = 8 << 20
)

// Detail is one thing about a part: "pre" and the expression.
type Detail struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

func (p *Part) tell(name, text string) {
	if text != "" {
		p.Detail = append(p.Detail, Detail{name, p.fit(text)})
	}
}

func (p *Part) fit(text string) string {
	most := maxText
	if *p.room <= 0 {
		most = shortText
	}
	text = cut(text, most)
	*p.room -= len(text)
	return text
}

func (p *Part) add(kind, id string) *Part {
	child := &Part{Kind: p.fit(kind), ID: p.fit(id), room: p.room}
	p.Parts = append(p.Parts, child)
	return child
}

// Of outlines a model: its main flow, its named flows, its priority windows with what may be played
// in them, and its end conditions.
func Of(m *model.Model) *Part {
	o := outliner{m: m, marker: mark(m), actions: map[string]*model.Action{}}
	for i := range m.Actions {
		o.action(&m.Actions[i])
	}
	for c := range m.Content {
		for i := range m.Content[c].Items {
			for a := range m.Content[c].Items[i].Abilities {
				o.action(&m.Content[c].Items[i].Abilities[a])
			}
		}
	}
	room := maxOutline
	root := &Part{Kind: "game", room: &room}
	root.ID = root.fit(m.Name)
	root.tell("mode", m.Mode)
	root.tell("players", players(m.Players))
	if m.Flow != nil {
		o.node(root, m.Flow)
	}
	for i := range m.Flows {
		f := root.add("flow", m.Flows[i].Name)
		if n := m.Flows[i].Node; n != nil {
			o.node(f, n)
		}
	}
	for i := range m.Windows {
		o.window(root, &m.Windows[i])
	}
	if len(m.End) > 0 || m.Turns != nil && len(m.Turns.Objectives) > 0 {
		end := root.add("end", "")
		if m.Turns != nil {
			for i := range m.Turns.Objectives {
				o.objective(end, &m.Turns.Objectives[i])
			}
		}
		for i := range m.End {
			o.end(end, &m.End[i])
		}
	}
	return root
}

func players(p model.Players) string {
	if p.Min == p.Max {
		return fmt.Sprint(p.Min)
	}
	return fmt.Sprintf("%d to %d", p.Min, p.Max)
}

type outliner struct {
	m       *model.Model
	marker  *marker
	actions map[string]*model.Action
	fast    []*model.Action
}

func (o *outliner) action(a *model.Action) {
	if _, twice := o.actions[a.Name]; twice {
		return
	}
	o.actions[a.Name] = a
	if a.Speed != "" {
		o.fast = append(o.fast, a)
	}
}

func (o *outliner) nodes(parent *Part, list []*model.FlowNode) {
	for _, n := range list {
		o.node(parent, n)
	}
}

func (o *outliner) node(parent *Part, n *model.FlowNode) {
	kind := n.Kind
	if kind == "" {
		kind = "node"
	}
	p := parent.add(kind, n.ID)
	p.Marks = list(o.marker.nodes[n])
	switch n.Kind {
	case "loop":
		if n.Over.Given() {
			each := text(n.Over)
			if n.As != "" {
				each = n.As + " in " + each
			}
			p.tell("for", each)
			if n.Order != "listed" {
				p.tell("order", n.Order)
			}
		}
		p.tell("until", text(n.Until))
		if n.Once {
			p.tell("rounds", "one")
		}
	case "turns":
		o.turns(p, n)
	case "subflow":
		p.tell("flow", n.Ref)
	case "step":
		o.step(p, n)
	}
	o.after(p, n)
	o.nodes(p, n.Children)
	for i := range n.Cases {
		c := p.add("case", "")
		c.tell("when", text(n.Cases[i].When))
		o.nodes(c, n.Cases[i].Children)
	}
	for i := range n.Phases {
		phase := p.add("phase", n.Phases[i].Name)
		if o.m.Turns != nil && len(o.m.Turns.Sides) > 1 {
			phase.tell("of", o.sidesOf(n.Phases[i].Name))
		}
		o.nodes(phase, n.Phases[i].Children)
	}
}

// turns tells what the profile says of a node that takes turns.
func (o *outliner) turns(p *Part, n *model.FlowNode) {
	p.tell("until", text(n.Until))
	t := o.m.Turns
	if t == nil {
		return
	}
	p.tell("first turn", text(t.First))
	p.tell("next turn", text(t.Next))
	if t.BeginEvent != "turn_begins" {
		p.tell("begins with", t.BeginEvent)
	}
	if t.EndEvent != "turn_ends" {
		p.tell("ends with", t.EndEvent)
	}
	p.tell("after costs", t.CostWindow.Name)
	if len(t.Opening) > 0 {
		o.nodes(p.add("opening", ""), t.Opening)
	}
}

// sidesOf names the sides that have a phase.
func (o *outliner) sidesOf(phase string) string {
	var out []string
	for _, s := range o.m.Turns.Sides {
		if slices.ContainsFunc(s.Phases, func(p model.NameAt) bool { return p.Name == phase }) {
			out = append(out, s.Name)
		}
	}
	return strings.Join(out, ", ")
}

func (o *outliner) step(p *Part, n *model.FlowNode) {
	p.tell("actor", n.ActorX.Src)
	if n.ActorsX.Given() {
		p.tell("all at once", n.ActorsX.Src)
	}
	switch {
	case n.VisibleX.Given():
		p.tell("seen by", n.VisibleX.Src)
	case n.Secret:
		p.tell("seen by", "the actor")
	}
	for _, name := range n.Do {
		child := p.add("action", name.Name)
		a := o.actions[name.Name]
		if a == nil {
			child.tell("missing", "no such action")
			continue
		}
		about(child, a)
	}
}

// after tells what opens and is emitted once a node has finished.
func (o *outliner) after(p *Part, n *model.FlowNode) {
	if w := n.Window; w != nil {
		if w.Kind == model.Bool {
			p.tell("window", "of every speed")
		} else {
			p.tell("window", w.Text)
		}
	}
	for _, e := range n.EndEvent {
		p.tell("then emits", e)
	}
}

func about(p *Part, a *model.Action) {
	if a.Label != a.Name {
		p.tell("label", a.Label)
	}
	p.tell("pre", text(a.Pre))
	if len(a.Cost) > 0 {
		p.tell("cost", ops(a.Cost))
	}
	p.tell("speed", a.Speed)
	p.tell("resolution", a.Resolution)
}

func ops(list []*model.Op) string {
	out := ""
	for i, op := range list {
		if i > 0 {
			out += ", "
		}
		out += op.Name
	}
	return out
}

// window lists the fast actions that a window allows.
func (o *outliner) window(root *Part, w *model.Window) {
	p := root.add("window", w.Name)
	p.Marks = list(o.marker.opened[w.Name])
	rules := func(own, all string) string {
		if own != "" {
			return own
		}
		return all
	}
	first := w.Protocol.First
	if !first.Given() {
		first = o.m.Protocol.First
	}
	p.tell("first", text(first))
	p.tell("after action", rules(w.Protocol.AfterAction, o.m.Protocol.AfterAction))
	p.tell("closes", rules(w.Protocol.Closes, o.m.Protocol.Closes))
	p.tell("resolution", rules(w.Protocol.Resolution, o.m.Protocol.Resolution))
	allowed := map[string]bool{}
	for _, a := range w.Allows {
		allowed[a.Name] = true
	}
	for _, a := range o.fast {
		if allowed[a.Speed] {
			about(p.add("action", a.Name), a)
		}
	}
}

func (o *outliner) objective(parent *Part, t *model.Objective) {
	p := parent.add("objective", t.ID)
	p.tell("if", text(t.If))
	p.tell("who", text(t.Who))
}

func (o *outliner) end(parent *Part, e *model.EndCondition) {
	p := parent.add("condition", e.ID)
	p.tell("if", text(e.If))
	p.tell("result", e.Result)
	p.tell("who", text(e.Who))
	p.tell("returns", text(e.Returns))
	p.tell("ranks", text(e.Ranks))
	p.tell("scope", e.Scope)
}

// text shows a field: its expression, or in quotes the text that stands for one.
func text(f model.Field) string {
	switch {
	case f.X.Given():
		return f.X.Src
	case f.Lit == nil:
		return ""
	case f.Lit.Kind == model.Text:
		return fmt.Sprintf("%q", cut(f.Lit.Text, maxText))
	case f.Lit.Scalar():
		return f.Lit.Text
	case f.Lit.Kind == model.ListNode:
		return fmt.Sprintf("a list of %d", len(f.Lit.Items))
	}
	return "a mapping"
}
