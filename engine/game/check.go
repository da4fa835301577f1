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

// checkFrames holds every frame against the program, and the stack against the order in which
// frames come and go: the top one asks, those below wait, scopes and windows belong to one frame each.
func (r *reader) checkFrames(g *Game) {
	waits := g.pend.kind == Decision || g.pend.kind == Chance || g.pend.kind == Call
	r.need(waits == (len(g.frames) > 0), "frames")
	scopes, windows, level := int32(0), int32(0), 0
	r.prog = g.prog.Root()
	for i := range g.frames {
		f := &g.frames[i]
		if f.kind == callFrame {
			r.need(f.ref > 0 && int(f.ref) <= g.prog.Depth(), "ops from outside")
			level = max(level, int(f.ref))
			r.prog = g.prog.Level(level)
		}
		if f.own {
			r.need(f.scope == scopes, "the scope of a frame")
			scopes++
		}
		r.need(f.scope >= -1 && f.scope < scopes, "the scope of a frame")
		r.need((f.place >= 0 || f.kind == setupFrame) && int(f.place) < len(g.places), "the place of a frame")
		if f.kind == windowFrame {
			r.need(f.ref == windows, "a window")
			windows++
		}
		if f.kind == emitFrame {
			g.emits++
		}
		r.checkFrame(g, i)
	}
	r.prog = g.prog
	r.need(g.emits <= maxEmits, "nested emits")
	r.checkTurns(g)
}

// checkTurns: where a game goes on, a turn is open if and only if one node takes turns.
func (r *reader) checkTurns(g *Game) {
	open := 0
	for i := range g.frames {
		if g.takesTurns(&g.frames[i]) {
			open++
		}
	}
	r.need(len(g.frames) == 0 || open == 0 && !g.turning() || open == 1 && g.turning(), "a turn")
}

func (r *reader) checkFrame(g *Game, at int) {
	p, f, top := r.prog, &g.frames[at], at == len(g.frames)-1
	ref := func(n int) { r.need(f.ref >= 0 && int(f.ref) < n, "a frame") }
	state := func(ok bool) { r.need(ok, "the state of a frame") }
	asks := func(kind Kind, options optionKind, sealed bool) {
		state(top && g.pend.kind == kind && g.pend.asks[0].kind == options && g.pend.sealed == sealed)
	}
	switch f.kind {
	case codeFrame:
		ref(len(p.Blocks))
		r.checkCode(g, f, top, asks)
		return
	case nodeFrame:
		ref(len(p.Nodes))
		if f.state == nodeEnter && !top && g.frames[at+1].kind == setupFrame {
			state(f.i == 0 && f.n == 0) // the main flow, while a campaign is between two games
			return
		}
		r.checkNode(g, f, top, asks)
		return
	case actionFrame:
		ref(len(p.Actions))
		state(f.own && f.n >= actWhole && f.n <= actEffectOnly)
		if f.state > actionDone {
			state(g.turning() && f.state > formalStart && f.state <= formalResolving)
			state(f.n != actEffectOnly || f.state == formalResolving)
			state(f.n != actCostOnly || f.state != formalResolving)
			break
		}
		state(f.state == actionPaid || f.state == actionDone)
	case emitFrame:
		ref(len(p.Events))
		state(f.own && f.pc >= -1 && int(f.pc) < len(p.Blocks) && f.state <= phaseDone)
		if f.pc >= 0 {
			state(f.v.IsInt() && f.v.Int() >= 0 && f.v.Int() < int64(len(g.places)))
		}
		if f.n != 0 {
			state(f.n == 1 && f.state != phaseImpact && f.state != phaseDone)
			asks(Decision, useOptions, false)
			state(f.i >= 0 && int(f.i) < len(g.phase(&p.Events[f.ref], f.state)))
			return
		}
		state(f.i >= 0)
	case windowFrame:
		state(f.state <= windowStacked)
		if f.state == windowAsked {
			asks(Decision, actionOptions, false)
			return
		}
	case forEachFrame:
		ref(len(p.Blocks))
		state(f.v.Kind() == value.List && f.i >= 0 && int(f.i) <= len(f.v.Items()))
		state(f.n >= 0 && int(f.n) < len(p.Symbols))
	case repeatFrame:
		ref(len(p.Blocks))
		code := p.Blocks[f.ref].Code
		state(f.pc >= 0 && int(f.pc) < len(code) && code[f.pc].Op == program.OpRepeat)
		state(f.i >= 0 && f.i <= maxRounds && f.n >= -1 && f.n <= maxRounds)
	case flowFrame:
		ref(len(p.Flows))
	case setupFrame:
		state(p.Campaign != nil && p.Campaign.Between >= 0 && f.state == 1)
	case callFrame:
		state(f.own)
	default:
		r.need(false, "kind of a frame")
	}
	state(!top)
}

