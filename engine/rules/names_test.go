package rules_test

import "testing"

func TestLocalNamesGoBeforeVariablesAndConstants(t *testing.T) {
	play(t, turn(`
		- {op: let, name: n, value: local}
		- {op: let, name: k, value: local}
		- {op: set, var: x, value_x: "[n, k, [n for n in [1]], len([n])]"}
	`, `
		constants: {k: constant}
		state: {vars: {n: {init: variable}, x: {}}}
	`)).over().is("x", "['local', 'local', [1], 1]").is("[n, k]", "['variable', 'constant']")
}

func TestTrapFunctionsAndDerivedValuesSeeNoLocalNames(t *testing.T) {
	play(t, turn(`
		- {op: let, name: mine, value: 1}
		- {op: set, var: x, value_x: "peek()"}
	`, vars, `functions: {peek: {params: [], x: mine}}`)).
		stops("ExprError: error evaluating 'mine': NameError: name 'mine' is not defined")
	play(t, turn(`
		- {op: let, name: mine, value: 1}
		- {op: set, var: x, value_x: "peek"}
	`, vars, `derived: {peek: mine}`)).
		stops("ExprError: error evaluating 'mine': NameError: name 'mine' is not defined")
	play(t, turn(`
		- {op: let, name: y, value: 1}
		- {op: set, var: x, value_x: "[twice(3), y]"}
	`, vars, `functions: {twice: {params: [n], let: {d: "n + y"}, x: "d * 2"}}`)).over().is("x", "[6, 1]")
}

func TestDerivedValuesAreRecomputedWhenTheyAreRead(t *testing.T) {
	play(t, turn(`
		- {op: set, var: seen, value_x: "[total]"}
		- {op: set, var: "list[0]", value: 10}
		- {op: set, var: seen, value_x: "seen + [total, size]"}
	`, vars, `derived: {total: "sum(list)", size: {x: len(list)}}`)).over().is("seen", "[6, 15, 3]")
}

func TestBoardsAreReadByTheirName(t *testing.T) {
	p := play(t, idle(`
		boards:
		  grid: {kind: grid, rows: 3, cols: 3, neighbours: 4, blocked: [[1, 1]], labels: {}}
		  ring: {kind: track, length: 6, loop: true}
		  land: {kind: graph, cells: [a, b, c], edges: [[a, b], [b, c]]}
	`))
	p.is("[neighbours('ring', 0), distance('ring', 0, 4), adjacent('land', 'a', 'c'), path('land', 'a', 'c')]", "[[1, 5], 2, False, ['a', 'b', 'c']]")
	p.is("[on_board('grid', [2, 2]), on_board('grid', [3, 0]), distance('grid', [0, 1], [2, 1])]", "[True, False, 4]")
	p.is("distance(grid, [0, 0], [0, 2])", "2").is("cells('sea')", "error evaluating 'cells('sea')': ValueError: cells: no board 'sea'")
}

func TestAModelWithGapsPlaysAsFarAsItGoes(t *testing.T) {
	p := faulty(t, `
colour: red
state: {vars: {x: {init: 0}}}
actions:
  good: {effect: [{op: set, var: x, value: 1}]}
  bad: {effect: [{op: set, var: x, value: 2}, {op: set, var: x, value_x: "1 +"}]}
flow: {kind: sequence, id: main, children: [{kind: step, id: a, do: [good]}, {kind: step, id: b, do: [bad]}]}
`)
	if e := p.is("x", "2").g.Err(); e == nil || e.Kind != "ExprError" || e.Pos.Line != 6 {
		t.Fatalf("%v", e)
	}
}

func TestNamesOfTheEngineInExpressions(t *testing.T) {
	play(t, turn(`- {op: set, var: x, value_x: "[players, n_players, eliminated, results, events, dice]"}`, vars, `
		num_players: 3
		dice: {coin: {faces: [h, t]}}
	`)).over().is("x", "[[0, 1, 2], 3, [], {}, [], {'coin': ['h', 't']}]")
}
