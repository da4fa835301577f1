package action_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/action"
)

const refusedRules = `
tags: [shop]
fields:
  - {id: n, type: integer, default: 0}
  - {id: str, type: integer, default: 1, max: 'int(6 / n)'}
links: [{id: crew, fields: {tier: {type: integer, default: 0}}}]
contentTypes: [{id: gear, list: inventory, state: {used: {type: boolean}}}]
followUps: [{id: later, action: take}]
actions:
  - {id: take, params: {of: {type: id, of: field}}, steps: [{id: end, kind: outcome, data: {of: params.of.id}}]}
  - {id: pass, params: {of: {type: id, of: field}}, steps: [{id: on, kind: action, use: take, params: {of: params.of}}, {id: end, kind: outcome, data: steps.on.data}]}
  - {id: offer, params: {of: {type: id, of: field}}, steps: [{id: on, kind: changes, changes: [{type: offerFollowUp, followUp: later, params: {of: params.of}}]}]}
  - {id: give, steps: [{id: give, kind: allocate, fields: {where: 'true'}, budget: '2'}]}
  - {id: pick, steps: [{id: pick, kind: choice, tags: [shop], options: {copies: {type: gear}}, changes: [{type: setState, entry: picked, key: used, value: 'true'}]}]}
`

const refusedContent = `items: [{id: axe, type: gear, effects: [{target: {steps: [shop]}, op: option, value: {id: haggle}}]}]`

// What a call or a pack says that nothing can be made of is refused where it stands.
func TestWhatMeansNothingIsRefused(t *testing.T) {
	rules := rulesOf(t, refusedRules, refusedContent)
	start := func(more string) *action.Result {
		return startOf(t, rules, `{"character": {"format": 1, "id": "h", "inventory": [{"id": "axe-1", "item": "p:axe"}]}, `+more+`}`, action.Options{})
	}
	for _, row := range []struct{ name, call, code, path string }{
		{"an app gives a field param a view", `"action": {"id": "p:take"}, "params": {"of": {"id": "p:n"}}`, "wrong-type", "params.of"},
		{"a greatest value that cannot be worked out is no free hand", `"action": {"id": "p:give"}`, "division-by-zero", "give"},
		{"an option that content adds is no copy", `"action": {"id": "p:pick"}, "answers": [{"option": "p:axe#haggle"}]`, "type-mismatch", "pick"},
	} {
		t.Run(row.name, func(t *testing.T) {
			out := start(row.call)
			require.Len(t, out.Errors, 1)
			require.Equal(t, row.code, out.Errors[0].Code, "%v", out.Errors)
			require.Equal(t, row.path, out.Errors[0].Path)
		})
	}
	require.JSONEq(t, `{"data":{"of":"p:n"}}`, string(toJSON(t, start(`"action": {"id": "p:pass"}, "params": {"of": "n"}`).Outcome)), "an action passes a view on")
	offered := start(`"action": {"id": "p:offer"}, "params": {"of": "n"}`)
	require.Equal(t, map[string]any{"of": "p:n"}, offered.Proposed[0].Change.Params, "what an offer keeps is what an app may give")
	picked := start(`"action": {"id": "p:pick"}, "answers": [{"option": "axe-1"}]`)
	require.Equal(t, "axe-1", picked.Proposed[0].Change.Entry)
}

// Of several things that are wrong the first is told, always the same, and nothing may follow the input.
func TestUnreadableCallsAreRefused(t *testing.T) {
	const call = `{"character": {"format": 1}, "action": {"id": "p:take"}`
	for range 20 {
		_, err := action.ReadInput([]byte(call + `, "policy": {"dice": "x", "choices": "y", "allocations": "z"}}`))
		require.ErrorContains(t, err, "policy.dice")
	}
	_, err := action.ReadInput([]byte(call + `} {}`))
	require.ErrorContains(t, err, "something follows")
	_, err = action.ReadAnswer([]byte(`{"faces": [1]} 2`))
	require.ErrorContains(t, err, "something follows")
}

// A view for a slot that no pack declares is refused, whatever the call: an action that went on without it would read
// a slot that is empty.
func TestAViewForNoSlotIsRefused(t *testing.T) {
	rules := rulesOf(t, `
fields: [{id: hp, type: integer, default: 3}]
links: [{id: crew, fields: {tier: {type: integer, default: 1}}}]
actions: [{id: go, steps: [{id: end, kind: outcome, result: "has(links.crew) ? 'crewed' : 'alone'"}]}]
`, "")
	start := func(slot string) *action.Result {
		return startOf(t, rules, `{"character": {"format": 1, "id": "h"}, "action": {"id": "p:go"}, "links": {"`+slot+`": {"id": "s", "values": {}}}}`, action.Options{})
	}
	require.Equal(t, "crewed", *start("p:crew").Outcome.Result)
	for _, slot := range []string{"crew", "p:crow", "q:crew"} {
		out := start(slot)
		require.Len(t, out.Errors, 1)
		require.Equal(t, "unknown-link", out.Errors[0].Code)
		require.Equal(t, "links."+slot, out.Errors[0].Path)
		require.Equal(t, map[string]any{"link": slot}, out.Errors[0].Data)
	}
}
