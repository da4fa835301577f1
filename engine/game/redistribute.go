package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Redistribute deals anew, in place, what a seat cannot know (seed, Information); seat -1 is whoever looks
// on. below gives a number from 0 up to but not including n, each equally likely. Items of zones with one
// source (drawn_from) are shuffled together with what of the source's order is unknown to the seat, and
// dealt back: every item keeps its uid, its place and what has been written on it, and gets another
// face. What the seat knows stays. Answers of others that are still sealed are drawn anew from their options.
// Variables stay as they are.
func (g *Game) Redistribute(seat int, below func(n int) int) {
	g.calm = 0
	g.pend.unshare()
	if g.prog.Hidden {
		for root := int32(0); int(root) < len(g.zones); root++ {
			g.dealPool(root, seat, below)
		}
	}
	if g.pend.kind == Decision {
		g.reseal(seat, below)
	}
}

// reseal draws the answers of others anew that are sealed until all have answered.
func (g *Game) reseal(seat int, below func(n int) int) {
	if g.pend.sealed {
		for i := range g.pend.asks {
			if a := &g.pend.asks[i]; a.pick >= 0 && int(a.player) != seat {
				a.pick = int32(below(len(a.options)))
			}
		}
		return
	}
	f := g.top()
	if f.kind != codeFrame || f.state != sealedSubset {
		return
	}
	old, ok := g.local(f.scope, symPicks)
	if !ok || old.Kind() != value.List {
		return // a forged save
	}
	a := g.prog.Blocks[f.ref].Code[f.pc].Arg.(*program.Choose)
	picks := append([]value.Value(nil), old.Items()...)
	for i, pair := range picks {
		if pair.Kind() != value.Tuple || len(pair.Items()) != 2 || !pair.Items()[0].IsInt() {
			continue
		}
		if who := pair.Items()[0]; int(who.Int()) != seat {
			if packed, ok := g.repack(f, a, int32(who.Int()), below); ok {
				picks[i] = value.OfTuple([]value.Value{who, packed})
			}
		}
	}
	g.rebind(symPicks, g.keep(value.OfList(picks)))
}

// repack makes a subset choice of a seat at random. It reports false where the options can no longer be
// worked out.
func (g *Game) repack(f *frame, a *program.Choose, seat int32, below func(n int) int) (list value.Value, ok bool) {
	was, l := *f, &g.env.Locals
	cur, binds, scopes := l.Cur, len(l.Binds), len(l.Scopes)
	g.ops, g.nested = 0, 0
	defer func() {
		if p := recover(); p != nil {
			g.env.Reset()
			ok = false
		}
		*f = was
		l.Cur, l.Binds, l.Scopes = cur, l.Binds[:binds], l.Scopes[:scopes]
	}()
	g.env.Begin()
	g.startSubset(f, a, g.optionsFor(f, a, seat))
	items := append([]value.Value(nil), f.v.Items()...)
	n := int(f.i) + below(int(f.n-f.i)+1)
	for i := range n {
		k := i
		if left := len(items) - i; left > 1 {
			k += below(left)
		}
		items[i], items[k] = items[k], items[i]
	}
	for i := range items {
		g.own.Share(items[i])
	}
	return g.keep(value.OfList(items[:n])), true
}

// rebind changes a name of the innermost scope that has it.
func (g *Game) rebind(sym int32, v value.Value) {
	l := &g.env.Locals
	for i := len(l.Binds) - 1; i >= 0; i-- {
		if l.Binds[i].Sym == sym {
			l.Binds[i].Value = v
			return
		}
	}
}

// dealPool deals the items anew whose source is the zone root.
func (g *Game) dealPool(root int32, seat int, below func(n int) int) {
	if !g.gather(root, seat) {
		return
	}
	cards, plain, faces := g.pool.cards, g.pool.plain, g.pool.faces
	for i := len(cards) - 1; i >= 0; i-- {
		k := i
		if i > 0 {
			k = below(i + 1)
		}
		faces[i], faces[k] = faces[k], faces[i]
		g.store.Reface(cards[i], faces[i])
	}
	for i := len(plain) - 1; i > 0; i-- {
		g.exchange(plain[i], plain[below(i+1)])
	}
}

// gather collects what a seat does not know of the items whose source is the zone root; false where there is
// nothing to deal.
func (g *Game) gather(root int32, seat int) bool {
	if !g.zones[root].dealt {
		return false
	}
	cards, plain := g.pool.cards[:0], g.pool.plain[:0]
	for flat := range int32(len(g.zones)) {
		if g.zones[flat].source != root {
			continue
		}
		items, veiled := g.zoneItems(flat), !g.anyKnown(flat, seat)
		for i, x := range items {
			switch {
			case !veiled && knows(g.known(flat, x, i, len(items)), seat):
			case x.IsInst():
				cards = append(cards, x.Inst())
			default:
				plain = append(plain, spot{flat, int32(i)})
			}
		}
	}
	faces := g.pool.faces[:0]
	for _, uid := range cards {
		faces = append(faces, g.store.Origin(uid))
	}
	g.pool.cards, g.pool.plain, g.pool.faces = cards, plain, faces
	return true
}

// spot is a place in a zone.
type spot struct{ flat, at int32 }

// pool is scratch memory of a redistribution.
type pool struct {
	cards []int64
	plain []spot
	faces []*value.Template
}

// exchange swaps two items that are no instances.
func (g *Game) exchange(a, b spot) {
	x, y := g.zoneItems(a.flat)[a.at], g.zoneItems(b.flat)[b.at]
	g.setItem(a, g.own.Share(y))
	g.setItem(b, g.own.Share(x))
}

func (g *Game) setItem(at spot, x value.Value) {
	list := g.lists(at.flat)
	*list = g.own.SetItem(*list, int(at.at), x)
}
