package rules_test

import "testing"

// endsWith is a model of one deed by player 0, with these end conditions.
func endsWith(conditions string, more ...string) string {
	return turn(`- {op: add, var: n, amount: 1}`, append(more, `state: {vars: {n: {init: 0}}}`, "end:\n"+indent(2, conditions))...)
}

func TestTheFirstConditionThatFiresEndsTheGame(t *testing.T) {
	play(t, endsWith(`
		- {id: no, if_x: "n == 5", result: draw}
		- {id: first, if_x: "n == 1", result: win, who_x: "0"}
		- {id: second, if_x: "boom", result: win, who_x: "1"}
	`)).ends("first", 1, -1)
}

func TestTrapAConditionWithoutIfIsIgnored(t *testing.T) {
	play(t, endsWith(`
		- {id: a, result: draw}
		- {id: b, if: somebody has won, result: draw}
	`)).over()
}

func TestDrawPaysNothing(t *testing.T) {
	play(t, endsWith(`- {id: d, if_x: "True", result: draw}`)).ends("d", 0, 0)
}

func TestScorePaysANumberPerPlayer(t *testing.T) {
	play(t, endsWith(`- {id: s, if_x: "True", result: score, returns_x: "[n, 2.5]"}`)).ends("s", 1, 2.5)
	play(t, endsWith(`- {id: s, if_x: "True", result: score, returns_x: "[1]"}`)).
		stops("ExprError: end condition s: returns_x gives 1 values, expected 2")
	play(t, endsWith(`- {id: s, if_x: "True", result: score, returns_x: "5"}`)).
		stops("ExprError: end condition s: returns_x gives 5, not a list of numbers")
	play(t, endsWith(`- {id: s, if_x: "True", result: score, returns_x: "[1, 'a']"}`)).
		stops("ExprError: end condition s: returns_x gives 'a' for player 1, not a number")
	play(t, endsWith(`- {id: s, if_x: "True", result: score}`)).
		stops("NotExecutable: end condition s: score needs returns_x")
}

func TestCooperativeWinAndLossPayEveryone(t *testing.T) {
	play(t, endsWith(`- {id: w, if_x: "True", result: win}`, `mode: cooperative`)).ends("w", 1, 1)
	play(t, endsWith(`- {id: l, if_x: "True", result: loss}`, `mode: cooperative`)).ends("l", -1, -1)
}

func TestCompetitiveWinAndLossNeedOnePlayer(t *testing.T) {
	play(t, endsWith(`- {id: w, if_x: "True", result: win, who_x: "2"}`, `num_players: 3`)).ends("w", -1, -1, 1)
	play(t, endsWith(`- {id: l, if_x: "True", result: loss, who_x: "2"}`, `num_players: 3`)).ends("l", 1, 1, -1)
	play(t, endsWith(`- {id: w, if_x: "True", result: win}`)).stops("NotExecutable: end condition w: a competitive game needs who_x")
	play(t, endsWith(`- {id: w, if_x: "True", result: win, who: the first}`)).stops("NotExecutable: end condition w: a competitive game needs who_x")
	play(t, endsWith(`- {id: w, if_x: "True", result: win, who_x: "7"}`)).
		stops("ExprError: end condition w: who_x gives 7, which is no player (0 to 1)")
}

func TestTrapWhoThatGivesAListIsAnError(t *testing.T) {
	for x, shown := range map[string]string{"[0, 1]": "a list ([0, 1])", "(0,)": "a tuple ((0,))", "{1}": "a set ({1})"} {
		text := endsWith(`- {id: w, if_x: "True", result: win, who_x: "%"}`)
		play(t, replace(text, x)).stops("ExprError: end condition w: who_x gives " + shown +
			"; a competitive win needs one player index (several winners: result: score with returns_x, or result: winners)")
	}
}

func TestTrapEliminateAndContinueGoOnScanning(t *testing.T) {
	p := play(t, endsWith(`
		- {id: out, if_x: "n == 1", result: eliminate, who_x: "1"}
		- {id: more, if_x: "True", result: continue}
		- {id: both, if_x: "n == 1", result: eliminate, who_x: "[2, 1, 2]"}
		- {id: last, if_x: "len(eliminated) == 2", result: win, who_x: "[p for p in players if p not in eliminated][0]"}
	`, `num_players: 3`))
	p.ends("last", 1, -1, -1).is("eliminated", "[1, 2]").events("eliminated:1", "eliminated:2")
}

