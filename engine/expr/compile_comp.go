package expr

import "github.com/astragal-engine/astragal/engine/value"

// comp compiles a list, set or dict comprehension: loops that push elements onto the stack, from
// which the result is made in one piece.
func (c *compiler) comp(n *comp) part {
	return c.collected(n, n.kind, false)
}

func (c *compiler) collected(n *comp, kind value.Kind, generator bool) part {
	var elements fewOf
	var h *hand
	loop, nodes := c.loops(n, generator, func(target *variable) (sink, int64) {
		s, nodes := c.pusher(n, target)
		if len(n.clauses) == 1 {
			s.few, s.hand = &elements, &h
		}
		return s, nodes
	})
	p := part{nodes: nodes, run: func(env *Env) value.Value {
		base := len(env.stack)
		loop(env)
		return env.collect(kind, base)
	}}
	if kind == value.List {
		if p.each, p.few = loop, elements; h != nil {
			p.few, p.hand = h.few(uncalled), h
		}
	}
	return p
}

// pusher is the innermost step of a comprehension: it pushes one element (two values for a dict).
func (c *compiler) pusher(n *comp, target *variable) (sink, int64) {
	if n.kind == value.Dict {
		k := c.node(n.key)
		v := c.node(n.elt)
		key, val, off := k.run, v.run, n.key.off()
		return sink{run: func(env *Env) bool {
			x := key(env)
			y := val(env)
			env.at = off
			value.Hash(x)
			env.push(x)
			env.push(y)
			return false
		}}, k.nodes + v.nodes
	}
	e := c.node(n.elt)
	elt, off := e.run, n.elt.off()
	if n.kind == value.Set {
		return sink{run: func(env *Env) bool {
			x := elt(env)
			env.at = off
			value.Hash(x)
			env.push(x)
			return false
		}}, e.nodes
	}
	if target != nil && e.kind == slotPart && e.index == target.slot {
		return sink{kind: collect}, e.nodes
	}
	return sink{run: func(env *Env) bool {
		env.push(elt(env))
		return false
	}}, e.nodes
}

// push puts v on the stack as an element of what is being made.
func (e *Env) push(v value.Value) {
	e.size.Left--
	if e.size.Left < 0 {
		e.size.Charge(0)
	}
	e.stack = append(e.stack, v)
}

// loops compiles the for and if clauses of n around a sink, which is compiled within their scope; it is told
// the last clause's variable where that is a plain one. The result is true as soon as the sink ends it, and
// false when all is done. generator says that n was written as one, though it is not run as one.
func (c *compiler) loops(n *comp, generator bool, into func(target *variable) (sink, int64)) (test, int64) {
	depth, then := len(c.frame.vars), c.then
	c.then = nil
	first := c.iterable(n.clauses[0].iter)
	if then != nil {
		first = first.before(then)
	}
	vars := c.bindTargets(n)
	if generator {
		c.inGen++
		defer func() { c.inGen-- }()
	}
	ls := make([]loop, len(n.clauses))
	var target *variable
	total := int64(0)
	for i := range n.clauses {
		cl, l := &n.clauses[i], &ls[i]
		if l.over = first; i > 0 {
			l.over = c.iterable(cl.iter)
		}
		l.to = c.store(cl.target)
		target = c.plain(cl.target)
		c.domain(cl.target, &l.over.part)
		l.price, l.room = 1, c.mode.Room
		for k, x := range cl.conds {
			p := c.node(x)
			l.price += p.nodes
			l.cond = both(l.cond, p.test())
			switch s := c.sieve(x, true, target); {
			case s != nil && (k == 0 || l.sieve.joins(s)):
				l.sieve = s.after(l.sieve)
			case l.sieve != nil && !l.sieve.neg:
				l.sieve.rest = both(l.sieve.rest, p.test())
			default:
				l.sieve = nil
			}
		}
		total += l.price + l.over.nodes
	}
	sink, cost := into(target)
	last := &ls[len(ls)-1]
	last.price += cost
	switch last.sink = sink; {
	case sink.kind != found:
	case last.cond == nil:
		last.cond, last.sieve = sink.run, sink.sieve
	case last.sieve != nil && sink.sieve != nil && last.sieve.joins(sink.sieve):
		last.cond, last.sieve = both(last.cond, sink.run), sink.sieve.after(last.sieve)
	default:
		last.sink.kind = each
	}
	run := last.compile()
	for i := len(ls) - 2; i >= 0; i-- {
		ls[i].sink.run = run
		run = ls[i].compile()
	}
	c.frame.vars = c.frame.vars[:depth]
	return prepared(vars, run), total + cost
}

