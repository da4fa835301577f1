package game

import (
	"math/rand/v2"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/value"
)

// Forge changes some parts of a game to what another part of it is, or to what is near, and saves that with a
// checksum that fits: a save that lies about what the game is in the middle of. nil where nothing can be written of
// what came out. The game is spoilt.
func Forge(g *Game, rnd *rand.Rand) (save []byte) {
	defer func() {
		if recover() != nil {
			save = nil
		}
	}()
	g.pend.unshare()
	f := forger{g: g, rnd: rnd}
	f.collect()
	for range 1 + rnd.IntN(3) {
		f.change()
	}
	return g.Save()
}

// OtherBlock is a save of g in which the frame on top runs a block that whatever lies below it does not open.
func OtherBlock(g *Game) []byte {
	top := g.top()
	here := g.prog.Blocks[top.ref].Code[top.pc].Op
	for i := range g.prog.Blocks {
		if code := g.prog.Blocks[i].Code; int32(i) != top.ref && int(top.pc) < len(code) && code[top.pc].Op == here {
			top.ref = int32(i)
			break
		}
	}
	return g.Save()
}

type forger struct {
	g      *Game
	rnd    *rand.Rand
	values []value.Value
}

// collect lists values that the game holds, and some that it does not.
func (f *forger) collect() {
	g := f.g
	f.values = []value.Value{{}, value.OfBool(true), value.OfInt(0), value.OfInt(1), value.OfInt(2), value.OfInt(-1), value.OfInt(1 << 40),
		value.OfFloat(1.5), value.OfText("x"), value.OfList(nil), value.OfList([]value.Value{value.OfInt(0), value.OfInt(1)}),
		value.OfTuple([]value.Value{value.OfInt(1), value.OfList(nil)}), value.OfRange(0, 9, 1)}
	add := func(v value.Value) {
		f.values = append(f.values, v)
		if v.Kind() == value.List || v.Kind() == value.Tuple || v.Kind() == value.Dict {
			f.values = append(f.values, v.Items()...)
		}
	}
	for _, v := range g.env.State {
		add(v)
	}
	for i := range g.frames {
		add(g.frames[i].v)
		add(g.frames[i].w)
	}
	for _, b := range g.env.Locals.Binds {
		add(b.Value)
	}
}

func (f *forger) value(old value.Value) value.Value {
	if k := old.Kind(); (k == value.List || k == value.Tuple || k == value.Dict) && len(old.Items()) > 0 && f.rnd.IntN(2) == 0 {
		return f.list(old)
	}
	return f.values[f.rnd.IntN(len(f.values))]
}

// list is old with an element more, less or another.
func (f *forger) list(old value.Value) value.Value {
	items := append([]value.Value(nil), old.Items()...)
	at := f.rnd.IntN(len(items))
	switch f.rnd.IntN(3) {
	case 0:
		items[at] = f.value(items[at])
	case 1:
		if old.Kind() != value.Dict {
			items = append(items[:at], items[at+1:]...)
		}
	default:
		if old.Kind() != value.Dict {
			items = append(items, f.value(items[at]))
		}
	}
	switch old.Kind() {
	case value.List:
		return value.OfList(items)
	case value.Tuple:
		return value.OfTuple(items)
	}
	return value.OfDict(old.Keys(), items)
}

// number is near old, or small, or one of others.
func (f *forger) number(old int32, others ...int32) int32 {
	switch k := f.rnd.IntN(6); {
	case k == 0:
		return old + 1
	case k == 1:
		return old - 1
	case k == 2 && len(others) > 0:
		return others[f.rnd.IntN(len(others))]
	case k == 3:
		return int32(f.rnd.IntN(64))
	}
	return int32(f.rnd.IntN(6)) - 1
}

func (f *forger) change() {
	switch n := f.rnd.IntN(20); {
	case n < 8 && len(f.g.frames) > 0:
		f.frame(&f.g.frames[f.rnd.IntN(len(f.g.frames))])
	case n < 10:
		f.stack()
	case n < 12:
		f.names()
	case n < 14 && len(f.g.windows) > 0:
		f.window(&f.g.windows[f.rnd.IntN(len(f.g.windows))])
	case n < 17:
		f.request()
	default:
		f.state()
	}
}

func (f *forger) frame(x *frame) {
	var others []int32
	for i := range f.g.frames {
		o := &f.g.frames[i]
		others = append(others, o.ref, o.pc, o.i, o.n)
	}
	for _, field := range []*int32{&x.ref, &x.pc, &x.scope, &x.i, &x.n, &x.place} {
		if f.rnd.IntN(5) == 0 {
			*field = f.number(*field, others...)
		}
	}
	switch f.rnd.IntN(10) {
	case 0, 1, 2:
		x.state = uint8(f.number(int32(x.state)))
	case 3:
		x.flag = !x.flag
	case 4:
		x.kind = frameKind(f.rnd.IntN(int(frameKinds)))
	case 5, 6:
		x.v = f.value(x.v)
	case 7:
		x.w = f.value(x.w)
	}
}

