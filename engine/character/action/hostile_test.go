package action_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/enginetest/effort"
)

// What a stranger's pack or call could ask for without end comes to its limit, soon. The pack asks for all
// that the runtime allows.
func TestHostilePacksComeToTheirLimits(t *testing.T) {
	many := make([]any, 5000)
	for i := range many {
		many[i] = map[string]any{"id": fmt.Sprint("p", i)}
	}
	hundred := strings.TrimSuffix(strings.Repeat("{type: adjust, field: hp, by: '1'}, ", 100), ", ")
	for _, row := range []struct {
		name, actions string
		params        map[string]any
		participants  any
		limit         string
	}{
		{name: "an action that runs itself", actions: `
- {id: go, steps: [{id: a, kind: action, use: go}]}`, limit: "maxActionDepth"},
		{name: "actions that run ten others each", actions: tree(8), limit: "maxActionSteps"},
		{name: "picks without end", actions: `
- {id: go, steps: [{id: pick, kind: choice, options: [{id: a}], recommend: "'a'", repeat: {max: '1000000000'}}]}`, limit: "maxActionSteps"},
		{name: "picks that are proposed one after the other", actions: `
- {id: go, steps: [{id: pick, kind: choice, sheet: proposed, options: {content: {type: gear}}, prefer: hp, repeat: {max: '1000000000'}, changes: [{type: addItem, entry: {item: picked.id}}, {type: adjust, field: hp, by: '1'}]}]}`},
		{name: "pending choices without end", actions: `
- {id: go, steps: [{id: pick, kind: choice, options: {pending: {}}, recommend: 'options[0]', changes: [{type: addItem, entry: {item: "'box'"}}]}]}`},
		{name: "a change for each of a long list", actions: `
- {id: go, steps: [{id: pick, kind: choice, options: [{id: a}], recommend: "'a'", repeat: {max: '1000000000'}, changes: [{type: adjust, forEach: steps.pick.picked, field: hp, by: '1'}]}]}`, limit: "maxActionSteps"},
		{name: "changes for many participants", actions: `
- {id: go, participants: {target: {}}, steps: [{id: deal, kind: changes, to: target, changes: [` + hundred + `]}]}`, participants: many, limit: "changes"},
		{name: "a budget that is drawn unit by unit", actions: `
- {id: go, steps: [{id: give, kind: allocate, fields: {where: 'true'}, budget: '1000000000', random: 'true'}]}`, limit: "maxActionSteps"},
		{name: "texts that double", actions: `
- {id: go, steps: [{id: s, kind: branch, cases: [{when: 'true', flags: {s: "'xxxxxxxx'"}}]}, {id: pick, kind: choice, options: [{id: a, flags: {s: flags.s + flags.s}}], recommend: "'a'", repeat: {max: '1000000000'}}]}`},
		{name: "lists that double", actions: `
- {id: go, steps: [{id: s, kind: branch, cases: [{when: 'true', flags: {l: '[1, 2, 3]'}}]}, {id: pick, kind: choice, options: [{id: a, flags: {l: flags.l + flags.l}}], recommend: "'a'", repeat: {max: '1000000000'}}]}`},
		{name: "a long text in many changes", actions: `
- {id: go, steps: [{id: s, kind: branch, cases: [{when: 'true', flags: {s: "'xxxxxxxx'"}}]}, {id: double, kind: choice, options: [{id: a, flags: {s: flags.s + flags.s}}], recommend: "'a'", repeat: {max: '17'}}, {id: pick, kind: choice, options: [{id: a}], recommend: "'a'", repeat: {max: '1000'}, changes: [{type: setState, entry: box-0, key: note, value: flags.s}]}]}`},
		{name: "outcomes that hold the one below twice", actions: outcomes(40)},
		{name: "dice without end", actions: `
- {id: go, steps: [{id: pick, kind: choice, options: [{id: a}], recommend: "'a'", repeat: {max: '100'}}, {id: roll, kind: roll, parts: [{dice: 'dice(hp + 1000000, 6)'}]}]}`},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := caseFile{Packs: []map[string]string{{
				"pack.yaml": "id: t\nversion: 1.0.0\n",
				"rules/a.yaml": `
settings: {limits: {maxActionSteps: 1000000, maxActionDepth: 1000000, maxDice: 1000000, maxFaces: 1000000, maxExplosions: 1000000, maxFormulaSteps: 1000000000}}
fields: [{id: hp, type: integer, default: 0}]
contentTypes: [{id: gear, kind: item, list: inventory, state: {note: {type: string}}, choices: [{id: kind, options: [{id: a}]}]}]
actions:` + row.actions + "\n",
				"content/c.yaml": "items: [{id: box, type: gear}]\n",
			}}}
			rules := f.load(t)
			call := map[string]any{
				"character": map[string]any{"format": 1, "id": "hero", "inventory": []any{map[string]any{"id": "box-0", "item": "t:box"}}},
				"action":    map[string]any{"id": "t:go"},
			}
			if row.participants != nil {
				call["participants"] = map[string]any{"target": row.participants}
			}
			in, err := action.ReadInput(toJSON(t, call))
			require.NoError(t, err)
			var out *action.Result
			effort.Most(t, 1000, func() { out = action.Start(rules, in, action.Options{Dice: action.Seeded(1)}) })
			require.NotEmpty(t, out.Errors)
			fault := out.Errors[0]
			require.Equal(t, "safety-limit-exceeded", fault.Code, "%v", fault)
			if row.limit != "" {
				require.Equal(t, row.limit, fault.Data["limit"])
			}
		})
	}
}

// outcomes are actions that run the next one and end in what that ended in, twice.
func outcomes(depth int) string {
	var b strings.Builder
	b.WriteString("\n- {id: go, steps: [{id: s, kind: action, use: a0}]}")
	for i := range depth {
		fmt.Fprintf(&b, "\n- {id: a%d, steps: [{id: s, kind: action, use: a%d}, {id: end, kind: outcome, result: \"'x'\", data: {l: steps.s.data, r: steps.s.data}}]}", i, i+1)
	}
	fmt.Fprintf(&b, "\n- {id: a%d, steps: [{id: end, kind: outcome, result: \"'x'\", data: {l: '1'}}]}", depth)
	return b.String()
}

// tree is actions that each run ten of the next.
func tree(depth int) string {
	var b strings.Builder
	for i := range depth {
		id, next := fmt.Sprint("a", i), fmt.Sprint("a", i+1)
		if i == 0 {
			id = "go"
		}
		fmt.Fprintf(&b, "\n- id: %s\n  steps:", id)
		for k := range 10 {
			if i == depth-1 {
				fmt.Fprintf(&b, "\n    - {id: s%d, kind: changes, changes: [{type: adjust, field: hp, by: '1'}]}", k)
			} else {
				fmt.Fprintf(&b, "\n    - {id: s%d, kind: action, use: %s}", k, next)
			}
		}
	}
	return b.String()
}
