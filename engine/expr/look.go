package expr

import (
	"math"

	"github.com/astragal-engine/astragal/engine/value"
)

// Looks at what is worked out of other looks.

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
