package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Who knows which card an instance is (seed, Information). Where a program has nothing hidden nothing
// is kept, and everybody knows everything. Else each instance has a set of seats (value.Mark.Known); all
// bits together mean everybody, whoever looks on included. Instances that lie open are known to whoever
// sees the zone. What is known of the others comes from looking, searching, revealing, open choices and
// draws, and goes with the card for as long as a seat can tell which card it is that moves. It is lost in
// the unknown middle of a shuffled zone, and where a card leaves a hand or an unordered hidden zone for
// another place that the seat cannot see: it may have been any card there, so the seat no longer knows
// where any of them is.
const everybody = ^uint64(0)

// set gives the seats as bits.
func (s sees) set() uint64 {
	if s.all {
		return everybody
	}
	return s.mask
}

// allSeats are the bits of the seats that the game has.
func (g *Game) allSeats() uint64 { return everybody >> uint(64-g.players) }

func (g *Game) seesOf(set uint64) sees {
	if set == everybody {
		return everyone
	}
	return sees{mask: set & g.allSeats()}
}

func knows(set uint64, seat int) bool {
	if seat < 0 {
		return set == everybody
	}
	return set>>uint(seat)&1 == 1
}

// Knows reports whether a seat knows which card the instance x is; seat -1 is whoever looks on.
func (g *Game) Knows(x value.Value, seat int) bool {
	return !g.hidden || knows(g.store.Known(x.Inst()), seat)
}

// middle reports whether position i of a zone of n items is in the part whose order nobody knows.
func (g *Game) middle(flat int32, i, n int) bool {
	return g.zones[flat].mixed && g.decks[flat].between(i, n)
}

// leaves tells of an item that leaves position i of n: who can tell which one it is, and whether it is one
// of the middle.
func (z *flatZone) leaves(d *deck, i, n int) (tell uint64, middle bool) {
	switch {
	case !z.mixed:
		if n > 1 {
			return z.tell, false
		}
	case d.between(i, n):
		if n-int(d.top)-int(d.bottom) > 1 {
			return 0, true
		}
		return everybody, true
	}
	return everybody, false
}

// known gives who knows what x is, at position i of n in a zone.
func (g *Game) known(flat int32, x value.Value, i, n int) uint64 {
	z, d := &g.zones[flat], &g.decks[flat]
	switch {
	case x.IsInst():
		return g.store.Known(x.Inst())
	case !z.mixed:
		return z.sight
	case i < int(d.top):
		return d.seen
	case i >= n-int(d.bottom):
		return d.under
	}
	return 0
}

// knownAt gives who knows what lies at position i of a zone.
func (g *Game) knownAt(flat int32, i int) uint64 {
	items := g.zoneItems(flat)
	return g.known(flat, items[i], i, len(items))
}

// anyKnown reports whether a seat may know what any of the items of a zone is.
func (g *Game) anyKnown(flat int32, seat int) bool {
	d := &g.decks[flat]
	return knows(d.aware, seat) || knows(d.seen, seat) || knows(d.under, seat) || knows(g.zones[flat].sight, seat)
}

// forget takes what the seats outside tell knew of the items among which one has left.
func (g *Game) forget(flat int32, middle bool, tell uint64) {
	d := &g.decks[flat]
	if d.aware&^tell == 0 {
		return
	}
	items := g.zoneItems(flat)
	g.spend(len(items) / perItem)
	d.aware = 0
	for i, x := range items {
		if !x.IsInst() {
			continue
		}
		known := g.store.Known(x.Inst())
		if !middle || g.middle(flat, i, len(items)) {
			known &= tell
			g.store.SetKnown(x.Inst(), known)
		}
		d.aware |= known
	}
}

