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

// verdicts are what was said of the faces where what may change is with, a whole number or a text.
type verdicts struct {
	with value.Value
	value.Verdicts
}

// rows is for how many such values verdicts are remembered: for the first of those with the same last bits.
const rows = 16

// row gives the verdicts for with; nil where there are none.
func (h *hand) row(with value.Value) *verdicts {
	if row := h.rows[with.Bits()%rows].Load(); row != nil && row.with == with {
		return row
	}
	return nil
}

// begin is row, which is made where there may be one.
func (h *hand) begin(with value.Value) *verdicts {
	if !h.judges || !with.IsInt() && with.Kind() != value.Text {
		return nil
	}
	if at := &h.rows[with.Bits()%rows]; at.Load() == nil {
		at.CompareAndSwap(nil, &verdicts{with: with})
	}
	return h.row(with)
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

// ask asks a free hand whether any of the items passes, by way of a call.
//
//go:noinline
func (h *hand) ask(by calling) ask {
	if h.by != nil {
		return h.askBy(by)
	}
	over, changing := h.over.look, h.changing.look
	return func(env *Env) (yes, sure bool) {
		if !by.begin(env) {
			return false, false
		}
		v, _ := over(env)
		with, _ := changing(env)
		if row := h.row(with); row != nil && isList(v) {
			if n, yes, sure := env.Store.First(v.Items(), &row.Verdicts); sure && h.price*int64(n) <= env.steps {
				env.steps -= h.price * int64(n)
				return yes, true
			}
		}
		return h.any(env, v, with)
	}
}

// askBy is ask of a hand that has by.
//
//go:noinline
func (h *hand) askBy(by calling) ask {
	n, list, other := h.by, h.over.spot.state, h.changing.spot.state
	return func(env *Env) (yes, sure bool) {
		if !by.begin(env) {
			return false, false
		}
		at, ok := n.glance(&env.Locals)
		if !ok {
			at, _ = n.search(&env.Locals)
		}
		v, _ := env.place(env.State[list], at)
		with, _ := env.place(env.State[other], at)
		if row := h.row(with); row != nil && isList(v) {
			if n, yes, sure := env.Store.First(v.Items(), &row.Verdicts); sure && h.price*int64(n) <= env.steps {
				env.steps -= h.price * int64(n)
				return yes, true
			}
		}
		return h.any(env, v, with)
	}
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
		v, _ := over(env)
		with, _ := changing(env)
		items, ok := h.some(env, v)
		if !ok {
			return nil, 0, false
		}
		if row := h.row(with); row != nil {
			passed, sure = env.Store.Judge(items, &row.Verdicts)
		}
		if !sure {
			passed, sure = h.closer(env, items, with)
		}
		n := int64(bits.OnesCount64(passed))
		if !sure || n > env.size.Left {
			return nil, 0, false
		}
		env.steps -= h.price * int64(len(items))
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

// closer is tell where nothing was said yet of some of the items.
func (h *hand) closer(env *Env, items []value.Value, with value.Value) (passed uint64, sure bool) {
	if len(items) == 0 {
		return 0, true // what it would be compared with is not asked for
	}
	if row := h.begin(with); row != nil {
		if passed, sure = h.judge(env, row, items); sure {
			return passed, true
		}
	}
	return h.scan(env, items)
}

// judge is what comes of items of whose faces something has still to be said.
func (h *hand) judge(env *Env, row *verdicts, items []value.Value) (passed uint64, sure bool) {
	var m memo
	for k := range h.atoms {
		if m.vals[k], m.have[k] = h.with[k](env); !m.have[k] {
			return 0, false
		}
	}
	for i := range items {
		face := env.Store.Face(items[i])
		if face == 0 {
			return 0, false
		}
		pass, known := row.Of(face)
		if !known {
			if pass, sure = h.attributes(env, items[i], &m); !sure {
				return 0, false
			}
			row.Add(face, pass)
		}
		if pass {
			passed |= 1 << uint(i)
		}
	}
	return passed, true
}

// scan looks at the attributes themselves.
func (h *hand) scan(env *Env, items []value.Value) (passed uint64, sure bool) {
	passed = 1<<uint(len(items)) - 1
	for k := range h.atoms {
		a, w := &h.atoms[k], &h.ready[k]
		if a.fixed.kind != constPart {
			var given value.Want
			w = &given
			if r, sure := h.with[k](env); !sure || !a.wants(w, r) {
				return 0, false
			}
		}
		some := passed
		for places := a.attr.places.Load(); ; places >>= 8 {
			if passed, sure = env.Store.Sift(items, some, places&0xff-1, w); sure || places>>8 == 0 {
				break
			}
		}
		if !sure || passed == 0 {
			return 0, sure
		}
	}
	return passed, true
}

// attributes reports whether x passes all atoms.
func (s *sieve) attributes(env *Env, x value.Value, m *memo) (pass, sure bool) {
	if pass, sure = s.attribute(env, x, m, 0); pass && sure {
		return s.others(env, x, m)
	}
	return pass, sure
}

// wants says what the atom, of an attribute that is compared with r, asks of an item, where the store can tell that.
func (a *atom) wants(w *value.Want, r value.Value) bool {
	switch {
	case r.IsInt():
		lo, hi, in, ok := interval(a.op, r.Int())
		w.Int(a.attr.key, lo, hi, a.want == in)
		return ok
	case r.Kind() == value.Text && (a.op == opEq || a.op == opNe):
		w.Text(a.attr.key, r, a.want == (a.op == opEq))
		return true
	}
	return false
}
