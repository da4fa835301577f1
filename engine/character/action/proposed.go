package action

import (
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// proposedSheet is the sheet after the changes proposed so far, kept as long as they are the same (seed:
// The proposed sheet).
type proposedSheet struct {
	of    []*Proposal
	sheet *sheet.Sheet
}

// mostWork bounds the changes that are made, and the sheets that are begun for them, over all proposed
// sheets of a run.
const mostWork = 400_000

// sheetOf is the sheet that a step reads.
func (f *frame) sheetOf(s *pack.Step, path string) *sheet.Sheet {
	if !s.Proposed {
		return f.run.sheet
	}
	return f.run.proposedSheet(path)
}

// proposedSheet applies what was proposed to self so far and computes the sheet.
func (r *run) proposedSheet(path string) *sheet.Sheet {
	var own []*Proposal
	for _, p := range r.proposed {
		if p.own() {
			own = append(own, p)
		}
	}
	if len(own) == 0 {
		return r.sheet
	}
	if same(own, r.proposals.of) {
		return r.proposals.sheet
	}
	changes := make([]sheet.Change, len(own))
	for i, p := range own {
		changes[i] = *p.Change
	}
	out, err := r.rules.Apply(r.in.Character, changes, sheet.Options{Links: r.in.Links, Quiet: true})
	if err != nil {
		r.fail("proposed-changes-failed", path, map[string]any{"step": path, "error": err}, "the changes proposed so far cannot be made: %s", err)
	}
	next := r.rules.Compute(out.Character, r.in.Links)
	if r.work += len(own) + out.Work + next.Weight(); r.work > mostWork {
		r.fail("safety-limit-exceeded", path, map[string]any{"limit": "proposed", "value": mostWork}, "the character is worked out anew too often: let fewer steps read the proposed sheet")
	}
	r.proposals = proposedSheet{own, next}
	return r.proposals.sheet
}

func same(a, b []*Proposal) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
