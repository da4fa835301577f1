package check

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// Executability is how much of a model the engine can run, in two layers (seed: Executability).
type Executability struct {
	Rules   Share // slots of flow, actions, triggers, modifiers, priority, outcomes and ends
	Content Share // content items that have behaviour or text
	Gaps    []Gap // what is missing, in the order of the text
}

// Share is a part of a whole.
type Share struct{ OK, Total int }

// Percent is from 0 to 100; of nothing, 100.
func (s Share) Percent() float64 {
	if s.Total == 0 {
		return 100
	}
	return 100 * float64(s.OK) / float64(s.Total)
}

// All is the share over both layers together.
func (e *Executability) All() Share {
	return Share{e.Rules.OK + e.Content.OK, e.Rules.Total + e.Content.Total}
}

// Gap is a slot that the engine cannot run.
type Gap struct {
	Kind  string // text, code:<kind>, language, or content:... inside content items
	Place string // action x, trigger y, step z, content c, ...
	Pos   diag.Pos
	Text  string // what is missing: "pre has no pre_x"
}

// Execute measures.
func Execute(m *model.Model) Executability { return execute(m, read(m)) }

func execute(m *model.Model, r *reading) Executability { return Executability{} }
