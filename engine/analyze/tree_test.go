package analyze

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/simulate"
)

func grown(t testing.TB, p *program.Program, o TreeOptions) *Tree {
	t.Helper()
	tree, err := Build(context.Background(), p, o)
	require.NoError(t, err)
	return tree
}

func worthOf(t require.TestingT, tree *Tree, f Profile) Worth {
	w, err := tree.Worth(f)
	require.NoError(t, err)
	return w
}

func grownWith(t testing.TB, p *program.Program, agents string) *Tree {
	t.Helper()
	list, err := agent.Seats(p, agents, p.DefPlayers, agent.Host{})
	require.NoError(t, err)
	return grown(t, p, TreeOptions{Agents: list})
}

// Both show a coin at once. Two heads are worth 2 to the first player, two tails 1, and others cost it 1.
const pennies = `
num_players: 2
state: {vars: {shown: {init: null}}}
actions:
  show:
    effect:
      - {op: choose, actors_x: players, options: [heads, tails], as: coins}
      - {op: set, var: shown, value_x: "[coins[0], coins[1]]"}
flow: {kind: step, id: both, actor_x: '0', do: [show]}
derived: {won: "2 if shown == ['heads', 'heads'] else 1 if shown == ['tails', 'tails'] else -1"}
end: [{id: shown, if_x: shown is not None, result: score, returns_x: "[won, -won]"}]
`

// Nobody sees what the other picks, so each has a single set, and must mix: 2 to 3, for a fifth.
func TestSealedChoices(t *testing.T) {
	tree := grown(t, build(t, pennies), TreeOptions{})
	require.Equal(t, []uint64{1, 1}, tree.Count().Sets)
	require.Len(t, tree.Sets[1].nodes, 2)
	f, list, err := tree.Equilibrium(context.Background(), EquilibriumOptions{Iterations: 100_000, Until: 1e-6})
	require.NoError(t, err)
	require.InDelta(t, 0.2, list[len(list)-1].Value, 1e-6)
	for _, s := range tree.Sets {
		require.InDelta(t, 0.4, f[tree.nodes[s.nodes[0]].edges], 1e-4)
	}
}

// Of two by two options an equilibrium is known: a saddle, or else a mixture.
func TestMatrices(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := rapid.SliceOfN(rapid.IntRange(-9, 9), 4, 4).Draw(r, "payoffs")
		text := strings.NewReplacer("2 if shown", fmt.Sprint(m[0], " if shown"), "1 if shown", fmt.Sprint(m[3], " if shown"),
			"else -1", fmt.Sprintf("else %d if shown == ['heads', 'tails'] else %d", m[1], m[2])).Replace(pennies)
		a, b, c, d := float64(m[0]), float64(m[1]), float64(m[2]), float64(m[3])
		low, high := max(min(a, b), min(c, d)), min(max(a, c), max(b, d))
		want := low
		if low < high {
			want = (a*d - b*c) / (a + d - b - c)
		}
		tree := grown(t, build(t, text), TreeOptions{})
		_, list, err := tree.Equilibrium(context.Background(), EquilibriumOptions{Iterations: 20_000, Until: 1e-3})
		require.NoError(t, err)
		last := list[len(list)-1]
		require.InDelta(r, want, last.Value, 2*last.Exploitability+1e-12)
		require.LessOrEqual(r, last.Exploitability, 0.01)
	})
}

// Where everybody sees everything each history at a decision is a set of its own, and positions are shared.
func TestFolded(t *testing.T) {
	p := example(t, "noughts-and-crosses")
	tree := grown(t, p, TreeOptions{})
	require.True(t, tree.Folded)
	require.True(t, tree.Perfect())
	c := tree.Count()
	r := perft(t, p, PerftOptions{Depth: 9})
	asked, ended := uint64(0), uint64(0)
	for _, n := range r.Sequences {
		asked += uint64(n)
	}
	for _, e := range r.Ends {
		ended += uint64(e.Games)
	}
	require.Equal(t, uint64(255_168), ended)
	require.Equal(t, ended, c.End)
	require.Equal(t, asked-ended, c.Decision)
	require.Equal(t, c.Decision, c.Sets[0]+c.Sets[1])
	require.Less(t, c.Nodes, 5478)
	require.Equal(t, uint64(127_872), c.Options, "the last free cell")
	require.Equal(t, []int{5, 8}, []int{c.Shortest, c.Longest})
	require.Equal(t, big.NewRat(187, 630), worthOf(t, tree, tree.Uniform()).Exact[0])
}

