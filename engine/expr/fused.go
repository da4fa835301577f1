package expr

import "github.com/astragal-engine/astragal/engine/value"

// consumed gives the generator that a call of a builtin uses up on the spot, so that no generator
// need be made. What the other arguments are must not matter to the order of evaluation.
func (c *compiler) consumed(n *call) *comp {
	if len(n.args) == 0 || c.mode.Plain {
		return nil
	}
	g, ok := n.args[0].(*comp)
	if !ok || g.kind != value.Iter {
		return nil
	}
	b := c.builtin(n.fn)
	if b == nil {
		return nil
	}
	switch b.name {
	case "any", "all", "list", "tuple", "set", "frozenset", "sum":
		if len(n.args) == 1 && len(n.kws) == 0 {
			return g
		}
	case "next":
		if len(n.kws) == 0 && len(n.args) <= 2 {
			if _, star := n.args[len(n.args)-1].(*starred); !star {
				return g
			}
		}
	case "sorted", "min", "max":
		if len(n.args) != 1 {
			return nil
		}
		for _, k := range n.kws {
			switch {
			case k.name == "key" && c.keyLambda(n, k) != nil:
			case k.name == "reverse" && b.name == "sorted", k.name == "default" && b.name != "sorted":
				if _, ok := k.x.(*constant); !ok {
					return nil
				}
			default:
				return nil
			}
		}
		return g
	}
	return nil
}

// keyLambda gives the lambda that keyword k of a call is, where it can run in the caller's frame.
func (c *compiler) keyLambda(n *call, k keyword) *lambda {
	l, ok := k.x.(*lambda)
	if !ok || c.mode.Plain || k.name != "key" || len(n.args) != 1 || len(l.params) != 1 || l.params[0].kind != plainParam || l.params[0].def != nil {
		return nil
	}
	if _, star := n.args[0].(*starred); star {
		return nil
	}
	for _, other := range n.kws {
		if other.name == "" {
			return nil
		}
	}
	b := c.builtin(n.fn)
	if b == nil || b.name != "sorted" && b.name != "min" && b.name != "max" {
		return nil
	}
	return l
}

// consumedByJoin gives the generator in sep.join(generator).
func (c *compiler) consumedByJoin(n *method) *comp {
	if !c.mode.Plain && n.name == "join" && len(n.args) == 1 && len(n.kws) == 0 {
		if g, ok := n.args[0].(*comp); ok && g.kind == value.Iter {
			return g
		}
	}
	return nil
}

// fused compiles calls of builtins for which there is a better way than to call them.
func (c *compiler) fused(b *builtin, n *call) (part, bool) {
	switch b.name {
	case "len":
		if len(n.args) == 1 && len(n.kws) == 0 {
			return c.fusedLen(n)
		}
	case "abs", "bool", "isinstance":
		return part{}, false
	case "any", "all":
		if g := c.consumed(n); g != nil {
			return c.quantifier(b.name == "any", g), true
		}
	case "sum":
		if g := c.consumed(n); g != nil {
			return c.sum(g), true
		}
	case "next":
		if g := c.consumed(n); g != nil {
			return c.first(n, g), true
		}
	case "list", "tuple", "set", "frozenset":
		if g := c.consumed(n); g != nil {
			kind := map[string]value.Kind{"list": value.List, "tuple": value.Tuple, "set": value.Set, "frozenset": value.Frozen}[b.name]
			as := *g
			if as.kind = value.List; kind == value.Set || kind == value.Frozen {
				as.kind = value.Set
			}
			return c.collected(&as, kind, true), true
		}
	case "sorted":
		return c.sorted(n)
	case "min", "max":
		if len(n.args) == 1 {
			return c.extreme(b.name, n)
		}
		return c.extremeOf(b.name, n)
	}
	return part{}, false
}

