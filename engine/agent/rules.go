package agent

import (
	"encoding/json"
	"fmt"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/program"
)

// Rules plays by an agent of the model: by its tactic, where no rule of that decides by its policy, and
// where it has none any option, each equally likely. An agent that is code outside is told what its seat sees.
type Rules struct{ Agent *program.Agent }

func (r Rules) Choose(g *game.Game, src *prng.Source) (int, error) {
	a := r.Agent
	if a.Evaluator != nil {
		return pick(g, a.Evaluator)
	}
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

// pick has code outside decide by what its seat sees.
func pick(g *game.Game, e *program.Evaluator) (int, error) {
	view, err := observe.Table(g, g.Player())
	if err != nil {
		return 0, err
	}
	text, err := json.Marshal(view)
	if err != nil {
		return 0, err
	}
	n := len(view.Request.Options)
	answer, err := e.Answer(&program.Asked{Code: e.Name, Kind: e.Kind, Place: view.Request.Place, Seat: g.Player(), View: text, Options: n})
	switch {
	case err != nil:
		return 0, fmt.Errorf("%s: code '%s': %w", g.Place(), e.Name, err)
	case answer.Form != program.GivesPick:
		return 0, fmt.Errorf("%s: code '%s': it answers a %s, and must pick an option", g.Place(), e.Name, answer.Form)
	case answer.Pick < 0 || answer.Pick >= n:
		return 0, fmt.Errorf("%s: code '%s': it picks option %d of %d, which are numbered from 0", g.Place(), e.Name, answer.Pick, n)
	}
	return answer.Pick, nil
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
