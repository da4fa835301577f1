package protocol

import (
	"encoding/json"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/session"
)

// answered sends a request in JSON and gives the whole answer.
func answered(t testing.TB, rt *session.Runtime, id int, method string, params map[string]any) map[string]any {
	frame, err := json.Marshal(map[string]any{"v": 1, "id": id, "method": method, "params": params})
	require.NoError(t, err)
	var out map[string]any
	require.NoError(t, json.Unmarshal(Handle(rt, frame, nil), &out))
	return out
}

// A host without callbacks offers a function, fetches what is called and answers it from another thread.
func TestFunctionsThatAreFetched(t *testing.T) {
	rt, ask := functionGame(t)
	require.Empty(t, ask("function.next", nil), "nothing waits")
	ask("function.offer", map[string]any{"code": "tell"})
	model := ask("model.load", map[string]any{"text": telling})["model"]

	var wait sync.WaitGroup
	wait.Go(func() {
		next := answered(t, rt, 2, "function.next", map[string]any{"wait": 20_000})["result"].(map[string]any)
		asked := next["asked"].(map[string]any)
		require.Equal(t, "tell", asked["code"])
		require.Equal(t, "action tell", asked["place"])
		require.NotContains(t, asked, "game", "it is just being made")
		require.Equal(t, []any{1.0, 2.5, "x", nil, map[string]any{"a": true}}, asked["args"].(map[string]any)["list"])
		done := answered(t, rt, 3, "function.answer", map[string]any{"call": next["call"], "value": map[string]any{"z": []any{1, nil}}})
		require.Equal(t, true, done["ok"])
		again := answered(t, rt, 3, "function.answer", map[string]any{"call": next["call"]})
		require.Equal(t, false, again["ok"], "it has been answered")
	})
	g := ask("game.new", map[string]any{"model": model})
	wait.Wait()
	vars := ask("game.state", map[string]any{"game": g["game"]})["variables"]
	require.Equal(t, map[string]any{"got": map[string]any{"z": []any{1.0, nil}}}, vars)

	record := ask("game.record", map[string]any{"game": g["game"]})["record"]
	ask("function.withdraw", map[string]any{"code": "tell"})
	back := ask("game.replay", map[string]any{"model": model, "record": record})
	require.Equal(t, vars, ask("game.state", map[string]any{"game": back["game"]})["variables"], "a record asks nobody")
}

func TestAFetchedFunctionRefuses(t *testing.T) {
	rt, ask := functionGame(t)
	ask("function.offer", map[string]any{"code": "tell"})
	model := ask("model.load", map[string]any{"text": telling})["model"]
	var wait sync.WaitGroup
	wait.Go(func() {
		next := answered(t, rt, 2, "function.next", map[string]any{"wait": 20_000})["result"].(map[string]any)
		answered(t, rt, 3, "function.answer", map[string]any{"call": next["call"], "error": "no shop today"})
	})
	g := ask("game.new", map[string]any{"model": model})
	wait.Wait()
	require.Contains(t, g["request"].(map[string]any)["error"].(map[string]any)["message"], "no shop today")
}

// Whoever waits for an answer that never comes can be cancelled; nothing is left of it.
func TestACallThatNobodyAnswers(t *testing.T) {
	rt, ask := functionGame(t)
	ask("function.offer", map[string]any{"code": "tell"})
	model := ask("model.load", map[string]any{"text": telling})["model"]
	got := make(chan map[string]any)
	go func() { got <- answered(t, rt, 77, "game.new", map[string]any{"model": model}) }()
	for !rt.Cancel(77) {
		time.Sleep(time.Millisecond)
	}
	out := <-got
	require.Equal(t, "cancelled", out["errors"].([]any)[0].(map[string]any)["code"])
	require.Empty(t, ask("function.next", map[string]any{"wait": 1}), "what was given up is not told")
	require.EqualValues(t, 0, ask("runtime.info", nil)["games"])
}

// Closing the runtime ends those that wait, on either side.
func TestClosingEndsWhatWaits(t *testing.T) {
	rt, ask := functionGame(t)
	ask("function.offer", map[string]any{"code": "tell"})
	model := ask("model.load", map[string]any{"text": telling})["model"]
	var wait sync.WaitGroup
	wait.Go(func() { require.Equal(t, false, answered(t, rt, 1, "game.new", map[string]any{"model": model})["ok"]) })
	first := answered(t, rt, 2, "function.next", map[string]any{"wait": 20_000})["result"]
	require.NotEmpty(t, first)
	wait.Go(func() {
		require.Equal(t, false, answered(t, rt, 3, "function.next", map[string]any{"wait": 20_000})["ok"])
	})
	time.Sleep(20 * time.Millisecond)
	rt.Close()
	wait.Wait()
}

func TestFunctionNamesHaveALength(t *testing.T) {
	rt, _ := functionGame(t)
	for _, name := range []string{"", string(make([]byte, mostName+1))} {
		require.Equal(t, false, answered(t, rt, 1, "function.offer", map[string]any{"code": name})["ok"])
	}
}

func TestPoll(t *testing.T) {
	rt, ask := functionGame(t)
	require.Nil(t, Poll(rt, true))
	ask("function.offer", map[string]any{"code": "tell"})
	model := ask("model.load", map[string]any{"text": telling})["model"]
	var wait sync.WaitGroup
	wait.Go(func() { ask("game.new", map[string]any{"model": model}) })
	var said []byte
	for said == nil {
		said = Poll(rt, true)
	}
	var got map[string]any
	require.NoError(t, json.Unmarshal(said, &got))
	require.Equal(t, "function", got["kind"])
	require.Equal(t, "tell", got["asked"].(map[string]any)["code"])
	ask("function.answer", map[string]any{"call": got["call"]})
	wait.Wait()
}
