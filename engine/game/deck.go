package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// deck is what is known of a shuffled zone's order: so many cards on top and at the bottom. What
// lies between has no order; a chance decides which card it is when it is drawn or looked at.
type deck struct {
	top, bottom int32
	aware       uint64 // whoever knows an instance in the zone that not everybody knows, and maybe more
	seen, under uint64 // whoever knows all items at top, at the bottom, that are no instances
}

// between reports whether position i of n is in the middle.
func (d *deck) between(i, n int) bool { return i >= int(d.top) && i < n-int(d.bottom) }

// askCard asks which of the unknown cards of a zone it is. It reports false where nobody has to be
// asked, with the position of the card (seed, Deck order).
func (g *Game) askCard(f *frame, flat int32, known int, vis sees) (at int, sure bool) {
	items, d := g.zoneItems(flat), &g.decks[flat]
	unknown := len(items) - int(d.top) - int(d.bottom)
	if !g.zones[flat].mixed || known < int(d.top) || unknown <= 1 {
		return known, true
	}
	q := g.begin(Chance, f, vis).addAsk(-1, plainOptions)
	q.options, q.shared = items[d.top:len(items)-int(d.bottom)], true
	return 0, false
}

// drawOne is draw of one card, of which the frame need not remember how many there were.
func (g *Game) drawOne(f *frame, a *program.Draw) {
	if f.state != fresh {
		from, to := int32(f.v.Int()>>32), int32(f.v.Int())
		g.drawn(f, a, from, to, int(g.decks[from].top)+int(g.pick), g.pend.vis)
		f.done()
		return
	}
	from, to := g.resolveZone(&a.From), g.resolveZone(&a.To)
	n := len(g.zoneItems(from))
	if n == 0 {
		f.pc++
		return
	}
	vis := g.zoneSees(to)
	at, sure := g.askCard(f, from, 0, vis)
	if !sure {
		f.v, f.n, f.state = value.OfInt(int64(from)<<32|int64(to)), 1, asked
		return
	}
	g.drawn(f, a, from, to, at, vis)
	f.done()
}

// draw moves cards from the top of a zone. Its fields are read once, before the first card. n how
// many are wanted, i how many have moved, w they; v both zones while chance is asked.
func (g *Game) draw(f *frame, a *program.Draw) {
	if a.One {
		g.drawOne(f, a)
		return
	}
	var from, to int32
	var vis sees
	if f.state == fresh {
		from, to = g.resolveZone(&a.From), g.resolveZone(&a.To)
		f.v = value.OfInt(int64(from)<<32 | int64(to))
		f.n = 1
		if a.N.Given() {
			f.n = int32(g.count(&a.N, "n", 1<<31-1))
		}
		if a.As != program.NoName {
			f.w = g.own.List(nil)
		}
		vis = g.visible(f, a.Visible, g.zoneSees(to))
	} else {
		from, to, vis = int32(f.v.Int()>>32), int32(f.v.Int()), g.pend.vis
		g.drawn(f, a, from, to, int(g.decks[from].top)+int(g.pick), vis)
	}
	f.state = asked
	for f.i < f.n && len(g.zoneItems(from)) > 0 {
		at, sure := g.askCard(f, from, 0, vis)
		if !sure {
			return
		}
		g.drawn(f, a, from, to, at, vis)
	}
	g.bindDrawn(a.As, a.N, f.w)
	f.done()
}

func (g *Game) drawn(f *frame, a *program.Draw, from, to int32, at int, vis sees) {
	g.spend(entryOps)
	x := g.shift(from, at, to, &a.Position, vis)
	if a.As != program.NoName {
		f.w = g.own.Insert(f.w, len(f.w.Items()), x)
	}
	f.i++
	if g.log.on {
		g.observe(f.place, "draw", vis, g.label(x), x)
	}
}

// bindDrawn binds one item (or None) without n, a list with it.
func (g *Game) bindDrawn(name int32, n program.Value, list value.Value) {
	switch {
	case name == program.NoName:
	case n.Given():
		g.bind(name, g.own.Share(list))
	case len(list.Items()) == 0:
		g.bind(name, value.Value{})
	default:
		g.bind(name, list.Items()[0])
	}
}

// look makes the top cards of a zone known, in their order. i how many have been seen, v the zone.
func (g *Game) look(f *frame, a *program.Look) {
	var flat int32
	var vis sees
	if f.state == fresh {
		flat = g.resolveZone(&a.Zone)
		f.v = value.OfInt(int64(flat))
		f.n = 1
		if a.N.Given() {
			f.n = int32(g.count(&a.N, "n", 1<<31-1))
		}
		f.w = g.own.List(nil)
		vis = g.lookSees(f, a)
	} else {
		flat, vis = int32(f.v.Int()), g.pend.vis
		g.seen(f, flat, int(g.decks[flat].top)+int(g.pick), vis)
	}
	f.state = asked
	for f.i < f.n && int(f.i) < len(g.zoneItems(flat)) {
		at, sure := g.askCard(f, flat, int(f.i), vis)
		if !sure {
			return
		}
		g.seen(f, flat, at, vis)
	}
	g.bindDrawn(a.As, a.N, f.w)
	f.done()
}

// seen brings the card at position at to place f.i and counts it as known.
func (g *Game) seen(f *frame, flat int32, at int, vis sees) {
	list, d := g.lists(flat), &g.decks[flat]
	n := len(list.Items())
	g.spend(entryOps + n/perItem)
	x := list.Items()[at]
	if g.hidden {
		g.lookedAt(flat, at, x, vis)
	}
	if g.middle(flat, int(f.i), n) {
		if at != int(f.i) {
			g.own.Put(list, int(f.i), g.own.Take(list, at))
		}
		d.top++
		if g.hidden {
			d.showTop(x, vis.set())
		}
	}
	f.w = g.own.Insert(f.w, len(f.w.Items()), x)
	f.i++
	if g.log.on {
		g.observe(f.place, "look", vis, g.label(x), x)
	}
}

func (g *Game) lookSees(f *frame, a *program.Look) sees {
	standard := everyone
	if a.Actor != nil {
		standard = g.playersOf(a.Actor.Run(g.env), "actor_x")
	} else if v, ok := g.local(f.scope, program.SymActor); ok && !v.IsNone() {
		standard = only(g.playerIn(v, "actor"))
	}
	return g.visible(f, a.Visible, standard)
}

// shuffle forgets what is known of a shuffled zone's order; it reorders nothing.
func (g *Game) shuffle(a *program.Shuffle) {
	flat := g.resolveZone(&a.Zone)
	if g.hidden {
		g.mixed(flat)
	}
	d := &g.decks[flat]
	*d = deck{aware: d.aware}
}
