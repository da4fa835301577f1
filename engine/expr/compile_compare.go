package expr

import "github.com/astragal-engine/astragal/engine/value"

func (c *compiler) comparison(n *comparison) part {
	parts := []part{c.node(n.x)}
	nodes := int64(1) + parts[0].nodes
	for _, x := range n.rest {
		p := c.node(x)
		parts, nodes = append(parts, p), nodes+p.nodes
	}
	for i, o := range n.ops {
		// `'key' in x` reads the key's presence where x is an item.
		if o == opIn || o == opNotIn {
			c.readsKey(&parts[i])
		}
	}
	var p part
	switch {
	case !c.mode.Quick("comparison"):
		runs := make([]exec, len(parts))
		for i := range parts {
			runs[i] = parts[i].run
		}
		p = asBool(related(n, runs), nodes)
	case len(n.ops) == 1:
		p = asBool(compare(n.ops[0], n.offs[0], &parts[0], &parts[1]), nodes)
		p.ask = askRelation(n.ops[0], &parts[0], &parts[1])
	default:
		p = asBool(chain(n, parts), nodes)
	}
	return c.fold(p, parts...)
}

// relation decides one comparison between two values.
func (e *Env) relation(o op, off int, a, b value.Value) bool {
	e.at = off
	if a.Kind() == value.Iter || b.Kind() == value.Iter {
		if o != opIs && o != opIsNot && o != opIn && o != opNotIn {
			a, b = e.asSet(off, a), e.asSet(off, b)
		}
	}
	switch o {
	case opEq:
		return value.Equal(e.Store, a, b)
	case opNe:
		return !value.Equal(e.Store, a, b)
	case opLt:
		return value.Compare(e.Store, value.Lt, a, b)
	case opLe:
		return value.Compare(e.Store, value.Le, a, b)
	case opGt:
		return value.Compare(e.Store, value.Gt, a, b)
	case opGe:
		return value.Compare(e.Store, value.Ge, a, b)
	case opIs:
		return e.identical(a, b)
	case opIsNot:
		return !e.identical(a, b)
	case opIn:
		return e.contains(b, a)
	}
	return !e.contains(b, a)
}

// identical is `a is b` where Python promises an answer.
func (e *Env) identical(a, b value.Value) bool {
	if !hasIdentity(a) && !hasIdentity(b) && a.Kind() == b.Kind() {
		e.fail(e.at, "ExprError", "'is' between two values of type '%s' has no certain answer; use ==", a.Kind())
	}
	return value.Same(a, b)
}

func hasIdentity(v value.Value) bool {
	switch v.Kind() {
	case value.None, value.Bool, value.Inst, value.Type:
		return true
	}
	return false
}

// chain is a < b < c: each operand is evaluated at most once, and none after the first false.
//
//go:noinline
func chain(n *comparison, parts []part) test {
	runs := make([]exec, len(parts))
	for i := range parts {
		runs[i] = parts[i].run
	}
	ops, offs := n.ops, n.offs
	return func(env *Env) bool {
		a := runs[0](env)
		for i, o := range ops {
			b := runs[i+1](env)
			if a.IsInt() && b.IsInt() && o >= opLt && o <= opNe {
				if !intRelation(o, a.Int(), b.Int()) {
					return false
				}
			} else if !env.relation(o, offs[i], a, b) {
				return false
			}
			a = b
		}
		return true
	}
}

func intRelation(o op, i, j int64) bool {
	switch o {
	case opLt:
		return i < j
	case opLe:
		return i <= j
	case opGt:
		return i > j
	case opGe:
		return i >= j
	case opEq:
		return i == j
	}
	return i != j
}

// compare gives the closure of one comparison.
func compare(o op, off int, x, y *part) test {
	switch {
	case o == opIn || o == opNotIn:
		if y.kind == constPart {
			if t := amongConstants(o, off, x, y.val); t != nil {
				return t
			}
		}
		return among(o, off, x, y)
	case o == opIs || o == opIsNot:
		if y.kind == constPart && hasIdentity(y.val) {
			a, r, want := x.run, y.val, o == opIs
			if cell := x.cell; cell != nil && r.IsNone() {
				return func(env *Env) bool { return cell.get(env).IsNone() == want }
			}
			return func(env *Env) bool { return value.Same(a(env), r) == want }
		}
	case y.kind == constPart && y.val.IsInt():
		return compareInt(o, off, x, y.val)
	case o == opEq || o == opNe:
		return equality(o, off, x, y)
	default:
		return ordering(o, off, x, y)
	}
	a, b := x.run, y.run
	return func(env *Env) bool {
		l := a(env)
		return env.relation(o, off, l, b(env))
	}
}

