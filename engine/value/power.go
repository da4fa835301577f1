package value

import (
	"math"
	"math/big"
)

// Pow is a ** b. An integer to a negative integer gives a float. A negative number to a fractional
// power is complex in Python; the language has no complex numbers and throws ValueError. Powers of
// floats are correctly rounded.
func Pow(lim *Budget, a, b Value) Value {
	switch meet(a, b) {
	case notNumbers:
		return unsupported("** or pow()", a, b)
	case floats:
		return OfFloat(powFloat(floatOf(a), floatOf(b)))
	}
	if Compare(nil, Lt, b, OfInt(0)) {
		return OfFloat(powFloat(floatOf(a), floatOf(b)))
	}
	if a.Kind() != BigInt {
		switch a.Int() {
		case 0, 1:
			if isZero(b) {
				return OfInt(1)
			}
			return OfInt(a.Int())
		case -1:
			if bigOf(b).Bit(0) == 0 {
				return OfInt(1)
			}
			return OfInt(-1)
		}
	}
	base := bigOf(a)
	if b.Kind() == BigInt || b.Int() > maxBits || int64(base.BitLen()-1)*b.Int() >= maxBits {
		Throw("OverflowError", "integer of more than %d bits", maxBits)
	}
	return bigResult(new(big.Int).Exp(base, bigOf(b), nil))
}

// PowMod is pow(a, b, m): integers only; a negative b asks for the inverse of a modulo m.
func PowMod(a, b, m Value) Value {
	if !a.Kind().IsInteger() || !b.Kind().IsInteger() || !m.Kind().IsInteger() {
		if a.Kind().IsNumber() && b.Kind().IsNumber() && m.Kind().IsNumber() {
			Throw("TypeError", "pow() 3rd argument not allowed unless all arguments are integers")
		}
		Throw("TypeError", "unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'", a.Kind(), b.Kind(), m.Kind())
	}
	if isZero(m) {
		Throw("ValueError", "pow() 3rd argument cannot be 0")
	}
	mod := new(big.Int).Abs(bigOf(m))
	base, exp := new(big.Int).Mod(bigOf(a), mod), bigOf(b)
	if exp.Sign() < 0 {
		if base.ModInverse(base, mod) == nil {
			Throw("ValueError", "base is not invertible for the given modulus")
		}
		exp = new(big.Int).Neg(exp)
	}
	r := new(big.Int).Exp(base, exp, mod)
	if r.Mod(r, mod); r.Sign() != 0 && bigOf(m).Sign() < 0 {
		r.Sub(r, mod)
	}
	return bigResult(r)
}

func powFloat(x, y float64) float64 {
	whole := y == math.Trunc(y)
	odd := whole && math.Abs(y) < 1<<53 && int64(y)&1 == 1
	switch {
	case y == 0 || x == 1:
		return 1
	case math.IsNaN(x) || math.IsNaN(y):
		return math.NaN()
	case math.IsInf(y, 0):
		ax := math.Abs(x)
		switch {
		case ax == 1:
			return 1
		case (ax > 1) == (y > 0):
			return math.Inf(1)
		}
		return 0
	case math.IsInf(x, 0):
		r := 0.0
		if y > 0 {
			r = math.Inf(1)
		}
		if x < 0 && odd {
			return -r
		}
		return r
	case x == 0:
		if y < 0 {
			Throw("ZeroDivisionError", "0.0 cannot be raised to a negative power")
		}
		if odd {
			return x
		}
		return 0
	case x < 0 && !whole:
		Throw("ValueError", "negative number cannot be raised to a fractional power: the language has no complex numbers")
	}
	r := powPositive(math.Abs(x), y)
	if math.IsInf(r, 0) {
		Throw("OverflowError", "(34, 'Numerical result out of range')")
	}
	if x < 0 && odd {
		return -r
	}
	return r
}

