package protocol

import (
	"github.com/stretchr/testify/require"
)

const trap = `
name: Trap
num_players: 1
state: {vars: {room: {init: 0}}}
actions:
  on: {pre_x: "room < 2", effect: [{op: add, var: room, amount: 1}]}
  out: {pre_x: "room == 1", effect: [{op: set, var: room, value: 9}]}
  stay: {effect: []}
  sit: {pre_x: "room == 2", effect: []}
flow: {kind: loop, id: main, children: [{kind: step, id: go, actor_x: "0", do: [on, out, stay, sit]}]}
end: [{id: free, if_x: "room == 9", result: draw}]
`

const alike = `
name: Alike
num_players: 2
actions: {go: {effect: []}, wait: {effect: []}}
turns: {sides: {white: {phases: [main]}}, seats: [white, white]}
flow: {kind: turns, id: main, phases: {main: [{kind: step, id: s, actor_x: "turn['owner']", do: [go, wait]}]}}
`

// explores tries the methods that visit every state.
func (h *host) explores() {
	h.t.Helper()
	model := h.do("model.load", params{"text": trap})["model"]
	r := h.do("model.explore", params{"model": model, "invariants": []any{"room >= 0"}})
	require.EqualValues(h.t, 4, r["states"])
	require.Equal(h.t, true, r["whole"])
	require.Equal(h.t, false, r["fine"])
	stuck := r["stuck"].(map[string]any)
	require.EqualValues(h.t, 1, stuck["states"])
	require.Len(h.t, stuck["trace"], 2)
	require.Equal(h.t, "stay", stuck["cycle"].([]any)[0].(map[string]any)["label"])
	require.Equal(h.t, "- 0  # player 0 · step go: on\n- 0  # player 0 · step go: on\n- 0  # player 0 · step go: stay\n", r["script"])
	require.NotContains(h.t, r, "broken")
	require.NotContains(h.t, r, "histories")

	r = h.do("model.explore", params{"model": model, "invariants": []any{"room != 9"}})
	require.Equal(h.t, "room != 9", r["broken"].(map[string]any)["invariant"])
	r = h.do("model.explore", params{"model": model, "states": 2})
	require.Equal(h.t, "there are more than 2 states", r["cut"])
	require.NotContains(h.t, r, "script")
	require.Contains(h.t, h.refused("model.explore", params{"model": model, "invariants": []any{"rom"}}), "bad_params: invariant 'rom': nothing in the model has the name 'rom'")
	require.Contains(h.t, h.refused("model.explore", params{"model": model, "invariants": []any{1}}), "bad_params: invariants has something that is no text")
	require.Contains(h.t, h.refused("model.explore", params{"model": model, "states": 2_000_000}), "limit: states: at most 1000000 states")
	require.Contains(h.t, h.refused("model.explore", params{"model": model, "players": 2}), "bad_params: players")

	reference := h.do("turn.explore", params{"turns": 1})
	require.Equal(h.t, true, reference["whole"])
	require.NotContains(h.t, reference, "wrong")
	turns := h.do("model.load", params{"text": alike})["model"]
	all := h.do("turn.explore", params{"model": turns, "turns": 1})
	half := h.do("turn.explore", params{"model": turns, "turns": 1, "symmetry": true})
	require.EqualValues(h.t, 1, all["symmetries"])
	require.EqualValues(h.t, 2, half["symmetries"])
	require.Equal(h.t, "there are more than 9 states", h.do("turn.explore", params{"states": 9})["cut"])
	require.Contains(h.t, h.refused("turn.explore", params{"model": model}), "bad_params: model has no section 'turns'")
	require.Contains(h.t, h.refused("turn.explore", params{"turns": 5000}), "limit: turns")
	for _, m := range []any{model, turns} {
		h.do("model.close", params{"model": m})
	}
}