//go:noinline
func equality(o op, off int, x, y *part) test {
	a, b := x.run, y.run
	want := o == opEq
	if y.kind == constPart && y.val.Kind() == value.Text {
		r := y.val
		return func(env *Env) bool {
			l := a(env)
			if l.Kind() == value.Text {
				return (l.Bits() == r.Bits() && l.Text() == r.Text()) == want
			}
			return !want
		}
	}
	if y.kind == slotPart {
		i := y.index
		if cell := x.cell; cell != nil {
			return func(env *Env) bool {
				var l value.Value
				list, at := env.State[cell.state], env.frame[cell.slot]
				if isList(list) && at.IsInt() && uint64(at.Int()) < uint64(len(list.Items())) {
					l = list.Items()[at.Int()]
				} else {
					l = env.subscript(cell.off, list, at)
				}
				r := env.frame[i]
				if l.IsInt() && r.IsInt() {
					return (l.Bits() == r.Bits()) == want
				}
				return env.relation(opEq, off, l, r) == want
			}
		}
		return func(env *Env) bool {
			l, r := a(env), env.frame[i]
			if l.IsInt() && r.IsInt() {
				return (l.Bits() == r.Bits()) == want
			}
			return env.relation(opEq, off, l, r) == want
		}
	}
	return func(env *Env) bool {
		l := a(env)
		r := b(env)
		if l.IsInt() && r.IsInt() {
			return (l.Bits() == r.Bits()) == want
		}
		if l.Kind() == value.Text && r.Kind() == value.Text {
			return (l == r || l.Bits() == r.Bits() && l.Text() == r.Text()) == want
		}
		return env.relation(opEq, off, l, r) == want
	}
}

//go:noinline
func ordering(o op, off int, x, y *part) test {
	a, b, i := x.run, y.run, y.index
	switch {
	case y.kind == statePart && x.attr != nil:
		attr, slot := x.attr, x.index
		return func(env *Env) bool {
			l, r := attr.of(env, env.frame[slot]), env.State[i]
			if l.IsInt() && r.IsInt() {
				return intRelation(o, l.Int(), r.Int())
			}
			return env.relation(o, off, l, r)
		}
	case y.kind == statePart:
		return func(env *Env) bool {
			l, r := a(env), env.State[i]
			if l.IsInt() && r.IsInt() {
				return intRelation(o, l.Int(), r.Int())
			}
			return env.relation(o, off, l, r)
		}
	case y.kind == slotPart:
		return func(env *Env) bool {
			l, r := a(env), env.frame[i]
			if l.IsInt() && r.IsInt() {
				return intRelation(o, l.Int(), r.Int())
			}
			return env.relation(o, off, l, r)
		}
	}
	return func(env *Env) bool {
		l := a(env)
		r := b(env)
		if l.IsInt() && r.IsInt() {
			return intRelation(o, l.Int(), r.Int())
		}
		return env.relation(o, off, l, r)
	}
}

// compareInt is a comparison with a constant integer on the right.
//
//go:noinline
func compareInt(o op, off int, x *part, y value.Value) test {
	a, j := x.run, y.Int()
	if cell := x.cell; cell != nil && (o == opEq || o == opNe) {
		want := o == opEq
		return func(env *Env) bool {
			l := cell.get(env)
			if l.IsInt() {
				return (l.Int() == j) == want
			}
			return env.relation(o, off, l, y)
		}
	}
	slow := func(env *Env, l value.Value) bool { return env.relation(o, off, l, y) }
	switch o {
	case opEq:
		return func(env *Env) bool {
			if l := a(env); l.IsInt() {
				return l.Int() == j
			} else {
				return slow(env, l)
			}
		}
	case opNe:
		return func(env *Env) bool {
			if l := a(env); l.IsInt() {
				return l.Int() != j
			} else {
				return slow(env, l)
			}
		}
	case opLt:
		return func(env *Env) bool {
			if l := a(env); l.IsInt() {
				return l.Int() < j
			} else {
				return slow(env, l)
			}
		}
	case opLe:
		return func(env *Env) bool {
			if l := a(env); l.IsInt() {
				return l.Int() <= j
			} else {
				return slow(env, l)
			}
		}
	case opGt:
		return func(env *Env) bool {
			if l := a(env); l.IsInt() {
				return l.Int() > j
			} else {
				return slow(env, l)
			}
		}
	}
	return func(env *Env) bool {
		if l := a(env); l.IsInt() {
			return l.Int() >= j
		} else {
			return slow(env, l)
		}
	}
}

// among is x in y, quick where y is a list.
//
//go:noinline
func among(o op, off int, x, y *part) test {
	a, b, want := x.operand(), y.operand(), o == opIn
	return func(env *Env) bool {
		l := a.get(env)
		r := b.get(env)
		if found, sure := value.ContainsQuick(r, l); sure {
			return found == want
		}
		return env.relation(o, off, l, r)
	}
}

// amongConstants is x in [...], the list or tuple holding only texts or only small integers.
func amongConstants(o op, off int, x *part, list value.Value) test {
	if list.Kind() != value.List && list.Kind() != value.Tuple {
		return nil
	}
	items := list.Items()
	for _, v := range items {
		if !v.IsInt() && v.Kind() != value.Text {
			return nil
		}
	}
	a, want := x.run, o == opIn
	return func(env *Env) bool {
		l := a(env)
		switch {
		case l.IsInt():
			for i := range items {
				if items[i].IsInt() && items[i].Bits() == l.Bits() {
					return want
				}
			}
		case l.Kind() == value.Text:
			for i := range items {
				if items[i].Bits() == l.Bits() && items[i].Kind() == value.Text && items[i].Text() == l.Text() {
					return want
				}
			}
		default:
			return env.relation(o, off, l, list)
		}
		return !want
	}
}
