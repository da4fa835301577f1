package game

import (
	"slices"
	"sort"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// States of an instruction that chooses. In a subset choice v is the pool, w the indexes picked so
// far, i the minimum and n the maximum.
const (
	fresh uint8 = iota
	asked
	subsetAsked
	sealedAsked
	sealedSubset
	diceAsked    // a roll of dice notation; w is the faces so far, n how often it is rolled
	calledChance // a call whose code has asked a chance
)

// choose runs a choose op (seed, Effects and ops).
func (g *Game) choose(f *frame, a *program.Choose) {
	switch f.state {
	case fresh:
		if a.Actors != nil {
			g.seal(f, a)
			return
		}
		if a.Plain && g.chooseFew(f, a) {
			return
		}
		items := g.options(a)
		if len(items) > 1 && len(items) <= g.limits.ZoneItems {
			if q := g.again(f, a); q != nil {
				g.offer(q, items)
				f.state = asked
				return
			}
		}
		g.pickFrom(f, a, items)
		if a.Plain && f.state == asked {
			g.pend.by = a
		}
	case asked:
		q := &g.pend.asks[0]
		x := q.picked(g.pick)
		if g.hidden {
			g.announce(x, g.pend.vis, q.player)
		}
		g.bind(a.As, x)
		f.pc++
		f.state = fresh
	case subsetAsked:
		g.subsetPicked(f, a)
	case sealedAsked:
		g.unseal(f, a)
	case sealedSubset:
		g.sealedPicked(f, a)
	}
}

// again begins the question of a plain choice that was the last to ask, and here: it is there but for its options. nil
// where it has to be begun as any other.
func (g *Game) again(f *frame, a *program.Choose) *ask {
	p := &g.pend
	if p.by != a || p.place != f.place {
		return nil
	}
	q := &p.asks[0]
	who, ok := g.actorOf(f.scope)
	if !ok || q.shared {
		return nil
	}
	p.kind, q.player, q.pick, q.few, q.options = Decision, who, -1, 0, q.options[:0]
	return q
}

// chooseFew is a plain choice of places of a board or of a few items: they are listed when somebody looks at them. It
// reports false, and has done nothing, where the choice is another.
func (g *Game) chooseFew(f *frame, a *program.Choose) bool {
	if a.Options.X == nil {
		return false
	}
	others, few, ok := a.Options.X.Few(g.env, g.limits.ZoneItems)
	if !ok {
		return false
	}
	if few&(few-1) == 0 {
		x := (&ask{others: others}).lowest(few)
		g.unasked(f, a, x)
		g.bind(a.As, x)
		f.pc++
		return true
	}
	q := g.again(f, a)
	if q == nil {
		who := g.chooser(f, a)
		q = g.beginChoice(f, a, everyone).addAsk(who, plainOptions)
		g.pend.by = a
	}
	q.others, q.few = others, few
	f.state = asked
	return true
}

// options lists what may be chosen, in memory that is used again.
func (g *Game) options(a *program.Choose) []value.Value {
	if a.Options.X == nil {
		return g.elems(g.value(&a.Options), "options")
	}
	items, v, made := a.Options.X.Append(g.env, g.items[:0])
	if !made {
		return g.elems(v, "options")
	}
	g.items = items
	return items
}

// pickFrom asks for one of items, or starts a subset choice.
func (g *Game) pickFrom(f *frame, a *program.Choose, items []value.Value) {
	g.checkOptions(a, items)
	if a.Subset {
		g.startSubset(f, a, items)
		g.subset(f, a)
		return
	}
	switch len(items) {
	case 0:
		g.failHere("%s: no options", chooseName(a))
	case 1:
		x := g.keep(items[0])
		g.unasked(f, a, x)
		g.bind(a.As, x)
		f.done()
	default:
		who := g.chooser(f, a)
		g.ask(f, a, items, who, g.chooseSees(f, a, who))
	}
}

// ask asks who for one of items.
func (g *Game) ask(f *frame, a *program.Choose, items []value.Value, who int32, vis sees) {
	g.offer(g.beginChoice(f, a, vis).addAsk(who, plainOptions), items)
	f.state = asked
}

// beginChoice is begin with the prompt, if there is one.
func (g *Game) beginChoice(f *frame, a *program.Choose, vis sees) *pending {
	p := g.begin(Decision, f, vis)
	p.prompt = a.Prompt
	return p
}

// offer makes items the options of a question.
func (g *Game) offer(q *ask, items []value.Value) {
	if len(g.items) > 0 && &items[0] == &g.items[0] {
		q.options, g.items = items, q.options // the list was made for this: it goes as it is
	} else {
		q.options = append(q.options[:0], items...)
	}
	if !value.Ints(q.options) {
		for i, x := range q.options {
			if x.IsHeap() {
				q.options[i] = g.keep(x)
			}
		}
	}
}

// checkOptions refuses a choice that no zone could hold.
func (g *Game) checkOptions(a *program.Choose, items []value.Value) {
	if len(items) > g.limits.ZoneItems {
		g.failHere("%s: %d options are more than the limit of %d", chooseName(a), len(items), g.limits.ZoneItems)
	}
}

func chooseName(a *program.Choose) string {
	if a.Filter != nil || a.Zone.Has {
		return "search"
	}
	return "choose"
}

// chooser is the player who decides: actor_x, else the local actor.
func (g *Game) chooser(f *frame, a *program.Choose) int32 {
	if p, ok := g.maybeChooser(f, a); ok {
		return p
	}
	g.notExecutable("%s: %s without actor_x and without an actor on the step", g.places[f.place], chooseName(a))
	return 0
}

func (g *Game) maybeChooser(f *frame, a *program.Choose) (int32, bool) {
	if a.Actor != nil {
		return g.playerIn(a.Actor.Run(g.env), "actor_x"), true
	}
	v, ok := g.local(f.scope, program.SymActor)
	if !ok || v.IsNone() {
		return 0, false
	}
	return g.playerIn(v, "actor"), true
}

func (g *Game) chooseSees(f *frame, a *program.Choose, who int32) sees {
	standard := everyone
	if a.Visible.Secret {
		standard = only(who)
	}
	return g.visible(f, a.Visible, standard)
}

// chooserSees is chooseSees where nobody has to decide: it looks for a chooser only where that is who
// sees the choice. It does not depend on the log, so that recording changes no game.
func (g *Game) chooserSees(f *frame, a *program.Choose) sees {
	if a.Visible.Secret && a.Visible.X == nil {
		if who, ok := g.maybeChooser(f, a); ok {
			return only(who)
		}
	}
	return g.visible(f, a.Visible, everyone)
}

// unasked takes the only option, as if it had been chosen.
func (g *Game) unasked(f *frame, a *program.Choose, x value.Value) {
	g.traceForced(f.place, -1, x)
	vis, who := g.chooserSees(f, a), int32(-1)
	if g.hidden {
		if p, ok := g.maybeChooser(f, a); ok {
			who = p
		}
	}
	g.automaticChoice(f, vis, x, who)
}

func (g *Game) startSubset(f *frame, a *program.Choose, items []value.Value) {
	lo, hi := 0, len(items)
	if a.Min.Given() {
		lo = g.count(&a.Min, "min", 1<<31-1)
	}
	if a.Max.Given() {
		hi = min(hi, g.count(&a.Max, "max", 1<<31-1))
	}
	if lo > len(items) {
		g.failHere("%s: %d options are fewer than min %d", chooseName(a), len(items), lo)
	}
	if lo > hi {
		g.failHere("%s: min %d is above max %d", chooseName(a), lo, hi)
	}
	f.v = g.keepList(items)
	f.w = g.own.List(nil)
	f.i, f.n = int32(lo), int32(hi)
}

// subset asks for the next element; it reports whether the choice is complete, with f.w the picks.
func (g *Game) subset(f *frame, a *program.Choose) {
	if g.askSubset(f, a, a.Visible) {
		g.bind(a.As, g.picked(f))
		f.done()
		return
	}
	if g.pend.kind == Decision {
		f.state = subsetAsked
	}
}

func (g *Game) subsetPicked(f *frame, a *program.Choose) {
	if v := g.pend.asks[0].options[g.pick]; v.IsNone() {
		f.n = int32(len(f.w.Items()))
	} else {
		g.announce(f.v.Items()[v.Int()], g.pend.vis, g.pend.asks[0].player)
		f.w = g.own.Insert(f.w, len(f.w.Items()), v)
	}
	g.subset(f, a)
}

// askSubset takes what is unasked and asks what is not; true when the choice is complete.
func (g *Game) askSubset(f *frame, a *program.Choose, vis program.Visible) bool {
	pool := f.v.Items()
	for {
		picks := f.w.Items()
		if len(picks) >= int(f.n) {
			return true
		}
		done := len(picks) >= int(f.i)
		left := len(pool) - len(picks)
		if left == 1 && !done {
			i := g.unpicked(f)
			g.unasked(f, a, pool[i])
			f.w = g.own.Insert(f.w, len(picks), value.OfInt(int64(i)))
			continue
		}
		who := g.chooser(f, a)
		p := g.begin(Decision, f, g.chooseSees(f, a, who))
		p.suffix, p.pool, p.prompt = int32(len(picks)+1), f.v, a.Prompt
		p.chosen = g.own.Share(f.w)
		q := p.addAsk(who, subsetOptions)
		for i := range pool {
			q.options = append(q.options, value.OfInt(int64(i)))
		}
		for _, k := range picks {
			q.options[k.Int()] = value.Value{}
		}
		q.options = slices.DeleteFunc(q.options, value.Value.IsNone)
		if done {
			q.options = append(q.options, value.Value{})
		}
		return false
	}
}

func (g *Game) unpicked(f *frame) int {
next:
	for i := range f.v.Items() {
		for _, k := range f.w.Items() {
			if int(k.Int()) == i {
				continue next
			}
		}
		return i
	}
	return -1
}

// picked is the list of the items picked, in the order of picking.
func (g *Game) picked(f *frame) value.Value {
	pool, picks := f.v.Items(), f.w.Items()
	out := g.items[:0]
	for _, k := range picks {
		out = append(out, pool[k.Int()])
	}
	g.items = out
	return g.keepList(out)
}

// search chooses among the matches in a zone; secret unless visible_to_x.
func (g *Game) search(f *frame, a *program.Choose) {
	if f.state != fresh {
		g.choose(f, a)
		return
	}
	flat := g.resolveZone(&a.Zone)
	items := append(g.items[:0], g.zoneItems(flat)...)
	g.items = items
	vis := everyone
	if who, ok := g.maybeChooser(f, a); ok {
		vis = only(who)
	}
	g.searched(flat, items, vis)
	if g.log.on {
		g.observe(f.place, "search", vis, g.labels(items), items...)
	}
	match := items
	if a.Filter != nil {
		match = match[:0]
		s := g.openScope(f.scope)
		g.env.Locals.Cur = s
		for _, x := range items {
			g.bind(program.SymItem, g.own.Share(x))
			if a.Filter.RunBool(g.env) {
				match = append(match, x)
			}
		}
		g.closeScope(s)
		g.env.Locals.Cur = f.scope
	}
	g.pickFrom(f, a, match)
}

// seats sorts and checks a list of players, each once.
func (g *Game) seats(v value.Value, field string) []int32 {
	var out []int32
	seen := sees{}
	for _, x := range g.elems(v, field) {
		p := g.playerIn(x, field)
		if seen.mask>>uint(p)&1 == 0 {
			seen.mask |= 1 << uint(p)
			out = append(out, p)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}
