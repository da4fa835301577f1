package game

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/value"
)

// Clone gives an independent copy. It costs a few small copies: values, zones and instances are
// shared and copied when one of the two writes them.
func (g *Game) Clone() *Game { return g.CloneInto(nil) }

// CloneInto is Clone into the memory of dst, a game that is no longer needed (nil: a new one): no
// value that was read from dst may be used any more.
func (g *Game) CloneInto(dst *Game) *Game {
	again := dst != nil
	if !again {
		dst = &Game{}
		dst.newEnv()
	}
	d := dst
	d.prog, d.players, d.flat, d.zones, d.limits = g.prog, g.players, g.flat, g.zones, g.limits
	d.heap, d.hidden, d.hosted, d.tracer = g.heap, g.hidden, g.hosted, nil
	if d.env.Heap(d.heap); d.env.Limits != g.limits.Expr {
		d.env.Limits = g.limits.Expr
		d.env.Begin()
	}
	g.store.CloneInto(&d.store)
	if again {
		d.own.Reuse(g.epochs.New())
	} else {
		d.own = value.NewOwner(g.epochs.New())
	}
	g.own.SetEpoch(g.epochs.New())
	d.store.SetEpoch(d.own.Epoch())
	g.store.SetEpoch(g.own.Epoch())

	d.env.State = into(d.env.State, g.env.State)
	d.env.Locals.Binds = into(d.env.Locals.Binds, g.env.Locals.Binds)
	d.env.Locals.Scopes = into(d.env.Locals.Scopes, g.env.Locals.Scopes)
	d.env.Locals.Cur = g.env.Locals.Cur
	d.frames = into(d.frames, g.frames)
	d.copyWindows(g.windows)
	d.mods = d.mods[:0]
	for i := range g.mods {
		m := d.addMod(g.mods[i].op, g.mods[i].layer)
		m.binds = append(m.binds, g.mods[i].binds...)
	}
	d.decks = into(d.decks, g.decks)
	d.rounds = into(d.rounds, g.rounds)
	g.places = g.places[:len(g.places):len(g.places)]
	d.places = g.places
	d.calm, d.due, d.contract = g.calm, g.due, nil
	d.sweepDue, d.grown, d.held = g.sweepDue, g.grown, g.held
	d.emits, d.ops, d.swept, d.pick, d.gameNo = g.emits, g.ops, g.swept, g.pick, g.gameNo
	d.payoffs = into(d.payoffs, g.payoffs)
	d.reason, d.err, d.lost = g.reason, g.err, g.lost
	g.pend.cloneInto(&d.pend)
	d.log = g.log
	return d
}

// Blind keeps no account any more of who knows which card, and no log: from here on it is as if everybody saw
// everything. What is asked and how the game goes on stay as they are. It is for a clone that is only played to its
// end, as random playouts are: who sees what of it, and its saves, are no longer true.
func (g *Game) Blind() { g.hidden, g.log.on = false, false }

// into copies from into the memory of dst. Most lists of a game are empty: they take no copy at all.
func into[T any](dst, from []T) []T {
	if len(from) == 0 {
		return dst[:0]
	}
	return append(dst[:0], from...)
}

// copyWindows takes over the open windows of another game, into memory of g's own.
func (g *Game) copyWindows(from []window) {
	g.windows = g.windows[:0]
	for i := range from {
		open := from[i]
		open.stack = nil
		g.addWindow(open)
		w := &g.windows[i]
		w.stack = slices.Grow(w.stack, len(from[i].stack))[:len(from[i].stack)]
		for k, it := range from[i].stack {
			it.binds = append(w.stack[k].binds[:0], it.binds...)
			w.stack[k] = it
		}
	}
}

// manyOptions are not copied but shared: whoever looks at each of them in a copy of the game would
// copy them as often as there are.
const manyOptions = 256

func (p *pending) cloneInto(d *pending) {
	asks, weights := d.asks[:cap(d.asks)], d.weights[:0]
	*d = *p
	d.weights = into(weights, p.weights)
	d.asks = asks[:0]
	for i := range p.asks {
		q := d.addAsk(p.asks[i].player, p.asks[i].kind)
		if len(p.asks[i].options) > manyOptions {
			p.asks[i].shared = true
			q.options, q.shared = p.asks[i].options, true
		} else {
			q.options = into(q.options, p.asks[i].options)
		}
		q.pick, q.few, q.others = p.asks[i].pick, p.asks[i].few, p.asks[i].others
	}
}

// Env is the environment that this game's expressions run in, for tools that evaluate expressions
// of their own (policies, explanations). It must not be used while the game runs.
func (g *Game) Env() *expr.Env { return g.env }
