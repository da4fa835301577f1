// Package bench holds games written by hand in Go, the yardstick for the engine's speed.
//
// They are written as one would write a game whose random playouts matter: an array for the board or a slice
// for each place of cards, a slice of the legal moves at every question, a PCG generator. Beside each stands
// the leanest program that plays the same games. Only ratios between the engine and these, taken in
// one run on one machine, say anything; and a yardstick that plays by other rules measures
// nothing, so Check holds the playouts against known means. The card game is held against its model
// move for move.
package bench

import (
	"math/rand/v2"
)

// Playouts plays n random games and gives their plies (of a card game, the answers) and the first
// player's score (1 a win, a half a draw), both summed up.
type Playouts func(n int, rng *rand.PCG) (plies int, score float64)

// Baseline is a game written by hand with what its random playouts must give on average, each with its
// standard deviation.
type Baseline struct {
	Name  string
	Model string // the same game as a model
	Play  Playouts
	Must  float64 // what the model's playouts must reach of these

	Lean    Playouts // the same games with no more than their course needs
	LeanWay string   // how it does without the rest

	Plies, PliesDev float64
	Score, ScoreDev float64 // of the first player
	Asked           float64 // plies with more than one option: nobody is asked about a single one
}

// Baselines are the games that the engine is measured against.
var Baselines = []Baseline{
	{Name: "noughts and crosses", Model: "examples/noughts-and-crosses/model.yaml", Play: NoughtsPlayouts, Must: 0.20,
		Lean: NoughtsBitPlayouts, LeanWay: "sets of bits",
		Plies: 7.6262, PliesDev: 1.298, Asked: 7.2738, Score: 0.6484, ScoreDev: 0.443},
	{Name: "four in a row", Model: "examples/four-in-a-row/model.yaml", Play: FourPlayouts, Must: 0.25,
		Lean: FourBitPlayouts, LeanWay: "sets of bits",
		Plies: 21.312, PliesDev: 7.371, Asked: 21.299, Score: 0.5570, ScoreDev: 0.496},
	{Name: "brawl", Model: "examples/brawl/model.yaml", Play: BrawlPlayouts, Must: 0.15,
		Lean: BrawlCountPlayouts, LeanWay: "counts without lists",
		Plies: 53.174, PliesDev: 16.47, Asked: 53.174, Score: 0.5523, ScoreDev: 0.462},
}

// below is a number from 0 to n-1: a bias of less than n in 2^32 does not show here.
func below(rng *rand.PCG, n int) int {
	return int(uint64(uint32(rng.Uint64())) * uint64(n) >> 32)
}
