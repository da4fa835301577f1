package game

import (
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// zoneOfFlat gives the zone and the player (0 for a common zone) of a flat zone number.
func (g *Game) zoneOfFlat(flat int32) (zi, player int32) {
	zi = g.zoneAt[flat]
	return zi, flat - g.flat[zi]
}

// zoneList is the list value of a zone; setZoneList replaces it.
func (g *Game) zoneList(flat int32) value.Value {
	zi, p := g.zoneOfFlat(flat)
	v := g.env.State[g.prog.Zones[zi].Slot]
	if g.prog.Zones[zi].PerPlayer && !v.IsNone() {
		return v.Items()[p]
	}
	return v
}

func (g *Game) zoneItems(flat int32) []value.Value {
	if v := g.zoneList(flat); !v.IsNone() {
		return v.Items()
	}
	return nil
}

func (g *Game) setZoneList(flat int32, list value.Value) {
	zi, p := g.zoneOfFlat(flat)
	slot := &g.env.State[g.prog.Zones[zi].Slot]
	if g.prog.Zones[zi].PerPlayer {
		*slot = value.SetItem(g.epoch, *slot, int(p), list)
		return
	}
	*slot = list
}

// owned gives the zone's list ready for writing in place: the outer list of a zone per player is
// made this game's own first, so that its inner lists are known to be shared where they are.
func (g *Game) owned(flat int32) value.Value {
	zi, p := g.zoneOfFlat(flat)
	z := &g.prog.Zones[zi]
	if z.PerPlayer {
		slot := &g.env.State[z.Slot]
		*slot = value.Own(g.epoch, *slot)
		return slot.Items()[p]
	}
	return g.env.State[z.Slot]
}

func (g *Game) setLoc(x value.Value, loc int32) {
	if x.IsInst() {
		g.store.SetLoc(x.Inst(), loc)
	}
}

// resolveZone gives the flat zone that a zone field names.
func (g *Game) resolveZone(z *program.ZoneRef) int32 {
	if z.Stop != nil {
		g.raise(z.Stop)
	}
	if z.X != nil {
		v := z.X.Run(g.env)
		if v.Kind() != value.Text {
			g.failHere("a zone path is a text, not %s", value.Repr(&g.store, v))
		}
		return g.parseZone(v.Text())
	}
	decl := &g.prog.Zones[z.Zone]
	if !decl.PerPlayer {
		return g.flat[z.Zone]
	}
	return g.flat[z.Zone] + g.zonePlayer(decl, z.Index.Run(g.env))
}

func (g *Game) zonePlayer(z *program.Zone, v value.Value) int32 {
	if (v.IsInt() || v.IsBool()) && v.Int() >= 0 && v.Int() < int64(g.players) {
		return int32(v.Int())
	}
	g.failHere("zone '%s' has no player %s (0 to %d)", z.Name, value.Repr(&g.store, v), g.players-1)
	return 0
}

// parseZone reads a path made by an expression: a name, or name[number].
func (g *Game) parseZone(path string) int32 {
	name, index, indexed := strings.Cut(strings.TrimSpace(path), "[")
	name = strings.TrimSpace(name)
	zi, ok := g.prog.ZoneIndex[name]
	if !ok {
		g.fail("zone '%s' not declared", name)
	}
	z := &g.prog.Zones[zi]
	if !z.PerPlayer {
		if indexed {
			g.fail("zone '%s' belongs to no player; write %s", name, name)
		}
		return g.flat[zi]
	}
	if !indexed {
		g.fail("zone '%s' belongs to a player; write %s[player]", name, name)
	}
	n, err := strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(index), "]")))
	if err != nil {
		g.failHere("'%s' is no zone path: the index must be a number", path)
	}
	return g.flat[zi] + g.zonePlayer(z, value.OfInt(int64(n)))
}

