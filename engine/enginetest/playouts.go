package enginetest

import (
	"fmt"
	"reflect"
	"runtime"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// Playouts plays random games of p, and from every few answers of each a random playout twice: straight on, and as a
// game that waits at each question. It gives the first difference in what is asked or how it ends.
func Playouts(p *program.Program, opts Options) error {
	opts = opts.filled()
	for i := range opts.Games {
		if err := playouts(p, opts, opts.Seed+uint64(i)); err != nil {
			return fmt.Errorf("%s, seed %d, playouts: %w", p.Name, opts.Seed+uint64(i), err)
		}
	}
	return nil
}

// eachPlayout is after how many answers of a game another playout begins.
const eachPlayout = 7

func playouts(p *program.Program, opts Options, seed uint64) error {
	g, err := begin(p, opts, false)
	if err != nil {
		return err
	}
	src := prng.Source{Seed: seed}
	var memory *game.Game
	for n := 0; n < opts.Requests && (g.Kind() == game.Decision || g.Kind() == game.Chance); n++ {
		if n%eachPlayout == 0 {
			if memory, err = playout(g, memory, seed+uint64(n), opts.Requests); err != nil {
				return fmt.Errorf("after %d answers: %w", n, err)
			}
		}
		if err := g.Answer(src.Intn(g.Len())); err != nil {
			return err
		}
	}
	return nil
}

// asked is a question of a playout.
type asked struct {
	seat, n int
	weights string
}

// playout plays from g, in memory, both ways.
func playout(g, memory *game.Game, seed uint64, most int) (*game.Game, error) {
	picker := func(questions *[]asked) game.Pick {
		src := prng.Source{Seed: seed, Stream: 5}
		return func(seat, n int, weights []float64) int {
			*questions = append(*questions, asked{seat, n, fmt.Sprint(weights)})
			if len(*questions) > most {
				return -1
			}
			if len(weights) > 0 {
				return src.Weighted(weights)
			}
			return src.Intn(n)
		}
	}
	var quick, slow []asked
	end, err := g.Playout(memory, picker(&quick))
	if err != nil {
		return nil, err
	}
	if fault, ok := end.GaveUp().(runtime.Error); ok {
		return nil, fmt.Errorf("a fault of the engine: %w", fault)
	}
	waits, pick := g.Clone(), picker(&slow)
	if err := waits.Play(func(g *game.Game) int { return pick(g.Player(), g.Len(), g.Weights()) }); err != nil {
		return nil, err
	}
	for i := range min(len(quick), len(slow)) {
		if quick[i] != slow[i] {
			return nil, fmt.Errorf("question %d is %v, and %v where the game waits", i, quick[i], slow[i])
		}
	}
	for name, pair := range map[string][2]any{
		"number of questions": {len(quick), len(slow)},
		"kind":                {end.Kind(), waits.Kind()},
		"place":               {end.Place(), waits.Place()},
		"reason":              {end.Reason(), waits.Reason()},
		"payoffs":             {end.Payoffs(), waits.Payoffs()},
		"error":               {end.Err(), waits.Err()},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			return nil, fmt.Errorf("%s: %v, and %v where the game waits", name, pair[0], pair[1])
		}
	}
	return end, nil
}
