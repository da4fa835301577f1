package bench

import (
	"fmt"
	"math"
)

// Tally counts what was played while it was measured.
type Tally struct {
	Games, Plies int
	Score        float64
}

func (t *Tally) add(games, plies int, score float64) {
	t.Games, t.Plies, t.Score = t.Games+games, t.Plies+plies, t.Score+score
}

// Check reports means of a game written by hand that are not what the rules give: those that are off by more
// than chance makes them once in a million times.
func (b Baseline) Check(t Tally) error { return b.check("plies", b.Plies, t) }

// CheckAnswers is Check for the engine, which counts the answers that it was given.
func (b Baseline) CheckAnswers(t Tally) error { return b.check("answers", b.Asked, t) }

func (b Baseline) check(what string, length float64, t Tally) error {
	if t.Games == 0 {
		return fmt.Errorf("%s: no game was played", b.Name)
	}
	const sure = 5
	n := float64(t.Games)
	if mean, off := float64(t.Plies)/n, sure*b.PliesDev/math.Sqrt(n); math.Abs(mean-length) > off+0.01 {
		return fmt.Errorf("%s: %.3f %s on average in %d games, not %.3f ± %.3f: this is another game", b.Name, mean, what, t.Games, length, off)
	}
	if mean, off := t.Score/n, sure*b.ScoreDev/math.Sqrt(n); math.Abs(mean-b.Score) > off+0.001 {
		return fmt.Errorf("%s: the first player scores %.4f on average in %d games, not %.4f ± %.4f: this is another game", b.Name, mean, t.Games, b.Score, off)
	}
	return nil
}
