package value

import (
	"math"
	"math/big"
)

// dd is the sum of two floats, hi and a lo of at most half a unit of its last place: some 106 bits.
// Products are split by an explicit FMA, which every platform rounds alike.
type dd struct{ hi, lo float64 }

func quickSum(a, b float64) dd {
	s := a + b
	return dd{s, b - (s - a)}
}

func twoSum(a, b float64) dd {
	s := a + b
	t := s - a
	return dd{s, (a - (s - t)) + (b - t)}
}

func twoProduct(a, b float64) dd {
	p := float64(a * b)
	return dd{p, math.FMA(a, b, -p)}
}

func (a dd) plus(b dd) dd {
	s, t := twoSum(a.hi, b.hi), twoSum(a.lo, b.lo)
	s = quickSum(s.hi, s.lo+t.hi)
	return quickSum(s.hi, s.lo+t.lo)
}

func (a dd) times(b dd) dd {
	p := twoProduct(a.hi, b.hi)
	return quickSum(p.hi, p.lo+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

func (a dd) scaled(f float64) dd { // f a power of two
	return dd{a.hi * f, a.lo * f}
}

// ln2Parts sum up to ln 2 with 159 bits; inverses[i] is 1/(i+1)!.
var (
	ln2Parts = splitFloat(ln2)
	inverses = func() (t [10]dd) {
		f := new(big.Float).SetPrec(workPrec).SetInt64(1)
		for i := range t {
			f.Quo(f, new(big.Float).SetInt64(int64(i+1)))
			p := splitFloat(f)
			t[i] = dd{p[0], p[1]}
		}
		return
	}()
)

func splitFloat(f *big.Float) (parts [3]float64) {
	rest := new(big.Float).Copy(f)
	for i := range parts {
		parts[i], _ = rest.Float64()
		rest.Sub(rest, big.NewFloat(parts[i]))
	}
	return
}

// plusLn2 adds k ln 2 to a.
func (a dd) plusLn2(k float64) dd {
	for i := range ln2Parts {
		a = a.plus(twoProduct(k, ln2Parts[i]))
	}
	return a
}

// exp gives m and k with e**a = m 2**k, m near 1.
func (a dd) exp() (m dd, k float64) {
	k = math.RoundToEven(a.hi / ln2Parts[0])
	const halvings = 9
	r := a.plusLn2(-k).scaled(1.0 / (1 << halvings))
	// p = e**r - 1 by its series, then (1+p)**2 - 1 over and over.
	p := inverses[len(inverses)-1]
	for i := len(inverses) - 2; i >= 0; i-- {
		p = p.times(r).plus(inverses[i])
	}
	p = p.times(r)
	for range halvings {
		p = p.scaled(2).plus(p.times(p))
	}
	return p.plus(dd{1, 0}), k
}

// logOf gives ln x for a finite x > 0: the float logarithm, improved by one step of Newton's.
func logOf(x float64) dd {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = m*2, e-1
	}
	y := math.Log(m)
	q, k := dd{-y, 0}.exp()
	z := q.times(dd{m, 0}).scaled(math.Ldexp(1, int(k))).plus(dd{-1, 0})
	z.lo -= float64(z.hi*z.hi) / 2
	return z.plus(dd{y, 0}).plusLn2(float64(e))
}

// powFast gives x ** y where double-double is precise enough to tell how it rounds.
func powFast(x, y float64) (float64, bool) {
	t := logOf(x).times(dd{y, 0})
	m, k := t.exp()
	if math.Abs(k) > 1000 {
		return 0, false
	}
	const unit = 1.0 / (1 << 48) / (1 << 48)
	doubt := m.hi * unit * (1 + math.Abs(y)/16 + math.Abs(t.hi)/4)
	f := m.hi + (m.lo - doubt)
	if doubt > 1e-19 || f != m.hi+(m.lo+doubt) {
		return 0, false
	}
	return math.Ldexp(f, int(k)), true
}
