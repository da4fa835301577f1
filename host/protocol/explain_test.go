package protocol

import (
	"github.com/stretchr/testify/require"
)

// data is a game's snapshot.
func data(h *host, on func(params) params) any { return h.do("game.snapshot", on(nil))["data"] }

// explanations asks for each kind of explanation; was is the game's snapshot, which stays what it is.
func (h *host) explanations(on func(params) params, was any) {
	h.t.Helper()
	value := h.do("game.explain", on(params{"about": "value", "name": "got[turn] + 1", "seat": 1}))
	require.Equal(h.t, []any{"got[turn] + 1 is 1.", "  got[turn] is 0.", "  turn is 1."}, value["sentences"])
	part := value["value"].(map[string]any)["part"].(map[string]any)
	require.Equal(h.t, "1", part["value"])
	require.Equal(h.t, map[string]any{"name": "got[turn]", "value": "0"}, part["values"].([]any)[0])
	action := h.do("game.explain", on(params{"about": "action", "name": "flip"}))["actions"].(map[string]any)
	require.Equal(h.t, "action take · 2", action["asks"])
	require.Equal(h.t, false, action["actions"].([]any)[0].(map[string]any)["legal"])
	heard := h.do("game.explain", on(params{"about": "trigger", "name": "flipped"}))["triggers"].([]any)[0].(map[string]any)
	require.Equal(h.t, true, heard["emitted"])
	ends := h.do("game.explain", on(params{"about": "end"}))["ends"].(map[string]any)
	require.IsType(h.t, 0.5, ends["conditions"].([]any)[0].(map[string]any)["near"])
	all := h.do("game.explain", on(nil))
	require.NotEmpty(h.t, all["sentences"])
	require.Equal(h.t, was, data(h, on))
}
