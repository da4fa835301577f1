package bench

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
)

// The brawl by hand is the model's game, move for move: as many options at every question, and the
// same end.
func TestBrawlIsTheModels(t *testing.T) {
	p, err := Load("testdata/brawl.yaml")
	require.NoError(t, err)
	proto, err := game.New(p, game.Options{})
	require.NoError(t, err)
	ends, dodges := map[string]int{}, 0
	for seed := range 5000 {
		rng := rand.NewPCG(uint64(seed), 7)
		g := proto.Clone()
		var written []picked
		for !g.Over() {
			written = append(written, picked{g.Len(), below(rng, g.Len())})
			if g.Place() == "window answer" && written[len(written)-1].option == 0 {
				dodges++
			}
			require.NoError(t, g.Answer(written[len(written)-1].option))
		}
		require.Equal(t, game.End, g.Kind(), "%v", g.Err())
		ends[g.Reason()]++
		b := brawl{picks: picks{written: written}}
		score := b.play()
		require.False(t, b.differs, "seed %d: question %d", seed, len(written)-len(b.written))
		require.Empty(t, b.written, "seed %d", seed)
		require.Equal(t, len(written), b.count)
		require.Equal(t, (1+g.Payoffs()[0])/2, score, "seed %d", seed)
	}
	for _, reason := range []string{"both_down", "down", "tired"} {
		require.Positive(t, ends[reason], "%s: %v", reason, ends)
	}
	require.Positive(t, dodges)
}