func TestEliminateNeedsWho(t *testing.T) {
	play(t, endsWith(`- {id: out, if_x: "True", result: eliminate}`)).stops("NotExecutable: end condition out: eliminate needs who_x")
	play(t, endsWith(`- {id: out, if_x: "True", result: eliminate, who_x: "'me'"}`)).
		stops("ExprError: end condition out: who_x gives 'm', which is no player (0 to 1)")
}

const duel = `
actions: {go: {effect: [{op: add, var: n, amount: 1}]}}
flows: {fight: {kind: loop, id: rounds, until_x: "n % 5 == 4", children: [{kind: step, id: blow, do: [go]}]}}
state: {vars: {n: {init: 0}}}
`

func TestTrapAScopedConditionEndsItsSubflowAlone(t *testing.T) {
	for _, result := range []string{"win", "loss", "draw"} {
		p := play(t, duel+`
flow: {kind: sequence, id: main, children: [{kind: step, id: before, do: [go]}, {kind: subflow, id: sub, ref: fight}, {kind: step, id: after, do: [go]}]}
end:
  - {id: never, if_x: "n == 1", result: draw, scope: fight}
  - {id: stop, if_x: "n == 2", result: `+result+`, scope: fight}
  - {id: untested, if_x: "n == 2", result: draw}
`)
		p.over().is("[n, results]", "[3, {'fight': '"+result+"'}]").events("fight:" + result)
	}
}

func TestTrapAConditionOfASubflowThatIsNotRunningIsIgnored(t *testing.T) {
	play(t, duel+`
flow: {kind: step, id: before, do: [go]}
end: [{id: stop, if_x: "n == 1", result: score, returns_x: "[5, 5]", scope: fight}]
`).over()
}

func TestTrapTheMainFlowsIdAsScopeMeansTheWholeGame(t *testing.T) {
	play(t, duel+`
flow: {kind: sequence, id: main, children: [{kind: subflow, id: sub, ref: fight}, {kind: step, id: after, do: [go]}]}
end: [{id: stop, if_x: "n == 2", result: win, who_x: "1", scope: main}]
`).ends("stop", -1, 1)
}

func TestTrapScopeChangesNothingButWinLossAndDraw(t *testing.T) {
	play(t, duel+`
flow: {kind: sequence, id: main, children: [{kind: subflow, id: sub, ref: fight}]}
end: [{id: stop, if_x: "n == 2", result: score, returns_x: "[n, n]", scope: fight}]
`).ends("stop", 2, 2)
	p := play(t, duel+`
flow: {kind: sequence, id: main, children: [{kind: step, id: before, do: [go]}, {kind: subflow, id: sub, ref: fight}]}
end: [{id: out, if_x: "n > 0", result: eliminate, who_x: "n - 1", scope: fight}, {id: done, if_x: "n == 2", result: draw}]
`)
	p.ends("done", 0, 0).is("eliminated", "[1]")
}

func TestANestedSubflowEndsTheInnermostRunOfItsScope(t *testing.T) {
	p := play(t, `
state: {vars: {n: {init: 0}, seen: {init: []}}}
actions:
  go: {effect: [{op: add, var: n, amount: 1}]}
  dig: {pre_x: "n < 2", effect: [{op: run, flow: fight}]}
  note: {effect: [{op: set, var: seen, value_x: "seen + [(n, results['fight'])]"}]}
flows:
  fight:
    kind: sequence
    id: f
    children: [{kind: step, id: a, do: [go]}, {kind: step, id: b, do: [dig]}, {kind: step, id: c, do: [note]}]
flow: {kind: subflow, id: top, ref: fight}
end: [{id: stop, if_x: "n == 2", result: win, scope: fight}]
`)
	p.over().is("[n, seen]", "[2, []]").events("fight:win", "fight:win")
}

