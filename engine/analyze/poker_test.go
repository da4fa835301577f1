package analyze

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
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

func TestPokerTrees(t *testing.T) {
	for name, want := range map[string]Counts{
		"kuhn-poker": {Nodes: 58, Chance: 4, Decision: 24, End: 30, Actions: 1, Longest: 5, Shortest: 4,
			Branching: [2]Spread{{2, 2, 2}, {2, 3, 2.25}}, Sets: []uint64{6, 6}, Errors: []uint64{}},
		"leduc-poker": {Nodes: 9457, Chance: 157, Decision: 3780, End: 5520, Actions: 1 + 5*30*10 + 30*56, Longest: 11, Shortest: 4,
			Branching: [2]Spread{{2, 3, 7.0 / 3}, {4, 6, 636.0 / 157}}, Sets: []uint64{468, 468}, Errors: []uint64{}},
	} {
		tree := grown(t, example(t, name), TreeOptions{})
		got := tree.Count()
		require.InDelta(t, want.Branching[1].Mean, got.Branching[1].Mean, 1e-12)
		require.InDelta(t, want.Branching[0].Mean, got.Branching[0].Mean, 1e-12)
		want.Branching, want.Actions = got.Branching, got.Actions
		require.Equal(t, want, got, name)
		require.True(t, tree.Recall)
		require.False(t, tree.Perfect())
		require.Zero(t, tree.Peeks)
	}
}

// A set holds the decisions at which InfoState gives its player the same text.
func TestSetsAreInformationStates(t *testing.T) {
	for name, p := range map[string]*program.Program{"kuhn": example(t, "kuhn-poker"), "pennies": build(t, pennies)} {
		tree := grown(t, p, TreeOptions{})
		texts, sets := map[string]int32{}, map[int32]string{}
		var visit func(g *game.Game, at int32)
		visit = func(g *game.Game, at int32) {
			x := &tree.nodes[at]
			require.Equal(t, g.Kind(), x.kind)
			if x.kind == game.Decision {
				text := observe.InfoState(g, g.Player())
				if i, ok := texts[text]; ok {
					require.Equal(t, i, x.item)
				}
				if known, ok := sets[x.item]; ok {
					require.Equal(t, known, text)
				}
				texts[text], sets[x.item] = x.item, text
			}
			for i, e := range tree.kids(x) {
				visit(after(t, g, i), e.to)
			}
		}
		g, err := game.New(p, game.Options{Record: true})
		require.NoError(t, err)
		visit(g, int32(tree.Len()-1))
		require.Len(t, sets, len(tree.Sets), name)
	}
}

func TestPokerAtRandom(t *testing.T) {
	for _, c := range []struct {
		name  string
		worth *big.Rat
		gap   float64
	}{{"kuhn-poker", big.NewRat(1, 8), 11.0 / 12}, {"leduc-poker", big.NewRat(-5, 64), 4.747222}} {
		tree := grown(t, example(t, c.name), TreeOptions{})
		w := worthOf(t, tree, tree.Uniform())
		require.Equal(t, c.worth, w.Exact[0])
		require.Equal(t, new(big.Rat).Neg(c.worth), w.Exact[1])
		x, _ := c.worth.Float64()
		require.InDelta(t, x, w.Payoffs[0], 1e-14)
		list, err := tree.Responses(tree.Uniform())
		require.NoError(t, err)
		require.InDelta(t, c.gap, NashConv(list), 5e-7)
	}
}

