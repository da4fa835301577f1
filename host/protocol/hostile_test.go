package protocol

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/enginetest/effort"
	"github.com/astragal-engine/astragal/host/session"
)

// Numbers of seats, events, answers and handles that nobody gave: an answer, or an error that is the
// caller's; the game stays as it was.
func TestNumbersNobodyGave(t *testing.T) {
	h := newHost(t, session.Config{})
	h.json = true
	game := h.start("draw", "a", "b", "play")
	before := h.do("game.record", params{"game": game})
	far := []any{-1 << 31, -2, -1, 0, 1, 2, 99, 1 << 31, 1 << 40, int64(math.MaxInt64), int64(math.MinInt64), 1.5, "0", nil, []any{}, params{}}
	for _, m := range []string{"game.view", "game.request", "game.options", "game.events", "game.explain", "game.undo", "game.answer", "game.redo", "batch.observe", "batch.step", "function.answer", "function.next", "runtime.cancel"} {
		for _, p := range methods[m].Params {
			for _, x := range far {
				use := params{p.Name: x}
				if p.Name != "game" && strings.HasPrefix(m, "game.") {
					use["game"] = game
				}
				if m == "game.answer" || m == "game.undo" || m == "game.redo" || (m == "function.next" && p.Name == "wait") {
					if x == 0 || x == 1 || x == 2 || x == nil || m == "function.next" {
						continue
					}
				}
				for _, e := range errorsOf(h.call(m, use)) {
					require.NotContains(t, []string{"internal", "poisoned", "busy"}, e, "%s %s %v", m, p.Name, x)
				}
			}
		}
	}
	for _, item := range []string{"", "hand", "hand[0]#0", "hand[9]#9", "hand[1]#0", "deck#0", "table#-1", "table#99999999999999999999", strings.Repeat("[", 60_000), "\x00", "h\u202e"} {
		for _, seat := range []int{-1, 0, 1, 2} {
			answer := h.call("game.answer", params{"game": game, "item": item, "view_as": seat})
			require.Equal(t, false, answer["ok"], "%q of %d", item, seat)
		}
	}
	require.Equal(t, before, h.do("game.record", params{"game": game}))
}

func errorsOf(answer map[string]any) []string {
	var out []string
	if list, ok := answer["errors"].([]any); ok {
		for _, e := range list {
			out = append(out, fmt.Sprint(e.(map[string]any)["code"]))
		}
	}
	return out
}

// What is asked about is as hostile as a model: long, deep, and without end.
func TestExplanationsAreBounded(t *testing.T) {
	h := newHost(t, session.Config{})
	h.json = true
	game := h.start("draw", "a", "b", "play")
	for _, name := range []string{
		strings.Repeat("(", 65536), strings.Repeat("-", 65536) + "1", strings.Repeat("not ", 16000) + "1", strings.Repeat("1+", 32000) + "1", strings.Repeat("[", 32000) + strings.Repeat("]", 32000),
		"sum(a * b * c * d for a in range(999) for b in range(999) for c in range(999) for d in range(999))",
		"[[[i for i in range(1000)] for j in range(1000)] for k in range(1000)]", "'x' * 10 ** 12", "9 ** 9 ** 9 ** 9", "any(i < 0 for i in range(10 ** 9))",
		"turn == " + strings.Repeat("turn == ", 8000) + "1", strings.Repeat("turn if turn else ", 3600) + "1", strings.Repeat("turn or ", 8000) + "1", "\x00", "'" + strings.Repeat("\u202e", 20000) + "'",
	} {
		for _, about := range []string{"value", "action", "trigger", "end", "all"} {
			frame, err := json.Marshal(params{"v": 1, "id": 4, "method": "game.explain", "params": params{"game": game, "about": about, "name": name}})
			require.NoError(t, err)
			var answer []byte
			effort.Most(t, 10_000, func() { answer = Handle(h.rt, frame, nil) })
			require.Less(t, len(answer), 1<<20, "%.40s", name)
			require.NotContains(t, string(answer[:min(200, len(answer))]), `"internal"`, "%.40s", name)
		}
	}
}

// Many threads look at one game, explain it, answer and take back.
func TestOneGameFromManyThreads(t *testing.T) {
	h := newHost(t, session.Config{})
	h.json = true
	game := h.start("draw", "a", "b")
	bad := make(chan string, 10_000)
	var all sync.WaitGroup
	for k := range 8 {
		all.Go(func() {
			for i := range 30 {
				m := []string{"game.view", "game.explain", "game.answer", "game.undo", "game.options", "game.events", "game.clone", "game.record"}[(k+i)%8]
				p := params{"game": game}
				if m == "game.answer" {
					p["option"] = 0
				}
				frame, _ := json.Marshal(params{"v": 1, "id": k, "method": m, "params": p})
				var answer map[string]any
				if json.Unmarshal(Handle(h.rt, frame, nil), &answer) != nil {
					bad <- m
				}
				for _, e := range errorsOf(answer) {
					if e == "internal" || e == "poisoned" || e == "busy" {
						bad <- m + ": " + fmt.Sprint(answer)
					}
				}
			}
		})
	}
	all.Wait()
	close(bad)
	for text := range bad {
		require.Fail(t, text)
	}
	h.do("game.view", params{"game": game})
}

// A call of a function is answered once; one that nobody made, or that was given up, not at all.
func TestCallsThatAreAnsweredWrongly(t *testing.T) {
	h := newHost(t, session.Config{})
	h.json = true
	model := h.do("model.load", params{"text": telling})["model"]
	h.do("function.offer", params{"code": "tell"})
	for _, call := range []any{0, 1, 1 << 40, -1} {
		require.Contains(t, h.refused("function.answer", params{"call": call, "value": 1}), ":")
	}
	made := make(chan map[string]any, 1)
	frame, _ := json.Marshal(params{"v": 1, "id": 9, "method": "game.new", "params": params{"model": model}})
	begin := func() any {
		go func() {
			var answer map[string]any
			_ = json.Unmarshal(Handle(h.rt, frame, nil), &answer)
			made <- answer
		}()
		return h.do("function.next", params{"wait": 60_000})["call"]
	}
	call := begin()
	require.Empty(t, h.do("function.next", nil), "each call is given once")
	h.do("function.answer", params{"call": call, "value": 5})
	require.Contains(t, h.refused("function.answer", params{"call": call, "value": 6}), "not_found")
	require.Equal(t, true, (<-made)["ok"])

	call = begin()
	require.Equal(t, true, h.do("runtime.cancel", params{"id": 9})["cancelled"])
	require.Equal(t, []string{"cancelled"}, errorsOf(<-made))
	require.Contains(t, h.refused("function.answer", params{"call": call, "value": 6}), "not_found")

	call = begin()
	h.do("function.withdraw", params{"code": "tell"})
	h.do("model.close", params{"model": model})
	h.do("function.answer", params{"call": call, "value": 7})
	<-made

	model = h.do("model.load", params{"text": telling})["model"]
	frame, _ = json.Marshal(params{"v": 1, "id": 9, "method": "game.new", "params": params{"model": model}})
	h.do("function.offer", params{"code": "tell"})
	begin()
	h.rt.Close()
	require.Equal(t, false, (<-made)["ok"])
}