// stack adds, drops or swaps frames. Frames that own scopes bring or take one.
func (f *forger) stack() {
	g := f.g
	if len(g.frames) == 0 {
		return
	}
	at := f.rnd.IntN(len(g.frames))
	switch f.rnd.IntN(4) {
	case 0: // without one
		if g.frames[at].own {
			f.dropScope(g.frames[at].scope)
		}
		g.frames = append(g.frames[:at], g.frames[at+1:]...)
	case 1: // one twice
		x := g.frames[at]
		if x.own {
			l := &g.env.Locals
			x.scope = int32(len(l.Scopes))
			l.Scopes = append(l.Scopes, expr.Scope{Start: int32(len(l.Binds)), Parent: x.scope - 1})
		}
		g.frames = append(g.frames, x)
	case 2:
		to := f.rnd.IntN(len(g.frames))
		g.frames[at], g.frames[to] = g.frames[to], g.frames[at]
	default:
		if x := &g.frames[at]; x.own {
			x.own = false
			f.dropScope(x.scope)
		}
	}
	g.frames = g.frames[:len(g.frames):len(g.frames)]
}

func (f *forger) dropScope(s int32) {
	l := &f.g.env.Locals
	l.Scopes = append(l.Scopes[:s], l.Scopes[s+1:]...)
	for i := range l.Scopes {
		if l.Scopes[i].Parent >= s {
			l.Scopes[i].Parent--
		}
	}
	if len(l.Scopes) > 0 {
		l.Scopes[0].Start = 0
	} else {
		l.Binds = l.Binds[:0]
	}
	for i := range f.g.frames {
		if f.g.frames[i].scope > s || f.g.frames[i].scope == s && f.rnd.IntN(2) == 0 {
			f.g.frames[i].scope--
		}
	}
}

// names changes the local names, or a modifier's.
func (f *forger) names() {
	l := &f.g.env.Locals
	binds := l.Binds
	if len(f.g.mods) > 0 && f.rnd.IntN(2) == 0 {
		m := &f.g.mods[f.rnd.IntN(len(f.g.mods))]
		m.op, m.layer, binds = f.number(m.op), float64(f.rnd.IntN(9)-4), m.binds
	}
	if len(l.Scopes) > 0 && f.rnd.IntN(4) == 0 {
		s := &l.Scopes[f.rnd.IntN(len(l.Scopes))]
		s.Start, s.Parent = f.number(s.Start), f.number(s.Parent)
	}
	if len(binds) > 0 {
		b := &binds[f.rnd.IntN(len(binds))]
		if f.rnd.IntN(3) == 0 {
			b.Sym = f.number(b.Sym)
		} else {
			b.Value = f.value(b.Value)
		}
	}
}

func (f *forger) window(w *window) {
	for _, field := range []*int32{&w.ref, &w.first, &w.turn, &w.passes, &w.turns, &w.bindFrom} {
		if f.rnd.IntN(4) == 0 {
			*field = f.number(*field)
		}
	}
	switch f.rnd.IntN(4) {
	case 0:
		w.out = uint64(f.rnd.IntN(8))
	case 1:
		w.stack = append(w.stack, stackItem{action: int32(f.rnd.IntN(len(f.g.prog.Actions) + 1)), actor: int32(f.rnd.IntN(3))})
	case 2:
		if len(w.stack) > 0 {
			it := &w.stack[f.rnd.IntN(len(w.stack))]
			it.action, it.actor, it.cancelled = f.number(it.action), f.number(it.actor), f.rnd.IntN(2) == 0
		}
	}
}

func (f *forger) request() {
	p := &f.g.pend
	if len(p.asks) == 0 {
		return
	}
	a := &p.asks[f.rnd.IntN(len(p.asks))]
	a.list()
	switch f.rnd.IntN(12) {
	case 0:
		p.suffix = f.number(p.suffix)
	case 1:
		p.model = f.number(p.model)
	case 2:
		p.sealed = !p.sealed
	case 3:
		p.pool = f.value(p.pool)
	case 4:
		p.chosen = f.value(p.chosen)
	case 5:
		p.weights = append(p.weights[:0:0], make([]float64, len(a.options))...)
		for i := range p.weights {
			p.weights[i] = float64(f.rnd.IntN(3)) / 2
		}
	case 6:
		a.kind = optionKind(f.rnd.IntN(4))
	case 7:
		a.pick = f.number(a.pick)
	case 8:
		a.player = f.number(a.player)
	case 9:
		p.kind = []Kind{Decision, Chance, Call}[f.rnd.IntN(3)]
	case 10:
		a.options = f.list(value.OfList(a.options)).Items()
	default:
		a.options = append(a.options, f.values[f.rnd.IntN(len(f.values))])
	}
}

func (f *forger) state() {
	g := f.g
	switch f.rnd.IntN(6) {
	case 0:
		if len(g.decks) > 0 {
			d := &g.decks[f.rnd.IntN(len(g.decks))]
			d.top, d.bottom = max(0, f.number(d.top)), max(0, f.number(d.bottom))
			d.seen, d.under = uint64(f.rnd.IntN(4)), uint64(f.rnd.IntN(4))
		}
	case 1:
		if len(g.rounds) > 0 {
			g.rounds[f.rnd.IntN(len(g.rounds))] = int32(f.rnd.IntN(maxRounds + 1))
		}
	case 2:
		g.due = !g.due
	default:
		slot := &g.env.State[f.rnd.IntN(len(g.env.State))]
		*slot = f.value(*slot)
	}
}
