package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
)

// spinner is a model that asks once and then goes round, in loops and repeats within each other, over variables that are
// counted on modulo something.
func spinner(t *rapid.T) string {
	expr := func() string {
		a, b := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "x"), rapid.SampledFrom([]string{"a", "b", "c", "1", "len(l)"}).Draw(t, "y")
		return fmt.Sprintf("(%s * %d + %s) %% %d", a, rapid.IntRange(1, 3).Draw(t, "k"), b, rapid.IntRange(2, 60).Draw(t, "m"))
	}
	set := func() string {
		v := rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "v")
		switch rapid.IntRange(0, 5).Draw(t, "op") {
		case 0:
			return "{op: move, what_x: 'p[0] if p else q[0]', from_x: \"'p' if p else 'q'\", to_x: \"'q' if p else 'p'\"}"
		case 1:
			return `{op: set, var: l, value_x: "l[1:] + [` + expr() + `]"}`
		case 2:
			return fmt.Sprintf(`{op: repeat, n: %d, do: [{op: set, var: %s, value_x: "%s"}]}`, rapid.IntRange(0, 40).Draw(t, "n"), v, expr())
		case 3:
			return fmt.Sprintf(`{op: repeat, until_x: "%s == %d", do: [{op: set, var: %s, value_x: "%s"}]}`, v, rapid.IntRange(0, 20).Draw(t, "n"), v, expr())
		}
		return fmt.Sprintf(`{op: set, var: %s, value_x: "%s"}`, v, expr())
	}
	var body []string
	for range rapid.IntRange(1, 3).Draw(t, "ops") {
		body = append(body, set())
	}
	until := fmt.Sprintf("%s == %d", rapid.SampledFrom([]string{"a", "b", "c", "l[0]"}).Draw(t, "until"), rapid.IntRange(0, 70).Draw(t, "at"))
	return `
name: Spinner
num_players: 1
state:
  vars: {a: {init: 0}, b: {init: 1}, c: {init: 2}, l: {init: [0, 0]}}
  zones: {p: {init_x: "[{'id': 'x'}, {'id': 'y'}]"}, q: {}}
actions:
  begin: {effect: [{op: choose, options: [1, 2], as: x}]}
  go: {effect: [` + strings.Join(body, ", ") + `]}
flow:
  kind: sequence
  id: all
  children:
    - {kind: step, id: first, actor_x: "0", do: [begin]}
    - {kind: loop, id: main, until_x: "` + until + `", children: [{kind: step, id: s, do: [go]}]}
`
}

// Nothing is said not to end that would: a game that is watched comes to what one comes to that is not, only sooner.
func TestWhatCannotEndDoesNot(t *testing.T) {
	certified := 0
	rapid.Check(t, func(t *rapid.T) {
		text := spinner(t)
		m, _, err := model.Parse("model.yaml", text, model.Options{})
		require.NoError(t, err)
		p, found := compile.Compile(m, compile.Options{})
		require.Zero(t, found.Errors(), "%v", found)
		quick, err := game.New(p, game.Options{})
		require.NoError(t, err)
		slow := quick.Clone()
		slow.Unwatched()
		require.NoError(t, quick.Answer(0))
		require.NoError(t, slow.Answer(0))
		if e := quick.Err(); e != nil && e.CannotEnd != nil {
			certified++
			require.Nil(t, slow.Err().CannotEnd)
			if !strings.Contains(slow.Err().Message, "too many steps") {
				require.Equal(t, e.Error(), slow.Err().Error())
			}
			return
		}
		require.Equal(t, slow.Position(nil), quick.Position(nil))
		if quick.Err() != nil {
			require.Equal(t, slow.Err(), quick.Err())
		}
	})
	require.Positive(t, certified)
}
