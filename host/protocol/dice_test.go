package protocol

import "github.com/stretchr/testify/require"

// dice tries the methods of dice.
func (h *host) dice() {
	h.t.Helper()
	parsed := h.do("dice.parse", params{"dice": "1 + 4dFkh3 - d6"})
	require.Equal(h.t, "4dFkh3 - 1d6 + 1", parsed["dice"])
	require.EqualValues(h.t, 5, parsed["count"])
	require.EqualValues(h.t, -1, parsed["terms"].([]any)[0].(map[string]any)["low"])
	require.Equal(h.t, "bad_params: dice: column 7: expected dice such as 2d6, or a number, not 'g'", h.refused("dice.parse", params{"dice": "2d6 + gold"}))
	require.Equal(h.t, "limit: dice: column 1: 1001 dice; at most 1000 can be rolled", h.refused("dice.parse", params{"dice": "1001d6"}))

	roll := h.do("dice.roll", params{"dice": "2d6!kh2 + 3", "faces": []int{6, 2, 5}})
	require.EqualValues(h.t, 14, roll["total"])
	require.NotContains(h.t, roll, "index")
	faces := roll["terms"].([]any)[0].(map[string]any)["faces"].([]any)
	require.Equal(h.t, true, faces[0].(map[string]any)["exploded"])
	require.Equal(h.t, false, faces[1].(map[string]any)["kept"])
	first := h.do("dice.roll", params{"dice": "4d6", "seed": 7})
	next := h.do("dice.roll", params{"dice": "4d6", "seed": 7, "index": first["index"]})
	both := h.do("dice.roll", params{"dice": "8d6", "seed": 7})
	require.Equal(h.t, both["asked"], append(first["asked"].([]any), next["asked"].([]any)...))
	for faces, want := range map[any]string{
		"6":             "bad_params: faces is no list of ints",
		[2]any{1, "x"}:  "bad_params: faces is no list of ints",
		[2]any{1, 7}:    "bad_params: faces: a d6 has no face 7; it has 1 to 6",
		[1]any{1}:       "bad_params: faces: a d6 is asked for, and no face is left",
		[3]any{1, 1, 1}: "bad_params: faces has 1 more than are asked for",
	} {
		require.Equal(h.t, want, h.refused("dice.roll", params{"dice": "2d6", "faces": faces}))
	}
	require.Equal(h.t, "bad_params: faces is given, and a seed or an index too", h.refused("dice.roll", params{"dice": "1d6", "faces": []int{1}, "seed": 1}))

	x := h.do("dice.distribution", params{"dice": "4d6kh3", "exact": true})
	require.Equal(h.t, "15869/1296", x["mean_exact"])
	require.Len(h.t, x["outcomes"], 16)
	require.Equal(h.t, "1/1296", x["outcomes"].([]any)[0].(map[string]any)["exact"])
	x = h.do("dice.distribution", params{"dice": "1d6!"})
	require.Equal(h.t, "21/5", x["mean_exact"])
	require.NotContains(h.t, x["outcomes"].([]any)[0], "exact")
	require.Equal(h.t, "limit: dice: too many totals to be worked out exactly", h.refused("dice.distribution", params{"dice": "1000d20"}))
}
