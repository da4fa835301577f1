package game

import (
	"math/bits"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// endCheck tests the end conditions in order (seed, End conditions). It reports whether the game has
// ended or a subflow has, so that the frames are no longer what they were.
func (g *Game) endCheck() bool {
	if g.calm == g.prog.Calm {
		return false
	}
	g.env.Locals.Cur = -1
	ousted := false
	ends := g.prog.Ends
	for i := 0; i < len(ends); i++ {
		if g.prog.Calm != program.NeverCalm {
			if i += bits.TrailingZeros64((g.prog.Calm &^ g.calm) >> uint(i)); i >= len(ends) {
				break
			}
		} else if g.calm&ends[i].Bit != 0 {
			continue
		}
		e := &ends[i]
		if e.Scope >= 0 && !g.flowRunning(e.Scope) {
			continue
		}
		g.settle()
		if !e.If.RunBool(g.env) {
			g.calm |= e.Bit
			continue
		}
		if e.Stop != nil {
			g.raise(e.Stop)
		}
		if e.Result == program.Eliminate {
			ousted = g.eliminate(e) || ousted
			continue
		}
		if e.Scope >= 0 && e.Result <= program.Drawn {
			g.endFlow(e.Scope, e.Result)
			return true
		}
		if g.endGame(e) {
			return true
		}
	}
	return ousted
}

// wrote notes that a state slot has been written, or is about to be: the end conditions that read it are to be
// asked again. Whoever writes what instances hold forgets all that is noted of conditions instead.
func (g *Game) wrote(slot int) { g.calm &^= g.prog.Readers[slot] }

func (g *Game) flowRunning(flow int32) bool {
	for i := range g.frames {
		if g.frames[i].kind == flowFrame && g.frames[i].ref == flow {
			return true
		}
	}
	return false
}

var resultNames = [...]value.Value{program.Win: value.OfText("win"), program.Loss: value.OfText("loss"), program.Drawn: value.OfText("draw")}

// endFlow ends the innermost run of a flow; nothing runs on the way out, and the temporary modifiers
// of the emits that are left expire.
func (g *Game) endFlow(flow int32, result program.Result) {
	g.wrote(program.SlotResults)
	results := &g.env.State[program.SlotResults]
	*results = g.own.SetKey(*results, value.OfText(g.prog.Flows[flow].Name), resultNames[result])
	g.eventID(g.prog.Flows[flow].Ended[result])
	at := len(g.frames) - 1
	for g.frames[at].kind != flowFrame || g.frames[at].ref != flow {
		at--
	}
	g.unwind(at)
	g.release()
}

// eliminate adds the players of who_x who are not out yet. It reports whether the turn was one's of them, so that
// the frames are no longer what they were.
func (g *Game) eliminate(e *program.End) bool {
	if e.WhoStop != nil {
		g.raise(e.WhoStop)
	}
	v := e.Who.Run(g.env)
	who := []value.Value{v}
	if !v.IsInt() && !v.IsBool() {
		items, ok := value.Items(&g.store, v)
		if !ok {
			g.fail("end condition %s: who_x gives %s, not a player or a list of players", e.ID, value.Repr(&g.store, v))
		}
		who = items
	}
	ousted := false
	g.wrote(program.SlotEliminated)
	out := &g.env.State[program.SlotEliminated]
	for _, x := range who {
		p := g.endPlayer(e, x)
		if g.isEliminated(int32(p)) {
			continue
		}
		*out = g.own.Insert(*out, len(out.Items()), value.OfInt(int64(p)))
		if g.hearing() {
			g.event("eliminated:" + value.Str(nil, value.OfInt(int64(p))))
		}
		ousted = ousted || g.turning() && g.owner() == int32(p)
		g.relateOut(p)
	}
	if ousted {
		g.giveUpTurn()
	}
	return ousted
}

func (g *Game) endPlayer(e *program.End, x value.Value) int {
	if (x.IsInt() || x.IsBool()) && x.Int() >= 0 && x.Int() < int64(g.players) {
		return int(x.Int())
	}
	g.fail("end condition %s: who_x gives %s, which is no player (0 to %d)", e.ID, value.Repr(&g.store, x), g.players-1)
	return 0
}

// endGame works out the payoffs of a condition that fired; false where winners gives nobody.
func (g *Game) endGame(e *program.End) bool {
	pay := g.zeroPayoffs()
	if !g.payoffsOf(e, pay) {
		return false
	}
	g.relateEnd(e, pay)
	g.finish(pay, e.ID)
	return true
}

// payoffsOf works out the payoffs of a condition that holds; false where winners gives nobody.
func (g *Game) payoffsOf(e *program.End, pay []float64) bool {
	switch e.Result {
	case program.Drawn:
	case program.Win, program.Loss:
		g.winLoss(e, pay)
	case program.Score:
		g.perPlayer(e, e.Returns, "returns_x", pay)
	case program.Winners:
		if !g.winners(e, pay) {
			return false
		}
	case program.Rank:
		places := make([]float64, g.players)
		g.perPlayer(e, e.Ranks, "ranks_x", places)
		g.rank(places, pay)
	}
	return true
}

func (g *Game) winLoss(e *program.End, pay []float64) {
	mine := 1.0
	if e.Result == program.Loss {
		mine = -1
	}
	if g.prog.Cooperative {
		for i := range pay {
			pay[i] = mine
		}
		return
	}
	if e.WhoStop != nil {
		g.raise(e.WhoStop)
	}
	v := e.Who.Run(g.env)
	switch v.Kind() {
	case value.List, value.Tuple, value.Set, value.Frozen:
		g.fail("end condition %s: who_x gives a %s (%s); a competitive win needs one player index (several winners: result: score with returns_x, or result: winners)",
			e.ID, v.Kind(), value.Repr(&g.store, v))
	}
	who := g.endPlayer(e, v)
	for i := range pay {
		pay[i] = -mine
	}
	pay[who] = mine
}

// perPlayer reads one number per player.
func (g *Game) perPlayer(e *program.End, field program.Value, name string, out []float64) {
	v := g.value(&field)
	items, ok := value.Items(&g.store, v)
	if !ok {
		g.fail("end condition %s: %s gives %s, not a list of numbers", e.ID, name, value.Repr(&g.store, v))
	}
	if len(items) != g.players {
		g.fail("end condition %s: %s gives %d values, expected %d", e.ID, name, len(items), g.players)
	}
	for i, x := range items {
		if out[i], ok = value.Number(x); !ok {
			g.fail("end condition %s: %s gives %s for player %d, not a number", e.ID, name, value.Repr(&g.store, x), i)
		}
	}
}

// winners: nobody lets play go on, everybody is a draw (alone or in a cooperative game: a win), else +1 against −1.
func (g *Game) winners(e *program.End, pay []float64) bool {
	if e.WhoStop != nil {
		g.raise(e.WhoStop)
	}
	v := e.Who.Run(g.env)
	items, ok := value.Items(&g.store, v)
	if !ok {
		g.fail("end condition %s: who_x gives %s, not a list or set of players", e.ID, value.Repr(&g.store, v))
	}
	var in sees
	for _, x := range items {
		in.mask |= 1 << uint(g.endPlayer(e, x))
	}
	if in.mask == 0 {
		return false
	}
	g.payWinners(in, pay)
	return true
}

// payWinners: everybody is a draw (alone or in a cooperative game: a win), else those of the set get +1 and the others −1.
func (g *Game) payWinners(in sees, pay []float64) {
	n := bits.OnesCount64(in.mask)
	for p := range pay {
		switch {
		case n == g.players && n > 1 && !g.prog.Cooperative:
			pay[p] = 0
		case in.mask>>uint(p)&1 == 1:
			pay[p] = 1
		default:
			pay[p] = -1
		}
	}
}

// rank pays (beaten − beaten by) / (n − 1); place 1 is best.
func (g *Game) rank(places, pay []float64) {
	if g.players == 1 {
		return
	}
	for i := range places {
		diff := 0
		for j := range places {
			if places[i] < places[j] {
				diff++
			} else if places[i] > places[j] {
				diff--
			}
		}
		pay[i] = float64(diff) / float64(g.players-1)
	}
}

func (g *Game) zeroPayoffs() []float64 {
	if cap(g.payoffs) < g.players {
		g.payoffs = make([]float64, g.players)
	}
	g.payoffs = g.payoffs[:g.players]
	clear(g.payoffs)
	return g.payoffs
}

// noEnd is the reason of a game whose flow is through.
const noEnd = "flow finished without an end condition"

// finish ends the game.
func (g *Game) finish(pay []float64, reason string) {
	g.payoffs, g.reason = pay, reason
	g.pend.kind = End
	g.pend.asks, g.pend.by = g.pend.asks[:0], nil
	g.frames, g.windows, g.emits = g.frames[:0], g.windows[:0], 0
	g.mods = g.mods[:0]
	g.release()
	l := &g.env.Locals
	l.Binds, l.Scopes, l.Cur = l.Binds[:0], l.Scopes[:0], -1
}
