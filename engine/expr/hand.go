package expr

import (
	"math/bits"

	"github.com/astragal-engine/astragal/engine/value"
)

// Loops that ask a few items, such as a hand of cards, for attributes: any(c['kind'] == kind and c['cost'] <=
// breath[p] for c in hand[p]). What they say of an item that is as it was made they say of all with its face, so they
// remember it, for all games of the model.

// siftHand is siftItems where all comparisons are with what is at hand.
//
//go:noinline
func (l *loop) siftHand() test {
	iter, price, kind := l.over.operand(), l.price, l.sink.kind
	slow, tell := l.siftItems(), l.telling()
	if tell == nil {
		return slow.over(iter)
	}
	if kind == collect && l.sink.few != nil {
		*l.sink.few = func(env *Env) ([]value.Value, uint64, bool) {
			items, passed, sure := tell(env, iter.get(env))
			n := int64(bits.OnesCount64(passed))
			if !sure || n > env.size.Left {
				return nil, 0, false
			}
			env.steps -= price * int64(len(items))
			env.size.Left -= n
			return items, passed, true
		}
	}
	return func(env *Env) bool {
		v := iter.get(env)
		items, passed, sure := tell(env, v)
		if !sure {
			return slow(env, v)
		}
		cost := price * int64(len(items))
		switch {
		case passed == 0:
		case kind == found:
			env.steps -= price * int64(bits.TrailingZeros64(passed)+1)
			return true
		case kind == tally:
			env.count += bits.OnesCount64(passed)
		default:
			for ; passed != 0; passed &= passed - 1 {
				env.push(items[bits.TrailingZeros64(passed)])
			}
		}
		env.steps -= cost
		return false
	}
}

// telling gives a function that tells which elements of a list pass; nil where there is none. It leaves long lists
// alone, and those for which the steps do not suffice.
//
//go:noinline
func (l *loop) telling() func(env *Env, v value.Value) (items []value.Value, passed uint64, sure bool) {
	scan, ask, price := l.scanHand(), l.judge(), l.price
	if scan == nil {
		return nil
	}
	if ask == nil {
		ask = scan
	}
	return func(env *Env, v value.Value) (items []value.Value, passed uint64, sure bool) {
		if !isList(v) {
			return nil, 0, false
		}
		items = v.Items()
		if len(items) > value.Most || price*int64(len(items)) > env.steps {
			return nil, 0, false
		}
		if passed, sure = ask(env, items); !sure {
			passed, sure = scan(env, items)
		}
		return items, passed, sure
	}
}

// some tells which of at most value.Most items pass, as bits; it is not sure where that takes more than a glance.
type some func(env *Env, items []value.Value) (passed uint64, sure bool)

// rows is for how many numbers, from 0, that a comparison may be with verdicts are remembered.
const rows = 16

// judge tells it by the faces of the items; nil where more than one thing that they are compared with may change.
//
//go:noinline
func (l *loop) judge() some {
	s, changing := l.sieve, -1
	for k := range s.atoms {
		if s.atoms[k].fixed.kind == constPart {
			continue
		}
		if changing >= 0 {
			return nil
		}
		changing = k
	}
	verdicts := new([rows]value.Verdicts)
	return func(env *Env, items []value.Value) (passed uint64, sure bool) {
		row := &verdicts[0]
		if changing >= 0 {
			with, sure := s.atoms[changing].fixed.glance(env)
			if !sure || !with.IsInt() || uint64(with.Int()) >= rows {
				return 0, false
			}
			row = &verdicts[with.Int()]
		}
		passed, looked := env.Store.Judge(items, row)
		for looked < len(items) {
			face := env.Store.Face(items[looked])
			pass, sure := s.attributes(env, items[looked])
			if face == 0 || !sure {
				return 0, false
			}
			row.Add(face, pass)
			more, n := env.Store.Judge(items[looked:], row)
			passed |= more << looked
			looked += n
		}
		return passed, true
	}
}

// attributes reports whether x passes all atoms.
func (s *sieve) attributes(env *Env, x value.Value) (pass, sure bool) {
	var m memo
	if pass, sure = s.attribute(env, x, &m, 0); pass && sure {
		return s.others(env, x, &m)
	}
	return pass, sure
}

// scanHand looks at the attributes themselves; nil where it cannot.
//
//go:noinline
func (l *loop) scanHand() some {
	atoms := l.sieve.atoms
	var ready [maxAtoms]value.Want // what is compared with a constant is wanted alike each time
	for k := range atoms {
		a := &atoms[k]
		if l.sieve.neg || a.op == opNone || !a.wants(&ready[k], a.fixed.val) && a.fixed.kind == constPart {
			return nil
		}
	}
	return func(env *Env, items []value.Value) (passed uint64, sure bool) {
		passed = 1<<uint(len(items)) - 1
		for k := range atoms {
			a, w := &atoms[k], &ready[k]
			if a.fixed.kind != constPart {
				var given value.Want
				w = &given
				if r, sure := a.fixed.glance(env); !sure || !a.wants(w, r) {
					return 0, false
				}
			}
			if passed, sure = env.Store.Sift(items, passed, w); !sure || passed == 0 {
				return 0, sure
			}
		}
		return passed, true
	}
}

// wants says what the atom, of an attribute that is compared with r, asks of an item, where the store can tell that.
func (a *atom) wants(w *value.Want, r value.Value) bool {
	switch {
	case r.IsInt():
		lo, hi, in, ok := interval(a.op, r.Int())
		w.Int(a.attr.key, &a.attr.place, lo, hi, a.want == in)
		return ok
	case r.Kind() == value.Text && (a.op == opEq || a.op == opNe):
		w.Text(a.attr.key, &a.attr.place, r, a.want == (a.op == opEq))
		return true
	}
	return false
}
