package game_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// question is one that a playout asks, and its answer.
type question struct{ seat, n, pick int }

func picker(seed uint64, asked *[]question) game.Pick {
	rng := rand.New(rand.NewPCG(seed, 7))
	return func(seat, n int, weights []float64) int {
		k := rng.IntN(n)
		if len(weights) > 0 {
			for k = 0; weights[k] == 0; k++ {
			}
		}
		*asked = append(*asked, question{seat, n, k})
		return k
	}
}

// A playout asks what the game asks that waits at each question, and ends as that does, from wherever it begins; and no
// example's is given up.
func TestPlayoutsGoAsGamesDo(t *testing.T) {
	straight := 0
	everyExample(t, func(t *testing.T, p *program.Program) {
		if p.Straight {
			straight++
		}
		var memory *game.Game
		for seed := range uint64(30) {
			memory = samePlayout(t, p, game.Options{}, memory, seed)
			if p.Straight && memory != nil {
				require.Nil(t, memory.GaveUp())
			}
		}
	})
	require.Greater(t, straight, 10)
}

// What a game may do bounds a playout as it bounds the game.
func TestPlayoutsKeepToLimits(t *testing.T) {
	stopped := 0
	everyExample(t, func(t *testing.T, p *program.Program) {
		for _, limits := range []game.Limits{{Ops: 150}, {Ops: 400}, {Ops: 1500}, {Expr: expr.Limits{Steps: 12}}, {Expr: expr.Limits{Steps: 60}}, {Expr: expr.Limits{Size: 6}}, {ZoneItems: 8}} {
			var memory *game.Game
			for seed := range uint64(6) {
				if memory = samePlayout(t, p, game.Options{Limits: limits}, memory, seed); memory != nil && memory.Kind() == game.Stopped {
					stopped++
				}
			}
		}
	})
	require.Greater(t, stopped, 30)
}

func everyExample(t *testing.T, test func(*testing.T, *program.Program)) {
	paths, err := filepath.Glob("../../examples/*/model.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			m, _, err := model.Load(path, model.Options{})
			require.NoError(t, err)
			p, ds := compile.Compile(m, compile.Options{})
			require.Zero(t, ds.Errors())
			test(t, p)
		})
	}
}

// samePlayout plays on from somewhere in a game of p both ways; nil where the game is over before.
func samePlayout(t *testing.T, p *program.Program, o game.Options, memory *game.Game, seed uint64) *game.Game {
	o.Players = p.MinPlayers + int(seed)%(p.MaxPlayers-p.MinPlayers+1)
	g, err := game.New(p, o)
	require.NoError(t, err)
	var lead, asked, waited []question
	walk := picker(seed+100, &lead)
	for n := uint64(0); n < seed*3 && (g.Kind() == game.Decision || g.Kind() == game.Chance); n++ {
		require.NoError(t, g.Answer(walk(g.Player(), g.Len(), g.Weights())))
	}
	if g.Kind() != game.Decision && g.Kind() != game.Chance {
		return memory
	}
	memory, err = g.Playout(memory, picker(seed, &asked))
	require.NoError(t, err)
	pick := picker(seed, &waited)
	slow := g.Clone()
	require.NoError(t, slow.Play(func(g *game.Game) int { return pick(g.Player(), g.Len(), g.Weights()) }))
	require.Equal(t, waited, asked)
	require.Equal(t, slow.Kind(), memory.Kind())
	require.Equal(t, slow.Reason(), memory.Reason())
	require.Equal(t, slow.Payoffs(), memory.Payoffs())
	require.Equal(t, slow.Err(), memory.Err())
	return memory
}
