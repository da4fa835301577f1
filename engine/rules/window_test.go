package rules_test

import "testing"

// fight is a game for three with a window after its main flow; the protocol follows.
func fight(protocol string, more ...string) string {
	return `
num_players: 3
state: {vars: {mana: {init: 9, scope: player}, seen: {init: []}, n: {init: 0}, on: {init: true}}}
actions:
  bolt: {speed: fast, pre_x: "mana[actor] > 0 and on", cost: [{op: add, var: "mana[actor]", amount: -1}, {op: let, name: paid, value_x: "mana[actor]"}], effect: [{op: set, var: seen, value_x: "seen + [(actor, window, len(stack))]"}]}
  counter: {speed: instant, pre_x: "len(stack) > 0", cost: [{op: let, name: it, value_x: "len(stack) - 1"}], effect: [{op: cancel, target_x: it}]}
  slow: {speed: sorcery, effect: []}
priority:
  windows: {react: {allows: [fast, instant]}, calm: {allows: [nothing]}}
  protocol: {` + protocol + `}
flow: {kind: sequence, id: main, children: [], window: react}
` + indentAll(more)
}

func TestTrapAWindowWithoutCandidatesClosesAtOnce(t *testing.T) {
	play(t, `
actions: {bolt: {speed: fast}}
priority: {windows: {calm: {allows: [other]}}, protocol: {first: the youngest}}
flow: {kind: sequence, id: main, children: [], window: calm}
`).over()
}

func TestAWindowOffersWhatItAllowsAndPass(t *testing.T) {
	p := play(t, fight(``))
	p.asks(0, "window react", "bolt", "pass").seenByAll().answer("pass").asks(1, "window react", "bolt", "pass").answer("pass")
	p.asks(2, "window react", "bolt", "pass").answer("pass").over()
}

func TestAWindowOfTrueOffersEverySpeed(t *testing.T) {
	play(t, `
actions: {bolt: {speed: fast}, song: {speed: slow}, never: {speed: fast, pre_x: "False"}, step: {}}
content: {cards: [{id: c, abilities: [{id: growl, speed: any}]}]}
flow: {kind: sequence, id: main, children: [], window: true}
`).asks(0, "window None", "bolt", "song", "growl", "pass")
}

func TestAbilitiesOfInactiveItemsAreNotLegal(t *testing.T) {
	play(t, `
state: {vars: {on: {init: false}}}
actions: {bolt: {speed: fast}}
content: {cards: [{id: c, active_x: "on", abilities: [{id: growl, speed: fast}]}]}
flow: {kind: sequence, id: main, children: [], window: true}
`).asks(0, "window None", "bolt", "pass")
}

func TestFirstDecidesWhoHasPriorityFirst(t *testing.T) {
	p := play(t, fight(`first_x: "2"`))
	p.asks(2, "window react", "bolt", "pass").answer("pass").asks(0, "window react", "bolt", "pass")
	play(t, fight(``)).asks(0, "window react", "bolt", "pass")
	play(t, `
actions: {open: {effect: [{op: window, name: react}]}}
content: {cards: [{id: c, abilities: [{id: bolt, speed: fast}]}]}
priority: {windows: {react: {allows: [fast]}}}
flow: {kind: step, id: s, actor_x: "1", do: [open]}
`).asks(1, "window react", "bolt", "pass")
}

func TestFirstAsTextIsNotExecutable(t *testing.T) {
	play(t, fight(`first: the youngest`)).stops("NotExecutable: window react: first is text without first_x")
}

func TestTrapFirstIsEvaluatedOnceAndKeptAfterAResolution(t *testing.T) {
	p := play(t, fight(`first_x: "n", resolution: lifo_stack`, `
		triggers: [{id: t, event: none, do: []}]
	`))
	p.asks(0, "window react", "bolt", "pass").answer("pass").answer("bolt").asks(2, "window react", "bolt", "counter", "pass")
	p.answer("pass", "pass", "pass").asks(0, "window react", "bolt", "pass").is("seen", "[(1, 'react', 0)]")
	q := play(t, `
state: {vars: {n: {init: 1}}}
actions: {bump: {speed: fast, pre_x: "n < 5", effect: [{op: add, var: n, amount: 1}]}}
priority: {windows: {react: {allows: [fast], first_x: "n % 2", resolution: lifo_stack}}}
flow: {kind: sequence, id: main, children: [], window: react}
`)
	q.asks(1, "window react", "bump", "pass").answer("bump", "pass", "pass").is("n", "2").asks(1, "window react", "bump", "pass")
}

