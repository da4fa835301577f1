package rules_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSequenceRunsItsChildrenInOrder(t *testing.T) {
	play(t, `
actions: {a: {effect: [{op: emit, event: one}]}, b: {effect: [{op: emit, event: two}]}}
flow:
  kind: sequence
  id: main
  children:
    - {kind: step, id: first, do: [a]}
    - {kind: sequence, id: inner, children: [{kind: step, id: second, do: [b]}]}
    - {kind: step, id: third, do: [a]}
`).events("one", "two", "one")
}

// rounds is a model whose loop has these fields; its step adds the round to `seen`.
func rounds(loop, more string) string {
	return `
state: {vars: {n: {init: 0}, p: {init: null}, seen: {init: []}}}
actions: {note: {effect: [{op: add, var: n, amount: 1}, {op: if, cond_x: "n < 100", then: [{op: set, var: seen, value_x: "seen + [p]"}]}]}}
flow: {kind: loop, id: main, ` + loop + `, children: [{kind: step, id: s, do: [note]}]}
` + more
}

func TestLoopEndsWhenUntilHoldsBeforeARound(t *testing.T) {
	play(t, rounds(`until_x: "n >= 3"`, "")).over().is("n", "3")
	play(t, rounds(`until_x: "True"`, "")).over().is("n", "0")
}

func TestTrapUntilIsOnlyTestedAtTheStartOfARound(t *testing.T) {
	play(t, rounds(`over_x: "[1, 2, 3]", as: p, until_x: "n >= 2"`, "")).over().is("[n, seen]", "[3, [1, 2, 3]]")
}

func TestLoopOverAListSetsTheVariable(t *testing.T) {
	play(t, rounds(`over_x: "['x', 'y']", as: p, once: true`, "")).over().is("[seen, p]", "[['x', 'y'], 'y']")
}

func TestLoopOnceStopsAfterOneRound(t *testing.T) {
	play(t, rounds(`once: true`, "")).over().is("n", "1")
}

func TestTrapOverIsFixedForTheRound(t *testing.T) {
	p := play(t, `
num_players: 3
state: {vars: {turn: {init: 0}, alive: {init: [0, 1, 2]}, seen: {init: []}}}
actions: {go: {effect: [{op: set, var: seen, value_x: "seen + [turn]"}, {op: set, var: alive, value: [0, 2]}]}}
flow: {kind: loop, id: main, over_x: alive, as: turn, until_x: "len(seen) >= 5", children: [{kind: step, id: s, actor_x: turn, do: [go]}]}
`)
	p.over().is("seen", "[0, 1, 2, 0, 2]")
}

func TestTrapAPlayerEliminatedHalfwayStillHasATurnInTheRound(t *testing.T) {
	p := play(t, `
num_players: 3
state: {vars: {turn: {init: 0}, seen: {init: []}}}
actions: {go: {effect: [{op: set, var: seen, value_x: "seen + [turn]"}]}}
flow: {kind: loop, id: main, over_x: "[p for p in players if p not in eliminated]", as: turn, until_x: "len(seen) >= 5", children: [{kind: step, id: s, actor_x: turn, do: [go]}]}
end: [{id: out, if_x: "True", result: eliminate, who_x: "1"}]
`)
	p.over().is("seen", "[0, 1, 2, 0, 2]")
}

func TestTrapALoopThatNeverEndsStopsAfterTenThousandRounds(t *testing.T) {
	p := play(t, rounds(`note: endless`, "")).stops("ExprError: flow main: loop does not end")
	p.is("n", "10000")
	play(t, rounds(`until_x: "n == 10000"`, "")).over()
	play(t, `flow: {kind: loop, id: main, children: []}`).stops("ExprError: flow main: loop does not end")
}

func TestTrapTheTextUntilOfALoopIsIgnored(t *testing.T) {
	play(t, rounds(`until: three rounds are over`, "")).stops("ExprError: flow main: loop does not end")
	play(t, rounds(`over: the players, as: p, until_x: "n > 1"`, "")).over().is("seen", "[None, None]")
}

func TestLoopInReversedOrder(t *testing.T) {
	play(t, rounds(`over_x: "[1, 2, 3]", as: p, order: reversed, once: true`, "")).over().is("seen", "[3, 2, 1]")
}