// fusedLen counts a list comprehension without making the list.
func (c *compiler) fusedLen(n *call) (part, bool) {
	if l, ok := n.args[0].(*comp); ok && l.kind == value.List {
		loop, nodes := c.loops(l, false, func(*variable) (sink, int64) {
			e := c.node(l.elt)
			if e.kind != dynamic {
				return sink{kind: tally}, 1
			}
			run := e.run
			return sink{run: func(env *Env) bool {
				run(env)
				env.count++
				return false
			}}, e.nodes
		})
		return part{nodes: nodes, whole: true, run: func(env *Env) value.Value {
			before := env.count
			env.count = 0
			loop(env)
			n := env.count
			env.count = before
			return value.OfInt(int64(n))
		}}, true
	}
	if _, star := n.args[0].(*starred); star {
		return part{}, false
	}
	x := c.node(n.args[0])
	run, off := x.run, n.off()
	p := part{nodes: 1 + x.nodes, whole: true, look: lookAtLength(&x), run: func(env *Env) value.Value {
		v := run(env)
		if isList(v) {
			return value.OfInt(int64(len(v.Items())))
		}
		env.at = off
		return env.length(v)
	}}
	return c.fold(p, x), true
}

// quantifier is any(...) or all(...) over a generator: it stops at the first that decides.
func (c *compiler) quantifier(any bool, g *comp) part {
	var h *hand
	var quick ask
	loop, nodes := c.loops(g, true, func(target *variable) (sink, int64) {
		e := c.node(g.elt)
		t := e.test()
		if !any {
			t = negated(t)
		}
		s := sink{kind: found, run: t, sieve: c.sieve(g.elt, any, target)}
		if len(g.clauses) == 1 {
			s.ask, s.hand = &quick, &h
		}
		return s, e.nodes
	})
	if h != nil {
		quick = h.ask(uncalled)
	}
	if !any {
		p := asBool(negated(loop), nodes)
		if quick != nil {
			p.ask = askNot(&part{ask: quick})
		}
		return p
	}
	p := asBool(loop, nodes)
	p.ask, p.hand = quick, h
	return p
}

// sum adds up a generator. The sum so far is on top of the stack.
func (c *compiler) sum(g *comp) part {
	off := g.off()
	loop, nodes := c.loops(g, true, func(*variable) (sink, int64) {
		e := c.node(g.elt)
		run := e.run
		return sink{run: func(env *Env) bool {
			v := run(env)
			sum := &env.stack[len(env.stack)-1]
			if v.IsInt() && sum.IsInt() {
				i, j := sum.Int(), v.Int()
				if s := i + j; (s > i) == (j > 0) {
					*sum = value.OfInt(s)
					return false
				}
			}
			env.at = off
			*sum = value.Add(&env.size, *sum, v)
			return false
		}}, e.nodes
	})
	return part{nodes: nodes, whole: true, run: func(env *Env) value.Value {
		base := len(env.stack)
		env.stack = append(env.stack, value.OfInt(0))
		loop(env)
		v := env.stack[base]
		env.stack = env.stack[:base]
		return v
	}}
}

// first is next(...) of a generator: what it gives first, or what was asked for in its place, or a StopIteration.
// Whichever it is is on top of the stack.
func (c *compiler) first(n *call, g *comp) part {
	off, inside, end := n.off(), c.inGen > 0, value.Value{}
	rest := int64(1)
	if len(n.args) == 2 {
		p := c.node(n.args[1])
		rest += p.nodes
		if run := p.run; p.kind == constPart {
			end = p.val
		} else {
			c.then = func(env *Env) {
				v := run(env)
				env.stack[len(env.stack)-1] = v
			}
		}
	}
	loop, nodes := c.loops(g, true, func(*variable) (sink, int64) {
		e := c.node(g.elt)
		run := e.run
		return sink{run: func(env *Env) bool {
			v := run(env)
			env.stack[len(env.stack)-1] = v
			return true
		}}, e.nodes
	})
	return part{nodes: rest + nodes, run: func(env *Env) value.Value {
		base := len(env.stack)
		env.stack = append(env.stack, end)
		any := loop(env)
		v := env.stack[base]
		if env.stack = env.stack[:base]; !any && len(n.args) == 1 {
			env.at = off
			stopped(inside)
		}
		return v
	}}
}

