package rules_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
)

// A game that goes round without asking anybody, and is where it has been, is stopped as it would be after the
// last round that is allowed, with the cycle.
func TestAStateThatComesBackCannotEnd(t *testing.T) {
	const loop = "ExprError: flow main: loop does not end"
	for _, c := range []struct {
		name, text, error string
		rounds            int
		places            []string
	}{
		{"a loop that has nothing in it", `flow: {kind: loop, id: main, children: []}`, loop, 1, []string{"flow main"}},
		{"a flag that nobody sets", `
state: {vars: {done: {init: false}}}
actions: {wait: {effect: []}}
flow: {kind: loop, id: main, until_x: done, children: [{kind: step, id: s, do: [wait]}]}
`, loop, 1, []string{"flow main", "step s"}},
		{"a step that nobody can take", `
state: {vars: {gold: {init: 0}}}
actions: {buy: {pre_x: "gold > 3", effect: []}}
flow: {kind: loop, id: main, children: [{kind: step, id: shop, actor_x: "0", do: [buy]}]}
`, loop, 1, []string{"flow main", "step shop"}},
		{"players take turns at nothing", `
state: {vars: {turn: {init: 0}}}
actions: {wait: {effect: []}}
flow: {kind: loop, id: main, over_x: players, as: turn, children: [{kind: step, id: s, actor_x: turn, do: [wait]}]}
`, loop, 1, []string{"flow main", "step s"}},
		{"a token goes round the board", `
state: {vars: {at: {init: 0}}}
actions: {go: {effect: [{op: set, var: at, value_x: "(at + 1) % 7"}]}}
flow: {kind: loop, id: main, until_x: "at == 7", children: [{kind: step, id: s, do: [go]}]}
`, loop, 7, []string{"flow main", "step s", "action go"}},
		{"a long way round", `
state: {vars: {x: {init: 1}}}
actions: {go: {effect: [{op: set, var: x, value_x: "x * 3 % 1009"}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [go]}]}
`, loop, 168, []string{"flow main", "step s", "action go"}},
		{"what leads to the cycle is no part of it", `
state: {vars: {at: {init: 0}}}
actions: {go: {effect: [{op: set, var: at, value_x: "at + 1 if at < 500 else 500 - at % 2"}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [go]}]}
`, loop, 1, []string{"flow main", "step s", "action go"}},
		{"cards change places", `
state: {zones: {a: {init_x: "[{'id': 'x'}, {'id': 'y'}, {'id': 'z'}]"}, b: {}}}
actions: {go: {effect: [{op: move, what_x: "a[0]", from: a, to: b}, {op: move, what_x: "b[0]", from: b, to: a}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [go]}]}
`, loop, 3, []string{"flow main", "step s", "action go"}},
		{"an inner loop comes to its end each time", `
state: {vars: {n: {init: 0}}}
actions: {up: {effect: [{op: add, var: n, amount: 1}]}, back: {effect: [{op: set, var: n, value: 0}]}}
flow:
  kind: loop
  id: main
  children: [{kind: loop, id: inner, until_x: "n == 3", children: [{kind: step, id: s, do: [up]}]}, {kind: step, id: t, do: [back]}]
`, loop, 4, []string{"flow main", "flow inner", "step s", "action up", "step t", "action back"}},
		{"the inner loop is the one", `
state: {vars: {n: {init: 0}}}
actions: {wait: {effect: []}}
flow:
  kind: loop
  id: main
  until_x: "n == 1"
  children: [{kind: loop, id: inner, until_x: "n == 3", children: [{kind: step, id: s, do: [wait]}]}]
`, "ExprError: flow inner: loop does not end", 1, []string{"flow inner", "step s"}},
		{"a repeat", turn(`- {op: repeat, until_x: "x == 9", do: [{op: set, var: x, value_x: "1 - x"}]}`, vars),
			"ExprError: action act: repeat does not end", 2, []string{"action act"}},
		{"a repeat around one that ends", turn(`- {op: repeat, until_x: "x == 9", do: [{op: repeat, n: 2, do: [{op: set, var: x, value_x: "1 - x"}]}]}`, vars),
			"ExprError: action act: repeat does not end", 3, []string{"action act"}},
		{"triggers that undo each other", `
state: {vars: {lamp: {init: false}}}
actions: {look: {effect: [{op: emit, event: dark}]}}
triggers:
  - {id: lit, event: dark, do: [{op: set, var: lamp, value: true}, {op: emit, event: bright}]}
  - {id: out, event: bright, do: [{op: set, var: lamp, value: false}]}
flow: {kind: loop, id: main, until_x: lamp, children: [{kind: step, id: s, do: [look]}]}
`, loop, 1, []string{"flow main", "step s", "action look", "trigger lit", "trigger out"}},
		{"a window that nobody can act in", `
state: {vars: {mana: {init: 0}}}
actions: {zap: {speed: fast, pre_x: "mana > 0", effect: []}, wait: {effect: []}}
priority: {windows: {w: {allows: [fast]}}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [wait], window: w}]}
`, loop, 1, []string{"flow main", "step s", "window w"}},
		{"turns in which nothing is done", `
actions: {wait: {effect: []}}
turns: {sides: {white: {phases: [main]}}, seats: [white, white]}
flow: {kind: turns, id: main, phases: {main: [{kind: step, id: s, actor_x: "turn['owner']", do: [wait]}]}}
`, "ExprError: flow main: turns do not end", 2, []string{"flow main", "step s"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := play(t, c.text).stops(c.error)
			cycle := p.g.Err().CannotEnd
			require.NotNil(t, cycle)
			require.Equal(t, c.rounds, cycle.Rounds)
			require.False(t, cycle.More)
			require.Equal(t, c.places, cycle.Places)
			quiet, err := game.New(p.g.Program(), game.Options{})
			require.NoError(t, err)
			require.Equal(t, p.g.Err(), quiet.Err(), "a game that records nothing")
			slow, _ := compile.Compile(parsed(t, c.text), compile.Options{Plain: true})
			plain, err := game.New(slow, game.Options{Heap: true})
			require.NoError(t, err)
			require.Equal(t, p.g.Err(), plain.Err(), "plain mode")
			again, err := game.Restore(p.g.Program(), p.g.Save(), game.Options{})
			require.NoError(t, err)
			require.Equal(t, p.g.Err(), again.Err(), "a game that was saved")
		})
	}
}

