package rules_test

import "testing"

const twoActions = `
state: {vars: {n: {init: 0}}}
actions:
  a: {pre_x: "n < 1", effect: [{op: add, var: n, amount: 1}]}
  b: {pre_x: "n < 2", effect: [{op: add, var: n, amount: 10}]}
`

func TestStepOffersTheActionsWhosePreHolds(t *testing.T) {
	p := play(t, twoActions+`
flow: {kind: step, id: s, actor_x: "1", do: [a, b]}
`)
	p.asks(1, "step s", "a", "b").seenByAll().answer("b").over().is("n", "10").unasked()
}

func TestTrapOneLegalActionIsTakenUnaskedAndReported(t *testing.T) {
	p := play(t, twoActions+`
flow: {kind: sequence, id: main, children: [{kind: step, id: s, actor_x: "1", do: [a]}, {kind: step, id: s2, do: [a, b]}, {kind: step, id: s3, do: [a, b]}]}
`)
	p.over().is("n", "11").unasked("step s: a", "step s2: b")
}

func TestTrapNoEndCheckAfterASkippedStep(t *testing.T) {
	p := play(t, `
state: {vars: {n: {init: 0}}}
actions: {never: {pre_x: "False"}, go: {effect: [{op: add, var: n, amount: 1}]}}
flow: {kind: sequence, id: main, children: [{kind: step, id: s, do: [never]}, {kind: step, id: s2, do: []}, {kind: step, id: s3, do: [go]}]}
end: [{id: now, if_x: "True", result: draw}]
`)
	p.ends("now", 0, 0).is("n", "1")
}

func TestTheEndIsCheckedAfterEveryStepThatActed(t *testing.T) {
	p := play(t, rounds(`until_x: "n > 5"`, `end: [{id: three, if_x: "n == 3", result: draw}]`))
	p.ends("three", 0, 0).is("n", "3")
}

func TestActorIsInScopeOfPreCostAndEffect(t *testing.T) {
	play(t, `
state: {vars: {seen: {init: []}}}
actions:
  a:
    pre_x: "actor == 1"
    cost: [{op: set, var: seen, value_x: "seen + [actor]"}]
    effect: [{op: set, var: seen, value_x: "seen + [actor]"}]
flow: {kind: step, id: s, actor_x: "1", do: [a]}
`).is("seen", "[1, 1]")
}

func TestStepWithoutActorHasNoActor(t *testing.T) {
	play(t, `
actions: {a: {effect: [{op: let, name: x, value_x: actor}]}}
flow: {kind: step, id: s, do: [a]}
`).stops("ExprError: error evaluating 'actor': NameError: name 'actor' is not defined")
	play(t, `
actions: {a: {effect: [{op: emit, event: done}]}}
flow: {kind: step, id: s, actor_x: "None", do: [a]}
`).over().events("done")
}

func TestActorMustBeAPlayer(t *testing.T) {
	for _, x := range []string{"2", "-1", "'a'", "1.0"} {
		play(t, replace(`
actions: {a: {}}
flow: {kind: step, id: s, actor_x: "%", do: [a]}
`, x)).stops("ExprError: step s: actor_x gives " + x + ", which is no player (0 to 1)")
	}
}

func TestSecretStepIsSeenByItsActorAlone(t *testing.T) {
	p := play(t, twoActions+`
flow: {kind: step, id: s, actor_x: "1", do: [a, b], secret: true}
`)
	p.seen(1).answer("a").observed("step s: decision a (1)")
	p = play(t, `
actions: {a: {label: Hide}}
flow: {kind: step, id: s, actor_x: "1", do: [a], secret: true}
`).unasked("step s: Hide")
	if e := p.g.LogSince(0)[0]; e.All || e.SeenBy(0) || !e.SeenBy(1) {
		t.Fatalf("a secret action that was taken unasked is seen by others: %+v", e)
	}
}

func TestVisibleToListsWhoSeesAStep(t *testing.T) {
	p := play(t, `
num_players: 3
actions: {a: {}, b: {}}
flow: {kind: step, id: s, actor_x: "1", do: [a, b], visible_to_x: "[actor, 2]"}
`)
	p.seen(1, 2).answer("a").observed("step s: decision a (1 2)")
	play(t, `
actions: {a: {}, b: {}}
flow: {kind: step, id: s, actor_x: "1", do: [a, b], visible_to_x: "[]"}
`).seen()
}

func TestCostRunsBeforeEffect(t *testing.T) {
	play(t, `
actions: {a: {cost: [{op: emit, event: paid}], effect: [{op: emit, event: done}]}}
flow: {kind: step, id: s, do: [a]}
`).over().events("paid", "done")
}

func TestTrapNoEndCheckAfterACost(t *testing.T) {
	p := play(t, `
state: {vars: {n: {init: 0}}}
actions: {a: {cost: [{op: set, var: n, value: 1}], effect: [{op: set, var: n, value: 2}]}}
flow: {kind: step, id: s, do: [a]}
end: [{id: one, if_x: "n == 1", result: draw}]
`)
	p.over().is("n", "2")
}

func TestTrapNoEndCheckAroundTheRoundsOfALoop(t *testing.T) {
	play(t, `
flow: {kind: loop, id: main, until_x: "round_of('main') == 3", children: []}
end: [{id: any, if_x: "True", result: draw}]
`).over()
	play(t, `
flow: {kind: sequence, id: main, children: []}
end: [{id: any, if_x: "True", result: draw}]
`).over()
}

func TestAStepListsAnAbilityByItsId(t *testing.T) {
	p := play(t, `
state: {vars: {on: {init: true}, who: {}}}
content:
  cards:
    - id: imp
      active_x: "on and self['id'] == 'imp'"
      power: 3
      abilities:
        - {id: growl, label: Growl, pre_x: "self['power'] == 3", effect: [{op: set, var: who, value_x: "self['id']"}, {op: set, var: on, value: false}]}
flow: {kind: sequence, id: main, children: [{kind: step, id: s, actor_x: "0", do: [growl]}, {kind: step, id: s2, actor_x: "0", do: [growl]}]}
`)
	p.over().is("who", "'imp'").unasked("step s: Growl")
}

func TestAnActionThatNobodyDeclares(t *testing.T) {
	faulty(t, `
actions: {a: {effect: [{op: emit, event: went}]}}
flow: {kind: sequence, id: main, children: [{kind: step, id: s0, do: [a]}, {kind: step, id: s, do: [ghost]}]}
`).events("went").stops("ExprError: step s: action 'ghost' not declared")
}
