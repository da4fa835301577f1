package value

import "math/big"

// Invert is ~v.
func Invert(v Value) Value {
	switch v.Kind() {
	case Int, Bool:
		return OfInt(^v.Int())
	case BigInt:
		return bigResult(new(big.Int).Not(v.Big()))
	}
	return badUnary("~", v)
}

// LShift is a << b.
func LShift(lim *Budget, a, b Value) Value {
	n := shiftCount("<<", a, b)
	if isZero(a) {
		return OfInt(0)
	}
	if n < 0 || n > maxBits {
		Throw("OverflowError", "integer of more than %d bits", maxBits)
	}
	if a.Kind() != BigInt && n < 62 {
		if x := a.Int(); x<<n>>n == x {
			return OfInt(x << n)
		}
	}
	return bigResult(new(big.Int).Lsh(bigOf(a), uint(n)))
}

// RShift is a >> b.
func RShift(lim *Budget, a, b Value) Value {
	n := shiftCount(">>", a, b)
	if n < 0 || n > maxBits {
		n = maxBits + 1
	}
	if a.Kind() != BigInt {
		return OfInt(a.Int() >> n)
	}
	return OfBig(new(big.Int).Rsh(a.Big(), uint(n)))
}

// shiftCount gives the count of a shift; -1 for one beyond 64 bits.
func shiftCount(op string, a, b Value) int64 {
	if !a.Kind().IsInteger() || !b.Kind().IsInteger() {
		unsupported(op, a, b)
	}
	if b.Kind() == BigInt {
		if b.Big().Sign() < 0 {
			Throw("ValueError", "negative shift count")
		}
		return -1
	}
	if b.Int() < 0 {
		Throw("ValueError", "negative shift count")
	}
	return b.Int()
}

// And is a & b: integers, sets.
func And(lim *Budget, a, b Value) Value {
	switch meet(a, b) {
	case small:
		return bitResult(a, b, a.Int()&b.Int())
	case large:
		return bigResult(new(big.Int).And(bigOf(a), bigOf(b)))
	}
	if isSet(a.Kind()) && isSet(b.Kind()) {
		return setIntersection(lim, a, b.ref.keys)
	}
	return unsupported("&", a, b)
}

// Or is a | b: integers, sets, dicts. An instance operand must go through AsDict first.
func Or(lim *Budget, a, b Value) Value {
	switch meet(a, b) {
	case small:
		return bitResult(a, b, a.Int()|b.Int())
	case large:
		return bigResult(new(big.Int).Or(bigOf(a), bigOf(b)))
	}
	ka, kb := a.Kind(), b.Kind()
	switch {
	case isSet(ka) && isSet(kb):
		return setUnion(lim, a, b.ref.keys.list)
	case ka == Dict && kb == Dict:
		return Merge(lim, a, b)
	}
	return unsupported("|", a, b)
}

// Xor is a ^ b: integers, sets.
func Xor(lim *Budget, a, b Value) Value {
	switch meet(a, b) {
	case small:
		return bitResult(a, b, a.Int()^b.Int())
	case large:
		return bigResult(new(big.Int).Xor(bigOf(a), bigOf(b)))
	}
	if isSet(a.Kind()) && isSet(b.Kind()) {
		return setSymmetric(lim, a, b.ref.keys)
	}
	return unsupported("^", a, b)
}

func bitResult(a, b Value, i int64) Value {
	if a.IsBool() && b.IsBool() {
		return OfBool(i != 0)
	}
	return OfInt(i)
}
