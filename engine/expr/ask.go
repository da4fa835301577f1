package expr

import "github.com/astragal-engine/astragal/engine/value"

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
				l, ok = n.search(&env.Locals)
			}
			r := env.State[i]
			if l.IsInt() && r.IsInt() {
				return (l == r) == want, true
			}
			yes, sure = value.EqualQuick(l, r)
			return yes == want, sure && ok
		}
	case o == opEq || o == opNe:
		want := o == opEq
		return func(env *Env) (yes, sure bool) {
			l, ok := a(env)
			if !ok {
				return false, false
			}
			r, ok := b(env)
			yes, sure = value.EqualQuick(l, r)
			return yes == want, sure && ok
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
