package expr

import (
	"math/bits"

	"github.com/astragal-engine/astragal/engine/value"
)

// Loops that ask a few items, such as a hand of cards, for attributes: any(c['kind'] == kind and c['cost'] <=
// breath[p] for c in hand[p]). What they say of an item that is as it was made they say of all with its face, so they
// remember it, for all games of the model.

// hand is such a loop.
type hand struct {
	*sieve
	over     operand
	price    int64
	judges   bool     // at most one thing that is compared with may change
	changing *operand // which that is; nil: none
	verdicts [verdicts]value.Verdicts
	ready    [maxAtoms]value.Want // what is compared with a constant is wanted alike each time
}

// verdicts is for how many numbers, from 0, that a comparison may be with they are remembered.
const verdicts = 16

// hand takes the loop for one; nil where the store cannot tell what it asks, and of the uid, which is each item's own.
func (l *loop) hand() *hand {
	h := &hand{sieve: l.sieve, over: l.over.operand(), price: l.price, judges: true}
	for k := range h.atoms {
		a := &h.atoms[k]
		constant := a.fixed.kind == constPart
		if h.neg || a.op == opNone || a.attr.key.Text() == "uid" || !a.wants(&h.ready[k], a.fixed.val) && constant {
			return nil
		}
		if !constant {
			h.judges = h.judges && h.changing == nil
			h.changing = &a.fixed
		}
	}
	return h
}

// siftHand is siftItems where all comparisons are with what is at hand.
//
//go:noinline
func (l *loop) siftHand() test {
	slow, price, kind := l.siftItems(), l.price, l.sink.kind
	h := l.hand()
	if h == nil {
		return slow.over(l.over.operand())
	}
	if kind == collect && l.sink.few != nil {
		*l.sink.few = h.few
	}
	if kind == found {
		if l.sink.hand != nil {
			*l.sink.hand = h
		}
		return func(env *Env) bool {
			v := h.over.get(env)
			if yes, sure := h.any(env, v); sure {
				return yes
			}
			return slow(env, v)
		}
	}
	return func(env *Env) bool {
		v := h.over.get(env)
		items, passed, sure := h.tell(env, v)
		if !sure {
			return slow(env, v)
		}
		env.steps -= price * int64(len(items))
		if kind == tally {
			env.count += bits.OnesCount64(passed)
			return false
		}
		for ; passed != 0; passed &= passed - 1 {
			env.push(items[bits.TrailingZeros64(passed)])
		}
		return false
	}
}

// any reports whether an element of the list v passes, where a glance tells.
func (h *hand) any(env *Env, v value.Value) (yes, sure bool) {
	items, passed, sure := h.tell(env, v)
	if !sure {
		return false, false
	}
	if passed == 0 {
		env.steps -= h.price * int64(len(items))
		return false, true
	}
	env.steps -= h.price * int64(bits.TrailingZeros64(passed)+1)
	return true, true
}

// few gives the items that pass as bits; it takes from the budgets what a list of them would.
func (h *hand) few(env *Env) (items []value.Value, passed uint64, sure bool) {
	items, passed, sure = h.tell(env, h.over.get(env))
	n := int64(bits.OnesCount64(passed))
	if !sure || n > env.size.Left {
		return nil, 0, false
	}
	env.steps -= h.price * int64(len(items))
	env.size.Left -= n
	return items, passed, true
}

// tell tells which elements of the list v pass, as bits. It is not sure of long lists, of those for which the steps do
// not suffice, and where it takes more than a glance.
func (h *hand) tell(env *Env, v value.Value) (items []value.Value, passed uint64, sure bool) {
	if !isList(v) {
		return nil, 0, false
	}
	items = v.Items()
	if len(items) == 0 {
		return items, 0, true
	}
	if len(items) > value.Most || h.price*int64(len(items)) > env.steps {
		return nil, 0, false
	}
	if h.judges {
		with := value.OfInt(0)
		if h.changing != nil {
			with, sure = h.changing.glance(env)
		}
		if with.IsInt() && uint64(with.Int()) < verdicts {
			row := &h.verdicts[with.Int()]
			passed, looked := env.Store.Judge(items, row)
			if looked == len(items) || h.judge(env, row, items, &passed, looked) {
				return items, passed, true
			}
		}
	}
	passed, sure = h.scan(env, items)
	return items, passed, sure
}

// judge is what comes of the items from looked on, of whose faces something has still to be said.
func (h *hand) judge(env *Env, row *value.Verdicts, items []value.Value, passed *uint64, looked int) bool {
	for looked < len(items) {
		face := env.Store.Face(items[looked])
		pass, sure := h.attributes(env, items[looked])
		if face == 0 || !sure {
			return false
		}
		row.Add(face, pass)
		more, n := env.Store.Judge(items[looked:], row)
		*passed |= more << looked
		looked += n
	}
	return true
}

// scan looks at the attributes themselves.
func (h *hand) scan(env *Env, items []value.Value) (passed uint64, sure bool) {
	passed = 1<<uint(len(items)) - 1
	for k := range h.atoms {
		a, w := &h.atoms[k], &h.ready[k]
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

// attributes reports whether x passes all atoms.
func (s *sieve) attributes(env *Env, x value.Value) (pass, sure bool) {
	var m memo
	if pass, sure = s.attribute(env, x, &m, 0); pass && sure {
		return s.others(env, x, &m)
	}
	return pass, sure
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
