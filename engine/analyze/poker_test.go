package analyze

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

func start(t testing.TB, p *program.Program) *game.Game {
	t.Helper()
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	return g
}

// after is the game once option i has been taken.
func after(t testing.TB, g *game.Game, i int) *game.Game {
	t.Helper()
	child := g.Clone()
	require.NoError(t, child.Answer(i))
	return child
}

// nodes counts the places of a game's tree by their kind.
func nodes(t testing.TB, g *game.Game, into map[game.Kind]int) {
	into[g.Kind()]++
	if g.Over() {
		return
	}
	for i := range g.Len() {
		nodes(t, after(t, g, i), into)
	}
}

func TestPokerTrees(t *testing.T) {
	for name, want := range map[string]map[game.Kind]int{
		"kuhn-poker":  {game.Chance: 4, game.Decision: 24, game.End: 30},
		"leduc-poker": {game.Chance: 157, game.Decision: 3780, game.End: 5520},
	} {
		count := map[game.Kind]int{}
		nodes(t, start(t, example(t, name)), count)
		require.Equal(t, want, count, name)
	}
}

// What a seat of Leduc poker knows when it is asked: its card, the one on the table, and what was said.
// By that there are 936 places; in Kuhn poker there are 12.
func TestPokerInformationSets(t *testing.T) {
	for name, want := range map[string]int{"kuhn-poker": 12, "leduc-poker": 936} {
		known := map[string]bool{}
		informed(t, start(t, example(t, name)), [2]string{}, known)
		require.Len(t, known, want, name)
	}
}

// informed collects what the seats have seen at their decisions: the label of each answer that was shown to
// them, and a blank for each other.
func informed(t testing.TB, g *game.Game, seen [2]string, known map[string]bool) {
	if g.Over() {
		return
	}
	r := g.Request()
	if g.Kind() == game.Decision {
		known[seen[r.Player]] = true
	}
	for i, o := range r.Options {
		next := seen
		for seat := range next {
			if r.All || slices.Contains(r.Seen, seat) {
				next[seat] += "/" + o.Label
			} else {
				next[seat] += "/?"
			}
		}
		informed(t, after(t, g, i), next, known)
	}
}
