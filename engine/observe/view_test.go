package observe_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/observe"
)

const cellar = `
name: Cellar
num_players: 2
state:
  vars:
    turn: {init: 0}
    aim: {scope: player, init: 7, visibility: owner}
    plot: {init: 8, visibility: hidden}
  zones:
    deck: {shuffled: true, visibility: hidden, init_x: "[{'id': c} for c in ['a', 'b', 'c', 'd']]"}
    hand: {owner: player, visibility: owner, drawn_from: deck}
    heap: {kind: set, visibility: hidden, drawn_from: deck}
    anon: {init_x: "[{'n': 1}]"}
actions:
  draw: {effect: [{op: draw, from: deck, to: "hand[actor]", n: 2}]}
  bury: {effect: [{op: choose, options_x: "hand[actor]", as: c, secret: true}, {op: move, what_x: c, from: "hand[actor]", to: heap}, {op: destroy, what_x: c, from: heap}]}
  point: {effect: [{op: choose, options_x: "anon + hand[1 - actor]", as: c}]}
  fail: {effect: [{op: set, var: turn, value_x: "hand[actor][0]['none']"}]}
  rest: {effect: []}
flow:
  kind: loop
  id: rounds
  over_x: players
  as: turn
  children:
    - {kind: step, id: open, actor_x: turn, do: [draw, point, fail, rest]}
    - {kind: step, id: covert, actor_x: turn, do: [bury, rest], secret: true}
`

// What seat 0 does in secret is for seat 1 neither in the question, nor in the log, nor in an error.
func TestSecretsOfAnAction(t *testing.T) {
	g := begun(t, cellar, "draw", "a", "b", "bury")
	own, err := observe.New(g, 0)
	require.NoError(t, err)
	require.Equal(t, "action bury", own.Request.Place)
	require.Equal(t, []observe.Option{{Label: "a", Item: "hand[0]#0"}, {Label: "b", Item: "hand[0]#1"}}, own.Request.Options)
	other, err := observe.New(g, 1)
	require.NoError(t, err)
	require.Equal(t, observe.Request{Kind: "decision", Waiting: []int{0}, Seen: []int{}}, other.Request)

	require.NoError(t, observe.Answer(g, 0, 1))
	lines := func(seat int) string {
		list, err := observe.Events(g, seat, 0)
		require.NoError(t, err)
		b, err := json.Marshal(list)
		require.NoError(t, err)
		return string(b)
	}
	require.Equal(t, `[{"kind":"decision","place":"step open","label":"draw","player":0},`+
		`{"kind":"chance","place":"action draw","label":"a"},{"kind":"draw","place":"action draw","label":"a"},`+
		`{"kind":"chance","place":"action draw","label":"b"},{"kind":"draw","place":"action draw","label":"b"},`+
		`{"kind":"decision","place":"step covert","label":"bury","player":0},`+
		`{"kind":"decision","place":"action bury","label":"b","player":0},{"kind":"event","label":"destroy:b"}]`, lines(0))
	require.Equal(t, `[{"kind":"decision","place":"step open","label":"draw","player":0},`+
		`{"kind":"chance","place":"action draw","hidden":true,"seen":[0]},{"kind":"draw","place":"action draw","hidden":true,"seen":[0]},`+
		`{"kind":"chance","place":"action draw","hidden":true,"seen":[0]},{"kind":"draw","place":"action draw","hidden":true,"seen":[0]},`+
		`{"kind":"decision","place":"step covert","player":0,"hidden":true,"seen":[0]},{"hidden":true}]`, lines(1))
	tail, err := observe.Events(g, 1, 6)
	require.NoError(t, err)
	require.Equal(t, []observe.Entry{{Hidden: true}}, tail)
}

// The zones and variables of one game, from three seats.
func TestZonesAndVariables(t *testing.T) {
	g := begun(t, cellar, "draw", "a", "b", "rest")
	show := func(seat int) string {
		v, err := observe.New(g, seat)
		require.NoError(t, err)
		b, err := json.Marshal([]any{v.Zones[:4], v.Vars})
		require.NoError(t, err)
		return string(b)
	}
	const deck = `[[{"name":"deck","count":2,"unknown":2},`
	mine := `{"name":"hand","player":0,"count":2,"items":[{"id":"hand[0]#0","label":"a","value":{"id":"a"}},{"id":"hand[0]#1","label":"b","value":{"id":"b"}}]},`
	backs := `{"name":"hand","player":0,"count":2,"unknown":2},`
	rest := `{"name":"hand","player":1,"count":0},{"name":"heap","count":0}],[{"name":"turn","value":1},`
	require.Equal(t, deck+mine+rest+`{"name":"aim","player":0,"value":7},{"name":"aim","player":1,"hidden":true},{"name":"plot","hidden":true}]]`, show(0))
	require.Equal(t, deck+backs+rest+`{"name":"aim","player":0,"hidden":true},{"name":"aim","player":1,"value":7},{"name":"plot","hidden":true}]]`, show(1))
	require.Equal(t, deck+backs+rest+`{"name":"aim","player":0,"hidden":true},{"name":"aim","player":1,"hidden":true},{"name":"plot","hidden":true}]]`, show(observe.Spectator))
}

// Who picks a card of another's hand picks a back, and nobody learns from it which card it was.
func TestBlindPick(t *testing.T) {
	g := begun(t, cellar, "draw", "a", "b", "rest", "point")
	v, err := observe.New(g, 1)
	require.NoError(t, err)
	require.Equal(t, []observe.Option{{Label: "?", Item: "anon#0"}, {Hidden: true}, {Hidden: true}}, v.Request.Options)
	at, err := observe.OptionFor(g, 1, "anon#0")
	require.NoError(t, err)
	require.Zero(t, at)
	for _, id := range []string{"hand[0]#0", "hand[0]~0", "deck#0", ""} {
		_, err = observe.Find(g, 1, id)
		require.ErrorContains(t, err, "sees no item")
	}
	_, err = observe.OptionFor(g, 1, "hand[1]#0")
	require.Error(t, err)
	require.NoError(t, observe.Answer(g, 1, 2))
	last := func(seat int) observe.Entry {
		list, err := observe.Events(g, seat, 0)
		require.NoError(t, err)
		return list[len(list)-1]
	}
	require.Equal(t, "b", last(0).Label)
	require.True(t, last(1).Hidden)
	require.Empty(t, last(1).Label)
}

func TestFailureTellsNothing(t *testing.T) {
	g := begun(t, cellar, "draw", "a", "b", "rest", "rest", "rest", "fail")
	require.ErrorContains(t, g.Err(), "none")
	require.Equal(t, "ExprError: the game has stopped; the message may tell what a seat cannot see, so it is for the owner of the table", observe.Failure(g, 1))
	for _, seat := range []int{-2, 2} {
		_, err := observe.New(g, seat)
		require.ErrorContains(t, err, "there is no seat")
		require.Error(t, observe.Redistribute(g, seat, nil))
		require.Empty(t, observe.InfoState(g, seat))
	}
}
