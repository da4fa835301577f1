package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// runBlock pushes a block that shares scope with whoever runs it.
func (g *Game) runBlock(block int32, scope, place int32) *frame {
	if own := g.prog.Blocks[block].Place; own >= 0 {
		place = own
	}
	f := g.above()
	*f = frame{kind: codeFrame, ref: block, place: place, scope: scope}
	return f
}

// enterBlock is runBlock, and goes on with the block at once.
func (g *Game) enterBlock(block int32, scope, place int32) {
	f := g.runBlock(block, scope, place)
	g.env.Locals.Cur = scope
	g.stepCode(f)
}

// stepCode runs instructions until one asks, opens a frame, or the block ends.
func (g *Game) stepCode(f *frame) {
	code := g.prog.Blocks[f.ref].Code
	depth := len(g.frames)
	for uint(f.pc) < uint(len(code)) {
		if g.ops++; g.ops >= g.turnAt || g.env.Due() {
			g.turn()
		}
		switch in := &code[f.pc]; in.Op {
		// The most usual ops that neither ask nor open a frame, and then two that ask.
		case program.OpSetVar:
			g.setVar(in.Arg.(*program.SetVar))
			f.pc++
			continue
		case program.OpMove:
			g.move(in.Arg.(*program.Move))
			f.pc++
			continue
		case program.OpLet:
			a := in.Arg.(*program.Let)
			g.bind(a.Name, g.keep(g.value(&a.V)))
			f.pc++
			continue
		case program.OpJumpUnless:
			if in.Arg.(*program.If).Cond.RunBool(g.env) {
				f.pc++
			} else {
				f.pc = in.To
			}
			continue
		case program.OpChoose:
			g.choose(f, in.Arg.(*program.Choose))
		case program.OpDraw:
			g.draw(f, in.Arg.(*program.Draw))
		default:
			g.instr(f, in)
		}
		if g.pend.kind != running || len(g.frames) != depth {
			return
		}
		f = &g.frames[depth-1] // the frames may have moved
		g.env.Locals.Cur = f.scope
	}
	g.pop()
}

// instr runs one of the other instructions. An instruction that asks leaves the frame in a state of its own and is
// run again with the answer; when it is done it moves pc on.
func (g *Game) instr(f *frame, in *program.Instr) {
	switch in.Op {
	case program.OpStop:
		g.raise(in.Arg.(*program.Stop))
	case program.OpJump:
		f.pc = in.To
	case program.OpSetAttr:
		g.setAttr(in.Arg.(*program.SetAttr))
		f.pc++
	case program.OpSearch:
		g.search(f, in.Arg.(*program.Choose))
	case program.OpRoll:
		g.roll(f, in.Arg.(*program.Roll))
	case program.OpSample:
		g.sample(f, in.Arg.(*program.Sample))
	case program.OpLook:
		g.look(f, in.Arg.(*program.Look))
	case program.OpReveal:
		g.reveal(f, in.Arg.(*program.Reveal))
		f.pc++
	case program.OpPlace:
		g.placeItem(in.Arg.(*program.Place))
		f.pc++
	case program.OpCreate:
		g.create(in.Arg.(*program.Create))
		f.pc++
	case program.OpDestroy:
		g.destroy(in.Arg.(*program.Destroy))
		f.pc++
	case program.OpShuffle:
		g.shuffle(in.Arg.(*program.Shuffle))
		f.pc++
	case program.OpEmit:
		f.pc++
		g.emit(f, in.Arg.(*program.Emit))
	case program.OpWindow:
		f.pc++
		g.openWindow(in.Arg.(*program.OpenWindow).Window, f.scope, f.place)
	case program.OpCancel:
		g.cancel(in.Arg.(*program.Cancel))
		f.pc++
	case program.OpModify:
		g.modify(f, in.Arg.(*program.Modify))
		f.pc++
	case program.OpExec:
		f.pc++
		g.exec(f, in.Arg.(*program.Exec))
	case program.OpRun:
		f.pc++
		g.runFlow(in.Arg.(*program.Run).Flow, f.place)
	case program.OpCall:
		g.call(f, in.Arg.(*program.Call))
	case program.OpTouch:
		g.touch(in.Arg.(*program.Touch))
		f.pc++
	case program.OpSay:
		g.say(f, in.Arg.(*program.Say))
		f.pc++
	case program.OpForEach:
		f.pc++
		g.forEach(f, in.Arg.(*program.ForEach))
	case program.OpRepeat:
		g.repeat(f)
	case program.OpReset:
		g.reset(in.Arg.(*program.Reset))
		f.pc++
	}
}

// done ends an instruction that asked.
func (f *frame) done() {
	f.state = 0
	f.i, f.n = 0, 0
	f.v, f.w = value.Value{}, value.Value{}
	f.pc++
}

// value gives a field's value. It may live in the arena.
func (g *Game) value(v *program.Value) value.Value {
	if v.X != nil {
		return v.X.Run(g.env)
	}
	if v.Stop != nil {
		g.raise(v.Stop)
	}
	return v.Lit
}

// count gives a field's value as a whole number from 0 to max.
func (g *Game) count(v *program.Value, field string, max int64) int {
	x := g.value(v)
	if !x.IsInt() && !x.IsBool() {
		g.failHere("%s gives %s, not a whole number", field, value.Repr(&g.store, x))
	}
	if x.Int() < 0 || x.Int() > max {
		g.failHere("%s gives %d, which is outside 0 to %d", field, x.Int(), max)
	}
	return int(x.Int())
}

