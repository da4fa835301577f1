package rules_test

import "testing"

const bids = `
num_players: 3
state: {vars: {n: {init: [0, 0, 0]}, seen: {init: []}}}
actions:
  low: {pre_x: "'closed' not in events", effect: [{op: set, var: seen, value_x: "seen + [(actor, 'low')]"}]}
  high: {pre_x: "actor != 1 and 'closed' not in events", effect: [{op: set, var: seen, value_x: "seen + [(actor, 'high')]"}]}
  shut: {pre_x: "actor == 2", effect: [{op: emit, event: closed}]}
flow: {kind: step, id: bid, actors_x: "[2, 0, 1]", do: [low, high, shut]}
`

func TestASimultaneousStepAsksInSecretAndRunsInSeatOrder(t *testing.T) {
	p := play(t, bids)
	p.asks(0, "step bid", "low", "high").seen(0)
	all := p.g.Requests()
	if len(all) != 2 || all[0].Player != 0 || all[1].Player != 2 {
		t.Fatalf("open requests: %v", all)
	}
	p.answer("high").is("seen", "[]").asks(2, "step bid", "low", "high", "shut").seen(2).answer("low")
	p.over().is("seen", "[(0, 'high'), (1, 'low'), (2, 'low')]")
	p.observed("step bid: decision high (0)", "step bid: decision low (2)", "step bid: decision high (all)", "step bid: decision low (all)")
	p.unasked("step bid: low")
}

func TestASimultaneousStepMayBeAnsweredInAnyOrder(t *testing.T) {
	p := play(t, bids)
	if p.g.AnswerFor(1, 0) == nil {
		t.Fatal("a player without a choice could answer")
	}
	if err := p.g.AnswerFor(2, 1); err != nil {
		t.Fatal(err)
	}
	if p.g.AnswerFor(2, 0) == nil {
		t.Fatal("a player answered twice")
	}
	if err := p.g.AnswerFor(0, 0); err != nil {
		t.Fatal(err)
	}
	p.over().is("seen", "[(0, 'low'), (1, 'low'), (2, 'high')]")
}

func TestASimultaneousChoiceThatIsNoLongerLegalIsSkipped(t *testing.T) {
	text := `
num_players: 2
state: {vars: {n: {init: 0}}}
actions: {take: {pre_x: "n == 0", effect: [{op: set, var: n, value_x: "actor + 1"}]}, rest: {}}
flow: {kind: step, id: grab, actors_x: players, do: [take, rest]}
end: [{id: done, if_x: "n == 7", result: draw}]
`
	play(t, text).answer("take", "take").over().is("n", "1")
}

func TestEachSimultaneousChoiceIsFollowedByItsEndCheck(t *testing.T) {
	p := play(t, `
num_players: 2
state: {vars: {n: {init: 0}}}
actions: {take: {effect: [{op: add, var: n, amount: 1}]}, rest: {}}
flow: {kind: step, id: grab, actors_x: players, do: [take, rest]}
end: [{id: one, if_x: "n == 1", result: win, who_x: "0"}]
`)
	p.answer("take", "take").ends("one", 1, -1)
}

func TestASimultaneousStepWithoutAChoiceAsksNothing(t *testing.T) {
	play(t, `
actions: {never: {pre_x: "False"}}
flow: {kind: step, id: grab, actors_x: players, do: [never]}
end: [{id: any, if_x: "True", result: draw}]
`).over()
}

func TestSealedBidsBindADictOfPicks(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options_x: "list(range(actor + 1))", actors_x: "[2, 0, 1]", as: bid}
		- {op: set, var: x, value_x: bid}
	`, `num_players: 3`, `state: {vars: {x: {}}}`))
	p.asks(1, "action act", "0", "1").seen(1).answer("1").asks(2, "action act", "0", "1", "2").seen(2).answer("0")
	p.over().is("x", "{0: 0, 1: 1, 2: 0}")
	p.observed("action act: decision 1 (1)", "action act: decision 0 (2)", "action act: decision 0 (all)", "action act: decision 1 (all)", "action act: decision 0 (all)")
}

func TestSealedSubsetChoicesBindListsOfPicks(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options: [a, b, c], min: 1, max: 2, actors_x: players, as: bid}
		- {op: set, var: x, value_x: bid}
	`, `state: {vars: {x: {}}}`))
	p.asks(0, "action act · 1", "a", "b", "c").seen(0).answer("b").asks(0, "action act · 2", "a", "c", "done").answer("done")
	p.asks(1, "action act · 1", "a", "b", "c").seen(1).answer("c", "a").over().is("x", "{0: ['b'], 1: ['c', 'a']}")
}

func TestSealedBidsNeedOptions(t *testing.T) {
	play(t, turn(`- {op: choose, options_x: "[1] * actor", actors_x: players, as: bid}`)).
		stops("ExprError: action act: choose: no options for player 0")
	play(t, turn(`- {op: choose, options: [1], actors_x: "[5]", as: bid}`)).
		stops("ExprError: action act: actors_x gives 5, which is no player (0 to 1)")
}
