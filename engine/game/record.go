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
	t := g.prog.Turns
	g.wrote(t.Slot)
	slot := &g.env.State[t.Slot]
	*slot = g.own.SetKey(*slot, t.Keys.List()[field], v)
}

// openTurn opens a turn of seat: its first phase, both formal flags clear, counts as they were.
func (g *Game) openTurn(seat int32, id int64, counts value.Value) {
	t := g.prog.Turns
	side := &t.Sides[t.Seats[seat]]
	no := value.OfBool(false)
	g.wrote(t.Slot)
	g.env.State[t.Slot] = g.own.Keep(value.OfDict(t.Keys, []value.Value{
		value.OfInt(int64(seat)), side.Name, side.Phases[0], value.OfInt(id), no, no, no, counts}))
}

// begun counts one more turn that the owner has begun.
func (g *Game) begun() {
	t := g.prog.Turns
	g.setRecord(program.TurnBegun, value.OfBool(true))
	owner := value.OfInt(int64(g.owner()))
	n := g.record(program.TurnCounts).Items()[g.owner()].Int()
	slot := &g.env.State[t.Slot]
	*slot = g.setPath("turn", *slot, []value.Value{t.Keys.List()[program.TurnCounts], owner}, value.OfInt(n+1))
}

// steadily is what is in a slot without what grows from turn to turn, where no expression reads that.
func (g *Game) steadily(slot int, v value.Value) value.Value {
	t := g.prog.Turns
	if t == nil || slot != t.Slot || t.Counts || v.IsNone() {
		return v
	}
	fields := append([]value.Value(nil), v.Items()...)
	fields[program.TurnID], fields[program.TurnCounts] = value.OfInt(1), value.OfList(g.noCounts())
	return value.OfDict(t.Keys, fields)
}

// noCounts are the turns that each seat has begun before the first.
func (g *Game) noCounts() []value.Value {
	counts := make([]value.Value, g.players)
	for i := range counts {
		counts[i] = value.OfInt(0)
	}
	return counts
}

// closeTurns ends the taking of turns.
func (g *Game) closeTurns() {
	g.wrote(g.prog.Turns.Slot)
	g.env.State[g.prog.Turns.Slot] = value.Value{}
	g.due = false
}
