package session

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/enginetest"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/examples/evaluators"
)

// skirmish gives a runtime with the evaluators of the skirmish in a language, and the model.
func skirmish(t testing.TB, language string) (*Runtime, *Model) {
	rt := New(Config{Evaluators: []Module{
		{Evaluator: pack.Evaluator{Name: "show", Kind: "code"}, Wasm: evaluators.Wasm(t, language, "score")},
		{Evaluator: pack.Evaluator{
			Name: "lightning", Kind: "content", Reads: []pack.Read{{Name: "foes", X: "foes"}},
			Zones: []string{"field", "discard"},
		}, Wasm: evaluators.Wasm(t, language, "spell")},
		{Evaluator: pack.Evaluator{Name: "elsewhere", Kind: "code"}, Wasm: []byte("no module, and no model that has it")},
	}})
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", "evaluators", "skirmish.yaml"))
	require.NoError(t, err)
	var m *Model
	with(t, rt, func(c *Call) error {
		_, loaded, r, err := c.LoadModel(Source{Text: string(text), HasText: true}, nil)
		if err == nil {
			m = loaded
			require.Zero(t, r.Errors, "%v", r.Diagnostics)
			e := r.Executability
			require.Equal(t, e.Executable.Total, e.Bound.Total)
			require.Equal(t, 2, e.Bound.OK-e.Executable.OK, "the two calls count")
			require.Equal(t, 100.0, e.Bound.Percent)
		}
		return err
	})
	return rt, m
}

// A game goes the same way whatever language its evaluators are written in, but for the hash of its rules.
func TestSkirmish(t *testing.T) {
	var first string
	for _, language := range evaluators.Languages {
		t.Run(language, func(t *testing.T) {
			rt, m := skirmish(t, language)
			defer rt.Close()
			s, err := drive.New(m.Program, drive.Options{Seed: 11})
			require.NoError(t, err)
			seats, err := agent.Seats(m.Program, "random", 2, agent.Host{})
			require.NoError(t, err)
			table := drive.Table{Seats: seats}
			require.NoError(t, table.Play(s, 5000, nil))
			require.Equal(t, game.End, s.Game().Kind(), "%v", s.Game().Err())
			answers, err := json.Marshal(s.Record().Answers)
			require.NoError(t, err)
			if first == "" {
				first = string(answers)
			}
			require.Equal(t, first, string(answers))
			again, err := drive.Replay(m.Program, s.Record(), drive.Options{})
			require.NoError(t, err)
			require.Equal(t, s.Save(), again.Save())
		})
	}
}

func TestTheSkirmishIsAGame(t *testing.T) {
	rt, m := skirmish(t, "c")
	defer rt.Close()
	enginetest.Check(t, m.Program, enginetest.Options{Games: 2, Requests: 60})
}
