package expr

import "github.com/astragal-engine/astragal/engine/value"

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