// source compiles what a sorted, min or max runs over, as a loop that runs body with each element
// in a slot of its own.
func (c *compiler) source(n *call, body func(slot part) (test, int64)) (test, int64) {
	if g := c.consumed(n); g != nil {
		return c.loops(g, true, func(*variable) (sink, int64) {
			e := c.node(g.elt)
			if e.kind == slotPart {
				t, nodes := body(e)
				return sink{run: t}, nodes
			}
			slot := c.frame.declare("") // no name in the text is empty
			t, nodes := body(part{kind: slotPart, index: slot.slot, nodes: 1, run: func(env *Env) value.Value { return env.frame[slot.slot] }})
			run := e.run
			return sink{run: func(env *Env) bool {
				v := run(env)
				env.frame[slot.slot] = v
				return t(env)
			}}, nodes + e.nodes
		})
	}
	p := c.node(n.args[0])
	depth := len(c.frame.vars)
	v := c.frame.declare("")
	t, nodes := body(part{kind: slotPart, index: v.slot, nodes: 1, run: func(env *Env) value.Value { return env.frame[v.slot] }})
	c.frame.vars = c.frame.vars[:depth]
	set := func(env *Env, x value.Value) { env.frame[v.slot] = x }
	l := loop{over: iterable{p, n.off(), nil}, to: store{v.slot, set}, sink: sink{run: t}, price: 1 + nodes}
	return l.compile(), p.nodes + nodes
}

// keyOf compiles a key lambda with its parameter in slot.
func (c *compiler) keyOf(l *lambda, slot part) part {
	depth := len(c.frame.vars)
	v := &variable{name: l.params[0].name, slot: slot.index, ready: true}
	c.frame.vars = append(c.frame.vars, v)
	p := c.node(l.body)
	c.frame.vars = c.frame.vars[:depth]
	return p
}

// options sorts out the keywords of sorted, min and max; ok is false where they are not simple.
func (c *compiler) options(n *call, others string) (key *lambda, other *keyword, ok bool) {
	for i := range n.kws {
		k := &n.kws[i]
		switch {
		case c.keyLambda(n, *k) != nil:
			key = k.x.(*lambda)
		case k.name == others:
			if _, constant := k.x.(*constant); !constant {
				return nil, nil, false
			}
			other = k
		default:
			return nil, nil, false
		}
	}
	_, star := n.args[0].(*starred)
	return key, other, !star
}

func (c *compiler) sorted(n *call) (part, bool) {
	if len(n.args) != 1 {
		return part{}, false
	}
	key, rev, ok := c.options(n, "reverse")
	if !ok || key == nil && c.consumed(n) == nil {
		return part{}, false
	}
	reverse := false
	if rev != nil {
		v := rev.x.(*constant).v
		if !v.Kind().IsInteger() {
			return part{}, false
		}
		reverse = value.Truth(nil, v)
	}
	off := n.off()
	var keyRun exec
	var slot int
	loop, nodes := c.source(n, func(s part) (test, int64) {
		if slot = s.index; key != nil {
			k := c.keyOf(key, s)
			keyRun = k.run
			return func(env *Env) bool { env.push(env.frame[slot]); return false }, 1 + k.nodes
		}
		return func(env *Env) bool { env.push(env.frame[slot]); return false }, 1
	})
	return part{nodes: nodes, run: func(env *Env) value.Value {
		base := len(env.stack)
		loop(env)
		n := len(env.stack) - base
		if keyRun != nil {
			for i := 0; i < n; i++ { // keys are asked for when all elements are there
				env.frame[slot] = env.stack[base+i]
				k := keyRun(env)
				env.push(k)
			}
		}
		env.at = off
		return env.sortStack(base, n, keyRun != nil, reverse)
	}}, true
}

