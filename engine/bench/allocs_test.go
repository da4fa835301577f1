package bench

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A playout in the memory of the last allocates nothing, in card games as on boards: what it keeps goes to
// memory that is used again, what expressions make to their arena.
func TestPlayoutsAllocateNothing(t *testing.T) {
	for _, path := range []string{
		"../../examples/blackjack/model.yaml", "../../examples/craps/model.yaml", "../../examples/duel/model.yaml", "../../examples/ember-run/model.yaml",
		"../../examples/expedition/model.yaml", "../../examples/four-in-a-row/model.yaml", "../../examples/kuhn-poker/model.yaml",
		"../../examples/leduc-poker/model.yaml", "../../examples/noughts-and-crosses/model.yaml", "../../examples/brawl/model.yaml",
		"../../testdata/models/turns/costs.yaml", "../../testdata/models/turns/reference.yaml",
	} {
		p, err := Load(path)
		require.NoError(t, err)
		pl, err := NewPlayer(p, 0, 1)
		require.NoError(t, err)
		play := func() { _, _, err = pl.Play(1) }
		for range 100 {
			play()
		}
		require.Less(t, testing.AllocsPerRun(100, play), 1.0, path)
		require.NoError(t, err)
	}
}
