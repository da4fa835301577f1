package search

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLogarithms(t *testing.T) {
	for _, n := range []int32{1, 2, 3, 10, 4095, 4096, 4097, 100_000, 10_000_000} {
		require.InEpsilon(t, 1+math.Log(float64(n)), 1+ln(n), 1e-3, "%d", n)
	}
	for n := int32(1); n <= tabled; n++ {
		require.InDelta(t, math.Log(float64(n)), ln(n), 1e-11)
	}
}