func TestTrapAPlayerWithoutALegalActionPassesSilently(t *testing.T) {
	play(t, fight(``, `
		note: nobody can play
	`)).answer("pass", "pass", "pass").over()
	p := play(t, `
state: {vars: {who: {init: 1}}}
actions: {bolt: {speed: fast, pre_x: "actor == who", effect: [{op: set, var: who, value: 9}]}}
flow: {kind: sequence, id: main, children: [], window: true}
`)
	p.asks(1, "window None", "bolt", "pass").answer("bolt").over().unasked()
	play(t, `
actions: {bolt: {speed: fast, pre_x: "False"}}
flow: {kind: sequence, id: main, children: [], window: true}
`).over().observed()
}

func TestEliminatedPlayersHaveNoPriority(t *testing.T) {
	p := play(t, `
num_players: 3
actions: {go: {}, bolt: {speed: fast}}
flow: {kind: step, id: s, do: [go], window: true}
end: [{id: out, if_x: "True", result: eliminate, who_x: "[0, 2]"}]
`)
	p.asks(1, "window None", "bolt", "pass").answer("bolt").asks(1, "window None", "bolt", "pass").answer("pass").over()
}

func TestImmediateEffectsRunAtOnceAndTheEndIsChecked(t *testing.T) {
	for _, how := range []string{"", "resolution: immediate", "resolution: nested"} {
		p := play(t, fight(how, `end: [{id: shot, if_x: "len(seen) == 2", result: draw}]`))
		p.answer("bolt").is("seen", "[(0, 'react', 0)]").answer("bolt").ends("shot", 0, 0, 0).events()
	}
}

func TestTrapAfterActionNextOrSame(t *testing.T) {
	play(t, fight(``)).answer("bolt").asks(1, "window react", "bolt", "pass")
	play(t, fight(`after_action: next`)).answer("bolt").asks(1, "window react", "bolt", "pass")
	play(t, fight(`after_action: same`)).answer("bolt").asks(0, "window react", "bolt", "pass").answer("pass").asks(1, "window react", "bolt", "pass")
}

func TestTrapClosesWhenAllPassInSuccession(t *testing.T) {
	p := play(t, fight(`closes: all_pass_in_succession`)).answer("pass", "pass", "bolt")
	p.asks(0, "window react", "bolt", "pass").answer("pass").asks(1, "window react", "bolt", "pass").answer("pass")
	p.asks(2, "window react", "bolt", "pass").answer("pass").over()
}

func TestTrapClosesWhenEachHasPassedOnce(t *testing.T) {
	p := play(t, fight(`closes: single_pass_each`)).answer("pass").asks(1, "window react", "bolt", "pass").answer("bolt")
	p.asks(2, "window react", "bolt", "pass").answer("pass").asks(1, "window react", "bolt", "pass").answer("bolt")
	p.asks(1, "window react", "bolt", "pass").answer("pass").over()
}

func TestTrapTheStackResolvesFromTheTopWithTheNamesOfTheCost(t *testing.T) {
	p := play(t, `
state: {vars: {mana: {init: 5, scope: player}, seen: {init: []}}}
actions:
  bolt:
    speed: fast
    pre_x: "mana[actor] > 3"
    cost: [{op: add, var: "mana[actor]", amount: -1}, {op: let, name: paid, value_x: "mana[actor]"}]
    effect: [{op: set, var: seen, value_x: "seen + [(actor, paid, [s['actor'] for s in stack])]"}]
flow: {kind: sequence, id: main, children: [], window: true}
priority: {protocol: {resolution: lifo_stack}}
`)
	p.answer("bolt").events("stack:bolt").is("[mana, seen]", "[[4, 5], []]").answer("bolt").events("stack:bolt").answer("pass")
	p.asks(1, "window None", "bolt", "pass").answer("pass")
	p.events("resolves:bolt").is("seen", "[(1, 4, [0])]").asks(0, "window None", "bolt", "pass")
	p.answer("pass", "pass").events("resolves:bolt").is("seen", "[(1, 4, [0]), (0, 4, [])]")
	p.answer("pass", "pass").over().events()
}

