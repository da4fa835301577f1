package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// What zones and faces are noted to be known to is what a look at each of their items tells.
func TestTokensOfWhatIsKnown(t *testing.T) {
	looked := 0
	everyExample(t, func(t *testing.T, p *program.Program) {
		if !p.Hidden {
			return
		}
		for seed := range uint64(20) {
			g, err := game.New(p, game.Options{})
			require.NoError(t, err)
			var asked []question
			pick := picker(seed, &asked)
			for n := 0; n < 300 && (g.Kind() == game.Decision || g.Kind() == game.Chance); n++ {
				for seat := -1; seat < g.Players(); seat++ {
					require.Equal(t, g.PlainKnownToken(seat), g.KnownToken(seat), "seat %d, question %d of seed %d", seat, n, seed)
					looked++
				}
				if n%50 == 20 {
					g = again(t, p, g)
				}
				require.NoError(t, g.Answer(pick(g.Player(), g.Len(), g.Weights())))
			}
		}
	})
	require.Greater(t, looked, 10_000)
}

// again is a game after it was saved and taken up.
func again(t *testing.T, p *program.Program, g *game.Game) *game.Game {
	g, err := game.Restore(p, g.Save(), game.Options{})
	require.NoError(t, err)
	return g
}
