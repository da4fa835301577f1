package value

import "strings"

// The methods of lists, tuples, ranges, dicts and sets.

func hasPrefix(s, part string) bool { return strings.HasPrefix(s, part) }
func hasSuffix(s, part string) bool { return strings.HasSuffix(s, part) }

func itemsIndex(c *Call) Value {
	items := c.Self.ref.items
	n := int64(len(items))
	bound := [2]int64{0, n}
	for i, v := range c.Args[1:] {
		if !v.Kind().IsInteger() {
			Throw("TypeError", "slice indices must be integers or have an __index__ method")
		}
		b := clippedIndex(v)
		if b < 0 {
			b = max(b+n, 0)
		}
		bound[i] = min(b, n)
	}
	i := position(items, c.Args[0], int(bound[0]), int(bound[1]))
	if i < 0 {
		if c.Self.Kind() == Tuple {
			Throw("ValueError", "tuple.index(x): x not in tuple")
		}
		Throw("ValueError", "%s is not in list", Repr(c.Store, c.Args[0]))
	}
	return OfInt(int64(i))
}

func itemsCount(c *Call) Value {
	n := 0
	for _, x := range c.Self.ref.items {
		if Same(x, c.Args[0]) || Equal(c.Store, x, c.Args[0]) {
			n++
		}
	}
	return OfInt(int64(n))
}

func rangeIndexOf(c *Call) Value {
	i := rangeIndex(c.Self, c.Args[0])
	if i < 0 {
		if !c.Args[0].Kind().IsInteger() {
			Throw("ValueError", "sequence.index(x): x not in sequence")
		}
		Throw("ValueError", "%s is not in range", Repr(c.Store, c.Args[0]))
	}
	return OfInt(i)
}

func rangeCount(c *Call) Value {
	if rangeIndex(c.Self, c.Args[0]) >= 0 {
		return OfInt(1)
	}
	return OfInt(0)
}

func dictGet(c *Call) Value {
	if v, ok := DictGet(c.Store, c.Self, c.Args[0]); ok {
		return v
	}
	if len(c.Args) > 1 {
		return c.Args[1]
	}
	return Value{}
}

// The views of a dict are lists here.

func dictKeys(c *Call) Value {
	keys, _ := Elems(c.Store, c.Self)
	c.Budget.Charge(len(keys))
	return OfList(append([]Value(nil), keys...)) // keys may be arena memory
}

func dictValues(c *Call) Value {
	vals := DictValues(c.Store, c.Self)
	c.Budget.Charge(len(vals))
	return OfList(append([]Value(nil), vals...))
}

func dictItems(c *Call) Value {
	items := DictItems(c.Store, c.Self)
	c.Budget.Charge(3 * len(items))
	return OfList(items)
}

// keysOf gives the elements of any iterable as keys.
func (c *Call) keysOf(v Value) *Keys {
	switch v.Kind() {
	case Set, Frozen, Dict:
		return v.ref.keys
	}
	return NewKeys(c.elems(v)...)
}

func unionOf(c *Call) Value {
	out := c.Self
	for _, a := range c.Args {
		out = setUnion(c.Budget, out, c.elems(a))
	}
	return out
}

func intersectionOf(c *Call) Value {
	out := c.Self
	for _, a := range c.Args {
		out = setIntersection(c.Budget, out, c.keysOf(a))
	}
	return out
}

func differenceOf(c *Call) Value {
	out := c.Self
	for _, a := range c.Args {
		out = setDifference(c.Budget, out, c.keysOf(a))
	}
	return out
}

func symmetricOf(c *Call) Value { return setSymmetric(c.Budget, c.Self, c.keysOf(c.Args[0])) }

func isSubset(c *Call) Value {
	w := walk{left: maxWork}
	return OfBool(w.subset(c.Self.ref.keys, c.keysOf(c.Args[0])))
}

func isSuperset(c *Call) Value {
	w := walk{left: maxWork}
	return OfBool(w.subset(c.keysOf(c.Args[0]), c.Self.ref.keys))
}

func isDisjoint(c *Call) Value {
	for _, x := range c.elems(c.Args[0]) {
		if c.Self.ref.keys.Find(x) >= 0 {
			return OfBool(false)
		}
	}
	return OfBool(true)
}
