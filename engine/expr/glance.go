package expr

import (
	"math"

	"github.com/astragal-engine/astragal/engine/value"
)

// Most expressions that a game runs are small: breath[actor] + 2, not dodged, life[0] <= 0. What such a one gives is
// told by a glance: without a frame, and without noting what an error would have to say, since a glance that meets
// anything but the usual is not sure. It has done nothing then but take steps, which who asks gives back; the
// expression is run as ever.
type (
	look func(*Env) (v value.Value, sure bool) // None where not sure
	ask  func(*Env) (yes, sure bool)           // the truth of it
)

//go:noinline
func lookAtConstant(v value.Value) look {
	return func(*Env) (value.Value, bool) { return v, true }
}

//go:noinline
func lookAtState(i int) look {
	return func(env *Env) (value.Value, bool) { return env.State[i], true }
}

//go:noinline
func lookAtLocal(n *local) look {
	return func(env *Env) (value.Value, bool) {
		if v, ok := n.glance(&env.Locals); ok {
			return v, true
		}
		return n.search(&env.Locals)
	}
}

// lookAtPlace is a look at x[y].
//
//go:noinline
func lookAtPlace(x, y *part) look {
	a, b := x.look, y.look
	if a == nil || b == nil {
		return nil
	}
	if x.kind == statePart {
		switch state := x.index; {
		case y.kind == constPart:
			at := y.val
			return func(env *Env) (value.Value, bool) { return env.place(env.State[state], at) }
		case y.local != nil:
			n := y.local
			return func(env *Env) (value.Value, bool) {
				at, ok := n.glance(&env.Locals)
				if !ok {
					at, _ = n.search(&env.Locals)
				}
				return env.place(env.State[state], at)
			}
		}
	}
	return func(env *Env) (value.Value, bool) {
		l, _ := a(env)
		r, _ := b(env)
		return env.place(l, r)
	}
}

// lookAtAttribute is a look at x[key].
//
//go:noinline
func lookAtAttribute(x *part, key *attribute) look {
	of := x.look
	if of == nil {
		return nil
	}
	if n := x.local; n != nil {
		return func(env *Env) (value.Value, bool) {
			v, ok := n.glance(&env.Locals)
			if !ok {
				v, _ = n.search(&env.Locals)
			}
			return key.glance(env, v)
		}
	}
	return func(env *Env) (value.Value, bool) {
		v, _ := of(env)
		return key.glance(env, v)
	}
}

//go:noinline
func lookAtLength(x *part) look {
	of := x.look
	if of == nil {
		return nil
	}
	if n := x.local; n != nil {
		return func(env *Env) (value.Value, bool) {
			v, ok := n.glance(&env.Locals)
			if !ok {
				v, _ = n.search(&env.Locals)
			}
			if isList(v) {
				return value.OfInt(int64(len(v.Items()))), true
			}
			return value.Value{}, false
		}
	}
	return func(env *Env) (value.Value, bool) {
		if v, _ := of(env); isList(v) {
			return value.OfInt(int64(len(v.Items()))), true
		}
		return value.Value{}, false
	}
}

//go:noinline
func lookAtNegative(x *part) look {
	of := x.look
	if of == nil {
		return nil
	}
	return func(env *Env) (value.Value, bool) {
		if v, _ := of(env); v.IsInt() && v.Int() != math.MinInt64 {
			return value.OfInt(-v.Int()), true
		}
		return value.Value{}, false
	}
}

// lookAtArithmetic is a look at x o y.
//
//go:noinline
func lookAtArithmetic(o op, x, y *part) look {
	a, b := x.look, y.look
	if a == nil || b == nil {
		return nil
	}
	if y.kind == constPart && y.val.IsInt() && narrow(y.val.Int()) {
		return lookAtStep(o, a, y.val.Int())
	}
	sign := int64(1)
	switch o {
	case opSub:
		sign = -1
	case opAdd:
	case opMul:
		return func(env *Env) (value.Value, bool) {
			l, _ := a(env)
			r, _ := b(env)
			if l.IsInt() && r.IsInt() && narrow(l.Int()) && narrow(r.Int()) {
				return value.OfInt(l.Int() * r.Int()), true
			}
			return value.Value{}, false
		}
	default:
		return nil
	}
	return func(env *Env) (value.Value, bool) {
		l, _ := a(env)
		r, _ := b(env)
		if l.IsInt() && r.IsInt() && narrow(l.Int()) && narrow(r.Int()) {
			return value.OfInt(l.Int() + sign*r.Int()), true
		}
		return value.Value{}, false
	}
}

// lookAtStep is a look at a o j, j being narrow.
func lookAtStep(o op, a look, j int64) look {
	switch {
	case o == opSub:
		j = -j
	case o == opAdd:
	case o == opMul:
		return func(env *Env) (value.Value, bool) {
			if l, _ := a(env); l.IsInt() && narrow(l.Int()) {
				return value.OfInt(l.Int() * j), true
			}
			return value.Value{}, false
		}
	case (o == opMod || o == opFloor) && j > 0:
		return func(env *Env) (value.Value, bool) {
			l, _ := a(env)
			switch {
			case !l.IsInt() || l.Int() < 0:
				return value.Value{}, false
			case o == opMod:
				return value.OfInt(l.Int() % j), true
			}
			return value.OfInt(l.Int() / j), true
		}
	default:
		return nil
	}
	return func(env *Env) (value.Value, bool) {
		if l, _ := a(env); l.IsInt() {
			i := l.Int()
			if s := i + j; (s > i) == (j > 0) {
				return value.OfInt(s), true
			}
		}
		return value.Value{}, false
	}
}

