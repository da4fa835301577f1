package rules_test

import (
	"strings"
	"testing"
)

// The rows of the table of errors that a running model can give, in its order.

func TestErrorPreIsText(t *testing.T) {
	play(t, `
actions: {attack: {pre: it is day, effect: []}}
flow: {kind: step, id: s, do: [attack]}
`).stops("NotExecutable: action attack: pre is text without pre_x")
}

func TestErrorFieldIsText(t *testing.T) {
	play(t, `
state: {vars: {gold: {init: 0}}}
actions: {earn: {cost: [{op: add, var: gold, amount: a bit}]}}
flow: {kind: step, id: s, do: [earn]}
`).stops("NotExecutable: action earn (cost): field 'amount' is text without amount_x")
}

func TestErrorChoiceBetweenActionsWithoutActor(t *testing.T) {
	play(t, `
actions: {a: {}, b: {}}
flow: {kind: step, id: pick, do: [a, b]}
`).stops("NotExecutable: step pick: choice between actions without actor_x")
}

func TestErrorChooseWithoutActor(t *testing.T) {
	play(t, `
actions: {a: {effect: [{op: choose, options: [1, 2], as: x}]}}
flow: {kind: step, id: s, do: [a]}
`).stops("NotExecutable: action a: choose without actor_x and without an actor on the step")
}

func TestErrorAWinNeedsAWinner(t *testing.T) {
	play(t, endsWith(`- {id: won, if_x: "True", result: win}`)).stops("NotExecutable: end condition won: a competitive game needs who_x")
}

func TestErrorWhoGivesAList(t *testing.T) {
	p := play(t, endsWith(`- {id: won, if_x: "True", result: win, who_x: "[0, 1]"}`))
	if got := p.g.Err().Error(); !strings.HasPrefix(got, "ExprError: end condition won: who_x gives a list ([0, 1]); a competitive win needs one player index ") {
		t.Fatal(got)
	}
}

func TestErrorWindowDoesNotClose(t *testing.T) {
	p := play(t, `
actions: {bolt: {speed: fast}}
priority: {windows: {react: {allows: [fast]}}}
flow: {kind: sequence, id: main, children: [], window: react}
`)
	for p.g.Err() == nil {
		p.pick(0)
	}
	p.stops("ExprError: window react: window does not close")
}

func TestErrorOptionalTriggerWithoutController(t *testing.T) {
	play(t, `
triggers: [{id: save, event: dusk, optional: true, do: []}]
flow: {kind: sequence, id: main, children: [], end_event: dusk}
`).stops("NotExecutable: trigger save: optional without controller_x or actor")
}

func TestErrorCodeIsNotImplemented(t *testing.T) {
	play(t, turn(`- {op: call, code: x, with_x: {a: "1"}, as: y}`, `code: {x: {kind: code, module: m, function: f}}`)).
		stops("NotExecutable: code 'x' → m:f is not implemented")
}

func TestErrorNameIsNotDefined(t *testing.T) {
	play(t, turn(`- {op: set, var: x, value_x: "y2 + 1"}`, vars)).stops("ExprError: error evaluating 'y2 + 1': NameError: name 'y2' is not defined")
}

func TestErrorZonePath(t *testing.T) {
	faulty(t, turn(`- {op: shuffle, zone: x}`)).stops("ExprError: zone 'x' not declared")
	faulty(t, turn(`- {op: shuffle, zone: x}`, `state: {zones: {x: {owner: player}}}`)).
		stops("ExprError: zone 'x' belongs to a player; write x[player]")
	faulty(t, turn(`- {op: shuffle, zone: "x[0]"}`, `state: {zones: {x: {}}}`)).
		stops("ExprError: zone 'x' belongs to no player; write x")
}

func TestErrorVariableNotDeclared(t *testing.T) {
	faulty(t, turn(`- {op: set, var: x, value: 1}`)).stops("ExprError: variable 'x' not declared")
	faulty(t, turn(`- {op: add, var: "x[0]", amount: 1}`)).stops("ExprError: variable 'x' not declared")
}

func TestErrorMoveOfWhatIsNotThere(t *testing.T) {
	play(t, turn(`- {op: move, what_x: "'x'", from: pile, to: pile}`, vars)).stops("ExprError: action act: move: 'x' is not in pile")
}

func TestErrorLoopDoesNotEnd(t *testing.T) {
	play(t, `flow: {kind: loop, id: x, children: []}`).stops("ExprError: flow x: loop does not end")
}

func TestErrorReturnsOfTheWrongLength(t *testing.T) {
	play(t, endsWith(`- {id: x, if_x: "True", result: score, returns_x: "[1]"}`)).
		stops("ExprError: end condition x: returns_x gives 1 values, expected 2")
}

func TestErrorProbabilities(t *testing.T) {
	play(t, turn(`- {op: sample, model: x}`, `outcomes: {x: {outcomes: [{id: a, p: 0.9}]}}`)).
		stops("ExprError: outcome model x: probabilities add up to 0.900000, not 1")
}

func TestErrorReasonWhenTheMainFlowRanOut(t *testing.T) {
	play(t, idle(`end: [{id: x, if_x: "True", result: draw}]`)).ends("flow finished without an end condition", 0, 0)
}

func TestAnErrorHasItsPositionInTheModel(t *testing.T) {
	p := play(t, "flow: {kind: step, id: s, do: [a]}\nactions:\n  a:\n    effect:\n      - {op: let, name: x, value_x: \"1 + ghost\"}\n")
	if e := p.g.Err(); e == nil || e.Pos.Line != 5 || e.Pos.Col != 42 {
		t.Fatalf("%v at %v", e, e.Pos)
	}
}

func TestAfterAnErrorTheGameTakesNoAnswer(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options: [a, b], as: x}
		- {op: let, name: y, value_x: "1 // 0"}
	`)).answer("a")
	p.stops("ExprError: error evaluating '1 // 0': ZeroDivisionError: integer division or modulo by zero")
	if p.g.Answer(0) == nil || !p.g.Over() {
		t.Fatal("the game went on")
	}
}
