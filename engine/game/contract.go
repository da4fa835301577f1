package game

import (
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/turn"
	"github.com/astragal-engine/astragal/engine/value"
)

// contract holds a game against the relations of turns, and tells of each that is taken. The game goes its own way;
// what it does is said here as a step, and what the relations make of that must be what the game has become.
type contract struct {
	rules turn.Rules
	tell  func(turn.Line)
	now   *turn.Kernel // nil before the first turn of a game
	step  int
}

// SetTurns holds a game against the relations of turns from here on, as Options.Turns does from its beginning, and tells of
// each that is taken; nil: no more. It gives where that begins, for a trace that is an excerpt; nil: at the first turn that
// is opened. A model without turns has none to hold.
func (g *Game) SetTurns(tell func(turn.Line)) *turn.Start {
	g.contract = nil
	if tell == nil || g.prog.Turns == nil {
		return nil
	}
	g.contract = &contract{rules: turn.Over(g.prog.Turns.Profile(g.prog, g.players)), tell: tell}
	if !g.turning() || g.Over() {
		return nil
	}
	k := g.kernel()
	g.contract.now = &k
	return &turn.Start{Step: 1, Kernel: &k}
}

// take takes a step.
func (c *contract) take(relation string, e turn.Evidence) {
	line, err := c.rules.Take(c.step+1, c.now, turn.Step{Relation: relation, Evidence: e})
	if err != nil {
		panic(internal(fmt.Sprintf("the relations of turns refuse %v", err)))
	}
	c.step++
	c.now = line.After
	c.tell(line)
}

// relate takes one of the relations that need no more evidence than the game itself is.
func (g *Game) relate(relation string) {
	c := g.contract
	if c == nil {
		return
	}
	c.follow(g)
	e := turn.Evidence{Permitted: true, Drained: g.atRest()}
	switch f := g.top(); relation {
	case "Open":
		e = turn.Evidence{Seat: seat(int(g.owner())), ID: 1, Counts: make([]int, g.players)}
	case "Advance":
		e.Complete, e.To = true, g.record(program.TurnPhase).Text()
	case "EndReactionsDone", "CostReactionsDone", "Ready":
		e.Permitted = false
	case "Handoff":
		e = turn.Evidence{Drained: e.Drained, Complete: true, Seat: seat(int(g.owner()))}
	case "Declare":
		a := &g.prog.Actions[f.ref]
		e = turn.Evidence{Action: a.Name}
		if a.Effect >= 0 {
			e.Effects = len(g.prog.Blocks[a.Effect].Ends)
		}
	case "PayCosts":
		e.Drained = false
	case "Complete":
		e = turn.Evidence{}
	}
	c.take(relation, e)
	if relation == "Open" {
		c.whoIsOut(g)
	}
}

// whoIsOut takes over who has gone out, or come back, while no turn was taken.
func (c *contract) whoIsOut(g *Game) {
	for p := range g.players {
		switch is, was := g.isEliminated(int32(p)), slices.Contains(c.now.Out, p); {
		case is && !was:
			c.take("Eliminate", turn.Evidence{Seat: seat(p)})
		case was && !is:
			c.take("Readmit", turn.Evidence{Seat: seat(p)})
		}
	}
}

// open reports whether a turn is.
func (c *contract) open() bool { return c != nil && c.now != nil && c.now.Turn.ID > 0 }

func seat(n int) *int { return &n }

// atRest reports that nothing is open above what stands on top: a flow node, an action, a window.
func (g *Game) atRest() bool {
	if len(g.frames) == 0 {
		return true
	}
	k := g.top().kind
	return k == nodeFrame || k == actionFrame || k == windowFrame
}

func (g *Game) relateDue(v *program.Var) {
	if c := g.contract; c != nil {
		c.follow(g)
		c.take("Due", turn.Evidence{Scored: v.Name})
	}
}

func (g *Game) relateCosts(terminal bool) {
	if c := g.contract; c != nil {
		c.take("CostCheckpoint", turn.Evidence{Terminal: terminal})
	}
}

