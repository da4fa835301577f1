package game_test

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
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
	paths, err := filepath.Glob("../../examples/*/model.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	straight := 0
	for _, path := range paths {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			m, _, err := model.Load(path, model.Options{})
			require.NoError(t, err)
			p, ds := compile.Compile(m, compile.Options{})
			require.Zero(t, ds.Errors())
			if p.Straight {
				straight++
			}
			var memory *game.Game
			for seed := range uint64(30) {
				g, err := game.New(p, game.Options{Players: p.MinPlayers + int(seed)%(p.MaxPlayers-p.MinPlayers+1)})
				require.NoError(t, err)
				var lead []question
				walk := picker(seed+100, &lead)
				for range seed * 3 { // begins anywhere
					if g.Kind() != game.Decision && g.Kind() != game.Chance {
						break
					}
					require.NoError(t, g.Answer(walk(g.Player(), g.Len(), g.Weights())))
				}
				if g.Over() {
					continue
				}
				var asked, waited []question
				memory, err = g.Playout(memory, picker(seed, &asked))
				require.NoError(t, err)
				if p.Straight {
					require.Nil(t, memory.GaveUp())
				}
				pick := picker(seed, &waited)
				slow := g.Clone()
				require.NoError(t, slow.Play(func(g *game.Game) int { return pick(g.Player(), g.Len(), g.Weights()) }))
				require.Equal(t, waited, asked)
				require.Equal(t, slow.Kind(), memory.Kind())
				require.Equal(t, slow.Reason(), memory.Reason())
				require.Equal(t, slow.Payoffs(), memory.Payoffs())
				require.Equal(t, slow.Err(), memory.Err())
			}
		})
	}
	require.Greater(t, straight, 10)
}
