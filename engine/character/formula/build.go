package formula

// build makes the closures that evaluate a part. What is wrong with a call's literal arguments is found
// here. All of them check what they are given: a type that was declared is not believed.
func build(n *node) *Error {
	for _, k := range n.kids {
		if err := build(k); err != nil {
			return err
		}
	}
	switch n.op {
	case opLiteral:
		v := n.value
		n.run = func(*Budget) Value { return v }
	case opName:
		n.run = runName(n)
	case opVariable:
		depth := n.depth
		n.run = func(b *Budget) Value { return b.vars[b.base+depth] }
	case opMember:
		n.run = runMember(n)
	case opIndex:
		n.run = runIndex(n)
	case opHas:
		n.run = runHas(n)
	case opAnd:
		n.run = runLogic(n, false)
	case opOr:
		n.run = runLogic(n, true)
	case opIf:
		n.run = runIf(n)
	case opNot:
		n.run = runNot(n)
	case opNegate:
		n.run = runNegate(n)
	case opBinary:
		n.run = runBinary(n)
	case opList:
		n.run = runList(n)
	case opCall:
		return buildCall(n)
	case opMacro:
		n.run = runMacro(n)
	case opWhere:
		n.run = runWhere(n)
	}
	return nil
}

func runName(n *node) func(*Budget) Value {
	slot := n.slot
	return func(b *Budget) Value {
		v, err := b.names.Name(slot)
		if err != nil {
			return b.outside(n, err)
		}
		if v.kind == AbsentKind {
			return b.absent(n)
		}
		return v
	}
}

func runMember(n *node) func(*Budget) Value {
	of, name := n.kids[0].run, n.name
	return func(b *Budget) Value {
		v := of(b)
		if v.kind == failed {
			return v
		}
		return b.orAbsent(n, b.member(n, v, name))
	}
}

func (b *Budget) orAbsent(n *node, v Value) Value {
	if v.kind == AbsentKind {
		return b.absent(n)
	}
	return v
}

// member gives a member of a value, Absent when there is none.
func (b *Budget) member(n *node, of Value, name string) Value {
	switch of.kind {
	case ObjectKind:
		v, err := of.ref.(Object).Member(name)
		if err != nil {
			return b.outside(n, err)
		}
		return v
	case NullKind:
		return Absent
	}
	return b.mismatch(n, "."+name, "an object", of)
}

func runIndex(n *node) func(*Budget) Value {
	return operated(n, func(b *Budget, n *node, of, index Value) Value { return b.orAbsent(n, b.at(n, of, index)) })
}

// at gives an element of a list or a member by its name, Absent when there is none.
func (b *Budget) at(n *node, of, index Value) Value {
	switch {
	case of.kind == ListKind && index.kind == IntKind:
		items, i := of.List(), index.Int()
		if i < 0 || i >= len(items) {
			return Absent
		}
		return items[i]
	case index.kind == StringKind && (of.kind == ObjectKind || of.kind == NullKind):
		return b.member(n, of, index.Text())
	}
	return b.fail(n, TypeMismatch, "an index is an integer into a list or a string into an object, not "+index.kind.String()+" into "+of.kind.String(), nil)
}

// runHas is true when the last part of a path is there. The parts before it are read as always.
func runHas(n *node) func(*Budget) Value {
	path := n.kids[0]
	var get func(*Budget) Value
	switch path.op {
	case opName:
		get = func(b *Budget) Value {
			v, err := b.names.Name(path.slot)
			if err != nil {
				return b.outside(path, err)
			}
			return v
		}
	case opMember:
		of := path.kids[0].run
		get = func(b *Budget) Value {
			v := of(b)
			if v.kind == failed {
				return v
			}
			return b.member(path, v, path.name)
		}
	case opIndex:
		get = operated(path, (*Budget).at)
	default:
		get = path.run
	}
	return func(b *Budget) Value {
		v := get(b)
		if v.kind == failed {
			return v
		}
		return BoolValue(v.kind != AbsentKind)
	}
}

