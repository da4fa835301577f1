package game

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/program"
)

// Which frames lie on which. A frame that waits has opened the one above it, so what it is in the middle of says what
// that is: the block of that branch, the next child, the action that was picked, in a scope inside its own.

// opened is what a frame may have opened: of a kind, a thing of that kind, and where its names are looked up.
type opened struct {
	kind  frameKind
	ref   func(int32) bool
	own   bool  // it has a scope of its own, whose parent is scope; else scope is its scope
	scope int32 // -1: none
}

func is(want int32) func(int32) bool { return func(ref int32) bool { return ref == want } }
func oneOf(some []int32) func(int32) bool {
	return func(ref int32) bool { return slices.Contains(some, ref) }
}
func next(list []int32, i int32) func(int32) bool {
	return func(ref int32) bool { return i > 0 && int(i) <= len(list) && ref == list[i-1] }
}

// checkOpened holds frame at against the one below it.
func (r *reader) checkOpened(g *Game, at int) {
	f := &g.frames[at]
	want, ok := opened{nodeFrame, is(r.prog.Main), false, -1}, true
	if at > 0 {
		want, ok = r.opens(g, &g.frames[at-1], f)
	}
	ok = ok && f.kind == want.kind && f.own == want.own && want.ref(f.ref)
	if f.own {
		ok = ok && g.env.Locals.Scopes[f.scope].Parent == want.scope
	} else {
		ok = ok && f.scope == want.scope
	}
	r.need(ok, "what lies below does not run it")
}

// opens is what under has opened, where it can have opened f; f says which of several it is.
func (r *reader) opens(g *Game, under, f *frame) (opened, bool) {
	block := func(n int32) (opened, bool) { return opened{codeFrame, is(n), false, under.scope}, n >= 0 }
	inner := func(n int32) (opened, bool) { return opened{codeFrame, is(n), true, under.scope}, n >= 0 }
	p := r.prog
	switch under.kind {
	case codeFrame:
		return r.opensByOp(g, under, f)
	case nodeFrame:
		return r.opensByNode(g, under, f)
	case actionFrame:
		a := &p.Actions[under.ref]
		switch under.state {
		case actionPaid:
			want, ok := block(a.Cost)
			return want, ok && under.n != actEffectOnly
		case actionDone:
			want, ok := block(a.Effect)
			return want, ok && under.n != actCostOnly
		case formalPaying:
			return block(a.Cost)
		case formalReacting:
			return opened{windowFrame, r.window(g, p.Turns.CostWindow), false, -1}, !f.flag
		case formalResolving:
			return block(a.Effect)
		}
	case emitFrame:
		if under.state == phaseAfter && under.i == 0 {
			want, ok := inner(under.pc)
			return want, ok && !under.flag
		}
		if under.state == phaseImpact || under.state == phaseDone {
			break
		}
		list := g.phase(&p.Events[under.ref], under.state)
		if under.i < 1 || int(under.i) > len(list) {
			break
		}
		want, ok := inner(p.Triggers[list[under.i-1]].Do)
		return want, ok && (under.state != phaseInstead || under.flag)
	case windowFrame:
		fast := opened{actionFrame, oneOf(p.Windows[g.windows[under.ref].ref].Candidates), true, -1}
		if under.state == windowStacked {
			return fast, f.n == actCostOnly
		}
		return fast, under.state == windowRan && (f.n == actImmediate || f.n == actEffectOnly)
	case forEachFrame:
		want, ok := inner(under.ref)
		return want, ok && under.i > 0
	case repeatFrame:
		want, ok := block(p.Blocks[under.ref].Code[under.pc].Arg.(*program.Repeat).Body)
		return want, ok && under.i > 0
	case flowFrame:
		return opened{nodeFrame, is(p.Flows[under.ref].Node), false, -1}, true
	case setupFrame:
		return block(p.Campaign.Between)
	case callFrame:
		return block(g.prog.Level(int(under.ref)).Ext.Entry)
	}
	return opened{}, false
}

// window is any open window of a kind.
func (r *reader) window(g *Game, kind int32) func(int32) bool {
	return func(ref int32) bool { return g.windows[ref].ref == kind }
}

// opensByOp is what the last instruction of a block has opened.
func (r *reader) opensByOp(g *Game, under, f *frame) (opened, bool) {
	if under.pc < 1 {
		return opened{}, false
	}
	inner := func(ok bool) (opened, bool) { return opened{codeFrame, is(f.ref), true, under.scope}, ok }
	switch in := &r.prog.Blocks[under.ref].Code[under.pc-1]; a := in.Arg.(type) {
	case *program.Emit:
		return opened{emitFrame, is(a.Event), true, under.scope}, f.pc == a.Impact
	case *program.OpenWindow:
		return opened{windowFrame, r.window(g, a.Window), false, under.scope}, f.flag
	case *program.Exec:
		return inner(slices.ContainsFunc(r.prog.Items, func(it program.Item) bool { return it.Effect == f.ref }))
	case *program.Sample:
		return inner(slices.ContainsFunc(r.prog.Outcomes[a.Model].Outcomes, func(o program.Outcome) bool { return o.Effect == f.ref }))
	case *program.Run:
		return opened{flowFrame, is(a.Flow), false, -1}, true
	case *program.Call:
		return opened{callFrame, is(f.ref), true, -1}, f.kind == callFrame && g.prog.Level(int(f.ref)).Ext.Code == a.Code
	case *program.ForEach:
		return opened{forEachFrame, is(a.Body), false, under.scope}, f.n == a.As
	case *program.Repeat:
		return opened{repeatFrame, is(under.ref), false, under.scope}, f.pc == under.pc-1
	}
	return opened{}, false
}

// opensByNode is what a flow node has opened.
func (r *reader) opensByNode(g *Game, under, f *frame) (opened, bool) {
	n := &r.prog.Nodes[under.ref]
	child := func(list []int32) (opened, bool) { return opened{nodeFrame, next(list, under.i), false, -1}, true }
	event := func(e int32) (opened, bool) { return opened{emitFrame, is(e), true, -1}, under.flag && f.pc < 0 }
	act := func(ok bool) (opened, bool) { return opened{actionFrame, oneOf(n.Do), true, -1}, ok && f.n == actWhole }
	switch under.state {
	case nodeEnter:
		if f.kind == setupFrame {
			return opened{setupFrame, is(0), true, -1}, under == &g.frames[0]
		}
		return child(n.Children)
	case nodeBody:
		if n.Kind == program.Branch {
			return child(n.Cases[under.pc].Children)
		}
		return child(n.Children)
	case stepDone:
		return act(true)
	case stepRun:
		picks := under.v.Items()
		return act(under.flag && under.i > 0 && picks[under.i-1].Items()[1].Int() == int64(f.ref))
	case turnOpen:
		return child(r.prog.Turns.Opening)
	case turnBegun:
		return event(r.prog.Turns.BeginEvent)
	case turnPhase:
		return child(n.Phases[r.prog.Turns.Seats[g.owner()]][under.pc])
	case turnEnded:
		return event(r.prog.Turns.EndEvent)
	case nodeWindow:
		return opened{flowFrame, is(n.Flow), false, -1}, n.Kind == program.Subflow
	case nodeEvents:
		if !under.flag && under.i == 0 {
			return opened{windowFrame, r.window(g, n.Window), false, -1}, n.Window >= 0 && !f.flag
		}
		want := opened{emitFrame, next(n.Events, under.i), true, -1}
		return want, under.flag && f.pc < 0
	}
	return opened{}, false
}
