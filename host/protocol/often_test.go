package protocol

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// answering is game.answer as the bindings write it.
func answering(t testing.TB, game any, option int) []byte {
	b := append([]byte(oftenBegin), pack(t, game)...)
	b = append(append(b, oftenOption...), pack(t, option)...)
	return append(append(b, oftenID...), pack(t, 1)...)
}

// What is read in the short way is read the same in the long one, whichever byte of such a frame is another
// or missing.
func TestOftenIsTheLongWay(t *testing.T) {
	check := func(b []byte) (short bool) {
		var quick, long call
		if !quick.often(b) {
			return false
		}
		require.NoError(t, scan(b), "%x", b)
		require.NoError(t, long.envelope(b), "%x", b)
		require.Equal(t, [3]any{long.id, long.method, long.values}, [3]any{quick.id, quick.method, quick.values}, "%x", b)
		return true
	}
	for _, game := range []uint64{1, 200, 70_000, 1<<32 + 1, 1 << 63} {
		for _, option := range []int{0, 19, 300, 1 << 30} {
			frame := answering(t, game, option)
			require.True(t, check(frame))
			for i := range frame {
				require.False(t, check(frame[:i]))
				for x := range 256 {
					other := append([]byte{}, frame...)
					other[i] = byte(x)
					check(other)
				}
			}
			require.False(t, check(append(frame, 0)))
		}
	}
	require.False(t, check(answering(t, 1, 1<<40)))
	require.False(t, check(answering(t, 1, -1)))
}
