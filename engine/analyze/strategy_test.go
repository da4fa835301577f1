package analyze

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is written down and read again is played as before.
func TestStrategyThereAndBack(t *testing.T) {
	for _, name := range []string{"kuhn-poker", "leduc-poker", "noughts-and-crosses"} {
		tree := grown(t, example(t, name), TreeOptions{Named: true})
		var f Profile
		var err error
		if tree.Perfect() {
			f, err = tree.Solve()
		} else {
			f, _, err = tree.Equilibrium(context.Background(), EquilibriumOptions{Iterations: 20})
		}
		require.NoError(t, err)
		b, err := json.Marshal(tree.Strategy(f))
		require.NoError(t, err)
		s, err := ReadStrategy(b)
		require.NoError(t, err)
		again, missing, err := tree.Follow(s, tree.Uniform())
		require.NoError(t, err)
		require.Zero(t, missing)
		require.InDeltaSlice(t, []float64(f), []float64(again), 1e-15)
	}
}

// A strategy by hand needs no keys, and may leave sets out.
func TestStrategyByHand(t *testing.T) {
	tree := grown(t, example(t, "kuhn-poker"), TreeOptions{})
	s := Strategy{Sets: []Play{
		{Player: 0, Seen: []string{"king", "?"}, Options: []string{"check", "bet"}, Play: []float64{0, 1}},
		{Player: 0, Seen: []string{"jack", "?"}, Options: []string{"check", "bet"}, Play: []float64{1, 0}},
	}}
	f, missing, err := tree.Follow(s, tree.Uniform())
	require.NoError(t, err)
	require.Equal(t, 4, missing)
	require.Greater(t, worthOf(t, tree, f).Payoffs[0], 0.125, "better than any option alike")

	for want, change := range map[string]func(p *Play){
		`set 0 of the strategy, of player 0 after ["king" "?"]: it must have a number for each of the options ["check" "bet"]`: func(p *Play) { p.Play = []float64{1} },
		`it must have a number for each`:         func(p *Play) { p.Options = []string{"bet", "check"} },
		`-1 is no probability`:                   func(p *Play) { p.Play = []float64{-1, 2} },
		`its probabilities add up to 1.5, not 1`: func(p *Play) { p.Play = []float64{1, 0.5} },
		`the game has no such set`:               func(p *Play) { p.Player = 7 },
		`["ace"]: the game has no such set`:      func(p *Play) { p.Seen = []string{"ace"} },
		`the set is one of player 0`:             func(p *Play) { p.Player, p.Key = 1, tree.Sets[0].Key.String() },
		`it is there twice`:                      func(p *Play) { p.Seen = []string{"jack", "?"} },
	} {
		bad := Strategy{Sets: slices.Clone(s.Sets)}
		change(&bad.Sets[0])
		_, _, err := tree.Follow(bad, tree.Uniform())
		require.ErrorContains(t, err, want)
	}
	for _, text := range []string{"", "[]", "{}", `{"sets": 3}`} {
		_, err := ReadStrategy([]byte(text))
		require.ErrorContains(t, err, "this is no strategy")
	}
}
