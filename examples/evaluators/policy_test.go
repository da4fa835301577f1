package evaluators_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	packs "github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/packfile"
	"github.com/astragal-engine/astragal/examples/evaluators"
	"github.com/astragal-engine/astragal/host/contentpack"
	"github.com/astragal-engine/astragal/host/protocol"
	"github.com/astragal-engine/astragal/host/session"
)

// nim is the policy of a guest, which a runtime has or a pack brings.
func nim(t *testing.T) session.Module {
	return session.Module{Evaluator: packs.Evaluator{Name: "canny", Kind: "policy"}, Wasm: evaluators.Wasm(t, "c", "nim")}
}

func asking(t *testing.T, rt *session.Runtime) func(method string, params object) (object, string) {
	return func(method string, params object) (object, string) {
		t.Helper()
		frame, err := json.Marshal(object{"v": 1, "id": 1, "method": method, "params": params})
		require.NoError(t, err)
		var out struct {
			Result object
			Errors []struct{ Message string }
		}
		require.NoError(t, json.Unmarshal(protocol.Handle(rt, frame, nil), &out))
		if out.Errors != nil {
			return nil, out.Errors[0].Message
		}
		return out.Result, ""
	}
}

const nimModel = "../nim/model.yaml"

// A policy of a guest sees what its seat sees and plays by it: whoever moves second in Nim can win, and this one does.
func TestAPolicyOfAGuest(t *testing.T) {
	rt := session.New(session.Config{Evaluators: []session.Module{nim(t)}})
	defer rt.Close()
	ask := asking(t, rt)
	must := func(method string, params object) object {
		t.Helper()
		result, fault := ask(method, params)
		require.Empty(t, fault)
		return result
	}
	model := must("model.load", object{"path": nimModel})["model"]
	result := must("simulate.run", object{"model": model, "games": 60, "agents": "random,canny", "seed": 4})["result"].(object)
	require.EqualValues(t, 60, result["finished"], "%v", result["stops"])
	require.EqualValues(t, 60, result["seats"].(list)[1].(object)["wins"], "%v", result["seats"])

	game := must("game.new", object{"model": model, "seed": 5})["game"]
	must("game.play", object{"game": game, "agents": "random,canny"})
	state := must("game.state", object{"game": game})
	record := must("game.record", object{"game": game})["record"]
	again := must("game.replay", object{"model": model, "record": record})["game"]
	require.Equal(t, state, must("game.state", object{"game": again}))
}

// In a pack it has to be granted, and in a game that is not Nim it says so and stops nothing but the play.
func TestAPolicyOfAPack(t *testing.T) {
	f, faults := packfile.Given("p", map[string]string{
		"pack.yaml": "id: p\nversion: 1.0.0\ncapabilities: [play]\nmodels: {m: m.yaml}\nevaluators: {canny: {module: nim.wasm, kind: policy}}\n",
		"nim.wasm":  string(nim(t).Wasm),
		"m.yaml":    "name: Coin\nnum_players: 1\nactions: {heads: {effect: []}, tails: {effect: []}}\nflow: {kind: step, id: s, actor_x: \"0\", do: [heads, tails]}\n",
	}, packfile.Limits{})
	require.Empty(t, faults)
	zip, p, errs := contentpack.Build(f)
	require.NotNil(t, p, "%v", errs)
	rt := session.New(session.Config{})
	defer rt.Close()
	ask := asking(t, rt)
	_, fault := ask("model.load", object{"pack": object{"zip": zip}})
	require.Equal(t, "'p' chooses for seats with code of its own, which is not allowed here", fault)
	loaded, fault := ask("model.load", object{"pack": object{"zip": zip}, "grant": list{"play"}})
	require.Empty(t, fault)
	game, fault := ask("game.new", object{"model": loaded["model"]})
	require.Empty(t, fault)
	_, fault = ask("game.play", object{"game": game["game"], "agents": "canny"})
	require.Contains(t, fault, "there are no heaps: this is not Nim")
	_, fault = ask("game.answer", object{"game": game["game"], "option": 1})
	require.Empty(t, fault)
}
