package game

import (
	"github.com/astragal-engine/astragal/engine/program"
)

// How an action runs. An action frame: ref the action, n how, state what comes next; its scope holds
// the local names that cost and effect share.
const (
	actWhole      int32 = iota // a step: cost, then effect
	actImmediate               // in a window: the same
	actCostOnly                // in a window with a stack: the cost now
	actEffectOnly              // its effect, when it resolves
)

const (
	actionStart uint8 = iota
	actionPaid
	actionDone
)

// pushAction starts an action whose names live in scope s, which goes with it.
func (g *Game) pushAction(action, mode, s int32) {
	a := &g.prog.Actions[action]
	if a.Item >= 0 {
		g.bind(program.SymSelf, g.prog.Items[a.Item].Data)
	}
	*g.above() = frame{kind: actionFrame, state: a.Start, ref: action, n: mode, place: a.Place, scope: s, own: true}
}

func (g *Game) stepAction(f *frame) {
	a := &g.prog.Actions[f.ref]
	if f.state == actionStart {
		f.state = actionPaid
		if a.Cost >= 0 && f.n != actEffectOnly {
			g.enterBlock(a.Cost, f.scope, f.place)
			return
		}
	}
	if f.state == actionPaid && f.n != actCostOnly {
		f.state = actionDone
		if a.Effect >= 0 {
			g.enterBlock(a.Effect, f.scope, f.place)
			return
		}
	}
	if f.state == actionPaid {
		g.stackUp(f)
	} else if f.state > actionDone {
		g.stepFormal(f, a)
		return
	}
	g.pop()
}

// isLegal tests an action's pre_x, and of an ability that its item is active, with the names of s.
func (g *Game) isLegal(action, s int32) bool {
	a := &g.prog.Actions[action]
	if a.Item < 0 && a.Pre == nil && a.PreStop == nil {
		return true
	}
	if a.Item >= 0 && !g.active(a.Item) {
		return false
	}
	if a.PreStop != nil {
		g.raise(a.PreStop)
	}
	if a.Pre == nil {
		return true
	}
	cur := g.env.Locals.Cur
	g.env.Locals.Cur = s
	if a.Item < 0 {
		yes := a.Pre.RunBool(g.env)
		g.env.Locals.Cur = cur
		return yes
	}
	in := g.openScope(s)
	g.bind(program.SymSelf, g.prog.Items[a.Item].Data)
	g.env.Locals.Cur = in
	yes := a.Pre.RunBool(g.env)
	g.closeScope(in)
	g.env.Locals.Cur = cur
	return yes
}
