package game

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/program"
)

// reset starts variables and zones afresh: those without persist, or all of them.
func (g *Game) reset(a *program.Reset) {
	g.event("reset:" + a.Label)
	g.mods = g.mods[:0]
	g.relateBack()
	g.clearResults()
	for i := range g.prog.Vars {
		if v := &g.prog.Vars[i]; a.Campaign || !v.Persist {
			g.initVar(v)
		}
	}
	for i := range g.prog.Zones {
		if a.Campaign || !g.prog.Zones[i].Persist {
			g.initZone(i)
		}
	}
}

// GameNo is the number of the game within its campaign, from 1.
func (g *Game) GameNo() int { return g.gameNo }

// NextGame starts the next game of a campaign in place of one that has ended: what persists is
// carried over, everything else starts afresh, and the campaign's ops between games run first.
func (g *Game) NextGame() error {
	c := g.prog.Campaign
	switch {
	case c == nil:
		return fmt.Errorf("%s is no campaign", g.prog.Name)
	case g.pend.kind != End:
		return fmt.Errorf("game %d of the campaign has not ended", g.gameNo)
	case c.Games > 0 && g.gameNo >= c.Games:
		return fmt.Errorf("the campaign has ended after %d games", c.Games)
	}
	g.gameNo++
	g.payoffs, g.reason = nil, ""
	g.pend = pending{}
	for i := range g.rounds {
		g.rounds[i] = 0
	}
	g.advance(func() { g.start(g.env.State) })
	return g.lost
}