func TestLoopInRandomOrderAsksForEachPlaceButTheLast(t *testing.T) {
	p := play(t, rounds(`over_x: "['a', 'b', 'c']", as: p, order: random, once: true`, ""))
	p.chance("flow main", "a", "b", "c").seenByAll().answer("b").chance("flow main", "a", "c").answer("c").over()
	p.is("seen", "['b', 'c', 'a']")
	play(t, rounds(`over_x: "['a']", as: p, order: random, once: true`, "")).over()
}

func TestTheVariableOfALoopMustBeDeclared(t *testing.T) {
	faulty(t, rounds(`over_x: "[1]", as: who, once: true`, "")).stops("ExprError: variable 'who' not declared")
}

func TestOverThatGivesNoList(t *testing.T) {
	play(t, rounds(`over_x: "5", as: p`, "")).stops("ExprError: flow main: over_x gives 5, not a list")
}

func TestRoundOfCountsTheRoundsOfALoop(t *testing.T) {
	p := play(t, `
state: {vars: {seen: {init: []}}}
actions: {note: {effect: [{op: set, var: seen, value_x: "seen + [(round_of('outer'), round_of('inner'))]"}]}}
flow:
  kind: loop
  id: outer
  until_x: "round_of('outer') >= 2"
  children: [{kind: loop, id: inner, until_x: "round_of('inner') == 2", children: [{kind: step, id: s, do: [note]}]}]
`)
	p.over().is("seen", "[(1, 1), (1, 2), (2, 1), (2, 2)]")
	p.is("round_of('outer')", "2")
}

func TestBranchTakesTheFirstCaseThatHolds(t *testing.T) {
	text := `
state: {vars: {x: {init: %}}}
actions: {a: {effect: [{op: emit, event: a}]}, b: {effect: [{op: emit, event: b}]}}
flow:
  kind: branch
  id: fork
  cases:
    - {when_x: "x > 1", children: [{kind: step, id: s1, do: [a]}, {kind: step, id: s2, do: [b]}]}
    - {when_x: "x > 0", children: [{kind: step, id: s3, do: [b]}]}
`
	for x, want := range map[string][]string{"0": nil, "1": {"b"}, "2": {"a", "b"}} {
		play(t, replace(text, x)).over().events(want...)
	}
}

func TestBranchCaseWithoutItsExpressionIsNotExecutable(t *testing.T) {
	play(t, `
flow: {kind: branch, id: fork, cases: [{when_x: "False", children: []}, {when: it rains, children: []}]}
`).stops("NotExecutable: flow fork: when is text without when_x")
	play(t, `
flow: {kind: branch, id: fork, cases: [{children: []}]}
`).stops("NotExecutable: flow fork: a case has no when_x")
	play(t, `
flow: {kind: branch, id: fork, cases: [{when_x: "True", children: []}, {when: it rains, children: []}]}
`).over()
}

const quarrel = `
state: {vars: {n: {init: 0}}}
actions: {go: {effect: [{op: add, var: n, amount: 1}]}, note: {effect: [{op: emit, event: noted}]}}
flows: {duel: {kind: loop, id: duelling, children: [{kind: step, id: blow, do: [go]}]}}
end: [{id: settled, if_x: "n % 3 == 0 and n > 0", result: win, scope: duel}]
`

func TestSubflowRunsANamedFlowAsAScope(t *testing.T) {
	p := play(t, quarrel+`
flow: {kind: sequence, id: main, children: [{kind: subflow, id: fight, ref: duel}, {kind: step, id: after, do: [note]}]}
`)
	p.is("results", "{'duel': 'win'}").is("n", "3").events("duel:win", "noted")
}

func TestTrapASubflowClearsItsResultFirst(t *testing.T) {
	p := play(t, `
state: {vars: {n: {init: 0}, seen: {init: []}}}
actions: {go: {effect: [{op: set, var: seen, value_x: "seen + [results['duel']]"}, {op: add, var: n, amount: 1}]}}
flows: {duel: {kind: step, id: blow, do: [go]}}
flow: {kind: loop, id: main, until_x: "n >= 3", children: [{kind: subflow, id: fight, ref: duel}]}
end: [{id: settled, if_x: "n == 1", result: loss, scope: duel}]
`)
	p.over().is("[seen, results]", "[[None, None, None], {'duel': None}]").events("duel:loss")
}

