package model

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
)

const threeInARow = `name: Three in a row
mode: competitive
num_players: 2
constants: {lines: [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]]}
functions:
  owns: {params: [p], x: "any(all(board[i] == p for i in line) for line in lines)"}
state:
  vars:
    board: {init_x: "[None] * 9"}
    turn: {init: 0}
actions:
  mark:
    effect:
      - {op: choose, options_x: "[i for i in range(9) if board[i] is None]", as: cell}
      - {op: set, var: "board[cell]", value_x: actor}
flow: {kind: loop, id: rounds, over_x: players, as: turn, children: [{kind: step, id: move, actor_x: turn, do: [mark]}]}
end:
  - {id: three, if_x: "owns(turn)", result: win, who_x: turn}
  - {id: full, if_x: "None not in board", result: draw}
`

func parse(t *testing.T, text string) (*Model, diag.List) {
	t.Helper()
	m, list, err := Parse("m.yaml", text, Options{})
	require.NoError(t, err)
	return m, list
}

func at(line, col int) diag.Pos { return diag.Pos{File: "m.yaml", Line: line, Col: col} }

func TestWholeModel(t *testing.T) {
	m, list := parse(t, threeInARow)
	require.Empty(t, list)
	require.Equal(t, "Three in a row", m.Name)
	require.Equal(t, Players{Min: 2, Max: 2, Default: 2, Pos: at(3, 14)}, m.Players)
	require.Len(t, m.Constants[0].Value.Items, 8)
	require.Equal(t, []string{"p"}, m.Functions[0].Params)
	require.Equal(t, at(6, 27), m.Functions[0].X.Pos)
	require.Equal(t, "board", m.Vars[0].Name)
	require.Equal(t, Expr{Src: "[None] * 9", Pos: at(9, 22)}, m.Vars[0].Init.X)
	require.Equal(t, "0", m.Vars[1].Init.Lit.Text)
	choose, set := m.Actions[0].Effect[0], m.Actions[0].Effect[1]
	require.Equal(t, "choose", choose.Name)
	as, ok := choose.Str("as")
	require.True(t, ok)
	require.Equal(t, "cell", as)
	require.Equal(t, []string{"var", "value"}, []string{set.Fields[0].Name, set.Fields[1].Name})
	require.Equal(t, "actor", set.Field("value").X.Src)
	require.Equal(t, "loop", m.Flow.Kind)
	require.Equal(t, "players", m.Flow.Over.X.Src)
	step := m.Flow.Children[0]
	require.Equal(t, "turn", step.ActorX.Src)
	require.Equal(t, "mark", step.Do[0].Name)
	require.Equal(t, "win", m.End[0].Result)
	require.Equal(t, "turn", m.End[0].Who.X.Src)
}
