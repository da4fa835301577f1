package prng

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The vectors were made by a separate program in another language; docs/prng.md shows them.
func TestKnownNumbers(t *testing.T) {
	const most = math.MaxUint64
	for _, v := range []struct{ seed, stream, index, want uint64 }{
		{0, 0, 0, 0x568A9B0B1A2C05EC},
		{0, 0, 1, 0x44E5B8B147EF718B},
		{0, 0, 2, 0x458563AB55521133},
		{0, 1, 0, 0x238275BC38FCBE91},
		{1, 0, 0, 0x6EC85F1F8547BC0C},
		{42, 3, 1000, 0xBACE0BCD1CDBCBC7},
		{most, most, most, 0xBF5CE0170453275C},
	} {
		s := Source{v.seed, v.stream, v.index}
		require.Equal(t, v.want, s.Next())
		require.Equal(t, v.index+1, s.Index)
	}
}

func draws[T any](n int, draw func() T) []T {
	list := make([]T, n)
	for i := range list {
		list[i] = draw()
	}
	return list
}

func TestKnownDraws(t *testing.T) {
	s := Source{Seed: 7}
	require.Equal(t, []int{5, 5, 5, 0, 4, 0, 1, 4, 5, 3, 2, 4, 2, 4, 1, 5, 5, 2, 3, 5}, draws(20, func() int { return s.Intn(6) }))
	s = Source{Seed: 7, Stream: 1}
	require.Equal(t, []int{31, 21, 51, 5, 26, 39, 26, 7, 43, 39}, draws(10, func() int { return s.Intn(52) }))
	s = Source{Seed: 7, Stream: 3}
	require.Equal(t, []int{0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 3, 1, 1, 0, 0, 0, 1},
		draws(20, func() int { return s.Weighted([]float64{0.5, 0.25, 0, 0.25}) }))
	s = Source{Seed: 9}
	require.Equal(t, []int{1, 2, 2, 1, 2, 0, 2, 2, 2, 2, 2, 2, 0, 2, 2, 2, 2, 2, 2, 2},
		draws(20, func() int { return s.Weighted([]float64{0.1, 0.2, 0.7}) }))
}

func TestARejectedNumberCounts(t *testing.T) {
	s := Source{Seed: 7, Stream: 2}
	require.Equal(t, []int{1162020589051747096, 1607598179724351588, 2136687589270009385, 4149215029305788032, 1503583023219571665},
		draws(5, func() int { return s.Intn(3 << 61) }))
	require.Equal(t, uint64(6), s.Index)
}

func TestGoingBackRepeats(t *testing.T) {
	s := Source{Seed: 3, Stream: 4}
	first := draws(50, s.Next)
	s.Index = 20
	require.Equal(t, first[20:], draws(30, s.Next))
}

// chiSquared is the sum of (observed - expected)² / expected.
func chiSquared(counts []int, shares []float64) float64 {
	n := 0
	for _, c := range counts {
		n += c
	}
	sum := 0.0
	for i, c := range counts {
		e := shares[i] * float64(n)
		sum += (float64(c) - e) * (float64(c) - e) / e
	}
	return sum
}

func even(n int) []float64 {
	shares := make([]float64, n)
	for i := range shares {
		shares[i] = 1 / float64(n)
	}
	return shares
}

// critical is about the 99.99% point of chi-squared with k-1 degrees (Wilson and Hilferty).
func critical(k int) float64 {
	d := float64(k - 1)
	x := 1 - 2/(9*d) + 3.719*math.Sqrt(2/(9*d))
	return d * x * x * x
}

func TestDrawsAreEven(t *testing.T) {
	for _, n := range []int{2, 3, 6, 20, 52, 97} {
		counts := make([]int, n)
		s := Source{Seed: uint64(n)}
		for range 200_000 {
			counts[s.Intn(n)]++
		}
		require.Less(t, chiSquared(counts, even(n)), critical(n), "%d faces", n)
	}
	shares := []float64{0.1, 0.2, 0.3, 0.4}
	counts := make([]int, 4)
	s := Source{Seed: 1}
	for range 200_000 {
		counts[s.Weighted(shares)]++
	}
	require.Less(t, chiSquared(counts, shares), critical(4))
}

// Neighbouring seeds, streams and places must look unrelated: pairs of their low and high bits
// fill a square evenly.
func TestNeighboursAreUnrelated(t *testing.T) {
	next := map[string]func(i uint64) (a, b uint64){
		"index":  func(i uint64) (uint64, uint64) { return At(5, 0, 2*i), At(5, 0, 2*i+1) },
		"seed":   func(i uint64) (uint64, uint64) { return At(2*i, 0, 0), At(2*i+1, 0, 0) },
		"stream": func(i uint64) (uint64, uint64) { return At(5, 2*i, 0), At(5, 2*i+1, 0) },
	}
	for name, pair := range next {
		high, low := make([]int, 256), make([]int, 256)
		for i := range uint64(100_000) {
			a, b := pair(i)
			high[a>>60<<4|b>>60]++
			low[a&15<<4|b&15]++
		}
		require.Less(t, chiSquared(high, even(256)), critical(256), name)
		require.Less(t, chiSquared(low, even(256)), critical(256), name)
	}
}

func TestWeightedNeverPicksZero(t *testing.T) {
	s := Source{Seed: 11}
	for range 10_000 {
		require.Equal(t, 1, s.Weighted([]float64{0, 1e-300, 0}))
	}
}

func TestMisuse(t *testing.T) {
	var s Source
	require.Panics(t, func() { s.Intn(0) })
	for _, w := range [][]float64{nil, {0}, {-1, 2}, {math.NaN()}, {math.Inf(1)}} {
		require.Panics(t, func() { s.Weighted(w) })
	}
	require.Zero(t, s.Index)
}

func BenchmarkIntn(b *testing.B) {
	s := Source{Seed: 1}
	for b.Loop() {
		s.Intn(6)
	}
}
