package rules_test

import "testing"

const seenVar = `
state: {vars: {seen: {init: []}, n: {init: 0}, on: {init: true}}}
`

func TestEmitAppendsTheEventAndRunsItsImpact(t *testing.T) {
	play(t, turn(`
		- {op: emit, event: hit, impact: [{op: add, var: n, amount: 1}]}
		- {op: set, var: seen, value_x: events}
	`, seenVar)).over().events("hit").is("[n, seen]", "[1, ['hit']]")
}

const phases = `
triggers:
  - {id: after_opt, event: hit, optional: true, do: [{op: emit, event: t_after_opt}]}
  - {id: after, event: hit, do: [{op: emit, event: t_after}]}
  - {id: explicit, event: hit, timing: after, do: [{op: emit, event: t_explicit}]}
  - {id: before_opt, event: hit, timing: before, optional: true, do: [{op: emit, event: t_before_opt}]}
  - {id: before, event: hit, timing: before, do: [{op: emit, event: t_before}]}
  - {id: when, event: hit, timing: when, do: [{op: emit, event: t_when}]}
content:
  cards:
    - {id: c, triggers: [{id: c_before, event: hit, timing: before, do: [{op: emit, event: t_c_before}]}, {id: c_after, event: hit, do: [{op: emit, event: t_c_after}]}]}
`

const hit = `- {op: emit, event: hit, impact: [{op: emit, event: impact}]}`

func TestTrapPhasesOfTriggersAndTheirOrder(t *testing.T) {
	p := play(t, turn(hit, phases))
	p.asks(0, "trigger before_opt", "use", "skip").seenByAll().events("hit", "t_before", "t_when", "t_c_before").answer("use")
	p.events("t_before_opt", "impact", "t_after", "t_explicit", "t_c_after")
	p.asks(0, "trigger after_opt", "use", "skip").answer("skip").over().events()
}

func TestTrapMandatoryTriggersOfContentComeBeforeOptionalOnesOfTheModel(t *testing.T) {
	p := play(t, turn(hit, `
		triggers:
		  - {id: opt, event: hit, optional: true, do: [{op: emit, event: model}]}
		content:
		  cards:
		    - {id: c1, triggers: [{event: hit, optional: true, do: [{op: emit, event: content}]}, {id: must, event: hit, do: [{op: emit, event: must}]}]}
	`))
	p.events("hit", "impact", "must").asks(0, "trigger opt", "use", "skip").answer("use").asks(0, "trigger c1", "use", "skip").answer("use")
	p.over().events("model", "content")
}

func TestTrapTheFirstInsteadThatFiresReplacesTheImpact(t *testing.T) {
	play(t, turn(hit, `
		triggers:
		  - {id: no, event: hit, timing: instead, if_x: "False", do: [{op: emit, event: no}]}
		  - {id: i1, event: hit, timing: instead, do: [{op: emit, event: first}]}
		  - {id: i2, event: hit, timing: instead, do: [{op: emit, event: second}]}
		  - {id: b, event: hit, timing: before, do: [{op: emit, event: before}]}
		  - {id: a, event: hit, do: [{op: emit, event: after}]}
	`)).over().events("hit", "before", "instead:i1", "first", "after")
}

func TestAnOptionalInsteadMayBeSkipped(t *testing.T) {
	text := turn(hit, `
		triggers:
		  - {id: i1, event: hit, timing: instead, optional: true, do: [{op: emit, event: first}]}
		  - {id: i2, event: hit, timing: instead, optional: true, do: []}
	`)
	play(t, text).answer("skip", "skip").over().events("hit", "impact")
	play(t, text).answer("skip").asks(0, "trigger i2", "use", "skip").answer("use").over().events("hit", "instead:i2")
	play(t, text).answer("use").over().events("hit", "instead:i1", "first")
}

func TestTrapIfIsSeenJustBeforeTheTriggerWouldFire(t *testing.T) {
	play(t, turn(hit, seenVar, `
		triggers:
		  - {id: off, event: hit, do: [{op: set, var: on, value: false}]}
		  - {id: late, event: hit, if_x: "on", do: [{op: emit, event: late}]}
		  - {id: rest, event: hit, if_x: "not on", optional: true, do: [{op: emit, event: rest}]}
	`)).answer("use").over().events("hit", "impact", "rest")
}

func TestTriggerIfNeedsItsExpression(t *testing.T) {
	play(t, turn(hit, `triggers: [{id: t, event: hit, if: it hurts, do: []}]`)).stops("NotExecutable: trigger t: if is text without if_x")
}

