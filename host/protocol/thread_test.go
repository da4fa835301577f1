package protocol

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/session"
)

func TestAFaultIsAnAnswer(t *testing.T) {
	var bad atomic.Uint64
	h := newHost(t, session.Config{Probe: func(g session.Handle) {
		if uint64(g) == bad.Load() {
			panic("a bug")
		}
	}})
	model := h.do("model.load", params{"text": coin})["model"]
	one, two := h.do("game.new", params{"model": model})["game"], h.do("game.new", params{"model": model})["game"]
	bad.Store(uint64(handleOf(one)))
	require.Equal(t, "internal: a fault of the engine: a bug", h.refused("game.answer", params{"game": one, "option": 0}))
	for _, method := range []string{"game.request", "game.state", "game.snapshot", "game.clone", "game.undo"} {
		require.Equal(t, fmt.Sprintf("poisoned: a fault of the engine has hit game %v before; close it", one), h.refused(method, params{"game": one}))
	}
	h.do("game.answer", params{"game": two, "option": 0})
	h.do("game.close", params{"game": one})
	require.Equal(t, fmt.Sprintf("not_found: game %v has been closed", one), h.refused("game.close", params{"game": one}))
}

// Threads that share one runtime, with games of their own and one that all use, some of them closing what
// others use: every request has its answer, under its id.
func TestThreadsShareARuntime(t *testing.T) {
	h := newHost(t, session.Config{Limits: session.Limits{Warm: 4}})
	model := h.do("model.load", params{"text": coin})["model"]
	shared := h.do("game.new", params{"model": model})["game"]
	var wait sync.WaitGroup
	for k := range 8 {
		wait.Go(func() {
			id := 1000 * k
			send := func(method, params string) map[string]any {
				id++
				frame := fmt.Sprintf(`{"v": 1, "id": %d, "method": "%s", "params": {%s}}`, id, method, params)
				answer := map[string]any{}
				if err := json.Unmarshal(Handle(h.rt, []byte(frame), nil), &answer); err != nil || answer["id"] != float64(id) {
					t.Errorf("%s: %v %v", frame, err, answer)
				}
				result, _ := answer["result"].(map[string]any)
				return result
			}
			for range 40 {
				begun := send("game.new", fmt.Sprintf(`"model": %v, "seed": %d`, model, id))
				own := fmt.Sprintf(`"game": %.0f`, begun["game"])
				send("game.play", own+`, "agents": "random", "limit": 3`)
				send("game.undo", own)
				send("game.play", fmt.Sprintf(`"game": %v, "agents": "random", "limit": 1`, shared))
				send("game.undo", fmt.Sprintf(`"game": %v`, shared))
				send("game.events", own)
				send("runtime.info", "")
				send("game.close", own)
				send("game.close", fmt.Sprintf(`"game": %d`, 1<<30+1+4*(id%20)))
			}
		})
	}
	wait.Wait()
	require.False(t, strings.Contains(string(Handle(h.rt, []byte(`{"v": 1, "method": "runtime.info"}`), nil)), `"ok":false`))
}
