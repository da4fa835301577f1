package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/enginetest"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
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

// What a stranger's module does wrongly stops its game with the place, and nothing else: the same module answers the
// next game.
func TestBadEvaluators(t *testing.T) {
	const text = `
name: Bad
num_players: 2
code: {bad: {kind: code, module: bad, function: f}}
constants: {deed: fine}
state: {vars: {got: {init: 0}}}
actions: {go: {effect: [{op: choose, options: [1, 2], as: x}, {op: call, code: bad, with_x: {do: deed, value: "7", zero: "0.0"}, as: y}, {op: set, var: got, value_x: y}]}}
flow: {kind: step, id: s, actor_x: "0", do: [go]}
`
	rt := New(Config{Evaluators: []Module{{Evaluator: pack.Evaluator{Name: "bad", Kind: "code", Limits: map[string]int{"instructions": 2_000_000}}, Wasm: evaluators.Wasm(t, "c", "bad")}}})
	defer rt.Close()
	for deed, want := range map[string]string{
		"fine": "", "loop": "instructions", "grow": "module bad", "trap": "module bad", "recurse": "module bad", "storm": "module bad", "pointer": "module bad",
		"length": "module bad", "deep": "", "big": "module bad", "nan": "a float that is no number", "chance": "is no number from 0 to 1", "ops": "it answers ops, and must answer a value",
		"garbage": "cannot be read", "huge": "cannot be read", "both": "one of the keys", "twice": "there twice", "key": "a key is no text", "text": "not UTF-8", "what": "no such deed",
	} {
		with(t, rt, func(c *Call) error {
			_, m, _, err := c.LoadModel(Source{Text: text, HasText: true}, map[string]value.Value{"deed": value.OfText(deed)})
			require.NoError(t, err)
			g, err := game.New(m.Program, game.Options{})
			require.NoError(t, err)
			require.NoError(t, g.Answer(0))
			switch {
			case deed == "fine":
				require.Equal(t, game.End, g.Kind(), "%v", g.Err())
				require.EqualValues(t, 7, g.Env().State[m.Program.Vars[0].Slot].Int())
			case deed == "deep":
				require.Equal(t, game.Stopped, g.Kind())
			default:
				require.Equal(t, game.Stopped, g.Kind(), deed)
				require.Equal(t, "ExprError", g.Err().Kind)
				require.True(t, strings.HasPrefix(g.Err().Message, "action go: code 'bad': "), g.Err().Message)
				require.ErrorContains(t, g.Err(), want, deed)
			}
			return nil
		})
	}
}

func TestAModuleThatDoesNotCompile(t *testing.T) {
	rt := New(Config{Evaluators: []Module{{Evaluator: pack.Evaluator{Name: "add", Kind: "code"}, Wasm: []byte("no module")}}})
	defer rt.Close()
	with(t, rt, func(c *Call) error {
		_, _, _, err := c.LoadModel(Source{Text: asking, HasText: true}, nil)
		require.Equal(t, PackError, code(err))
		require.ErrorContains(t, err, "evaluator 'add': module add: ")
		return nil
	})
}
