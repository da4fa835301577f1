package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// A node that takes turns (docs/turns.md): each is opened, begins formally, goes through its owner's phases, ends
// formally and is handed off. Its frame: pc the phase, i the next node of the opening or of the phase, flag whether
// the end check after a formal event is due. Work is left out, and nothing else, where the owner is out of the game.
func (g *Game) takeTurns(f *frame, n *program.Node) {
	t := g.prog.Turns
	if f.state != nodeEnter && g.checkpoint(false) {
		return
	}
	switch f.state {
	case nodeEnter:
		g.firstTurn(f, n)
	case turnOpen:
		if g.workOn(f, t.Opening) {
			return
		}
		g.begun()
		g.relate("FormalBegin")
		f.state, f.flag = turnBegun, true
		g.emitAfter(t.BeginEvent, n.EndPlace)
	case turnBegun:
		if g.afterFormal(f) {
			return
		}
		f.state, f.pc, f.i = turnPhase, 0, 0
	case turnPhase:
		phases := n.Phases[t.Seats[g.owner()]]
		if g.workOn(f, phases[f.pc]) {
			return
		}
		if int(f.pc)+1 < len(phases) {
			f.pc, f.i = f.pc+1, 0
			g.setRecord(program.TurnPhase, t.Sides[t.Seats[g.owner()]].Phases[f.pc])
			g.relate("Advance")
			return
		}
		g.setRecord(program.TurnEnded, value.OfBool(true))
		g.relate("FormalEnd")
		f.state, f.flag = turnEnded, true
		g.emitAfter(t.EndEvent, n.EndPlace)
	case turnEnded:
		if g.afterFormal(f) {
			return
		}
		g.setRecord(program.TurnReacted, value.OfBool(true))
		g.relate("EndReactionsDone")
		g.handOff(f, n)
	}
}

// workOn goes on with the next of a list of nodes; false where all are done, or the owner is out of the game.
func (g *Game) workOn(f *frame, list []int32) bool {
	if int(f.i) >= len(list) || g.isEliminated(g.owner()) {
		return false
	}
	child := list[f.i]
	f.i++
	g.enterNode(child)
	return true
}

// afterFormal runs the end check that follows a formal event. It reports whether the frames are no longer what
// they were.
func (g *Game) afterFormal(f *frame) bool {
	due := f.flag
	f.flag = false
	return due && g.endCheck()
}

// firstTurn opens the first turn, or leaves the node where none is taken.
func (g *Game) firstTurn(f *frame, n *program.Node) {
	if g.turning() {
		g.fail("flow %s: turns are being taken already", n.ID)
	}
	seat, some := g.seatOf(n, &g.prog.Turns.First, "first_seat", 0)
	if !some || n.Until != nil && n.Until.RunBool(g.env) {
		g.leave(f, n)
		return
	}
	g.openTurn(seat, 1)
	g.due = false
	g.relate("Open")
	f.state, f.i = turnOpen, 0
}

func endlessTurns(n *program.Node) string { return "flow " + n.ID + ": turns do not end" }

// handOff opens the turn of whoever follows, or leaves the node. It emits nothing.
func (g *Game) handOff(f *frame, n *program.Node) {
	id := g.record(program.TurnID).Int()
	seat, some := int32(0), false
	if n.Until == nil || !n.Until.RunBool(g.env) {
		seat, some = g.seatOf(n, &g.prog.Turns.Next, "next_seat", g.owner()+1)
	}
	if !some {
		g.relateLeft(false)
		g.closeTurns()
		g.leave(f, n)
		return
	}
	if id >= maxRounds {
		g.fail("%s", endlessTurns(n))
	}
	g.round()
	g.openTurn(seat, id+1)
	g.relate("Handoff")
	f.state, f.i = turnOpen, 0
}

// seatOf says whose turn comes: what the field says, else the first from seat on who is not out of the game; false
// where everybody is.
func (g *Game) seatOf(n *program.Node, v *program.Value, field string, from int32) (int32, bool) {
	if v.Given() {
		g.env.Locals.Cur = -1
		x := g.value(v)
		if !(x.IsInt() || x.IsBool()) || uint64(x.Int()) >= uint64(g.players) {
			g.fail("flow %s: %s_x gives %s, which is no player (0 to %d)", n.ID, field, value.Repr(&g.store, x), g.players-1)
		}
		if g.isEliminated(int32(x.Int())) {
			g.fail("flow %s: %s_x gives player %d, who is eliminated", n.ID, field, x.Int())
		}
		return int32(x.Int()), true
	}
	for range g.players {
		if from >= int32(g.players) {
			from = 0
		}
		if !g.isEliminated(from) {
			return from, true
		}
		from++
	}
	return 0, false
}

// giveUpTurn closes what is open in a turn whose owner is out of the game.
func (g *Game) giveUpTurn() {
	for i := range g.frames {
		if g.takesTurns(&g.frames[i]) {
			g.unwind(i + 1)
			return
		}
	}
}

func (g *Game) takesTurns(f *frame) bool {
	return f.kind == nodeFrame && g.prog.Nodes[f.ref].Kind == program.TakeTurns && f.state != nodeEnter && f.state < nodeWindow
}

// unwind closes the frames above depth, innermost first. Nothing runs on the way; the temporary modifiers of the
// emits that are left expire.
func (g *Game) unwind(depth int) {
	g.relateGivenUp(depth)
	for len(g.frames) > depth {
		f := *g.top()
		if f.kind == emitFrame {
			g.expire(f.ref)
		}
		if g.prog.Turns != nil && g.takesTurns(&f) {
			g.relateLeft(true)
			g.closeTurns()
		}
		g.pop()
	}
}
