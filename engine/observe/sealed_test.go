package observe_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
)

// What seat 0 has put down and not yet shown is nothing that seat 1 may find out by trying.
func TestSealedAnswersAreDrawnAnew(t *testing.T) {
	for name, c := range map[string]struct {
		step, mine string
		answers    []string
		want       []string
	}{
		"bids":         {"do: [bid]", "1", []string{"2"}, []string{"1", "2", "3"}},
		"simultaneous": {"actors_x: players, do: [low, high]", "low", []string{"low"}, []string{"low", "high"}},
		"picks": {"do: [pack]", "done", []string{"2", "done", "3"},
			[]string{"[1]", "[2]", "[3]", "[1, 2]", "[1, 3]", "[2, 1]", "[2, 3]", "[3, 1]", "[3, 2]"}},
	} {
		t.Run(name, func(t *testing.T) {
			g := begun(t, flowOf(c.step), c.answers...)
			require.Equal(t, 1, g.Player())
			src, met := prng.Source{Seed: 1}, map[string]int{}
			was := g.Save()
			for range 900 {
				own, other := g.Clone(), g.Clone()
				require.NoError(t, observe.Redistribute(own, 0, &src))
				require.Equal(t, was, own.Save(), "seat 0 knows its own answer")
				require.NoError(t, observe.Redistribute(other, 1, &src))
				met[said(t, other, c.mine)]++
			}
			require.Len(t, met, len(c.want))
			for _, w := range c.want {
				require.Positive(t, met[w], w)
			}
		})
	}
}

func flowOf(step string) string {
	return `
name: Sealed
num_players: 2
state: {vars: {said: {init: null}}}
actions:
  bid: {effect: [{op: choose, actors_x: players, options: [1, 2, 3], as: n}, {op: set, var: said, value_x: "n[0]"}]}
  pack: {effect: [{op: choose, actors_x: players, options: [1, 2, 3], min: 1, max: 2, as: n}, {op: set, var: said, value_x: "n[0]"}]}
  low: {effect: [{op: set, var: said, value_x: "said or ('low' if actor == 0 else None)"}]}
  high: {effect: [{op: set, var: said, value_x: "said or ('high' if actor == 0 else None)"}]}
  wait: {effect: [{op: roll, die: 2, as: n}]}
flow: {kind: sequence, id: all, children: [{kind: step, id: only, ` + step + `}, {kind: step, id: end, do: [wait]}]}
`
}

// said lets seat 1 answer and gives what seat 0 is then shown to have said.
func said(t testing.TB, g *game.Game, answer string) string {
	for i := range g.Len() {
		if g.OptionLabel(i) == answer {
			require.NoError(t, g.Answer(i))
			require.Equal(t, game.Chance, g.Kind())
			return g.Label(g.Env().State[g.Program().Vars[0].Slot])
		}
	}
	require.Fail(t, "no option "+answer)
	return ""
}