//go:noinline
func both(a, b test) test {
	if a == nil {
		return b
	}
	return func(env *Env) bool { return a(env) && b(env) }
}

// bindTargets declares what the clauses of n bind. The variables are not ready before their clause.
func (c *compiler) bindTargets(n *comp) []*variable {
	depth := len(c.frame.vars)
	for _, cl := range n.clauses {
		walk(cl.target, func(t node) bool {
			id, ok := t.(*name)
			if !ok {
				return true
			}
			for _, v := range c.frame.vars[depth:] {
				if v.name == id.id {
					v.cell = v.cell || c.cells[id]
					return true
				}
			}
			v := c.frame.declare(id.id)
			v.ready, v.cell = false, c.cells[id]
			return true
		})
	}
	return append([]*variable(nil), c.frame.vars[depth:]...)
}

// prepared runs a loop after giving variables that need it their cell or their unbound mark.
//
//go:noinline
func prepared(vars []*variable, run test) test {
	need := false
	for _, v := range vars {
		need = need || v.cell || v.unset
	}
	if !need {
		return run
	}
	return func(env *Env) bool {
		for _, v := range vars {
			if v.cell {
				env.frame[v.slot] = value.OfExt(value.Func, "cell", &cell{unbound})
			} else if v.unset {
				env.frame[v.slot] = unbound
			}
		}
		return run(env)
	}
}

// domain notes what a target runs over where that is constant, or whole numbers.
func (c *compiler) domain(target node, over *part) {
	id, ok := target.(*name)
	if !ok {
		return
	}
	v := c.frame.find(id.id)
	v.items, v.whole = nil, false
	switch {
	case over.kind == constPart:
		v.items = inner([]value.Value{over.val})
	case over.items != nil:
		v.items = inner(over.items)
	case over.whole: // a range
		v.whole = true
	}
}

// inner gives the elements of the lists, tuples and ranges vs, or nil where it is not so simple.
func inner(vs []value.Value) []value.Value {
	var out []value.Value
	for _, v := range vs {
		switch v.Kind() {
		case value.List, value.Tuple:
			out = append(out, v.Items()...)
		case value.Range:
			out = append(out, value.OfInt(0))
		default:
			return nil
		}
		if len(out) > 1000 {
			return nil
		}
	}
	return out
}

// store puts an element where a clause's target says. slot is that of a plain variable whose loop may be
// quick, or -1.
type store struct {
	slot int
	set  func(*Env, value.Value)
}

func (c *compiler) store(target node) store {
	switch t := target.(type) {
	case *name:
		v := c.frame.find(t.id)
		v.ready = true
		slot := v.slot
		if v.cell {
			return store{-1, func(env *Env, x value.Value) { env.frame[slot].Ext().(*cell).v = x }}
		}
		set := func(env *Env, x value.Value) { env.frame[slot] = x }
		if !c.mode.Quick("loop") {
			return store{-1, set}
		}
		return store{slot, set}
	case *display:
		return c.unpack(t)
	}
	panic("expr: not a target")
}

// unpack is the store of a tuple of targets, of which one may be starred.
func (c *compiler) unpack(t *display) store {
	sets := make([]func(*Env, value.Value), len(t.items))
	star := -1
	for i, x := range t.items {
		if s, ok := x.(*starred); ok {
			star, x = i, s.x
		}
		sets[i] = c.store(x).set
	}
	off := t.off()
	return store{-1, func(env *Env, v value.Value) {
		base := len(env.stack)
		var items []value.Value
		if k := v.Kind(); k == value.List || k == value.Tuple {
			items = v.Items()
		} else {
			limit := len(sets) + 1
			if star >= 0 {
				limit = -1
			}
			env.pushSome(off, v, limit)
			items = env.stack[base:]
		}
		n, want := len(items), len(sets)
		switch {
		case star >= 0 && n < want-1:
			env.fail(off, "ValueError", "not enough values to unpack (expected at least %d, got %d)", want-1, n)
		case star < 0 && n < want:
			env.fail(off, "ValueError", "not enough values to unpack (expected %d, got %d)", want, n)
		case star < 0 && n > want:
			env.fail(off, "ValueError", "too many values to unpack (expected %d)", want)
		}
		for i, set := range sets {
			switch {
			case star < 0 || i < star:
				set(env, items[i])
			case i == star:
				set(env, env.list(items[i:n-(want-1-i)]))
			default:
				set(env, items[n-(want-i)])
			}
		}
		env.stack = env.stack[:base]
	}}
}
