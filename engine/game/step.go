package game

import (
	"math/bits"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// stepStep runs a step node (seed, A step). n is the actor, -1 for none.
func (g *Game) stepStep(f *frame, n *program.Node) {
	switch f.state {
	case nodeEnter:
		if n.Actors != nil {
			g.sealStep(f, n)
			return
		}
		g.enterStep(f, n)
	case stepAsked:
		a := int32(g.pend.asks[0].picked(g.pick).Int())
		f.veil(g.pend.vis)
		f.state = stepDone
		g.act(a, f.n)
		g.work()
		g.stepAction(g.top())
	case stepDone:
		ended := g.endCheck()
		if !ended {
			g.leave(f, n)
		}
	case stepSealed:
		g.openSealed(f)
		g.runSealed(f, n)
	case stepRun:
		if f.flag {
			f.flag = false
			if g.endCheck() {
				return
			}
		}
		g.runSealed(f, n)
	}
}

// enterSole is enterStep where nothing is to be decided before the action runs: the frames of the step, the
// action and its first block are opened at once.
func (g *Game) enterSole(f *frame, n *program.Node) {
	if g.log.on || g.tracer != nil {
		g.tick()
		g.enterStep(f, n)
		return
	}
	g.tick()
	f.n = g.stepActor(n)
	f.state = stepDone
	g.pushAction(n.Sole, actWhole, g.actorScope(f.n))
	g.stepAction(g.top())
}

// stepActor is the player who acts in a step, -1: none.
func (g *Game) stepActor(n *program.Node) int32 {
	if n.Actor != nil {
		switch v := n.Actor.Run(g.env); {
		case v.IsInt() && uint64(v.Int()) < uint64(g.players):
			return int32(v.Int())
		case !v.IsNone():
			return g.playerIn(v, "actor_x")
		}
	}
	return -1
}

func (g *Game) enterStep(f *frame, n *program.Node) {
	f.n = g.stepActor(n)
	s := g.actorScope(f.n)
	if n.Always != nil {
		q := g.askStep(f, n, s)
		q.options = append(q.options, n.Always...)
		return
	}
	if n.Few {
		switch legal := g.fewActions(n.Do, s); bits.OnesCount64(legal) {
		case 0:
			g.closeScope(s)
			g.leave(f, n)
		case 1:
			g.forced(f, n, int32(bits.TrailingZeros64(legal)), s)
		default:
			g.askStep(f, n, s).few = legal
		}
		return
	}
	switch legal := g.legalActions(n.Do, s); len(legal) {
	case 0:
		g.closeScope(s)
		g.leave(f, n)
	case 1:
		g.forced(f, n, legal[0], s)
	default:
		q := g.askStep(f, n, s)
		for _, a := range legal {
			q.options = append(q.options, value.OfInt(int64(a)))
		}
	}
}

// forced runs the only action of a step that is legal, with the names of s.
func (g *Game) forced(f *frame, n *program.Node, action, s int32) {
	if g.log.on || n.Visible.X != nil || n.Visible.Secret {
		vis := g.stepSees(f, n, s)
		g.automatic(f.place, vis, action)
		f.veil(vis)
	}
	f.state = stepDone
	g.traceForced(f.place, action, value.Value{})
	g.pushAction(action, actWhole, s)
}

// askStep asks for one of several actions, which the caller adds; s holds the actor, and is closed.
func (g *Game) askStep(f *frame, n *program.Node, s int32) *ask {
	if f.n < 0 {
		g.notExecutable("step %s: choice between actions without actor_x", n.ID)
	}
	vis := g.stepSees(f, n, s)
	g.closeScope(s)
	f.state = stepAsked
	return g.begin(Decision, f, vis).addAsk(f.n, actionOptions)
}

// stepSees is who sees which action is taken; s holds the actor.
func (g *Game) stepSees(f *frame, n *program.Node, s int32) sees {
	standard := everyone
	if n.Visible.Secret && f.n >= 0 {
		standard = only(f.n)
	}
	g.env.Locals.Cur = s
	return g.visible(f, n.Visible, standard)
}

// actorScope opens the names of an action: actor, or none of them.
func (g *Game) actorScope(player int32) int32 {
	s := g.openScope(-1)
	if player >= 0 {
		g.env.Locals.Bind(program.SymActor, value.OfInt(int64(player)))
	}
	return s
}

// legalActions lists those of do that are legal with the names of s.
func (g *Game) legalActions(do []int32, s int32) []int32 {
	legal := g.legal[:0]
	g.env.Locals.Cur = s
	for _, a := range do {
		if a < 0 {
			g.raise(g.prog.Missing[-a-1])
		}
		if g.mayDo(a, s) {
			legal = append(legal, a)
		}
	}
	g.legal = legal
	return legal
}

// fewActions is legalActions where they can be told as bits.
func (g *Game) fewActions(do []int32, s int32) (legal uint64) {
	g.env.Locals.Cur = s
	for _, a := range do {
		if g.mayDo(a, s) {
			legal |= 1 << uint(a)
		}
	}
	return legal
}

// mayDo is isLegal where s is the current scope.
func (g *Game) mayDo(action, s int32) bool {
	a := &g.prog.Actions[action]
	if a.ByPre {
		return a.Pre == nil || a.Pre.RunBool(g.env)
	}
	return g.isLegal(action, s)
}

func (g *Game) act(action, player int32) { g.pushAction(action, actWhole, g.actorScope(player)) }

// sealStep asks every listed player with a choice, in secret and at once.
func (g *Game) sealStep(f *frame, n *program.Node) {
	seats := g.seats(n.Actors.Run(g.env), "actors_x")
	p := g.begin(running, f, everyone)
	p.sealed = true
	open := 0
	for _, seat := range seats {
		s := g.actorScope(seat)
		legal := g.legalActions(n.Do, s)
		g.closeScope(s)
		if len(legal) == 0 {
			continue
		}
		q := p.addAsk(seat, actionOptions)
		for _, a := range legal {
			q.options = append(q.options, value.OfInt(int64(a)))
		}
		if len(legal) == 1 {
			q.pick = 0
			g.traceForced(f.place, legal[0], value.Value{})
		} else {
			open++
		}
	}
	f.state = stepSealed
	if open > 0 {
		p.kind = Decision
	}
}

// openSealed takes down the choices of a simultaneous step, which everyone may now see.
func (g *Game) openSealed(f *frame) {
	var picks []value.Value
	for i := range g.pend.asks {
		q := &g.pend.asks[i]
		a := int32(q.options[q.pick].Int())
		if len(q.options) == 1 {
			g.automatic(f.place, everyone, a)
		} else {
			g.noteShown(f, everyone, q.player, g.actionLabel(a))
		}
		picks = append(picks, value.OfTuple([]value.Value{value.OfInt(int64(q.player)), value.OfInt(int64(a))}))
	}
	f.v, f.i, f.state = g.keep(value.OfList(picks)), 0, stepRun
}

// runSealed runs the next choice whose action is still legal.
func (g *Game) runSealed(f *frame, n *program.Node) {
	picks := f.v.Items()
	for int(f.i) < len(picks) {
		player, action := int32(picks[f.i].Items()[0].Int()), int32(picks[f.i].Items()[1].Int())
		f.i++
		s := g.actorScope(player)
		if g.isLegal(action, s) {
			f.flag = true
			g.pushAction(action, actWhole, s)
			return
		}
		g.closeScope(s)
	}
	g.leave(f, n)
}
