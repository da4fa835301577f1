package action_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/action"
)

const settleCall = `{"character": {"format": 1, "ruleset": {"p": "1.0.0"}, "id": "h"}, "action": {"id": "p:go"}, "params": {"field": "bad"}}`

// What is kept is what a formula gave when it was asked: a flag of all flags holds those that there were, and
// never itself.
func TestKeptValuesAreSettled(t *testing.T) {
	for _, row := range []struct{ name, steps, outcome, log string }{
		{name: "a flag of flags is shown with a roll",
			steps:   `{id: b, kind: branch, cases: [{when: 'true', flags: {a: '1', all: flags}}]}, {id: r, kind: roll, parts: [{value: '2'}]}`,
			outcome: `{}`, log: `{"a":1,"all":{"a":1}}`},
		{name: "flags of flags are compared",
			steps:   `{id: b, kind: branch, cases: [{when: 'true', flags: {all: '[flags]', me: flags}}]}, {id: end, kind: outcome, result: "flags.me == flags.all[0] ? 'same' : 'other'"}`,
			outcome: `{"result":"other"}`},
		{name: "a flag of an option",
			steps:   `{id: b, kind: choice, options: [{id: o, flags: {me: flags}}], recommend: "'o'"}, {id: end, kind: outcome, data: flags}`,
			outcome: `{"data":{"me":{}}}`},
		{name: "data of steps",
			steps:   `{id: r, kind: roll, parts: [{value: '2'}]}, {id: end, kind: outcome, data: {total: 'steps.r.total', kept: '[steps.r.kept]'}}`,
			outcome: `{"data":{"total":2,"kept":[[]]}}`, log: `{}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			rules := rulesOf(t, "fields: [{id: bad, type: integer, default: 0}]\nactions: [{id: go, params: {field: {type: id, of: field}}, steps: ["+row.steps+"]}]", "")
			out := startOf(t, rules, settleCall, action.Options{})
			require.Empty(t, out.Errors)
			require.JSONEq(t, row.outcome, string(toJSON(t, out.Outcome)))
			if row.log != "" {
				require.JSONEq(t, row.log, string(toJSON(t, out.Log[0].Summary.Flags)))
			}
		})
	}
}

// A value that cannot be read fails the step that would keep it, with the formula's place.
func TestWhatCannotBeReadIsNotKept(t *testing.T) {
	for name, steps := range map[string]string{
		"end":  `{id: end, kind: outcome, data: {field: params.field}}`,
		"flag": `{id: flag, kind: branch, cases: [{when: 'true', flags: {field: '[params.field]'}}]}`,
		"band": `{id: band, kind: roll, parts: [{value: '1'}], bands: set}`,
	} {
		t.Run(name, func(t *testing.T) {
			rules := rulesOf(t, "fields: [{id: n, type: integer, default: 0}, {id: bad, type: integer, formula: 'int(1 / n)'}]\n"+
				"bands: {set: {value: params.field, bands: [{id: any}]}}\n"+
				"actions: [{id: go, params: {field: {type: id, of: field}}, steps: ["+steps+"]}]", "")
			out := startOf(t, rules, settleCall, action.Options{})
			require.Len(t, out.Errors, 1)
			require.Equal(t, "division-by-zero", out.Errors[0].Code)
			require.Equal(t, name, out.Errors[0].Path)
			require.Equal(t, "p/rules/a.yaml", out.Errors[0].Data["file"])
		})
	}
}

// A long text that stands in the flags of each roll is paid for each time.
func TestSummariesAreBounded(t *testing.T) {
	var rolls strings.Builder
	for i := range 200 {
		fmt.Fprintf(&rolls, ", {id: r%d, kind: roll, parts: [{value: '1'}]}", i)
	}
	rules := rulesOf(t, `
actions: [{id: go, steps: [{id: b, kind: branch, cases: [{when: 'true', flags: {s: "'xxxxxxxx'"}}]},
  {id: double, kind: choice, options: [{id: o, flags: {s: flags.s + flags.s}}], recommend: "'o'", repeat: {max: '17'}}`+rolls.String()+`]}]`, "")
	out := startOf(t, rules, strings.Replace(settleCall, `, "params": {"field": "bad"}`, "", 1), action.Options{})
	require.Len(t, out.Errors, 1)
	require.Equal(t, "safety-limit-exceeded", out.Errors[0].Code)
}
