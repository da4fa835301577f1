package expr

import (
	"math"

	"github.com/astragal-engine/astragal/engine/value"
)

func (c *compiler) unary(n *unary) part {
	x := c.node(n.x)
	off, run := n.off(), x.run
	var p part
	switch n.op {
	case opNot:
		t := x.test()
		p = asBool(func(env *Env) bool { return !t(env) }, 0)
		p.ask = askNot(&x)
	case opNeg:
		quick := c.mode.Quick("small integer")
		p.run = func(env *Env) value.Value {
			v := run(env)
			if quick && v.IsInt() && v.Int() != math.MinInt64 {
				return value.OfInt(-v.Int())
			}
			env.at = off
			return value.Neg(v)
		}
		p.look = lookAtNegative(&x)
	case opPos:
		p.run = func(env *Env) value.Value {
			v := run(env)
			env.at = off
			return value.Pos(v)
		}
	case opInvert:
		p.run = func(env *Env) value.Value {
			v := run(env)
			env.at = off
			return value.Invert(v)
		}
	}
	p.nodes, p.whole = 1+x.nodes, true
	return c.fold(p, x)
}

func (c *compiler) binary(n *binary) part {
	x, y := c.node(n.x), c.node(n.y)
	run := applied(n.op, n.off(), x.run, y.run)
	if c.mode.Quick("small integers") {
		run = arithmetic(n.op, n.off(), &x, &y)
	}
	p := part{run: run, nodes: 1 + x.nodes + y.nodes, look: lookAtArithmetic(n.op, &x, &y)}
	p.whole = x.whole && y.whole || n.op == opSub || n.op == opDiv || n.op == opFloor || n.op == opPow
	return c.fold(p, x, y)
}

type operation func(*value.Budget, value.Value, value.Value) value.Value

var operations = [...]operation{
	opAdd: value.Add, opSub: value.Sub, opMul: value.Mul, opDiv: value.TrueDiv, opFloor: value.FloorDiv,
	opMod: value.Mod, opPow: value.Pow, opShl: value.LShift, opShr: value.RShift,
	opBitAnd: value.And, opBitOr: value.Or, opBitXor: value.Xor,
}

// apply is the way of an operation that is not between small integers.
func (e *Env) apply(o op, off int, a, b value.Value) value.Value {
	e.at = off
	switch o {
	case opAdd:
		if k := a.Kind(); (k == value.List || k == value.Tuple) && b.Kind() == k {
			return e.joined(k, a.Items(), b.Items())
		}
	case opBitOr:
		a, b = e.plain(a), e.plain(b)
		fallthrough
	case opBitAnd, opBitXor, opSub:
		if a.Kind() == value.Iter || b.Kind() == value.Iter {
			a, b = e.asSet(off, a), e.asSet(off, b)
			e.at = off
		}
	}
	return operations[o](&e.size, a, b)
}

// joined is a list or tuple behind another, in the arena.
func (e *Env) joined(k value.Kind, a, b []value.Value) value.Value {
	e.size.Charge(len(a) + len(b))
	var v value.Value
	var items []value.Value
	if n := len(a) + len(b); k == value.Tuple {
		v, items = e.arena.Tuple(n)
	} else {
		v, items = e.arena.List(n)
	}
	copy(items[copy(items, a):], b)
	return v
}

// load gives a leaf's value without calling a closure.
func (p *part) load(env *Env) value.Value {
	switch p.kind {
	case statePart:
		return env.State[p.index]
	case slotPart:
		return env.frame[p.index]
	}
	return p.run(env)
}

// arithmetic gives the closure of one operator. Small integers are handled in it, and a constant
// right side is not fetched.
func arithmetic(o op, off int, x, y *part) exec {
	a, b := x.run, y.run
	if y.kind == constPart && y.val.IsInt() {
		if run := withInt(o, off, x, y.val); run != nil {
			return run
		}
	}
	switch o {
	case opAdd:
		return func(env *Env) value.Value {
			l, r := a(env), b(env)
			if l.IsInt() && r.IsInt() {
				i, j := l.Int(), r.Int()
				if s := i + j; (s > i) == (j > 0) {
					return value.OfInt(s)
				}
			}
			return env.apply(opAdd, off, l, r)
		}
	case opSub:
		return func(env *Env) value.Value {
			l, r := a(env), b(env)
			if l.IsInt() && r.IsInt() {
				i, j := l.Int(), r.Int()
				if s := i - j; (s < i) == (j > 0) {
					return value.OfInt(s)
				}
			}
			return env.apply(opSub, off, l, r)
		}
	case opMul:
		return func(env *Env) value.Value {
			l, r := a(env), b(env)
			if l.IsInt() && r.IsInt() && narrow(l.Int()) && narrow(r.Int()) {
				return value.OfInt(l.Int() * r.Int())
			}
			return env.apply(opMul, off, l, r)
		}
	case opMod, opFloor:
		return func(env *Env) value.Value {
			l, r := a(env), b(env)
			if l.IsInt() && r.IsInt() && l.Int() >= 0 && r.Int() > 0 {
				if o == opMod {
					return value.OfInt(l.Int() % r.Int())
				}
				return value.OfInt(l.Int() / r.Int())
			}
			return env.apply(o, off, l, r)
		}
	}
	return func(env *Env) value.Value {
		l := a(env)
		return env.apply(o, off, l, b(env))
	}
}

// narrow reports whether products of two such integers fit 64 bits.
func narrow(i int64) bool { return i == int64(int32(i)) }

// withInt is arithmetic with a constant integer on the right.
func withInt(o op, off int, x *part, y value.Value) exec {
	a, j := x.run, y.Int()
	switch {
	case o == opAdd:
		return func(env *Env) value.Value {
			l := a(env)
			if l.IsInt() {
				i := l.Int()
				if s := i + j; (s > i) == (j > 0) {
					return value.OfInt(s)
				}
			}
			return env.apply(opAdd, off, l, y)
		}
	case o == opSub:
		return func(env *Env) value.Value {
			l := a(env)
			if l.IsInt() {
				i := l.Int()
				if s := i - j; (s < i) == (j > 0) {
					return value.OfInt(s)
				}
			}
			return env.apply(opSub, off, l, y)
		}
	case o == opMul && narrow(j):
		return func(env *Env) value.Value {
			l := a(env)
			if l.IsInt() && narrow(l.Int()) {
				return value.OfInt(l.Int() * j)
			}
			return env.apply(opMul, off, l, y)
		}
	case o == opMod && j > 0:
		return func(env *Env) value.Value {
			l := a(env)
			if l.IsInt() && l.Int() >= 0 {
				return value.OfInt(l.Int() % j)
			}
			return env.apply(opMod, off, l, y)
		}
	}
	return nil
}
