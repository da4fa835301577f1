package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// The record of the turn lives in a slot of the state, behind all others, where expressions read it as `turn`.
// It is None while no turn is taken (docs/turns.md).

// turning reports whether a turn is open.
func (g *Game) turning() bool {
	t := g.prog.Turns
	return t != nil && !g.env.State[t.Slot].IsNone()
}

// record gives one field of the turn's record.
func (g *Game) record(field int) value.Value { return g.env.State[g.prog.Turns.Slot].Items()[field] }

// owner is whose turn it is.
func (g *Game) owner() int32 { return int32(g.record(program.TurnOwner).Int()) }

// setRecord writes one field of the turn's record.
func (g *Game) setRecord(field int, v value.Value) {
	slot := g.prog.Turns.Slot
	g.wrote(slot)
	*g.own.Part(&g.env.State[slot], field) = v
}

// openTurn opens a turn of seat: its first phase, both formal flags clear, counts as they were, or all 0 for the
// first.
func (g *Game) openTurn(seat int32, id int64) {
	t := g.prog.Turns
	if slot := &g.env.State[t.Slot]; slot.IsNone() {
		*slot = t.Blank
		*g.own.Part(slot, program.TurnCounts) = g.own.List(g.noCounts())
	}
	side := &t.Sides[t.Seats[seat]]
	g.setRecord(program.TurnOwner, value.OfInt(int64(seat)))
	g.setRecord(program.TurnSide, side.Name)
	g.setRecord(program.TurnPhase, side.Phases[0])
	g.setRecord(program.TurnID, value.OfInt(id))
	for field := program.TurnBegun; field <= program.TurnReacted; field++ {
		g.setRecord(field, value.OfBool(false))
	}
}

// begun counts one more turn that the owner has begun.
func (g *Game) begun() {
	owner := int(g.owner())
	g.setRecord(program.TurnBegun, value.OfBool(true))
	n := g.own.Part(g.own.Part(&g.env.State[g.prog.Turns.Slot], program.TurnCounts), owner)
	*n = value.OfInt(n.Int() + 1)
}

// steadily is what is in a slot without what grows from turn to turn, where no expression reads that.
func (g *Game) steadily(slot int, v value.Value) value.Value {
	t := g.prog.Turns
	if t == nil || slot != t.Slot || t.Counts || v.IsNone() {
		return v
	}
	fields := append([]value.Value(nil), v.Items()...)
	fields[program.TurnID], fields[program.TurnCounts] = value.OfInt(1), value.OfList(append([]value.Value(nil), g.noCounts()...))
	return value.OfDict(t.Keys, fields)
}

// noCounts are the turns that each seat has begun before the first, in scratch.
func (g *Game) noCounts() []value.Value {
	counts := g.items[:0]
	for range g.players {
		counts = append(counts, value.OfInt(0))
	}
	g.items = counts
	return counts
}

// closeTurns ends the taking of turns.
func (g *Game) closeTurns() {
	g.wrote(g.prog.Turns.Slot)
	g.env.State[g.prog.Turns.Slot] = value.Value{}
	g.due = false
}
