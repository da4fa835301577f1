package rules_test

import "testing"

func TestAFieldIsItsExpressionElseItsLiteral(t *testing.T) {
	for field, want := range map[string]string{
		`amount: 2`:                                "2",
		`amount_x: "1 + 2"`:                        "3",
		`amount: 5, amount_x: "4"`:                 "4",
		`amount: a text for people, amount_x: "6"`: "6",
		`amount: 1.5`:                              "1.5",
		`amount: true`:                             "1",
		`amount_x: 7`:                              "7",
	} {
		play(t, turn(`- {op: add, var: x, `+field+`}`, vars)).over().is("x", want)
	}
	play(t, turn(`- {op: for_each, items: [1, [2]], as: i, do: [{op: set, var: seen, value_x: "seen + [i]"}]}`, vars)).is("seen", "[1, [2]]")
}

func TestTextWithoutItsExpressionIsNotExecutable(t *testing.T) {
	for op, field := range map[string]string{
		`add, var: x, amount: some gold`:                "amount",
		`set, attr: n, of: the card, value: 1`:          "of",
		`choose, as: c, options: the cards`:             "options",
		`choose, as: c, options: [1, 2, 3], max: a few`: "max",
		`roll, die: the red one`:                        "die",
		`roll, die: 6, n: a few`:                        "n",
		`draw, from: pile, to: pile, n: a few`:          "n",
		`look, zone: pile, n: a few`:                    "n",
		`reveal, what: the card`:                        "what",
		`move, what: the card, from: pile, to: pile`:    "what",
		`place, what: the card, at: 1`:                  "what",
		`create, what: a card, to: pile`:                "what",
		`create, what: {id: a}, to: pile, n: a few`:     "n",
		`destroy, what: the card, from: pile`:           "what",
		`for_each, items: the cards, as: i, do: []`:     "items",
		`repeat, until: it is enough, do: []`:           "until",
		`repeat, n: a few, do: []`:                      "n",
		`modify, stat: s, change: doubled`:              "change",
		`modify, stat: s, change_x: "1", if: it is day`: "if",
		`exec, of: the card`:                            "of",
		`if, cond: it rains, then: []`:                  "cond",
	} {
		play(t, turn("- {op: "+op+"}", vars)).stops("NotExecutable: action act: field '" + field + "' is text without " + field + "_x")
	}
}

func TestARequiredFieldThatIsMissingIsNotExecutable(t *testing.T) {
	for op, field := range map[string]string{
		`add, var: x`:                  "amount",
		`set, var: x`:                  "value",
		`set, value: 1`:                "var",
		`set, attr: n, value: 1`:       "of",
		`let, value: 1`:                "name",
		`let, name: a`:                 "value",
		`choose, as: c`:                "options",
		`choose, options: [1]`:         "as",
		`search, as: c`:                "zone",
		`roll, as: c`:                  "die",
		`sample, as: c`:                "model",
		`draw, to: pile`:               "from",
		`draw, from: pile`:             "to",
		`look, n: 1`:                   "zone",
		`reveal`:                       "what",
		`move, from: pile, to: pile`:   "what",
		`move, what: 1, from: pile`:    "to",
		`place, at: 1`:                 "what",
		`create, to: pile`:             "what",
		`create, what: {id: a}`:        "to",
		`destroy, from: pile`:          "what",
		`shuffle`:                      "zone",
		`emit`:                         "event",
		`modify, change_x: "1"`:        "stat",
		`exec, content: cards`:         "of",
		`run`:                          "flow",
		`call`:                         "code",
		`for_each, items: [1], do: []`: "as",
		`for_each, as: i, do: []`:      "items",
		`repeat, do: []`:               "until",
		`if, then: []`:                 "cond",
	} {
		faulty(t, turn("- {op: "+op+"}", vars)).stops("NotExecutable: action act: field '" + field + "' is missing")
	}
	play(t, `
actions: {bolt: {speed: fast, effect: [{op: cancel}]}}
flow: {kind: sequence, id: main, children: [], window: true}
`).answer("bolt").stops("NotExecutable: action bolt: field 'target' is missing")
}

func TestANullIsALiteral(t *testing.T) {
	play(t, turn(`
		- {op: set, var: x, value: null}
		- {op: let, name: a, value: null}
		- {op: set, var: y, value_x: a}
	`, vars)).over().is("[x, y]", "[None, None]")
}

// The text twins of what is read as an expression alone mean nothing to the engine.
func TestTextTwinsAreDocumentation(t *testing.T) {
	p := play(t, `
state: {vars: {n: {init: 0}}, zones: {pile: {init_x: "[1, 2]"}}}
actions:
  a:
    pre: always
    pre_x: "True"
    effect:
      - {op: search, zone: pile, filter: the big ones, as: c, actor: the owner, visible_to: nobody}
flow: {kind: step, id: s, actor: the first, actor_x: "1", do: [a], visible_to: nobody}
triggers: [{id: t, event: e, controller: the owner, do: []}]
end: [{id: e, if: at last, if_x: "False", who: the best, result: win}]
`)
	p.asks(1, "action a", "1", "2").seen(1)
}

func TestAZonePathMayComeFromAnExpression(t *testing.T) {
	text := turn(`- {op: draw, from: pile, to_x: "%"}`, `
		state: {zones: {pile: {init_x: "[7]"}, out: {}, hand: {owner: player}}}
	`)
	play(t, replace(text, "'out'")).over().is("out", "[7]")
	play(t, replace(text, "'hand[' + str(1 - actor) + ']'")).over().is("hand", "[[], [7]]")
	play(t, replace(text, "'ghost'[actor:]")).stops("ExprError: zone 'ghost' not declared")
	play(t, replace(text, "'hand'[actor:]")).stops("ExprError: zone 'hand' belongs to a player; write hand[player]")
	play(t, replace(text, "7")).stops("ExprError: action act: a zone path is a text, not 7")
	play(t, replace(text, "'hand[' + str(5) + ']'")).stops("ExprError: action act: zone 'hand' has no player 5 (0 to 1)")
}
