package expr

import (
	"math"

	"github.com/astragal-engine/astragal/engine/value"
)

// cellTest is a comparison of a place of a state variable, found by a loop's variable, with
// something that stays the same through the loop: board[i] == p, board[i] is None, height[c] < 6.
// Loops whose whole test it is ask it without a call a turn (loop.go).
type cellTest struct {
	cell  *stateCell
	op    op
	slot  int // of the other side, -1: val
	val   value.Value
	state bool // slot is a state slot
}

// cellTestOf gives the test that comparing x by o with y is, or nil.
func cellTestOf(o op, x, y *part) *cellTest {
	if x.cell == nil || (o < opLt || o > opNe) && o != opIs && o != opIsNot {
		return nil
	}
	t := &cellTest{cell: x.cell, op: o, slot: -1}
	switch {
	case y.kind == constPart && (y.val.IsInt() || y.val.IsNone()):
		t.val = y.val
	case (y.kind == slotPart && y.index != x.cell.slot || y.kind == statePart) && o != opIs && o != opIsNot:
		t.slot, t.state = y.index, y.kind == statePart
	default:
		return nil
	}
	return t
}

// other is the side that stays the same.
func (t *cellTest) other(env *Env) value.Value {
	switch {
	case t.slot < 0:
		return t.val
	case t.state:
		return env.State[t.slot]
	}
	return env.frame[t.slot]
}

// equality reports whether t asks for equality, or its opposite, with a whole number or None: then
// two values that are not identical, and of which one is such, are unequal (fixed).
func (t *cellTest) equality(r value.Value) bool {
	return (t.op < opLt || t.op >= opEq) && (r.IsNone() || r.IsInt() && t.op >= opEq)
}

// ordering puts a comparison with a whole number as l < bound, or as not that.
func (t *cellTest) ordering(r value.Value) (bound int64, not, ok bool) {
	if !r.IsInt() || t.op < opLt || t.op > opGe {
		return 0, false, false
	}
	bound = r.Int()
	if t.op == opLe || t.op == opGt {
		if bound == math.MaxInt64 {
			return 0, false, false
		}
		bound++
	}
	return bound, t.op == opGt || t.op == opGe, true
}

// want is what identity must give for an equality test to pass.
func (t *cellTest) want() bool { return t.op == opEq || t.op == opIs }

// scan loops over a list of places: hit runs for those that pass t, full is t itself for what is not
// quick. A nil hit ends the loop with true at the first that passes.
//
//go:noinline
func (t *cellTest) scan(iter *part, price int64, full, hit, general test) test {
	slot, want := t.cell.slot, t.want()
	if hit == nil && iter.kind == slotPart && t.slot >= 0 && t.op >= opEq {
		return t.find(iter.index, price, full, general)
	}
	run := iter.run
	return func(env *Env) bool {
		v, list := run(env), env.State[t.cell.state]
		if !isList(v) || !isList(list) {
			return general(env)
		}
		cells, r := list.Items(), t.other(env)
		equality := t.equality(r)
		bound, not, ordering := t.ordering(r)
		for _, at := range v.Items() {
			if env.steps -= price; env.steps < 0 {
				env.step(0)
			}
			if at.IsInt() && uint64(at.Int()) < uint64(len(cells)) {
				l := cells[at.Int()]
				yes, sure := false, false
				if equality {
					same := l == r
					yes, sure = same == want, same || l.IsInt() || l.IsNone()
				} else if ordering && l.IsInt() {
					yes, sure = (l.Int() < bound) != not, true
				}
				if sure {
					if !yes {
						continue
					}
					if hit == nil {
						return true
					}
					if env.frame[slot] = at; hit(env) {
						return true
					}
					continue
				}
			}
			env.frame[slot] = at
			if full(env) && (hit == nil || hit(env)) {
				return true
			}
		}
		return false
	}
}

// find is scan where the places are those of a loop's variable or a parameter and one that passes is
// enough: any(board[i] == p for i in line).
//
//go:noinline
func (t *cellTest) find(line int, price int64, full, general test) test {
	slot, state, other, want := t.cell.slot, t.cell.state, t.slot, t.op == opEq
	inState, fixed := t.state, t.slot
	if inState {
		fixed = line // any slot there is
	}
	return func(env *Env) bool {
		v, list := env.frame[line], env.State[state]
		r := env.frame[fixed]
		if inState {
			r = env.State[other]
		}
		if !isList(v) || !isList(list) || !r.IsInt() {
			return general(env)
		}
		places, cells := v.Items(), list.Items()
		env.steps -= price * int64(len(places))
		if env.steps < 0 {
			env.step(0)
		}
		for i := range places {
			if at := places[i]; at.IsInt() && uint64(at.Int()) < uint64(len(cells)) {
				l := cells[at.Int()]
				if l == r {
					if want {
						return true
					}
					continue
				}
				if l.IsInt() || l.IsNone() {
					if !want {
						return true
					}
					continue
				}
			}
			env.frame[slot] = places[i]
			if full(env) {
				return true
			}
		}
		return false
	}
}

// count is scan over range(bound).
//
//go:noinline
func (t *cellTest) count(bound exec, price int64, full, hit, general test) test {
	slot, want := t.cell.slot, t.want()
	return func(env *Env) bool {
		n, list := bound(env), env.State[t.cell.state]
		if !n.IsInt() || !isList(list) {
			return general(env)
		}
		cells, r := list.Items(), t.other(env)
		equality := t.equality(r)
		bound, not, ordering := t.ordering(r)
		to := n.Int()
		for i := int64(0); i < to; i++ {
			if env.steps -= price; env.steps < 0 {
				env.step(0)
			}
			if uint64(i) < uint64(len(cells)) {
				l := cells[i]
				yes, sure := false, false
				if equality {
					same := l == r
					yes, sure = same == want, same || l.IsInt() || l.IsNone()
				} else if ordering && l.IsInt() {
					yes, sure = (l.Int() < bound) != not, true
				}
				if sure {
					if !yes {
						continue
					}
					if hit == nil {
						return true
					}
					if env.frame[slot] = value.OfInt(i); hit(env) {
						return true
					}
					continue
				}
			}
			env.frame[slot] = value.OfInt(i)
			if full(env) && (hit == nil || hit(env)) {
				return true
			}
		}
		return false
	}
}
