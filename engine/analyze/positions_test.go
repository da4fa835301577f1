package analyze

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// board gives what each cell of a game's board holds.
func board(g *game.Game) []string {
	for i := range g.Program().Vars {
		if v := &g.Program().Vars[i]; v.Name == "board" {
			return strings.Split(strings.Trim(value.Repr(g.Env().Store, g.Env().State[v.Slot]), "[]"), ", ")
		}
	}
	return nil
}

// positions counts the different boards after 0, 1, … plies, each of which fills a cell. Those of games
// that are over count as well.
func positions(t testing.TB, g *game.Game, plies int) []int {
	seen := make([]map[string]bool, plies+1)
	for i := range seen {
		seen[i] = map[string]bool{}
	}
	var visit func(g *game.Game, ply int)
	visit = func(g *game.Game, ply int) {
		cells := board(g)
		text := strings.Join(cells, " ")
		if seen[ply][text] {
			return
		}
		seen[ply][text] = true
		if g.Over() || ply == plies {
			return
		}
		for i, o := range g.Request().Options {
			next := after(t, g, i)
			made := slices.DeleteFunc(board(next), func(c string) bool { return c == "None" })
			if len(made) < ply+2 {
				visit(next, ply+1)
				continue
			}
			// The last cell was filled unasked, and the board before that was never there to be seen.
			between := slices.Clone(cells)
			cell, err := strconv.Atoi(o.Label)
			require.NoError(t, err)
			between[cell] = board(next)[cell]
			seen[ply+1][strings.Join(between, " ")] = true
			visit(next, ply+2)
		}
	}
	visit(g, 0)
	var out []int
	for _, s := range seen {
		out = append(out, len(s))
	}
	return out
}

func TestNoughtsAndCrossesPositions(t *testing.T) {
	sum := 0
	for _, n := range positions(t, start(t, example(t, "noughts-and-crosses")), 9) {
		sum += n
	}
	require.Equal(t, 5478, sum)
}

func TestFourInARowPositions(t *testing.T) {
	plies, want := 6, []int{1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275}
	if prove() {
		plies = 8
	}
	require.Equal(t, want[:plies+1], positions(t, start(t, example(t, "four-in-a-row")), plies))
}
