package explore_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/explore"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

func text(t testing.TB, text string) *program.Program {
	t.Helper()
	m, _, err := model.Parse("model.yaml", text, model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{})
	return p
}

// maze: rooms 0 to 6 on a line; from 4 and 5 one only goes to and fro between the two, 6 is the way out, 3 has a hole.
const maze = `
name: Maze
num_players: 1
state: {vars: {room: {init: 0}}}
actions:
  left: {pre_x: "room not in [0, 4]", effect: [{op: add, var: room, amount: -1}]}
  right: {pre_x: "room not in [3, 5]", effect: [{op: add, var: room, amount: 1}]}
  leap: {pre_x: "room in [3, 5]", effect: [{op: set, var: room, value_x: "{3: 6, 5: 4}[room]"}]}
  slip: {pre_x: "room == 3", effect: [{op: set, var: room, value: 4}]}
  stay: {effect: []}
flow: {kind: loop, id: main, children: [{kind: step, id: go, actor_x: "0", do: [left, right, leap, slip, stay]}]}
end: [{id: out, if_x: "room == 6", result: draw}]
`

func labels(list []explore.Answer) (out []string) {
	for _, a := range list {
		out = append(out, a.Label)
	}
	return out
}

// replay plays answers and gives the game where they lead.
func replay(t *testing.T, p *program.Program, answers []explore.Answer) *game.Game {
	t.Helper()
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	for _, a := range answers {
		r := g.Request()
		require.Equal(t, a.Label, r.Options[a.Answer].Label)
		require.Equal(t, a.Place, r.Place)
		require.Equal(t, a.Player, r.Player)
		require.NoError(t, g.Answer(a.Answer))
	}
	return g
}

func TestAStateFromWhichThereIsNoEnd(t *testing.T) {
	p := text(t, maze)
	r := run(t, p, explore.Options{})
	require.True(t, r.Whole)
	require.False(t, r.Fine())
	require.Equal(t, 7, r.States)
	require.Equal(t, []explore.Reason{{Reason: "out", States: 1}}, r.Reasons)
	require.Equal(t, 2, r.Stuck.States)
	require.True(t, r.Cyclic)
	require.Nil(t, r.Histories)
	require.Equal(t, []string{"right", "right", "right", "slip"}, labels(r.Stuck.Trace))
	require.Equal(t, []string{"right", "left"}, labels(r.Stuck.Cycle))
	at := replay(t, p, r.Stuck.Trace)
	again := replay(t, p, append(r.Stuck.Trace, r.Stuck.Cycle...))
	require.Equal(t, at.Position(nil), again.Position(nil), "the cycle leads back to where it begins")
}

func TestAnInvariantThatDoesNotHold(t *testing.T) {
	p := text(t, maze)
	r := run(t, p, explore.Options{Invariants: []string{"room >= 0", "room != 5"}})
	require.Equal(t, "room != 5", r.Broken.Invariant)
	require.Equal(t, "False", r.Broken.Value)
	require.Equal(t, []string{"right", "right", "right", "slip", "right"}, labels(r.Broken.Trace))
	require.False(t, r.Whole)

	r = run(t, p, explore.Options{Invariants: []string{"1 // room > -1"}})
	require.Contains(t, r.Broken.Value, "ZeroDivisionError")
	require.Empty(t, r.Broken.Trace)
	require.True(t, run(t, p, explore.Options{Invariants: []string{"0 <= room < 7"}}).Whole)

	for bad, says := range map[string]string{"rom > 0": "has the name 'rom'", "room >": "invariant 'room >'"} {
		_, err := explore.Run(context.Background(), p, explore.Options{Invariants: []string{bad}})
		require.ErrorContains(t, err, says)
	}
}

// Errors are told apart, with the way to each; a game that spins is one of them.
func TestFaults(t *testing.T) {
	p := text(t, `
name: Faults
num_players: 1
state: {vars: {n: {init: 2}, x: {init: 0}}}
actions:
  down: {effect: [{op: add, var: n, amount: -1}, {op: set, var: x, value_x: "6 // n"}]}
  spin: {effect: [{op: repeat, until_x: "n > 5", do: []}]}
  stop: {effect: [{op: set, var: n, value: 9}]}
flow: {kind: loop, id: main, children: [{kind: step, id: go, actor_x: "0", do: [down, spin, stop]}]}
end: [{id: over, if_x: "n == 9", result: draw}]
`)
	r := run(t, p, explore.Options{})
	require.True(t, r.Whole)
	require.False(t, r.Fine())
	require.Equal(t, 3, r.Stopped)
	require.Equal(t, 2, r.Faults[0].States)
	require.Len(t, r.Faults, 2)
	require.Equal(t, []string{"spin"}, labels(r.Faults[0].Trace))
	require.Equal(t, []string{"action spin"}, r.Faults[0].CannotEnd.Places)
	require.Contains(t, r.Faults[1].Error, "ZeroDivisionError")
	require.Equal(t, []string{"down", "down"}, labels(r.Faults[1].Trace))
	require.Equal(t, game.Stopped, replay(t, p, r.Faults[1].Trace).Kind())
	require.Zero(t, r.Stuck.States)
}