// shift moves the item at position i of a zone to another; vis are those who are shown which it is.
func (g *Game) shift(from int32, i int, to int32, pos *program.Position, vis sees) value.Value {
	if pos.Kind == program.Anywhere && g.zones[to].plain {
		if !g.hidden {
			if x, ok := g.slip(from, i, to); ok {
				return x
			}
		}
		src := g.lists(from)
		if x := src.Items()[i]; x.IsInst() {
			g.carry(x, from, src, i, to, vis)
			return x
		}
	}
	x, tell, known, middle := g.take(from, i)
	if !g.zones[to].open {
		g.setLoc(x, 0) // it lies nowhere if there is no room for it
	}
	g.put(to, x, pos)
	if !g.hidden {
		g.setLoc(x, to+1)
		return x
	}
	shown := vis.set() | g.zones[to].sight
	tell |= shown
	if g.decks[from].aware&^tell != 0 {
		g.forget(from, middle, tell)
	}
	g.lands(to, x, pos, known&tell|shown)
	return x
}

// carry is shift for what cards do most: x, the instance at position i of a list, goes behind all others in a zone that
// takes anything and is not shuffled.
func (g *Game) carry(x value.Value, from int32, src *value.Value, i int, to int32, vis sees) {
	dst, d, n := g.lists(to), &g.decks[from], len(src.Items())
	size, tell, middle := len(dst.Items()), everybody, false
	if g.hidden {
		tell, middle = g.zones[from].leaves(d, i, n)
	}
	if g.zones[from].mixed {
		if i < int(d.top) {
			d.top--
		} else if i >= n-int(d.bottom) {
			d.bottom--
		}
	}
	g.own.Take(src, i)
	if from == to {
		size--
	}
	if n-i >= perItem {
		g.spend((n - i) / perItem)
	}
	if size >= g.limits.ZoneItems {
		g.setLoc(x, 0)
		g.checkRoom(g.zones[to].Zone, size+1)
	}
	g.own.Add(dst, x)
	in := g.store.Mine(x.Inst())
	if !g.hidden {
		in.Move(to+1, 0)
		return
	}
	shown := vis.set() | g.zones[to].sight
	if tell |= shown; d.aware&^tell != 0 {
		g.forget(from, middle, tell)
	}
	known := in.Known()&tell | shown
	in.Move(to+1, known)
	g.decks[to].aware |= known
}

// slip is carry in a game that keeps no account of who knows what; it reports false, and has done nothing, where more is
// to be looked at.
func (g *Game) slip(from int32, i int, to int32) (x value.Value, ok bool) {
	out, in := &g.zones[from], &g.zones[to]
	src, dst := &g.env.State[out.slot], &g.env.State[in.slot]
	if out.each {
		src = g.own.Part(src, int(out.player))
	}
	if in.each {
		dst = g.own.Part(dst, int(in.player))
	}
	n := len(src.Items())
	x = src.Items()[i]
	if !x.IsInst() || from == to || n-i >= perItem || len(dst.Items()) >= g.limits.ZoneItems {
		return x, false
	}
	g.calm &^= out.readers | in.readers
	if out.mixed {
		if d := &g.decks[from]; i < int(d.top) {
			d.top--
		} else if i >= n-int(d.bottom) {
			d.bottom--
		}
	}
	g.own.Pass(src, dst, i)
	g.store.Mine(x.Inst()).Move(to+1, 0)
	return x, true
}

// vanish takes the item at position i out of a zone for good.
func (g *Game) vanish(from int32, i int) {
	x, tell, known, middle := g.take(from, i)
	g.setLoc(x, 0)
	if g.hidden {
		g.forget(from, middle, tell)
		if x.IsInst() {
			g.store.SetKnown(x.Inst(), known&tell)
		}
	}
}

// arrived marks x, which lay in no zone, as lying in one now: of those who know it the ones in keep still
// do, and so does whoever sees the zone.
func (g *Game) arrived(flat int32, x value.Value, pos *program.Position, keep uint64) {
	if !g.hidden {
		g.setLoc(x, flat+1)
		return
	}
	known := g.zones[flat].sight
	if x.IsInst() {
		known |= g.store.Known(x.Inst()) & keep
	}
	g.lands(flat, x, pos, known)
}

