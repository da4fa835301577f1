package expr

import "github.com/astragal-engine/astragal/engine/value"

// anyKey stands in Reads.Attrs for a key that is not known statically.
const anyKey = "*"

// readsKey notes that key is looked up in something that may be an item.
func (c *compiler) readsKey(key *part) {
	switch {
	case key.kind == constPart && key.val.Kind() == value.Text:
		c.code.reads.Attrs = append(c.code.reads.Attrs, key.val.Text())
	case key.whole || key.kind == constPart:
	default:
		for _, v := range key.items {
			if !isWhole(v) {
				c.readsAny()
				return
			}
		}
		if key.items == nil {
			c.readsAny()
		}
	}
}

func (c *compiler) readsAny() { c.code.reads.Attrs = append(c.code.reads.Attrs, anyKey) }

func (c *compiler) subscript(n *subscript) part {
	x := c.node(n.x)
	if s, ok := n.index.(*slice); ok {
		return c.slice(n, s, x)
	}
	y := c.node(n.index)
	if x.kind != constPart {
		c.readsKey(&y)
	}
	p := part{nodes: 1 + x.nodes + y.nodes}
	off := n.off()
	switch {
	case !c.mode.Quick("subscript"):
		p.run = subscripted(off, x.run, y.run)
	case y.kind == constPart && y.val.Kind() == value.Text:
		a := &attribute{key: value.Intern(y.val.Text()), off: off}
		if x.kind == slotPart {
			slot := x.index
			p.attr, p.index = a, slot
			p.run = func(env *Env) value.Value { return a.of(env, env.frame[slot]) }
		} else {
			get := x.run
			p.run = func(env *Env) value.Value { return a.of(env, get(env)) }
			p.look, p.leaf = lookAtAttribute(&x, a), x.leaf
		}
	default:
		p.run, p.look, p.leaf = indexed(off, &x, &y), lookAtPlace(&x, &y), x.leaf && y.leaf
		if x.kind == statePart && y.kind == slotPart {
			p.cell = &stateCell{x.index, y.index, off}
		} else if x.kind == statePart && (y.local != nil || y.kind == constPart) {
			p.spot = &spot{x.index, y.local, y.val}
		} else if x.kind == constPart && isList(x.val) {
			p.pick = &pick{x.val, y.operand(), off}
		}
	}
	return c.fold(p, x, y)
}

// stateCell is the reading of a place of a state variable, by a loop's variable or a parameter.
type stateCell struct{ state, slot, off int }

func (c *stateCell) get(env *Env) value.Value {
	l, r := env.State[c.state], env.frame[c.slot]
	if r.IsInt() && isList(l) {
		if items := l.Items(); uint64(r.Int()) < uint64(len(items)) {
			return items[r.Int()]
		}
	}
	return env.subscript(c.off, l, r)
}

// spot is the reading of a place of a state variable, by a local name, or, where by is nil, always the same.
type spot struct {
	state int
	by    *local
	at    value.Value
}

// indexed is x[y], quick where a list or tuple is asked for a place it has.
//
//go:noinline
func indexed(off int, x, y *part) exec {
	a, b := x.run, y.run
	switch {
	case x.kind == statePart && y.kind == slotPart:
		state, slot := x.index, y.index
		return func(env *Env) value.Value {
			l, r := env.State[state], env.frame[slot]
			if r.IsInt() && isList(l) {
				if items := l.Items(); uint64(r.Int()) < uint64(len(items)) {
					return items[r.Int()]
				}
			}
			return env.subscript(off, l, r)
		}
	case x.kind == statePart:
		s := x.index
		return func(env *Env) value.Value {
			l, r := env.State[s], b(env)
			if r.IsInt() && isList(l) {
				if items := l.Items(); uint64(r.Int()) < uint64(len(items)) {
					return items[r.Int()]
				}
			}
			return env.subscript(off, l, r)
		}
	}
	return func(env *Env) value.Value {
		l := a(env)
		r := b(env)
		if r.IsInt() && isList(l) {
			if items := l.Items(); uint64(r.Int()) < uint64(len(items)) {
				return items[r.Int()]
			}
		}
		return env.subscript(off, l, r)
	}
}

func (c *compiler) slice(n *subscript, s *slice, x part) part {
	none := constantPart(value.Value{})
	three := [3]part{none, none, none}
	p := part{nodes: 1 + x.nodes}
	for i, y := range [3]node{s.lo, s.hi, s.step} {
		if y != nil {
			three[i] = c.node(y)
			p.nodes += three[i].nodes
		}
	}
	a, lo, hi, step, off := x.run, three[0].run, three[1].run, three[2].run, n.off()
	p.run = func(env *Env) value.Value {
		v := a(env)
		l := lo(env)
		h := hi(env)
		return env.slice(off, v, l, h, step(env))
	}
	return c.fold(p, x, three[0], three[1], three[2])
}
