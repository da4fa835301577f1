package rules_test

import "testing"

// Every name that the engine adds to the event list, in one game.
func TestEngineEvents(t *testing.T) {
	p := play(t, `
num_players: 2
state: {vars: {n: {init: 0}, on: {init: true}}, zones: {pile: {init_x: "[{'id': 'i', 'label': 'Idol'}]"}}}
content: {cards: [{id: storm, effect: []}]}
outcomes: {sky: {outcomes: [{id: rain, p: 1}]}}
actions:
  act:
    effect:
      - {op: emit, event: mine}
      - {op: sample, model: sky}
      - {op: exec, of_x: "'storm'"}
      - {op: destroy, what_x: "pile[0]", from: pile}
      - {op: reset}
      - {op: reset, scope: campaign}
      - {op: set, var: n, value: 1}
  bolt: {speed: fast, pre_x: "on and stack == []", effect: []}
  void: {speed: fast, pre_x: "on and len(stack) == 1", cost: [{op: cancel, target: 0}], effect: [{op: set, var: on, value: false}]}
triggers: [{id: swap, event: mine, timing: instead, do: []}]
priority: {protocol: {resolution: lifo_stack}}
flows: {sub: {kind: step, id: s, do: [act]}}
flow: {kind: sequence, id: main, children: [{kind: subflow, id: f, ref: sub, end_event: dusk, window: true}]}
end:
  - {id: out, if_x: "n == 1", result: eliminate, who_x: "1"}
  - {id: done, if_x: "n == 1", result: draw, scope: sub}
`)
	p.chance("action act · sky", "rain").pick(0)
	p.events("mine", "instead:swap", "sky:rain", "exec:storm", "destroy:Idol", "reset:scenario", "reset:campaign", "eliminated:1", "sub:draw")
	p.asks(0, "window None", "bolt", "pass").answer("bolt").asks(0, "window None", "void", "pass").answer("void")
	p.events("stack:bolt", "stack:void", "resolves:void", "cancelled:bolt", "dusk").over()
}

func TestExpressionsReadTheEventsOfThisGame(t *testing.T) {
	play(t, turn(`
		- {op: emit, event: a}
		- {op: exec, of_x: "'c'"}
		- {op: set, var: x, value_x: events}
	`, vars, `content: {cards: [{id: c, effect: []}]}`)).is("x", "['a', 'exec:c']")
}
