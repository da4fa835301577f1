package dice

import "math/big"

// class is a number of dice in a pool that have the same weights: shown[i] is what a die shows with
// weight[i]. The values fall.
type class struct {
	count  int
	shown  []int
	weight []*big.Int
}

func (s series) class(count int) class {
	c := class{count: count}
	for i := len(s.w) - 1; i >= 0; i-- {
		if s.w[i].Sign() > 0 {
			c.shown, c.weight = append(c.shown, s.low+i), append(c.weight, s.w[i])
		}
	}
	return c
}

// pool is a number of dice of which some are kept.
type pool struct {
	classes         []class
	score           func(int) int
	lo, hi, n       int // of n dice in ascending order those from lo to hi stay
	lowest, highest int // scores of a die
	states, steps   int
	size, slot      int // of the weights
}

func newPool(t *Term, classes ...class) *pool {
	p := &pool{score: t.score, states: 1}
	largest := big.NewInt(1)
	for _, c := range classes {
		if c.count == 0 {
			continue
		}
		p.classes = append(p.classes, c)
		p.n += c.count
		p.states *= c.count + 1
		p.steps += len(c.shown) * (c.count + 1)
		all := new(big.Int)
		for i, v := range c.shown {
			p.lowest, p.highest = min(p.lowest, p.score(v)), max(p.highest, p.score(v))
			all.Add(all, c.weight[i])
		}
		largest.Mul(largest, all.Exp(all, big.NewInt(int64(c.count)), nil))
	}
	p.lo, p.hi = t.Keep.span(p.n)
	p.size, p.slot = (p.highest-p.lowest)*(p.hi-p.lo)+1, slotFor(largest)
	return p
}

// cost is what weights will take, about in nanoseconds.
func (p *pool) cost() float64 {
	bytes := min(p.size*p.slot, mostSeries)
	return float64(p.states) * float64(p.steps) / 2 * (150 + float64(bytes)/2)
}

// stays gives how many of the next dice, dealt from the highest down, stay.
func (p *pool) stays(dealt, more int) int {
	return max(0, min(dealt+more, p.n-p.lo)-max(dealt, p.n-p.hi))
}

// weights gives the weights of what the dice that stay add up to, from low on. It deals the dice out
// from the highest value down. What is known on the way is how many of each class have been dealt,
// and for each sum of those that stay its weight; dice that show the same are dealt at once, as a
// binomial says.
func (p *pool) weights() (low int, w []*big.Int) {
	// A sum is counted from lowest for each die that stays, so that no slot lies below the first.
	sums := make([]*big.Int, p.states)
	sums[0] = big.NewInt(1)
	next := make([]int, len(p.classes)) // the value to deal
	for {
		k, stride := -1, 1
		for i, c := range p.classes {
			if next[i] < len(c.shown) && (k < 0 || c.shown[next[i]] > p.classes[k].shown[next[k]]) {
				k = i
			}
		}
		if k < 0 {
			break
		}
		for _, before := range p.classes[:k] {
			stride *= before.count + 1
		}
		p.deal(sums, p.classes[k], next[k], stride)
		next[k]++
	}
	total := sums[p.states-1]
	if total == nil { // a class without a face
		total = new(big.Int)
	}
	return p.lowest * (p.hi - p.lo), unpacked(total, p.size, p.slot)
}

// deal has some dice of a class show its value number at. stride is how far apart the states are in
// which one die more of it is dealt.
func (p *pool) deal(sums []*big.Int, c class, at, stride int) {
	gain := p.score(c.shown[at]) - p.lowest
	powers := []*big.Int{big.NewInt(1)}
	for i := range c.count {
		powers = append(powers, new(big.Int).Mul(powers[i], c.weight[at]))
	}
	// From the last state down, so that none is read after it was written.
	for s := len(sums) - 1; s >= 0; s-- {
		mine, dealt := s/stride%(c.count+1), 0
		for i, rest := 0, s; i < len(p.classes); i++ {
			dealt += rest % (p.classes[i].count + 1)
			rest /= p.classes[i].count + 1
		}
		var sum *big.Int
		for more := 0; more <= mine; more++ {
			from := sums[s-more*stride]
			if from == nil {
				continue
			}
			part := new(big.Int).Binomial(int64(c.count-(mine-more)), int64(more))
			part.Mul(part, powers[more])
			part.Mul(part, from)
			part.Lsh(part, uint(gain*p.stays(dealt-more, more)*p.slot*8))
			if sum == nil {
				sum = part
			} else {
				sum.Add(sum, part)
			}
		}
		sums[s] = sum
	}
}
