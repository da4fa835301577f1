package value

import (
	"math"
	"math/big"
	"math/bits"
	"strings"
)

// maxBits is the size of the largest integer; beyond it is an OverflowError.
const maxBits = 4096

func bigResult(i *big.Int) Value {
	if i.BitLen() > maxBits {
		Throw("OverflowError", "integer of more than %d bits", maxBits)
	}
	return OfBig(i)
}

func unsupported(op string, a, b Value) Value {
	Throw("TypeError", "unsupported operand type(s) for %s: '%s' and '%s'", op, a.Kind(), b.Kind())
	return Value{}
}

// floatOf gives a number as a float; an integer beyond its range throws OverflowError.
func floatOf(v Value) float64 {
	switch v.Kind() {
	case Float:
		return v.Float()
	case BigInt:
		f, _ := new(big.Float).SetInt(v.Big()).Float64()
		if math.IsInf(f, 0) {
			Throw("OverflowError", "int too large to convert to float")
		}
		return f
	}
	return float64(v.Int())
}

// pair says how two operands meet: as small integers, integers of any size, floats, or not at all.
type pair uint8

const (
	notNumbers pair = iota
	small
	large
	floats
)

func meet(a, b Value) pair {
	ka, kb := a.Kind(), b.Kind()
	switch {
	case !ka.IsNumber() || !kb.IsNumber():
		return notNumbers
	case ka == Float || kb == Float:
		return floats
	case ka == BigInt || kb == BigInt:
		return large
	}
	return small
}

// Add is a + b: numbers, texts, lists, tuples. It throws TypeError and OverflowError as Python
// does, and ExprError when lim is spent; so do all operators of this file.
func Add(lim *Budget, a, b Value) Value {
	if a.IsInt() && b.IsInt() {
		x, y := a.Int(), b.Int()
		if s := x + y; (s > x) == (y > 0) {
			return OfInt(s)
		}
	}
	switch meet(a, b) {
	case small:
		x, y := a.Int(), b.Int()
		if s := x + y; (s > x) == (y > 0) {
			return OfInt(s)
		}
		fallthrough
	case large:
		return bigResult(new(big.Int).Add(bigOf(a), bigOf(b)))
	case floats:
		return OfFloat(floatOf(a) + floatOf(b))
	}
	ka, kb := a.Kind(), b.Kind()
	switch ka {
	case Text, List, Tuple:
		if ka != kb {
			Throw("TypeError", "can only concatenate %s (not \"%s\") to %s", ka, kb, ka)
		}
		if ka == Text {
			lim.Charge(len(a.ref.text) + len(b.ref.text))
			return OfText(a.ref.text + b.ref.text)
		}
		x, y := a.ref.items, b.ref.items
		lim.Charge(len(x) + len(y))
		return sequence(ka, append(append(make([]Value, 0, len(x)+len(y)), x...), y...))
	}
	return unsupported("+", a, b)
}

func sequence(k Kind, items []Value) Value {
	if k == Tuple {
		return OfTuple(items)
	}
	return OfList(items)
}

// Sub is a - b: numbers, sets.
func Sub(lim *Budget, a, b Value) Value {
	switch meet(a, b) {
	case small:
		x, y := a.Int(), b.Int()
		if d := x - y; (d < x) == (y > 0) {
			return OfInt(d)
		}
		fallthrough
	case large:
		return bigResult(new(big.Int).Sub(bigOf(a), bigOf(b)))
	case floats:
		return OfFloat(floatOf(a) - floatOf(b))
	}
	if isSet(a.Kind()) && isSet(b.Kind()) {
		return setDifference(lim, a, b.ref.keys)
	}
	return unsupported("-", a, b)
}

// Mul is a * b: numbers, and a sequence times an integer in either order.
func Mul(lim *Budget, a, b Value) Value {
	switch meet(a, b) {
	case small:
		if p, ok := mulSmall(a.Int(), b.Int()); ok {
			return OfInt(p)
		}
		fallthrough
	case large:
		return bigResult(new(big.Int).Mul(bigOf(a), bigOf(b)))
	case floats:
		return OfFloat(floatOf(a) * floatOf(b))
	}
	switch {
	case isSequence(a.Kind()):
		return repeat(lim, a, b)
	case isSequence(b.Kind()):
		return repeat(lim, b, a)
	}
	return unsupported("*", a, b)
}