// lands marks x as lying in a zone, and that known are those who know it there, unless that is in the
// middle.
func (g *Game) lands(flat int32, x value.Value, pos *program.Position, known uint64) {
	d := &g.decks[flat]
	if g.zones[flat].mixed {
		switch pos.Kind {
		case program.Top:
			d.showTop(x, known)
		case program.Bottom:
			if d.bottom == 1 {
				d.under = everybody
			}
			if !x.IsInst() {
				d.under &= known
			}
		default:
			known = 0
		}
	}
	if x.IsInst() {
		g.store.Mine(x.Inst()).Move(flat+1, known)
		d.aware |= known
	}
}

// showTop notes who knows the item that has come on top.
func (d *deck) showTop(x value.Value, known uint64) {
	if d.top == 1 {
		d.seen = everybody
	}
	if !x.IsInst() {
		d.seen &= known
	}
}

// lookedAt notes that x, at position at of a zone, is being looked at.
func (g *Game) lookedAt(flat int32, at int, x value.Value, vis sees) {
	n := len(g.zoneItems(flat))
	known := g.known(flat, x, at, n)
	if tell, middle := g.zones[flat].leaves(&g.decks[flat], at, n); middle {
		tell |= vis.set()
		known &= tell
		g.forget(flat, true, tell)
	}
	known |= vis.set()
	if x.IsInst() {
		g.store.SetKnown(x.Inst(), known)
		g.decks[flat].aware |= known
	}
}

// mixed notes that the order of a zone is unknown from now on.
func (g *Game) mixed(flat int32) {
	d := &g.decks[flat]
	if !g.zones[flat].mixed || d.aware == 0 {
		return
	}
	items := g.zoneItems(flat)
	g.spend(len(items) / perItem)
	for _, x := range items {
		if x.IsInst() {
			g.store.SetKnown(x.Inst(), 0)
		}
	}
	d.aware = 0
}

// searched notes that a zone was searched.
func (g *Game) searched(flat int32, items []value.Value, vis sees) {
	if !g.hidden {
		return
	}
	g.spend(len(items) / perItem)
	for _, x := range items {
		g.learn(x, vis.set())
	}
}

// learnDepth is how deep lists and dicts are looked through for instances.
const learnDepth = 8

// learn notes that seats have seen v.
func (g *Game) learn(v value.Value, who uint64) {
	if g.hidden && who != 0 {
		g.learnIn(v, who, learnDepth)
	}
}

func (g *Game) learnIn(v value.Value, who uint64, depth int) {
	if v.IsInst() {
		known := g.store.Known(v.Inst())
		if who&^known == 0 {
			return
		}
		known |= who
		g.store.SetKnown(v.Inst(), known)
		if at := g.store.Loc(v.Inst()); at > 0 {
			g.decks[at-1].aware |= known
		}
		return
	}
	switch v.Kind() {
	case value.List, value.Tuple, value.Dict:
		if depth > 0 && !v.IsData() {
			for _, x := range v.Items() {
				g.learnIn(x, who, depth-1)
			}
		}
	}
}

// announce notes that player has chosen x before the eyes of vis, and gives who sees what it is.
func (g *Game) announce(x value.Value, vis sees, player int32) sees {
	if !g.hidden {
		return vis
	}
	vis = g.telling(x, vis, player)
	g.learn(x, vis.set())
	return vis
}

// telling gives those of vis who see what x is. Who picks a card blind shows nobody which it is.
func (g *Game) telling(x value.Value, vis sees, player int32) sees {
	if !g.hidden || !x.IsInst() || g.Knows(x, int(player)) {
		return vis
	}
	return g.seesOf(vis.set() & g.store.Known(x.Inst()))
}

// veil notes on the frame of a step who knows which of its actions was taken.
func (f *frame) veil(vis sees) {
	if !vis.all {
		f.w = value.OfInt(int64(vis.mask))
	}
}

// told gives who knows which action is under way.
func (g *Game) told() uint64 {
	set := everybody
	if !g.prog.Secret {
		return set
	}
	for i := range g.frames {
		if f := &g.frames[i]; f.kind == nodeFrame && f.w.IsInt() && g.prog.Nodes[f.ref].Kind == program.Step {
			set &= uint64(f.w.Int())
		}
	}
	return set
}
