package drive

import (
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
)

// Player decides for a seat.
type Player interface {
	// Choose gives the index of an option of the game's current decision. It must not change the game.
	// Numbers come from src alone, so that the same game has the same choices.
	Choose(g *game.Game, src *prng.Source) (int, error)
}

// Random takes any option, each equally likely.
type Random struct{}

func (Random) Choose(g *game.Game, src *prng.Source) (int, error) { return src.Intn(g.Len()), nil }

// First takes the first option.
type First struct{}

func (First) Choose(*game.Game, *prng.Source) (int, error) { return 0, nil }