func (g *Game) relateWinners(won, also sees) {
	if c := g.contract; c != nil {
		c.take("Evaluate", turn.Evidence{Objective: g.seatsOf(won), Simultaneous: g.seatsOf(also)})
	}
}

func (g *Game) seatsOf(s sees) []int {
	if s.mask == 0 {
		return nil
	}
	return s.list(g.players)
}

func (g *Game) relateOut(player int) {
	if c := g.contract; c.open() {
		c.follow(g)
		c.take("Eliminate", turn.Evidence{Seat: seat(player)})
	}
}

// relateBack says that those who were out are not any more.
func (g *Game) relateBack() {
	if c := g.contract; c.open() {
		c.follow(g)
		for _, p := range c.now.Out {
			c.take("Readmit", turn.Evidence{Seat: seat(p)})
		}
	}
}

// relateEnd says that an end condition has ended the game.
func (g *Game) relateEnd(e *program.End, pay []float64) {
	if c := g.contract; c != nil && c.now != nil {
		c.follow(g)
		winners := g.seatsOf(g.best(e, pay))
		c.take("EndBy", turn.Evidence{Procedure: e.ID, Guard: true, Winners: winners, Nobody: winners == nil})
	}
}

// relateCancelled closes the action that waited on top of a stack and was cancelled there.
func (g *Game) relateCancelled() {
	if c := g.contract; c.open() {
		c.take("Cancel", turn.Evidence{Dropped: true})
	}
}

// relateGivenUp closes the actions above depth, innermost first.
func (g *Game) relateGivenUp(depth int) {
	c := g.contract
	if !c.open() {
		return
	}
	c.follow(g)
	keep := len(g.actionsOpen(g.frames[:depth]))
	dropped := !slices.Contains(c.now.Out, c.now.Turn.Owner)
	for len(c.now.Frames) > keep {
		if f := c.now.Frames[len(c.now.Frames)-1]; f.Nested != "" {
			c.take("NestedReturn", turn.Evidence{Receipt: &turn.Receipt{Structure: f.Nested, Cancelled: true}, Dropped: dropped})
		}
		c.take("Cancel", turn.Evidence{Dropped: dropped})
	}
}

// relateLeft says that no more turns are taken, or (dropped) that what took them has ended.
func (g *Game) relateLeft(dropped bool) {
	if c := g.contract; c.open() {
		c.take("Leave", turn.Evidence{Drained: !dropped && g.atRest(), Dropped: dropped})
	}
}

// hold sees after each step that the relations and the game have come to the same.
func (c *contract) hold(g *Game) {
	if g.pend.kind == End {
		c.holdEnd(g)
	}
	if !c.open() || g.pend.kind == End {
		return
	}
	c.follow(g)
	if k := g.kernel(); !c.now.Equal(&k) {
		panic(internal(fmt.Sprintf("the relations of turns and the game differ: %+v, %+v", *c.now, k)))
	}
}

// holdEnd sees that a game which has ended has ended as the relations say: those have won who get most.
func (c *contract) holdEnd(g *Game) {
	if c.now == nil {
		return // before any turn
	}
	out := c.now.Outcome
	most := slices.Max(g.payoffs)
	var best []int
	for p, x := range g.payoffs {
		if x == most {
			best = append(best, p)
		}
	}
	if out.Over() != (g.reason != noEnd) || len(out.Winners) > 0 && !slices.Equal(out.Winners, best) || out.Kind == "nobody" && most >= 0 {
		panic(internal(fmt.Sprintf("the relations of turns and the end of the game differ: %v, %v (%s)", out, g.payoffs, g.reason)))
	}
}

