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
	eachNode(m, func(n *model.FlowNode) {
		if n.Kind == "step" {
			s.Steps++
		}
	})
	for _, b := range bodies(m) {
		if b.place == "campaign" {
			continue // the seed does not count it
		}
		eachOp(b.ops, func(op *model.Op) {
			s.Ops++
			if op.Name == "call" {
				s.Calls++
			}
		})
	}
	return s
}
