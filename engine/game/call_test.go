package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

const calling = `
name: calling
num_players: 2
state: {vars: {x: {init: 3}, sum: {init: 0}, seen: {init: []}}}
code:
  adder: {kind: code, module: sums, function: add}
  other: {kind: code, module: sums, function: other}
actions:
  go:
    effect:
    - {op: for_each, items: [10, 20], as: item, do: [
        {op: call, code: adder, with_x: {a: x, b: item}, as: y},
        {op: set, var: sum, value_x: sum + y},
        {op: set, var: seen, value_x: "seen + [y]"}]}
    - {op: choose, options: [1, 2], as: z}
    - {op: call, code: other, with_x: {bad: "1 // (z - 1)"}}
flow: {kind: step, id: s, actor_x: "0", do: [go]}
`

func callingProgram(t testing.TB) *program.Program {
	m, _, err := model.Parse("calling.yaml", calling, model.Options{})
	require.NoError(t, err)
	p, faults := compile.Compile(m, compile.Options{})
	require.Empty(t, faults)
	return p
}

func gives(v value.Value) program.Answer { return program.Answer{Value: v} }

var adder = map[string]bool{"adder": true}

func add(t testing.TB, g *game.Game) value.Value {
	q := g.Called()
	require.Equal(t, "adder", q.Code)
	require.Equal(t, value.Dict, q.Args.Kind())
	return value.OfInt(q.Args.Items()[0].Int() + q.Args.Items()[1].Int())
}

func TestACallIsSavedClonedAndAnswered(t *testing.T) {
	p := callingProgram(t)
	g, err := game.New(p, game.Options{Hosted: adder})
	require.NoError(t, err)
	for i := 0; i < 2; i++ {
		require.Equal(t, game.Call, g.Kind(), "%v", g.Err())
		require.False(t, g.Over())
		require.Zero(t, g.Len())
		require.Equal(t, -1, g.Player())
		r := g.Request()
		require.Equal(t, "call", r.Kind.String())
		require.Equal(t, "adder", r.Code)
		require.Equal(t, "action go", r.Place)
		require.Len(t, g.Requests(), 1)
		require.ErrorContains(t, g.Answer(0), "waits for code")
		require.Error(t, g.AnswerFor(0, 0))

		save := g.Save()
		restored, err := game.Restore(p, save, game.Options{Hosted: adder})
		require.NoError(t, err)
		require.Equal(t, save, restored.Save())
		clone := restored.Clone()
		require.NoError(t, restored.Reply(gives(value.OfInt(99))))
		require.Equal(t, save, clone.Save())
		g = clone
		require.NoError(t, g.Reply(gives(add(t, g))))
	}
	require.Equal(t, game.Decision, g.Kind())
	require.Error(t, g.Reply(gives(value.OfInt(1))))
	require.Error(t, g.Refuse("no"))
	require.Empty(t, g.Called().Code)
	require.Equal(t, "[13, 23]", value.Repr(nil, g.Env().State[p.Vars[2].Slot]))

	// Code that is not there stops the game, whatever its arguments are worth.
	require.NoError(t, g.Answer(0))
	require.EqualError(t, g.Err(), "NotExecutable: code 'other' → sums:other is not implemented")
}

func TestARefusedCallStopsTheGame(t *testing.T) {
	g, err := game.New(callingProgram(t), game.Options{Hosted: adder})
	require.NoError(t, err)
	require.NoError(t, g.Refuse("out of fingers"))
	require.EqualError(t, g.Err(), "ExprError: action go: code 'adder': out of fingers")
}

func TestTheArgumentsOfACallMayFail(t *testing.T) {
	g, err := game.New(callingProgram(t), game.Options{Hosted: map[string]bool{"adder": true, "other": true}})
	require.NoError(t, err)
	require.NoError(t, g.Reply(gives(value.OfInt(1))))
	require.NoError(t, g.Reply(gives(value.OfInt(1))))
	require.NoError(t, g.Answer(0))
	require.ErrorContains(t, g.Err(), "ZeroDivisionError")
}

func TestCallsWithoutEndStop(t *testing.T) {
	m, _, err := model.Parse("calling.yaml", `
name: endless
num_players: 2
code: {adder: {kind: code, module: m, function: f}}
actions: {go: {effect: [{op: repeat, n: 10000, do: [{op: repeat, n: 10000, do: [{op: call, code: adder}]}]}]}}
flow: {kind: step, id: s, actor_x: "0", do: [go]}
`, model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{})
	g, err := game.New(p, game.Options{Hosted: adder})
	require.NoError(t, err)
	n := 0
	for ; g.Kind() == game.Call; n++ {
		require.NoError(t, g.Reply(gives(value.Value{})))
	}
	require.ErrorContains(t, g.Err(), "too many steps")
	require.InDelta(t, 10_000, n, 100)
}

func TestForgedCalls(t *testing.T) {
	p := callingProgram(t)
	g, err := game.New(p, game.Options{Hosted: adder})
	require.NoError(t, err)
	save := g.Save()
	inside := save[game.SaveHead : len(save)-game.SaveTail]
	for at := range inside {
		for _, b := range []byte{0, 1, 2, 3, 5, 0x7f, 0xff, inside[at] + 1, inside[at] - 1} {
			forged := append([]byte(nil), inside...)
			forged[at] = b
			tryForged(t, p, forged)
		}
	}
}
