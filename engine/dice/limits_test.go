package dice

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/enginetest/effort"
)

// What is too much work is refused before it is begun, or soon after.
func TestDistributionsThatAreTooLarge(t *testing.T) {
	for _, text := range []string{"1000d20", "100d6!", "50d6!kh10", "50d6!pkh10", "4d10000kh2", "1000d2!", "1000d6kh1", "1d10000!>=2", "999d2!!kh2"} {
		effort.Most(t, 5000, func() {
			_, err := parse(t, text).Distribution()
			require.ErrorIs(t, err, ErrLimit, text)
		})
	}
	many := Dice{}
	for range 900 {
		many = many.Plus(parse(t, "1d6kh1"))
	}
	_, err := many.Distribution()
	require.ErrorIs(t, err, ErrLimit)
}

func TestLargeDistributions(t *testing.T) {
	d := distribution(t, "1000d6")
	require.Equal(t, "3500", d.Mean().RatString())
	require.Equal(t, "8750/3", d.Variance().RatString())
	require.Zero(t, d.Beyond().Sign())
	require.Equal(t, 3500, d.Quantile(0.5))
}
