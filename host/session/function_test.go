package session

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

const asking = `
name: Asking
num_players: 2
code: {add: {kind: code, module: sums, function: add}}
state: {vars: {sum: {init: 0}, i: {init: 0}}}
actions:
  grow: {effect: [{op: choose, options: [1, 2, 3], as: x}, {op: call, code: add, with_x: {a: sum, b: x}, as: y}, {op: set, var: sum, value_x: y}]}
flow: {kind: loop, id: l, over_x: range(6), as: i, children: [{kind: step, id: s, actor_x: "0", do: [grow]}]}
`

func loadText(t testing.TB, rt *Runtime, text string) *Model {
	var m *Model
	with(t, rt, func(c *Call) (err error) {
		_, m, _, err = c.LoadModel(Source{Text: text, HasText: true}, nil)
		return err
	})
	return m
}

func gives(v value.Value) program.Answer { return program.Answer{Value: v} }

func sum(c *Called) (program.Answer, error) {
	return gives(value.OfInt(c.Args.Items()[0].Int() + c.Args.Items()[1].Int())), nil
}

func sumOf(g *Game) int64 {
	return g.Session().Game().Env().State[g.prog.Vars[0].Slot].Int()
}

func TestFunctionsOfTheHost(t *testing.T) {
	rt := New(Config{Limits: Limits{Warm: 1}})
	defer rt.Close()
	m := loadText(t, rt, asking)
	before := start(t, rt, m, 1, 0) // there is no function yet

	var last Called
	require.NoError(t, rt.SetFunction("add", func(c *Called) (program.Answer, error) { last = *c; return sum(c) }))
	h := start(t, rt, m, 1, 0)
	on(t, rt, h, func(g *Game) error {
		require.NoError(t, g.Answer(2))
		require.EqualValues(t, 3, sumOf(g))
		require.Equal(t, h, last.Game)
		require.Equal(t, "add", last.Code)
		require.Equal(t, "action grow", last.Place)
		return nil
	})
	on(t, rt, before, func(g *Game) error { // open games learn of it, and the other waits as bytes
		require.NoError(t, g.Answer(0))
		require.EqualValues(t, 1, sumOf(g))
		return nil
	})

	// What was answered is part of the game: nobody is asked for undo, clones, snapshots and records.
	require.NoError(t, rt.SetFunction("add", func(*Called) (program.Answer, error) { return gives(value.OfInt(100)), nil }))
	on(t, rt, h, func(g *Game) error {
		require.NoError(t, g.Answer(0))
		require.EqualValues(t, 100, sumOf(g))
		require.NoError(t, g.Undo(2))
		require.NoError(t, g.Redo(1))
		require.EqualValues(t, 3, sumOf(g))
		return nil
	})
	require.NoError(t, rt.SetFunction("add", nil))
	with(t, rt, func(c *Call) (err error) {
		g, err := c.Game(h)
		require.NoError(t, err)
		record, save := g.Session().Record(), g.Session().Save()
		g.Done(&err)
		for _, make := range []func() (*Game, error){
			func() (*Game, error) { return c.Replay(m, record, false) },
			func() (*Game, error) { return c.Restore(m, save, false) },
		} {
			g, err := make()
			require.NoError(t, err)
			require.EqualValues(t, 3, sumOf(g))
			require.NoError(t, g.Answer(0))
			require.EqualError(t, g.Session().Game().Err(), "NotExecutable: code 'add' → sums:add is not implemented")
			g.Done(&err)
		}
		return nil
	})
}

func TestAFunctionThatFailsStopsItsGame(t *testing.T) {
	rt := New(Config{})
	defer rt.Close()
	require.NoError(t, rt.SetFunction("add", func(*Called) (program.Answer, error) { return program.Answer{}, errors.New("no more fingers") }))
	on(t, rt, start(t, rt, loadText(t, rt, asking), 1, 0), func(g *Game) error {
		require.NoError(t, g.Answer(0))
		require.EqualError(t, g.Session().Game().Err(), "ExprError: action grow: code 'add': no more fingers")
		return nil
	})
}

func TestAFunctionFindsItsGameBusy(t *testing.T) {
	rt := New(Config{})
	defer rt.Close()
	m := loadText(t, rt, asking)
	var h, other Handle
	require.NoError(t, rt.SetFunction("add", func(called *Called) (program.Answer, error) {
		var c Call
		require.NoError(t, c.Begin(rt, 2))
		defer c.End()
		_, err := c.Game(called.Game)
		require.Equal(t, Busy, code(err))
		require.Equal(t, Busy, code(c.CloseGame(called.Game)))
		g, err := c.Game(other)
		require.NoError(t, err)
		g.Done(&err)
		return sum(called)
	}))
	h, other = start(t, rt, m, 1, 0), start(t, rt, m, 1, 0)
	on(t, rt, h, func(g *Game) error {
		require.NoError(t, g.Answer(1))
		require.EqualValues(t, 2, sumOf(g))
		return nil
	})
	on(t, rt, h, func(g *Game) error { return nil }) // free again
}

func TestACallThatIsCancelledTakesItsAnswerBack(t *testing.T) {
	rt := New(Config{})
	defer rt.Close()
	text := `
name: Many
num_players: 2
code: {f: {kind: code, module: m, function: f}}
actions: {a: {effect: [{op: choose, options: [1, 2], as: x}, {op: repeat, n: 50, do: [{op: call, code: f}]}]}}
flow: {kind: step, id: s, actor_x: "0", do: [a]}
`
	n := 0
	require.NoError(t, rt.SetFunction("f", func(*Called) (program.Answer, error) {
		if n++; n == 10 {
			require.True(t, rt.Cancel(1))
		}
		return program.Answer{}, nil
	}))
	h := start(t, rt, loadText(t, rt, text), 1, 0)
	var c Call
	require.NoError(t, c.Begin(rt, 1))
	g, err := c.Game(h)
	require.NoError(t, err)
	require.Equal(t, Cancelled, code(g.Answer(0)))
	require.Equal(t, 10, n)
	require.Equal(t, game.Decision, g.Session().Game().Kind())
	require.Zero(t, g.Session().CanUndo())
	g.Done(&err)
	c.End()
	on(t, rt, h, func(g *Game) error { require.NoError(t, g.Answer(0)); return nil })
	require.Equal(t, 60, n)
}

func TestThereAreOnlySoManyFunctions(t *testing.T) {
	rt := New(Config{})
	defer rt.Close()
	f := func(*Called) (program.Answer, error) { return program.Answer{}, nil }
	require.NoError(t, rt.SetFunction("never was", nil))
	for i := range maxFunctions {
		require.NoError(t, rt.SetFunction(fmt.Sprint(i), f))
	}
	require.NoError(t, rt.SetFunction("7", f))
	require.Equal(t, Limited, code(rt.SetFunction("more", f)))
	require.NoError(t, rt.SetFunction("7", nil))
	require.NoError(t, rt.SetFunction("more", f))
}
