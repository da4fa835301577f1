package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

func (r *reader) checkNode(g *Game, f *frame, top bool, asks func(Kind, optionKind, bool)) {
	n := &r.prog.Nodes[f.ref]
	ok := func(ok bool) { r.need(ok, "the state of a flow node") }
	within := func(x int32, most int) { ok(x >= 0 && int(x) <= most) }
	if f.state >= nodeWindow {
		ok(f.state <= nodeEvents && !top)
		within(f.i, len(n.Events))
		return
	}
	ok(n.Kind != program.Subflow && n.Kind != program.Broken)
	switch f.state {
	case nodeEnter:
		ok(n.Kind == program.Sequence && !top)
		within(f.i, len(n.Children))
	case nodeBody:
		ok(!top)
		if n.Kind == program.Branch {
			ok(f.pc >= 0 && int(f.pc) < len(n.Cases))
			within(f.i, len(n.Cases[f.pc].Children))
			return
		}
		r.checkLoop(f, n)
		within(f.i, len(n.Children))
	case nodeOrder:
		r.checkLoop(f, n)
		ok(n.Over != nil)
		asks(Chance, plainOptions, false)
		ok(len(g.pend.asks[0].options) == len(f.v.Items())-int(f.pc))
	case stepAsked:
		ok(n.Kind == program.Step && n.Actors == nil && g.pend.kind == Decision)
		asks(Decision, actionOptions, false)
		ok(f.n == g.pend.asks[0].player)
		r.checkActions(g, n.Do, false)
	case stepSealed:
		ok(n.Kind == program.Step && n.Actors != nil && g.pend.kind == Decision)
		asks(Decision, actionOptions, true)
		r.checkActions(g, n.Do, false)
	case stepRun:
		ok(n.Kind == program.Step && !top && f.v.Kind() == value.List)
		within(f.i, len(f.v.Items()))
		for _, x := range f.v.Items() {
			ok(x.Kind() == value.Tuple && len(x.Items()) == 2)
			player, action := x.Items()[0], x.Items()[1]
			ok(player.IsInt() && player.Int() >= 0 && player.Int() < int64(g.players))
			ok(action.IsInt() && action.Int() >= 0 && action.Int() < int64(len(r.prog.Actions)))
		}
	case stepDone:
		ok(n.Kind == program.Step && !top)
	case turnOpen, turnBegun, turnPhase, turnEnded:
		ok(n.Kind == program.TakeTurns && !top && g.turning())
		r.checkTaking(g, f, n)
	default:
		ok(false)
	}
}

// checkTaking: the record of the turn is where the node is.
func (r *reader) checkTaking(g *Game, f *frame, n *program.Node) {
	ok := func(ok bool) { r.need(ok, "the state of a turn") }
	phases := n.Phases[r.prog.Turns.Seats[g.owner()]]
	ok(g.record(program.TurnBegun).Bool() == (f.state > turnOpen) && g.record(program.TurnEnded).Bool() == (f.state == turnEnded))
	switch f.state {
	case turnOpen:
		ok(f.i >= 0 && int(f.i) <= len(r.prog.Turns.Opening))
	case turnPhase:
		ok(f.pc >= 0 && int(f.pc) < len(phases) && f.i >= 0 && int(f.i) <= len(phases[f.pc]))
		ok(g.record(program.TurnPhase).Text() == r.prog.Turns.Sides[r.prog.Turns.Seats[g.owner()]].Phases[f.pc].Text())
	}
}

func (r *reader) checkLoop(f *frame, n *program.Node) {
	ok := n.Kind == program.Loop && f.n >= 1 && f.n <= maxRounds
	if ok && n.Over != nil {
		ok = f.v.Kind() == value.List && f.pc >= 0 && int(f.pc) <= len(f.v.Items())
	}
	r.need(ok, "the state of a loop")
}
