package enginetest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
)

// A game at which nobody has looked is the game that somebody watches: in its saves, in the requests of its clones,
// in its log, and in what it says of an answer that does not fit.
func TestNobodyLooks(t *testing.T) {
	for _, name := range []string{"noughts-and-crosses", "four-in-a-row", "reversi"} {
		p := example(t, name)
		watched, err := game.New(p, game.Options{Record: true})
		require.NoError(t, err)
		unseen := watched.Clone()
		for turn := 0; !watched.Over() && turn < 40; turn++ {
			require.Equal(t, watched.Len(), unseen.Len(), name)
			require.Equal(t, watched.Player(), unseen.Player(), name)
			clone := unseen.Clone()
			require.Equal(t, watched.Requests(), clone.Clone().Requests(), name)
			require.Equal(t, watched.Position(nil), clone.Clone().Position(nil), name)
			require.Equal(t, watched.Save(), clone.Save(), name)
			n := clone.Len()
			require.EqualError(t, clone.Answer(n), watched.Answer(n).Error(), name)

			pick := turn * 7 % n
			require.NoError(t, watched.Answer(pick))
			asked := false
			require.NoError(t, unseen.Play(func(*game.Game) int {
				if asked {
					return -1
				}
				asked = true
				return pick
			}))
		}
		require.Equal(t, watched.Kind(), unseen.Kind(), name)
		require.Equal(t, watched.Save(), unseen.Save(), name)
	}
}
