package game

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/astragal-engine/astragal/engine/value"
)

// Canonical brings what a seat cannot know into an order of its own: what Redistribute deals from it
// follows from its numbers and from what the seat knows, and from nothing else. Use it on a clone.
func (g *Game) Canonical(seat int) {
	g.calm = 0
	g.pend.unshare()
	if g.prog.Hidden {
		for root := int32(0); int(root) < len(g.zones); root++ {
			if g.gather(root, seat) {
				g.arrange()
			}
		}
	}
	if g.pend.kind == Decision {
		g.reseal(seat, func(int) int { return 0 })
	}
}

// arrange sorts what has been gathered.
func (g *Game) arrange() {
	type ranked struct {
		face *value.Template
		data int32
		text []byte
	}
	list := make([]ranked, len(g.pool.faces))
	for i, face := range g.pool.faces {
		list[i] = ranked{face: face, data: -1}
		if face == nil {
			continue
		}
		if n, ok := g.prog.DataIndex[face.Vals[len(face.Vals)-1].Object()]; ok {
			list[i].data = n
		} else {
			list[i].text = g.spelled(face.Keys.List(), face.Vals)
		}
	}
	slices.SortStableFunc(list, func(a, b ranked) int {
		if c := cmp.Compare(a.data, b.data); c != 0 {
			return c
		}
		return bytes.Compare(a.text, b.text)
	})
	for i, uid := range g.pool.cards {
		if list[i].face != g.pool.faces[i] {
			g.store.Reface(uid, list[i].face)
		}
	}
	g.arrangePlain()
}

func (g *Game) arrangePlain() {
	plain := g.pool.plain
	type lying struct {
		item value.Value
		text []byte
	}
	list := make([]lying, len(plain))
	for i, at := range plain {
		x := g.zoneItems(at.flat)[at.at]
		list[i] = lying{x, g.spelled(nil, []value.Value{x})}
	}
	slices.SortStableFunc(list, func(a, b lying) int { return bytes.Compare(a.text, b.text) })
	for i, at := range plain {
		g.setItem(at, g.own.Share(list[i].item))
	}
}

// spelled writes values as a save does: equal bytes for what is alike.
func (g *Game) spelled(keys, vals []value.Value) []byte {
	w := newWriter(g.prog)
	for _, list := range [][]value.Value{keys, vals} {
		for _, v := range list {
			w.value(&w.body, v)
		}
	}
	return slices.Concat(w.texts.out, w.objects.out, w.body.out)
}
