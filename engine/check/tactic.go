package check

import (
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// tactics looks for rules of agents that never decide.
func tactics(c *checker) {
	for i := range c.m.Agents {
		a := &c.m.Agents[i]
		for k := range a.Tactic {
			r := &a.Tactic[k]
			if !r.Score.Given() && !r.Prefer.Given() {
				c.warn("rule-empty", r.Pos, "add score_x or prefer", fmt.Sprintf("rule %d of the tactic of agent %s has neither score_x nor prefer: it decides nothing", k+1, quote(a.Name)))
			}
			for _, at := range r.At {
				if !c.somePlace(at) {
					c.warn("rule-place", at.Pos, c.near(at.Name, c.p.Places), fmt.Sprintf("no place of the model fits %s", quote(at.Name)))
				}
			}
		}
	}
}

// somePlace reports whether a pattern can fit a place: one that the program names, with or without what is put
// behind it in play.
func (c *checker) somePlace(at model.NameAt) bool {
	if len(at.Name) > 1000 {
		return false
	}
	if c.compared += len(c.p.Places); c.compared > mostCompared {
		return true
	}
	const mark = "·"
	return len(at.Name) >= len(mark) && at.Name[:len(mark)] == mark || slices.ContainsFunc(c.p.Places, func(place string) bool {
		return program.PlaceFits(at.Name, place) || len(at.Name) > len(place) && at.Name[:len(place)] == place
	})
}