// Folding a tree changes no number of it.
func TestFoldedIsTheSame(t *testing.T) {
	for _, name := range []string{"kuhn-poker", "leduc-poker"} {
		whole, folded := grown(t, example(t, name), TreeOptions{}), grown(t, example(t, name), TreeOptions{Fold: true})
		a, b := whole.Count(), folded.Count()
		require.Nil(t, b.Sets)
		require.LessOrEqual(t, b.Nodes, a.Nodes)
		b.Sets, b.Nodes = a.Sets, a.Nodes
		require.Equal(t, a, b)
		require.Equal(t, worthOf(t, whole, whole.Uniform()).Exact, worthOf(t, folded, folded.Uniform()).Exact)
		require.False(t, folded.Perfect())
		_, err := folded.Responses(folded.Uniform())
		require.EqualError(t, err, "the information sets are not known: histories were put together by their position")
	}
}

// The whole tree of a game without secrets has a set for each history, and otherwise the same numbers.
func TestWholeIsTheSame(t *testing.T) {
	p := build(t, choices)
	folded := grown(t, p, TreeOptions{})
	secret := *p
	secret.Secret = true
	whole := grown(t, &secret, TreeOptions{})
	require.False(t, whole.Folded)
	require.True(t, whole.Perfect())
	a, b := whole.Count(), folded.Count()
	require.Equal(t, uint64(a.Nodes), a.Chance+a.Decision+a.End)
	require.Equal(t, []uint64{a.Decision}, a.Sets)
	b.Nodes = a.Nodes
	require.Equal(t, a, b)
	require.Equal(t, worthOf(t, whole, whole.Uniform()).Exact, worthOf(t, folded, folded.Uniform()).Exact)
}

func TestSolve(t *testing.T) {
	for name, want := range map[string]float64{"nim": -1, "noughts-and-crosses": 0} {
		tree := grown(t, example(t, name), TreeOptions{})
		f, err := tree.Solve()
		require.NoError(t, err)
		require.Equal(t, []float64{want, -want}, plusZero(worthOf(t, tree, f).Payoffs))
		list, err := tree.Responses(f)
		require.NoError(t, err)
		require.Zero(t, NashConv(list), "the best play is an equilibrium")
		_, _, err = tree.Equilibrium(context.Background(), EquilibriumOptions{})
		require.ErrorContains(t, err, "playing back from the ends")
	}
	_, err := grown(t, example(t, "kuhn-poker"), TreeOptions{}).Solve()
	require.ErrorContains(t, err, "not everybody knows")
}

func plusZero(list []float64) []float64 {
	for i := range list {
		list[i] += 0
	}
	return list
}

// A hand of blackjack is worth what its README says, and the agent of the model plays best everywhere.
func TestBlackjackTree(t *testing.T) {
	tree := grownWith(t, example(t, "blackjack"), "best")
	f, err := tree.Solve()
	require.NoError(t, err)
	w := worthOf(t, tree, f)
	require.InDelta(t, -0.046556, w.Payoffs[0], 5e-7)
	require.Equal(t, "-4270734816729607628605293193/91733330193268616658399616009", w.Exact[0].String())
	x, _ := w.Exact[0].Float64()
	require.InDelta(t, x, w.Payoffs[0], 1e-15)

	s := sweeper{Tree: tree, f: f, v: make([]float64, tree.Len())}
	s.settle(func(x *node) float64 { return tree.payoff(x, 0) }, 0)
	for i := range tree.nodes {
		if x := &tree.nodes[i]; x.kind == game.Decision {
			require.InDelta(t, s.v[i], s.v[tree.kids(x)[x.pick].to], 1e-12)
		}
	}
}

