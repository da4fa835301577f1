package check

import (
	"github.com/astragal-engine/astragal/engine/model"
)

// declare makes a block of every list of ops, and enters those that the flow leads to.
func (s *scopes) declare() {
	m := s.c.m
	acts, fast := s.callers()
	action := func(a *model.Action, item bool) {
		b := s.block(func(in names) { s.action(a, in) })
		b.item = item
		for _, in := range acts[a.Name] {
			s.enter(b, in)
		}
		if a.Speed != "" && fast {
			s.enter(b, s.of("actor", "window", "stack"))
		}
	}
	trigger := func(t *model.Trigger, id string, item bool) {
		b := s.block(func(in names) { s.trigger(t, id, in) })
		b.item = item
		for _, e := range t.Events {
			s.triggers[e.Name] = append(s.triggers[e.Name], b)
		}
	}
	for i := range m.Triggers {
		trigger(&m.Triggers[i], m.Triggers[i].ID, false)
	}
	for i := range m.Outcomes {
		o := &m.Outcomes[i]
		s.outcomes[o.Name] = append(s.outcomes[o.Name], s.block(func(in names) { s.outcome(o, in) }))
	}
	for i := range m.Content {
		for k := range m.Content[i].Items {
			it := &m.Content[i].Items[k]
			for j := range it.Triggers {
				id := it.Triggers[j].ID
				if id == "" {
					id = it.ID
				}
				trigger(&it.Triggers[j], id, true)
			}
			if len(it.Effect) > 0 {
				b := s.block(func(in names) { s.ops(it.Effect, in, "content "+it.ID) })
				b.item = true
				s.items = append(s.items, itemBlock{b, m.Content[i].Name, it.ID})
			}
		}
	}
	s.declareWindows()
	for i := range m.Actions {
		action(&m.Actions[i], false)
	}
	for i := range m.Content {
		for k := range m.Content[i].Items {
			for j := range m.Content[i].Items[k].Abilities {
				action(&m.Content[i].Items[k].Abilities[j], true)
			}
		}
	}
	if m.Campaign != nil {
		s.enter(s.block(func(in names) { s.ops(m.Campaign.Between, in, "campaign") }), names{})
	}
	eachNode(s.c.m, func(n *model.FlowNode) {
		for _, e := range n.EndEvent {
			s.emitted(e, names{})
		}
	})
	if t := m.Turns; t != nil {
		s.emitted(t.BeginEvent, names{})
		s.emitted(t.EndEvent, names{})
	}
}

// callers gives the names with which steps take each action, and whether any window opens.
func (s *scopes) callers() (acts map[string][]names, fast bool) {
	acts = map[string][]names{}
	eachNode(s.c.m, func(n *model.FlowNode) {
		var in names
		if n.ActorX.Given() || n.ActorsX.Given() {
			in = s.of("actor")
		}
		for _, d := range n.Do {
			acts[d.Name] = append(acts[d.Name], in)
		}
		fast = fast || n.Window != nil
	})
	fast = fast || s.c.m.Turns != nil && s.c.m.Turns.CostWindow.Name != ""
	s.c.eachOp(func(op *model.Op) { fast = fast || op.Name == "window" })
	return acts, fast
}

// declareWindows makes a block of every first_x. That of the protocol is shared by the windows without their own.
func (s *scopes) declareWindows() {
	m := s.c.m
	first := func(p *model.Protocol, place string) *block {
		return s.block(func(in names) { s.note(p.First.X, "first_x", place, playerUse, in) })
	}
	base := first(&m.Protocol, "the protocol")
	s.windows[""] = base
	for i := range m.Windows {
		w := &m.Windows[i]
		s.windows[w.Name] = base
		if w.Protocol.First.Given() {
			s.windows[w.Name] = first(&w.Protocol, "window "+w.Name)
		}
	}
	eachNode(s.c.m, func(n *model.FlowNode) {
		if n.Window != nil {
			s.opened(windowName(n.Window), names{})
		}
	})
	if t := m.Turns; t != nil && t.CostWindow.Name != "" {
		s.opened(t.CostWindow.Name, names{})
	}
}

func windowName(n *model.Node) string {
	if n.Kind == model.Text {
		return n.Text
	}
	return ""
}

func (s *scopes) opened(window string, in names) {
	if b := s.windows[window]; b != nil {
		s.enter(b, in)
	}
}

func (s *scopes) emitted(event string, in names) {
	in = in.with(s.name("event"))
	for _, b := range s.triggers[event] {
		s.enter(b, in)
	}
}
