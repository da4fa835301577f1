package value

// The operations on sets give a set of the kind of their first operand, its elements first and in
// its order.

func setLike(k Kind, keys *Keys) Value {
	if k == Frozen {
		return OfFrozen(keys)
	}
	return OfSet(keys)
}

// NewSet gives the set (or frozenset, by k) of items; unhashable ones throw TypeError.
func NewSet(lim *Budget, k Kind, items []Value) Value {
	var b KeysBuilder
	for _, x := range items {
		b.Add(x)
	}
	lim.Charge(b.k.Len())
	return setLike(k, b.Keys())
}

func setUnion(lim *Budget, a Value, more []Value) Value {
	lim.Charge(a.ref.keys.Len() + len(more))
	var b KeysBuilder
	for _, x := range a.ref.keys.list {
		b.Add(x)
	}
	for _, x := range more {
		b.Add(x)
	}
	return setLike(a.Kind(), b.Keys())
}

func filter(lim *Budget, a Value, other *Keys, in bool) Value {
	var b KeysBuilder
	for _, x := range a.ref.keys.list {
		if (other.Find(x) >= 0) == in {
			b.Add(x)
		}
	}
	lim.Charge(b.k.Len())
	return setLike(a.Kind(), b.Keys())
}

func setIntersection(lim *Budget, a Value, other *Keys) Value { return filter(lim, a, other, true) }
func setDifference(lim *Budget, a Value, other *Keys) Value   { return filter(lim, a, other, false) }

func setSymmetric(lim *Budget, a Value, other *Keys) Value {
	left := filter(lim, a, other, false)
	var rest []Value
	for _, x := range other.list {
		if a.ref.keys.Find(x) < 0 {
			rest = append(rest, x)
		}
	}
	return setUnion(lim, left, rest)
}