// checkCode: an instruction that asks is at the top, in a state of its own; below it frames wait
// between two instructions.
func (r *reader) checkCode(g *Game, f *frame, top bool, asks func(Kind, optionKind, bool)) {
	code := r.prog.Blocks[f.ref].Code
	ok := func(ok bool) { r.need(ok, "the state of a frame") }
	ok(f.pc >= 0 && int(f.pc) <= len(code))
	if !top {
		ok(f.state == fresh)
		return
	}
	ok(int(f.pc) < len(code) && f.i >= 0 && f.n >= 0)
	in := &code[f.pc]
	list := func(v value.Value, need bool) { ok(v.Kind() == value.List || !need && v.IsNone()) }
	zone := func(flat int64) bool { return flat >= 0 && flat < int64(len(g.zones)) }
	unknown := func(flat int64) bool { // the options are the cards of which nobody knows where they lie
		d := &g.decks[flat]
		return len(g.pend.asks[0].options) == len(g.zoneItems(int32(flat)))-int(d.top)-int(d.bottom)
	}
	switch in.Op {
	case program.OpChoose, program.OpSearch:
		a := in.Arg.(*program.Choose)
		ok(a.Subset == (f.state == subsetAsked || f.state == sealedSubset))
		ok((a.Actors != nil) == (f.state == sealedAsked || f.state == sealedSubset))
		if f.state == sealedAsked {
			asks(Decision, plainOptions, true)
			return
		}
		if !a.Subset {
			ok(f.state == asked)
			asks(Decision, plainOptions, false)
			return
		}
		asks(Decision, subsetOptions, false)
		list(f.v, true)
		list(f.w, true)
		r.indexes(f.w, int64(len(f.v.Items())))
		ok(int(f.n) <= len(f.v.Items()) && f.i <= f.n)
	case program.OpRoll:
		ok(f.state == asked || f.state == diceAsked)
		asks(Chance, plainOptions, false)
		list(f.w, f.state == diceAsked || in.Arg.(*program.Roll).N.Given())
		if f.state == diceAsked {
			for _, face := range f.w.Items() {
				ok(face.IsInt())
			}
		}
	case program.OpSample:
		ok(f.state == asked)
		asks(Chance, plainOptions, false)
	case program.OpDraw:
		ok(f.state == asked)
		asks(Chance, plainOptions, false)
		list(f.w, in.Arg.(*program.Draw).As != program.NoName)
		ok(f.v.IsInt() && zone(f.v.Int()>>32) && zone(int64(int32(f.v.Int()))) && unknown(f.v.Int()>>32))
	case program.OpLook:
		ok(f.state == asked)
		asks(Chance, plainOptions, false)
		list(f.w, true)
		ok(f.v.IsInt() && zone(f.v.Int()) && unknown(f.v.Int()))
	case program.OpCall:
		a := in.Arg.(*program.Call)
		ok(f.v.Kind() == value.Dict && f.v.Keys().Len() == len(a.Args) && f.w.Kind() == value.List && len(f.w.Items()) <= mostChances)
		for i := range a.Args {
			ok(value.Same(f.v.Keys().At(i), a.Names.At(i)) || f.v.Keys().At(i).Kind() == value.Text && f.v.Keys().At(i).Text() == a.Names.At(i).Text())
		}
		if f.state == calledChance {
			asks(Chance, plainOptions, false)
			ok(g.pend.suffix == 0 && g.pend.model < 0)
			return
		}
		ok(f.state == asked && g.pend.kind == Call)
	default:
		ok(false)
	}
}