// runLogic joins conditions by && or ||. As CEL has it, an operand that decides does so though another
// one fails, on whichever side.
func runLogic(n *node, decides bool) func(*Budget) Value {
	kids := n.kids
	return func(b *Budget) Value {
		var failedBy *Error
		for _, k := range kids {
			v := k.run(b)
			if v.kind == BoolKind && v.Bool() == decides {
				return v
			}
			if v.kind != BoolKind && v.kind != failed {
				v = b.mismatch(k, "a condition", "a boolean", v)
			}
			if v.kind == failed && failedBy == nil {
				if failedBy = b.err; b.fatal() {
					return failure
				}
			}
		}
		if failedBy != nil {
			b.err = failedBy
			return failure
		}
		return BoolValue(!decides)
	}
}

func runIf(n *node) func(*Budget) Value {
	condition, yes, no := n.kids[0], n.kids[1].run, n.kids[2].run
	return func(b *Budget) Value {
		v := condition.run(b)
		switch {
		case v.kind == BoolKind && v.Bool():
			return yes(b)
		case v.kind == BoolKind:
			return no(b)
		case v.kind == failed:
			return v
		}
		return b.mismatch(condition, "a condition", "a boolean", v)
	}
}

func runNot(n *node) func(*Budget) Value {
	of := n.kids[0].run
	return func(b *Budget) Value {
		switch v := of(b); v.kind {
		case BoolKind:
			return BoolValue(!v.Bool())
		case failed:
			return v
		default:
			return b.mismatch(n, "'!'", "a boolean", v)
		}
	}
}

func runNegate(n *node) func(*Budget) Value {
	of := n.kids[0].run
	return func(b *Budget) Value {
		v := of(b)
		if v.kind == failed {
			return v
		}
		return negate(b, n, v)
	}
}

func runList(n *node) func(*Budget) Value {
	if fixed, ok := literals(n.kids); ok {
		return func(*Budget) Value { return fixed }
	}
	return func(b *Budget) Value {
		items := make([]Value, len(n.kids))
		for i, k := range n.kids {
			if items[i] = k.run(b); items[i].kind == failed {
				return failure
			}
		}
		return ListValue(items)
	}
}

// literals gives the list of parts that are all literals.
func literals(parts []*node) (list Value, ok bool) {
	items := make([]Value, len(parts))
	for i, k := range parts {
		if k.op != opLiteral {
			return Absent, false
		}
		items[i] = k.value
	}
	return ListValue(items), true
}

// operated evaluates both operands and then what is done with them.
func operated(n *node, f func(b *Budget, n *node, x, y Value) Value) func(*Budget) Value {
	x, y := n.kids[0].run, n.kids[1].run
	return func(b *Budget) Value {
		one := x(b)
		if one.kind == failed {
			return one
		}
		two := y(b)
		if two.kind == failed {
			return two
		}
		return f(b, n, one, two)
	}
}

func runBinary(n *node) func(*Budget) Value {
	switch n.name {
	case "+":
		return operated(n, add)
	case "-":
		return operated(n, subtract)
	case "*":
		return operated(n, multiply)
	case "/":
		return operated(n, divide)
	case "%":
		return operated(n, modulo)
	case "in":
		return operated(n, contained)
	case "==", "!=":
		want := n.name == "=="
		return operated(n, func(b *Budget, n *node, x, y Value) Value {
			same, ok := b.equal(n, x, y)
			if !ok {
				return failure
			}
			return BoolValue(same == want)
		})
	}
	holds := comparisons[n.name]
	return operated(n, func(b *Budget, n *node, x, y Value) Value {
		sign, ok := order(x, y)
		if !ok {
			return b.operands(n, x, y)
		}
		return BoolValue(holds[sign+1])
	})
}

// comparisons tell for each operator whether it holds for less, equal and greater.
var comparisons = map[string][3]bool{
	"<": {true, false, false}, "<=": {true, true, false}, ">": {false, false, true}, ">=": {false, true, true},
}

func contained(b *Budget, n *node, x, y Value) Value {
	switch {
	case y.kind == ListKind:
		if !b.spend(n, len(y.List())) {
			return failure
		}
		for _, item := range y.List() {
			same, ok := b.equal(n, x, item)
			if !ok {
				return failure
			}
			if same {
				return True
			}
		}
		return False
	case y.kind == ObjectKind && x.kind == StringKind:
		v := b.member(n, y, x.Text())
		if v.kind == failed {
			return v
		}
		return BoolValue(v.kind != AbsentKind)
	}
	return b.operands(n, x, y)
}
