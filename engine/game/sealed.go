package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// A choose with actors_x asks each listed player in secret and binds a dict from player to pick.
// With min or max each player makes a subset choice; those are asked one player after the other.

// seal asks every listed player at once.
func (g *Game) seal(f *frame, a *program.Choose) {
	seats := g.seats(a.Actors.Run(g.env), "actors_x")
	if a.Subset {
		list := make([]value.Value, len(seats))
		for i, p := range seats {
			list[i] = value.OfInt(int64(p))
		}
		f.state = sealedSubset
		g.openSealedSubset(f, a, value.OfList(list), value.OfList(nil))
		return
	}
	p := g.begin(running, f, g.visible(f, a.Visible, everyone))
	p.sealed, p.prompt = true, a.Prompt
	open := 0
	for _, seat := range seats {
		q := p.addAsk(seat, plainOptions)
		for _, x := range g.optionsFor(f, a, seat) {
			q.options = append(q.options, g.keep(x))
		}
		switch len(q.options) {
		case 0:
			g.failHere("choose: no options for player %d", seat)
		case 1:
			q.pick = 0
			g.automaticChoice(f, only(seat), q.options[0], seat)
		default:
			open++
		}
	}
	f.state = sealedAsked
	if open > 0 {
		p.kind = Decision
	}
}

// optionsFor evaluates the options with actor bound to seat.
func (g *Game) optionsFor(f *frame, a *program.Choose, seat int32) []value.Value {
	s := g.openScope(f.scope)
	g.bind(program.SymActor, value.OfInt(int64(seat)))
	g.env.Locals.Cur = s
	items := g.elems(g.value(&a.Options), "options")
	g.checkOptions(a, items)
	g.closeScope(s)
	g.env.Locals.Cur = f.scope
	return items
}

// unseal binds the picks once all have answered, and shows them.
func (g *Game) unseal(f *frame, a *program.Choose) {
	var keys value.KeysBuilder
	var vals []value.Value
	for i := range g.pend.asks {
		q := &g.pend.asks[i]
		x := q.options[q.pick]
		keys.Add(value.OfInt(int64(q.player)))
		vals = append(vals, g.own.Share(x))
		g.noteShown(f, g.announce(x, g.pend.vis, q.player), q.player, g.label(x), x)
	}
	g.bind(a.As, g.keep(value.OfDict(keys.Keys(), vals)))
	f.done()
}

// A sealed subset choice keeps its players in an overlay scope under names that no model can write:
// the seats still to ask and the picks so far.
const (
	symSeats int32 = -2
	symPicks int32 = -3
)

func (g *Game) openSealedSubset(f *frame, a *program.Choose, seats, picks value.Value) {
	for {
		if len(seats.Items()) == 0 {
			g.bindSealed(f, a, picks)
			return
		}
		seat := int32(seats.Items()[0].Int())
		g.startSubset(f, a, g.optionsFor(f, a, seat))
		if !g.askSealed(f, a, seat) {
			g.bind(symSeats, g.keep(seats))
			g.bind(symPicks, g.keep(picks))
			return
		}
		seats, picks = g.nextSealed(f, seats, picks)
	}
}

// askSealed runs the subset choice of one seat; true when it is complete.
func (g *Game) askSealed(f *frame, a *program.Choose, seat int32) bool {
	alone := *a
	alone.Actor, alone.Visible = nil, program.Visible{Secret: true}
	s := g.openScope(f.scope)
	g.bind(program.SymActor, value.OfInt(int64(seat)))
	scope := f.scope
	f.scope = s
	complete := g.askSubset(f, &alone, alone.Visible)
	f.scope = scope
	g.closeScope(s)
	return complete
}

func (g *Game) nextSealed(f *frame, seats, picks value.Value) (value.Value, value.Value) {
	all := append([]value.Value(nil), picks.Items()...)
	all = append(all, value.OfTuple([]value.Value{seats.Items()[0], g.picked(f)}))
	rest := append([]value.Value(nil), seats.Items()[1:]...)
	return value.OfList(rest), value.OfList(all)
}

func (g *Game) sealedPicked(f *frame, a *program.Choose) {
	seats, _ := g.local(f.scope, symSeats)
	picks, _ := g.local(f.scope, symPicks)
	if v := g.pend.asks[0].options[g.pick]; v.IsNone() {
		f.n = int32(len(f.w.Items()))
	} else {
		f.w = g.own.Insert(f.w, len(f.w.Items()), v)
	}
	if !g.askSealed(f, a, int32(seats.Items()[0].Int())) {
		return
	}
	seats, picks = g.nextSealed(f, seats, picks)
	g.openSealedSubset(f, a, seats, picks)
}

func (g *Game) bindSealed(f *frame, a *program.Choose, picks value.Value) {
	var keys value.KeysBuilder
	var vals []value.Value
	vis := g.visible(f, a.Visible, everyone)
	for _, pair := range picks.Items() {
		keys.Add(pair.Items()[0])
		vals = append(vals, pair.Items()[1])
		seat, picks := int32(pair.Items()[0].Int()), pair.Items()[1]
		g.noteShown(f, g.announce(picks, vis, seat), seat, g.labels(picks.Items()), picks.Items()...)
	}
	g.bind(a.As, g.keep(value.OfDict(keys.Keys(), vals)))
	f.done()
}
