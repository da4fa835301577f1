package sheet

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/dice"
)

const woundRules = `
tags: [damage.fire, damage.cold, healing]
fields:
  - {id: hp.max, type: integer, default: 20}
  - {id: hp.now, type: integer, default: 20, min: '0', max: hp.max}
  - {id: hp.temp, type: integer, default: 0, min: '0'}
  - {id: overkill, type: integer, default: 0}
  - {id: stress, type: number, default: 0, min: '0', max: '3'}
  - {id: name, type: string, default: ''}
  - {id: sum, type: integer, formula: hp.now + 1}
contentTypes:
  - {id: trait, list: features}
  - {id: spell, list: features, state: {on: {type: boolean, default: true}}}
settings: {stacking: {resistance: lowest}}
followUps:
  - {id: dying, action: roll, when: hp.now == 0}
  - {id: focus, action: roll, params: {dc: 'max(10, floor(amount / 2))'}, on: {fields: [hp.now], tags: [damage], when: change.by < 0}}
actions: [{id: roll, params: {dc: {type: integer, required: false}}, steps: []}]
`

const woundContent = `
- {id: half, type: trait, effects: [{target: {incoming: {tags: [damage.fire]}}, op: multiply, value: 0.5, stackKey: resistance}]}
- {id: double, type: trait, effects: [{target: {incoming: {tags: [damage.fire]}}, op: multiply, value: 2}]}
- {id: immune, type: trait, effects: [{target: {incoming: {tags: [damage.cold]}}, op: cancel}]}
- {id: tough, type: trait, effects: [{target: {incoming: {fields: [hp.now]}}, op: add, value: -3, when: change.by < 0}]}
- {id: shell, type: trait, effects: [{target: {incoming: {tags: [damage]}}, op: absorb, value: hp.temp}]}
- {id: spill, type: trait, effects: [{target: {incoming: {tags: [damage]}}, op: overflow, overflow: overkill, by: amount * 2}]}
- {id: ward, type: trait, effects: [{target: {incoming: {tags: [damage]}}, op: add, value: 0 - 1d4}]}
`

func wounded(features ...string) string {
	text := ""
	for i, f := range features {
		if i > 0 {
			text += ","
		}
		text += `{"id":"` + f + string(rune('0'+i)) + `","item":"p:` + f + `"}`
	}
	return `{"features":[` + text + `]}`
}

// The worked case: half of seven is three, and twice three is six, in whatever order they are carried.
func TestResistanceWithVulnerabilityOnOddDamage(t *testing.T) {
	r := rulesOf(t, woundRules, woundContent)
	for _, features := range [][]string{{"half", "double"}, {"double", "half"}, {"half", "double", "half"}} {
		got := applied(t, r, characterOf(t, wounded(features...)), `[{"type":"adjust","field":"p:hp.now","by":-7,"tags":["damage.fire"]}]`)
		require.Equal(t, "14", show(got.Applied[0].After))
		require.Equal(t, []string{"multiply 0.5: 7 to 3", "multiply 2: 3 to 6"}, metOf(got.Applied[0]))
	}
}

func metOf(d Done) (out []string) {
	for _, m := range d.Incoming {
		text := m.Op
		if m.Field != "" {
			text += " " + m.Field
		}
		if !m.Value.IsAbsent() {
			text += " " + show(m.Value)
		}
		out = append(out, text+": "+show(m.Before)+" to "+show(m.After))
	}
	return out
}

func TestIncomingEffects(t *testing.T) {
	r := rulesOf(t, woundRules, woundContent)
	for _, row := range []struct {
		name     string
		features []string
		values   string
		change   string
		values2  string
		met      []string
	}{
		{"nothing acts on other tags", []string{"half"}, `{}`, `"by":-7,"tags":["damage.cold"]`, `{"p:hp.now":13}`, nil},
		{"cancel ends it", []string{"immune", "shell"}, `{"p:hp.temp":3}`, `"by":-7,"tags":["damage.cold"]`, `{"p:hp.temp":3}`, []string{"cancel: 7 to 0"}},
		{"add before multiply", []string{"half", "tough"}, `{}`, `"by":-8,"tags":["damage.fire"]`, `{"p:hp.now":18}`, []string{"add -3: 8 to 5", "multiply 0.5: 5 to 2"}},
		{"add takes no more than there is", []string{"tough"}, `{}`, `"by":-2,"tags":["damage.fire"]`, `{}`, []string{"add -3: 2 to 0"}},
		{"its when sees the change: healing is left alone", []string{"tough"}, `{"p:hp.now":5}`, `"by":6,"tags":["healing"]`, `{"p:hp.now":11}`, nil},
		{"absorb after multiply", []string{"shell", "half"}, `{"p:hp.temp":2}`, `"by":-9,"tags":["damage.fire"]`, `{"p:hp.now":18,"p:hp.temp":0}`, []string{"multiply 0.5: 9 to 4", "absorb p:hp.temp 2: 4 to 2"}},
		{"overflow takes what the bound cuts off", []string{"spill"}, `{"p:hp.now":5}`, `"by":-9,"tags":["damage.fire"]`, `{"p:hp.now":0,"p:overkill":8}`, []string{"overflow p:overkill 8: 4 to 0"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			c := characterOf(t, wounded(row.features...))
			c.Values = characterOf(t, `{"values":`+row.values+`}`).Values
			got := applied(t, r, c, `[{"type":"adjust","field":"p:hp.now",`+row.change+`}]`)
			require.JSONEq(t, row.values2, string(appendAny(nil, got.Character.Values)))
			require.Equal(t, row.met, metOf(got.Applied[0]))
		})
	}
}

