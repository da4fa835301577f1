package expr

import (
	"math"
	"math/bits"

	"github.com/astragal-engine/astragal/engine/value"
)

// Loops with a sieve. Most take the price of all turns at once. Where the budget is not enough for that, or
// something is not what it mostly is, they leave the loop to a slower one, which begins anew with the same value to
// run over: nothing has happened by then that could be seen.

// turns is a loop over a value; its result is true as soon as a sink has ended it.
type turns func(*Env, value.Value) bool

// over is the loop over what o gives.
//
//go:noinline
func (t turns) over(o operand) test { return func(env *Env) bool { return t(env, o.get(env)) } }

// sift gives the quickest loop for a sieve over a list.
func (l *loop) sift() test {
	s := l.sieve
	switch a := &s.atoms[0]; {
	case l.sink.kind != each && s.compares(itself):
		return l.siftValues()
	case l.sink.kind == found && len(s.atoms) == 1 && s.rest == nil && a.of == ofSome && a.inner.holds(s.slot):
		if tables := l.over.tables(l.room); tables != nil {
			return l.siftLines(tables)
		}
	case l.sink.kind != each && s.rest == nil && s.only(ofAttr):
		return l.siftHand()
	}
	return l.siftList().over(l.over.operand())
}

// holds reports whether the sieve asks of places of a list whether they hold a value, where neither depends on slot.
func (s *sieve) holds(slot int) bool {
	a := &s.atoms[0]
	return s.compares(ofPlace) && a.op.isEquality() && !(a.fixed.kind == slotPart && a.fixed.index == slot) && !(a.list.kind == slotPart && a.list.index == slot)
}

// compares reports whether the sieve compares such an aspect with a value that is at hand, and nothing more.
func (s *sieve) compares(of aspect) bool {
	a := &s.atoms[0]
	return len(s.atoms) == 1 && s.rest == nil && a.of == of && a.fixed.sure() && (a.op.isEquality() || a.op >= opLt && a.op <= opGe)
}

func (s *sieve) only(of aspect) bool {
	for i := range s.atoms {
		if s.atoms[i].of != of {
			return false
		}
	}
	return true
}

func (o op) isEquality() bool { return o == opEq || o == opNe || o == opIs || o == opIsNot }

// wants reports whether an element passes where its place holds the value that it is compared with.
func (s *sieve) wants() bool {
	a := &s.atoms[0]
	return (a.op == opEq || a.op == opIs) == (a.want != s.neg)
}

// simple reports whether identity is equality, between r and all that is a whole number or None.
func (o op) simple(r value.Value) bool { return r.IsNone() || r.IsInt() && (o == opEq || o == opNe) }

// siftItems asks for attributes of items: [c for c in hand if c['kind'] == kind and c['cost'] <= gold].
//
//go:noinline
func (l *loop) siftItems() turns {
	general, s, price, kind := l.general(), l.sieve, l.price, l.sink.kind
	counts, most := kind == tally && len(s.atoms) == 1, value.Most
	if kind == found {
		most = 4 // it mostly ends soon
	}
	return func(env *Env, v value.Value) bool {
		if !isList(v) {
			return general(env, v)
		}
		items := v.Items()
		cost := price * int64(len(items))
		if cost > env.steps {
			return general(env, v)
		}
		base, size, n := len(env.stack), env.size.Left, 0
		var m memo
		for at := 0; at < len(items); {
			passed, looked := s.scan(env, items[at:min(at+most, len(items))], &m)
			some := items[at : at+looked]
			if at += looked; counts {
				n += bits.OnesCount64(passed)
				passed = 0
			}
			for ; passed != 0; passed &= passed - 1 {
				i := bits.TrailingZeros64(passed)
				pass, sure := s.others(env, some[i], &m)
				if !sure {
					env.stack, env.size.Left = env.stack[:base], size
					return general(env, v)
				}
				switch {
				case !pass:
				case kind == found:
					env.steps -= price * int64(at-looked+i+1)
					return true
				case kind == tally:
					n++
				default:
					env.push(some[i])
				}
			}
			if looked > 0 {
				continue
			}
			pass, sure := s.attribute(env, items[at], &m, 0)
			if sure && pass {
				pass, sure = s.others(env, items[at], &m)
			}
			if !sure {
				env.stack, env.size.Left = env.stack[:base], size
				return general(env, v)
			}
			at++
			switch {
			case pass == s.neg:
			case kind == found:
				env.steps -= price * int64(at)
				return true
			case kind == tally:
				n++
			default:
				env.push(items[at-1])
			}
		}
		env.steps -= cost
		env.count += n
		return false
	}
}

