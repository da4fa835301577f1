package game

import (
	"math/bits"

	"github.com/astragal-engine/astragal/engine/program"
)

// node runs a flow node; true where the game is over. Inlined into the loop over children it would have its frames put on
// the heap.
//
//go:noinline
func (r *runner) node(ref int32) (over bool) {
	n := &r.g.prog.Nodes[ref]
	r.g.ops++
	switch n.Kind {
	case program.Step:
		if n.Actors == nil {
			return r.step(n) || n.After && r.after(&frame{ref: ref}, n)
		}
	case program.Sequence:
		for _, child := range n.Children {
			if r.node(child) {
				return true
			}
		}
		return n.After && r.after(&frame{ref: ref}, n)
	case program.Loop, program.Branch:
		return r.nodeFrom(&frame{kind: nodeFrame, ref: ref, place: n.Place, scope: -1}, n)
	}
	g := r.g
	depth := len(g.frames)
	g.pushNode(ref)
	return r.machine(depth)
}

// nodeFrom goes on with a node that the frame f says to be under way.
func (r *runner) nodeFrom(f *frame, n *program.Node) (over bool) {
	if f.state < nodeWindow {
		switch n.Kind {
		case program.Loop:
			over = r.loop(f, n)
		case program.Branch:
			over = r.branch(f, n)
		case program.Step:
			over = r.stepFrom(f, n)
		default:
			over = r.children(f, n.Children)
		}
		if over || !n.After {
			return over
		}
		f.state, f.i, f.flag = nodeEnter, 0, false
	}
	return r.after(f, n)
}

func (r *runner) children(f *frame, list []int32) (over bool) {
	for int(f.i) < len(list) {
		child := list[f.i]
		f.i++
		if r.node(child) {
			return true
		}
	}
	return false
}

func (r *runner) loop(f *frame, n *program.Node) (over bool) {
	g := r.g
	for {
		switch f.state {
		case nodeEnter, nodeRound:
			g.ops++
			r.tick()
			g.env.Locals.Cur = -1
			if !g.beginRound(f, n) {
				return false
			}
		case nodeNext, nodeOrder:
			g.ops++
			if n.Plain {
				if r.each(f, n) {
					return true
				}
			} else if !g.nextValue(f, n) {
				r.answer()
			}
		case nodeBody:
			if r.children(f, n.Children) {
				return true
			}
			f.state = nodeNext
			if n.Over == nil {
				f.state = nodeRound
			}
		}
	}
}

// each runs the body of a loop for the values of a round that are left, in a loop that only has to note which it is.
func (r *runner) each(f *frame, n *program.Node) (over bool) {
	g := r.g
	for items := f.v.Items(); int(f.pc) < len(items); {
		x := items[f.pc]
		f.pc++
		if x.IsHeap() {
			x = g.own.Share(x)
		}
		g.ops++
		g.wrote(n.As.Slot)
		g.env.State[n.As.Slot] = x
		for _, child := range n.Children {
			if r.node(child) {
				return true
			}
		}
	}
	f.state = nodeRound
	return false
}

func (r *runner) branch(f *frame, n *program.Node) (over bool) {
	if f.state == nodeEnter {
		r.g.env.Locals.Cur = -1
		r.g.enterBranch(f, n)
	}
	return f.pc >= 0 && r.children(f, n.Cases[f.pc].Children)
}

// after runs a node's window and end events.
func (r *runner) after(f *frame, n *program.Node) (over bool) {
	g := r.g
	if f.state <= nodeWindow {
		f.state = nodeEvents
		if n.WindowStop != nil {
			g.raise(n.WindowStop)
		}
		if n.Window >= 0 && r.window(n.Window, -1, -1) {
			return true
		}
	}
	for {
		if f.flag && g.endCheck() {
			return true
		}
		if int(f.i) >= len(n.Events) {
			return false
		}
		ev := n.Events[f.i]
		f.i++
		f.flag = true
		if r.emitAfter(ev) {
			return true
		}
	}
}

// step runs a step node whose actor, if any, is one player.
func (r *runner) step(n *program.Node) (over bool) {
	g := r.g
	r.tick()
	g.env.Locals.Cur = -1
	who := g.stepActor(n)
	s := g.actorScope(who)
	a := n.Sole
	switch {
	case a >= 0:
	case n.Always != nil:
		a = n.Do[r.pickAction(n, who, len(n.Always), s)]
	case n.Few:
		legal := g.fewActions(n.Do, s)
		if legal == 0 {
			g.closeScope(s)
			return false
		}
		for k := r.pickAction(n, who, bits.OnesCount64(legal), s); k > 0; k-- {
			legal &= legal - 1
		}
		a = int32(bits.TrailingZeros64(legal))
	default:
		legal := g.legalActions(n.Do, s)
		if len(legal) == 0 {
			g.closeScope(s)
			return false
		}
		k := r.pickAction(n, who, len(legal), s)
		a = legal[k]
	}
	return r.action(a, actWhole, s) || g.endCheck()
}

// pickAction has one of so many legal actions picked; s holds the actor.
func (r *runner) pickAction(n *program.Node, who int32, legal int, s int32) int {
	g := r.g
	if n.Visible.X != nil {
		g.env.Locals.Cur = s
		g.visible(nil, n.Visible, everyone) // it may be wrong
	}
	if legal == 1 {
		return 0
	}
	if who < 0 {
		panic(errStraight)
	}
	return r.ask(who, legal, nil)
}

// stepFrom goes on with a step whose action was asked for, or has run.
func (r *runner) stepFrom(f *frame, n *program.Node) (over bool) {
	g := r.g
	if f.state == stepAsked {
		a := int32(g.pend.asks[0].picked(g.pick).Int())
		if r.action(a, actWhole, g.actorScope(f.n)) {
			return true
		}
	}
	return g.endCheck()
}

// action runs an action whose names live in scope s, which goes with it.
func (r *runner) action(action, mode, s int32) (over bool) {
	g := r.g
	a := &g.prog.Actions[action]
	if a.Item >= 0 {
		g.bind(program.SymSelf, g.prog.Items[a.Item].Data)
	}
	if a.Cost >= 0 && mode != actEffectOnly && r.block(a.Cost, s, a.Place) {
		return true
	}
	if mode == actCostOnly {
		g.stackUp(&frame{ref: action, scope: s})
	} else if a.Effect >= 0 && r.block(a.Effect, s, a.Place) {
		return true
	}
	g.closeScope(s)
	return false
}

// actionFrom goes on with an action whose cost or effect has run.
func (r *runner) actionFrom(f *frame) (over bool) {
	g := r.g
	a := &g.prog.Actions[f.ref]
	if f.state == actionPaid {
		if f.n == actCostOnly {
			g.stackUp(f)
			return false
		}
		return a.Effect >= 0 && r.block(a.Effect, f.scope, f.place)
	}
	return false
}