// A subflow that ends while a window, an emit and an action are open: nothing runs on the way out.
func TestAScopeThatEndsDeepInsideUnwinds(t *testing.T) {
	p := play(t, `
state: {vars: {n: {init: 0}, power: {init: 0}}}
actions:
  go:
    effect:
      - {op: modify, stat: power, change_x: "value + 1", until: clash}
      - {op: emit, event: clash, impact: [{op: window, name: react}, {op: set, var: n, value: 100}]}
      - {op: set, var: n, value: 200}
  bolt: {speed: fast, effect: [{op: add, var: n, amount: 1}]}
  note: {effect: [{op: set, var: power, value_x: "modified('power', 0)"}]}
triggers: [{id: t, event: clash, do: [{op: set, var: n, value: 300}]}]
priority: {windows: {react: {allows: [fast]}}}
flows: {fight: {kind: step, id: s, actor_x: "0", do: [go], window: react, end_event: never}}
flow:
  kind: sequence
  id: main
  children: [{kind: subflow, id: sub, ref: fight, end_event: peace}, {kind: step, id: after, do: [note]}]
end: [{id: stop, if_x: "n == 1", result: draw, scope: fight}]
`)
	p.asks(0, "window react", "bolt", "pass").answer("bolt").over()
	p.is("[n, power]", "[1, 0]").events("clash", "fight:draw", "peace")
}

func TestAScopeThatNobodyDeclares(t *testing.T) {
	faulty(t, endsWith(`- {id: w, if_x: "True", result: draw, scope: ghost}`)).over()
}

func TestAResultThatNobodyKnows(t *testing.T) {
	faulty(t, endsWith(`- {id: w, if_x: "True", result: victory}`)).stops("NotExecutable: end condition w: result 'victory' is unknown")
	faulty(t, endsWith(`- {id: w, if_x: "False", result: victory}`)).over()
}

func TestAConditionWithoutAnIdHasItsNumber(t *testing.T) {
	play(t, endsWith(`
		- {if_x: "False", result: draw}
		- {if_x: "True", result: draw}
	`)).ends("2", 0, 0)
}

func TestEndConditionsSeeNoLocalNames(t *testing.T) {
	play(t, endsWith(`- {id: w, if_x: "actor == 0", result: draw}`)).
		stops("ExprError: error evaluating 'actor == 0': NameError: name 'actor' is not defined")
}

func TestWinners(t *testing.T) {
	text := endsWith(`- {id: w, if_x: "True", result: winners, who_x: "%"}`, `num_players: 3`)
	play(t, replace(text, "[0, 2, 0]")).ends("w", 1, -1, 1)
	play(t, replace(text, "{1}")).ends("w", -1, 1, -1)
	play(t, replace(text, "[]")).over()
	play(t, replace(text, "players")).ends("w", 0, 0, 0)
	play(t, "mode: cooperative\n"+replace(text, "players")).ends("w", 1, 1, 1)
	play(t, replace(text, "1")).stops("ExprError: end condition w: who_x gives 1, not a list or set of players")
	play(t, replace(text, "[3]")).stops("ExprError: end condition w: who_x gives 3, which is no player (0 to 2)")
	play(t, endsWith(`- {id: w, if_x: "True", result: winners, who_x: "players"}`, `num_players: 1`)).ends("w", 1)
	play(t, endsWith(`- {id: w, if_x: "True", result: winners}`)).stops("NotExecutable: end condition w: winners needs who_x")
}

func TestWinnersOfNobodyGoOnToTheNextCondition(t *testing.T) {
	play(t, endsWith(`
		- {id: w, if_x: "True", result: winners, who_x: "[]"}
		- {id: d, if_x: "True", result: draw}
	`)).ends("d", 0, 0)
}

func TestRank(t *testing.T) {
	text := endsWith(`- {id: r, if_x: "True", result: rank, ranks_x: "%"}`, `num_players: 4`)
	play(t, replace(text, "[1, 2, 3, 4]")).ends("r", 1, 1.0/3, -1.0/3, -1)
	play(t, replace(text, "[2, 1, 2, 1]")).ends("r", -2.0/3, 2.0/3, -2.0/3, 2.0/3)
	play(t, replace(text, "[1, 1, 1, 1]")).ends("r", 0, 0, 0, 0)
	play(t, replace(text, "[1, 2]")).stops("ExprError: end condition r: ranks_x gives 2 values, expected 4")
	play(t, endsWith(`- {id: r, if_x: "True", result: rank, ranks_x: "[1]"}`, `num_players: 1`)).ends("r", 0)
	play(t, endsWith(`- {id: r, if_x: "True", result: rank}`)).stops("NotExecutable: end condition r: rank needs ranks_x")
}
