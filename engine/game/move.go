package game

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// things gives the items that `what` means in zone flat: the value itself where the zone holds it
// (or it is no list), else the elements of the list.
func (g *Game) things(what value.Value, flat int32) []value.Value {
	if what.Kind() != value.List || flat >= 0 && g.find(flat, what) >= 0 {
		g.moved = append(g.moved[:0], what)
		return g.moved
	}
	g.moved = append(g.moved[:0], what.Items()...)
	return g.moved
}

func (g *Game) move(a *program.Move) {
	what := g.value(&a.What)
	from, to := g.resolveZone(&a.From), g.resolveZone(&a.To)
	if !(what.Kind() == value.List) {
		g.moveOne(what, from, to, &a.Position)
		return
	}
	for _, x := range g.things(what, from) {
		g.moveOne(x, from, to, &a.Position)
	}
}

func (g *Game) moveOne(x value.Value, from, to int32, pos *program.Position) {
	i := g.find(from, x)
	if i < 0 {
		g.failHere("move: '%s' is not in %s", g.label(x), g.zonePath(from))
	}
	g.shift(from, i, to, pos, sees{})
}

// placeItem sets what['at'], on a board and in a zone if those are named.
func (g *Game) placeItem(a *program.Place) {
	what := g.value(&a.What)
	at := g.value(&a.At)
	if what.IsData() {
		g.failHere("%s is model data; make an instance with create first", g.label(what))
	}
	if !what.IsInst() {
		g.failHere("place: %s is no instance", value.Repr(&g.store, what))
	}
	if a.Board >= 0 {
		if b := g.prog.Boards[a.Board]; !b.OnBoard(at) {
			g.failHere("place: board '%s' has no cell %s", b.Name, value.Repr(&g.store, at))
		}
	}
	if a.Zone.Has || a.Zone.Stop != nil {
		to := g.resolveZone(&a.Zone)
		if from := g.store.Loc(what.Inst()) - 1; from >= 0 && from != to {
			g.moveOne(what, from, to, &program.Position{})
		} else if from < 0 {
			g.put(to, what, &program.Position{})
			g.arrived(to, what, &program.Position{}, everybody)
		}
	}
	g.calm = 0
	g.store.Set(what.Inst(), atKey, g.keep(at))
}

var atKey = value.OfText("at")

// create makes n new instances of a dict and puts them into a zone.
func (g *Game) create(a *program.Create) {
	what := g.value(&a.What)
	if what.Kind() != value.Dict && !what.IsInst() {
		g.failHere("create: %s is not a dict", value.Repr(&g.store, what))
	}
	what = g.keep(what)
	to := g.resolveZone(&a.To)
	n := 1
	if a.N.Given() {
		n = g.count(&a.N, "n", 1<<31-1)
	}
	if have := len(g.zoneItems(to)); n > g.limits.ZoneItems-have {
		g.failHere("zone '%s': %d items are more than the limit of %d", g.zonePath(to), have+n, g.limits.ZoneItems)
	}
	g.spend(perInstance * n)
	made := g.moved[:0]
	for i := 0; i < n; i++ {
		x := g.instance(what)
		g.put(to, x, &a.Position)
		g.arrived(to, x, &a.Position, 0)
		made = append(made, x)
	}
	g.moved = made
	if a.As != program.NoName {
		g.bindDrawn(a.As, a.N, g.own.List(made))
	}
}

// destroy takes items out of a zone for good.
func (g *Game) destroy(a *program.Destroy) {
	what := g.keep(g.value(&a.What))
	from := g.resolveZone(&a.From)
	for _, x := range g.things(what, from) {
		i := g.find(from, x)
		if i < 0 {
			g.failHere("destroy: '%s' is not in %s", g.label(x), g.zonePath(from))
		}
		g.vanish(from, i)
		g.spend(entryOps)
		if g.hearing() {
			g.eventOf("destroy:"+g.label(x), x)
		}
	}
}

// reveal shows a value; nothing else changes.
func (g *Game) reveal(f *frame, a *program.Reveal) {
	what := g.value(&a.What)
	vis := g.visible(f, a.Visible, everyone)
	g.learn(what, vis.set())
	if !g.log.on {
		return
	}
	if what.Kind() == value.List {
		g.observe(f.place, "reveal", vis, g.labels(what.Items()), what.Items()...)
		return
	}
	g.observe(f.place, "reveal", vis, g.label(what), what)
}

func (g *Game) labels(items []value.Value) string {
	var b strings.Builder
	for i, x := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(g.label(x))
	}
	return b.String()
}