func parsed(t *testing.T, text string) *model.Model {
	if !strings.Contains(text, "num_players:") {
		text = strings.TrimRight(text, "\n") + "\nnum_players: 2\n"
	}
	m, _, err := model.Parse("model.yaml", text, model.Options{})
	require.NoError(t, err)
	return m
}

// What only looks like a cycle goes on as far as it may: something that an expression can read is new each time.
func TestAStateThatIsNewEachTimeIsNoCycle(t *testing.T) {
	for name, text := range map[string]string{
		"a counter that nobody reads": `
state: {vars: {n: {init: 0}}}
actions: {go: {effect: [{op: add, var: n, amount: 1}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [go]}]}
`,
		"a number in a list": `
state: {vars: {l: {init: [0, [0]]}}}
actions: {go: {effect: [{op: set, var: l, value_x: "[0, [l[1][0] + 1]]"}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [go]}]}
`,
		"a number deep inside": `
state: {vars: {l: {init: [[[[[[0]]]]]]}}}
actions: {go: {effect: [{op: set, var: l, value_x: "[[[[[[l[0][0][0][0][0][0] + 1]]]]]]"}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [go]}]}
`,
		"an order of keys": `
state: {vars: {l: {init: {}}, n: {init: 0}}}
actions: {go: {effect: [{op: set, var: n, value_x: "n + 1 if n < 9000 else n"}, {op: set, var: l, value_x: "{'a': 1, 'b': 2} if n < 9000 else {'b': 2, 'a': 1}"}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [go]}]}
end: [{id: turned, if_x: "list(l)[0] == 'b'", result: draw}]
`,
		"what a card has on it": `
state: {zones: {a: {init_x: "[{'id': 'x', 'hits': 0}]"}}}
actions: {go: {effect: [{op: set, attr: hits, of_x: "a[0]", value_x: "a[0]['hits'] + 1"}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [go]}]}
`,
		"the round": `
actions: {wait: {effect: []}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [wait]}], until_x: "round_of('main') == 9990"}
`,
		"the events": `
actions: {go: {effect: [{op: emit, event: tick}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [go]}], until_x: "len(events) == 9990"}
`,
		"the number of a turn": `
actions: {wait: {effect: []}}
turns: {sides: {white: {phases: [main]}}, seats: [white, white]}
flow: {kind: turns, id: main, until_x: "turn and turn['id'] == 9000", phases: {main: [{kind: step, id: s, do: [wait]}]}}
`,
		"the number of a token": `
state: {zones: {a: {}}}
actions: {go: {effect: [{op: create, what_x: "{'id': 'x'}", to: a}, {op: destroy, what_x: "a[0]", from: a}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [go]}]}
`,
	} {
		t.Run(name, func(t *testing.T) {
			p := play(t, text)
			if e := p.g.Err(); e != nil {
				require.Contains(t, []string{"ExprError: flow main: loop does not end", "ExprError: flow main: turns do not end"}, e.Error())
				require.Nil(t, e.CannotEnd)
			}
		})
	}
}

// A request in between is a way out, whatever is answered.
func TestAnAnswerIsAWayOut(t *testing.T) {
	p := play(t, `
actions: {stay: {effect: []}, rest: {effect: []}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, actor_x: "0", do: [stay, rest]}]}
`)
	for range 200 {
		require.NoError(t, p.g.Answer(0))
	}
	p.asks(0, "step s", "stay", "rest")
}
