package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

var _ program.Host = (*Game)(nil)

// OwnerOf is the player whose zone holds item; None for a common zone or none.
func (g *Game) OwnerOf(item value.Value) value.Value {
	flat := g.whereIs(item)
	if flat < 0 {
		return value.Value{}
	}
	zi, p := g.zoneOfFlat(flat)
	if !g.prog.Zones[zi].PerPlayer {
		return value.Value{}
	}
	return value.OfInt(int64(p))
}

// ZoneOf is the path of the zone that holds item, such as 'hand[0]'; None where none does.
func (g *Game) ZoneOf(item value.Value) value.Value {
	flat := g.whereIs(item)
	if flat < 0 {
		return value.Value{}
	}
	return value.OfText(g.zonePath(flat))
}

// whereIs gives the flat zone of an item, -1 for none. Of a plain value it is the first that has it.
func (g *Game) whereIs(item value.Value) int32 {
	if item.IsInst() {
		return g.store.Loc(item.Inst()) - 1
	}
	for flat := int32(0); flat < g.flat[len(g.flat)-1]; flat++ {
		if g.find(flat, item) >= 0 {
			return flat
		}
	}
	return -1
}

// ItemsOf is the list of the items of a zone, given by its path.
func (g *Game) ItemsOf(path string) value.Value { return g.zoneList(g.parseZone(path)) }

// RoundOf is the number of the current round of a loop: 0 before its first, and the last one's once
// it is over.
func (g *Game) RoundOf(loop string) value.Value {
	i, ok := g.prog.LoopIndex[loop]
	if !ok {
		value.Throw("ValueError", "round_of: no loop '%s'", loop)
	}
	return value.OfInt(int64(g.rounds[i]))
}
