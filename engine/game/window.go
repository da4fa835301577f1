package game

import (
	"math/bits"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// window is an open priority window (seed, Priority windows).
type window struct {
	ref      int32
	first    int32  // who got priority when it opened
	turn     int32  // who has it now
	passes   int32  // in a row
	out      uint64 // who has passed for good (single_pass_each)
	turns    int32
	bindFrom int32 // its actions' names begin here
	stack    []stackItem
	list     value.Value // the stack as expressions see it
}

// stackItem is an action that waits to resolve, with the names of its cost.
type stackItem struct {
	action    int32
	actor     int32
	cancelled bool
	binds     []expr.Bind
}

// States of a window frame; ref is its index among the open windows, flag whether an op opened it.
const (
	windowPriority uint8 = iota
	windowAsked
	windowRan     // an effect has run: an end check is due
	windowStacked // a cost has been paid
)

// openWindow opens window ref, and closes it at once where nobody can do anything. scope and place are of the op
// that opens it; scope is -1 and place the window's own when a flow node does.
func (g *Game) openWindow(ref, scope, place int32) {
	w := &g.prog.Windows[ref]
	if len(w.Candidates) == 0 {
		return
	}
	errPlace := w.Place
	if place >= 0 {
		errPlace = place
	}
	g.push(frame{kind: windowFrame, ref: int32(len(g.windows)), place: errPlace, scope: scope, flag: place >= 0})
	g.beginWindow(ref, scope)
	g.tick()
	g.stepWindow(g.top())
}

// beginWindow opens window ref for who gets priority first.
func (g *Game) beginWindow(ref, scope int32) {
	w := &g.prog.Windows[ref]
	g.addWindow(window{ref: ref, bindFrom: int32(len(g.env.Locals.Binds)), list: emptyStack})
	first := int32(0)
	if w.FirstStop != nil {
		g.raise(w.FirstStop)
	}
	if w.First != nil {
		g.env.Locals.Cur = scope
		first = g.playerIn(w.First.Run(g.env), "first_x")
	} else if g.turning() {
		first = g.owner()
	} else if v, ok := g.local(scope, program.SymActor); ok && !v.IsNone() {
		first = g.playerIn(v, "actor")
	}
	open := &g.windows[len(g.windows)-1]
	open.first, open.turn = first, first
}

// addWindow opens w, in the memory of a window that was open before.
func (g *Game) addWindow(w window) {
	if n := len(g.windows); n < cap(g.windows) {
		w.stack = g.windows[:n+1][n].stack[:0]
	}
	g.windows = append(g.windows, w)
}

var emptyStack = value.OfList(nil)

func (g *Game) stepWindow(f *frame) {
	w := &g.windows[f.ref]
	rules := &g.prog.Windows[w.ref]
	switch f.state {
	case windowAsked:
		f.state = windowPriority
		player := w.turn
		if v := g.pend.asks[0].options[g.pick]; !v.IsNone() {
			w.passes = 0
			if !rules.Same {
				w.turn = g.nextSeat(player)
			}
			g.playFast(f, w, rules, int32(v.Int()), player)
			return
		}
		g.pass(w)
	case windowRan:
		f.state = windowPriority
		if g.endCheck() {
			return
		}
	case windowStacked:
		f.state = windowPriority
	}
	g.priority(f, w, rules)
}

// priority gives priority to one player after the other until one must decide or the window closes.
func (g *Game) priority(f *frame, w *window, rules *program.Window) {
	for {
		if g.allPassed(w, rules) {
			if len(w.stack) > 0 {
				if g.resolveTop(f, w) {
					return
				}
				continue
			}
			g.pop()
			return
		}
		player := w.turn
		if g.isEliminated(player) || rules.PassOnce && w.out>>uint(player)&1 == 1 {
			w.turn = g.nextSeat(player)
			continue
		}
		if w.turns++; w.turns > maxRounds {
			g.failHere("window does not close")
		}
		s := g.fastScope(w, rules, player)
		legal := g.legalActions(rules.Candidates, s)
		g.closeScope(s)
		if len(legal) == 0 {
			g.pass(w)
			continue
		}
		p := g.begin(Decision, f, everyone)
		p.place = rules.Place
		q := p.addAsk(player, actionOptions)
		for _, a := range legal {
			q.options = append(q.options, value.OfInt(int64(a)))
		}
		q.options = append(q.options, value.Value{})
		f.state = windowAsked
		return
	}
}

func (g *Game) pass(w *window) {
	w.passes++
	w.out |= 1 << uint(w.turn)
	w.turn = g.nextSeat(w.turn)
}

// allPassed reports whether all who are still in the game have passed: in a row, or each once.
func (g *Game) allPassed(w *window, rules *program.Window) bool {
	gone := g.env.State[program.SlotEliminated].Items()
	if !rules.PassOnce {
		return int(w.passes) >= g.players-len(gone)
	}
	out := w.out
	for _, p := range gone {
		out |= 1 << uint(p.Int())
	}
	return bits.OnesCount64(out) == g.players
}

func (g *Game) nextSeat(p int32) int32 {
	if p++; p < int32(g.players) {
		return p
	}
	return 0
}

func (g *Game) isEliminated(p int32) bool {
	for _, e := range g.env.State[program.SlotEliminated].Items() {
		if e.Int() == int64(p) {
			return true
		}
	}
	return false
}

// fastScope opens the names that a fast action sees.
func (g *Game) fastScope(w *window, rules *program.Window, player int32) int32 {
	s, l := g.openScope(-1), &g.env.Locals
	l.Bind(program.SymActor, value.OfInt(int64(player)))
	l.Bind(program.SymWindow, rules.Label)
	l.Bind(program.SymStack, w.list)
	return s
}

// playFast pays the cost of a fast action; its effect follows at once or waits on the stack.
func (g *Game) playFast(f *frame, w *window, rules *program.Window, action, player int32) {
	mode := g.fastMode(action, rules)
	if f.state = windowRan; mode == actCostOnly {
		f.state = windowStacked
	}
	g.pushAction(action, mode, g.fastScope(w, rules, player))
}

// fastMode is how a fast action runs in a window.
func (g *Game) fastMode(action int32, rules *program.Window) int32 {
	res := g.prog.Actions[action].Resolution
	if res == program.Inherit {
		res = rules.Resolution
	}
	if res == program.Stack {
		return actCostOnly
	}
	return actImmediate
}

// stackUp puts an action whose cost is paid on the innermost window's stack.
func (g *Game) stackUp(f *frame) {
	w := &g.windows[len(g.windows)-1]
	v, _ := g.local(f.scope, program.SymActor)
	actor := g.playerIn(v, "actor") // a cost may have named somebody else, or nobody
	n := len(w.stack)
	var binds []expr.Bind
	if n < cap(w.stack) {
		binds = w.stack[:n+1][n].binds[:0]
	}
	w.stack = append(w.stack, stackItem{action: f.ref, actor: actor, binds: g.flatten(binds, f.scope, program.SymStack)})
	g.showStack(w)
	if g.hearing() {
		g.event("stack:" + g.prog.Actions[f.ref].Name)
	}
}

// resolveTop resolves the top of the stack; false where it was cancelled and nothing runs.
func (g *Game) resolveTop(f *frame, w *window) bool {
	action, s := g.unstack(w)
	if action < 0 {
		return false
	}
	f.state = windowRan
	g.pushAction(action, actEffectOnly, s)
	return true
}

// unstack takes the top off the stack and gives its action and a scope with its names; action -1 where it was cancelled.
func (g *Game) unstack(w *window) (action, scope int32) {
	top := w.stack[len(w.stack)-1]
	w.stack = w.stack[:len(w.stack)-1]
	g.showStack(w)
	w.passes, w.out, w.turn = 0, 0, w.first
	if g.hearing() {
		what := "resolves:"
		if top.cancelled {
			what = "cancelled:"
		}
		g.event(what + g.prog.Actions[top.action].Name)
	}
	if top.cancelled {
		g.relateCancelled()
		return -1, -1
	}
	s := g.openScope(-1)
	g.env.Locals.Binds = append(g.env.Locals.Binds, top.binds...)
	g.bind(program.SymStack, w.list)
	return top.action, s
}

// showStack renews the stack as expressions see it, also where an open action has it in scope.
func (g *Game) showStack(w *window) {
	w.list = g.stackList(w.stack)
	binds := g.env.Locals.Binds
	for i := int(w.bindFrom); i < len(binds); i++ {
		if binds[i].Sym == program.SymStack {
			binds[i].Value = w.list
		}
	}
}

// stackList is a stack as expressions see it. Every item and every stack of one item was made when
// the model compiled.
func (g *Game) stackList(stack []stackItem) value.Value {
	switch len(stack) {
	case 0:
		return emptyStack
	case 1:
		return g.onStack(&stack[0]).Alone
	}
	list := g.items[:0]
	for i := range stack {
		list = append(list, g.onStack(&stack[i]).Item)
	}
	g.items = list
	return g.own.Share(g.own.List(list))
}

func (g *Game) onStack(it *stackItem) *program.OnStack {
	i := 2 * it.actor
	if it.cancelled {
		i++
	}
	return &g.prog.Actions[it.action].OnStack[i]
}

// cancel marks an item of the innermost window's stack, at the moment it runs.
func (g *Game) cancel(a *program.Cancel) {
	if len(g.windows) == 0 {
		g.failHere("cancel without an open window")
	}
	w := &g.windows[len(g.windows)-1]
	v := g.value(&a.Target)
	if v.IsNone() {
		return
	}
	n := int64(len(w.stack))
	if !v.IsInt() || v.Int() >= n || v.Int() < -n {
		g.failHere("cancel: target gives %s, the stack holds %d", value.Repr(&g.store, v), n)
	}
	i := v.Int()
	if i < 0 {
		i += n
	}
	w.stack[i].cancelled = true
	g.showStack(w)
}
