package expr

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Many short expressions that name what is long take no more room than the model has; beyond it they give the same.
func TestShortExpressionsDoNotGrowWithoutEnd(t *testing.T) {
	for src, left := range map[string]func(*Room) int{
		"long(n)": func(r *Room) int { return r.nodes },
		"any(any(board[i] == 1 for i in line) for line in table[n])": func(r *Room) int { return r.places },
		"any(any(board[i] == 1 for i in line) for line in odd)":      func(r *Room) int { return r.places },
		"len([0] * 19999)":  func(r *Room) int { return int(r.values) },
		"sum(range(90000))": func(r *Room) int { return int(r.steps) },
	} {
		w := newWorld()
		w.constant("table", "[[[x for x in range(9000)]] for y in range(3)]")
		w.constant("odd", "[[x for x in range(20000)], ['x']]")
		w.state("board", "[1]")
		w.state("n", "1")
		w.function(t, "long", []string{"p"}, "p"+strings.Repeat(" + p", 900))
		room := NewRoom()
		want := w.outcome(t, Mode{Plain: true}, src)
		for range 400 {
			before := *room
			require.Equal(t, want, w.outcome(t, Mode{Room: room}, src), src)
			if *room == before {
				break
			}
		}
		require.Less(t, left(room), left(NewRoom())/4, src)
		for _, x := range []int{room.nodes, room.places, int(room.values), int(room.steps)} {
			require.GreaterOrEqual(t, x, 0, src)
		}
	}
}

// A long body stands in for no call, however few calls there are.
func TestLongBodiesAreCalled(t *testing.T) {
	w := newWorld()
	w.state("n", "1")
	for length, inlined := range map[int]bool{900: true, 1100: false} {
		w.function(t, "f", []string{"p"}, "p"+strings.Repeat(" + p", length))
		taken := map[string]bool{}
		require.Equal(t, w.outcome(t, Mode{Plain: true}, "f(n)"), w.outcome(t, Mode{Fast: func(path string) { taken[path] = true }}, "f(n)"))
		require.Equal(t, inlined, taken["inlined"], length)
	}
}
