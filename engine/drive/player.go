package drive

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
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

// Heuristic takes the option that a policy of the model scores highest, of equal ones the first.
type Heuristic struct{ Policy *expr.Code }

func (h Heuristic) Choose(g *game.Game, _ *prng.Source) (int, error) {
	scores, err := g.Scores(h.Policy)
	if err != nil {
		return 0, fmt.Errorf("the policy fails at %s: %w", g.Place(), err)
	}
	best := 0
	for i, x := range scores {
		if x > scores[best] {
			best = i
		}
	}
	return best, nil
}

// PlayerNamed makes a player: random, first, heuristic (the first agent of the model that has a
// policy), or an agent of the model by its name.
func PlayerNamed(p *program.Program, name string) (Player, error) {
	switch name {
	case "random":
		return Random{}, nil
	case "first":
		return First{}, nil
	}
	known := []string{"random", "first"}
	for i := range p.Agents {
		a := &p.Agents[i]
		if a.Policy == nil {
			continue
		}
		if name == "heuristic" || name == a.Name {
			return Heuristic{a.Policy}, nil
		}
		known = append(known, a.Name)
	}
	if name == "heuristic" {
		return nil, fmt.Errorf("%s has no agent with a policy_x, so there is no heuristic", p.Name)
	}
	return nil, fmt.Errorf("no agent '%s'; there are %s", name, strings.Join(known, ", "))
}

// PlayersNamed makes a player for each seat from a list such as "random,first"; one name stands for
// every seat.
func PlayersNamed(p *program.Program, list string, seats int) ([]Player, error) {
	names := strings.Split(list, ",")
	if len(names) != 1 && len(names) != seats {
		return nil, fmt.Errorf("%d agents are named for %d seats", len(names), seats)
	}
	out := make([]Player, seats)
	for i := range out {
		pl, err := PlayerNamed(p, strings.TrimSpace(names[i%len(names)]))
		if err != nil {
			return nil, err
		}
		out[i] = pl
	}
	return out, nil
}
