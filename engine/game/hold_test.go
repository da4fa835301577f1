package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
)

// hoards collect a little more with each answer.
var hoards = map[string]string{
	"lists in lists": `{op: set, var: x, value_x: "[x, [n + i for i in range(900000)]]"}`,
	"a dict":         `{op: set, var: x, value_x: "{**({} if n == 0 else x), n: [n + i for i in range(900000)]}"}`,
	"texts":          `{op: set, var: "many[n]", value_x: "(str(n) + 'x') * 2000000"}`,
	"large integers": `{op: set, var: x, value_x: "[x, [2 ** 4000 + n + i for i in range(200000)]]"}`,
	"instances":      `{op: create, what_x: "{'id': n, 'b': 1, 'c': 2}", to_x: "f'z{n % 5}[{n // 5 % 64}]'", n: 50000}`,
	"modifiers": `{op: let, name: y, value_x: "[n + i for i in range(100000)]"}
      - {op: modify, stat: s, change_x: "len(y)"}`,
	"attributes":      `{op: set, attr: x, of_x: "pile[0]", value_x: "[[n + i for i in range(900000)], pile[0].get('x')]"}`,
	"what is written": `{op: say, text_x: "'x' * 1000"}`,
}

func hoard(t *testing.T, op string) *game.Game {
	m, _, err := model.Parse("model.yaml", `
num_players: 64
state:
  vars: {x: {init: 0}, n: {init: 0}, many: {init_x: "[0] * 10000"}}
  zones: {pile: {init_x: "[{'id': 'a', 'x': 0}]"}, z0: {owner: player}, z1: {owner: player}, z2: {owner: player}, z3: {owner: player}, z4: {owner: player}}
actions:
  go:
    effect:
      - {op: choose, options: [1, 2], as: c}
      - `+op+`
      - {op: add, var: n, amount: 1}
flow: {kind: loop, id: l, children: [{kind: step, id: s, actor_x: "0", do: [go]}]}
`, model.Options{})
	require.NoError(t, err)
	p, faults := compile.Compile(m, compile.Options{})
	require.Empty(t, faults)
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	return g
}

func TestAGameThatCollectsIsStopped(t *testing.T) {
	for name, op := range hoards {
		t.Run(name, func(t *testing.T) {
			g := hoard(t, op)
			n := 0
			for ; n < 150 && !g.Over(); n++ {
				require.NoError(t, g.Answer(0))
			}
			t.Log(n, g.Err())
			if name == "what is written" {
				require.False(t, g.Over(), "it holds nothing")
				return
			}
			require.True(t, g.Over())
			require.Equal(t, "ExprError: action go: the game holds more than 10000000 values", g.Err().Error())
		})
	}
}

func TestASavedGameIsStoppedWhereItWouldHaveBeen(t *testing.T) {
	end := func(g *game.Game) (n int) {
		for ; !g.Over(); n++ {
			require.NoError(t, g.Answer(0))
		}
		return n
	}
	g := hoard(t, hoards["lists in lists"])
	for range 7 {
		require.NoError(t, g.Answer(0))
	}
	twin, err := game.Restore(g.Program(), g.Save(), game.Options{})
	require.NoError(t, err)
	clone := g.Clone()
	n := end(g)
	require.Greater(t, n, 2)
	require.Equal(t, n, end(twin))
	require.Equal(t, n, end(clone))
}

func TestARecordHasAnEnd(t *testing.T) {
	m, _, err := model.Parse("model.yaml", `
num_players: 2
actions: {go: {effect: [{op: choose, options: [1, 2], as: c}, {op: repeat, n: 100, do: [{op: repeat, n: 5000, do: [{op: emit, event: e}]}]}]}}
flow: {kind: loop, id: l, children: [{kind: step, id: s, actor_x: "0", do: [go]}]}
`, model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{})
	g, err := game.New(p, game.Options{Record: true, Limits: game.Limits{Ops: 100_000_000}})
	require.NoError(t, err)
	for n := 0; n < 10 && !g.Over(); n++ {
		require.NoError(t, g.Answer(0))
	}
	require.Equal(t, "ExprError: action go: more than 2000000 entries are recorded", g.Err().Error())
}