// powPositive gives x ** y for finite x > 0 and finite y != 0, correctly rounded.
func powPositive(x, y float64) float64 {
	switch y {
	case 1:
		return x
	case 2:
		return x * x
	case 0.5:
		return math.Sqrt(x)
	case -1:
		return 1 / x
	}
	if y > 0 && y <= 64 && y == math.Trunc(y) {
		return powWhole(x, int(y))
	}
	// The size of the result, to about 50 bits: far beyond the range there is nothing to compute.
	if size := y * math.Log2(x); size > 1100 {
		return math.Inf(1)
	} else if size < -1200 {
		return 0
	}
	if f, ok := powFast(x, y); ok {
		return f
	}
	return powSlow(x, y)
}

// powSlow computes with so many bits that only a result exactly on the border between two floats
// is in doubt.
func powSlow(x, y float64) float64 {
	r := bigExp(new(big.Float).SetPrec(workPrec).Mul(bigLog(x), big.NewFloat(y)))
	// Where the exact power lies on the border between two floats, r is only very near to it:
	// rounding in two steps puts it there, and half-even decides.
	f, _ := r.SetPrec(180).Float64()
	return f
}

// powWhole multiplies exactly and rounds once.
func powWhole(x float64, n int) float64 {
	if x == math.Trunc(x) && x < 1<<53 {
		p := 1.0
		for i := 0; i < n && p < 1<<53; i++ {
			p *= x
		}
		if p < 1<<53 {
			return p
		}
	}
	p := new(big.Float).SetPrec(uint(53 * n)).SetFloat64(x)
	base := new(big.Float).Copy(p)
	for i := 1; i < n; i++ {
		p.Mul(p, base)
	}
	f, _ := p.Float64()
	return f
}

const workPrec = 288

func newWork(x float64) *big.Float { return new(big.Float).SetPrec(workPrec).SetFloat64(x) }

// ln2 to workPrec bits, and a few more.
var ln2 = func() *big.Float {
	// ln 2 = 2 atanh(1/3)
	third := new(big.Float).SetPrec(workPrec+32).Quo(big.NewFloat(1), big.NewFloat(3))
	return twiceAtanh(third, workPrec+32)
}()

// twiceAtanh gives 2 atanh(z), by its series: fast for |z| < 0.35.
func twiceAtanh(z *big.Float, prec uint) *big.Float {
	num := func() *big.Float { return new(big.Float).SetPrec(prec) }
	square := num().Mul(z, z)
	sum, power, term := num().Set(z), num().Set(z), num()
	if z.Sign() == 0 {
		return sum
	}
	for k := int64(3); ; k += 2 {
		power.Mul(power, square)
		term.Quo(power, num().SetInt64(k))
		if term.MantExp(nil) < sum.MantExp(nil)-int(prec) {
			return sum.Mul(sum, num().SetInt64(2))
		}
		sum.Add(sum, term)
	}
}

// bigLog gives the natural logarithm of x > 0.
func bigLog(x float64) *big.Float {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = m*2, e-1
	}
	z := newWork(m)
	z.Quo(new(big.Float).SetPrec(workPrec).Sub(z, newWork(1)), new(big.Float).SetPrec(workPrec).Add(z, newWork(1)))
	r := twiceAtanh(z, workPrec)
	if e != 0 {
		r.Add(r, newWork(0).Mul(ln2, newWork(float64(e))))
	}
	return r
}

// bigExp gives e to the power t, for |t| below about 1,000.
func bigExp(t *big.Float) *big.Float {
	q, _ := newWork(0).Quo(t, ln2).Float64()
	k := math.Floor(q + 0.5)
	r := newWork(0).Sub(t, newWork(0).Mul(ln2, newWork(k)))
	const halvings = 12
	r.SetMantExp(r, -halvings)
	sum, term := newWork(1), newWork(1)
	for i := int64(1); i < 100; i++ {
		term.Mul(term, r)
		term.Quo(term, newWork(float64(i)))
		if term.Sign() == 0 || term.MantExp(nil) < -workPrec {
			break
		}
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum.SetMantExp(sum, int(k))
}
