package bench

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"time"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// Load compiles a model that must be without errors.
func Load(path string) (*program.Program, error) {
	m, ds, err := model.Load(path, model.Options{})
	if err != nil {
		return nil, err
	}
	return compiled(m, len(ds) > 0 && ds.Errors() > 0)
}

// Parse compiles a model from its text; it must be without errors.
func Parse(text string) (*program.Program, error) {
	m, ds, err := model.Parse("bench.yaml", text, model.Options{})
	if err != nil {
		return nil, err
	}
	return compiled(m, ds.Errors() > 0)
}

func compiled(m *model.Model, bad bool) (*program.Program, error) {
	p, ds := compile.Compile(m, compile.Options{})
	if bad || ds.Errors() > 0 {
		return nil, fmt.Errorf("%s has errors: %v", m.Name, ds)
	}
	return p, nil
}

// Player plays random games of one program, each in the memory of the last.
type Player struct {
	proto, game *game.Game
	rng         *rand.PCG
	random      game.Pick
	answers     int
}

// NewPlayer makes a player; players 0 is the model's default.
func NewPlayer(p *program.Program, players int, seed uint64) (*Player, error) {
	return NewPlayerOf(p, game.Options{Players: players}, seed)
}

// NewPlayerOf makes a player of games with options.
func NewPlayerOf(p *program.Program, o game.Options, seed uint64) (*Player, error) {
	g, err := game.New(p, o)
	if err != nil {
		return nil, err
	}
	pl := &Player{proto: g, rng: rand.NewPCG(seed, 0)}
	pl.random = func(_, n int, weights []float64) int {
		pl.answers++
		if len(weights) > 0 {
			return weighted(weights, pl.rng)
		}
		return below(pl.rng, n)
	}
	return pl, nil
}

// Play plays n games and gives the answers they took and the first player's score (1 a win, a half
// a draw), summed up.
func (p *Player) Play(n int) (answers int, score float64, err error) {
	p.answers = 0
	for range n {
		g, err := p.proto.Playout(p.game, p.random)
		p.game = g
		if err != nil {
			return p.answers, score, err
		}
		if g.Kind() == game.Stopped {
			return p.answers, score, g.Err()
		}
		score += (1 + g.Payoffs()[0]) / 2
	}
	return p.answers, score, nil
}

// Answers is a Work: it plays whole games until about n answers have been given.
func (p *Player) Answers(n int) (units int, err error) {
	for units < n && err == nil {
		var answers int
		answers, _, err = p.Play(1)
		units += answers
	}
	return units, err
}

func weighted(w []float64, rng *rand.PCG) int {
	x := float64(rng.Uint64()>>11) / (1 << 53)
	for i, p := range w {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(w) - 1
}

// PlayExamples plays random games of each example for about d, and searches for the first decision of one for half as long.
func PlayExamples(root string, d time.Duration) error {
	paths, err := filepath.Glob(filepath.Join(root, "examples", "*", "model.yaml"))
	if err != nil {
		return err
	}
	for _, path := range paths {
		p, err := Load(path)
		if err != nil {
			return err
		}
		pl, err := NewPlayer(p, 0, 1)
		if err != nil {
			return err
		}
		for start := time.Now(); time.Since(start) < d; {
			if _, _, err := pl.Play(1); err != nil {
				return err
			}
		}
		tries, err := Searching(p)
		if errors.Is(err, errUndecided) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for start := time.Now(); time.Since(start) < d/2; {
			if _, err := tries(1); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	return nil
}