func TestIncomingDice(t *testing.T) {
	r := rulesOf(t, woundRules, woundContent)
	c := characterOf(t, wounded("ward"))
	changes := changesOf(t, `[{"type":"adjust","field":"p:hp.now","by":-7,"tags":["damage.fire"]}]`)
	_, err := r.Apply(c, changes, Options{})
	require.Equal(t, "dice-needed", err.Code)
	got, err := r.Apply(c, changes, Options{Dice: dice.Given(3).Next})
	require.Nil(t, err)
	require.Equal(t, "16", show(got.Applied[0].After))
	_, err = r.Apply(c, changes, Options{Dice: dice.Given().Next})
	require.Equal(t, "dice-failed", err.Code)
}

func TestBounds(t *testing.T) {
	r := rulesOf(t, woundRules, woundContent)
	for _, row := range []struct {
		change, after string
		clamped       bool
	}{
		{`{"type":"adjust","field":"p:hp.now","by":-25}`, "0", true},
		{`{"type":"adjust","field":"p:hp.now","by":5}`, "20", true},
		{`{"type":"adjust","field":"p:stress","by":0.25}`, "0.25", false},
		{`{"type":"set","field":"p:hp.now","value":30}`, "20", true},
		{`{"type":"set","field":"p:hp.now","value":null}`, "20", false},
		{`{"type":"set","field":"p:name","value":"Ada"}`, `"Ada"`, false},
	} {
		got := applied(t, r, characterOf(t, `{}`), `[`+row.change+`]`).Applied[0]
		require.Equal(t, row.after, show(got.After), row.change)
		require.Equal(t, row.clamped, got.Clamped, row.change)
		_, err := r.Apply(characterOf(t, `{}`), changesOf(t, `[`+row.change+`]`), Options{Strict: true})
		require.Equal(t, row.clamped, err != nil && err.Code == "out-of-bounds", row.change)
	}
	// What a bound cuts off and overflow takes is not lost: strict allows it.
	c := characterOf(t, wounded("spill"))
	_, err := r.Apply(c, changesOf(t, `[{"type":"adjust","field":"p:hp.now","by":-25,"tags":["damage.fire"]}]`), Options{Strict: true})
	require.Nil(t, err)
	// A saved value beyond its bounds counts as the bound, and is reported.
	s := r.Compute(characterOf(t, `{"values":{"p:hp.now":99}}`), nil)
	require.Equal(t, "20", shown(t, s, "p:hp.now"))
	require.Equal(t, []string{"out-of-bounds values.p:hp.now"}, issues(t, s))
}

// Follow-ups: on a change, with the amount that really came; while a condition holds, once it begins.
func TestFollowUpsOfChanges(t *testing.T) {
	r := rulesOf(t, woundRules, woundContent)
	c := characterOf(t, wounded("half"))
	got := applied(t, r, c, `[
	 {"type":"adjust","field":"p:hp.now","by":-25,"tags":["damage.fire"]},
	 {"type":"adjust","field":"p:hp.now","by":3,"tags":["healing"]},
	 {"type":"adjust","field":"p:hp.now","by":-11}]`)
	require.Equal(t, `[{"id":"p:dying","followUp":"p:dying","kind":"derived","source":{"type":"rules","id":"p"},"action":{"id":"p:roll","params":{},"followUp":"p:dying"}},`+
		`{"id":"focus-1","followUp":"p:focus","kind":"ephemeral","source":{"type":"rules","id":"p"},"action":{"id":"p:roll","params":{"dc":10},"followUp":"focus-1"}}]`,
		string(appendEach(nil, got.FollowUps, Offer.appendJSON)))
	// What was offered before is not offered anew; what is taken up is cleared.
	again := applied(t, r, got.Character, `[{"type":"clearFollowUp","id":"focus-1"}]`)
	require.Empty(t, again.FollowUps)
	require.Empty(t, again.Character.FollowUps)
	// A proposed sheet knows nothing of follow-ups.
	s, err := r.Propose(c, changesOf(t, `[{"type":"adjust","field":"p:hp.now","by":-25,"tags":["damage.fire"]}]`), nil)
	require.Nil(t, err)
	require.Equal(t, "8", shown(t, s, "p:hp.now"))
	require.Empty(t, s.Character.FollowUps)
}