// elems lists the elements of a collection, maybe in memory that the next such list uses again; elemsOf
// does so where there is no place yet.
func (g *Game) elems(v value.Value, field string) []value.Value {
	if tooLong(v) {
		g.failHere("%s: value too large", field)
	}
	items, ok := g.counted[:0], false
	if v.Kind() == value.Range {
		if items, ok = value.AppendRange(items, v); ok {
			g.counted = items
		}
	} else {
		items, ok = value.Items(&g.store, v)
	}
	if ok {
		return items
	}
	g.failHere("%s gives %s, not a list", field, value.Repr(&g.store, v))
	return nil
}

// tooLong reports a range that costs an expression nothing and a list of its elements too much.
func tooLong(v value.Value) bool { return v.Kind() == value.Range && v.RangeLen() > maxElems }

func (g *Game) elemsOf(v value.Value, what string) []value.Value {
	if tooLong(v) {
		g.fail("%s: value too large", what)
	}
	if items, ok := value.Items(&g.store, v); ok {
		return items
	}
	g.fail("%s gives %s, not a list", what, value.Repr(&g.store, v))
	return nil
}

// forEach: v the items, i the next one, n the name. The body runs in an overlay per item.
func (g *Game) forEach(f *frame, a *program.ForEach) {
	items := g.elems(g.value(&a.Items), "items")
	if len(items) == 0 {
		return
	}
	g.spend(len(items) / perCopied)
	list := g.keepList(items)
	g.push(frame{kind: forEachFrame, ref: a.Body, place: f.place, scope: f.scope, n: a.As, v: list})
}

func (g *Game) stepForEach(f *frame) {
	items := f.v.Items()
	if int(f.i) >= len(items) {
		g.pop()
		return
	}
	x, sym := items[f.i], f.n
	f.i++
	body := g.runBlock(f.ref, f.scope, f.place)
	body.scope, body.own = g.openScope(body.scope), true
	g.bind(sym, x)
}

// repeat: ref and pc the instruction, i the passes done, n how many at most (-1: not given).
func (g *Game) repeat(f *frame) {
	a := g.prog.Blocks[f.ref].Code[f.pc].Arg.(*program.Repeat)
	n := int32(-1)
	if a.N.Given() {
		n = int32(g.count(&a.N, "n", maxRounds))
	} else if !a.Until.Given() {
		g.raiseMissing("until")
	}
	r := frame{kind: repeatFrame, ref: f.ref, pc: f.pc, place: f.place, scope: f.scope, n: n}
	f.pc++
	g.push(r)
}

const repeatEndless = "repeat does not end"

func (g *Game) stepRepeat(f *frame) {
	if f.i > 0 {
		g.round()
	}
	a := g.prog.Blocks[f.ref].Code[f.pc].Arg.(*program.Repeat)
	if f.i > 0 && a.Until.Given() && value.Truth(&g.store, g.value(&a.Until)) || f.i == f.n {
		g.pop()
		return
	}
	if f.i++; f.i > maxRounds {
		g.failHere(repeatEndless)
	}
	g.runBlock(a.Body, f.scope, f.place)
}

func (g *Game) raiseMissing(field string) {
	g.notExecutable("%s", g.placed("field '"+field+"' is missing"))
}

// exec runs the effect of a content item in an overlay with self.
func (g *Game) exec(f *frame, a *program.Exec) {
	self := g.value(&a.Of)
	item := g.contentItem(a.Catalogue, self)
	if self.Kind() == value.Text {
		self = g.prog.Items[item].Data
	}
	it := &g.prog.Items[item]
	g.ops += entryOps
	if g.hearing() {
		g.eventOf("exec:"+it.ID, self)
	}
	if it.Effect < 0 {
		return
	}
	self = g.keep(self)
	b := g.runBlock(it.Effect, f.scope, f.place)
	b.scope, b.own = g.openScope(b.scope), true
	g.bind(program.SymSelf, self)
}

// contentItem finds the content item that v names (by id), is, or was made from.
func (g *Game) contentItem(catalogue string, v value.Value) int32 {
	if v.Kind() == value.Text {
		for i := range g.prog.Items {
			if it := &g.prog.Items[i]; it.ID == v.Text() && (catalogue == "" || it.Catalogue == catalogue) {
				return int32(i)
			}
		}
		g.failHere("exec: no content item '%s'%s", v.Text(), inCatalogue(catalogue))
	}
	data := v
	if v.IsInst() {
		data, _ = g.store.Attr(v.Inst(), originKey)
	}
	if data.IsHeap() {
		if i, ok := g.prog.ItemIndex[data.Object()]; ok && (catalogue == "" || g.prog.Items[i].Catalogue == catalogue) {
			return i
		}
	}
	g.failHere("exec: %s is no content item%s", value.Repr(&g.store, v), inCatalogue(catalogue))
	return 0
}

func inCatalogue(c string) string {
	if c == "" {
		return ""
	}
	return " in '" + c + "'"
}

var originKey = value.OfText("origin")

// runFlow runs a named flow as a scope without local names.
func (g *Game) runFlow(flow, place int32) {
	g.wrote(program.SlotResults)
	results := &g.env.State[program.SlotResults]
	*results = g.own.SetKey(*results, value.OfText(g.prog.Flows[flow].Name), value.Value{})
	g.push(frame{kind: flowFrame, ref: flow, place: place, scope: -1})
	g.pushNode(g.prog.Flows[flow].Node)
}

// say is kept as an observation.
func (g *Game) say(f *frame, a *program.Say) {
	text := ""
	if a.Text.Given() {
		text = value.Str(&g.store, g.value(&a.Text))
	}
	g.spend(entryOps + len(text)/perItem)
	g.observe(f.place, "say", everyone, text)
}
