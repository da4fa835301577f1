package protocol

import (
	"os"
	"strings"

	"github.com/stretchr/testify/require"
)

// turns tries the methods of turns.
func (h *host) turns() {
	h.t.Helper()
	text, err := os.ReadFile("../../testdata/models/turns/reference.yaml")
	require.NoError(h.t, err)
	model := h.do("model.load", params{"text": string(text)})["model"]
	game := h.do("game.new", params{"model": model, "seed": 3})["game"]
	record := h.do("game.record", params{"game": game})["record"]
	first := h.do("game.trace", params{"game": game})["trace"].(string)
	require.Equal(h.t, record, h.do("game.record", params{"game": game})["record"], "a trace is no part of the record")
	said := h.do("game.explain", params{"game": game, "about": "turn"})
	require.Equal(h.t, "corp", said["turn"].(map[string]any)["side"])
	require.Equal(h.t, "It is turn 1, that of player 0 (corp), in phase action (2 of 3).", said["sentences"].([]any)[0])
	require.Contains(h.t, h.do("game.explain", params{"game": game})["sentences"], said["sentences"].([]any)[0])
	h.do("game.play", params{"game": game, "agents": "random"})
	trace := h.do("game.trace", params{"game": game})["trace"].(string)
	begun := first[:strings.LastIndex(strings.TrimSpace(first), "\n")+1]
	require.True(h.t, strings.HasPrefix(trace, begun), "a trace goes on where it was")

	whole := h.do("turn.check", params{"trace": trace})
	require.Equal(h.t, true, whole["ok"])
	require.EqualValues(h.t, strings.Count(trace, "\n")-2, whole["steps"])
	require.Equal(h.t, "won", whole["outcome"].(map[string]any)["kind"])
	require.NotContains(h.t, whole, "fault")

	broken := h.do("turn.check", params{"trace": strings.Replace(trace, `"relation":"Handoff"`, `"relation":"Advance"`, 1)})
	require.Equal(h.t, false, broken["ok"])
	fault := broken["fault"].(map[string]any)
	require.Equal(h.t, []any{"refused", "Advance", "permitted"}, []any{fault["kind"], fault["refused"], fault["guard"]})
	require.Equal(h.t, "format", h.do("turn.check", params{"trace": ""})["fault"].(map[string]any)["kind"])

	snapshot := h.do("game.snapshot", params{"game": game})["data"]
	back := h.do("game.restore", params{"model": model, "data": snapshot})["game"]
	require.Equal(h.t, trace, h.do("game.trace", params{"game": back})["trace"], "what is restored tells the same turns")
	h.do("game.undo", params{"game": back, "n": 2})
	require.Less(h.t, len(h.do("game.trace", params{"game": back})["trace"].(string)), len(trace))

	other := h.do("model.load", params{"text": coin})["model"]
	plain := h.do("game.new", params{"model": other})["game"]
	require.Contains(h.t, h.refused("game.explain", params{"game": plain, "about": "turn"}), "bad_params: about is 'turn', and the model has no section 'turns'")
	require.NotContains(h.t, h.do("game.explain", params{"game": plain}), "turn")
	require.Contains(h.t, h.refused("game.trace", params{"game": plain}), "bad_params: game has no trace: the model has no section 'turns'")
	for _, g := range []any{game, back, plain} {
		h.do("game.close", params{"game": g})
	}
	for _, m := range []any{model, other} {
		h.do("model.close", params{"model": m})
	}
}
