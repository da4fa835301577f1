package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
)

// A position is what a save keeps of the course of a game: of the restored game it is the same, and of one that
// records.
func TestPosition(t *testing.T) {
	for _, name := range []string{"decks.yaml", "loops.yaml", "tokens.yaml", "windows.yaml", "sealed.yaml"} {
		p := program_(t, name)
		for seed := range uint64(4) {
			quiet, err := game.New(p, game.Options{})
			require.NoError(t, err)
			loud, err := game.New(p, game.Options{Record: true})
			require.NoError(t, err)
			src := prng.Source{Seed: seed}
			for n := 0; n < 40 && !quiet.Over(); n++ {
				at := quiet.Position(nil)
				require.Equal(t, at, loud.Position(nil), name)
				again, err := game.Restore(p, quiet.Save(), game.Options{})
				require.NoError(t, err)
				require.Equal(t, at, again.Position(nil), name)
				require.Equal(t, at, quiet.Clone().Position(nil), name)
				there, err := game.At(p, at, game.Options{})
				require.NoError(t, err)
				require.Equal(t, at, there.Position(nil), name)
				i := src.Intn(quiet.Len())
				require.NoError(t, there.Answer(i))
				next := quiet.Clone()
				require.NoError(t, next.Answer(i))
				require.Equal(t, next.Position(nil), there.Position(nil), name)
				require.NoError(t, quiet.Answer(i))
				require.NoError(t, loud.Answer(i))
			}
		}
	}
}
