package dice

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTails(t *testing.T) {
	d := distribution(t, "2d6")
	require.Equal(t, "1/6", d.Probability(7).RatString())
	require.Equal(t, "1/6", d.AtLeast(10).RatString())
	require.Equal(t, "1/6", d.AtMost(4).RatString())
	require.Equal(t, "1", d.AtLeast(-5).RatString())
	require.Equal(t, "0", d.AtLeast(13).RatString())
	require.Equal(t, "0", d.Probability(1).RatString())
	require.InDelta(t, 2.41523, d.Deviation(), 1e-5)
}

func TestQuantiles(t *testing.T) {
	d := distribution(t, "1d10")
	for p, want := range map[float64]int{0: 1, 0.1: 1, 0.1001: 2, 0.5: 5, 0.95: 10, 1: 10, -1: 1, 2: 10} {
		require.Equal(t, want, d.Quantile(p), p)
	}
}

// Two rolls against each other.
func TestCompare(t *testing.T) {
	below, equal, above := distribution(t, "1d6").Compare(distribution(t, "1d6"))
	require.Equal(t, []string{"5/12", "1/6", "5/12"}, []string{below.RatString(), equal.RatString(), above.RatString()})
	below, equal, above = distribution(t, "1d4 + 10").Compare(distribution(t, "2d4"))
	require.Equal(t, []string{"0", "0", "1"}, []string{below.RatString(), equal.RatString(), above.RatString()})
	below, equal, above = distribution(t, "1d4").Compare(distribution(t, "1d2 + 1"))
	require.Equal(t, []string{"3/8", "1/4", "3/8"}, []string{below.RatString(), equal.RatString(), above.RatString()})
}