func (r *reader) checkNode(g *Game, f *frame, top bool, asks func(Kind, optionKind, bool)) {
	n := &r.prog.Nodes[f.ref]
	ok := func(ok bool) { r.need(ok, "the state of a flow node") }
	within := func(x int32, most int) { ok(x >= 0 && int(x) <= most) }
	if f.state >= nodeWindow {
		ok(f.state <= nodeEvents && !top)
		within(f.i, len(n.Events))
		return
	}
	ok(n.Kind != program.Subflow && n.Kind != program.Broken)
	switch f.state {
	case nodeEnter:
		ok(n.Kind == program.Sequence && !top)
		within(f.i, len(n.Children))
	case nodeBody:
		ok(!top)
		if n.Kind == program.Branch {
			ok(f.pc >= 0 && int(f.pc) < len(n.Cases))
			within(f.i, len(n.Cases[f.pc].Children))
			return
		}
		r.checkLoop(f, n)
		within(f.i, len(n.Children))
	case nodeOrder:
		r.checkLoop(f, n)
		ok(n.Over != nil)
		asks(Chance, plainOptions, false)
	case stepAsked:
		ok(n.Kind == program.Step && n.Actors == nil && g.pend.kind == Decision)
		asks(Decision, actionOptions, false)
		r.checkStep(g, f)
	case stepSealed:
		ok(n.Kind == program.Step && n.Actors != nil && g.pend.kind == Decision)
		asks(Decision, actionOptions, true)
		r.checkStep(g, f)
	case stepRun:
		ok(n.Kind == program.Step && !top && f.v.Kind() == value.List)
		within(f.i, len(f.v.Items()))
		for _, x := range f.v.Items() {
			ok(x.Kind() == value.Tuple && len(x.Items()) == 2)
			player, action := x.Items()[0], x.Items()[1]
			ok(player.IsInt() && player.Int() >= 0 && player.Int() < int64(g.players))
			ok(action.IsInt() && action.Int() >= 0 && action.Int() < int64(len(r.prog.Actions)))
		}
	case stepDone:
		ok(n.Kind == program.Step && !top)
	case turnOpen, turnBegun, turnPhase, turnEnded:
		ok(n.Kind == program.TakeTurns && !top && g.turning())
		r.checkTaking(g, f, n)
	default:
		ok(false)
	}
}

// checkTaking: the record of the turn is where the node is.
func (r *reader) checkTaking(g *Game, f *frame, n *program.Node) {
	ok := func(ok bool) { r.need(ok, "the state of a turn") }
	phases := n.Phases[r.prog.Turns.Seats[g.owner()]]
	ok(g.record(program.TurnBegun).Bool() == (f.state > turnOpen) && g.record(program.TurnEnded).Bool() == (f.state == turnEnded))
	switch f.state {
	case turnOpen:
		ok(f.i >= 0 && int(f.i) <= len(r.prog.Turns.Opening))
	case turnPhase:
		ok(f.pc >= 0 && int(f.pc) < len(phases) && f.i >= 0 && int(f.i) <= len(phases[f.pc]))
		ok(g.record(program.TurnPhase).Text() == r.prog.Turns.Sides[r.prog.Turns.Seats[g.owner()]].Phases[f.pc].Text())
	}
}

// checkStep: a step has no pass among its options, and its actor is a player or nobody.
func (r *reader) checkStep(g *Game, f *frame) {
	r.need(f.n >= -1 && int(f.n) < g.players, "the actor of a step")
	for i := range g.pend.asks {
		for _, x := range g.pend.asks[i].options {
			r.need(x.IsInt(), "an option")
		}
	}
}

func (r *reader) checkLoop(f *frame, n *program.Node) {
	ok := n.Kind == program.Loop && f.n >= 1 && f.n <= maxRounds
	if ok && n.Over != nil {
		ok = f.v.Kind() == value.List && f.pc >= 0 && int(f.pc) <= len(f.v.Items())
	}
	r.need(ok, "the state of a loop")
}
