package dice

import (
	"math"
	"math/big"
	"math/bits"
)

// series holds the weights of consecutive totals from low on. A total's probability is its weight
// over whole. The weights add up to whole unless something was cut off.
//
// A series is a polynomial, so sums of independent dice are products. Those are made by one
// multiplication of large integers: the weights are written side by side into one number, in slots
// that are wide enough for the largest weight of the product (Kronecker's substitution).
type series struct {
	low   int
	w     []*big.Int
	whole *big.Int
}

// certain gives the series of one total.
func certain(total int) series { return series{total, []*big.Int{big.NewInt(1)}, big.NewInt(1)} }

// gather makes a series of scored values with weights; values without weight may be among them.
func gather(n int, whole *big.Int, at func(i int) (total int, weight *big.Int)) series {
	low, high, any := 0, 0, false
	for i := range n {
		if v, w := at(i); w.Sign() > 0 {
			if !any {
				low, high, any = v, v, true
			}
			low, high = min(low, v), max(high, v)
		}
	}
	s := series{low, make([]*big.Int, high-low+1), whole}
	for i := range s.w {
		s.w[i] = new(big.Int)
	}
	for i := range n {
		if v, w := at(i); w.Sign() > 0 {
			s.w[v-low].Add(s.w[v-low], w)
		}
	}
	return s
}

func (s series) high() int { return s.low + len(s.w) - 1 }

// packed writes weights into one number, slot bytes each.
func packed(w []*big.Int, slot int) *big.Int {
	b := make([]byte, len(w)*slot)
	for i, x := range w {
		end := len(b) - i*slot
		x.FillBytes(b[end-slot : end])
	}
	return new(big.Int).SetBytes(b)
}

// unpacked is the way back, for n weights.
func unpacked(x *big.Int, n, slot int) []*big.Int {
	b := x.FillBytes(make([]byte, n*slot))
	w := make([]*big.Int, n)
	for i := range w {
		end := len(b) - i*slot
		w[i] = new(big.Int).SetBytes(b[end-slot : end])
	}
	return w
}

// slotFor gives how many bytes hold every weight up to whole.
func slotFor(whole *big.Int) int { return whole.BitLen()/8 + 1 }

// times gives the series of the sum of two independent totals.
func (s series) times(o series, b *budget) (series, error) {
	out := series{low: s.low + o.low, whole: new(big.Int).Mul(s.whole, o.whole)}
	n, slot := len(s.w)+len(o.w)-1, slotFor(out.whole)
	if err := b.spend(n, slot, multiplying(n*slot)); err != nil {
		return out, err
	}
	x := packed(s.w, slot)
	out.w = unpacked(x.Mul(x, packed(o.w, slot)), n, slot)
	return out, nil
}

// power gives the series of the sum of n independent totals.
func (s series) power(n int, b *budget) (series, error) {
	if n == 0 {
		return certain(0), nil
	}
	size, wide := (len(s.w)-1)*n+1, s.whole.BitLen()*n/8+1
	if err := b.spend(size, wide, 1.5*multiplying(size*wide)); err != nil {
		return s, err
	}
	out := series{low: s.low * n, whole: new(big.Int).Exp(s.whole, big.NewInt(int64(n)), nil)}
	// By hand, from the highest bit of n on: then only the last squaring has the full size.
	x := packed(s.w, wide)
	y := new(big.Int).Set(x)
	for i := bits.Len(uint(n)) - 2; i >= 0; i-- {
		y.Mul(y, y)
		if n>>i&1 == 1 {
			y.Mul(y, x)
		}
	}
	out.w = unpacked(y, size, wide)
	return out, nil
}

// negated gives the series of the total taken off.
func (s series) negated() series {
	w := make([]*big.Int, len(s.w))
	for i, x := range s.w {
		w[len(w)-1-i] = x
	}
	return series{-s.high(), w, s.whole}
}

// moments gives the mean of a series and of its squares, among what was not cut off.
func (s series) moments() moments {
	sum, squares, all := new(big.Int), new(big.Int), new(big.Int)
	x, t := new(big.Int), new(big.Int)
	for i, w := range s.w {
		t.Mul(w, x.SetInt64(int64(s.low+i)))
		all.Add(all, w)
		sum.Add(sum, t)
		squares.Add(squares, t.Mul(t, x))
	}
	m := moments{mean: new(big.Rat).SetFrac(sum, all)}
	m.variance = new(big.Rat).SetFrac(squares, all)
	m.variance.Sub(m.variance, new(big.Rat).Mul(m.mean, m.mean))
	return m
}

// moments are the mean and the variance of a total. Sums of independent totals add them up.
type moments struct{ mean, variance *big.Rat }

func (m moments) times(n int) moments {
	k := new(big.Rat).SetInt64(int64(n))
	return moments{new(big.Rat).Mul(m.mean, k), k.Mul(m.variance, k)}
}

// mostSeries is how many bytes the weights of one series have at most, mostWork what working out one
// distribution may cost, about in nanoseconds.
const (
	mostSeries = 2 << 20
	mostWork   = 1e9
)

// budget is what is left of the work for one distribution.
type budget struct{ left float64 }

// spend refuses a series of n weights of slot bytes that is too large, or what costs too much.
func (b *budget) spend(n, slot int, cost float64) error {
	if b.left -= cost; b.left < 0 || n > mostSeries/slot {
		return limitf("too many totals to be worked out exactly")
	}
	return nil
}

// multiplying is what it costs to multiply two integers into one of so many bytes (Karatsuba).
func multiplying(bytes int) float64 {
	return 500 + 2*float64(bytes) + 2*math.Pow(float64(bytes)/16, 1.585)
}
