package agent

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/program"
)

// Rules plays by an agent of the model: by its tactic, where no rule of that decides by its policy, and
// where it has none any option, each equally likely.
type Rules struct{ Agent *program.Agent }

func (r Rules) Choose(g *game.Game, src *prng.Source) (int, error) {
	a := r.Agent
	if len(a.Tactic) > 0 {
		pick, err := g.Follow(a.Tactic)
		if err != nil {
			return 0, fmt.Errorf("agent %s: %w", a.Name, err)
		}
		if pick >= 0 {
			return pick, nil
		}
	}
	if a.Policy == nil {
		return src.Intn(g.Len()), nil
	}
	scores, err := g.Scores(a.Policy)
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

// Viewer decides by what its seat sees, and by nothing else.
type Viewer interface {
	// ChooseFrom gives the index of an option of the view's question.
	ChooseFrom(v *observe.View, src *prng.Source) (int, error)
}

// Seeing makes a player of a Viewer.
type Seeing struct{ Viewer Viewer }

func (s Seeing) Choose(g *game.Game, src *prng.Source) (int, error) {
	v, err := observe.New(g, g.Player())
	if err != nil {
		return 0, err
	}
	return s.Viewer.ChooseFrom(v, src)
}
