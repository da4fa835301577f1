package game

import (
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// checkFrames holds every frame against the program, and the stack against the order in which
// frames come and go: the top one asks, those below wait, scopes and windows belong to one frame each.
func (r *reader) checkFrames(g *Game) {
	waits := g.pend.kind == Decision || g.pend.kind == Chance || g.pend.kind == Call
	r.need(waits == (len(g.frames) > 0), "frames")
	scopes, windows, level := int32(0), int32(0), 0
	r.prog = g.prog.Root()
	for i := range g.frames {
		f := &g.frames[i]
		r.need((f.place >= 0 || f.kind == setupFrame) && int(f.place) < len(g.places), "the place of a frame")
		r.at = func() string { return g.placedIn(f, "frame "+strconv.Itoa(i+1)+" of "+strconv.Itoa(len(g.frames))) }
		if f.kind == callFrame {
			r.need(f.ref > 0 && int(f.ref) <= g.prog.Depth(), "ops from outside")
			level = max(level, int(f.ref))
			r.prog = g.prog.Level(level)
		}
		if f.own {
			r.need(f.scope == scopes, "the scope of a frame")
			r.checkNames(&g.env.Locals, f.scope)
			scopes++
		}
		r.need(f.scope >= -1 && f.scope < scopes, "the scope of a frame")
		if f.kind == windowFrame {
			r.need(f.ref == windows && int(g.windows[f.ref].ref) < len(r.prog.Windows), "a window")
			windows++
		}
		if f.kind == emitFrame {
			g.emits++
		}
		r.checkFrame(g, i)
		r.checkOpened(g, i)
	}
	r.prog, r.at = g.prog, nil
	r.need(g.emits <= maxEmits, "nested emits")
	r.checkTurns(g)
}

// checkNames: names that came with ops from outside go when these go.
func (r *reader) checkNames(l *expr.Locals, scope int32) {
	binds := l.Binds[l.Scopes[scope].Start:]
	if next := int(scope) + 1; next < len(l.Scopes) {
		binds = l.Binds[l.Scopes[scope].Start:l.Scopes[next].Start]
	}
	for _, b := range binds {
		r.need(int(b.Sym) < len(r.prog.Symbols), "a name")
	}
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
			w := &g.windows[f.ref]
			asks(Decision, actionOptions, false)
			state(g.pend.asks[0].player == w.turn)
			r.checkActions(g, p.Windows[w.ref].Candidates, true)
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
		pool, picks := len(f.v.Items()), len(f.w.Items())
		r.indexes(f.w, int64(pool))
		ok(int(f.n) <= pool && f.i <= f.n && picks < int(f.n))
		ok(len(g.pend.pool.Items()) == pool && len(g.pend.chosen.Items()) == picks && int(g.pend.suffix) == picks+1)
		if f.state == sealedSubset {
			r.checkSealed(g, f)
		}
	case program.OpRoll:
		ok(f.state == asked || f.state == diceAsked)
		asks(Chance, plainOptions, false)
		list(f.w, f.state == diceAsked || in.Arg.(*program.Roll).N.Given())
		ok(int(f.n) <= max(g.limits.ZoneItems, defaultZoneItems))
		if f.state == diceAsked {
			ok(value.Ints(f.w.Items()) && value.Ints(g.pend.asks[0].options))
		}
	case program.OpSample:
		model := in.Arg.(*program.Sample).Model
		ok(f.state == asked)
		asks(Chance, plainOptions, false)
		ok(g.pend.model == model && len(g.pend.asks[0].options) == len(r.prog.Outcomes[model].Outcomes))
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

// checkSealed: a sealed subset choice keeps the seats that it still asks, and what the others have picked.
func (r *reader) checkSealed(g *Game, f *frame) {
	ok := func(ok bool) { r.need(ok, "a sealed choice") }
	seats, _ := g.local(f.scope, symSeats)
	picks, _ := g.local(f.scope, symPicks)
	ok(seats.Kind() == value.List && len(seats.Items()) > 0 && picks.Kind() == value.List)
	for _, seat := range seats.Items() {
		ok(r.isPlayer(g, seat))
	}
	for _, pick := range picks.Items() {
		ok(pick.Kind() == value.Tuple && len(pick.Items()) == 2)
		ok(r.isPlayer(g, pick.Items()[0]) && pick.Items()[1].Kind() == value.List)
	}
}

func (r *reader) isPlayer(g *Game, v value.Value) bool {
	return v.IsInt() && v.Int() >= 0 && v.Int() < int64(g.players)
}

// checkActions: whoever is asked is offered some of do, and to pass only where that can be.
func (r *reader) checkActions(g *Game, do []int32, pass bool) {
	for i := range g.pend.asks {
		for _, x := range g.pend.asks[i].options {
			r.need(x.IsNone() && pass || x.IsInt() && slices.Contains(do, int32(x.Int())), "an option")
		}
	}
}
