package rules_test

import (
	"strings"
	"testing"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

const vars = `state: {vars: {x: {init: 0}, y: {init: 0}, list: {init: [1, 2, 3]}, d: {init: {a: 1}}, seen: {init: []}, gold: {init: 3, scope: player}}, zones: {pile: {}}}`

func TestEffectRunsFromTopToBottom(t *testing.T) {
	play(t, turn(`
		- {op: set, var: x, value: 2}
		- {op: add, var: x, amount: 3}
		- {op: set, var: y, value_x: "x * 2"}
	`, vars)).is("[x, y]", "[5, 10]")
}

func TestTrapCostAndEffectShareNames(t *testing.T) {
	play(t, `
`+vars+`
actions:
  a:
    cost: [{op: let, name: paid, value: 4}]
    effect: [{op: set, var: x, value_x: paid}]
flow: {kind: step, id: s, do: [a]}
`).is("x", "4")
}

func TestTrapBranchesAndRepeatBodiesShareNames(t *testing.T) {
	play(t, turn(`
		- {op: if, cond_x: "True", then: [{op: let, name: a, value: 1}]}
		- {op: if, cond_x: "False", then: [], else: [{op: let, name: b, value: 2}]}
		- {op: let, name: i, value: 0}
		- {op: repeat, n: 3, do: [{op: let, name: i, value_x: "i + 1"}, {op: let, name: c, value: 5}]}
		- {op: set, var: x, value_x: "[a, b, c, i]"}
	`, vars)).is("x", "[1, 2, 5, 3]")
}

func TestTrapForEachBodyGetsACopyOfTheNames(t *testing.T) {
	play(t, turn(`
		- {op: let, name: outer, value: 1}
		- op: for_each
		  items: [7, 8]
		  as: i
		  do:
		    - {op: set, var: seen, value_x: "seen + [outer + i]"}
		    - {op: let, name: outer, value: 100}
		    - {op: let, name: inner, value: 1}
		- {op: set, var: x, value_x: outer}
		- {op: set, var: y, value_x: inner}
	`, vars)).stops("ExprError: error evaluating 'inner': NameError: name 'inner' is not defined").is("[seen, x]", "[[8, 9], 1]")
	play(t, turn(`
		- {op: for_each, items: [7], as: i, do: []}
		- {op: set, var: y, value_x: i}
	`, vars)).stops("ExprError: error evaluating 'i': NameError: name 'i' is not defined")
}

func TestTrapImpactAndTriggersGetCopiesOfTheNames(t *testing.T) {
	play(t, turn(`
		- {op: let, name: a, value: 1}
		- {op: emit, event: e, impact: [{op: set, var: x, value_x: a}, {op: let, name: a, value: 5}, {op: let, name: b, value: 6}]}
		- {op: set, var: y, value_x: a}
		- {op: set, var: list, value_x: b}
	`, vars, `
		triggers: [{id: t, event: e, do: [{op: set, var: seen, value_x: "seen + [a]"}, {op: let, name: a, value: 9}]}]
	`)).stops("ExprError: error evaluating 'b': NameError: name 'b' is not defined").is("[x, y, seen]", "[1, 1, [1]]")
}

func TestTrapEffectOfAnOutcomeGetsACopyOfTheNames(t *testing.T) {
	play(t, turn(`
		- {op: let, name: a, value: 1}
		- {op: sample, model: m, as: what}
		- {op: set, var: x, value_x: "[a, what]"}
		- {op: set, var: y, value_x: b}
	`, vars, `
		outcomes: {m: {outcomes: [{id: o, p: 1, effect: [{op: set, var: seen, value_x: "[a, what]"}, {op: let, name: a, value: 5}, {op: let, name: b, value: 5}]}]}}
	`)).chance("action act · m", "o").pick(0).stops("ExprError: error evaluating 'b': NameError: name 'b' is not defined").is("[x, seen]", "[[1, 'o'], [1, 'o']]")
}

func TestTrapExecGetsACopyOfTheNames(t *testing.T) {
	play(t, turn(`
		- {op: let, name: a, value: 1}
		- {op: exec, of_x: "'c'"}
		- {op: set, var: x, value_x: a}
		- {op: set, var: y, value_x: self}
	`, vars, `
		content: {cards: [{id: c, effect: [{op: set, var: seen, value_x: "[a, self['id']]"}, {op: let, name: a, value: 9}]}]}
	`)).stops("ExprError: error evaluating 'self': NameError: name 'self' is not defined").is("[x, seen]", "[1, [1, 'c']]")
}

func TestExecTakesAnIdAnItemOrAnInstance(t *testing.T) {
	text := turn(`- {op: exec, %}`, vars, `
		content:
		  cards: [{id: c, n: 1, effect: [{op: set, var: x, value_x: "(self['id'], 'uid' in self)"}]}]
		  plain: [{id: p}]
	`)
	play(t, replace(text, `content: cards, of_x: "'c'"`)).is("x", "('c', False)").events("exec:c")
	play(t, replace(text, `of_x: "'c'"`)).is("x", "('c', False)")
	play(t, replace(text, `of_x: "content['cards'][0]"`)).is("x", "('c', False)").events("exec:c")
	play(t, replace(text, `of_x: "'p'"`)).over().events("exec:p")
	play(t, replace(text, `content: plain, of_x: "'c'"`)).stops("ExprError: action act: exec: no content item 'c' in 'plain'")
	play(t, replace(text, `of_x: "5"`)).stops("ExprError: action act: exec: 5 is no content item")
	play(t, turn(`
		- {op: create, what_x: "content['cards'][0]", to: pile, as: mine}
		- {op: exec, of_x: mine}
	`, vars, `
		content: {cards: [{id: c, effect: [{op: set, var: x, value_x: "(self['id'], 'uid' in self)"}]}]}
	`)).is("x", "('c', True)").events("exec:c")
}

func TestWriteIntoPartsOfAVariable(t *testing.T) {
	play(t, turn(`
		- {op: let, name: i, value: 1}
		- {op: set, var: "list[i]", value: 9}
		- {op: set, var: "list[-1]", value: 8}
		- {op: set, var: "d['b']", value: [[0, 0], [0, 0]]}
		- {op: set, var: "d['b'][i][0]", value: 7}
		- {op: add, var: "d['b'][i][0]", amount_x: "list[i]"}
		- {op: add, var: "gold[actor]", amount: 2}
		- {op: set, var: gold, player_x: "1 - actor", value: 6}
		- {op: add, var: seen, amount: [4]}
	`, vars)).is("[list, d, gold, seen]", "[[1, 9, 8], {'a': 1, 'b': [[0, 0], [16, 0]]}, [5, 6], [4]]")
}

func TestWritesThatDoNotFit(t *testing.T) {
	for op, message := range map[string]string{
		`{op: set, var: "list[3]", value: 1}`:     "ExprError: action act: variable 'list': index 3 is outside a list of 3",
		`{op: set, var: "list['a']", value: 1}`:   "ExprError: action act: variable 'list': a list is indexed by a whole number, not 'a'",
		`{op: set, var: "x[0]", value: 1}`:        "ExprError: action act: variable 'x': 0 has no elements to write",
		`{op: set, var: gold, value: 1}`:          "ExprError: action act: variable 'gold' belongs to a player: it takes a list of 2 values, or write gold[player]",
		`{op: set, var: "gold[2]", value: 1}`:     "ExprError: action act: variable 'gold': index 2 is outside a list of 2",
		`{op: set, var: x, value_x: "[[]][1:]"}`:  "",
		`{op: add, var: x, amount_x: "'text'"}`:   "ExprError: action act: TypeError: unsupported operand type(s) for +: 'int' and 'str'",
		`{op: set, var: x, value_x: "lambda: 1"}`: "ExprError: action act: a function is not a value that can leave an expression",
	} {
		p := play(t, turn("- "+op, vars))
		if message == "" {
			p.over()
		} else {
			p.stops(message)
		}
	}
}

func TestMinAndMaxOfAVariable(t *testing.T) {
	text := turn(`- {op: %}`, `
		constants: {most: 10}
		state: {vars: {n: {init: 5, min: 0, max_x: most}, g: {init: 1, scope: player, min: 0}, free: {init: 3, max: null}}}
	`)
	play(t, replace(text, "add, var: n, amount: 5")).is("n", "10")
	play(t, replace(text, "add, var: n, amount: 6")).stops("ExprError: action act: variable 'n': 11 is above its max 10").is("n", "5")
	play(t, replace(text, "set, var: n, value: -1")).stops("ExprError: action act: variable 'n': -1 is below its min 0")
	play(t, replace(text, `set, var: "g[1]", value: -1`)).stops("ExprError: action act: variable 'g': -1 is below its min 0")
	play(t, replace(text, `set, var: g, value: [1, -2]`)).stops("ExprError: action act: variable 'g': -2 is below its min 0")
	play(t, replace(text, "set, var: free, value: 99")).over()
}

func TestSetAndLetTakeTextAsItIs(t *testing.T) {
	play(t, turn(`
		- {op: set, var: x, value: open}
		- {op: let, name: a, value: "1 + 1"}
		- {op: set, var: y, value_x: a}
	`, vars)).is("[x, y]", "['open', '1 + 1']")
}

func TestRepeatIsTestedAfterEachPass(t *testing.T) {
	play(t, turn(`- {op: repeat, until_x: "True", do: [{op: add, var: x, amount: 1}]}`, vars)).is("x", "1")
	play(t, turn(`- {op: repeat, until_x: "x == 3", n: 5, do: [{op: add, var: x, amount: 1}]}`, vars)).is("x", "3")
	play(t, turn(`- {op: repeat, until_x: "x == 9", n: 5, do: [{op: add, var: x, amount: 1}]}`, vars)).is("x", "5")
	play(t, turn(`- {op: repeat, n: 0, do: [{op: add, var: x, amount: 1}]}`, vars)).is("x", "0")
}

func TestTrapTheTextUntilOfARepeatIsNotIgnored(t *testing.T) {
	play(t, turn(`- {op: repeat, until: it is enough, do: [{op: add, var: x, amount: 1}]}`, vars)).
		stops("NotExecutable: action act: field 'until' is text without until_x")
	play(t, turn(`- {op: repeat, until: true, do: [{op: add, var: x, amount: 1}]}`, vars)).over().is("x", "1")
	play(t, turn(`- {op: repeat, do: [{op: add, var: x, amount: 1}]}`, vars)).
		stops("NotExecutable: action act: field 'until' is missing")
}

func TestRepeatStopsAfterTenThousandPasses(t *testing.T) {
	play(t, turn(`- {op: repeat, until_x: "False", do: [{op: add, var: x, amount: 1}]}`, vars)).
		stops("ExprError: action act: repeat does not end").is("x", "10000")
	play(t, turn(`- {op: repeat, n: 10000, do: [{op: add, var: x, amount: 1}]}`, vars)).over().is("x", "10000")
	play(t, turn(`- {op: repeat, n: 10001, do: []}`, vars)).stops("ExprError: action act: n gives 10001, which is outside 0 to 10000")
}

func TestForEachGoesOverAnyCollection(t *testing.T) {
	for items, want := range map[string]string{
		"[1, 2]": "[1, 2]", "(3,)": "[3]", "range(3)": "[0, 1, 2]", "{'a': 1}": "['a']", "'ab'": "['a', 'b']", "[]": "[]", "{5}": "[5]",
	} {
		text := turn(`- {op: for_each, items_x: "%", as: i, do: [{op: set, var: seen, value_x: "seen + [i]"}]}`, vars)
		play(t, replace(text, items)).is("seen", want)
	}
	play(t, turn(`- {op: for_each, items_x: "(i for i in [1])", as: i, do: []}`)).stops("ExprError: action act: items gives <generator object>, not a list")
	play(t, turn(`- {op: for_each, items_x: "4", as: i, do: []}`)).stops("ExprError: action act: items gives 4, not a list")
}

func TestIfNeedsItsExpression(t *testing.T) {
	play(t, turn(`- {op: if, cond: it rains, then: []}`)).stops("NotExecutable: action act: field 'cond' is text without cond_x")
	play(t, turn(`- {op: if, then: []}`)).stops("NotExecutable: action act: field 'cond' is missing")
}

func TestRunPlaysANamedFlowWithoutLocalNames(t *testing.T) {
	p := play(t, `
state: {vars: {x: {init: 0}}}
actions:
  outer: {effect: [{op: let, name: mine, value: 1}, {op: run, flow: inner}, {op: set, var: x, value_x: "[x, mine, actor, results['inner']]"}]}
  deed: {effect: [{op: set, var: x, value: 5}]}
flows: {inner: {kind: sequence, id: seq, children: [{kind: step, id: in, actor_x: "1", do: [deed]}, {kind: step, id: never, do: [deed]}]}}
flow: {kind: step, id: s, actor_x: "0", do: [outer]}
end: [{id: done, if_x: "x == 5", result: draw, scope: inner}]
`)
	p.over().is("x", "[5, 1, 0, 'draw']").events("inner:draw")
	faulty(t, `
actions: {outer: {effect: [{op: let, name: mine, value: 1}, {op: run, flow: inner}]}, deed: {effect: [{op: let, name: x, value_x: mine}]}}
flows: {inner: {kind: step, id: in, do: [deed]}}
flow: {kind: step, id: s, actor_x: "0", do: [outer]}
`).stops("ExprError: error evaluating 'mine': NameError: name 'mine' is not defined")
}

func TestSayIsAnObservationAndNoEvent(t *testing.T) {
	p := play(t, turn(`
		- {op: say, agent: bard, text: Hark!}
		- {op: say, agent: bard, text_x: "'x is ' + str(x)"}
	`, vars, `agents: {bard: {policy_x: "0"}}`))
	p.over().events().observed("action act: say Hark! (all)", "action act: say x is 0 (all)")
}

func TestCallToCodeOutsideIsNotExecutable(t *testing.T) {
	play(t, turn(`- {op: call, code: brain}`, `code: {brain: {kind: code, module: thinking, function: think}}`)).
		stops("NotExecutable: code 'brain' → thinking:think is not implemented")
}

func TestCallGoesOnWithWhatTheHostAnswers(t *testing.T) {
	code := `code: {brain: {kind: code, module: thinking, function: think}}`
	effect := `
		- {op: call, code: brain, with_x: {a: x + 1}, as: idea}
		- {op: set, var: x, value_x: idea * 2}
	`
	hosted := game.Options{Hosted: map[string]bool{"brain": true}}
	p := playWith(t, turn(effect, vars, code), hosted)
	q := p.g.Called()
	if got := q.Code + value.Repr(nil, q.Args); p.g.Kind() != game.Call || got != "brain{'a': 1}" {
		t.Fatalf("the game waits for %s, %s", p.g.Kind(), got)
	}
	if err := p.g.Reply(program.Answer{Value: value.OfInt(21)}); err != nil {
		t.Fatal(err)
	}
	p.over().is("x", "42")

	p = playWith(t, turn(effect, vars, code), hosted)
	if err := p.g.Refuse("no idea"); err != nil {
		t.Fatal(err)
	}
	p.stops("ExprError: action act: code 'brain': no idea")
}

func TestUnknownOpStopsTheGameWhenItIsReached(t *testing.T) {
	faulty(t, turn(`
		- {op: emit, event: before}
		- {op: explode, what: all}
	`)).events("before").stops("NotExecutable: action act: unknown op 'explode'")
}

func TestRollBindsAFace(t *testing.T) {
	p := play(t, turn(`
		- {op: roll, die: [1, 1, blank], as: a}
		- {op: roll, die_x: "dice['red']", as: b}
		- {op: roll, die_x: "dice['d4']", as: c}
		- {op: roll, die: 2}
		- {op: set, var: x, value_x: "[a, b, c]"}
	`, vars, `
		face_types: [hit]
		dice: {red: {faces: [{type: hit, label: Hit, n: 2}, miss]}, d4: {sides: 4}}
	`))
	p.chance("action act", "1", "1", "blank").answer("blank").chance("action act", "Hit", "miss").answer("Hit")
	p.chance("action act", "1", "2", "3", "4").answer("3").chance("action act", "1", "2").pick(0)
	p.over().is("x", "['blank', {'type': 'hit', 'label': 'Hit', 'n': 2}, 3]")
}

func TestRollOfManyDiceIsOneChanceAfterTheOther(t *testing.T) {
	p := play(t, turn(`
		- {op: roll, die: 6, n: 3, as: r}
		- {op: roll, die: 6, n: 0, as: none}
		- {op: roll, die: 2, n: 1, as: one}
		- {op: set, var: x, value_x: "[r, none, one]"}
	`, vars))
	for _, face := range []string{"4", "4", "1"} {
		p.chance("action act", "1", "2", "3", "4", "5", "6").answer(face)
	}
	p.chance("action act", "1", "2").answer("2").over().is("x", "[[4, 4, 1], [], [2]]")
}

func TestRollOfDiceInNotation(t *testing.T) {
	p := play(t, turn(`
		- {op: roll, die_x: "dice['damage']", as: a}
		- {op: roll, die_x: "'1d2! - 1'", n: 2, as: b}
		- {op: set, var: x, value_x: "[a, b, dice['damage']]"}
	`, vars, `dice: {damage: {roll: 2 + 2d3kh1}}`))
	d3, d2 := []string{"1", "2", "3"}, []string{"1", "2"}
	p.chance("action act", d3...).answer("2").chance("action act", d3...).answer("3")
	p.chance("action act", d2...).answer("2").chance("action act", d2...).answer("1") // 2 explodes
	p.chance("action act", d2...).answer("1").over().is("x", "[5, [2, 0], '2d3kh1 + 2']")

	play(t, turn(`- {op: roll, die_x: "'no dice'"}`)).stops("ExprError: action act: die gives 'no dice', which is no dice notation")
	play(t, turn(`- {op: roll, die_x: "'7'"}`)).stops("ExprError: action act: die gives '7', which is no dice notation")
	_, found := build(t, turn(`- {op: roll, die: 6}`, `dice: {bad: {roll: 2d}}`))
	if len(found) != 1 || found[0].Code != "bad-die" || !strings.Contains(found[0].Text, "'bad'") {
		t.Fatalf("want a bad die, got %v", found)
	}
}

func TestADieHasFaces(t *testing.T) {
	play(t, turn(`- {op: roll, die: 0}`)).stops("ExprError: action act: a die of 0 sides")
	play(t, turn(`- {op: roll, die: []}`)).stops("ExprError: action act: a die without faces")
	play(t, turn(`- {op: roll, die: d6}`)).stops("NotExecutable: action act: field 'die' is text without die_x")
	play(t, turn(`- {op: roll, die: 1, as: x}`)).chance("action act", "1").pick(0).over()
}

func TestSampleBindsTheIdAndRaisesItsEvent(t *testing.T) {
	p := play(t, turn(`
		- {op: sample, model: m, as: what}
		- {op: set, var: x, value_x: what}
	`, vars, `outcomes: {m: {outcomes: [{id: a, p: 0.5}, {id: b, p_x: "1 - 0.5", effect: [{op: emit, event: boom}]}]}}`))
	p.chance("action act · m", "a", "b").answer("b").over().is("x", "'b'").events("m:b", "boom")
}

func TestProbabilitiesAddUpToOne(t *testing.T) {
	text := turn(`- {op: sample, model: m}`, `outcomes: {m: {outcomes: [{id: a, p: 0.5}, {id: b, p: %}]}}`)
	play(t, replace(text, "0.4")).stops("ExprError: outcome model m: probabilities add up to 0.900000, not 1")
	play(t, replace(text, "0.6")).stops("ExprError: outcome model m: probabilities add up to 1.100000, not 1")
	play(t, replace(text, "0.5000009")).chance("action act · m", "a", "b")
	play(t, replace(text, "-0.5")).stops("ExprError: outcome model m: the probability of b is no number from 0 to 1")
	play(t, replace(text, "half")).stops("NotExecutable: outcome b of m: p is text without p_x")
}

func TestProbabilitiesReadTheNamesOfTheSample(t *testing.T) {
	p := play(t, turn(`
		- {op: let, name: luck, value: 0.25}
		- {op: sample, model: m}
	`, `outcomes: {m: {outcomes: [{id: a, p_x: luck}, {id: b, p_x: "1 - luck"}]}}`))
	if r := p.g.Request(); r.Options[1].P != 0.75 {
		t.Fatalf("%v", r.Options)
	}
}

func TestActNeedsCharacterRules(t *testing.T) {
	play(t, turn(`- {op: act, action: climb}`)).
		stops("NotExecutable: action act: op 'act' needs character rules, which this game has none of")
}
