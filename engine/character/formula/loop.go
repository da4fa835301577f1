package formula

// each runs the last part of a macro for each element, with the element as the variable; it ends when
// the part fails or more says so.
func (b *Budget) each(n *node, items []Value, body *node, more func(item, v Value) bool) (ok bool) {
	at := len(b.vars)
	b.vars = append(b.vars, Absent)
	defer func() { b.vars = b.vars[:at] }()
	for _, item := range items {
		if !b.spend(n, 1+int(body.size)) {
			return false
		}
		b.vars[at] = item
		if !more(item, body.run(b)) {
			return true
		}
	}
	return true
}

// elements gives what a macro runs through: elements of a list, names of an object's members.
func (b *Budget) elements(n *node, v Value) (items []Value, ok bool) {
	switch v.kind {
	case ListKind:
		return v.List(), true
	case ObjectKind:
		return StringsValue(v.Object().Members()).List(), true
	case failed:
		return nil, false
	}
	b.mismatch(n, n.name+"()", "a list", v)
	return nil, false
}

func runMacro(n *node) func(*Budget) Value {
	over := n.kids[0].run
	body := n.kids[len(n.kids)-1]
	var run func(b *Budget, items []Value) Value
	switch n.name {
	case "all":
		run = func(b *Budget, items []Value) Value { return b.decided(n, items, body, false) }
	case "exists":
		run = func(b *Budget, items []Value) Value { return b.decided(n, items, body, true) }
	case "exists_one":
		run = func(b *Budget, items []Value) Value {
			list := b.filtered(n, items, body)
			if list.kind == failed {
				return list
			}
			return BoolValue(len(list.List()) == 1)
		}
	case "filter":
		run = func(b *Budget, items []Value) Value { return b.filtered(n, items, body) }
	case "map":
		run = func(b *Budget, items []Value) Value {
			if len(n.kids) == 3 {
				list := b.filtered(n, items, n.kids[1])
				if list.kind == failed {
					return list
				}
				items = list.List()
			}
			return b.mapped(n, items, body)
		}
	}
	return func(b *Budget) Value {
		items, ok := b.elements(n, over(b))
		if !ok {
			return failure
		}
		return run(b, items)
	}
}

// decided looks for an element that decides; as with && and ||, one that fails does not matter then.
func (b *Budget) decided(n *node, items []Value, body *node, decides bool) Value {
	result := BoolValue(!decides)
	var failedBy *Error
	ok := b.each(n, items, body, func(_, v Value) bool {
		if v.kind == BoolKind {
			if v.Bool() == decides {
				result, failedBy = v, nil
				return false
			}
			return true
		}
		if v.kind != failed {
			b.mismatch(body, n.name+"()", "a boolean", v)
		}
		if failedBy == nil || b.fatal() {
			failedBy = b.err
		}
		return !b.fatal()
	})
	if !ok {
		return failure
	}
	if failedBy != nil {
		b.err = failedBy
		return failure
	}
	return result
}

func (b *Budget) filtered(n *node, items []Value, condition *node) Value {
	var out []Value
	good := true
	ok := b.each(n, items, condition, func(item, v Value) bool {
		if v.kind != BoolKind {
			if v.kind != failed {
				b.mismatch(condition, n.name+"()", "a boolean", v)
			}
			good = false
			return false
		}
		if v.Bool() {
			out = append(out, item)
		}
		return true
	})
	if !ok || !good {
		return failure
	}
	return ListValue(out)
}

func (b *Budget) mapped(n *node, items []Value, body *node) Value {
	out := make([]Value, 0, len(items))
	good := true
	ok := b.each(n, items, body, func(_, v Value) bool {
		if v.kind == failed {
			good = false
			return false
		}
		out = append(out, v)
		return true
	})
	if !ok || !good {
		return failure
	}
	return ListValue(out)
}

// runWhere evaluates the functions that go through the character's copies or fields.
func runWhere(n *node) func(*Budget) Value {
	switch n.name {
	case "sumFields", "fieldsWhere":
		return func(b *Budget) Value { return b.fields(n) }
	}
	return func(b *Budget) Value {
		what := n.value
		if what.kind != StringKind {
			if what = n.kids[0].run(b); what.kind == failed {
				return what
			}
			if what.kind != StringKind {
				return b.mismatch(n, n.name+"()", "the id of content or of a content type", what)
			}
		}
		return b.copies(n, what.Text())
	}
}

func (b *Budget) character(n *node) Character {
	c, ok := b.names.(Character)
	if !ok {
		b.fail(n, UnknownName, n.name+"() cannot be used here: there is no character", map[string]any{"name": n.name})
		return nil
	}
	return c
}

func (b *Budget) fields(n *node) Value {
	c := b.character(n)
	if c == nil {
		return failure
	}
	views, err := c.Fields()
	if err != nil {
		return b.outside(n, err)
	}
	list := b.filtered(n, views, n.kids[0])
	if list.kind == failed || n.name == "fieldsWhere" {
		return list
	}
	sum := IntValue(0)
	for _, view := range list.List() {
		v := b.orAbsent(n, b.member(n, view, "value"))
		if v.kind == failed {
			return v
		}
		if !v.numeric() {
			return b.mismatch(n, "sumFields()", "fields that are numbers", v)
		}
		if sum = add(b, n, sum, v); sum.kind == failed {
			return sum
		}
	}
	return sum
}

func (b *Budget) copies(n *node, what string) Value {
	c := b.character(n)
	if c == nil {
		return failure
	}
	list, err := c.Copies(what)
	if err != nil {
		return b.outside(n, err)
	}
	count := 0
	if len(n.kids) == 1 {
		count = len(list)
	} else {
		condition := n.kids[1]
		at := len(b.vars)
		b.vars = append(b.vars, Absent, Absent)
		defer func() { b.vars = b.vars[:at] }()
		for _, copied := range list {
			if !b.spend(n, 1+int(condition.size)) {
				return failure
			}
			b.vars[at], b.vars[at+1] = copied.Item, copied.Self
			v := condition.run(b)
			if v.kind == failed {
				return v
			}
			if v.kind != BoolKind {
				return b.mismatch(condition, n.name+"()", "a condition", v)
			}
			if v.Bool() {
				count++
			}
		}
	}
	if n.name == "hasCopy" {
		return BoolValue(count > 0)
	}
	return IntValue(count)
}