// Kuhn poker is worth −1/18 to whoever begins. What is found is no further from an equilibrium than it says.
func TestKuhnEquilibrium(t *testing.T) {
	until := 1e-5
	if prove() {
		until = 1e-6
	}
	tree := grown(t, example(t, "kuhn-poker"), TreeOptions{})
	f, list, err := tree.Equilibrium(context.Background(), EquilibriumOptions{Iterations: 1_000_000, Until: until})
	require.NoError(t, err)
	last := list[len(list)-1]
	require.InDelta(t, -1.0/18, last.Value, 1e-6)
	require.LessOrEqual(t, last.Exploitability, until)
	r, err := tree.Responses(f)
	require.NoError(t, err)
	require.Equal(t, last.NashConv, NashConv(r))
	require.GreaterOrEqual(t, r[0].Best, -1.0/18-1e-12)
	require.GreaterOrEqual(t, r[1].Best, 1.0/18-1e-12)

	// In every equilibrium whoever speaks second bets a third of its jacks after a check.
	for i := range tree.Sets {
		s := &tree.Sets[i]
		if s.Player == 1 && slices.Equal(s.Seen, []string{"?", "jack", "check"}) {
			x := &tree.nodes[s.nodes[0]]
			require.InDelta(t, 1.0/3, f[int(x.edges)+slices.Index(s.Options, "bet")], 1e-2)
			return
		}
	}
	require.Fail(t, "there is no such set")
}

// Whoever waits no longer has what was found so far.
func TestEquilibriumIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	tree := grown(t, example(t, "kuhn-poker"), TreeOptions{})
	f, list, err := tree.Equilibrium(ctx, EquilibriumOptions{Progress: func(x Checked) {
		if x.Iteration == 4 {
			cancel()
		}
	}})
	require.NoError(t, err)
	require.Len(t, list, 4)
	require.Equal(t, 5, list[3].Iteration)
	r, err := tree.Responses(f)
	require.NoError(t, err)
	require.Equal(t, list[3].NashConv, NashConv(r))
}

func TestLeducEquilibrium(t *testing.T) {
	o, near := EquilibriumOptions{Iterations: 512}, 2e-3
	if prove() {
		o, near = EquilibriumOptions{Iterations: 40_000, Until: 1e-5}, 1e-5
	}
	tree := grown(t, example(t, "leduc-poker"), TreeOptions{})
	_, list, err := tree.Equilibrium(context.Background(), o)
	require.NoError(t, err)
	last := list[len(list)-1]
	require.InDelta(t, -0.085606, last.Value, near+1e-6)
	require.LessOrEqual(t, last.Exploitability, near)
}

// at random gives each set of a tree some play.
func atRandom(t *rapid.T, tree *Tree) Profile {
	f := slices.Clone(tree.Uniform())
	for i := range tree.Sets {
		s := &tree.Sets[i]
		play := rapid.SliceOfN(rapid.Float64Range(0, 1), len(s.Options), len(s.Options)).Draw(t, "play")
		share(play, slices.Clone(play))
		for _, at := range s.nodes {
			copy(f[tree.nodes[at].edges:], play)
		}
	}
	return f
}

// Nobody loses by a best response, and no play without mixing is better than it.
func TestBestResponse(t *testing.T) {
	tree := grown(t, example(t, "kuhn-poker"), TreeOptions{})
	rapid.Check(t, func(t *rapid.T) {
		f := atRandom(t, tree)
		list, err := tree.Responses(f)
		require.NoError(t, err)
		require.GreaterOrEqual(t, NashConv(list), -1e-12)
		for p, r := range list {
			require.InDelta(t, pureBest(t, tree, f, p), r.Best, 1e-12)
		}
	})
}

// pureBest tries all that a player can do.
func pureBest(t require.TestingT, tree *Tree, f Profile, p int) float64 {
	var mine []*Set
	for i := range tree.Sets {
		if tree.Sets[i].Player == p {
			mine = append(mine, &tree.Sets[i])
		}
	}
	best := -1e9
	f = slices.Clone(f)
	for plan := range 1 << len(mine) {
		for i, s := range mine {
			for _, at := range s.nodes {
				e := tree.nodes[at].edges
				f[e], f[e+1] = float64(plan>>i&1), float64(1-plan>>i&1)
			}
		}
		best = max(best, worthOf(t, tree, f).Payoffs[p])
	}
	return best
}
