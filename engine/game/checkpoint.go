package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// scored notes that a variable has been written: where it scores, the checkpoint is due.
func (g *Game) scored(v *program.Var) {
	if v.Scores && !g.due && g.turning() {
		g.due = true
		g.relateDue(v)
	}
}

// checkpoint evaluates a checkpoint that is due, of the costs of an action or at the end of work. It reports whether
// the game has ended. Where objectives are reached, whoever wins by `end` at the same moment wins too; at the costs
// of an action `end` is not asked.
func (g *Game) checkpoint(costs bool) bool {
	if !g.due {
		if costs {
			g.relateCosts(false)
		}
		return false
	}
	g.env.Locals.Cur = -1
	won, reason := g.objectives()
	if costs {
		g.relateCosts(won.mask != 0)
	}
	g.relate("Ready")
	var also sees
	if won.mask != 0 && !costs {
		also = g.simultaneous()
	}
	g.due = false
	g.relateWinners(won, also)
	if won.mask == 0 {
		return false
	}
	won.mask |= also.mask
	pay := g.zeroPayoffs()
	g.payWinners(won, pay)
	g.finish(pay, reason)
	return true
}

// objectives gives who wins by objective, and the first that is reached.
func (g *Game) objectives() (won sees, reason string) {
	for i := range g.prog.Turns.Objectives {
		o := &g.prog.Turns.Objectives[i]
		if o.Stop != nil {
			g.raise(o.Stop)
		}
		g.settle()
		if !o.If.RunBool(g.env) {
			continue
		}
		if who := g.winnersOf(o.Who.Run(g.env), o.ID); who.mask != 0 {
			won.mask |= who.mask
			if reason == "" {
				reason = o.ID
			}
		}
	}
	return won, reason
}

// winnersOf reads a player or a collection of players.
func (g *Game) winnersOf(v value.Value, id string) (out sees) {
	if v.IsInt() || v.IsBool() {
		return only(g.winner(v, id))
	}
	items, ok := value.Items(&g.store, v)
	if !ok {
		g.fail("checkpoint %s: who_x gives %s, not a player or a list of players", id, value.Repr(&g.store, v))
	}
	for _, x := range items {
		out.mask |= 1 << uint(g.winner(x, id))
	}
	return out
}

func (g *Game) winner(v value.Value, id string) int32 {
	if !(v.IsInt() || v.IsBool()) || uint64(v.Int()) >= uint64(g.players) {
		g.fail("checkpoint %s: who_x gives %s, which is no player (0 to %d)", id, value.Repr(&g.store, v), g.players-1)
	}
	return int32(v.Int())
}

// simultaneous gives who would win by the end conditions that hold now.
func (g *Game) simultaneous() (also sees) {
	for i := range g.prog.Ends {
		e := &g.prog.Ends[i]
		if e.Result == program.Eliminate || e.Scope >= 0 && (e.Result <= program.Drawn || !g.flowRunning(e.Scope)) {
			continue
		}
		g.settle()
		if !e.If.RunBool(g.env) {
			continue
		}
		if e.Stop != nil {
			g.raise(e.Stop)
		}
		pay := g.zeroPayoffs()
		if g.payoffsOf(e, pay) {
			also.mask |= g.best(e, pay).mask
		}
	}
	return also
}

// best gives who has won by the payoffs of an end condition: the seats that get most. Nobody has won a game that is
// lost to all.
func (g *Game) best(e *program.End, pay []float64) (out sees) {
	most := pay[0]
	for _, x := range pay {
		most = max(most, x)
	}
	if e.Result == program.Loss && most < 0 {
		return out
	}
	for p, x := range pay {
		if x == most {
			out.mask |= 1 << uint(p)
		}
	}
	return out
}
