package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Phases of an emit (seed, Events and triggers). An emit frame: ref the event, pc the impact's block
// (-1: none) and v its place, state the phase, i the next trigger of the phase, n 1 while use or skip is asked,
// flag whether a trigger has replaced the impact.
const (
	phaseBefore uint8 = iota
	phaseInstead
	phaseImpact
	phaseAfter
	phaseDone
)

func (g *Game) emit(f *frame, a *program.Emit) {
	ev := &g.prog.Events[a.Event]
	g.ops += entryOps
	g.eventID(a.Event)
	if g.tracer != nil {
		g.tracer.emitted(g, a.Event)
	}
	if a.Impact < 0 && len(ev.Before)+len(ev.Instead)+len(ev.After) == 0 {
		g.expire(a.Event)
		return
	}
	outer := f.scope
	e := g.pushEmit(a.Event, f.place, outer)
	e.pc = a.Impact
	if a.Impact >= 0 {
		place := a.ImpactPlace
		if a.At != e.place {
			place = g.place(g.places[e.place] + " · " + ev.Name)
		}
		e.v = value.OfInt(int64(place))
	}
	for i := range a.With {
		g.env.Locals.Cur = outer
		v := g.keep(a.With[i].X.Run(g.env))
		g.bind(a.With[i].Sym, v)
	}
	e = g.top()
	g.env.Locals.Cur = e.scope
	g.tick()
	g.stepEmit(e)
}

// emitAfter emits an end_event: nobody's names, no impact.
func (g *Game) emitAfter(event, place int32) {
	ev := &g.prog.Events[event]
	g.ops += entryOps
	g.eventID(event)
	if g.tracer != nil {
		g.tracer.emitted(g, event)
	}
	if len(ev.Before)+len(ev.Instead)+len(ev.After) == 0 {
		g.expire(event)
		return
	}
	g.pushEmit(event, place, -1)
}

func (g *Game) pushEmit(event, place, outer int32) *frame {
	if g.emits++; g.emits > maxEmits {
		g.emits = 0
		g.failHere("trigger chain too deep")
	}
	s := g.openScope(outer)
	return g.push(frame{kind: emitFrame, ref: event, pc: -1, place: place, scope: s, own: true})
}

func (g *Game) stepEmit(f *frame) {
	ev := &g.prog.Events[f.ref]
	if f.n == 1 {
		f.n = 0
		t := g.phase(ev, f.state)[f.i]
		f.i++
		if g.pend.asks[0].options[g.pick].Bool() {
			g.fire(f, t)
			return
		}
		g.traced(f, t, Declined)
	}
	for {
		switch f.state {
		case phaseImpact:
			f.state, f.i = phaseAfter, 0
			if f.flag {
				g.traced(f, -1, Replaced)
			}
			if f.pc >= 0 && !f.flag {
				b := g.runBlock(f.pc, f.scope, int32(f.v.Int()))
				b.scope, b.own = g.openScope(b.scope), true
				return
			}
		case phaseDone:
			g.expire(f.ref)
			g.pop()
			return
		default:
			list := g.phase(ev, f.state)
			for ; int(f.i) < len(list) && !(f.state == phaseInstead && f.flag); f.i++ {
				t := list[f.i]
				if !g.hears(f, t) {
					continue
				}
				if g.prog.Triggers[t].Optional {
					g.askUse(f, t)
					return
				}
				f.i++
				g.fire(f, t)
				return
			}
			f.state, f.i = f.state+1, 0
		}
	}
}

func (g *Game) phase(ev *program.Event, state uint8) []int32 {
	switch state {
	case phaseBefore:
		return ev.Before
	case phaseInstead:
		return ev.Instead
	}
	return ev.After
}

// triggerScope opens the names that a trigger sees: the emitter's, event, and self on a content item.
func (g *Game) triggerScope(f *frame, t *program.Trigger) int32 {
	s := g.openScope(f.scope)
	g.bind(program.SymEvent, g.prog.Events[f.ref].Label)
	if t.Item >= 0 {
		g.bind(program.SymSelf, g.prog.Items[t.Item].Data)
	}
	g.env.Locals.Cur = s
	return s
}

// hears tests active_x and if_x just before the trigger would fire.
func (g *Game) hears(f *frame, ti int32) bool {
	t := &g.prog.Triggers[ti]
	if t.Item >= 0 && !g.active(t.Item) {
		g.traced(f, ti, Inactive)
		return false
	}
	if t.IfStop != nil {
		g.raise(t.IfStop)
	}
	if t.If == nil {
		return true
	}
	s := g.triggerScope(f, t)
	yes := t.If.RunBool(g.env)
	if !yes {
		g.traced(f, ti, Unmet)
	}
	g.closeScope(s)
	return yes
}

// active tests the active_x of a content item, which sees self alone.
func (g *Game) active(item int32) bool {
	it := &g.prog.Items[item]
	if it.ActiveStop != nil {
		g.raise(it.ActiveStop)
	}
	if it.Active == nil {
		return true
	}
	cur := g.env.Locals.Cur
	s := g.openScope(-1)
	g.bind(program.SymSelf, it.Data)
	g.env.Locals.Cur = s
	yes := it.Active.RunBool(g.env)
	g.closeScope(s)
	g.env.Locals.Cur = cur
	return yes
}

func (g *Game) askUse(f *frame, ti int32) {
	t := &g.prog.Triggers[ti]
	if t.ControllerStop != nil {
		g.raise(t.ControllerStop)
	}
	var who int32
	if t.Controller != nil {
		s := g.triggerScope(f, t)
		who = g.playerIn(t.Controller.Run(g.env), "controller_x")
		g.closeScope(s)
	} else if v, ok := g.local(f.scope, program.SymActor); ok && !v.IsNone() {
		who = g.playerIn(v, "actor")
	} else {
		g.notExecutable("trigger %s: optional without controller_x or actor", t.ID)
	}
	p := g.begin(Decision, f, everyone)
	p.place = t.Place
	q := p.addAsk(who, useOptions)
	q.options = append(q.options, value.OfBool(true), value.OfBool(false))
	f.n = 1
	g.traced(f, ti, Asked)
}

func (g *Game) fire(f *frame, ti int32) {
	t := &g.prog.Triggers[ti]
	g.traced(f, ti, Fired)
	if f.state == phaseInstead {
		f.flag = true
		g.eventID(t.InsteadEvent)
	}
	if t.Do < 0 {
		return
	}
	s := g.triggerScope(f, t)
	b := g.runBlock(t.Do, s, t.Place)
	b.own = true
}
