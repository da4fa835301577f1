package game

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Score gives what a policy thinks of option i of the current decision.
func (g *Game) Score(policy *expr.Code, i int) (float64, error) {
	if g.pend.kind != Decision || i < 0 || i >= g.Len() {
		return 0, fmt.Errorf("there is no option %d to score", i)
	}
	done := g.openPolicy()
	defer done()
	return g.score(policy, i)
}

// Scores is Score of every option of the current decision.
func (g *Game) Scores(policy *expr.Code) ([]float64, error) {
	if g.pend.kind != Decision {
		return nil, fmt.Errorf("there is no decision to score options of")
	}
	done := g.openPolicy()
	defer done()
	out := make([]float64, g.Len())
	for i := range out {
		x, err := g.score(policy, i)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

// openPolicy binds the names that a policy sees of the current decision, all but option. What it
// returns takes them away again.
func (g *Game) openPolicy() (done func()) {
	cur, binds, scopes := g.env.Locals.Cur, len(g.env.Locals.Binds), len(g.env.Locals.Scopes)
	g.ops, g.nested = 0, 0 // of a policy that failed, or of the way here
	s := g.openScope(-1)
	a := g.pend.current()
	opts := make([]value.Value, len(a.options))
	for i := range opts {
		opts[i] = g.policyOption(a, i)
	}
	names := g.prog.PolicySyms
	bind := func(i int, v value.Value) {
		if i < len(names) {
			g.bind(names[i], v)
		}
	}
	pool, chosen := opts, []value.Value{}
	if g.pend.suffix > 0 {
		pool = g.pend.pool.Items()
		for _, k := range g.pend.chosen.Items() {
			chosen = append(chosen, pool[k.Int()])
		}
	}
	bind(program.PolicyOpts, g.own.List(opts))
	bind(program.PolicyPool, g.own.List(pool))
	bind(program.PolicyChosen, g.own.List(chosen))
	bind(program.PolicyPlayer, value.OfInt(int64(a.player)))
	g.env.Locals.Cur = s
	return func() {
		l := &g.env.Locals
		l.Cur, l.Binds, l.Scopes = cur, l.Binds[:binds], l.Scopes[:scopes]
	}
}

func (g *Game) listOf(items []value.Value) value.Value {
	shared := make([]value.Value, len(items))
	for i, x := range items {
		shared[i] = g.own.Share(x)
	}
	return g.keep(value.OfList(shared))
}

// policyOption is an option as policies see it: the item, of an action its name, None for done;
// 'pass', 'use' and 'skip' are texts.
func (g *Game) policyOption(a *ask, i int) value.Value {
	if a.kind == useOptions || a.kind == actionOptions && a.options[i].IsNone() {
		return value.OfText(g.optionLabel(a, i))
	}
	return g.own.Share(g.optionItem(a, i))
}

func (g *Game) score(policy *expr.Code, i int) (float64, error) {
	g.env.Begin()
	if names := g.prog.PolicySyms; len(names) > program.PolicyOption {
		g.bind(names[program.PolicyOption], g.policyOption(g.pend.current(), i))
	}
	v, err := policy.Eval(g.env)
	if err != nil {
		return 0, err
	}
	x, ok := value.Number(v)
	if !ok || x != x {
		return 0, fmt.Errorf("'%s' gives %s, which is no score", policy.Src(), value.Brief(&g.store, v, maxLabel))
	}
	return x, nil
}

// Label shows a value as players see it: of a dict its label, else its id, else its uid, else ?.
func (g *Game) Label(v value.Value) string { return g.label(v) }
