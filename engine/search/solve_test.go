package search_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/search"
)

func TestNoughtsAndCrossesIsADraw(t *testing.T) {
	p := load(t, "noughts-and-crosses")
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	s := &search.Solver{}
	x, err := s.Value(g)
	require.NoError(t, err)
	require.Zero(t, x)
	values, err := s.Values(g)
	require.NoError(t, err)
	require.Equal(t, make([]float64, 9), values)
	require.Equal(t, []float64{0, 0}, play(t, p, 1, s, s))
	_, _, lost := wins(t, p, 20, s, drive.Random{})
	require.Zero(t, lost)
}

const heaps = `
name: Heaps
num_players: 2
state: {vars: {heap: {init: [%s]}, turn: {init: 0}}}
functions: {moves: {x: "[[h, k] for h in range(len(heap)) for k in range(1, heap[h] + 1)]"}}
actions: {take: {effect: [{op: choose, options_x: "moves()", as: move}, {op: add, var: "heap[move[0]]", amount_x: "-move[1]"}]}}
flow: {kind: loop, id: rounds, over_x: players, as: turn, children: [{kind: step, id: go, actor_x: turn, do: [take]}]}
end: [{id: empty, if_x: "sum(heap) == 0", result: %s, who_x: turn}]
`

// Whoever takes the last is the winner where the heaps in binary do not cancel out, and a move wins if they do
// after it.
func TestNim(t *testing.T) {
	for _, sizes := range [][]int{{1, 1}, {1, 2}, {2, 2}, {1, 2, 3}, {1, 3, 3}, {2, 3, 4}, {1, 4, 5}} {
		text := strings.Trim(strings.ReplaceAll(fmt.Sprint(sizes), " ", ","), "[]")
		g, err := game.New(parse(t, fmt.Sprintf(heaps, text, "win")), game.Options{})
		require.NoError(t, err)
		values, err := (&search.Solver{}).Values(g)
		require.NoError(t, err)
		sum := 0
		for _, n := range sizes {
			sum ^= n
		}
		i, winning := 0, false
		for h, n := range sizes {
			for k := 1; k <= n; k++ {
				won := sum^n^(n-k) == 0
				winning = winning || won
				require.Equal(t, map[bool]float64{true: 1, false: -1}[won], values[i], "%v: %d from heap %d", sizes, k, h)
				i++
			}
		}
		require.Equal(t, sum != 0, winning)
	}
}

func TestWhatIsNotSolved(t *testing.T) {
	const round = `
name: Round
num_players: 2
state: {vars: {n: {init: 0}, turn: {init: 0}}}
actions: {up: {effect: [{op: set, var: n, value_x: "1 - n"}]}, rest: {effect: [{op: set, var: n, value: 0}]}}
flow: {kind: loop, id: rounds, over_x: players, as: turn, children: [{kind: step, id: go, actor_x: turn, do: [up, rest]}]}
end: [{id: never, if_x: "n == 2", result: draw}]
`
	for name, c := range map[string]struct{ text, want string }{
		"kuhn-poker":    {"", "solve is for games in which everything is open, and this one has something hidden or secret; use search"},
		"chance":        {"name: C\nnum_players: 2\nstate: {vars: {n: {init: 0}}}\nactions: {a: {effect: [{op: roll, die: 2, as: d}, {op: set, var: n, value_x: d}]}, b: {effect: [{op: set, var: n, value: 1}]}}\nflow: {kind: step, id: go, actor_x: '0', do: [a, b]}\nend: [{id: on, if_x: n > 0, result: win, who_x: n - 1}]\n", "solve is for games without chance, and there is one at action a; use search"},
		"expedition":    {"", "solve is for"},
		"wheel":         {wheel, "solve is for two players, not 1; use search"},
		"a gift":        {strings.Replace(fmt.Sprintf(heaps, "2", "score"), "who_x: turn", "returns_x: '[1, 1]'", 1), "solve is for payoffs that add up to 0, and 'empty' pays [1 1]; use search"},
		"a mistake":     {strings.Replace(fmt.Sprintf(heaps, "2", "win"), "sum(heap) == 0", "nothing", 1), "solve came to where the game stops: ExprError"},
		"no end":        {round, "solve is for games that end"},
		"four-in-a-row": {"", "the game has more than 500 positions, which is too many to solve; use search"},
	} {
		var s search.Solver
		p := load
		if name == "four-in-a-row" {
			s.Positions = 500
		}
		var g *game.Game
		var err error
		if c.text == "" {
			g, err = game.New(p(t, name), game.Options{})
		} else {
			g, err = game.New(parse(t, c.text), game.Options{})
		}
		require.NoError(t, err)
		for g.Kind() == game.Chance {
			require.NoError(t, g.Answer(0))
		}
		_, err = s.Choose(g, &prng.Source{})
		require.ErrorContains(t, err, c.want, name)
	}
}