func TestPreSeesActorWindowAndStack(t *testing.T) {
	p := play(t, `
actions:
  bolt: {speed: fast, pre_x: "window == 'react' and actor == 1 and stack == []", effect: []}
  echo: {speed: fast, pre_x: "stack == [{'action': 'bolt', 'actor': 1, 'cancelled': False}]", effect: []}
priority: {windows: {react: {allows: [fast], resolution: lifo_stack}}}
flow: {kind: sequence, id: main, children: [], window: react}
`)
	p.asks(1, "window react", "bolt", "pass").answer("bolt").asks(0, "window react", "echo", "pass")
	play(t, `
actions: {bolt: {speed: fast, pre_x: "window is None"}}
flow: {kind: sequence, id: main, children: [], window: true}
`).asks(0, "window None", "bolt", "pass")
}

func TestTrapACancelledItemHasNoEffectAndNoEndCheck(t *testing.T) {
	p := play(t, fight(`resolution: lifo_stack`, `end: [{id: any, if_x: "not on", result: draw}]`))
	p.answer("bolt").asks(1, "window react", "bolt", "counter", "pass").answer("counter").events("stack:bolt", "stack:counter")
	p.answer("pass", "pass", "pass").events("resolves:counter").asks(0, "window react", "bolt", "counter", "pass")
	p.answer("pass", "pass", "pass").events("cancelled:bolt").is("seen", "[]").asks(0, "window react", "bolt", "pass")
	p.answer("pass", "pass", "pass").over()

	q := play(t, `
state: {vars: {n: {init: 0}}}
actions:
  bolt: {speed: fast, pre_x: "n == 0", cost: [{op: set, var: n, value: 1}], effect: []}
  void: {speed: fast, pre_x: "n == 1", cost: [{op: set, var: n, value: 2}, {op: cancel, target: 0}], resolution: immediate}
  late: {speed: fast, pre_x: "n == 2 and stack == []", effect: []}
priority: {protocol: {resolution: lifo_stack}}
flow: {kind: sequence, id: main, children: [], window: true}
end: [{id: two, if_x: "n == 2 and len(results) == 0 and 'cancelled:bolt' in events", result: draw}]
`)
	q.answer("bolt", "void").events("stack:bolt", "cancelled:bolt").asks(0, "window None", "late", "pass")
	q.answer("late").ends("two", 0, 0)
}

func TestTrapCancelActsWhenItRuns(t *testing.T) {
	p := play(t, fight(`resolution: lifo_stack`))
	p.answer("bolt", "counter", "bolt").answer("pass", "pass", "pass")
	p.events("stack:bolt", "stack:counter", "stack:bolt", "resolves:bolt")
	p.answer("pass", "pass", "pass").events("resolves:counter").answer("pass", "pass", "pass").events("cancelled:bolt")
	p.is("seen", "[(2, 'react', 2)]")
}

func TestCancelOfNothingOrOfWhatIsNotThere(t *testing.T) {
	play(t, turn(`- {op: cancel, target: 0}`)).stops("ExprError: action act: cancel without an open window")
	text := `
actions: {bolt: {speed: fast, pre_x: "not 'twice' in events", effect: [{op: cancel, %}, {op: emit, event: twice}]}}
flow: {kind: sequence, id: main, children: [], window: true}
`
	play(t, replace(text, `target_x: "None"`)).answer("bolt").over()
	play(t, replace(text, `target: 0`)).answer("bolt").stops("ExprError: action bolt: cancel: target gives 0, the stack holds 0")
	play(t, replace(text, `target: the bolt`)).answer("bolt").stops("NotExecutable: action bolt: field 'target' is text without target_x")
}

func TestCancellingTwiceIsAllowed(t *testing.T) {
	q := play(t, `
actions:
  bolt: {speed: fast, pre_x: "stack == [] and not 'stack:bolt' in events", effect: [{op: emit, event: hurt}]}
  void: {speed: fast, pre_x: "len(stack) == 1", effect: [{op: cancel, target: 0}, {op: cancel, target: 0}], resolution: immediate}
priority: {protocol: {resolution: lifo_stack}}
flow: {kind: sequence, id: main, children: [], window: true}
`)
	q.answer("bolt", "void", "void", "pass", "pass").over().events("stack:bolt", "cancelled:bolt")
}

func TestTheEndIsCheckedAfterEachEffectThatResolves(t *testing.T) {
	p := play(t, fight(`resolution: lifo_stack`, `end: [{id: shot, if_x: "len(seen) == 1", result: win, who_x: "1"}]`))
	p.answer("bolt", "bolt", "bolt", "pass", "pass", "pass").ends("shot", -1, 1, -1).events("stack:bolt", "stack:bolt", "stack:bolt", "resolves:bolt")
}

