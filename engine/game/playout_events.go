package game

import (
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// emit raises an event in the midst of a block; true where the game is over.
func (r *runner) emit(scope, place int32, a *program.Emit) (over bool) {
	g := r.g
	ev := &g.prog.Events[a.Event]
	g.ops += entryOps
	g.eventID(a.Event)
	if a.Impact < 0 && len(ev.Before)+len(ev.Instead)+len(ev.After) == 0 {
		g.expire(a.Event)
		return false
	}
	e := frame{kind: emitFrame, ref: a.Event, pc: a.Impact, place: place, scope: r.openEmit(scope)}
	for i := range a.With {
		g.env.Locals.Cur = scope
		g.bind(a.With[i].Sym, g.keep(a.With[i].X.Run(g.env)))
	}
	return r.phases(&e, ev)
}

// emitAfter emits an end event of a node.
func (r *runner) emitAfter(event int32) (over bool) {
	g := r.g
	ev := &g.prog.Events[event]
	g.ops += entryOps
	g.eventID(event)
	if len(ev.Before)+len(ev.Instead)+len(ev.After) == 0 {
		g.expire(event)
		return false
	}
	return r.phases(&frame{kind: emitFrame, ref: event, pc: -1, scope: r.openEmit(-1)}, ev)
}

func (r *runner) openEmit(outer int32) int32 {
	if r.g.emits++; r.g.emits > maxEmits {
		panic(errStraight)
	}
	return r.g.openScope(outer)
}

// phases runs the phases of the emit e, and closes it.
func (r *runner) phases(e *frame, ev *program.Event) (over bool) {
	g := r.g
	g.ops++
	if r.triggers(e, ev.Before) {
		return true
	}
	if e.state = phaseInstead; r.triggers(e, ev.Instead) {
		return true
	}
	if e.pc >= 0 && !e.flag && r.within(e.pc, e.scope, e.place, -1, value.Value{}) {
		return true
	}
	if e.state = phaseAfter; r.triggers(e, ev.After) {
		return true
	}
	g.expire(e.ref)
	g.closeScope(e.scope)
	g.emits--
	return false
}

// triggers has those of list that hear e act, in their order.
func (r *runner) triggers(e *frame, list []int32) (over bool) {
	g := r.g
	for _, ti := range list {
		if !g.hears(e, ti) {
			continue
		}
		t := &g.prog.Triggers[ti]
		if t.Optional {
			g.askUse(e, ti)
			if r.answer(); !g.pend.asks[0].options[g.pick].Bool() {
				continue
			}
		}
		if e.state == phaseInstead {
			g.eventID(t.InsteadEvent)
			e.flag = true
		}
		if t.Do >= 0 {
			s := g.triggerScope(e, t)
			if r.block(t.Do, s, t.Place) {
				return true
			}
			g.closeScope(s)
		}
		if e.flag && e.state == phaseInstead {
			return false
		}
	}
	return false
}

// window opens a window and gives priority until it closes; true where the game is over.
func (r *runner) window(ref, scope, place int32) (over bool) {
	g := r.g
	rules := &g.prog.Windows[ref]
	if len(rules.Candidates) == 0 {
		return false
	}
	at := len(g.windows)
	g.beginWindow(ref, scope)
	names := int32(-1) // of who has priority, while nothing is done
	for {
		g.ops++
		r.tick()
		w := &g.windows[at]
		if g.allPassed(w, rules) {
			if names >= 0 {
				g.closeScope(names)
				names = -1
			}
			if len(w.stack) == 0 {
				g.windows = g.windows[:at]
				return false
			}
			if action, s := g.unstack(w); action >= 0 && (r.action(action, actEffectOnly, s) || g.endCheck()) {
				return true
			}
			continue
		}
		player := w.turn
		if g.isEliminated(player) || rules.PassOnce && w.out>>uint(player)&1 == 1 {
			w.turn = g.nextSeat(player)
			continue
		}
		if w.turns++; w.turns > maxRounds {
			panic(errStraight)
		}
		if names < 0 {
			names = g.fastScope(w, rules, player)
		} else {
			g.env.Locals.Binds[g.env.Locals.Scopes[names].Start].Value = value.OfInt(int64(player)) // its actor
		}
		legal := g.legalActions(rules.Candidates, names)
		k := 0
		if len(legal) > 0 {
			k = r.ask(player, len(legal)+1, nil)
		}
		if k == len(legal) {
			g.pass(w)
			continue
		}
		s := names
		names = -1
		w.passes = 0
		if !rules.Same {
			w.turn = g.nextSeat(player)
		}
		mode := g.fastMode(legal[k], rules)
		if r.action(legal[k], mode, s) || mode == actImmediate && g.endCheck() {
			return true
		}
	}
}
