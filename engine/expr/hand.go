package expr

import (
	"math/bits"
	"sync/atomic"

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
	free     bool           // what it runs over and compares with is told by a glance, without a frame
	judges   bool           // at most one thing that is compared with may change
	changing operand        // which that is; constant: none
	with     [maxAtoms]look // what each comparison is with
	by       *local         // over and changing are places of state variables by this name; nil: are not, or not both
	rows     [rows]atomic.Pointer[verdicts]
	ready    [maxAtoms]value.Want // what is compared with a constant is wanted alike each time
}

// hand takes the loop for one; nil where the store cannot tell what it asks, and of the uid, which is each item's own.
func (l *loop) hand() *hand {
	h := &hand{sieve: l.sieve, over: l.over.operand(), price: l.price, judges: true, changing: nought}
	h.free = h.over.look != nil
	for k := range h.atoms {
		a := &h.atoms[k]
		constant := a.fixed.kind == constPart
		h.with[k] = a.fixed.glance()
		if h.neg || a.op == opNone || a.attr.key.Text() == "uid" || h.with[k] == nil || !a.wants(&h.ready[k], a.fixed.val) && constant {
			return nil
		}
		if !constant {
			h.judges = h.judges && h.changing.kind == constPart
			h.changing = a.fixed
		}
		h.free = h.free && a.fixed.look != nil
	}
	if a, b := h.over.spot, h.changing.spot; a != nil && b != nil && a.by != nil && b.by != nil && a.by.sym == b.by.sym {
		h.by = a.by
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
	if h.free && l.sink.hand != nil {
		*l.sink.hand = h
	}
	with := h.changing.glance()
	if kind == found {
		return func(env *Env) bool {
			v := h.over.get(env)
			r, _ := with(env)
			if yes, sure := h.any(env, v, r); sure {
				return yes
			}
			return slow(env, v)
		}
	}
	return func(env *Env) bool {
		v := h.over.get(env)
		r, _ := with(env)
		items, passed, sure := h.tell(env, v, r)
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

// find gives the items of a free hand and the verdicts for what may change that it compares with, if it is all as usual.
func (h *hand) find(env *Env) (items []value.Value, row *verdicts) {
	var v, with value.Value
	if n := h.by; n == nil {
		v, _ = h.over.look(env)
		with, _ = h.changing.look(env)
	} else {
		at, ok := n.glance(&env.Locals)
		if !ok {
			at, _ = n.search(&env.Locals)
		}
		a, b, i := env.State[h.over.spot.state], env.State[h.changing.spot.state], at.Bits()
		if !at.IsInt() || !isList(a) || !isList(b) || i >= uint64(len(a.Items())) || i >= uint64(len(b.Items())) {
			return nil, nil
		}
		v, with = a.Items()[i], b.Items()[i]
	}
	if !isList(v) {
		return nil, nil
	}
	return v.Items(), h.row(with)
}

// ask asks a free hand whether any of the items passes, by way of a call.
//
//go:noinline
func (h *hand) ask(by calling) ask {
	if h.by != nil {
		return h.askBy(by)
	}
	return func(env *Env) (yes, sure bool) {
		items, row := h.find(env)
		if row != nil && env.calls < by.depth {
			if n, yes, sure := env.Store.First(items, &row.Verdicts); sure {
				if left := env.steps - by.steps - h.price*int64(n); left >= 0 {
					env.steps = left
					return yes, true
				}
			}
		}
		return h.askAgain(env, by)
	}
}

// askBy is ask of a hand that has by.
//
//go:noinline
func (h *hand) askBy(by calling) ask {
	list, other := h.over.spot.state, h.changing.spot.state
	n, price, rows := h.by, h.price, &h.rows
	return func(env *Env) (yes, sure bool) {
		at, ok := n.glance(&env.Locals)
		if !ok {
			at, _ = n.search(&env.Locals)
		}
		a, b, i := env.State[list], env.State[other], at.Bits()
		if at.IsInt() && isList(a) && isList(b) && i < uint64(len(a.Items())) && i < uint64(len(b.Items())) {
			v, with := a.Items()[i], b.Items()[i]
			row := rows[with.Bits()%uint64(len(rows))].Load()
			if row != nil && row.with == with && isList(v) && env.calls < by.depth {
				if n, yes, sure := env.Store.First(v.Items(), &row.Verdicts); sure {
					if left := env.steps - by.steps - price*int64(n); left >= 0 {
						env.steps = left
						return yes, true
					}
				}
			}
		}
		return h.askAgain(env, by)
	}
}

// askAgain is ask where something is not as usual.
func (h *hand) askAgain(env *Env, by calling) (yes, sure bool) {
	if !by.begin(env) {
		return false, false
	}
	v, _ := h.over.look(env)
	with, _ := h.changing.look(env)
	return h.any(env, v, with)
}

// few gives the items that pass as bits, by way of a call; it takes from the budgets what a list of them would.
//
//go:noinline
func (h *hand) few(by calling) fewOf {
	over, changing := h.over.look, h.changing.look
	return func(env *Env) (items []value.Value, passed uint64, sure bool) {
		if !by.begin(env) {
			return nil, 0, false
		}
		items, row := h.find(env)
		if row != nil && len(items) < value.Most {
			passed, sure = env.Store.Judge(items, &row.Verdicts)
		}
		if !sure {
			v, _ := over(env)
			with, _ := changing(env)
			if items, passed, sure = h.tell(env, v, with); !sure {
				return nil, 0, false
			}
		}
		n, cost := int64(bits.OnesCount64(passed)), h.price*int64(len(items))
		if cost > env.steps || n > env.size.Left {
			return nil, 0, false
		}
		env.steps -= cost
		env.size.Left -= n
		return items, passed, true
	}
}

// some gives the elements of the list v, if they are not too many, and the steps suffice for all.
func (h *hand) some(env *Env, v value.Value) (items []value.Value, ok bool) {
	if !isList(v) {
		return nil, false
	}
	items = v.Items()
	return items, len(items) < value.Most && h.price*int64(len(items)) <= env.steps
}

// any reports whether an element of the list v passes where what may change is with, where a glance tells.
func (h *hand) any(env *Env, v, with value.Value) (yes, sure bool) {
	items, passed, sure := h.tell(env, v, with)
	if !sure {
		return false, false
	}
	n := len(items)
	if passed != 0 {
		n = bits.TrailingZeros64(passed) + 1
	}
	env.steps -= h.price * int64(n)
	return passed != 0, true
}

// tell tells which elements of the list v pass where what may change is with, as bits, where a glance tells.
func (h *hand) tell(env *Env, v, with value.Value) (items []value.Value, passed uint64, sure bool) {
	items, ok := h.some(env, v)
	if !ok {
		return nil, 0, false
	}
	if row := h.row(with); row != nil {
		if passed, sure = env.Store.Judge(items, &row.Verdicts); sure {
			return items, passed, true
		}
	}
	passed, sure = h.closer(env, items, with)
	return items, passed, sure
}
