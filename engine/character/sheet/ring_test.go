package sheet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// graph makes fields f0, f1, ...: each is 1, and an effect on it reads each of those given; by a formula that comes
// to something though what it reads fails, where lenient.
func graph(t tester, reads [][]int, lenient bool) *Rules {
	var rules, effects strings.Builder
	for i, to := range reads {
		fmt.Fprintf(&rules, "  - {id: f%d, type: integer, formula: '1'}\n", i)
		for _, k := range to {
			value := fmt.Sprintf("f%d", k)
			if lenient {
				value = fmt.Sprintf("f%d > 0 || true ? 1 : 0", k)
			}
			fmt.Fprintf(&effects, "  - {target: {field: f%d}, op: add, value: %q}\n", i, value)
		}
	}
	return rulesOf(t, "fields:\n"+rules.String()+"effects:\n"+effects.String(), "")
}

// A field fails with cycle if and only if it is reached from itself, whatever is asked first.
func TestRingsAreThoseOfTheGraph(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "fields")
		reads := make([][]int, n)
		reach := make([][]bool, n)
		for i := range reads {
			reads[i] = rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, "reads")
			reach[i] = make([]bool, n)
			for _, k := range reads[i] {
				reach[i][k] = true
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		r := graph(t, reads, rapid.Bool().Draw(t, "lenient"))
		s := r.Compute(characterOf(t, `{}`), nil)
		for _, f := range rapid.Permutation(r.Fields).Draw(t, "order") {
			_, err := s.Value(f.N)
			require.Equal(t, reach[f.N][f.N], err != nil, f.ID)
			if err != nil {
				require.EqualValues(t, "cycle", err.Code)
			}
		}
		for _, i := range issues(t, s) {
			require.True(t, strings.HasPrefix(i, "cycle field:p:f"), i)
		}
	})
}

// A ring of thousands is told in bounds.
func TestLargeRingIsToldInBounds(t *testing.T) {
	reads := make([][]int, 5000)
	for i := range reads {
		reads[i] = []int{(i + 1) % len(reads), (i + 7) % len(reads), 0}
	}
	s := graph(t, reads, false).Compute(characterOf(t, `{}`), nil)
	require.Less(t, len(s.AppendJSON(nil)), 30<<20)
	list := s.Issues()
	require.Len(t, list, len(reads))
	require.Contains(t, list[0].Message, " more → p:f0")
	for n := range reads {
		_, err := s.Value(n)
		require.EqualValues(t, "cycle", err.Code)
	}
}
