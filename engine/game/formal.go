package game

import "github.com/astragal-engine/astragal/engine/program"

// An action that runs inside a turn (docs/turns.md): its costs are paid, a checkpoint looks whether they have ended
// the game, others react to them, and only then come its effects. States of such an action's frame, behind those of
// any other.
const (
	formalStart     = program.FormalStart + iota
	formalPaying    // the cost runs
	formalReacting  // the window for reactions to the cost is open
	formalResolving // the effect runs
)

// stepFormal goes on with an action of a model that has turns; outside of a turn it is one like any other.
func (g *Game) stepFormal(f *frame, a *program.Action) {
	switch f.state {
	case formalStart:
		switch {
		case !g.turning():
			f.state = actionStart
			g.stepAction(f)
		case f.n == actEffectOnly:
			g.resolve(f, a)
		default:
			f.state = formalPaying
			g.relate("Declare")
			if a.Cost >= 0 {
				g.runBlock(a.Cost, f.scope, f.place)
			}
		}
	case formalPaying:
		g.relate("PayCosts")
		if g.checkpoint(true) {
			return
		}
		f.state = formalReacting
		if w := g.prog.Turns.CostWindow; a.Cost >= 0 && w >= 0 && !g.reacting() {
			g.openWindow(w, -1, -1)
		}
	case formalReacting:
		if f.n == actCostOnly {
			g.stackUp(f)
			g.pop()
			return
		}
		g.resolve(f, a)
	case formalResolving:
		g.relate("Complete")
		g.pop()
		g.checkpoint(false)
	}
}

// resolve begins with an action's effects.
func (g *Game) resolve(f *frame, a *program.Action) {
	g.relate("CostReactionsDone")
	f.state = formalResolving
	if a.Effect >= 0 {
		g.runBlock(a.Effect, f.scope, f.place)
	}
}

// reacting reports whether a window for reactions to a cost is open: what is played there, or because of it, opens no
// other.
func (g *Game) reacting() bool {
	for i := range g.frames {
		f := &g.frames[i]
		if f.kind == actionFrame && f.state == formalReacting && i+1 < len(g.frames) {
			return true
		}
	}
	return false
}
