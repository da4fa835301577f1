package session

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/enginetest"
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

func TestTheSkirmishIsAGame(t *testing.T) {
	rt, m := skirmish(t, "c")
	defer rt.Close()
	enginetest.Check(t, m.Program, enginetest.Options{Games: 2, Requests: 60})
}
