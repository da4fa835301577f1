package game

import (
	"math"
	"slices"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// What a restored game must satisfy: all that the machine relies on without looking.

// checkState holds the engine's own slots, the zones and what is known of their order against what
// they must be, and marks where each instance is. A game that stopped while it began may lack some.
func (r *reader) checkState(g *Game, stopped bool) {
	s := g.env.State
	players := s[program.SlotPlayers]
	r.need(players.Kind() == value.List && len(players.Items()) == g.players, "players")
	for i, p := range players.Items() {
		r.need(p.IsInt() && p.Int() == int64(i), "players")
	}
	r.need(s[program.SlotNPlayers].IsInt() && s[program.SlotNPlayers].Int() == int64(g.players), "players")
	out := s[program.SlotEliminated]
	r.need(out.Kind() == value.List && len(out.Items()) <= g.players, "eliminated")
	for _, p := range out.Items() {
		r.need(p.IsInt() && p.Int() >= 0 && p.Int() < int64(g.players), "eliminated")
	}
	results := s[program.SlotResults]
	r.need(results.Kind() == value.Dict, "results")
	for i := range r.prog.Flows {
		r.need(results.Keys().Find(value.OfText(r.prog.Flows[i].Name)) >= 0, "results")
	}
	events := s[program.SlotEvents]
	r.need(events.Kind() == value.List, "events")
	for i := range r.prog.Vars {
		if v := &r.prog.Vars[i]; v.PerPlayer && !(stopped && s[v.Slot].IsNone()) {
			r.need(s[v.Slot].Kind() == value.List && len(s[v.Slot].Items()) == g.players, "a variable of the players")
		}
	}
	for i := range r.prog.Zones {
		r.checkZone(g, i, stopped)
	}
	if r.prog.Turns != nil {
		r.checkRecord(g)
	}
}

// checkRecord holds the record of the turn against the profile; there may be none.
func (r *reader) checkRecord(g *Game) {
	t := r.prog.Turns
	v := g.env.State[t.Slot]
	if v.IsNone() {
		r.need(!g.due, "a checkpoint")
		return
	}
	ok := func(ok bool) { r.need(ok, "the record of the turn") }
	ok(len(t.Sides) > 0 && v.Kind() == value.Dict && v.Keys().Len() == len(program.TurnKeys))
	for i, k := range t.Keys.List() {
		ok(v.Keys().Find(k) == i)
	}
	ok(g.record(program.TurnOwner).IsInt() && uint64(g.record(program.TurnOwner).Int()) < uint64(g.players))
	side := &t.Sides[t.Seats[g.owner()]]
	same := func(a, b value.Value) bool { return a.Kind() == value.Text && a.Text() == b.Text() }
	ok(same(g.record(program.TurnSide), side.Name))
	ok(slices.ContainsFunc(side.Phases, func(p value.Value) bool { return same(g.record(program.TurnPhase), p) }))
	id := g.record(program.TurnID)
	ok(id.IsInt() && id.Int() >= 1 && id.Int() <= maxRounds)
	for i := program.TurnBegun; i <= program.TurnReacted; i++ {
		ok(g.record(i).IsBool())
	}
	counts := g.record(program.TurnCounts)
	ok(counts.Kind() == value.List && len(counts.Items()) == g.players)
	for _, n := range counts.Items() {
		ok(n.IsInt() && n.Int() >= 0 && n.Int() <= maxRounds)
	}
}

func (r *reader) checkZone(g *Game, zi int, stopped bool) {
	z := &r.prog.Zones[zi]
	v := g.env.State[z.Slot]
	empty := stopped && v.IsNone()
	r.need(empty || v.Kind() == value.List, "a zone")
	r.need(empty || !z.PerPlayer || len(v.Items()) == g.players, "a zone of the players")
	for f := g.flat[zi]; f < g.flat[zi+1]; f++ {
		if !empty {
			r.need(g.zoneList(f).Kind() == value.List, "a zone")
		}
		items, d := g.zoneItems(f), g.decks[f]
		r.need(int(d.top)+int(d.bottom) <= len(items) && (z.Shuffled || d.top == 0 && d.bottom == 0), "the order of a zone")
		for _, x := range items {
			if x.IsInst() {
				r.need(g.store.Loc(x.Inst()) == 0, "an instance in two zones")
				g.store.SetLoc(x.Inst(), f+1)
				if r.prog.Hidden {
					g.decks[f].aware |= g.store.Mark(x.Inst()).Known
				}
			}
		}
	}
}

// checkRequest holds the options against what they stand for.
func (r *reader) checkRequest(g *Game) {
	p := &g.pend
	pool := int64(0)
	if p.suffix > 0 {
		r.need(p.pool.Kind() == value.List && p.chosen.Kind() == value.List, "a subset choice")
		pool = int64(len(p.pool.Items()))
		r.indexes(p.chosen, pool)
	}
	r.need(len(p.asks) == 1 || p.sealed && len(p.asks) > 0, "questions")
	r.need(p.kind == Decision || !p.sealed, "questions")
	open := false
	last := int32(-1)
	for i := range p.asks {
		a := &p.asks[i]
		n := len(a.options)
		r.need(n > 0 && int(a.pick) < n, "an answer")
		r.need(n <= math.MaxInt32, "options")
		open = open || a.pick < 0
		if p.kind == Chance {
			r.need(a.player == -1 && a.kind == plainOptions, "a chance")
			r.need(len(p.weights) == 0 || len(p.weights) == n, "weights")
			continue
		}
		r.need(a.player > last, "a player asked")
		last = a.player
		r.need(len(p.weights) == 0, "weights")
		r.need((a.kind == subsetOptions) == (p.suffix > 0), "options")
		for _, x := range a.options {
			switch a.kind {
			case plainOptions:
			case subsetOptions:
				r.need(x.IsNone() || x.IsInt() && x.Int() >= 0 && x.Int() < pool, "an option")
			case actionOptions:
				r.need(x.IsNone() || x.IsInt() && x.Int() >= 0 && x.Int() < int64(len(r.prog.Actions)), "an option")
			case useOptions:
				r.need(x.IsBool(), "an option")
			default:
				r.need(false, "kind of options")
			}
		}
	}
	r.need(open, "a question without an answer")
}

func (r *reader) indexes(list value.Value, n int64) {
	for _, x := range list.Items() {
		r.need(x.IsInt() && x.Int() >= 0 && x.Int() < n, "a choice")
	}
}
