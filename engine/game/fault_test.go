package game_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
)

// stopOf is the message with which a game stops that sets x to an expression.
func stopOf(t *testing.T, x string) string {
	m, _, err := model.Parse("model.yaml", `
num_players: 2
state: {vars: {x: {init: 0}}}
actions:
  go:
    effect:
      - op: set
        var: x
        value_x: |-
          `+strings.ReplaceAll(x, "\n", "\n          ")+`
flow: {kind: step, id: s, do: [go]}
`, model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{})
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	require.Equal(t, game.Stopped, g.Kind())
	require.Empty(t, g.Err().Stack)
	return g.Err().Error()
}

func TestAMessageIsWholeOverLines(t *testing.T) {
	require.Equal(t, "ExprError: error evaluating '(1 +\n  x // 0)': ZeroDivisionError: integer division or modulo by zero", stopOf(t, "(1 +\n  x // 0)"))
}

func TestAMessageIsShortWhereAValueIsLong(t *testing.T) {
	got := stopOf(t, "int('é' * (1000000 + x))")
	require.Less(t, len(got), 5000)
	require.Regexp(t, `^ExprError: error evaluating 'int\(.*é … é+'$`, got)
}

// The cost of an action that waits on a stack may give the name actor to what is no player: that is a fault of the
// model, said where it stands.
func TestACostMayRenameTheActor(t *testing.T) {
	m, _, err := model.Parse("model.yaml", `
num_players: 2
priority: {windows: {fray: {allows: [fast], resolution: lifo_stack}}}
state: {vars: {x: {init: 0}}}
actions:
  go: {effect: [{op: window, name: fray}]}
  counter: {speed: fast, pre_x: "x == 0", cost: [{op: let, name: actor, value: 7}, {op: set, var: x, value: 1}], effect: []}
flow: {kind: step, id: s, actor_x: "0", do: [go]}
`, model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{})
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	require.NoError(t, g.Answer(0))
	require.Equal(t, game.Stopped, g.Kind())
	require.EqualError(t, g.Err(), "ExprError: action counter: actor gives 7, which is no player (0 to 1)")
}
