package bench

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestBaselinesPlayByTheRules(t *testing.T) {
	for _, b := range Baselines {
		plies, score := b.Play(300_000, rand.NewPCG(1, 2))
		t.Logf("%s: %.3f plies, score %.4f", b.Name, float64(plies)/300_000, score/300_000)
		require.NoError(t, b.Check(300_000, plies, score))
	}
}

func TestCheckRefusesOtherRules(t *testing.T) {
	b := Baselines[0]
	require.Error(t, b.Check(100, 900, 64.9))
	require.Error(t, b.Check(100, 763, 50))
	require.NoError(t, b.Check(100, 763, 64.9))
}

func TestRate(t *testing.T) {
	rate, err := Baselines[0].Rate(time.Millisecond, 1)
	require.NoError(t, err)
	require.Positive(t, rate)
}

// The same boards must be won or not by a count that shares nothing with the playouts.
func TestFourInARowFindsEveryLine(t *testing.T) {
	lines := 0
	for row := range height {
		for column := range columns {
			for _, way := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
				r, c := row+3*way[0], column+3*way[1]
				if r >= height || c < 0 || c >= columns {
					continue
				}
				lines++
				var board [columns * height]int8
				for i := range 4 {
					board[(row+i*way[0])*columns+column+i*way[1]] = 2
				}
				for i := range 4 {
					require.True(t, fourInARow(&board, row+i*way[0], column+i*way[1], 2))
					board[(row+i*way[0])*columns+column+i*way[1]] = 1
					require.False(t, fourInARow(&board, row+(i+1)%4*way[0], column+(i+1)%4*way[1], 2))
					board[(row+i*way[0])*columns+column+i*way[1]] = 2
				}
			}
		}
	}
	require.Equal(t, 69, lines)
}

func BenchmarkPlayouts(b *testing.B) {
	for _, base := range Baselines {
		b.Run(base.Name, func(b *testing.B) {
			rng := rand.NewPCG(1, 2)
			base.Play(b.N, rng)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}
