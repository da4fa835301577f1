package rules_test

import "testing"

func TestTrapNumbersPrintAsPythonPrintsThem(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options_x: "[7, 7.0, 0.1 + 0.2, 1e16, 1e15, 1e-5, 0.0001, -0.0, 2 ** 70, True, None, 1/3]", as: x}
	`))
	p.asks(0, "action act", "7", "7.0", "0.30000000000000004", "1e+16", "1000000000000000.0", "1e-05", "0.0001", "-0.0",
		"1180591620717411303424", "True", "None", "0.3333333333333333")
}

func TestTrapCollectionsPrintAsPythonPrintsThem(t *testing.T) {
	play(t, turn(`
		- {op: choose, options_x: "[(1,), [1.0, 'a'], {'n': 1}, 'it\\'s', (), [{'a': None}], {2}]", as: x}
	`)).asks(0, "action act", "(1,)", "[1.0, 'a']", "?", "it's", "()", "[{'a': None}]", "{2}")
}

func TestTrapNumbersInMessages(t *testing.T) {
	play(t, turn(`- {op: add, var: x, amount: 0.5}`, `state: {vars: {x: {init: 1, max: 1}}}`)).
		stops("ExprError: action act: variable 'x': 1.5 is above its max 1")
	play(t, endsWith(`- {id: w, if_x: "True", result: win, who_x: "(0, 1.0)"}`)).
		stops("ExprError: end condition w: who_x gives a tuple ((0, 1.0)); a competitive win needs one player index (several winners: result: score with returns_x, or result: winners)")
	p := play(t, endsWith(`- {id: out, if_x: "n == 1", result: eliminate, who_x: "True"}`)).over()
	p.events("eliminated:1").is("eliminated", "[1]")
}