// follow takes the relations that lie between instructions: effects that are done, control that structures have got
// or given back.
func (c *contract) follow(g *Game) {
	if !c.open() || c.now.Outcome.Over() || len(c.now.Frames) == 0 {
		return
	}
	open := g.actionsOpen(g.frames)
	if len(open) != len(c.now.Frames) {
		return // one is just being opened or closed
	}
	is, was := open[len(open)-1], func() turn.Frame { return c.now.Frames[len(c.now.Frames)-1] }
	if is.Stage != turn.Resolving {
		return
	}
	if n := was().Nested; n != "" && n != is.Nested {
		c.take("NestedReturn", turn.Evidence{Receipt: &turn.Receipt{Structure: n, Completed: true}})
	}
	for was().Left > is.Left {
		c.take("Resolve", turn.Evidence{})
	}
	if is.Nested != "" && was().Nested == "" {
		c.take("Nest", turn.Evidence{Structure: is.Nested})
	}
}

// kernel is the game's turn as the relations see it.
func (g *Game) kernel() turn.Kernel {
	t := turn.Record{
		Owner: int(g.owner()), Phase: g.record(program.TurnPhase).Text(), ID: int(g.record(program.TurnID).Int()),
		FormalBegun: g.record(program.TurnBegun).Bool(), FormalEnded: g.record(program.TurnEnded).Bool(), EndReactionsDone: g.record(program.TurnReacted).Bool(),
		BegunCounts: ints(g.record(program.TurnCounts)),
	}
	k := turn.Kernel{Turn: t, Frames: g.actionsOpen(g.frames), Checkpoint: turn.NotDue, Outcome: turn.Playing, Out: ints(g.env.State[program.SlotEliminated])}
	slices.Sort(k.Out)
	if g.due {
		k.Checkpoint = turn.Due
	}
	return k
}

func ints(list value.Value) []int {
	var out []int
	for _, x := range list.Items() {
		out = append(out, int(x.Int()))
	}
	return out
}

// actionsOpen gives the actions that are open in frames, and those that wait on the stacks of windows. What is open around
// the turns, as a stack that waits for what takes them, is no part of a turn.
func (g *Game) actionsOpen(frames []frame) []turn.Frame {
	var out []turn.Frame
	inside := false
	for i := range frames {
		switch f := &frames[i]; {
		case !inside:
			inside = g.takesTurns(f)
		case f.kind == windowFrame:
			for _, it := range g.windows[f.ref].stack {
				a := &g.prog.Actions[it.action]
				out = append(out, turn.Frame{Action: a.Name, Stage: turn.Checked, Left: g.effects(a)})
			}
		case f.kind == actionFrame && (f.state > formalStart || f.state == formalStart && f.n == actEffectOnly):
			out = append(out, g.actionOpen(frames, i))
		}
	}
	return out
}

func (g *Game) effects(a *program.Action) int {
	if a.Effect < 0 {
		return 0
	}
	return len(g.prog.Blocks[a.Effect].Ends)
}

// actionOpen is the action of frame i: how many of its effects are left, and what has control meanwhile.
func (g *Game) actionOpen(frames []frame, i int) turn.Frame {
	f := &frames[i]
	a := &g.prog.Actions[f.ref]
	out := turn.Frame{Action: a.Name, Left: g.effects(a)}
	switch f.state {
	case formalPaying:
		out.Stage = turn.Declared
	case formalStart, formalReacting:
		out.Stage = turn.Checked
	case formalResolving:
		out.Stage, out.Left = turn.Resolving, 0
		if i+1 < len(frames) {
			for _, end := range g.prog.Blocks[a.Effect].Ends {
				if end > frames[i+1].pc || end == frames[i+1].pc && i+2 < len(frames) {
					out.Left++
				}
			}
			out.Nested = g.structure(frames[i+2:])
		}
	}
	return out
}

// structure names what has control of the frames above an effect.
func (g *Game) structure(frames []frame) string {
	for i := range frames {
		switch f := &frames[i]; f.kind {
		case emitFrame:
			return "emit " + g.prog.Events[f.ref].Name
		case windowFrame:
			return "window " + g.prog.Windows[g.windows[f.ref].ref].Name
		case flowFrame:
			return "run " + g.prog.Flows[f.ref].Name
		case codeFrame:
			for k := range g.prog.Items {
				if it := &g.prog.Items[k]; it.Effect == f.ref {
					return "exec " + it.ID
				}
			}
		case actionFrame:
			return ""
		}
	}
	return ""
}
