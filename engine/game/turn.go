package game

// nextTurn ends the block on top, the frame below depth, and what ends with it: an action of which it was the
// effect, then the step whose action that was, if the game is not over. Where the step is a turn
// (program.Node.Turn), the frames of the next one are those of this: they stay where they are, above the top,
// while the loop goes on to its next value, and the block begins again. That is what nextTurn reports; else the
// block is gone.
func (g *Game) nextTurn(depth int) bool {
	if depth < 3 || g.frames[depth-2].kind != actionFrame || g.frames[depth-2].state != actionDone {
		g.pop()
		return false
	}
	action, step := &g.frames[depth-2], &g.frames[depth-3]
	g.closeScope(action.scope)
	g.frames = g.frames[:depth-2]
	if step.kind != nodeFrame || step.state != stepDone || g.endCheck() {
		return false
	}
	n := &g.prog.Nodes[step.ref]
	if !n.Turn || g.log.on || g.tracer != nil {
		g.leave(step, n)
		return false
	}

	g.frames = g.frames[:depth-3]
	if !g.turnOf(g.top()) {
		return false
	}
	g.frames = g.frames[:depth-2]
	step.n = g.stepActor(n)
	action.scope = g.actorScope(step.n)
	g.frames = g.frames[:depth]
	block := g.top()
	block.pc, block.state, block.scope = 0, fresh, action.scope
	g.env.Locals.Cur = action.scope
	return true
}

// turnOf goes on with the loop f, on top, to its next value; false where it has none.
func (g *Game) turnOf(f *frame) bool {
	g.tick()
	n := &g.prog.Nodes[f.ref]
	if int(f.pc) >= len(f.v.Items()) && !g.beginRound(f, n) {
		g.leave(f, n)
		return false
	}
	if !g.wholeValue(f, n) {
		return false
	}
	f.i = 1
	return true
}