func mulSmall(x, y int64) (int64, bool) {
	neg := (x < 0) != (y < 0)
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	if hi != 0 || lo > 1<<63 || lo == 1<<63 && !neg {
		return 0, false
	}
	if neg {
		return -int64(lo), true
	}
	return int64(lo), true
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

func isSequence(k Kind) bool { return k == Text || k == List || k == Tuple }

func repeat(lim *Budget, seq, times Value) Value {
	if !times.Kind().IsInteger() {
		Throw("TypeError", "can't multiply sequence by non-int of type '%s'", times.Kind())
	}
	if times.Kind() == BigInt {
		Throw("OverflowError", "cannot fit 'int' into an index-sized integer")
	}
	n := max(times.Int(), 0)
	size := int64(len(seq.ref.items))
	if seq.Kind() == Text {
		size = int64(len(seq.ref.text))
	}
	total, ok := mulSmall(size, n)
	if !ok || total > 1<<40 {
		Throw("ExprError", "value too large")
	}
	lim.Charge(int(total))
	if seq.Kind() == Text {
		if size == 0 {
			return seq
		}
		return OfText(strings.Repeat(seq.ref.text, int(n)))
	}
	items := make([]Value, 0, total)
	for int64(len(items)) < total {
		items = append(items, seq.ref.items...)
	}
	return sequence(seq.Kind(), items)
}

// TrueDiv is a / b: always a float, correctly rounded also for large integers.
func TrueDiv(lim *Budget, a, b Value) Value {
	switch meet(a, b) {
	case floats:
		y := floatOf(b)
		x := floatOf(a)
		if y == 0 {
			Throw("ZeroDivisionError", "float division by zero")
		}
		return OfFloat(x / y)
	case notNumbers:
		return unsupported("/", a, b)
	}
	if isZero(b) {
		Throw("ZeroDivisionError", "division by zero")
	}
	const exact = 1 << 53
	if a.Kind() != BigInt && b.Kind() != BigInt {
		x, y := a.Int(), b.Int()
		if -exact <= x && x <= exact && -exact <= y && y <= exact {
			return OfFloat(float64(x) / float64(y))
		}
	}
	if isZero(a) {
		if Compare(nil, Lt, b, OfInt(0)) {
			return OfFloat(math.Copysign(0, -1))
		}
		return OfFloat(0)
	}
	f, _ := new(big.Rat).SetFrac(bigOf(a), bigOf(b)).Float64()
	if math.IsInf(f, 0) {
		Throw("OverflowError", "integer division result too large for a float")
	}
	return OfFloat(f)
}

func isZero(v Value) bool { return v.Kind() != BigInt && v.n == 0 }

// FloorDiv is a // b, rounded towards minus infinity.
func FloorDiv(lim *Budget, a, b Value) Value {
	switch meet(a, b) {
	case floats:
		x, y := floatOf(a), floatOf(b)
		if y == 0 {
			Throw("ZeroDivisionError", "float floor division by zero")
		}
		q, _ := divmodFloat(x, y)
		return OfFloat(q)
	case notNumbers:
		return unsupported("//", a, b)
	}
	q, _ := divmodInt(a, b, "integer division or modulo by zero")
	return q
}

// Mod is a % b, with the sign of b. Formatting a text with % is not part of the language: it
// throws TypeError.
func Mod(lim *Budget, a, b Value) Value {
	switch meet(a, b) {
	case floats:
		x, y := floatOf(a), floatOf(b)
		if y == 0 {
			Throw("ZeroDivisionError", "float modulo")
		}
		_, r := divmodFloat(x, y)
		return OfFloat(r)
	case notNumbers:
		if a.Kind() == Text {
			Throw("TypeError", "%% on text is not supported: use an f-string or format()")
		}
		return unsupported("%", a, b)
	}
	_, r := divmodInt(a, b, "integer modulo by zero")
	return r
}

// DivMod is divmod(a, b): the tuple (a // b, a % b).
func DivMod(lim *Budget, a, b Value) Value {
	switch meet(a, b) {
	case floats:
		x, y := floatOf(a), floatOf(b)
		if y == 0 {
			Throw("ZeroDivisionError", "float divmod()")
		}
		q, r := divmodFloat(x, y)
		return OfTuple([]Value{OfFloat(q), OfFloat(r)})
	case notNumbers:
		return unsupported("divmod()", a, b)
	}
	q, r := divmodInt(a, b, "integer division or modulo by zero")
	return OfTuple([]Value{q, r})
}

func divmodInt(a, b Value, zero string) (q, r Value) {
	if isZero(b) {
		Throw("ZeroDivisionError", "%s", zero)
	}
	if a.Kind() != BigInt && b.Kind() != BigInt {
		x, y := a.Int(), b.Int()
		if x != math.MinInt64 || y != -1 {
			d, m := x/y, x%y
			if m != 0 && (m < 0) != (y < 0) {
				d, m = d-1, m+y
			}
			return OfInt(d), OfInt(m)
		}
	}
	d, m := new(big.Int), new(big.Int)
	y := bigOf(b)
	d.QuoRem(bigOf(a), y, m)
	if m.Sign() != 0 && m.Sign() != y.Sign() {
		d.Sub(d, big.NewInt(1))
		m.Add(m, y)
	}
	return bigResult(d), bigResult(m)
}

// divmodFloat divides as CPython does, step by step, so that rounding agrees; y is not 0.
func divmodFloat(x, y float64) (q, r float64) {
	r = math.Mod(x, y)
	q = (x - r) / y
	if r != 0 {
		if (y < 0) != (r < 0) {
			r += y
			q--
		}
	} else {
		r = math.Copysign(0, y)
	}
	if q == 0 {
		return math.Copysign(0, x/y), r
	}
	f := math.Floor(q)
	if q-f > 0.5 {
		f++
	}
	return f, r
}

// Neg is -v.
func Neg(v Value) Value {
	switch v.Kind() {
	case Int, Bool:
		if i := v.Int(); i != math.MinInt64 {
			return OfInt(-i)
		}
		return OfBig(new(big.Int).Neg(bigOf(v)))
	case BigInt:
		return OfBig(new(big.Int).Neg(v.Big()))
	case Float:
		return OfFloat(-v.Float())
	}
	return badUnary("-", v)
}

// Pos is +v.
func Pos(v Value) Value {
	switch v.Kind() {
	case Int, BigInt, Float:
		return v
	case Bool:
		return OfInt(v.Int())
	}
	return badUnary("+", v)
}

// Abs is abs(v).
func Abs(v Value) Value {
	switch v.Kind() {
	case Int, Bool, BigInt:
		if Compare(nil, Lt, v, OfInt(0)) {
			return Neg(v)
		}
		return Pos(v)
	case Float:
		return OfFloat(math.Abs(v.Float()))
	}
	Throw("TypeError", "bad operand type for abs(): '%s'", v.Kind())
	return v
}

func badUnary(op string, v Value) Value {
	Throw("TypeError", "bad operand type for unary %s: '%s'", op, v.Kind())
	return v
}
