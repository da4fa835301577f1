package game_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

func TestLabelsOfAllOptionsAndOfEach(t *testing.T) {
	everyExample(t, func(t *testing.T, p *program.Program) {
		g, err := game.New(p, game.Options{})
		require.NoError(t, err)
		for i := 0; i < 60 && g.Len() > 0; i++ {
			var each []string
			for k := range g.Len() {
				each = append(each, g.OptionLabel(k))
			}
			require.Equal(t, each, slices.Collect(g.OptionLabels()))
			n := g.Len()
			for k := 0; k < n && g.Answer((i+k)%n) != nil; k++ { // some outcomes of a chance cannot be
			}
		}
		if g.Len() == 0 {
			require.Empty(t, slices.Collect(g.OptionLabels()))
		}
	})
}