// scan tells which of the first items pass the first atom, as bits, and how many it has looked at: none where it
// takes more than a glance.
func (s *sieve) scan(env *Env, items []value.Value, m *memo) (passed uint64, looked int) {
	a := &s.atoms[0]
	if a.op == opNone || s.neg {
		return 0, 0
	}
	if !m.have[0] {
		// An attribute that is not there is told before what it is compared with.
		if !a.fixed.sure() {
			if in := env.Store.Find(items[0]); in == nil || !a.attr.held(in) {
				return 0, 0
			}
		}
		m.vals[0], m.have[0] = a.fixed.get(env), true
	}
	var w value.Want
	if !a.wants(&w, m.vals[0]) {
		return 0, 0
	}
	for places := a.attr.places.Load(); ; places >>= 8 {
		if passed, looked = env.Store.Scan(items, places&0xff-1, &w); looked > 0 || places>>8 == 0 {
			return passed, looked
		}
	}
}

// others reports whether x passes all atoms but the first.
func (s *sieve) others(env *Env, x value.Value, m *memo) (pass, sure bool) {
	for k := 1; k < len(s.atoms); k++ {
		if pass, sure := s.attribute(env, x, m, k); !pass || !sure {
			return false, sure
		}
	}
	return true, true
}

// interval puts a comparison with i as lying between lo and hi, or as not that.
func interval(o op, i int64) (lo, hi int64, in, ok bool) {
	switch o {
	case opEq, opNe:
		return i, i, o == opEq, true
	case opLe, opGt:
		return math.MinInt64, i, o == opLe, true
	case opGe, opLt:
		return i, math.MaxInt64, o == opGe, true
	}
	return 0, 0, false, false
}

// attribute reports whether x passes atom k, which is of an attribute.
func (s *sieve) attribute(env *Env, x value.Value, m *memo, k int) (pass, sure bool) {
	a := &s.atoms[k]
	l, sure := a.attr.glance(env, x)
	if !sure {
		return false, false
	}
	if a.op == opNone {
		return l.Bool() == a.want, l.IsBool() || l.IsInt()
	}
	if !m.have[k] {
		m.vals[k], m.have[k] = a.fixed.get(env), true
	}
	r := m.vals[k]
	if l.IsInt() && r.IsInt() && a.op <= opNe && a.op >= opLt {
		return intRelation(a.op, l.Int(), r.Int()) == a.want, true
	}
	yes, sure := quickly(a.op, l, r)
	return yes == a.want, sure
}

// siftList is the loop over a list with any sieve. It pays turn by turn: what a turn runs may cost as well.
//
//go:noinline
func (l *loop) siftList() turns {
	general, s, price := l.general(), l.sieve, l.price
	slot, kind, run := l.to.slot, l.sink.kind, l.sink.run
	return func(env *Env, v value.Value) bool {
		if !isList(v) {
			return general(env, v)
		}
		items := v.Items()
		var m memo
		for i := range items {
			if env.steps -= price; env.steps < 0 {
				env.step(0)
			}
			if !s.pass(env, items[i], &m) {
				continue
			}
			switch kind {
			case found:
				return true
			case tally:
				env.count++
			case collect:
				env.push(items[i])
			default:
				env.frame[slot] = items[i]
				if run(env) {
					return true
				}
			}
		}
		return false
	}
}

// siftRange is siftList over a range.
//
//go:noinline
func (l *loop) siftRange() turns {
	general, s, price := l.counted(), l.sieve, l.price
	slot, kind, run := l.to.slot, l.sink.kind, l.sink.run
	return func(env *Env, v value.Value) bool {
		if !v.IsInt() {
			return general(env, v)
		}
		var m memo
		for i, n := int64(0), v.Int(); i < n; i++ {
			if env.steps -= price; env.steps < 0 {
				env.step(0)
			}
			if !s.pass(env, value.OfInt(i), &m) {
				continue
			}
			switch kind {
			case found:
				return true
			case tally:
				env.count++
			case collect:
				env.push(value.OfInt(i))
			default:
				env.frame[slot] = value.OfInt(i)
				if run(env) {
					return true
				}
			}
		}
		return false
	}
}

// siftValues is the loop that compares values that stand in a row with one: the places of a list, in order, or
// its elements: [i for i in range(9) if board[i] is None], all(h == rows for h in height).
//
//go:noinline
func (l *loop) siftValues() test {
	r := l.row()
	slow, price, kind, places := l.slower(), l.price, l.sink.kind, r.places
	if kind == found {
		if l.sink.ask != nil && r.free {
			*l.sink.ask = r.ask(price)
		}
		return func(env *Env) bool {
			v := r.over.get(env)
			if yes, sure := r.any(env, v, price); sure {
				return yes
			}
			return slow(env, v)
		}
	}
	if kind == collect && places && l.sink.few != nil && r.free {
		*l.sink.few = r.few(price)
	}
	return func(env *Env) bool {
		v := r.over.get(env)
		cells, with, ok := r.cells(env, v)
		n := int64(len(cells))
		if !ok || price*n > env.steps || n > env.size.Left {
			return slow(env, v)
		}
		base, count := len(env.stack), 0
		for at := 0; at < len(cells); at += value.Most {
			some := cells[at:min(at+value.Most, len(cells))]
			pass, ok := r.pass(some, with)
			if !ok {
				env.stack = env.stack[:base]
				return slow(env, v)
			}
			if count += bits.OnesCount64(pass); kind == tally {
				continue
			}
			for ; pass != 0; pass &= pass - 1 {
				i := bits.TrailingZeros64(pass)
				if places {
					env.stack = append(env.stack, value.OfInt(int64(at+i)))
				} else {
					env.stack = append(env.stack, some[i])
				}
			}
		}
		env.steps -= price * n
		if kind == tally {
			env.count += count
		} else {
			env.size.Left -= int64(count)
		}
		return false
	}
}

