package action_test

import (
	"strconv"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/action"
)

// Threads share the memory of runs that have ended, and no run.
func TestRunsInThreads(t *testing.T) {
	rules := rulesOf(t, `
tags: [hit, fire]
fields: [{id: a, type: integer, default: 3}, {id: hp, type: integer, default: 9}]
situational: [{id: up, type: boolean, rolls: [hit], effects: [{op: rollModifier, value: {type: advantage}}, {op: add, value: 1d6, tags: [fire]}]}]
bands: {set: {bands: [{id: good, when: roll.total > 9 + a}, {id: bad}]}}
actions:
  - id: inner
    params: {n: {type: integer}}
    steps: [{id: roll, kind: roll, tags: [hit], parts: [{dice: '1d20 + params.n'}]}, {id: end, kind: outcome, data: {total: steps.roll.total, kept: steps.roll.kept}}]
  - id: go
    steps:
      - {id: hit, kind: roll, tags: [hit], bands: set, parts: [{dice: 2d20!}, {field: a}]}
      - {id: one, kind: action, use: inner, params: {n: steps.hit.total}}
      - {id: two, kind: action, use: inner, params: {n: steps.one.data.total}}
      - {id: loss, kind: changes, changes: [{type: adjust, field: hp, by: 0 - steps.two.data.total}]}
      - {id: end, kind: outcome, data: {one: steps.one.data, two: steps.two.data, kept: steps.hit.kept}}
`, "")
	input := `{"character": {"format": 1, "ruleset": {"p": "1.0.0"}, "id": "h"}, "action": {"id": "p:go"}, "situational": {"p:up": true}}`
	var want []string
	for seed := range 20 {
		want = append(want, string(written(t, startOf(t, rules, input, action.Options{Dice: action.Seeded(uint64(seed))}))))
		require.Contains(t, want[seed], "finished", strconv.Itoa(seed))
	}
	in, err := action.ReadInput([]byte(input))
	require.NoError(t, err)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			var kept []*action.Result
			for seed := range want {
				kept = append(kept, action.Start(rules, in, action.Options{Dice: action.Seeded(uint64(seed))}))
			}
			for seed, r := range kept {
				if got, err := r.MarshalJSON(); err != nil || string(got) != want[seed] {
					t.Errorf("another run shows in the result of seed %d", seed)
				}
			}
		})
	}
	all.Wait()
}
