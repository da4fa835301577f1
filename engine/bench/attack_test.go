package bench

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The attack that is measured rolls two dice and keeps the better one, and comes to each of its ends.
func TestTheAttackHasAdvantageAndEnds(t *testing.T) {
	a, err := NewAttack("../..")
	require.NoError(t, err)
	ends := map[string]int{}
	for range 400 {
		r, err := a.Run()
		require.NoError(t, err)
		roll := r.Log[0]
		require.Equal(t, 2, *roll.Items[0].Count)
		ends[*r.Outcome.Result]++
	}
	for _, end := range []string{"critical", "hit", "miss"} {
		require.NotZero(t, ends[end], end)
	}
}

func BenchmarkAttack(b *testing.B) {
	a, err := NewAttack("../..")
	require.NoError(b, err)
	b.Run("values", func(b *testing.B) {
		for b.Loop() {
			if _, err := a.Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("json", func(b *testing.B) {
		for b.Loop() {
			if _, err := a.JSON(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
