package diagram

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/model"
)

func outline(t *testing.T, text string) *Part {
	t.Helper()
	m, _, err := model.Parse("m.yaml", text, model.Options{})
	require.NoError(t, err)
	return Of(m)
}

const duel = `
name: Duel
num_players: {min: 2, max: 4, default: 2}
actions:
  strike: {pre_x: "can(\n  actor)", cost: [{op: add, var: mana, amount: -1}, {op: let, name: a, value: 1}]}
  wait: {pre: when nobody attacks}
  parry: {speed: quick, resolution: lifo_stack}
content:
  cards: [{id: c, abilities: [{id: dodge, speed: quick}]}]
priority:
  protocol: {closes: single_pass_each}
  windows: {main: {allows: [quick], first_x: turn}, quiet: {allows: [slow]}}
flow:
  kind: sequence
  id: all
  children:
    - {kind: loop, id: rounds, over_x: players, as: turn, order: reversed, until_x: done, once: true, children: [
        {kind: step, id: hit, actor_x: turn, do: [strike, wait, gone], secret: true, window: main, end_event: [a, b]}]}
    - {kind: branch, id: fork, cases: [{when_x: x > 1, children: [{kind: subflow, id: s, ref: fight}]}]}
    - {kind: step, id: bids, actors_x: players, do: [wait], window: true}
flows:
  fight: {kind: step, id: blow, actor_x: '0', do: [strike]}
end:
  - {id: over, if_x: lost(0), result: loss, who_x: '0', scope: fight}
  - {id: some, result: score, returns_x: "[1, 2]"}
`

func TestText(t *testing.T) {
	var b strings.Builder
	require.NoError(t, outline(t, duel).Text(&b))
	require.Equal(t, `Duel · mode competitive · players 2 to 4
├─ sequence all
│  ├─ loop rounds · for turn in players · order reversed · until done · rounds one
│  │  └─ step hit · actor turn · seen by the actor · window main · then emits a · then emits b · marks choice, hidden, window
│  │     ├─ strike · pre can( actor) · cost add, let
│  │     ├─ wait · pre "when nobody attacks"
│  │     └─ gone · missing no such action
│  ├─ branch fork
│  │  └─ case · when x > 1
│  │     └─ subflow s · flow fight
│  └─ step bids · all at once players · window of every speed · marks window
│     └─ wait · pre "when nobody attacks"
├─ flow fight
│  └─ step blow · actor 0 · marks end check
│     └─ strike · pre can( actor) · cost add, let
├─ window main · first turn · closes single_pass_each · marks choice
│  ├─ parry · speed quick · resolution lifo_stack
│  └─ dodge · speed quick
├─ window quiet · closes single_pass_each
└─ end
   ├─ over · if lost(0) · result loss · who 0 · scope fight
   └─ some · result score · returns [1, 2]
`, b.String())
}

func TestOutlineAsData(t *testing.T) {
	data, err := json.Marshal(outline(t, "name: A\nflow: {kind: step, id: s, do: [x]}\nactions: {x: {pre_x: 'True'}}"))
	require.NoError(t, err)
	require.Contains(t, string(data), `{"kind":"step","id":"s","parts":[{"kind":"action","id":"x","detail":[{"name":"pre","text":"True"}]}]}`)
}

func TestOutlineOfModelWithGaps(t *testing.T) {
	for _, text := range []string{"flow: 5", "flow: {}", "flow: {kind: stepp, do: 7}", "flow: {kind: branch}\nflows: {a: 3}\nend: [7]"} {
		var b strings.Builder
		require.NoError(t, outline(t, text).Text(&b))
		require.NotEmpty(t, b.String())
	}
}

func TestTextShowsNoControlCharacters(t *testing.T) {
	p := &Part{Kind: "step", ID: "a\x1b[31m\u202e\u0085b\nc\u2028"}
	var b strings.Builder
	require.NoError(t, p.Text(&b))
	require.Equal(t, "step a[31m b c\n", b.String())
}