// What is worked out lies where games that are played say.
func TestWorthAgainstSimulation(t *testing.T) {
	for _, c := range []struct{ name, agents string }{
		{"kuhn-poker", "random"}, {"kuhn-poker", "bluffer,random"}, {"leduc-poker", "honest,random"}, {"nim", "random,first"}, {"noughts-and-crosses", "random"},
	} {
		p := example(t, c.name)
		tree := grownWith(t, p, c.agents)
		w := worthOf(t, tree, tree.Played())
		r, err := simulate.Run(context.Background(), simulate.Options{Games: 2000, Seed: 5, Requests: 100, Seats: func(p *program.Program, n int) ([]drive.Player, error) {
			return agent.Seats(p, c.agents, n, agent.Host{})
		}}, p)
		require.NoError(t, err)
		for seat, x := range r.Variants[0].Seats {
			require.InDelta(t, w.Payoffs[seat], x.Payoff.Mean, 2*x.Payoff.Half()+1e-12, "%s seat %d", c.name, seat)
		}
	}
}

// A throw of craps that decides nothing leads back to the position before it.
func TestCrapsTree(t *testing.T) {
	tree := grown(t, example(t, "craps"), TreeOptions{})
	require.True(t, tree.Cyclic)
	c := tree.Count()
	require.Equal(t, []int{2, -1}, []int{c.Shortest, c.Longest})
	require.Nil(t, c.Sets)
	w := worthOf(t, tree, tree.Uniform())
	require.Equal(t, new(big.Rat).Sub(big.NewRat(2*244, 495), big.NewRat(1, 1)), w.Exact[0])
	require.InDelta(t, 2*244.0/495-1, w.Payoffs[0], 1e-14)
	require.InDelta(t, 2*557.0/165, w.Requests, 1e-12, "two dice for each of 557/165 throws")
	require.Zero(t, w.Endless)
	_, err := tree.Solve()
	require.ErrorContains(t, err, "come back to a position")
	_, err = tree.Responses(tree.Uniform())
	require.ErrorContains(t, err, "come back to a position")
}

// Where a game asks which round it is, each is another position.
const lamp = `
num_players: 1
state: {vars: {lit: {init: false}}}
actions:
  switch: {effect: [{op: choose, options: [on, off], as: x}, {op: set, var: lit, value_x: "x == 'on' WHEN"}]}
flow: {kind: loop, id: nights, children: [{kind: step, id: s, actor_x: '0', do: [switch]}]}
end: [{id: light, if_x: lit, result: win, who_x: '0'}]
`

func TestGamesWithoutAnEnd(t *testing.T) {
	p := build(t, strings.Replace(lamp, " WHEN", "", 1))
	tree := grown(t, p, TreeOptions{})
	require.Equal(t, 2, tree.Len())
	w := worthOf(t, tree, tree.Uniform())
	require.Equal(t, big.NewRat(1, 1), w.Exact[0])
	require.InDelta(t, 2, w.Requests, 1e-12)

	f := tree.Uniform()
	f[0], f[1] = 0, 1 // never on
	w = worthOf(t, tree, f)
	require.Equal(t, Worth{Payoffs: []float64{0}, Requests: -1, Endless: 1}, w)

	p = build(t, strings.Replace(lamp, "WHEN", "or round_of('nights') > 4", 1))
	tree = grown(t, p, TreeOptions{})
	require.False(t, tree.Cyclic)
	require.Equal(t, 5, tree.Count().Longest)
}

// Three pick in secret; whoever is alone with its pick wins 2 from the others.
const oddOneOut = `
num_players: 3
state: {vars: {shown: {init: null}}}
actions:
  show:
    effect:
      - {op: choose, actors_x: players, options: [0, 1], as: picks}
      - {op: set, var: shown, value_x: "[picks[p] for p in players]"}
flow: {kind: step, id: both, actor_x: '0', do: [show]}
end:
  - id: shown
    if_x: shown is not None
    result: score
    returns_x: "[0 if len(set(shown)) == 1 else 2 if shown.count(shown[p]) == 1 else -1 for p in players]"
`

func TestThreePlayers(t *testing.T) {
	tree := grownWith(t, build(t, oddOneOut), "first")
	list, err := tree.Responses(tree.Played())
	require.NoError(t, err)
	require.Equal(t, []Response{{0, 0, 2}, {1, 0, 2}, {2, 0, 2}}, list)
	list, err = tree.Responses(tree.Uniform())
	require.NoError(t, err)
	require.InDelta(t, 0, NashConv(list), 1e-15)
	_, _, err = tree.Equilibrium(context.Background(), EquilibriumOptions{})
	require.ErrorContains(t, err, "only for two players")
}

