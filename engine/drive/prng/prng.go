// Package prng is the generator that answers chance.
//
// It is counter-based: number i of stream s under a seed is a function of these three and nothing
// else. So a position in the stream is one number, which saves and records hold, undo sets back and
// a replay jumps to; and streams (chance, each seat's agent) never disturb one another. The
// algorithm is written down in docs/prng.md, with test vectors, so that any language can repeat it.
package prng

import (
	"fmt"
	"math"
	"math/bits"
)

// Source is a place in a stream: Index numbers of it have been used. Copies are independent and go
// on alike. The zero Source is the start of stream 0 under seed 0.
type Source struct {
	Seed, Stream, Index uint64
}

const gamma = 0x9E3779B97F4A7C15

// mix is the finaliser of SplitMix64, a bijection that scatters every bit over all others.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// At gives the number at a place, 64 evenly spread bits.
func At(seed, stream, index uint64) uint64 {
	key := mix(mix(seed+gamma) + stream*gamma)
	return mix(key + (index+1)*gamma)
}

// Next gives the number at this place and goes one on.
func (s *Source) Next() uint64 {
	x := At(s.Seed, s.Stream, s.Index)
	s.Index++
	return x
}

// Intn gives a number from 0 to n-1, each equally likely. It uses one number of the stream, rarely
// (less than n times in 2^64) more. n below 1 panics.
func (s *Source) Intn(n int) int {
	if n < 1 {
		panic(fmt.Sprintf("prng: no number below %d", n))
	}
	size := uint64(n)
	hi, lo := bits.Mul64(s.Next(), size)
	if lo < size {
		for uneven := -size % size; lo < uneven; {
			hi, lo = bits.Mul64(s.Next(), size)
		}
	}
	return int(hi)
}

// Float gives a number from 0 up to but not including 1, a multiple of 2^-53.
func (s *Source) Float() float64 {
	return float64(s.Next()>>11) * 0x1p-53
}

// Weighted gives an index of weights, each as likely as its weight's share in the sum. It uses one
// number of the stream and gives the same index on every platform. Weights that are negative, not
// finite or all zero panic.
func (s *Source) Weighted(weights []float64) int {
	total := 0.0
	last := -1
	for i, w := range weights {
		if !(w >= 0) {
			panic(fmt.Sprintf("prng: weight %v", w))
		}
		if w > 0 {
			last = i
		}
		total += w
	}
	if last < 0 || math.IsInf(total, 0) {
		panic("prng: the weights have no finite sum above 0")
	}
	// The conversion keeps a compiler from fusing the product with what follows.
	target := float64(s.Float() * total)
	sum := 0.0
	for i, w := range weights {
		sum += w
		if target < sum {
			return i
		}
	}
	return last
}
