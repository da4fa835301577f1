package analyze

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// throws gives every throw of two dice from here: the 36 games that follow.
func throws(t testing.TB, g *game.Game) []*game.Game {
	var out []*game.Game
	for i := range g.Len() {
		first := after(t, g, i)
		for j := range first.Len() {
			out = append(out, after(t, first, j))
		}
	}
	require.Len(t, out, 36)
	return out
}

// A game of craps may be of any length, but a throw that decides nothing leaves it where it was. So with a
// point it is won in as large a share as the throws that win have among those that decide.
func TestCrapsPassLine(t *testing.T) {
	state := func(g *game.Game) (text string) {
		for _, v := range g.Env().State {
			text += value.Repr(g.Env().Store, v) + " "
		}
		return text
	}
	total := new(big.Rat)
	for _, g := range throws(t, start(t, example(t, "craps"))) {
		if g.Over() {
			if g.Payoffs()[0] > 0 {
				total.Add(total, big.NewRat(1, 36))
			}
			continue
		}
		won, decided := int64(0), int64(0)
		for _, next := range throws(t, g) {
			if !next.Over() {
				require.Equal(t, state(g), state(next))
				continue
			}
			decided++
			if next.Payoffs()[0] > 0 {
				won++
			}
		}
		total.Add(total, big.NewRat(won, 36*decided))
	}
	require.Equal(t, big.NewRat(244, 495), total)
}