// Where every way leads to an error there is no end either, and no cycle.
func TestWhereOnlyErrorsAreLeft(t *testing.T) {
	r := run(t, text(t, `
name: Doomed
num_players: 1
state: {vars: {n: {init: 0}}}
actions: {a: {effect: [{op: add, var: n, amount: 1}, {op: if, cond_x: "n == 3", then: [{op: set, var: n, value_x: "1 // 0"}]}]}, b: {effect: [{op: add, var: n, amount: 1}, {op: if, cond_x: "n == 3", then: [{op: set, var: n, value_x: "[][0]"}]}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: go, actor_x: "0", do: [a, b]}]}
`), explore.Options{})
	require.Equal(t, 3, r.Stuck.States)
	require.Empty(t, r.Stuck.Trace)
	require.Empty(t, r.Stuck.Cycle)
	require.Len(t, r.Faults, 2)
}

// A window with an action that costs nothing has few states, however often priority goes round.
func TestBudgetsAreNoPartOfAState(t *testing.T) {
	r := run(t, text(t, `
name: Window
num_players: 2
state: {vars: {n: {init: 0}}}
actions: {wait: {effect: []}, zap: {speed: fast, effect: []}}
priority: {windows: {w: {allows: [fast]}}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [wait], window: w}]}
`), explore.Options{States: 100})
	require.True(t, r.Whole)
	require.Equal(t, r.States, r.Stuck.States)
	require.NotEmpty(t, r.Stuck.Cycle)
}

func TestBounds(t *testing.T) {
	p := example(t, "noughts-and-crosses")
	r := run(t, p, explore.Options{States: 100})
	require.False(t, r.Whole)
	require.Equal(t, 100, r.States)
	require.Equal(t, "there are more than 100 states", r.Cut)
	require.Equal(t, r.States, r.Decisions+r.Ends)
	require.Positive(t, r.Open)

	r = run(t, p, explore.Options{Bytes: 1 << 20})
	require.Equal(t, "the states take more than 1 MiB", r.Cut)

	ctx, cancel := context.WithCancel(context.Background())
	var last explore.Progress
	r, err := explore.Run(ctx, p, explore.Options{Progress: func(p explore.Progress) {
		if last = p; p.Explored >= 1000 {
			cancel()
		}
	}})
	require.NoError(t, err)
	require.Equal(t, "it was cancelled", r.Cut)
	require.GreaterOrEqual(t, last.States, last.Explored)
	require.Positive(t, last.Depth)

	_, err = explore.Run(context.Background(), p, explore.Options{Players: 3})
	require.ErrorContains(t, err, "players")
}

// What an invariant reads is part of a state, also where the model itself does not read it.
func TestAnInvariantSeesWhatTheModelDoesNotRead(t *testing.T) {
	p := text(t, `
name: Bell
num_players: 1
actions: {ring: {effect: [{op: emit, event: bell}]}, wait: {effect: []}}
flow: {kind: loop, id: main, children: [{kind: step, id: go, actor_x: "0", do: [ring, wait]}]}
`)
	require.Equal(t, 1, run(t, p, explore.Options{}).States)
	r := run(t, p, explore.Options{Invariants: []string{"len(events) < 3"}})
	require.Equal(t, []string{"ring", "ring", "ring"}, labels(r.Broken.Trace))
	r = run(t, p, explore.Options{Invariants: []string{"round_of('main') <= 4"}})
	require.Len(t, r.Broken.Trace, 4)
	require.False(t, p.ReadsEvents || p.ReadsRounds, "the program is nobody else's")

	turns := text(t, `
name: Turns
num_players: 2
actions: {go: {effect: []}, wait: {effect: []}}
turns: {sides: {white: {phases: [main]}}, seats: [white, white]}
flow: {kind: turns, id: main, phases: {main: [{kind: step, id: s, actor_x: "turn['owner']", do: [go, wait]}]}}
`)
	require.Equal(t, 2, run(t, turns, explore.Options{}).States, "turns without a number that anybody reads come again")
	r = run(t, turns, explore.Options{Invariants: []string{"turn is None or turn['id'] < 5"}})
	require.Len(t, r.Broken.Trace, 4)
	require.False(t, turns.Turns.Counts)
}
