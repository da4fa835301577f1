package explore_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/analyze"
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/explore"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

func example(t testing.TB, name string) *program.Program {
	t.Helper()
	m, found, err := model.Load("../../examples/"+name+"/model.yaml", model.Options{})
	require.NoError(t, err)
	p, more := compile.Compile(m, compile.Options{})
	require.Zero(t, append(found, more...).Errors())
	return p
}

func run(t testing.TB, p *program.Program, o explore.Options) *explore.Report {
	t.Helper()
	r, err := explore.Run(context.Background(), p, o)
	require.NoError(t, err)
	return r
}

// Noughts and crosses has 5,478 positions, 255,168 games and 294,778 histories that are not over, with the last free
// cell, which nobody is asked about.
func TestNoughtsAndCrosses(t *testing.T) {
	r := run(t, example(t, "noughts-and-crosses"), explore.Options{At: "action mark"})
	require.True(t, r.Whole)
	require.Equal(t, 5478, r.States)
	require.Equal(t, []int{1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78}, r.Levels)
	require.Equal(t, uint64(255_168), r.Histories.Ends)
	require.Equal(t, uint64(294_778), r.Histories.Decisions+r.Histories.Unasked)
	require.True(t, r.Fine())
}

// variable gives the value of a variable, as text.
func variable(g *game.Game, name string) string {
	for i := range g.Program().Vars {
		if v := &g.Program().Vars[i]; v.Name == name {
			return value.Repr(g.Env().Store, g.Env().State[v.Slot])
		}
	}
	return ""
}

// Four in a row has 1, 7, 49, 238, 1,120, 4,263, 16,422 positions after 0 to 6 plies. Its states are more: they know
// where the last disc lies.
func TestFourInARow(t *testing.T) {
	depth, want := 5, []int{1, 7, 49, 238, 1120, 4263, 16_422}
	if os.Getenv("ASTRAGAL_PROVE") != "" {
		depth = 6
	}
	boards, got := map[string]bool{}, make([]int, depth+1)
	r := run(t, example(t, "four-in-a-row"), explore.Options{Depth: depth, Each: func(g *game.Game) bool {
		if b := variable(g, "board"); !boards[b] {
			boards[b] = true
			got[strings.Count(b, "0")+strings.Count(b, "1")]++
		}
		return true
	}})
	require.Equal(t, want[:depth+1], got)
	require.False(t, r.Whole)
	require.Equal(t, r.Levels[depth], r.Open)
	require.Contains(t, r.Cut, "more than 5 answers")
	require.Nil(t, r.Histories)
	require.Zero(t, r.Stuck.States, "what is open may come to an end")
}

// Nim with heaps of 1, 3, 5 and 7 has 384 positions: four of them have one token left, which is taken unasked.
func TestNim(t *testing.T) {
	heaps := map[string]bool{}
	r := run(t, example(t, "nim"), explore.Options{Each: func(g *game.Game) bool {
		heaps[variable(g, "heaps")] = true
		return true
	}})
	require.True(t, r.Whole && r.Fine())
	require.Len(t, heaps, 384-4)
}

// The nodes of the trees of Kuhn and Leduc poker are the histories of their states.
func TestPoker(t *testing.T) {
	kuhn := run(t, example(t, "kuhn-poker"), explore.Options{})
	require.Equal(t, explore.Counts{Chances: 4, Decisions: 24, Ends: 30}, *kuhn.Histories)
	leduc := run(t, example(t, "leduc-poker"), explore.Options{})
	require.Equal(t, explore.Counts{Chances: 157, Decisions: 3780, Ends: 5520}, *leduc.Histories)
}

// A tree whose histories are put together by their position has as many nodes: it is grown depth first and knows
// positions by a hash.
func TestTheFoldedTreeHasAsManyNodes(t *testing.T) {
	for _, name := range []string{"nim", "kuhn-poker", "leduc-poker", "craps", "noughts-and-crosses"} {
		p := example(t, name)
		tree, err := analyze.Build(context.Background(), p, analyze.TreeOptions{Fold: true})
		require.NoError(t, err)
		r := run(t, p, explore.Options{})
		require.True(t, r.Whole)
		require.Equal(t, tree.Len(), r.States, name)
		require.Equal(t, tree.Cyclic, r.Cyclic, name)
	}
}