// A player that is not shown what it has picked itself cannot remember it.
func TestForgetting(t *testing.T) {
	tree := grown(t, build(t, `
num_players: 2
state: {vars: {turn: {init: 0}, n: {init: 0, visibility: hidden}}}
actions:
  a: {effect: [{op: choose, options: [0, 1], as: x, visible_to_x: '[]'}, {op: add, var: n, amount_x: x}]}
flow: {kind: sequence, children: [{kind: step, id: s, actor_x: '0', do: [a]}, {kind: step, id: t, actor_x: '0', do: [a]}]}
`), TreeOptions{})
	require.False(t, tree.Recall)
	_, err := tree.Responses(tree.Uniform())
	require.EqualError(t, err, "no perfect recall: at action a player 0 cannot tell what it has done")
}

// An agent that looks at the other's card is told on, and may be worth more than any best response.
func TestPeeking(t *testing.T) {
	text, err := os.ReadFile("../../examples/kuhn-poker/model.yaml")
	require.NoError(t, err)
	p := build(t, string(text)+`  peeker:
    policy_x: "{'bet': 1, 'call': 1, 'check': 0, 'fold': 0}[option] * (1 if best == player else -1)"
  caller: {policy_x: "1 if option in ['check', 'call'] else 0"}
`)
	require.Zero(t, grownWith(t, p, "bluffer").Peeks)
	tree := grownWith(t, p, "peeker,caller")
	require.Positive(t, tree.Peeks)
	list, err := tree.Responses(tree.Played())
	require.NoError(t, err)
	require.InDelta(t, 1.0/2, list[0].Value, 1e-15, "it bets what wins")
	require.InDelta(t, 1.0/3, list[0].Best, 1e-15, "without looking a king bets, and the others check")
}

func TestStopsOfATree(t *testing.T) {
	tree := grown(t, build(t, `
num_players: 2
actions: {a: {effect: [{op: choose, options: [0, 1, 2], as: x}, {op: let, name: y, value_x: 1 // x}]}}
flow: {kind: step, id: s, actor_x: '0', do: [a]}
`), TreeOptions{})
	c := tree.Count()
	require.Equal(t, []uint64{1}, c.Errors)
	require.Equal(t, uint64(2), c.End)
	require.Contains(t, tree.Errors[0], "ZeroDivisionError")
	require.InDelta(t, 1.0/3, worthOf(t, tree, tree.Uniform()).Stopped, 1e-15)
	_, ok := tree.Sum()
	require.False(t, ok)
}

func TestTreeLimits(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		o    TreeOptions
		want string
	}{
		{context.Background(), TreeOptions{Nodes: 100}, "the tree has more than 100 nodes: "},
		{context.Background(), TreeOptions{Bytes: 1 << 20}, "the nodes of the tree take more than 1 MiB: "},
		{ctx, TreeOptions{}, "the time is up before all nodes of the tree are known: 0 were met, on ways of up to 0 requests"},
	} {
		_, err := Build(c.ctx, example(t, "reversi"), c.o)
		var limit *Limit
		require.ErrorAs(t, err, &limit)
		require.ErrorContains(t, err, c.want)
	}
	_, err := Build(context.Background(), example(t, "nim"), TreeOptions{Nodes: -1})
	require.ErrorContains(t, err, "the limit must be from 1")
	_, err = Build(context.Background(), example(t, "nim"), TreeOptions{Players: 9})
	require.ErrorContains(t, err, "takes 2 players, not 9")
}

func TestCountsStayAtTheirMost(t *testing.T) {
	require.Equal(t, uint64(MaxCount), plus(math.MaxUint64, 1))
	require.Equal(t, uint64(MaxCount), times(1<<40, 1<<40))
	require.Equal(t, uint64(6), times(2, 3))
}

func TestFraction(t *testing.T) {
	for _, q := range []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 1), big.NewRat(1, 3), big.NewRat(4, 13), big.NewRat(999, 1000)} {
		x, _ := q.Float64()
		require.Equal(t, q, fraction(x))
	}
	require.Nil(t, fraction(math.Sqrt(0.5)))
}
