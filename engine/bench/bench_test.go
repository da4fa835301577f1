package bench

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestBaselinesPlayByTheRules(t *testing.T) {
	for _, b := range Baselines {
		plies, score := b.Play(300_000, rand.NewPCG(1, 2))
		require.NoError(t, b.Check(Tally{300_000, plies, score}))
		leanPlies, leanScore := b.Lean(300_000, rand.NewPCG(1, 2))
		require.Equal(t, plies, leanPlies, b.Name)
		require.Equal(t, score, leanScore, b.Name)
	}
}

// The engine's games are those written by hand, as far as their means tell.
func TestTheEnginePlaysByTheRules(t *testing.T) {
	for _, b := range Baselines {
		p, err := Load("../../" + b.Model)
		require.NoError(t, err)
		pl, err := NewPlayer(p, 0, 3)
		require.NoError(t, err)
		answers, score, err := pl.Play(20_000)
		require.NoError(t, err)
		require.NoError(t, b.CheckAnswers(Tally{20_000, answers, score}))
	}
}

// Of noughts and crosses the means are known: all games, each as likely as it is.
func TestNoughtsAreExact(t *testing.T) {
	var plies, asked, score float64
	var walk func(board [9]int8, ply int, likely float64)
	walk = func(board [9]int8, ply int, likely float64) {
		if ply == 9 {
			score += likely / 2
			return
		}
		plies += likely
		if ply < 8 {
			asked += likely
		}
		for cell, owner := range board {
			if owner != 0 {
				continue
			}
			next, player, each := board, int8(1+ply%2), likely/float64(9-ply)
			if next[cell] = player; !threeInARow(&next, player) {
				walk(next, ply+1, each)
			} else if player == 1 {
				score += each
			}
		}
	}
	walk([9]int8{}, 0, 1)
	b := Baselines[0]
	require.InDelta(t, plies, b.Plies, 0.0001)
	require.InDelta(t, asked, b.Asked, 0.0001)
	require.InDelta(t, score, b.Score, 0.0001)
}

func TestCheckRefusesOtherRules(t *testing.T) {
	b := Baselines[0]
	require.NoError(t, b.Check(Tally{10_000, 76_300, 6490}))
	require.ErrorContains(t, b.Check(Tally{10_000, 78_000, 6490}), "7.800 plies on average")
	require.ErrorContains(t, b.Check(Tally{10_000, 76_300, 6000}), "scores 0.6000 on average")
	require.Error(t, b.Check(Tally{}))
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
