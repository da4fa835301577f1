package expr

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// Loops over a board give what the ordinary ones give, whatever its cells hold, however long it is, and whether the
// number of what they compare with, the lines and the bound fit or not.
func TestBoards(t *testing.T) {
	many := func(x string, n int) string { return fmt.Sprintf("[%s] * %d + [1, 0, None, 1, 1]", x, n) }
	boards := []string{
		"[]", "[None]", "[1]", "[None, 1, 0, 1, 1, 1, None, 0, 1]", "[1] * 9", "[None] * 9", "[0, 1] * 5",
		many("None", 59), many("1", 60), many("0", 63), many("1", 64), many("None", 130),
		"[1, 1, 'x', 1, 1, 1, 0, 0, 0]", "[1, True, 1.0, 1, None, 1, 1, 1, False]", "[1, [1], 1, 1]", "[None, 2 ** 70, 1, 1]",
		"'111111111'", "(1, 1, 1, None, 1, 1, 1, 1, 1)", "{0: 1, 1: 1}", "5", "None",
		"[9223372036854775807, -9223372036854775807 - 1, 0, 1, -1]",
	}
	sources := []string{
		"[i for i in range(n) if board[i] is None]", "[i for i in range(n) if board[i] is not None]",
		"[i for i in range(n) if board[i] == p]", "[i for i in range(n) if not board[i] == p]",
		"[i for i in range(n) if board[i] < p]", "[i for i in range(n) if board[i] >= p]", "[i for i in range(n) if not board[i] > p]",
		"[x for x in board if x != p]", "[x for x in board if x <= p]", "sum(1 for x in board if x == p)",
		"len([i for i in range(n) if board[i] == p])", "any(board[i] == p for i in range(n))", "all(x == p for x in board)",
		"any(x > p for x in board)", "all(x is None for x in board)",
		"any(all(board[i] == p for i in line) for line in lines)", "all(any(board[i] == p for i in line) for line in lines)",
		"any(all(board[i] != p for i in line) for line in lines)", "any(any(board[i] is None for i in line) for line in lines)",
		"all(all(board[i] is not None for i in line) for line in lines)", "any(all(board[i] == p for i in line) for line in table[n])",
		"any(not all(board[i] == p for i in line) for line in lines)",
	}
	lines := []string{
		"[]", "[[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]", "[[0]]", "[[]]", "[[0], []]",
		"[[63]]", "[[64]]", "[[0, 64], [1]]", "[[-1]]", "[[True]]", "[[0.0]]", "[0]", "5",
	}
	values := []string{"1", "None", "0", "True", "1.0", "'x'", "9223372036854775807", "[1]"}
	bounds := []string{"0", "1", "9", "-1", "64", "True", "'a'", "65"}
	for b, board := range boards {
		for i, line := range lines {
			for k := range 2 {
				p, n := values[(i*2+k+b)%8], bounds[(i+k+b)%8]
				w := newWorld()
				w.state("board", board)
				w.state("n", n)
				w.state("p", p)
				w.constant("lines", line)
				w.constant("table", "["+line+", [[1]], [], [[0], [2, 1]]]")
				for _, src := range sources {
					require.Equal(t, w.outcome(t, Mode{Plain: true}, src), w.outcome(t, Mode{}, src), "%s: board %s, lines %s, n %s, p %s", src, board, line, n, p)
				}
			}
		}
	}
}

// A loop over a board that fits its budgets gives its value, one that does not says so, and with more it never fails
// where it did not with less.
func TestBoardsAtTheEdge(t *testing.T) {
	for _, src := range []string{
		"[i for i in range(64) if board[i] == 1]", "[x for x in board if x == 1]", "len([x for x in board if x >= 1])",
		"all(x == 1 for x in board)", "any(all(board[i] == 1 for i in line) for line in [[0, 70], [2, 3, 4]])", "f(1)",
	} {
		w := newWorld()
		w.state("board", "[1] * 64 + [0] * 10")
		w.function(t, "f", []string{"p"}, "[i for i in range(64) if board[i] == p]")
		whole := w.outcome(t, Mode{Plain: true}, src)
		fits := false
		for steps := int64(1); steps < 1000; steps++ {
			w.env.Limits = Limits{Steps: steps, Size: steps}
			switch got := w.outcome(t, Mode{}, src); {
			case got == whole:
				fits = true
			default:
				require.False(t, fits, "%s with %d steps", src, steps)
				require.Regexp(t, "too many steps|value too large", got, "%s with %d steps", src, steps)
			}
		}
		require.True(t, fits, src)
	}
}

// Few are the elements of the list that they stand for, at its price; of anything else there are none.
func TestFew(t *testing.T) {
	for board, want := range map[string]uint64{
		"[None, 1, None, 0]": 0b0101, "[None] * 64": 1<<64 - 1, "[1, 1, 1, 1]": 0,
		"[1, 'x', None, 1]": 0, "(None, None)": 0, "[None] * 3": 0, "7": 0,
	} {
		w := newWorld()
		w.state("board", board)
		n := "4"
		if want == 1<<64-1 {
			n = "64"
		}
		c := w.compile(t, "[i for i in range("+n+") if board[i] is None]")
		w.env.Begin()
		full := [2]int64{w.env.steps, w.env.size.Left}
		_, got, ok := c.Few(w.env, 64)
		after := [2]int64{w.env.steps, w.env.size.Left}
		require.Equal(t, want, got, board)
		if !ok {
			require.Equal(t, full, after, board)
			continue
		}
		w.env.Begin()
		items, _, made := c.Append(w.env, nil)
		require.True(t, made)
		require.Equal(t, [2]int64{w.env.steps, w.env.size.Left}, after, board)
		for _, x := range items {
			require.NotZero(t, got&(1<<uint(x.Int())), board)
			got &^= 1 << uint(x.Int())
		}
		require.Zero(t, got, board)
	}
	for _, src := range []string{"[1, 2]", "[i + 1 for i in range(4) if board[i] is None]", "[x for x in board if x == 1]", "[i for i in range(65) if board[i] == 1]"} {
		w := newWorld()
		w.state("board", "[1] * 65")
		_, _, ok := w.compile(t, src).Few(w.env, 64)
		require.False(t, ok, src)
	}
}
