package expr

import "github.com/astragal-engine/astragal/engine/value"

// generator is a generator expression that nobody consumes on the spot: it runs as far as it is
// asked to, with a frame of its own that is put onto the slots while it runs.
type generator struct {
	code  *generatorCode
	frame []value.Value
	its   []iterator // of the clauses that are running
	depth int        // the innermost of them; -1: finished
	began bool
	busy  bool
	cur   *Code
	scope int32
}

type generatorCode struct {
	iters  []exec // nil for the first, which its maker evaluates
	offs   []int
	stores []store
	conds  []test
	elt    exec
	vars   []*variable
	size   int
	takes  []take
	price  int64
	off    int
}

func (c *compiler) generator(n *comp) part {
	c.code.makes = true
	g := &generatorCode{price: 1, off: n.off()}
	first := c.node(n.clauses[0].iter)
	run, off := first.run, n.clauses[0].iter.off()
	outer := c.frame
	c.frame = &frame{parent: outer}
	c.inGen++
	defer func() { c.inGen-- }()
	g.vars = c.bindTargets(n)
	for i, cl := range n.clauses {
		var iter exec
		if i > 0 {
			p := c.node(cl.iter)
			iter = p.run
		}
		st := c.store(cl.target)
		if st.set == nil {
			panic("expr: a target without a store")
		}
		var cond test
		for _, x := range cl.conds {
			p := c.node(x)
			g.price += p.nodes
			cond = both(cond, p.test())
		}
		g.iters, g.stores, g.conds, g.offs = append(g.iters, iter), append(g.stores, st), append(g.conds, cond), append(g.offs, cl.iter.off())
	}
	elt := c.node(n.elt)
	g.elt, g.price = elt.run, g.price+elt.nodes
	g.size, g.takes = c.frame.size, c.frame.takes
	c.frame = outer
	return part{nodes: 2, run: func(env *Env) value.Value {
		it := env.iterate(off, run(env))
		x := &generator{code: g, frame: make([]value.Value, g.size), its: make([]iterator, len(g.iters)), cur: env.cur, scope: env.Locals.Cur}
		for _, t := range g.takes {
			x.frame[t.to] = env.frame[t.from]
		}
		for _, v := range g.vars {
			if v.cell {
				x.frame[v.slot] = value.OfExt(value.Func, "cell", &cell{unbound})
			} else {
				x.frame[v.slot] = unbound
			}
		}
		x.its[0] = it
		env.step(1)
		return iterValue("generator", x)
	}}
}

func (g *generator) next(e *Env) (value.Value, bool) {
	if g.depth < 0 {
		return value.Value{}, false
	}
	if g.busy {
		e.fail(g.code.off, "ValueError", "generator already executing")
	}
	if e.calls >= MaxCalls {
		e.fail(e.at, "ExprError", "generators are nested more than %d deep", MaxCalls)
	}
	g.busy = true
	cur, frame, top, scope := e.cur, e.frame, e.top, e.Locals.Cur
	e.calls++
	e.frame, e.cur, e.Locals.Cur = g.frame, g.cur, g.scope
	depth := g.depth
	g.depth = -1 // what raises is finished
	v, ok := g.resume(e, depth)
	e.end(cur, frame, top, scope)
	g.busy = false
	return v, ok
}

func (g *generator) resume(e *Env, d int) (value.Value, bool) {
	last := len(g.its) - 1
	for d >= 0 {
		x, ok := g.its[d].next(e)
		if !ok {
			d--
			continue
		}
		e.step(g.code.price)
		g.code.stores[d].set(e, x)
		if cond := g.code.conds[d]; cond != nil && !cond(e) {
			continue
		}
		if d == last {
			v := g.code.elt(e)
			g.depth = d
			return v, true
		}
		d++
		g.its[d] = e.iterate(g.code.offs[d], g.code.iters[d](e))
	}
	g.depth = -1
	return value.Value{}, false
}
