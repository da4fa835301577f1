package rules_test

import "testing"

func TestModifiedStartsFromItsBase(t *testing.T) {
	play(t, idle(`modifiers: [{stat: other, change_x: "value + 1"}]`)).is("modified('speed', 4)", "4").is("modified('other', 4)", "5")
}

func TestTrapModifiersApplyByLayerStaticOnesBeforeTemporary(t *testing.T) {
	play(t, turn(`
		- {op: modify, stat: power, change_x: "value + ['t5']", layer: 5}
		- {op: modify, stat: power, change_x: "value + ['t0']"}
		- {op: modify, stat: power, change_x: "value + ['t0b']"}
		- {op: modify, stat: power, change_x: "value + ['t-1']", layer: -1}
		- {op: modify, stat: speed, change_x: "value + ['other']"}
		- {op: set, var: seen, value_x: "modified('power', [])"}
	`, `
		modifiers:
		  - {stat: power, change_x: "value + ['s5']", layer: 5}
		  - {stat: power, change_x: "value + ['s0']"}
		  - {stat: power, change_x: "value + ['s0b']", layer: 0}
		  - {stat: power, change_x: "value + ['s-1']", layer: -1}
		  - {stat: power, change_x: "value + ['s0.5']", layer: 0.5}
		content: {cards: [{id: c, modifiers: [{stat: power, change_x: "value + [self['id']]"}]}]}
		state: {vars: {seen: {}}}
	`)).over().is("seen", "['s-1', 't-1', 's0', 's0b', 'c', 't0', 't0b', 's0.5', 's5', 't5']")
}

func TestAModifierIsSkippedWhileItsConditionOrItemIsOff(t *testing.T) {
	p := play(t, idle(`
		state: {vars: {on: {init: true}}}
		modifiers: [{stat: power, if_x: "value > 3", change_x: "value * 2"}]
		content: {cards: [{id: c, bonus: 10, active_x: "on", modifiers: [{stat: power, change_x: "value + self['bonus']"}]}]}
	`))
	p.is("[modified('power', 3), modified('power', 4)]", "[13, 18]")
	p = play(t, turn(`- {op: set, var: on, value: false}`, `
		state: {vars: {on: {init: true}}}
		content: {cards: [{id: c, bonus: 10, active_x: "on", modifiers: [{stat: power, change_x: "value + self['bonus']"}]}]}
	`))
	p.is("modified('power', 3)", "3")
}

func TestModifiersSeeTheKeywordArguments(t *testing.T) {
	play(t, idle(`modifiers: [{stat: power, if_x: "unit == 'wolf'", change_x: "value + bonus"}]`)).
		is("[modified('power', 3, unit='wolf', bonus=2), modified('power', 3, unit='bear', bonus=2)]", "[5, 3]")
}

func TestTrapStaticModifiersSeeNoneOfTheCallersNames(t *testing.T) {
	play(t, turn(`
		- {op: let, name: bonus, value: 5}
		- {op: set, var: x, value_x: "modified('power', 1)"}
	`, vars, `modifiers: [{stat: power, change_x: "value + bonus"}]`)).
		stops("ExprError: error evaluating 'value + bonus': NameError: name 'bonus' is not defined")
	play(t, turn(`- {op: set, var: x, value_x: "modified('power', 1)"}`, vars, `modifiers: [{stat: power, change_x: "value + actor"}]`)).
		stops("ExprError: error evaluating 'value + actor': NameError: name 'actor' is not defined")
}

func TestTrapModifyKeepsTheLocalsOfItsMomentWithoutStackAndSelf(t *testing.T) {
	play(t, turn(`
		- {op: let, name: bonus, value: 5}
		- {op: modify, stat: power, change_x: "value + bonus + actor"}
		- {op: let, name: bonus, value: 100}
		- {op: set, var: x, value_x: "modified('power', 1)"}
	`, vars)).over().is("x", "6")
	play(t, turn(`
		- {op: exec, of_x: "'c'"}
		- {op: set, var: x, value_x: "modified('power', 1)"}
	`, vars, `content: {cards: [{id: c, effect: [{op: modify, stat: power, change_x: "self['id']"}]}]}`)).
		stops("ExprError: error evaluating 'self['id']': NameError: name 'self' is not defined")
	play(t, `
state: {vars: {x: {init: 0}}}
actions:
  bolt: {speed: fast, pre_x: "x == 0", effect: [{op: modify, stat: power, change_x: "value + len(stack)"}, {op: set, var: x, value_x: "modified('power', 1)"}]}
flow: {kind: sequence, id: main, children: [], window: true}
`).answer("bolt").stops("ExprError: error evaluating 'value + len(stack)': NameError: name 'stack' is not defined")
}

