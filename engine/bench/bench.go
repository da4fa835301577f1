// Package bench holds games written by hand in Go, the yardstick for the engine's speed.
//
// They are written as one would write a random playout for its own sake: an array for the board,
// a slice of the legal moves, a PCG generator. Only ratios between the engine and these, taken in
// one run on one machine, say anything; and a yardstick that plays by other rules measures
// nothing, so Check holds the playouts against known means. The card game is held against its model
// move for move.
package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"
)

// Playouts plays n random games and gives their plies (of a card game, the answers) and the first
// player's score (1 a win, a half a draw), both summed up.
type Playouts func(n int, rng *rand.PCG) (plies int, score float64)

// Baseline is a game written by hand with what its random playouts must give on average.
type Baseline struct {
	Name  string
	Play  Playouts
	Plies float64 // mean length
	Score float64 // first player's mean score
}

// Baselines are the games that the engine is measured against.
var Baselines = []Baseline{
	{"noughts and crosses", NoughtsPlayouts, 7.626, 0.6484},
	{"four in a row 7×6", FourPlayouts, 21.32, 0.5567},
	{"brawl, a card game", BrawlPlayouts, 53.2, 0.5533},
}

// Check reports means that are not what the rules give; at least 100,000 games make it sure.
func (b Baseline) Check(games, plies int, score float64) error {
	n := float64(games)
	if mean := float64(plies) / n; math.Abs(mean-b.Plies) > 0.08 {
		return fmt.Errorf("%s: mean length %.3f plies, not %.2f", b.Name, mean, b.Plies)
	}
	if mean := score / n; math.Abs(mean-b.Score) > 0.006 {
		return fmt.Errorf("%s: first player's mean score %.4f, not %.3f", b.Name, mean, b.Score)
	}
	return nil
}

// Rate plays for about d and gives playouts a second, after checking the rules on what it played.
func (b Baseline) Rate(d time.Duration, seed uint64) (float64, error) {
	rng := rand.NewPCG(seed, 0)
	const batch = 10_000
	var games, plies int
	var score float64
	start := time.Now()
	for games < 10*batch || time.Since(start) < d {
		p, s := b.Play(batch, rng)
		games, plies, score = games+batch, plies+p, score+s
	}
	rate := float64(games) / time.Since(start).Seconds()
	return rate, b.Check(games, plies, score)
}

// below is a number from 0 to n-1: a bias of less than n in 2^32 does not show here.
func below(rng *rand.PCG, n int) int {
	return int(uint64(uint32(rng.Uint64())) * uint64(n) >> 32)
}
