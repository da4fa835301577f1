package game

import (
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// flatZone is a zone as items move in and out: one of a zone per player counts by itself. Games of one
// program and as many players share them.
type flatZone struct {
	*program.Zone
	zone, player int32  // player is 0 of a zone in common
	seen         sees   // who sees what lies there
	sight, tell  uint64 // the same as a set; who can tell which of several items it is that leaves
	open         bool   // no kind or capacity bounds what it holds
	plain        bool   // open and not shuffled
	each, mixed  bool   // it is per player; shuffled
	veiled       bool   // not everybody knows all that lies there
	source       int32  // the flat zone that its items come from in the end: itself, or along drawn_from
	dealt        bool   // of a source: what it gave is dealt anew
	slot         int
	readers      uint64 // the bits of the end conditions that read it
}

// flatZones lists the zones of a game of n players, and where the first of each zone is among them.
func flatZones(p *program.Program, n int) (zones []flatZone, first []int32) {
	for i := range p.Zones {
		first = append(first, int32(len(zones)))
		decl, each := &p.Zones[i], 1
		if decl.PerPlayer {
			each = n
		}
		for k := range each {
			z := flatZone{Zone: decl, zone: int32(i), player: int32(k), tell: everybody, each: decl.PerPlayer, mixed: decl.Shuffled, slot: decl.Slot, readers: p.Readers[decl.Slot]}
			z.veiled = decl.Visibility != program.Public || decl.Shuffled
			z.open = decl.Kind != program.SlotZone && !decl.Capacity.Given()
			z.plain = z.open && !decl.Shuffled
			switch {
			case decl.Visibility == program.Public:
				z.seen = everyone
			case decl.Visibility == program.Owner && decl.PerPlayer:
				z.seen = only(z.player)
			}
			z.sight = z.seen.set()
			if decl.Visibility == program.Owner || decl.Kind == program.SetZone && decl.Visibility == program.Hidden {
				z.tell = z.sight
			}
			zones = append(zones, z)
		}
	}
	for i := 0; p.Hidden && i < len(zones); i++ {
		zones[i].source = source(p, first, &zones[i])
		root := &zones[zones[i].source]
		root.dealt = root.dealt || root.mixed || int(zones[i].source) != i
	}
	return zones, append(first, int32(len(zones)))
}

// source gives the flat zone that the items of a zone come from in the end. A zone per player has the player's own
// zone as its source where that is one per player too, and a zone in common comes from those of all players, of which the
// first stands for all.
func source(p *program.Program, first []int32, z *flatZone) int32 {
	zi, player := z.zone, z.player
	for range p.Zones {
		from := p.Zones[zi].DrawnFrom
		if from < 0 {
			break
		}
		if !p.Zones[zi].PerPlayer {
			player = 0
		}
		zi = from
	}
	if !p.Zones[zi].PerPlayer {
		player = 0
	}
	return first[zi] + player
}

// zoneOfFlat gives the zone and the player (0 for a common zone) of a flat zone number.
func (g *Game) zoneOfFlat(flat int32) (zi, player int32) {
	return g.zones[flat].zone, g.zones[flat].player
}

// zoneList is the list value of a zone; setZoneList replaces it.
func (g *Game) zoneList(flat int32) value.Value {
	z := &g.zones[flat]
	v := g.env.State[z.slot]
	if z.each && !v.IsNone() {
		return v.Items()[z.player]
	}
	return v
}

func (g *Game) zoneItems(flat int32) []value.Value {
	if v := g.zoneList(flat); !v.IsNone() {
		return v.Items()
	}
	return nil
}

func (g *Game) setZoneList(flat int32, list value.Value) { *g.lists(flat) = list }

// lists gives the place of a zone's list, ready to be written: the outer list of a zone per player is
// made this game's own first, so that its inner lists are known to be shared where they are.
func (g *Game) lists(flat int32) *value.Value {
	z := &g.zones[flat]
	g.calm &^= z.readers
	slot := &g.env.State[z.slot]
	if z.each {
		return g.own.Part(slot, int(z.player))
	}
	return slot
}

// setLoc marks x as lying in zone loc-1; 0: in none.
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
	if z.Actors {
		if who, ok := g.actorOf(g.env.Locals.Cur); ok {
			return g.flat[z.Zone] + who
		}
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
func (g *Game) zoneSees(flat int32) sees { return g.zones[flat].seen }

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

// take removes element i of a zone and keeps what is known of the order true. It gives the element, who can
// tell which one it is, who knows what it is, and whether it was in the middle. Where it goes is for the
// caller to mark: until then it counts as lying here.
func (g *Game) take(flat int32, i int) (x value.Value, tell, known uint64, middle bool) {
	z, d, list := &g.zones[flat], &g.decks[flat], g.lists(flat)
	n := len(list.Items())
	known = g.known(flat, list.Items()[i], i, n)
	tell, middle = z.leaves(d, i, n)
	if z.mixed && !middle {
		if i < int(d.top) {
			d.top--
		} else {
			d.bottom--
		}
	}
	g.spend((n - i) / perItem)
	return g.own.Take(list, i), tell, known, middle
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

// put adds x (kept) to a zone at a position. The caller tells that it has arrived.
func (g *Game) put(flat int32, x value.Value, pos *program.Position) {
	z, d, list := &g.zones[flat], &g.decks[flat], g.lists(flat)
	n := len(list.Items())
	if !z.open || n >= g.limits.ZoneItems {
		g.checkRoom(z.Zone, n+1)
	}
	at := n
	switch pos.Kind {
	case program.Anywhere:
		if z.mixed {
			at = n - int(d.bottom)
		}
	case program.Top:
		at = 0
		if z.mixed {
			d.top++
		}
	case program.Bottom:
		if z.mixed {
			d.bottom++
		}
	case program.AtIndex:
		at = g.indexIn(flat, pos, n)
	}
	g.spend((n - at) / perItem)
	g.own.Put(list, at, x)
}

// indexIn reads a position by number in a zone of n items.
func (g *Game) indexIn(flat int32, pos *program.Position, n int) int {
	z := &g.zones[flat]
	v := g.value(&pos.Index)
	if z.Shuffled {
		g.failHere("a position by index in zone '%s', whose order is unknown; use top or bottom", z.Name)
	}
	if !v.IsInt() {
		g.failHere("position gives %s, not top, bottom or an index", value.Repr(&g.store, v))
	}
	if v.Int() < 0 || v.Int() > int64(n) {
		g.failHere("position %d is outside zone '%s' (0 to %d)", v.Int(), g.zonePath(flat), n)
	}
	return int(v.Int())
}