func TestSubflowThatIsNotDeclared(t *testing.T) {
	faulty(t, `flow: {kind: subflow, id: fight, ref: nothing}`).stops("ExprError: flow fight: flow 'nothing' not declared")
}

func TestResultsStartEmptyForEveryNamedFlow(t *testing.T) {
	play(t, idle(`flows: {a: {kind: sequence, id: x, children: []}, b: {kind: sequence, id: y, children: []}}`)).is("results", "{'a': None, 'b': None}")
}

func TestAKindThatCannotBePlayedStopsTheGameWhenItIsReached(t *testing.T) {
	faulty(t, `
actions: {go: {effect: [{op: emit, event: went}]}}
flow: {kind: sequence, id: main, children: [{kind: step, id: s, do: [go]}, {kind: dance, id: d}]}
`).events("went").stops("NotExecutable: flow d: kind 'dance' cannot be played")
}

const afterNode = `
actions:
  bolt: {speed: fast, label: bolt}
  go: {effect: [{op: emit, event: went}]}
priority: {windows: {react: {allows: [fast]}}}
`

func TestTrapWindowComesBeforeEndEvents(t *testing.T) {
	p := play(t, afterNode+`
flow: {kind: step, id: s, actor_x: "0", do: [go], window: react, end_event: [dusk, night]}
`)
	p.events("went").asks(0, "window react", "bolt", "pass").answer("pass", "pass").over().events("dusk", "night")
}

func TestTrapWindowAndEndEventsComeOnceAfterTheWholeLoop(t *testing.T) {
	p := play(t, afterNode+`
flow: {kind: loop, id: l, until_x: "round_of('l') == 3", children: [{kind: step, id: s, do: [go]}], window: react, end_event: dusk}
`)
	p.events("went", "went", "went").asks(0, "window react", "bolt", "pass").answer("pass", "pass").over().events("dusk")
}

func TestTrapAnEndCheckFollowsEachEndEvent(t *testing.T) {
	p := play(t, `
state: {vars: {n: {init: 0}}}
triggers: [{id: t, event: [a, b, c], do: [{op: add, var: n, amount: 1}]}]
flow: {kind: sequence, id: main, children: [], end_event: [a, b, c]}
end: [{id: two, if_x: "n == 2", result: draw}]
`)
	p.ends("two", 0, 0).events("a", "b")
}

func TestEveryKindOfNodeHasItsWindowAndEndEvents(t *testing.T) {
	p := play(t, `
actions: {go: {}, never: {pre_x: "False"}}
flows: {sub: {kind: sequence, id: inside, children: [], end_event: e_inside}}
flow:
  kind: sequence
  id: main
  end_event: e_main
  children:
    - {kind: loop, id: l, once: true, children: [], end_event: e_loop}
    - {kind: branch, id: b, cases: [{when_x: "False", children: []}], end_event: e_branch}
    - {kind: subflow, id: f, ref: sub, end_event: e_sub}
    - {kind: step, id: s, do: [go], end_event: e_step}
    - {kind: step, id: skipped, do: [never], end_event: e_skipped}
`)
	p.over().events("e_loop", "e_branch", "e_inside", "e_sub", "e_step", "e_skipped", "e_main")
}

func TestLocalNamesDoNotExistInTheFlow(t *testing.T) {
	faulty(t, `
actions: {go: {effect: [{op: let, name: x, value: 1}]}}
flow: {kind: loop, id: main, until_x: "x == 1", children: [{kind: step, id: s, actor_x: "0", do: [go]}]}
`).stops("ExprError: error evaluating 'x == 1': NameError: name 'x' is not defined")
}

func TestNotesThatNothingReadsAreWarnedOf(t *testing.T) {
	_, found := build(t, `
flow: {kind: loop, id: main, until: three rounds are over, over: all, once: true, children: []}
end:
  - {id: a, if: somebody has won, result: draw}
  - {id: b, if: a note, if_x: "False", result: draw}
  - {id: c, if: a note, result: continue}
`)
	var texts []string
	for _, d := range found {
		if d.Code == "note-only" {
			texts = append(texts, d.Text)
		}
	}
	require.Equal(t, []string{
		"'until' alone is a note that nothing reads; write until_x",
		"'over' alone is a note that nothing reads; write over_x",
		"'if' alone is a note that nothing reads; write if_x",
	}, texts)
}