// lookAtExtreme is a look at min(x, y), or max(x, y).
//
//go:noinline
func lookAtExtreme(isMax bool, x, y *part) look {
	a, b := x.look, y.look
	if a == nil || b == nil {
		return nil
	}
	if r := y.val; y.kind == constPart && r.IsInt() {
		return func(env *Env) (value.Value, bool) {
			l, _ := a(env)
			if env.steps--; !l.IsInt() || env.steps < 0 {
				return value.Value{}, false
			}
			if isMax == (r.Int() > l.Int()) {
				return r, true
			}
			return l, true
		}
	}
	return func(env *Env) (value.Value, bool) {
		l, _ := a(env)
		r, _ := b(env)
		if env.steps--; !l.IsInt() || !r.IsInt() || env.steps < 0 {
			return value.Value{}, false
		}
		if isMax == (r.Int() > l.Int()) {
			return r, true
		}
		return l, true
	}
}

// lookAtEither is a look at x if test else y.
//
//go:noinline
func lookAtEither(test, x, y *part) look {
	t, a, b := test.asked(), x.look, y.look
	if t == nil || a == nil || b == nil {
		return nil
	}
	return func(env *Env) (value.Value, bool) {
		yes, sure := t(env)
		if !sure {
			return value.Value{}, false
		}
		if yes {
			return a(env)
		}
		return b(env)
	}
}

// asked gives the part as a question; nil where a glance does not tell.
func (p *part) asked() ask {
	if p.ask != nil || p.look == nil {
		return p.ask
	}
	if p.kind == statePart {
		return askState(p.index)
	}
	return askTruth(p.look)
}

//go:noinline
func askState(i int) ask {
	return func(env *Env) (yes, sure bool) {
		v := env.State[i]
		return v.Bool(), v.IsBool() || v.IsInt()
	}
}

//go:noinline
func askTruth(of look) ask {
	return func(env *Env) (yes, sure bool) {
		v, _ := of(env)
		return v.Bool(), v.IsBool() || v.IsInt()
	}
}

//go:noinline
func askNot(x *part) ask {
	if x.kind == statePart && x.ask == nil {
		i := x.index
		return func(env *Env) (yes, sure bool) {
			v := env.State[i]
			return !v.Bool(), v.IsBool() || v.IsInt()
		}
	}
	of := x.asked()
	if of == nil {
		return nil
	}
	return func(env *Env) (yes, sure bool) {
		yes, sure = of(env)
		return !yes, sure
	}
}

// askAll asks whether all parts are true, or, where or is set, any. It asks no further than it must.
//
//go:noinline
func askAll(or bool, parts []part) ask {
	a := parts[0].asked()
	if len(parts) == 1 || a == nil {
		return a
	}
	b := askAll(or, parts[1:])
	if b == nil {
		return nil
	}
	return func(env *Env) (yes, sure bool) {
		if yes, sure = a(env); !sure || yes == or {
			return yes, sure
		}
		return b(env)
	}
}

// askRelation asks for a comparison: of whole numbers, of texts, and whether x is None or a bool.
//
//go:noinline
func askRelation(o op, x, y *part) ask {
	a, b := x.look, y.look
	if a == nil || b == nil {
		return nil
	}
	switch {
	case (o == opIs || o == opIsNot) && y.kind == constPart && hasIdentity(y.val):
		r, want := y.val, o == opIs
		return func(env *Env) (yes, sure bool) {
			v, sure := a(env)
			return value.Same(v, r) == want, sure
		}
	case o < opLt || o > opNe:
		return nil
	case y.kind == constPart && y.val.IsInt():
		lo, hi, in, _ := interval(o, y.val.Int())
		return askBetween(x, uint64(lo), uint64(hi)-uint64(lo), in)
	case y.kind == constPart && y.val.Kind() == value.Text && (o == opEq || o == opNe):
		r, want := y.val, o == opEq
		return func(env *Env) (yes, sure bool) {
			v, sure := a(env)
			return (v.Kind() == value.Text && v.Bits() == r.Bits() && v.Text() == r.Text()) == want, sure
		}
	case y.kind == statePart && x.local != nil && (o == opEq || o == opNe):
		n, i, want := x.local, y.index, o == opEq
		return func(env *Env) (yes, sure bool) {
			l, ok := n.glance(&env.Locals)
			if !ok {
				l, _ = n.search(&env.Locals)
			}
			r := env.State[i]
			return (l == r) == want, l.IsInt() && r.IsInt()
		}
	case y.kind == statePart:
		i := y.index
		return func(env *Env) (yes, sure bool) {
			l, _ := a(env)
			r := env.State[i]
			return intRelation(o, l.Int(), r.Int()), l.IsInt() && r.IsInt()
		}
	}
	return func(env *Env) (yes, sure bool) {
		l, _ := a(env)
		r, _ := b(env)
		return intRelation(o, l.Int(), r.Int()), l.IsInt() && r.IsInt()
	}
}

// askBetween asks whether the whole number x lies between lo and lo+span, or, where !in, does not.
//
//go:noinline
func askBetween(x *part, lo, span uint64, in bool) ask {
	if x.kind == statePart {
		i := x.index
		return func(env *Env) (yes, sure bool) {
			v := env.State[i]
			return (v.Bits()-lo <= span) == in, v.IsInt()
		}
	}
	if s := x.spot; s != nil && s.by == nil {
		i, at := s.state, s.at
		return func(env *Env) (yes, sure bool) {
			v, _ := env.place(env.State[i], at)
			return (v.Bits()-lo <= span) == in, v.IsInt()
		}
	}
	of := x.look
	return func(env *Env) (yes, sure bool) {
		v, _ := of(env)
		return (v.Bits()-lo <= span) == in, v.IsInt()
	}
}
