package value

import (
	"math"
	"math/big"
	"strconv"
)

// Round is round(v, ndigits); None for ndigits asks for the nearest integer. Halves go to the even
// neighbour, and a float is rounded by its exact decimal value.
func Round(v, ndigits Value) Value {
	switch v.Kind() {
	case Int, Bool, BigInt:
		if ndigits.IsNone() {
			return Pos(v)
		}
		return roundInt(v, roundDigits(ndigits))
	case Float:
		if ndigits.IsNone() {
			return truncated(math.RoundToEven(v.Float()))
		}
		return OfFloat(roundFloat(v.Float(), roundDigits(ndigits)))
	}
	Throw("TypeError", "type %s doesn't define __round__ method", v.Kind())
	return v
}

// roundDigits gives ndigits, clipped to where it no longer makes a difference.
func roundDigits(v Value) int {
	if !v.Kind().IsInteger() {
		Throw("TypeError", "'%s' object cannot be interpreted as an integer", v.Kind())
	}
	return int(max(min(clippedIndex(v), 5000), -5000))
}

func roundInt(v Value, n int) Value {
	if n >= 0 {
		return Pos(v)
	}
	if n < -1300 {
		return OfInt(0)
	}
	return OfBig(roundTo(bigOf(v), n))
}

// roundTo gives i rounded to a multiple of 10**-n, n < 0, halves to the even multiple.
func roundTo(i *big.Int, n int) *big.Int {
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-n)), nil)
	q, r := new(big.Int).QuoRem(new(big.Int).Abs(i), unit, new(big.Int))
	switch c := r.Lsh(r, 1).Cmp(unit); {
	case c > 0, c == 0 && q.Bit(0) == 1:
		q.Add(q, big.NewInt(1))
	}
	q.Mul(q, unit)
	if i.Sign() < 0 {
		q.Neg(q)
	}
	return q
}

func roundFloat(f float64, n int) float64 {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0) || f == 0 || n > 323:
		return f
	case n < -308:
		return math.Copysign(0, f)
	case n >= 0:
		r, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'f', n, 64), 64)
		return finite(r)
	}
	// A whole part decides, except that a fraction breaks the tie upwards.
	whole, _ := big.NewFloat(f).Int(nil)
	scaled := new(big.Int).Lsh(whole, 1)
	if frac := f - math.Trunc(f); frac > 0 {
		scaled.Add(scaled, big.NewInt(1))
	} else if frac < 0 {
		scaled.Sub(scaled, big.NewInt(1))
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-n)), nil)
	q, r := new(big.Int).QuoRem(scaled.Abs(scaled), unit.Lsh(unit, 1), new(big.Int))
	switch c := r.Lsh(r, 1).Cmp(unit); {
	case c > 0, c == 0 && q.Bit(0) == 1:
		q.Add(q, big.NewInt(1))
	}
	x, _ := new(big.Float).SetInt(q.Mul(q, unit.Rsh(unit, 1))).Float64()
	return math.Copysign(finite(x), f)
}

func finite(f float64) float64 {
	if math.IsInf(f, 0) {
		Throw("OverflowError", "rounded value too large to represent")
	}
	return f
}
