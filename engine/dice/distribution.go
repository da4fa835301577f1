package dice

import (
	"math"
	"math/big"
)

// Distribution says how likely each total of a dice value is. All of it is exact, but for what stands
// in Beyond: explosions have no end, and those past a number are left out of the table.
type Distribution struct {
	s       series
	m       moments
	partial bool // the moments are those of the table
}

// Distribution works out how likely each total is, without rolling. ErrLimit when that would be too
// much work. It follows the rules of rolling as they are without limits.
func (d Dice) Distribution() (*Distribution, error) {
	if err := d.Check(Limits{}); err != nil {
		return nil, err
	}
	work := &budget{mostWork}
	out := &Distribution{s: certain(d.Flat), m: moments{new(big.Rat).SetInt64(int64(d.Flat)), new(big.Rat)}}
	for i := range d.Terms {
		t := &d.Terms[i]
		s, m, partial, err := t.distribution(work)
		if err != nil {
			return nil, err
		}
		if t.Minus {
			s, m.mean = s.negated(), m.mean.Neg(m.mean)
		}
		if out.s, err = out.s.times(s, work); err != nil {
			return nil, err
		}
		out.m.mean.Add(out.m.mean, m.mean)
		out.m.variance.Add(out.m.variance, m.variance)
		out.partial = out.partial || partial
	}
	out.s.reduce()
	return out, nil
}

// distribution is that of a term without its sign.
func (t *Term) distribution(b *budget) (s series, m moments, partial bool, err error) {
	switch {
	case t.Count == 0:
		s = certain(0)
	case t.Explode.How != NoBurst:
		for _, tail := range tails {
			if s, err = t.exploding(tail, b); err == nil {
				break
			}
		}
		if err == nil && t.Keep == (Keep{}) && !(t.Explode.How == Compound && t.counts()) {
			return s, t.burstMoments(t.score).times(t.Count), false, nil
		}
		partial = true
	case t.Keep == Keep{}:
		one := t.single(false, t.score, always)
		s, err = one.power(t.Count, b)
		return s, one.moments().times(t.Count), false, err
	default:
		s, err = t.single(false, itself, always).kept(t, b)
	}
	if err != nil {
		return s, m, partial, err
	}
	return s, s.moments(), partial, nil
}

// reduce takes common factors out of the weights, and totals without weight off both ends.
func (s *series) reduce() {
	first, last := 0, len(s.w)-1
	for first < last && s.w[first].Sign() == 0 {
		first++
	}
	for last > first && s.w[last].Sign() == 0 {
		last--
	}
	s.low, s.w = s.low+first, s.w[first:last+1]
	g := new(big.Int).Set(s.whole)
	one := big.NewInt(1)
	for _, w := range s.w {
		if g.Cmp(one) == 0 {
			return
		}
		g.GCD(nil, nil, g, w)
	}
	for _, w := range s.w {
		w.Quo(w, g)
	}
	s.whole = new(big.Int).Quo(s.whole, g)
}

// Min and Max give the lowest and the highest total of the table.
func (d *Distribution) Min() int { return d.s.low }
func (d *Distribution) Max() int { return d.s.high() }

// Whole is the common denominator of the probabilities, and Weight(total) the numerator of one.
func (d *Distribution) Whole() *big.Int { return new(big.Int).Set(d.s.whole) }
func (d *Distribution) Weight(total int) *big.Int {
	if total < d.s.low || total > d.s.high() {
		return new(big.Int)
	}
	return new(big.Int).Set(d.s.w[total-d.s.low])
}

// Probability gives how likely a total is.
func (d *Distribution) Probability(total int) *big.Rat { return d.share(d.Weight(total)) }

func (d *Distribution) share(w *big.Int) *big.Rat { return new(big.Rat).SetFrac(w, d.s.whole) }

// sum adds up the weights of the totals from one to another.
func (d *Distribution) sum(from, to int) *big.Int {
	all := new(big.Int)
	for v := max(from, d.s.low); v <= min(to, d.s.high()); v++ {
		all.Add(all, d.s.w[v-d.s.low])
	}
	return all
}

// AtLeast and AtMost give how likely a total is not below, not above a number, as far as the table
// goes.
func (d *Distribution) AtLeast(n int) *big.Rat { return d.share(d.sum(n, d.s.high())) }
func (d *Distribution) AtMost(n int) *big.Rat  { return d.share(d.sum(d.s.low, n)) }

// Beyond gives how likely the dice explode more often than the table has it: 0 where nothing explodes.
func (d *Distribution) Beyond() *big.Rat {
	left := d.sum(d.s.low, d.s.high())
	return d.share(left.Sub(d.s.whole, left))
}

// Mean and Variance are exact, explosions without end included. The exception is exploding dice that
// are kept or dropped, and compounding ones that are counted: then Partial holds, and the two are
// those of the totals in the table.
func (d *Distribution) Mean() *big.Rat     { return new(big.Rat).Set(d.m.mean) }
func (d *Distribution) Variance() *big.Rat { return new(big.Rat).Set(d.m.variance) }
func (d *Distribution) Partial() bool      { return d.partial }

// Deviation gives the standard deviation.
func (d *Distribution) Deviation() float64 {
	v, _ := d.m.variance.Float64()
	return math.Sqrt(v)
}

// Quantile gives the lowest total that at least the share p (from 0 to 1) of the table does not
// exceed; Quantile(0.5) is the median.
func (d *Distribution) Quantile(p float64) int {
	all, sum := d.sum(d.s.low, d.s.high()), new(big.Int)
	share := new(big.Rat)
	for i, w := range d.s.w {
		// Rounded, so that 0.1 is a tenth.
		if x, _ := share.SetFrac(sum.Add(sum, w), all).Float64(); x >= p {
			return d.s.low + i
		}
	}
	return d.s.high()
}

// Compare gives how likely a total of d is below, equal to and above one of o, when both are rolled.
func (d *Distribution) Compare(o *Distribution) (below, equal, above *big.Rat) {
	b, e, a := new(big.Int), new(big.Int), new(big.Int)
	t, under := new(big.Int), new(big.Int)
	whole := o.sum(o.s.low, o.s.high())
	next := o.s.low
	for i, w := range d.s.w {
		v := d.s.low + i
		for ; next < v && next <= o.s.high(); next++ {
			under.Add(under, o.s.w[next-o.s.low])
		}
		same := o.Weight(v)
		a.Add(a, t.Mul(w, under))
		e.Add(e, t.Mul(w, same))
		t.Sub(t.Sub(whole, under), same)
		b.Add(b, t.Mul(t, w))
	}
	whole.Mul(d.s.whole, o.s.whole)
	frac := func(x *big.Int) *big.Rat { return new(big.Rat).SetFrac(x, whole) }
	return frac(b), frac(e), frac(a)
}
