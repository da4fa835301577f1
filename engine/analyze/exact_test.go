package analyze

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// worth is what seat 0 can expect of a game for one, over all chances, by best play. On the way agent
// must find an option that is worth as much as the best.
//
// What is asked after as many answers, at the same place and in the same state, is worked out once; the
// local names of an action do not count, so this is no tool for every game.
type worth struct {
	t     testing.TB
	agent drive.Player
	known map[string]float64
}

func (w *worth) of(g *game.Game, depth int) float64 {
	if g.Over() {
		require.Equal(w.t, game.End, g.Kind())
		return g.Payoffs()[0]
	}
	var b strings.Builder
	fmt.Fprint(&b, depth, g.Place())
	for _, v := range g.Env().State {
		b.WriteString(value.Repr(g.Env().Store, v))
	}
	key := b.String()
	if v, ok := w.known[key]; ok {
		return v
	}
	v := w.below(g, depth)
	w.known[key] = v
	return v
}

func (w *worth) below(g *game.Game, depth int) float64 {
	if g.Kind() == game.Chance {
		sum := 0.0
		for i, o := range g.Request().Options {
			sum += o.P * w.of(after(w.t, g, i), depth+1)
		}
		return sum
	}
	worths := make([]float64, g.Len())
	for i := range worths {
		worths[i] = w.of(after(w.t, g, i), depth+1)
	}
	pick, err := w.agent.Choose(g, &prng.Source{})
	require.NoError(w.t, err)
	require.InDelta(w.t, slices.Max(worths), worths[pick], 1e-12)
	return worths[pick]
}

// A hand of blackjack is worth what its README says, and the agent of the model plays best everywhere.
func TestBlackjackBestPlay(t *testing.T) {
	p := example(t, "blackjack")
	agent, err := agent.Named(p, "best", agent.Host{})
	require.NoError(t, err)
	w := &worth{t: t, agent: agent, known: map[string]float64{}}
	require.InDelta(t, -0.046556, w.of(start(t, p), 0), 5e-7)
}
