package game

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// A node frame: ref the flow node, i the next child. The states up to nodeWindow are of the kind's
// own walk; then come the node's window and end events.
const (
	nodeEnter uint8 = iota
	nodeRound       // loop: a round begins (n the rounds so far)
	nodeNext        // loop over a list: v the list, pc the next of its values
	nodeOrder       // loop in random order: which of v comes next was asked
	nodeBody        // children; of a branch, pc the case
	stepAsked
	stepSealed // a simultaneous step's choices are in
	stepRun    // v the choices of a simultaneous step, i the next
	stepDone   // an action has run: the end check is due
	turnOpen   // of a node that takes turns, see turns.go
	turnBegun
	turnPhase
	turnEnded
	nodeWindow
	nodeEvents // i the next end event; flag: the last one's end check is due
)

func (g *Game) pushNode(n int32) {
	*g.above() = frame{kind: nodeFrame, ref: n, place: g.prog.Nodes[n].Place, scope: -1}
}

// enterNode pushes a child of the node on top and goes on with it at once.
func (g *Game) enterNode(child int32) {
	n := &g.prog.Nodes[child]
	f := g.above()
	*f = frame{kind: nodeFrame, ref: child, place: n.Place, scope: -1}
	if n.Kind == program.Step && n.Sole >= 0 {
		g.enterSole(f, n)
		return
	}
	g.tick()
	g.stepNode(f)
}

func (g *Game) stepNode(f *frame) {
	n := &g.prog.Nodes[f.ref]
	if f.state >= nodeWindow {
		g.afterNode(f, n)
		return
	}
	switch n.Kind {
	case program.Sequence:
		g.children(f, n, n.Children)
	case program.Loop:
		g.loop(f, n)
	case program.Branch:
		g.branch(f, n)
	case program.Subflow:
		g.leave(f, n)
		g.runFlow(n.Flow, n.Place)
	case program.Step:
		g.stepStep(f, n)
	case program.TakeTurns:
		g.takeTurns(f, n)
	case program.Broken:
		g.raise(n.Stop)
	}
}

// leave ends a node's own work: what follows is its window and its end events.
func (g *Game) leave(f *frame, n *program.Node) {
	if !n.After && n.Kind != program.Subflow {
		g.pop()
		return
	}
	f.state, f.i, f.flag = nodeWindow, 0, false
	f.v, f.w = value.Value{}, value.Value{}
}

func (g *Game) afterNode(f *frame, n *program.Node) {
	if f.state == nodeWindow {
		f.state = nodeEvents
		if n.WindowStop != nil {
			g.raise(n.WindowStop)
		}
		if n.Window >= 0 {
			g.openWindow(n.Window, -1, -1)
			return
		}
	}
	if f.flag {
		f.flag = false
		if g.checkpoint(false) || g.endCheck() {
			return
		}
	}
	if int(f.i) >= len(n.Events) {
		g.pop()
		return
	}
	ev := n.Events[f.i]
	f.i++
	f.flag = true
	f.place = n.EndPlace
	g.emitAfter(ev, n.EndPlace)
}

func (g *Game) children(f *frame, n *program.Node, list []int32) {
	if int(f.i) < len(list) {
		child := list[f.i]
		f.i++
		g.enterNode(child)
		return
	}
	g.leave(f, n)
}

func (g *Game) branch(f *frame, n *program.Node) {
	if f.state == nodeEnter {
		g.enterBranch(f, n)
	}
	if f.pc < 0 {
		g.leave(f, n)
		return
	}
	g.children(f, n, n.Cases[f.pc].Children)
}

// enterBranch finds the case that holds; f.pc is -1 where none does.
func (g *Game) enterBranch(f *frame, n *program.Node) {
	f.state, f.pc = nodeBody, -1
	for i := range n.Cases {
		if n.Cases[i].Stop != nil {
			g.raise(n.Cases[i].Stop)
		}
		if n.Cases[i].When.RunBool(g.env) {
			f.pc = int32(i)
			return
		}
	}
}

func (g *Game) loop(f *frame, n *program.Node) {
	for {
		switch f.state {
		case nodeEnter, nodeRound:
			if !g.beginRound(f, n) {
				g.leave(f, n)
				return
			}
		case nodeNext, nodeOrder:
			if !g.nextValue(f, n) {
				return
			}
		case nodeBody:
			if int(f.i) < len(n.Children) {
				child := n.Children[f.i]
				f.i++
				g.enterNode(child)
				return
			}
			f.state = nodeNext
			if n.Over == nil {
				f.state = nodeRound
			}
		}
		if len(n.Children) == 0 {
			g.tick()
		}
	}
}

// beginRound starts a round of a loop; false where the loop ends instead.
func (g *Game) beginRound(f *frame, n *program.Node) bool {
	if f.state == nodeEnter {
		g.rounds[n.LoopIndex] = 0
	} else {
		g.round()
	}
	if n.Once && f.n > 0 || n.Until != nil && n.Until.RunBool(g.env) {
		return false
	}
	if f.n++; f.n > maxRounds {
		g.fail("%s", endlessLoop(n))
	}
	g.rounds[n.LoopIndex] = f.n
	f.i = 0
	if n.Over == nil {
		f.state = nodeBody
		return true
	}
	over := n.Over.Run(g.env)
	if over.Kind() != value.List || n.Order != program.Listed {
		items := append([]value.Value(nil), g.elemsOf(over, "flow "+n.ID+": over_x")...)
		if n.Order == program.Reversed {
			slices.Reverse(items)
		}
		over = value.OfList(items)
	}
	f.v = g.keep(over)
	f.state, f.pc = nodeNext, 0
	return true
}

func endlessLoop(n *program.Node) string { return "flow " + n.ID + ": loop does not end" }

// nextValue sets the loop's variable to the next value; false where chance must first say which.
func (g *Game) nextValue(f *frame, n *program.Node) bool {
	items := f.v.Items()
	at := int(f.pc)
	if n.Plain && at < len(items) {
		g.wrote(n.As.Slot)
		g.env.State[n.As.Slot] = g.own.Share(items[at])
		f.pc++
		f.state, f.i = nodeBody, 0
		return true
	}
	switch {
	case at >= len(items):
		f.state = nodeRound
		return true
	case f.state == nodeOrder:
		at += int(g.pick)
	case n.Order == program.Random && at < len(items)-1:
		f.state = nodeOrder
		q := g.begin(Chance, f, everyone).addAsk(-1, plainOptions)
		q.options = append(q.options, items[at:]...)
		return false
	}
	x := items[at]
	if at != int(f.pc) {
		f.v = g.own.Insert(g.own.Remove(f.v, at), int(f.pc), x)
	}
	f.pc++
	if n.As.Stop != nil {
		g.raise(n.As.Stop)
	}
	g.setLoopVar(&n.As, x)
	f.state, f.i = nodeBody, 0
	return true
}

// setLoopVar sets the variable of a loop to x, which the loop's list holds too.
func (g *Game) setLoopVar(ref *program.VarRef, x value.Value) {
	if g.prog.Vars[ref.Var].Whole() {
		g.wrote(ref.Slot)
		g.env.State[ref.Slot] = g.own.Share(x)
	} else {
		g.writeVar(ref, &program.Value{Lit: x, Has: true}, false)
	}
}
