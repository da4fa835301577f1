package enginetest_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/turn"
)

// The models with turns come to every relation, and to what is rare: an end at the costs, winners by objective and
// otherwise at one moment, an ending in which nobody has won.
func TestModelsWithTurnsTakeEveryRelation(t *testing.T) {
	met := map[string]bool{}
	hear := func(l turn.Line) {
		met[l.Relation] = true
		for rare, is := range map[string]bool{
			"an end at the costs": l.Evidence.Terminal, "winners at one moment": len(l.Evidence.Simultaneous) > 0, "nobody has won": l.Evidence.Nobody,
			"a structure given up": l.Evidence.Receipt != nil && l.Evidence.Receipt.Cancelled,
		} {
			if is {
				met[rare] = true
			}
		}
	}
	for _, path := range models(t, "../../testdata/models/turns") {
		m, _, err := model.Load(path, model.Options{})
		require.NoError(t, err)
		p, _ := compile.Compile(m, compile.Options{})
		for seed := range uint64(100) {
			src := rand.New(rand.NewPCG(seed, 0))
			g, err := game.New(p, game.Options{Turns: hear})
			require.NoError(t, err)
			for range 1000 {
				if g.Over() {
					break
				}
				require.NoError(t, g.Answer(src.IntN(g.Len())))
			}
			require.Equal(t, game.End, g.Kind(), "%s, seed %d: %v", path, seed, g.Err())
		}
	}
	want := []string{"an end at the costs", "winners at one moment", "nobody has won", "a structure given up"}
	for relation := range turn.Guards {
		if relation != "Kernel" {
			want = append(want, relation)
		}
	}
	require.ElementsMatch(t, want, slices.Collect(maps.Keys(met)))
}
