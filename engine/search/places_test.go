package search

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
)

func TestPlacesAreFoundAgain(t *testing.T) {
	const many = 5 * fewPlaces
	var p places
	for range 2 {
		p.clear()
		for i := range int32(many) {
			at := p.of(game.Stir(uint64(i), 1))
			require.Zero(t, at.node, "%d is there already", i)
			*at = place{game.Stir(uint64(i), 1), i + 1}
			p.added()
		}
		for i := range int32(many) {
			require.Equal(t, i+1, p.of(game.Stir(uint64(i), 1)).node)
		}
		require.Zero(t, p.of(game.Stir(many, 1)).node)
	}
}
