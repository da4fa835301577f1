package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// start fills the state (seed, Start of a game) and enters the main flow. In a later game of a
// campaign kept holds the state of the one before: what persists is taken from it, and the ops
// between games run first.
func (g *Game) start(kept []value.Value) {
	players := make([]value.Value, g.players)
	for i := range players {
		players[i] = value.OfInt(int64(i))
	}
	s := g.env.State
	s[program.SlotPlayers] = value.OfList(players)
	s[program.SlotNPlayers] = value.OfInt(int64(g.players))
	s[program.SlotEvents] = value.OfList(nil)
	if g.prog.Turns != nil {
		g.closeTurns()
		if g.contract != nil {
			g.contract.now = nil
		}
	}
	g.clearResults()
	for i := range g.prog.Vars {
		if v := &g.prog.Vars[i]; kept == nil || !v.Persist || g.resetBetween(v.Slot) {
			g.initVar(v)
		}
	}
	for i := range g.prog.Zones {
		if z := &g.prog.Zones[i]; kept == nil || !z.Persist || g.resetBetween(z.Slot) {
			g.initZone(i)
		}
	}
	if g.prog.Main >= 0 {
		g.pushNode(g.prog.Main)
	}
	if kept != nil && g.prog.Campaign.Between >= 0 {
		f := g.push(frame{kind: setupFrame, place: -1, scope: -1})
		f.scope, f.own = g.openScope(-1), true
	}
}

func (g *Game) resetBetween(slot int) bool {
	for _, s := range g.prog.Campaign.Reset {
		if s == slot {
			return true
		}
	}
	return false
}

// stepSetup runs the campaign's ops between two games.
func (g *Game) stepSetup(f *frame) {
	if f.state == 0 {
		f.state = 1
		g.runBlock(g.prog.Campaign.Between, f.scope, f.place)
		return
	}
	g.pop()
}

func (g *Game) clearResults() {
	g.calm = 0
	s := g.env.State
	s[program.SlotEliminated] = value.OfList(nil)
	var b value.KeysBuilder
	vals := make([]value.Value, 0, len(g.prog.Flows))
	for i := range g.prog.Flows {
		if b.Add(value.OfText(g.prog.Flows[i].Name)) == len(vals) {
			vals = append(vals, value.Value{})
		}
	}
	s[program.SlotResults] = value.OfDict(b.Keys(), vals)
}

// initial gives the starting value that init or init_x says.
func (g *Game) initial(v program.Value) value.Value {
	if v.Stop != nil {
		g.raise(v.Stop)
	}
	if v.X != nil {
		g.settle()
		g.env.Locals.Cur = -1
		return g.keep(v.X.Run(g.env))
	}
	return v.Lit
}

func (g *Game) initVar(v *program.Var) {
	x := g.initial(v.Init)
	if v.PerPlayer {
		if x.Kind() != value.List {
			each := make([]value.Value, g.players)
			for i := range each {
				each[i] = g.own.Share(x)
			}
			x = value.OfList(each)
		} else if n := len(x.Items()); n != g.players {
			g.fail("variable '%s': init gives %d values for %d players", v.Name, n, g.players)
		}
		for _, e := range x.Items() {
			g.checkRange(v, e)
		}
	} else {
		g.checkRange(v, x)
	}
	g.wrote(v.Slot)
	g.env.State[v.Slot] = x
	g.scored(v)
}

// initZone empties a zone and fills it with what init_x gives; dicts become instances.
func (g *Game) initZone(zi int) {
	z := &g.prog.Zones[zi]
	for f := g.flat[zi]; f < g.flat[zi+1]; f++ {
		for _, x := range g.zoneItems(f) {
			g.setLoc(x, 0)
		}
		g.decks[f] = deck{}
	}
	lists := make([][]value.Value, g.flat[zi+1]-g.flat[zi])
	if x := g.initial(z.Init); z.Init.Given() {
		if z.PerPlayer {
			outer := g.elemsOf(x, "zone '"+z.Name+"': init_x")
			if len(outer) != g.players {
				g.fail("zone '%s': init_x gives %d lists for %d players", z.Name, len(outer), g.players)
			}
			for p, in := range outer {
				lists[p] = g.elemsOf(in, "zone '"+z.Name+"': init_x")
			}
		} else {
			lists[0] = g.elemsOf(x, "zone '"+z.Name+"': init_x")
		}
	}
	made := make([]value.Value, len(lists))
	for i, from := range lists {
		if len(from) > g.limits.ZoneItems {
			g.fail("zone '%s': %d items are more than the limit of %d", z.Name, len(from), g.limits.ZoneItems)
		}
		g.checkRoom(z, len(from))
		g.spend(perInstance * len(from))
		items := make([]value.Value, len(from))
		for k, x := range from {
			if x.Kind() == value.Dict || x.IsInst() {
				x = g.instance(x)
			}
			items[k] = x
			g.arrived(g.flat[zi]+int32(i), x, &program.Position{}, 0)
		}
		made[i] = g.keep(value.OfList(items))
	}
	g.wrote(z.Slot)
	if z.PerPlayer {
		g.env.State[z.Slot] = value.OfList(made)
	} else {
		g.env.State[z.Slot] = made[0]
	}
}

// instance makes a new instance of a dict, or of another instance's attributes.
func (g *Game) instance(x value.Value) value.Value {
	if g.store.Next()-g.swept > sweepEvery {
		g.sweepDue, g.turnAt = true, 0
	}
	if x.IsInst() {
		in := g.store.Get(x.Inst())
		if in == nil {
			g.failHere("create: the instance is gone")
		}
		vals := make([]value.Value, in.Keys().Len())
		for i := 1; i < len(vals); i++ {
			vals[i] = g.own.Share(in.At(x.Inst(), i))
		}
		return g.add(&value.Template{Keys: in.Keys(), Vals: vals})
	}
	return g.add(g.own.Template(x))
}

// add makes an instance with the face t.
func (g *Game) add(t *value.Template) value.Value {
	uid := g.store.Make(t)
	if g.store.Tracks() {
		g.store.SetMark(uid, value.Mark{Face: t})
	}
	return value.OfInst(uid)
}
