package dice

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

func parse(t testing.TB, text string) Dice {
	t.Helper()
	d, err := Parse(text)
	require.NoError(t, err, text)
	return d
}

func distribution(t testing.TB, text string) *Distribution {
	t.Helper()
	d, err := parse(t, text).Distribution()
	require.NoError(t, err, text)
	return d
}

// Means that can be found in print or worked out by hand.
func TestKnownMeans(t *testing.T) {
	for text, mean := range map[string]string{
		"4d6kh3":       "15869/1296",
		"2d20kh1":      "553/40", // 13.825
		"2d20kl1":      "287/40", // 7.175
		"2d6ro<=2":     "25/3",
		"1d6!":         "21/5",
		"1d6!!":        "21/5",
		"1d6!p":        "4", // 21/6 + 1/6·(x-1), x the same again
		"4dF":          "0",
		"1d6min2":      "11/3", // (2+2+3+4+5+6)/6
		"1d6r<=2":      "9/2",
		"5d10cs>=8":    "3/2",
		"5d10cs>=8cf1": "1",
		"1d10z":        "9/2",
		"1d%":          "101/2",
		"3 - 2d4":      "-2",
		"0d6kh1 + 2":   "2",
		"3d6!":         "63/5",
		"2d6!>=5":      "21/2", // a die: 3.5 / (1 - 1/3)
	} {
		require.Equal(t, mean, distribution(t, text).Mean().RatString(), text)
	}
}

func TestKnownWeights(t *testing.T) {
	d := distribution(t, "4dF")
	require.Equal(t, -4, d.Min())
	require.Equal(t, 4, d.Max())
	require.Equal(t, int64(81), d.Whole().Int64())
	for i, w := range []int64{1, 4, 10, 16, 19, 16, 10, 4, 1} {
		require.Equal(t, w, d.Weight(i-4).Int64())
	}
	require.Equal(t, "35/6", distribution(t, "2d6").Variance().RatString())
	require.Equal(t, "1/216", distribution(t, "3d6").AtLeast(18).RatString())
	// Ten in a six-sided die that explodes: 6, then 4.
	require.Equal(t, "1/36", distribution(t, "1d6!").Probability(10).RatString())
	require.Zero(t, distribution(t, "1d6!").Probability(12).Sign())
}

func TestKeepAndDropAreEachJudgedOverAllDice(t *testing.T) {
	r, err := parse(t, "3d6kh2dl1").Roll(Given(4, 2, 2).Next, Options{})
	require.NoError(t, err)
	require.Equal(t, 6, r.Total)
}

// What is left out of an exploding die is its longest run.
func TestBeyond(t *testing.T) {
	d := distribution(t, "1d2!")
	require.Equal(t, 1, d.Beyond().Sign())
	left, _ := d.Beyond().Float64()
	require.Less(t, left, 0x1p-63)
	require.Equal(t, "3", d.Mean().RatString())
	require.Zero(t, distribution(t, "4d6kh3").Beyond().Sign())
	// P(X=x) of the table and what is beyond make 1.
	require.Equal(t, big.NewRat(1, 1), new(big.Rat).Add(d.AtLeast(d.Min()), d.Beyond()))
}
