package game

import (
	"math/bits"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// block runs a block that shares scope with whoever runs it; true where the game is over.
func (r *runner) block(ref, scope, place int32) (over bool) {
	if own := r.g.prog.Blocks[ref].Place; own >= 0 {
		place = own
	}
	f := frame{kind: codeFrame, ref: ref, place: place, scope: scope}
	return r.code(&f)
}

// within is block in a scope of its own inside scope, with a name there if sym is one.
func (r *runner) within(ref, scope, place, sym int32, v value.Value) (over bool) {
	s := r.g.openScope(scope)
	if sym >= 0 {
		r.g.bind(sym, v)
	}
	if r.block(ref, s, place) {
		return true
	}
	r.g.closeScope(s)
	return false
}

// code runs the instructions from f.pc on.
func (r *runner) code(f *frame) (over bool) {
	g := r.g
	code := g.prog.Blocks[f.ref].Code
	g.ops += int64(len(code))
	r.tick()
	for uint(f.pc) < uint(len(code)) {
		g.env.Locals.Cur = f.scope
		switch in := &code[f.pc]; in.Op {
		case program.OpSetVar:
			g.setVar(in.Arg.(*program.SetVar))
			f.pc++
		case program.OpMove:
			g.move(in.Arg.(*program.Move))
			f.pc++
		case program.OpLet:
			a := in.Arg.(*program.Let)
			g.bind(a.Name, g.keep(g.value(&a.V)))
			f.pc++
		case program.OpJumpUnless:
			if in.Arg.(*program.If).Cond.RunBool(g.env) {
				f.pc++
			} else {
				f.pc = in.To
			}
		case program.OpChoose:
			if a := in.Arg.(*program.Choose); a.Plain && r.choose(f, a) {
				f.pc++
			} else if r.instr(f, false) {
				return true
			}
		case program.OpDraw:
			if a := in.Arg.(*program.Draw); a.One {
				r.draw(a)
				f.pc++
			} else if r.instr(f, false) {
				return true
			}
		case program.OpForEach:
			f.pc++
			if r.forEach(f, in.Arg.(*program.ForEach)) {
				return true
			}
		case program.OpEmit:
			f.pc++
			if r.emit(f, in.Arg.(*program.Emit)) {
				return true
			}
		case program.OpWindow:
			f.pc++
			if r.window(in.Arg.(*program.OpenWindow).Window, f.scope, f.place) {
				return true
			}
		default:
			if r.instr(f, false) {
				return true
			}
		}
	}
	return false
}

// instr has the machine run the instruction that f has come to; asks where it waits for an answer.
func (r *runner) instr(f *frame, asks bool) (over bool) {
	g := r.g
	depth := len(g.frames)
	if !asks {
		*g.above() = *f
	} else {
		depth--
	}
	g.frames[depth].own = false
	own, pc := f.own, f.pc
	for {
		if asks {
			r.answer()
		}
		top := &g.frames[depth]
		g.env.Locals.Cur = top.scope
		switch in := &g.prog.Blocks[top.ref].Code[top.pc]; in.Op {
		case program.OpChoose:
			g.choose(top, in.Arg.(*program.Choose))
		case program.OpDraw:
			g.draw(top, in.Arg.(*program.Draw))
		default:
			g.instr(top, in)
		}
		if len(g.frames) > depth+1 && r.machine(depth+1) {
			return true
		}
		switch g.pend.kind {
		case running:
		case End:
			return true
		case Decision, Chance:
			asks = true
			continue
		default:
			panic(errStraight)
		}
		if top = &g.frames[depth]; top.pc != pc {
			*f = *top
			f.own = own
			break
		}
		asks = false
		r.tick()
	}
	g.frames = g.frames[:depth]
	return false
}

// choose is a plain choice; false, with nothing done, where it is one for the machine.
func (r *runner) choose(f *frame, a *program.Choose) bool {
	g := r.g
	if a.Options.X == nil {
		return false
	}
	if others, few, ok := a.Options.X.Few(g.env, g.limits.ZoneItems); ok {
		if few&(few-1) != 0 {
			for k := r.ask(r.chooser(f, a), bits.OnesCount64(few), nil); k > 0; k-- {
				few &= few - 1
			}
		}
		i := bits.TrailingZeros64(few)
		if others == nil {
			g.bind(a.As, value.OfInt(int64(i)))
		} else {
			g.bind(a.As, others[i])
		}
		return true
	}
	items := g.options(a)
	n := len(items)
	if n == 0 || n > g.limits.ZoneItems {
		panic(errStraight)
	}
	k := 0
	if n > 1 {
		k = r.ask(r.chooser(f, a), n, nil)
	}
	g.bind(a.As, g.keep(items[k]))
	return true
}

func (r *runner) chooser(f *frame, a *program.Choose) int32 {
	if who, ok := r.g.actorOf(f.scope); ok {
		return who
	}
	return r.g.chooser(f, a)
}

// draw draws one card.
func (r *runner) draw(a *program.Draw) {
	g := r.g
	from, to := g.resolveZone(&a.From), g.resolveZone(&a.To)
	n := len(g.zoneItems(from))
	if n == 0 {
		return
	}
	at, d := 0, &g.decks[from]
	if unknown := n - int(d.top) - int(d.bottom); g.zones[from].mixed && d.top == 0 && unknown > 1 {
		at = r.ask(-1, unknown, nil)
	}
	g.ops += entryOps
	g.shift(from, at, to, &a.Position, sees{})
}

func (r *runner) forEach(f *frame, a *program.ForEach) (over bool) {
	g := r.g
	items := g.elems(g.value(&a.Items), "items")
	if len(items) == 0 {
		return false
	}
	each := frame{ref: a.Body, place: f.place, scope: f.scope, n: a.As, v: g.keepList(items)}
	return r.items(&each)
}

// items runs the body of a for_each for the items that are left.
func (r *runner) items(f *frame) (over bool) {
	items := f.v.Items()
	for int(f.i) < len(items) {
		x := items[f.i]
		f.i++
		if r.within(f.ref, f.scope, f.place, f.n, x) {
			return true
		}
	}
	return false
}