// any reports whether one of the values passes, where a glance tells; v is what over gave.
func (r *row) any(env *Env, v value.Value, price int64) (yes, sure bool) {
	cells, with, ok := r.cells(env, v)
	if !ok || price*int64(len(cells)) > env.steps {
		return false, false
	}
	at, ok := r.first(cells, with)
	if !ok {
		return false, false
	}
	env.steps -= price * int64(min(at+1, len(cells)))
	return at < len(cells), true
}

// ask asks of a free row whether one of the values passes.
//
//go:noinline
func (r *row) ask(price int64) ask {
	return func(env *Env) (yes, sure bool) { return r.any(env, r.over.peek(env), price) }
}

// few gives the places that pass as bits; it takes from the budgets what a list of them would.
//
//go:noinline
func (r *row) few(price int64) fewOf {
	return func(env *Env) ([]value.Value, uint64, bool) {
		cells, with, ok := r.cells(env, r.over.peek(env))
		n := int64(len(cells))
		if !ok || n > value.Most || price*n > env.steps || n > env.size.Left {
			return nil, 0, false
		}
		pass, ok := r.pass(cells, with)
		if !ok {
			return nil, 0, false
		}
		env.steps -= price * n
		env.size.Left -= int64(bits.OnesCount64(pass))
		return nil, pass, true
	}
}

// slower is the loop that siftValues leaves to where the values are not what they mostly are.
func (l *loop) slower() turns {
	if l.over.bound != nil {
		return l.siftRange()
	}
	return l.siftList()
}

// row is what a siftValues compares: the elements of over, or, where places is set, the first over of list.
type row struct {
	places            bool
	free              bool // it reads no slot of a frame, and a glance tells what
	over, list, fixed operand
	op                op
	equal             bool // op is one that tells whether values are the same
	wants, want       bool
	known             bool // fixed is a constant that cells may be compared with
	lo, hi            int64
	inside            bool // what the constant asks for lies from lo to hi; else outside
}

func (l *loop) row() *row {
	a := &l.sieve.atoms[0]
	over, list := l.over.operand(), nought
	places := l.over.bound != nil
	if places {
		over, list = l.over.bound.operand(), a.list
	}
	r := &row{
		places: places, free: over.look != nil && list.look != nil && a.fixed.look != nil,
		over: over, list: list.framed(), fixed: a.fixed.framed(),
		op: a.op, equal: a.op.isEquality(), wants: l.sieve.wants(), want: a.want != l.sieve.neg,
	}
	if with := r.fixed.val; r.fixed.kind == constPart && r.fits(with) {
		r.known = true
		r.lo, r.hi, r.inside, _ = interval(r.op, with.Int())
	}
	return r
}

// fits reports whether cells may be compared with a value.
func (r *row) fits(with value.Value) bool {
	return r.equal && r.op.simple(with) || !r.equal && with.IsInt()
}

// interval is what r asks for where with is what cells are compared with.
func (r *row) interval(with value.Value) (lo, hi int64, inside bool) {
	if r.known {
		return r.lo, r.hi, r.inside
	}
	lo, hi, inside, _ = interval(r.op, with.Int())
	return lo, hi, inside
}

// cells gives the values in a row and what they are compared with, where that goes without looking closer; v is
// what over gave.
func (r *row) cells(env *Env, v value.Value) (cells []value.Value, with value.Value, ok bool) {
	in := v
	if r.places {
		in = r.list.peek(env)
	}
	if with = r.fixed.val; !r.known {
		if with = r.fixed.peek(env); !r.fits(with) {
			return nil, with, false
		}
	}
	if !isList(in) {
		return nil, with, false
	}
	if cells = in.Items(); r.places {
		if !v.IsInt() || uint64(v.Int()) > uint64(len(cells)) {
			return nil, with, false
		}
		cells = cells[:v.Int()]
	}
	return cells, with, true
}

// pass tells which of at most value.Most cells pass, as bits.
func (r *row) pass(cells []value.Value, with value.Value) (pass uint64, ok bool) {
	not := !r.wants
	if r.equal {
		pass, ok = value.Alike(cells, with)
	} else {
		lo, hi, inside := r.interval(with)
		not = inside != r.want
		pass, ok = value.Between(cells, lo, hi)
	}
	if not {
		pass ^= 1<<uint(len(cells)) - 1
	}
	return pass, ok
}

// first gives the first of the cells that passes, or how many there are.
func (r *row) first(cells []value.Value, with value.Value) (at int, ok bool) {
	if r.equal {
		return value.FirstAlike(cells, with, r.wants)
	}
	lo, hi, inside := r.interval(with)
	return value.FirstBetween(cells, lo, hi, inside == r.want)
}
