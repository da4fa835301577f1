package game

import (
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/turn"
	"github.com/astragal-engine/astragal/engine/value"
)

// Situation says what part of the rules asks now, for tools that explain; -1 and false where it is none.
type Situation struct {
	Step    int32 // a step node
	Window  int32 // a window of Program.Windows
	Event   int32 // an event, one of whose optional triggers asks
	Trigger int32
	Players []int // whom the step or window asks, also those of a simultaneous step who have answered
}

// Situation gives what asks now.
func (g *Game) Situation() Situation {
	s := Situation{Step: -1, Window: -1, Event: -1, Trigger: -1}
	if g.pend.kind != Decision {
		return s
	}
	switch f := g.top(); f.kind {
	case nodeFrame:
		s.Step = f.ref
	case windowFrame:
		s.Window = g.windows[f.ref].ref
	case emitFrame:
		s.Event, s.Trigger = f.ref, g.phase(&g.prog.Events[f.ref], f.state)[f.i]
	}
	for i := range g.pend.asks {
		s.Players = append(s.Players, int(g.pend.asks[i].player))
	}
	return s
}

// Tested reports whether trigger t of the event that asks has been tested by now.
func (g *Game) Tested(t int32) bool {
	f := g.top()
	ev := &g.prog.Events[f.ref]
	for phase := phaseBefore; phase <= f.state; phase++ {
		if phase == phaseImpact {
			continue
		}
		for i, x := range g.phase(ev, phase) {
			if x == t && (phase < f.state || int32(i) <= f.i) {
				return true
			}
		}
	}
	return false
}

// Turn gives the turn that is taken as the relations of turns see it, and the flow node that takes it; nil where none is.
func (g *Game) Turn() (*turn.Kernel, *program.Node) {
	for i := range g.frames {
		if g.takesTurns(&g.frames[i]) {
			k := g.kernel()
			return &k, &g.prog.Nodes[g.frames[i].ref]
		}
	}
	return nil, nil
}

// Follower gives whose turn would follow if the one that is taken ended now; false where everybody is out of the game.
func (g *Game) Follower(n *program.Node) (seat int, some bool, err *Error) {
	defer func() {
		if p := recover(); p != nil {
			err = g.caught(p)
			g.env.Reset()
		}
	}()
	who, some := g.seatOf(n, &g.prog.Turns.Next, "next_seat", g.owner()+1)
	return int(who), some, nil
}

// Eliminated reports whether a player is out of the game; Running whether a flow runs as a scope.
func (g *Game) Eliminated(player int) bool { return g.isEliminated(int32(player)) }
func (g *Game) Running(flow int32) bool    { return g.flowRunning(flow) }

// Apart is a clone to look at the game with, and to throw away: it has all the work of an answer ahead of
// it, and the local names that the game sees now. What follows is for such a clone: what it opens stays
// open.
func (g *Game) Apart() *Game {
	d := g.Clone()
	d.ops, d.nested = 0, 0
	d.env.Begin()
	return d
}

// Try evaluates an expression with the current local names. The error is an *expr.Error, or an *Error
// where a modifier of the model stops the game.
func (g *Game) Try(c *expr.Code) (v value.Value, err error) {
	cur := g.env.Locals.Cur
	defer func() {
		p := recover()
		switch e, ok := p.(*Error); {
		case p == nil:
			return
		case ok:
			err = e
		default:
			if err = g.env.Wrap(p); err == nil {
				panic(p)
			}
		}
		g.env.Reset()
		g.nested, g.env.Locals.Cur = 0, cur
	}()
	return c.Run(g.env), nil
}

// SeeAction makes the current local names those that pre_x of an action sees where the game waits. A
// player below 0 is nobody.
func (g *Game) SeeAction(action, player int32) {
	s := g.seeOffer(player)
	if item := g.prog.Actions[action].Item; item >= 0 {
		s = g.openScope(s)
		g.bind(program.SymSelf, g.prog.Items[item].Data)
	}
	g.env.Locals.Cur = s
}

func (g *Game) seeOffer(player int32) int32 {
	if len(g.frames) > 0 && g.top().kind == windowFrame {
		w := &g.windows[g.top().ref]
		return g.fastScope(w, &g.prog.Windows[w.ref], player)
	}
	return g.actorScope(player)
}

// IsLegal is the machine's own verdict on an action where the game waits. An error is what would stop
// the game there.
func (g *Game) IsLegal(action, player int32) (yes bool, err *Error) {
	defer func() {
		if p := recover(); p != nil {
			yes, err = false, g.caught(p)
			g.env.Reset()
		}
	}()
	return g.isLegal(action, g.seeOffer(player)), nil
}

// SeeItem makes self the only local name, as the active_x of a content item sees it.
func (g *Game) SeeItem(item int32) {
	s := g.openScope(-1)
	g.bind(program.SymSelf, g.prog.Items[item].Data)
	g.env.Locals.Cur = s
}

// SeeTrigger makes the current local names those of a trigger of event: with inside those of the emit
// that asks now, else event and self alone.
func (g *Game) SeeTrigger(event, trigger int32, inside bool) {
	scope := int32(-1)
	if inside {
		scope = g.top().scope
	}
	g.triggerScope(&frame{scope: scope, ref: event}, &g.prog.Triggers[trigger])
}

// SeeHere makes the current local names those of the innermost thing that the game is in the middle of.
// actor is player, or where that is below 0 whoever it is there; where it is nobody, the player asked.
func (g *Game) SeeHere(player int32) {
	scope := int32(-1)
	if len(g.frames) > 0 {
		scope = g.top().scope
	}
	s := g.openScope(scope)
	if _, ok := g.local(scope, program.SymActor); !ok && player < 0 {
		player = int32(g.Player())
	}
	if player >= 0 {
		g.bind(program.SymActor, value.OfInt(int64(player)))
	}
	g.env.Locals.Cur = s
}

// SeeNothing leaves no local names, as in end conditions.
func (g *Game) SeeNothing() { g.env.Locals.Cur = -1 }
