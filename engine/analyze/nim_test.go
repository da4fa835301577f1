package analyze

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

type heaps [4]int

// nim knows for each position whether who is to move can win it. Its agent must leave a lost position
// wherever there is one.
type nim struct {
	won   map[heaps]bool
	agent drive.Player
}

// solve works out g, where h is left. What the model plays by itself counts too: after the last but one is
// taken, the game is over.
func (n *nim) solve(t testing.TB, g *game.Game, h heaps, mover int) bool {
	if won, ok := n.won[h]; ok {
		return won
	}
	if g.Over() {
		n.won[h] = g.Payoffs()[mover] > 0
		if h != (heaps{}) { // a single one is left, which the mover had to take
			n.won[heaps{}] = !n.won[h]
		}
		return n.won[h]
	}
	require.Equal(t, mover, g.Request().Player)
	pick, err := n.agent.Choose(g, &prng.Source{})
	require.NoError(t, err)
	won, picked := false, false
	for i, o := range g.Request().Options {
		var count, heap int
		_, err := fmt.Sscanf(o.Label, "%d from heap %d", &count, &heap)
		require.NoError(t, err)
		left := h
		left[heap-1] -= count
		if !n.solve(t, after(t, g, i), left, 1-mover) {
			won, picked = true, picked || i == pick
		}
	}
	require.Equal(t, won, picked, "the agent plays %d at %v", pick, h)
	n.won[h] = won
	return won
}

// By either rule the second player wins, and 48 of the 384 positions are lost for who is to move.
func TestNim(t *testing.T) {
	for _, misere := range []bool{false, true} {
		m, _, err := model.Load("../../examples/nim/model.yaml", model.Options{})
		require.NoError(t, err)
		p, list := compile.Compile(m, compile.Options{Set: map[string]value.Value{"misere": value.OfBool(misere)}})
		require.Empty(t, list)
		agent, err := agent.Named(p, "perfect", agent.Host{})
		require.NoError(t, err)
		n := &nim{map[heaps]bool{}, agent}
		require.False(t, n.solve(t, start(t, p), heaps{1, 3, 5, 7}, 0))
		require.Len(t, n.won, 2*4*6*8)
		lost := 0
		for _, won := range n.won {
			if !won {
				lost++
			}
		}
		require.Equal(t, 48, lost, "misère: %t", misere)
	}
}