// extreme is min or max of one iterable. The best so far and its key are on top of the stack.
func (c *compiler) extreme(name string, n *call) (part, bool) {
	key, def, ok := c.options(n, "default")
	if ok && len(n.kws) == 0 && c.consumed(n) == nil {
		return c.extremeOfList(name, n), true
	}
	if !ok || key == nil && c.consumed(n) == nil {
		return part{}, false
	}
	isMax, off := name == "max", n.off()
	loop, nodes := c.source(n, func(s part) (test, int64) {
		k := s
		if key != nil {
			k = c.keyOf(key, s)
		}
		slot, run := s.index, k.run
		return func(env *Env) bool {
			x := run(env)
			top := env.stack[len(env.stack)-2:]
			better := false
			switch {
			case value.Same(top[0], nothing):
				better = true
			case x.IsInt() && top[1].IsInt():
				better = x.Int() > top[1].Int()
				if !isMax {
					better = x.Int() < top[1].Int()
				}
			default:
				env.at = off
				better = env.beats(isMax, x, top[1])
			}
			if better {
				top[0], top[1] = env.frame[slot], x
			}
			return false
		}, 1 + k.nodes
	})
	return part{nodes: nodes, run: func(env *Env) value.Value {
		base := len(env.stack)
		env.stack = append(env.stack, nothing, nothing)
		loop(env)
		v := env.stack[base]
		env.stack = env.stack[:base]
		if value.Same(v, nothing) {
			if def == nil {
				env.fail(off, "ValueError", "%s() arg is an empty sequence", name)
			}
			return def.x.(*constant).v
		}
		return v
	}}, true
}

// extremeOfList is min or max of one iterable and nothing else.
func (c *compiler) extremeOfList(name string, n *call) part {
	x := c.node(n.args[0])
	run, isMax, off := x.run, name == "max", n.off()
	return c.fold(part{nodes: 1 + x.nodes, run: func(env *Env) value.Value {
		v := run(env)
		env.at = off
		if isList(v) && len(v.Items()) > 0 {
			return env.extremeOf(isMax, v.Items())
		}
		one := [1]value.Value{v}
		return env.extreme(name, one[:], nil)
	}}, x)
}

// extremeOf is min or max of two or more arguments.
func (c *compiler) extremeOf(name string, n *call) (part, bool) {
	if len(n.kws) > 0 || len(n.args) < 2 {
		return part{}, false
	}
	for _, x := range n.args {
		if _, star := x.(*starred); star {
			return part{}, false
		}
	}
	a := c.arguments(n.off(), n.args, nil)
	isMax, off := name == "max", n.off()
	p := part{nodes: 1 + a.nodes, run: func(env *Env) value.Value {
		base := len(env.stack)
		a.push(env)
		env.at = off
		best := env.extremeOf(isMax, env.stack[base:])
		env.stack = env.stack[:base]
		return best
	}}
	p.whole = true
	for i := range a.parts {
		p.whole = p.whole && a.parts[i].whole
	}
	if len(a.parts) == 2 && c.mode.Quick("extreme of two") {
		p.run, p.look = extremeOfTwo(isMax, off, a.parts[0].run, a.parts[1].run), lookAtExtreme(isMax, &a.parts[0], &a.parts[1])
	}
	return c.fold(p, a.parts...), true
}

//go:noinline
func extremeOfTwo(isMax bool, off int, a, b exec) exec {
	return func(env *Env) value.Value {
		x := a(env)
		y := b(env)
		if env.at = off; x.IsInt() && y.IsInt() {
			if env.steps--; env.steps < 0 {
				env.step(0)
			}
			if isMax == (y.Int() > x.Int()) {
				return y
			}
			return x
		}
		two := [2]value.Value{x, y}
		return env.extremeOf(isMax, two[:])
	}
}
