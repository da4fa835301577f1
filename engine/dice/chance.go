package dice

import "math/big"

// faceWeights gives the weight of each face that a die of the term comes to show once it is rerolled,
// lowest first, and their sum. Rerolling again and again is the choice among the faces that are left.
func (t *Term) faceWeights() (w []int64, whole int64) {
	var left, once int64 // faces that Reroll leaves, and those of them that RerollOnce means
	for f := t.Low(); f <= t.High(); f++ {
		if !t.Reroll.Holds(f) {
			left++
			if t.RerollOnce.Holds(f) {
				once++
			}
		}
	}
	w = make([]int64, t.Sides)
	for i := range w {
		f := t.Low() + i
		switch {
		case t.Reroll.Holds(f):
		case once == 0:
			w[i] = 1
		case t.RerollOnce.Holds(f):
			w[i] = once
		default:
			w[i] = left + once
		}
		whole += w[i]
	}
	return w, whole
}

// single is the series of one die that brings no other, of the faces that pick lets through.
func (t *Term) single(further bool, f func(value int) int, pick func(face int) bool) series {
	w, whole := t.faceWeights()
	return gather(len(w), big.NewInt(whole), func(i int) (int, *big.Int) {
		face := t.Low() + i
		if !pick(face) {
			return 0, new(big.Int)
		}
		return f(t.value(face, further)), big.NewInt(w[i])
	})
}

func always(int) bool      { return true }
func itself(value int) int { return value }

// chain is the series of one die with all that its explosions bring, up to so many of them. f says
// what each face adds.
//
//	after 0 more explosions: stop;  after k more: stop + boom · (after k-1 more)
func (t *Term) chain(most int, f func(int) int, b *budget) (series, error) {
	rests := func(face int) bool { return !t.explodes(face) }
	stop, boom := t.single(true, f, rests), t.single(true, f, t.explodes)
	s := stop
	for range most - 1 {
		further, err := boom.times(s, b)
		if err != nil {
			return s, err
		}
		s = stop.plus(further)
	}
	further, err := t.single(false, f, t.explodes).times(s, b)
	return t.single(false, f, rests).plus(further), err
}

// plus gives the series in which either of two things happens. o has the larger whole, a multiple of
// that of s.
func (s series) plus(o series) series {
	k := new(big.Int).Quo(o.whole, s.whole)
	n := len(s.w)
	return gather(n+len(o.w), o.whole, func(i int) (int, *big.Int) {
		if i < n {
			return s.low + i, new(big.Int).Mul(s.w[i], k)
		}
		return o.low + i - n, o.w[i-n]
	})
}

// burstMoments are those of one exploding die, however often it explodes: the total of further dice is
// Y = g + [explodes]·Y', so E Y = E g / (1-p), and likewise for its square.
func (t *Term) burstMoments(f func(int) int) moments {
	type part struct{ p, mean, squares, mean2 *big.Rat } // mean2: of the faces that explode
	read := func(further bool) part {
		w, whole := t.faceWeights()
		var x part
		x.p, x.mean, x.squares, x.mean2 = new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat)
		for i, n := range w {
			face := t.Low() + i
			p := big.NewRat(n, whole)
			v := new(big.Rat).SetInt64(int64(f(t.value(face, further))))
			pv := new(big.Rat).Mul(p, v)
			x.mean.Add(x.mean, pv)
			if t.explodes(face) {
				x.p.Add(x.p, p)
				x.mean2.Add(x.mean2, pv)
			}
			x.squares.Add(x.squares, pv.Mul(pv, v))
		}
		return x
	}
	one := big.NewRat(1, 1)
	// then gives mean and mean square of a die after which a total with such moments follows.
	g := read(true)
	rest := new(big.Rat).Sub(one, g.p)
	mean := new(big.Rat).Quo(g.mean, rest)
	cross := new(big.Rat).Mul(g.mean2, mean)
	squares := new(big.Rat).Add(g.squares, cross.Add(cross, cross))
	squares.Quo(squares, rest)

	first := read(false)
	m := new(big.Rat).Add(first.mean, new(big.Rat).Mul(first.p, mean))
	cross = new(big.Rat).Mul(first.mean2, mean)
	q := new(big.Rat).Add(first.squares, cross.Add(cross, cross))
	q.Add(q, new(big.Rat).Mul(first.p, squares))
	return moments{m, q.Sub(q, new(big.Rat).Mul(m, m))}
}