func TestTrapNoEndCheckAfterTheCostInAWindowOrWhenItCloses(t *testing.T) {
	p := play(t, fight(`resolution: lifo_stack`, `end: [{id: spent, if_x: "mana[0] == 8 and not seen", result: draw}]`))
	p.answer("bolt").asks(1, "window react", "bolt", "counter", "pass")
	play(t, fight(``, `end: [{id: any, if_x: "True", result: draw}]`)).answer("pass", "pass", "pass").over()
}

func TestAWindowOverridesTheProtocolAndAnActionTheWindow(t *testing.T) {
	p := play(t, `
state: {vars: {n: {init: 0}}}
actions:
  stacked: {speed: fast, pre_x: "n < 2", effect: [{op: add, var: n, amount: 10}]}
  quick: {speed: fast, resolution: immediate, pre_x: "n < 2", effect: [{op: add, var: n, amount: 1}]}
priority:
  windows: {react: {allows: [fast], resolution: lifo_stack, after_action: same, closes: single_pass_each, first_x: "1"}}
  protocol: {resolution: immediate, after_action: next, closes: all_pass_in_succession, first_x: "0"}
flow: {kind: sequence, id: main, children: [], window: react}
`)
	p.asks(1, "window react", "stacked", "quick", "pass").answer("stacked").is("n", "0")
	p.asks(1, "window react", "stacked", "quick", "pass").answer("quick").is("n", "1")
	p.asks(1, "window react", "stacked", "quick", "pass").answer("pass").asks(0, "window react", "stacked", "quick", "pass").answer("pass").is("n", "11").over()
}

func TestAWindowWithinAWindowHasItsOwnStack(t *testing.T) {
	p := play(t, `
state: {vars: {seen: {init: []}}}
actions:
  nest: {speed: outer, pre_x: "stack == []", effect: [{op: window, name: inner}, {op: set, var: seen, value_x: "seen + [('back', window, len(stack))]"}]}
  wait: {speed: outer, pre_x: "actor == 1 and len(stack) == 1", effect: []}
  bolt: {speed: quick, pre_x: "len(seen) < 2", effect: [{op: set, var: seen, value_x: "seen + [(window, actor, len(stack))]"}]}
priority:
  windows: {outer: {allows: [outer]}, inner: {allows: [quick]}}
  protocol: {resolution: lifo_stack}
flow: {kind: sequence, id: main, children: [], window: outer}
`)
	p.asks(0, "window outer", "nest", "pass").answer("nest").asks(1, "window outer", "wait", "pass").answer("pass")
	p.asks(0, "window inner", "bolt", "pass").answer("bolt").asks(1, "window inner", "bolt", "pass").answer("bolt", "pass", "pass")
	p.is("seen", "[('inner', 1, 1)]").asks(0, "window inner", "bolt", "pass").answer("pass", "pass").is("seen", "[('inner', 1, 1), ('inner', 0, 0), ('back', 'outer', 0)]")
}

func TestTrapAWindowThatDoesNotClose(t *testing.T) {
	p := play(t, `
actions: {bolt: {speed: fast}}
flow: {kind: sequence, id: main, children: [], window: true}
`)
	for i := 0; i < 10_000; i++ {
		p.pick(0)
	}
	p.stops("ExprError: window None: window does not close")
	p = play(t, turn(`- {op: window}`, `content: {cards: [{id: c, abilities: [{id: bolt, speed: fast}]}]}`))
	for i := 0; i < 10_000; i++ {
		p.pick(0)
	}
	p.stops("ExprError: action act · window: window does not close")
}

func TestAWindowThatIsNotDeclared(t *testing.T) {
	faulty(t, turn(`- {op: window, name: ghost}`)).stops("ExprError: action act: window 'ghost' is not in priority.windows")
}

func TestAFastActionMayAlsoBeDoneInAStep(t *testing.T) {
	play(t, `
state: {vars: {x: {init: 0}}}
actions: {bolt: {speed: fast, resolution: lifo_stack, effect: [{op: set, var: x, value: 1}]}}
flow: {kind: step, id: s, actor_x: "0", do: [bolt]}
`).over().is("x", "1").events()
}

func TestPassingOnceEachBeginsAnewAfterAResolution(t *testing.T) {
	p := play(t, fight(`closes: single_pass_each, resolution: lifo_stack`))
	p.answer("bolt", "pass", "pass", "pass").is("seen", "[(0, 'react', 0)]")
	p.asks(0, "window react", "bolt", "pass").answer("pass", "pass", "pass").over()
}
