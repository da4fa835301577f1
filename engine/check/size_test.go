package check

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/model"
)

func TestMeasure(t *testing.T) {
	m, _, err := model.Parse("m.yaml", `
actions:
  a:
    cost: [{op: add, var: x, amount: 1}]
    effect:
      - {op: if, cond_x: x, then: [{op: call, code: c}], else: [{op: set, var: x, value: 1}, {op: repeat, do: [{op: call, code: c}]}]}
      - {op: emit, event: e, impact: [{op: let, name: y, value: 1}]}
triggers: [{event: e, do: [{op: window}]}]
outcomes: {o: {outcomes: [{id: p, p: 1, effect: [{op: window}]}]}}
content: {cards: [{id: k, effect: [{op: window}], triggers: [{event: e, do: [{op: window}]}], abilities: [{id: z, effect: [{op: window}]}]}]}
flow:
  kind: sequence
  children:
    - {kind: step, do: [a]}
    - {kind: branch, cases: [{when_x: x, children: [{kind: step, do: [a]}]}]}
flows: {f: {kind: loop, children: [{kind: step, do: [a]}]}}
`, model.Options{})
	require.NoError(t, err)
	require.Equal(t, Size{Steps: 3, Ops: 13, Calls: 2}, Measure(m))
	require.InDelta(t, 2.0/13, Measure(m).Code(), 1e-12)
}

func TestMeasureNothing(t *testing.T) {
	m, _, err := model.Parse("m.yaml", "flow: 5", model.Options{})
	require.NoError(t, err)
	require.Equal(t, Size{}, Measure(m))
	require.Zero(t, Measure(m).Code())
}
