package expr

// sieve takes the test n of a loop over target apart; want is what it must give for an element to pass. It
// gives nil where that is of no use. All of n is compiled a second time, so it goes only one comprehension deep.
func (c *compiler) sieve(n node, want bool, target *variable) *sieve {
	return c.sieveOf(n, want, target, true)
}

func (c *compiler) sieveOf(n node, want bool, target *variable, deep bool) *sieve {
	if target == nil || c.mode.Plain {
		return nil
	}
	for u, ok := n.(*unary); ok && u.op == opNot; u, ok = n.(*unary) {
		n, want = u.x, !want
	}
	parts, every := []node{n}, want
	if j, ok := n.(*junction); ok {
		parts, every = j.xs, j.op == opAnd
	}
	s := &sieve{slot: target.slot, neg: every != want}
	for len(parts) > 0 && len(s.atoms) < maxAtoms {
		a, ok := c.atom(parts[0], every, target, deep)
		if !ok {
			break
		}
		s.atoms, parts = append(s.atoms, a), parts[1:]
	}
	if len(s.atoms) == 0 {
		return nil
	}
	for _, x := range parts {
		if !flat(x) {
			return nil
		}
		p := c.node(x)
		t := p.test()
		if !every {
			t = negated(t)
		}
		s.rest = both(s.rest, t)
	}
	c.mode.Quick("sieve")
	return s
}

//go:noinline
func negated(t test) test { return func(env *Env) bool { return !t(env) } }

// flat reports whether n is without comprehension and lambda.
func flat(n node) bool {
	is := true
	walk(n, func(n node) bool {
		switch n.(type) {
		case *comp, *lambda:
			is = false
		}
		return is
	})
	return is
}

// atom makes an atom of n, if it is one.
func (c *compiler) atom(n node, want bool, target *variable, deep bool) (a atom, ok bool) {
	for u, is := n.(*unary); is && u.op == opNot; u, is = n.(*unary) {
		n, want = u.x, !want
	}
	a.want = want
	switch n := n.(type) {
	case *comparison:
		if len(n.ops) != 1 || !c.steady(n.rest[0], target) || !c.aspect(&a, n.x, target) {
			return a, false
		}
		right := c.node(n.rest[0])
		if a.op = n.ops[0]; (a.op == opIs || a.op == opIsNot) && right.kind != constPart {
			return a, false
		}
		a.fixed = right.operand()
	case *subscript:
		if !c.aspect(&a, n, target) {
			return a, false
		}
	case *call:
		if !deep || !c.someOf(&a, n, target) {
			return a, false
		}
	default:
		return a, false
	}
	full := c.node(n)
	if a.full = full.test(); a.of == ofSome && a.want != want {
		a.full = negated(a.full) // an all, of which the opposite is asked
	}
	return a, true
}

// aspect fills in what of the element n is.
func (c *compiler) aspect(a *atom, n node, target *variable) bool {
	sub, ok := n.(*subscript)
	if !ok {
		p, is := n.(*name)
		a.of = itself
		return is && c.isTarget(p, target)
	}
	if c.isTarget(sub.x, target) {
		p := c.node(n)
		a.of, a.attr = ofAttr, p.attr
		return p.attr != nil
	}
	if list, ok := sub.x.(*name); ok && c.isTarget(sub.index, target) && c.steady(list, target) {
		p := c.node(list)
		a.of, a.list = ofPlace, p.operand()
		return p.kind != dynamic
	}
	return false
}

func (c *compiler) isTarget(n node, target *variable) bool {
	id, ok := n.(*name)
	return ok && c.frame.find(id.id) == target
}

// steady reports whether n stays the same while target runs, and may be evaluated once where it is needed.
func (c *compiler) steady(n node, target *variable) bool {
	is := true
	walk(n, func(n node) bool {
		switch n := n.(type) {
		case *name:
			if v := c.frame.find(n.id); v != nil {
				is = is && v != target && v.ready && !v.cell && (v.alias == nil || v.alias.kind != slotPart || v.alias.index != target.slot)
				return is
			}
			switch ref := c.resolve(n.id); ref.Kind {
			case Const, State:
			case Unknown:
				is = is && ref.Local != NoLocal
			default:
				is = false
			}
		case *constant, *subscript, *binary, *unary:
		default:
			is = false
		}
		return is
	})
	return is
}

// someOf makes an atom of any(...) and all(...) over the element.
func (c *compiler) someOf(a *atom, n *call, target *variable) bool {
	g := c.consumed(n)
	b := c.builtin(n.fn)
	if g == nil || b.name != "any" && b.name != "all" || len(g.clauses) != 1 || len(g.clauses[0].conds) > 0 || !c.isTarget(g.clauses[0].iter, target) || !flat(g.elt) {
		return false
	}
	depth := len(c.frame.vars)
	defer func() { c.frame.vars = c.frame.vars[:depth] }()
	over := c.node(g.clauses[0].iter)
	c.bindTargets(g)
	st := c.store(g.clauses[0].target)
	inner := c.plain(g.clauses[0].target)
	if st.slot < 0 || inner == nil {
		return false
	}
	c.domain(g.clauses[0].target, &over)
	s := c.sieveOf(g.elt, b.name == "any", inner, false)
	if s == nil {
		return false
	}
	p := c.node(g.elt)
	s.price = 1 + p.nodes
	a.of, a.inner = ofSome, s
	if b.name == "all" {
		a.want = !a.want
	}
	a.op = opNone
	return true
}

// plain gives the variable of a target that is a plain name, whose loop may be quick; else nil.
func (c *compiler) plain(target node) *variable {
	id, ok := target.(*name)
	if !ok || c.mode.Plain {
		return nil
	}
	if v := c.frame.find(id.id); !v.cell {
		return v
	}
	return nil
}
