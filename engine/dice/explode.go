package dice

import (
	"math"
	"math/big"
)

// tails are how much of the probability is left out where dice could explode without end. The first
// that is affordable is taken.
var tails = []int{64, 40, 20}

// exploding gives the series of a term whose dice explode, cut off so that about 2^-tail is left out.
func (t *Term) exploding(tail int, b *budget) (series, error) {
	p := t.burstChance()
	// A die explodes more than k times with p^(k+1).
	most := 1
	for most < DefaultLimits().Explosions && float64(t.Count)*math.Pow(p, float64(most+1)) > math.Exp2(float64(-tail)) {
		most++
	}
	switch {
	case t.Keep == Keep{} && t.Explode.How != Compound:
		s, err := t.chain(most, t.score, b)
		if err != nil {
			return s, err
		}
		return s.power(t.Count, b)
	case t.Keep == Keep{}:
		s, err := t.chain(most, itself, b)
		if err != nil {
			return s, err
		}
		return s.scored(t.score).power(t.Count, b)
	case t.Explode.How == Compound:
		s, err := t.chain(most, itself, b)
		if err != nil {
			return s, err
		}
		return s.kept(t, b)
	}
	return t.explodingKept(tail, p, b)
}

// burstChance is how likely a face explodes.
func (t *Term) burstChance() float64 {
	w, whole := t.faceWeights()
	n := int64(0)
	for i := range w {
		if t.explodes(t.Low() + i) {
			n += w[i]
		}
	}
	return float64(n) / float64(whole)
}

// scored gives the series of what a score makes of each total.
func (s series) scored(score func(int) int) series {
	return gather(len(s.w), s.whole, func(i int) (int, *big.Int) { return score(s.low + i), s.w[i] })
}

// kept gives the series of a term whose dice each have the series s.
func (s series) kept(t *Term, b *budget) (series, error) {
	p := newPool(t, s.class(t.Count))
	if err := b.spend(p.size, p.slot, p.cost()); err != nil {
		return s, err
	}
	low, w := p.weights()
	return series{low, w, new(big.Int).Exp(s.whole, big.NewInt(int64(t.Count)), nil)}, nil
}

// explodingKept is for dice that bring further dice, all of which are then kept or dropped. Given
// how many dice of the pool exploded and how many did not, they are independent; the number of ways
// to spread the explosions over the dice thrown is known. So the pool is worked out for each number
// of explosions, which is small in all cases but about 2^-tail.
func (t *Term) explodingKept(tail int, p float64, b *budget) (series, error) {
	n := t.Count
	rests := func(face int) bool { return !t.explodes(face) }
	end, boom := t.single(false, itself, rests), t.single(false, itself, t.explodes)
	end2, boom2 := t.single(true, itself, rests), t.single(true, itself, t.explodes)

	most, left, q := 0, 1.0, math.Pow(1-p, float64(n))
	for ; most < DefaultLimits().Explosions; most++ {
		if left -= q; left < math.Exp2(float64(-tail)) {
			break
		}
		q *= p * float64(n+most) / float64(most+1)
	}
	sum := series{whole: new(big.Int).Exp(end.whole, big.NewInt(int64(n+most)), nil)}
	type part struct {
		ways   *big.Int
		bursts int
		pool   *pool
	}
	var parts []part
	add := func(ways *big.Int, bursts int, classes ...class) error {
		x := part{ways, bursts, newPool(t, classes...)}
		parts = append(parts, x)
		return b.spend(x.pool.size, x.pool.slot, x.pool.cost())
	}
	before := b.left
	for k := 0; k <= most; k++ {
		if t.Explode.How == Further || k == 0 {
			if err := add(new(big.Int).Binomial(int64(n+k-1), int64(k)), k, boom.class(k), end.class(n)); err != nil {
				b.left = before // nothing has been worked out yet: a shorter table may do
				return sum, err
			}
			continue
		}
		// Dice that were thrown and dice that follow differ: it matters how many of the former exploded.
		for first := 1; first <= min(n, k); first++ {
			ways := new(big.Int).Binomial(int64(n), int64(first))
			ways.Mul(ways, new(big.Int).Binomial(int64(k-1), int64(first-1)))
			if err := add(ways, k, boom.class(first), end.class(n-first), boom2.class(k-first), end2.class(first)); err != nil {
				b.left = before
				return sum, err
			}
		}
	}
	for _, x := range parts {
		low, w := x.pool.weights()
		x.ways.Mul(x.ways, new(big.Int).Exp(end.whole, big.NewInt(int64(most-x.bursts)), nil))
		for _, y := range w {
			y.Mul(y, x.ways)
		}
		sum = series{low, w, sum.whole}.plus(sum)
	}
	return sum, nil
}
