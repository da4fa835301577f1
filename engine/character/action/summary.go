package action

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// Summary is what a roll is rolled against, worked out before a die falls (seed: The roll summary).
type Summary struct {
	BandSet string        `json:"bandSet,omitempty"`
	Value   string        `json:"value,omitempty"`
	Bands   []SummaryBand `json:"bands,omitzero"`
	Flags   Data          `json:"flags"`
}

// SummaryBand is a band that can still hold.
type SummaryBand struct {
	Band  string `json:"band"`
	When  string `json:"when"`
	Tests []Test `json:"tests,omitzero"` // nil where the condition is more than plain comparisons
}

// Test is a plain comparison of the roll.
type Test struct {
	Of      string `json:"of"`
	Compare string `json:"compare"`
	Value   Datum  `json:"value"`
}

const rollRoot = "roll"

// summary never fails the action, and replays do not read it.
func (f *frame) summary(step *pack.Step, names formula.Names) *Summary {
	out := &Summary{Flags: flagsView{f}.data()}
	set := step.Roll.Bands
	if set == nil {
		return out
	}
	out.BandSet, out.Bands = set.ID, make([]SummaryBand, 0, len(set.Bands))
	if set.Value != nil {
		out.Value = set.Value.Code.Summary(names, f.budget, rollRoot).Text
	}
	for _, band := range set.Bands {
		if band.When == nil {
			out.Bands = append(out.Bands, SummaryBand{Band: band.ID, When: "true", Tests: []Test{}})
			break
		}
		s := band.When.Code.Summary(names, f.budget, rollRoot)
		if s.Value.Kind() == formula.BoolKind && !s.Value.Bool() {
			continue
		}
		line := SummaryBand{Band: band.ID, When: s.Text}
		if s.Decided {
			line.Tests = make([]Test, len(s.Tests))
			for i, t := range s.Tests {
				line.Tests[i] = Test{t.Of, t.Compare, Datum{t.Value}}
			}
		}
		out.Bands = append(out.Bands, line)
		if s.Value.Bool() {
			break
		}
	}
	return out
}