// zonePath names a flat zone as models do: discard, hand[0].
func (g *Game) zonePath(flat int32) string {
	zi, p := g.zoneOfFlat(flat)
	if g.prog.Zones[zi].PerPlayer {
		return g.prog.Zones[zi].Name + "[" + strconv.Itoa(int(p)) + "]"
	}
	return g.prog.Zones[zi].Name
}

// zoneSees is who sees what happens in a zone.
func (g *Game) zoneSees(flat int32) sees {
	zi, p := g.zoneOfFlat(flat)
	z := &g.prog.Zones[zi]
	switch z.Visibility {
	case program.Hidden:
		return sees{}
	case program.Owner:
		if z.PerPlayer {
			return only(p)
		}
		return sees{}
	}
	return everyone
}

// find gives the position of item in a zone, or -1.
func (g *Game) find(flat int32, item value.Value) int {
	items := g.zoneItems(flat)
	if item.IsInst() {
		if g.store.Loc(item.Inst()) != flat+1 {
			return -1
		}
		g.spend(len(items) / perItem)
		for i := range items {
			if items[i] == item {
				return i
			}
		}
		return -1
	}
	for i := range items {
		if value.Equal(&g.store, items[i], item) {
			g.spend(i / 4)
			return i
		}
	}
	g.spend(len(items) / 4)
	return -1
}

// take removes element i of a zone and keeps what is known of the order true.
func (g *Game) take(flat int32, i int) value.Value {
	list := g.owned(flat)
	n := len(list.Items())
	g.spend((n - i) / perItem)
	x := list.Items()[i]
	d := &g.decks[flat]
	switch {
	case i < int(d.top):
		d.top--
	case i >= n-int(d.bottom):
		d.bottom--
	}
	g.setZoneList(flat, value.Remove(g.epoch, list, i))
	g.setLoc(x, 0)
	return x
}

// checkRoom stops the game when a zone cannot hold n items.
func (g *Game) checkRoom(z *program.Zone, n int) {
	if z.Kind == program.SlotZone && n > 1 {
		g.failHere("zone '%s' is a slot and holds one item", z.Name)
	}
	if z.Capacity.Given() {
		c := g.value(&z.Capacity)
		if !c.IsInt() {
			g.failHere("zone '%s': capacity gives %s, not a whole number", z.Name, value.Repr(&g.store, c))
		}
		if int64(n) > c.Int() {
			g.failHere("zone '%s' holds %d items, its capacity is %d", z.Name, n, c.Int())
		}
	}
	if n > g.limits.ZoneItems {
		g.failHere("zone '%s': %d items are more than the limit of %d", z.Name, n, g.limits.ZoneItems)
	}
}

// put adds x (kept) to a zone at a position.
func (g *Game) put(flat int32, x value.Value, pos *program.Position) {
	zi, _ := g.zoneOfFlat(flat)
	z := &g.prog.Zones[zi]
	list := g.owned(flat)
	n := len(list.Items())
	g.checkRoom(z, n+1)
	d := &g.decks[flat]
	at := n
	switch pos.Kind {
	case program.Top:
		at = 0
		if z.Shuffled {
			d.top++
		}
	case program.Bottom:
		if z.Shuffled {
			d.bottom++
		}
	case program.AtIndex:
		v := g.value(&pos.Index)
		if z.Shuffled {
			g.failHere("a position by index in zone '%s', whose order is unknown; use top or bottom", z.Name)
		}
		if !v.IsInt() {
			g.failHere("position gives %s, not top, bottom or an index", value.Repr(&g.store, v))
		}
		if at = int(v.Int()); v.Int() < 0 || v.Int() > int64(n) {
			g.failHere("position %d is outside zone '%s' (0 to %d)", v.Int(), g.zonePath(flat), n)
		}
	default:
		if z.Shuffled {
			at = n - int(d.bottom)
		}
	}
	g.spend((n - at) / perItem)
	g.setZoneList(flat, value.Insert(g.epoch, list, at, x))
	g.setLoc(x, flat+1)
}