func TestOptionalTriggerAsksItsControllerElseTheActor(t *testing.T) {
	play(t, turn(hit, `triggers: [{id: t, event: hit, optional: true, controller_x: "1 - actor", do: []}]`)).asks(1, "trigger t", "use", "skip")
	play(t, turn(hit, `triggers: [{id: t, event: hit, optional: true, do: []}]`)).asks(0, "trigger t", "use", "skip")
	play(t, `
actions: {a: {effect: [{op: emit, event: hit}]}}
triggers: [{id: t, event: hit, optional: true, do: []}]
flow: {kind: step, id: s, do: [a]}
`).stops("NotExecutable: trigger t: optional without controller_x or actor")
}

func TestTrapTriggersSeeTheEmittersNamesEventAndSelf(t *testing.T) {
	play(t, turn(`
		- {op: let, name: damage, value: 3}
		- {op: emit, event: hit, with_x: {kind: "'fire'"}}
	`, seenVar, `
		content:
		  cards:
		    - {id: c, power: 2, triggers: [{event: [hit, other], if_x: "damage > self['power']", do: [{op: set, var: seen, value_x: "[damage, actor, event, self['id'], kind]"}]}]}
	`)).over().is("seen", "[3, 0, 'hit', 'c', 'fire']")
}

func TestTrapATriggerThatReadsANameNobodyBoundIsANameError(t *testing.T) {
	play(t, turn(`
		- {op: emit, event: hit, with_x: {damage: "1"}}
		- {op: emit, event: hit}
	`, seenVar, `triggers: [{id: t, event: hit, do: [{op: set, var: n, value_x: damage}]}]`)).
		stops("ExprError: error evaluating 'damage': NameError: name 'damage' is not defined").is("n", "1")
}

func TestTheImpactOfANestedEmitSeesTheOuterEvent(t *testing.T) {
	play(t, turn(`- {op: emit, event: outer}`, seenVar, `
		triggers: [{id: t, event: outer, do: [{op: emit, event: inner, impact: [{op: set, var: seen, value_x: "[event]"}]}]}]
	`)).over().is("seen", "['outer']")
}

func TestWithGivesNamesToTheEmitAlone(t *testing.T) {
	play(t, turn(`
		- {op: let, name: a, value: 1}
		- {op: emit, event: hit, with_x: {a: "a + 1", b: "a"}, impact: [{op: set, var: seen, value_x: "[a, b]"}]}
		- {op: set, var: n, value_x: a}
	`, seenVar)).over().is("[seen, n]", "[[2, 1], 1]")
}

func TestTrapMoreThanFiftyNestedEmitsIsTooDeep(t *testing.T) {
	p := play(t, turn(`- {op: emit, event: echo}`, seenVar, `
		triggers: [{id: t, event: echo, do: [{op: add, var: n, amount: 1}, {op: emit, event: echo}]}]
	`))
	p.stops("ExprError: trigger t: trigger chain too deep").is("n", "50")
	play(t, turn(`- {op: emit, event: echo}`, seenVar, `
		triggers: [{id: t, event: echo, do: [{op: add, var: n, amount: 1}, {op: if, cond_x: "n < 50", then: [{op: emit, event: echo}]}]}]
	`)).over().is("n", "50")
}

func TestTrapContentTriggersFireOncePerItemNotPerInstance(t *testing.T) {
	play(t, turn(`
		- {op: emit, event: hit, with_x: {card: "field[1]"}}
	`, `
		content:
		  cards:
		    - {id: wolf, triggers: [{event: hit, if_x: "card['id'] == self['id']", do: [{op: add, var: n, amount: 1}]}]}
		    - {id: bear, triggers: [{event: hit, if_x: "card['id'] == self['id']", do: [{op: add, var: n, amount: 10}]}]}
		state:
		  vars: {n: {init: 0}}
		  zones: {field: {init_x: "[content['cards'][0], content['cards'][0]]"}}
	`)).over().is("n", "1")
}

func TestContentTriggersCountWhileTheItemIsActive(t *testing.T) {
	play(t, turn(`
		- {op: emit, event: hit}
		- {op: set, var: on, value: false}
		- {op: emit, event: hit}
	`, seenVar, `
		content: {cards: [{id: c, active_x: "on and self['id'] == 'c'", triggers: [{event: hit, do: [{op: add, var: n, amount: 1}]}]}]}
	`)).over().is("n", "1")
}

func TestATriggerMayHearSeveralEvents(t *testing.T) {
	play(t, turn(`
		- {op: emit, event: a}
		- {op: emit, event: b}
		- {op: emit, event: c}
	`, seenVar, `triggers: [{id: t, event: [a, b, a], do: [{op: set, var: seen, value_x: "seen + [event]"}]}]`)).over().is("seen", "['a', 'b']")
}

func TestEndEventsGiveTriggersNoActor(t *testing.T) {
	play(t, `
state: {vars: {seen: {init: []}}}
triggers: [{id: t, event: dusk, do: [{op: set, var: seen, value_x: "[event, actor]"}]}]
flow: {kind: sequence, id: main, children: [], end_event: dusk}
`).stops("ExprError: error evaluating '[event, actor]': NameError: name 'actor' is not defined")
}
