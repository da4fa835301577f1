package game

import (
	"math/bits"

	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// block runs a block that shares scope with whoever runs it; true where the game is over.
func (r *runner) block(ref, scope, place int32) (over bool) {
	b := &r.g.prog.Blocks[ref]
	if b.Place >= 0 {
		place = b.Place
	}
	return r.code(b, ref, 0, scope, place)
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

// code runs the instructions of a block, which ref numbers, from one on.
func (r *runner) code(b *program.Block, ref int32, from uint, scope, place int32) (over bool) {
	g := r.g
	code := b.Code
	if g.ops += int64(len(code)); g.ops >= g.turnAt || g.env.Due() {
		r.turn()
	}
	for pc := from; pc < uint(len(code)); pc++ {
		in := &code[pc]
		g.env.Locals.Cur = scope
		switch in.Op {
		case program.OpSetVar:
			g.setVar(in.Arg.(*program.SetVar))
			continue
		case program.OpMove:
			g.move(in.Arg.(*program.Move))
			continue
		case program.OpLet:
			a := in.Arg.(*program.Let)
			g.bind(a.Name, g.keep(g.value(&a.V)))
			continue
		case program.OpJumpUnless:
			if !in.Arg.(*program.If).Cond.RunBool(g.env) {
				pc = uint(in.To) - 1
			}
			continue
		case program.OpChoose:
			if a := in.Arg.(*program.Choose); a.Plain && r.choose(scope, place, a) {
				continue
			}
		case program.OpDraw:
			if a := in.Arg.(*program.Draw); a.Mere {
				r.draw(a)
				continue
			}
		case program.OpForEach:
			if over = r.forEach(scope, place, in.Arg.(*program.ForEach)); !over {
				continue
			}
			return true
		case program.OpEmit:
			if over = r.emit(scope, place, in.Arg.(*program.Emit)); !over {
				continue
			}
			return true
		case program.OpWindow:
			if over = r.window(in.Arg.(*program.OpenWindow).Window, scope, place); !over {
				continue
			}
			return true
		}
		f := frame{kind: codeFrame, ref: ref, pc: int32(pc), place: place, scope: scope}
		if r.instr(&f, false) {
			return true
		}
		pc = uint(f.pc) - 1
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
func (r *runner) choose(scope, place int32, a *program.Choose) bool {
	g := r.g
	if a.Options.X == nil {
		return false
	}
	if others, few, ok := a.Options.X.Few(g.env, g.limits.ZoneItems); ok {
		if few&(few-1) != 0 {
			for k := r.ask(r.chooser(scope, place, a), bits.OnesCount64(few), nil); k > 0; k-- {
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
		k = r.ask(r.chooser(scope, place, a), n, nil)
	}
	g.bind(a.As, g.keep(items[k]))
	return true
}

func (r *runner) chooser(scope, place int32, a *program.Choose) int32 {
	if who, ok := r.g.actorOf(scope); ok {
		return who
	}
	return r.g.chooser(&frame{scope: scope, place: place}, a)
}

// draw draws cards that nobody asks more of.
func (r *runner) draw(a *program.Draw) {
	g := r.g
	from, to := g.resolveZone(&a.From), g.resolveZone(&a.To)
	n := 1
	if a.N.Given() {
		n = g.count(&a.N, "n", 1<<31-1)
	}
	for d := &g.decks[from]; n > 0; n-- {
		items := len(g.zoneItems(from))
		if items == 0 {
			return
		}
		at := 0
		if unknown := items - int(d.top) - int(d.bottom); g.zones[from].mixed && d.top == 0 && unknown > 1 {
			at = r.ask(-1, unknown, nil)
		}
		g.ops += entryOps
		g.shift(from, at, to, &a.Position, sees{})
	}
}

func (r *runner) forEach(scope, place int32, a *program.ForEach) (over bool) {
	g := r.g
	items := g.elems(g.value(&a.Items), "items")
	if len(items) == 0 {
		return false
	}
	each := frame{ref: a.Body, place: place, scope: scope, n: a.As, v: g.keepList(items)}
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
