package expr

import "github.com/astragal-engine/astragal/engine/value"

// sieve is the test that a loop makes of its variable, taken apart into comparisons with what stays the same
// while the loop runs, so that a turn calls no closure: `board[i] is None`,
// `c['kind'] == kind and c['cost'] <= breath[p]`, `all(board[i] == p for i in line)`. An element passes if it
// passes all atoms and rest, or, where neg is set, if it does not.
type sieve struct {
	slot  int // the loop's variable
	atoms []atom
	rest  test // what is not taken apart, after the atoms; nil: nothing
	neg   bool
	price int64 // of a turn, in a some
}

// atom is one comparison of a sieve. What a glance cannot decide is left to full, which is the whole
// comparison, with the element in its slot.
type atom struct {
	of    aspect
	want  bool // what the comparison must give
	attr  *attribute
	list  operand // of ofPlace
	inner *sieve  // of ofSome
	op    op      // opNone: truth
	fixed operand
	full  test
}

// aspect says what of the element x an atom looks at.
type aspect uint8

const (
	itself  aspect = iota // x
	ofPlace               // list[x]
	ofAttr                // x['key']
	ofSome                // whether any element of x passes inner
)

// operand is a value that a loop reads.
type operand struct {
	kind  partKind
	index int
	cell  *stateCell
	spot  *spot
	val   value.Value
	look  look
	run   exec
}

func (p *part) operand() operand {
	return operand{p.kind, p.index, p.cell, p.spot, p.val, p.look, p.run}
}

// sure reports whether reading the operand cannot fail.
func (o *operand) sure() bool { return o.kind != dynamic }

func (o *operand) get(env *Env) value.Value {
	switch o.kind {
	case constPart:
		return o.val
	case slotPart:
		return env.frame[o.index]
	case statePart:
		return env.State[o.index]
	}
	if o.cell != nil {
		return o.cell.get(env)
	}
	return o.run(env)
}

// nought is the constant 0.
var nought = func() operand { p := constantPart(value.OfInt(0)); return p.operand() }()

// peek is get where the operand has a look; None where that is not sure.
func (o *operand) peek(env *Env) value.Value {
	if o.kind == statePart {
		return env.State[o.index]
	}
	v, _ := o.look(env)
	return v
}

// framed gives the operand with a look that may read slots of the frame.
func (o *operand) framed() operand {
	f := *o
	f.look = o.glance()
	return f
}

// glance is a look at the operand, which may read slots of the frame; nil where a glance does not tell.
//
//go:noinline
func (o *operand) glance() look {
	switch cell := o.cell; {
	case cell != nil:
		return func(env *Env) (value.Value, bool) { return env.place(env.State[cell.state], env.frame[cell.slot]) }
	case o.kind == slotPart:
		i := o.index
		return func(env *Env) (value.Value, bool) { return env.frame[i], true }
	}
	return o.look
}

// memo holds what the atoms of a running loop compare with, from the moment that they first do.
type memo struct {
	have [maxAtoms]bool
	vals [maxAtoms]value.Value
}

// fixed is what atom a, the k-th, compares with.
func (m *memo) fixed(env *Env, a *atom, k int) value.Value {
	if !m.have[k] {
		m.vals[k], m.have[k] = a.fixed.get(env), true
	}
	return m.vals[k]
}

const maxAtoms = 4

// pass reports whether x passes.
func (s *sieve) pass(env *Env, x value.Value, m *memo) bool {
	for i := range s.atoms {
		a := &s.atoms[i]
		l, found := x, true
		switch a.of {
		case ofAttr:
			l, found = a.attr.glance(env, x)
		case ofPlace:
			l, found = env.place(a.list.get(env), x)
		case ofSome:
			env.frame[s.slot] = x // the inner sieve may ask it, too
			if yes, sure := a.inner.some(env, x); sure {
				if yes != a.want {
					return s.neg
				}
				continue
			}
			found = false
		}
		yes, sure := false, false
		if found {
			if a.op == opNone {
				yes, sure = l.Bool(), l.IsBool() || l.IsInt()
			} else {
				yes, sure = quickly(a.op, l, m.fixed(env, a, i))
			}
		}
		if !sure {
			env.frame[s.slot] = x
			yes = a.full(env)
		}
		if yes != a.want {
			return s.neg
		}
	}
	if s.rest != nil {
		env.frame[s.slot] = x
		return s.rest(env) != s.neg
	}
	return !s.neg
}

// quickly compares two values where a glance tells.
func quickly(o op, l, r value.Value) (yes, sure bool) {
	if l.IsInt() && r.IsInt() && o >= opLt && o <= opNe {
		return intRelation(o, l.Int(), r.Int()), true
	}
	switch o {
	case opEq:
		return value.EqualQuick(l, r)
	case opNe:
		yes, sure = value.EqualQuick(l, r)
		return !yes, sure
	case opIn:
		return value.ContainsQuick(r, l)
	case opNotIn:
		yes, sure = value.ContainsQuick(r, l)
		return !yes, sure
	case opIs:
		return value.Same(l, r), hasIdentity(r)
	case opIsNot:
		return !value.Same(l, r), hasIdentity(r)
	}
	return false, false
}

// place is the element at x of a list, where it is one and has it.
func (e *Env) place(list, x value.Value) (value.Value, bool) {
	if x.IsInt() && isList(list) {
		if items := list.Items(); uint64(x.Int()) < uint64(len(items)) {
			return items[x.Int()], true
		}
	}
	return value.Value{}, false
}

// some reports whether any element of the list v passes; sure is false where v is none.
func (s *sieve) some(env *Env, v value.Value) (yes, sure bool) {
	if !isList(v) {
		return false, false
	}
	items := v.Items()
	var m memo
	for i := range items {
		if env.steps -= s.price; env.steps < 0 {
			env.step(0)
		}
		if s.pass(env, items[i], &m) {
			return true, true
		}
	}
	return false, true
}

// joins reports whether one sieve can do what s and then t do.
func (s *sieve) joins(t *sieve) bool {
	return s != nil && !s.neg && !t.neg && s.rest == nil && len(s.atoms)+len(t.atoms) <= maxAtoms
}

// after gives the sieve that does what first and then s do; they join, or first is nil.
func (s *sieve) after(first *sieve) *sieve {
	if first == nil {
		return s
	}
	j := *s
	j.atoms = append(first.atoms[:len(first.atoms):len(first.atoms)], s.atoms...)
	return &j
}