func TestKeywordArgumentsHideTheKeptNamesOfAModify(t *testing.T) {
	play(t, turn(`
		- {op: let, name: bonus, value: 5}
		- {op: modify, stat: power, change_x: "value + bonus"}
		- {op: set, var: x, value_x: "[modified('power', 1), modified('power', 1, bonus=2)]"}
	`, vars)).over().is("x", "[6, 3]")
}

func TestTrapTemporaryModifiersExpireWhenTheEmitIsDone(t *testing.T) {
	p := play(t, turn(`
		- {op: modify, stat: power, change_x: "value + 10", until: dusk}
		- {op: modify, stat: power, change_x: "value + 100"}
		- {op: emit, event: noon, impact: [{op: set, var: x, value_x: "[modified('power', 1)]"}]}
		- {op: emit, event: dusk, impact: [{op: set, var: x, value_x: "x + [modified('power', 1)]"}]}
		- {op: set, var: x, value_x: "x + [modified('power', 1)]"}
	`, vars, `
		triggers: [{id: t, event: dusk, do: [{op: set, var: x, value_x: "x + [modified('power', 1)]"}]}]
	`)).over()
	p.is("x", "[111, 111, 111, 101]")
}

func TestAModifyAddedByATriggerOfTheEventExpiresWithIt(t *testing.T) {
	play(t, turn(`
		- {op: emit, event: dusk}
		- {op: set, var: x, value_x: "modified('power', 1)"}
	`, vars, `
		triggers: [{id: t, event: dusk, do: [{op: modify, stat: power, change_x: "9", until: dusk}]}]
	`)).over().is("x", "1")
}

func TestModifyWithoutUntilLastsUntilTheReset(t *testing.T) {
	play(t, turn(`
		- {op: modify, stat: power, change_x: "value + 1", if_x: "value > 0"}
		- {op: set, var: kept, value_x: "[modified('power', 1), modified('power', 0)]"}
		- {op: reset}
		- {op: set, var: kept, value_x: "kept + [modified('power', 1)]"}
	`, `state: {vars: {kept: {persist: campaign}}}`)).over().is("kept", "[2, 0, 1]")
}

func TestAModifierWithoutChangeIsNotExecutable(t *testing.T) {
	p := play(t, turn(`- {op: set, var: x, value_x: "modified('power', 1)"}`, vars, `modifiers: [{id: blessing, stat: power, change: doubled}]`))
	p.stops("NotExecutable: modifier blessing: change is text without change_x")
	play(t, turn(`- {op: set, var: x, value_x: "modified('power', 1)"}`, vars, `modifiers: [{stat: power}]`)).
		stops("NotExecutable: modifier power: change_x is missing")
	play(t, turn(`- {op: modify, stat: power, change: doubled}`)).stops("NotExecutable: action act: field 'change' is text without change_x")
	play(t, turn(`- {op: modify, stat: power}`)).stops("NotExecutable: action act: field 'change' is missing")
}

func TestTrapModifiersThatReferToEachOtherAreACycle(t *testing.T) {
	play(t, turn(`- {op: set, var: x, value_x: "modified('a', 1)"}`, vars, `
		modifiers:
		  - {stat: a, change_x: "value + modified('b', 1)"}
		  - {stat: b, change_x: "value + modified('a', 1)"}
	`)).stops("ExprError: modifiers for 'a' refer to each other in a cycle")
	play(t, turn(`- {op: set, var: x, value_x: "modified('s', 0, depth=20)"}`, vars, `
		modifiers: [{stat: s, change_x: "value + 1 + (modified('s', 0, depth=depth - 1) if depth > 1 else 0)"}]
	`)).over().is("x", "20")
	play(t, turn(`- {op: set, var: x, value_x: "modified('s', 0, depth=21)"}`, vars, `
		modifiers: [{stat: s, change_x: "value + 1 + (modified('s', 0, depth=depth - 1) if depth > 1 else 0)"}]
	`)).stops("ExprError: modifiers for 's' refer to each other in a cycle")
}
