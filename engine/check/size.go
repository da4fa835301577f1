// Package check looks at a model before it is played: how large it is, what is wrong with it.
package check

import "github.com/astragal-engine/astragal/engine/model"

// Size is how much there is in a model.
type Size struct {
	Steps int // step nodes of all flows
	Ops   int // in actions, triggers, outcome models and content, nested ones included
	Calls int // of these, those that call code outside the model
}

// Code is the share of the ops that are calls, from 0 to 1.
func (s Size) Code() float64 {
	if s.Ops == 0 {
		return 0
	}
	return float64(s.Calls) / float64(s.Ops)
}

// Measure counts.
func Measure(m *model.Model) Size {
	var s Size
	s.flow(m.Flow)
	for i := range m.Flows {
		s.flow(m.Flows[i].Node)
	}
	s.actions(m.Actions)
	s.triggers(m.Triggers)
	for i := range m.Outcomes {
		for k := range m.Outcomes[i].Outcomes {
			s.ops(m.Outcomes[i].Outcomes[k].Effect)
		}
	}
	for i := range m.Content {
		for k := range m.Content[i].Items {
			it := &m.Content[i].Items[k]
			s.ops(it.Effect)
			s.triggers(it.Triggers)
			s.actions(it.Abilities)
		}
	}
	return s
}

func (s *Size) flow(n *model.FlowNode) {
	if n == nil {
		return
	}
	if n.Kind == "step" {
		s.Steps++
	}
	s.flows(n.Children)
	for i := range n.Cases {
		s.flows(n.Cases[i].Children)
	}
	for i := range n.Phases {
		s.flows(n.Phases[i].Children)
	}
}

func (s *Size) flows(list []*model.FlowNode) {
	for _, n := range list {
		s.flow(n)
	}
}

func (s *Size) actions(list []model.Action) {
	for i := range list {
		s.ops(list[i].Cost)
		s.ops(list[i].Effect)
	}
}

func (s *Size) triggers(list []model.Trigger) {
	for i := range list {
		s.ops(list[i].Do)
	}
}

func (s *Size) ops(list []*model.Op) {
	for _, op := range list {
		s.Ops++
		if op.Name == "call" {
			s.Calls++
		}
		s.ops(op.Then)
		s.ops(op.Else)
		s.ops(op.Impact)
	}
}
