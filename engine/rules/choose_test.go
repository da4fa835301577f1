package rules_test

import "testing"

func TestChooseAsksTheActorUnlessActorXSaysWho(t *testing.T) {
	play(t, turn(`- {op: choose, options: [a, b], as: x}`)).asks(0, "action act", "a", "b")
	play(t, turn(`- {op: choose, options: [a, b], as: x, actor_x: "actor + 1"}`)).asks(1, "action act", "a", "b")
}

func TestOneOptionIsTakenWithoutAsking(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options: [only], as: a}
		- {op: set, var: x, value_x: a}
	`, vars)).over().is("x", "'only'").unasked("step main: act", "action act: only")
	p.observed()
	play(t, `
actions: {act: {effect: [{op: choose, options: [only], as: a}]}}
flow: {kind: step, id: main, do: [act]}
`).over()
}

func TestNoOptionsIsAnError(t *testing.T) {
	play(t, turn(`- {op: choose, options: [], as: a}`)).stops("ExprError: action act: choose: no options")
	play(t, turn(`- {op: choose, options_x: "7", as: a}`)).stops("ExprError: action act: options gives 7, not a list")
}

func TestASubsetChoiceOfNothingBindsAnEmptyList(t *testing.T) {
	play(t, turn(`
		- {op: choose, options: [], as: a, max: 3}
		- {op: choose, options: [1, 2], as: b, min: 0, max: 0}
		- {op: set, var: x, value_x: "[a, b]"}
	`, vars)).over().is("x", "[[], []]")
	play(t, turn(`- {op: choose, options: [], as: a, min: 1}`)).stops("ExprError: action act: choose: 0 options are fewer than min 1")
}

func TestSubsetChoiceOffersDoneOnceMinIsMet(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options: [a, b, c, d], as: s, min: 1}
		- {op: set, var: x, value_x: s}
	`, vars))
	p.asks(0, "action act · 1", "a", "b", "c", "d").answer("c").asks(0, "action act · 2", "a", "b", "d", "done").answer("a")
	p.asks(0, "action act · 3", "b", "d", "done").answer("done").over().is("x", "['c', 'a']")
}

func TestSubsetChoiceOfNoneWhenMinIsZero(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options: [a], as: s, max: 1}
		- {op: set, var: x, value_x: s}
	`, vars))
	p.asks(0, "action act · 1", "a", "done").answer("done").over().is("x", "[]")
}

func TestSubsetChoiceEndsAtMax(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options: [a, b, c], as: s, max: 2}
		- {op: set, var: x, value_x: s}
	`, vars))
	p.answer("b").asks(0, "action act · 2", "a", "c", "done").answer("c").over().is("x", "['b', 'c']")
}

func TestSubsetChoiceTakesTheLastOneThatMustBeTakenUnasked(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options: [a, b, c], as: s, min: 3}
		- {op: set, var: x, value_x: s}
	`, vars))
	p.answer("b").asks(0, "action act · 2", "a", "c").answer("c").over().is("x", "['b', 'c', 'a']")
	p.unasked("step main: act", "action act: a")
	play(t, turn(`
		- {op: choose, options: [a], as: s, min: 1}
		- {op: set, var: x, value_x: s}
	`, vars)).over().is("x", "['a']")
}

func TestSubsetChoiceOfEqualItems(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options: [a, a, b], as: s, min: 2, max: 2}
		- {op: set, var: x, value_x: s}
	`, vars))
	p.pick(1).asks(0, "action act · 2", "a", "b").pick(0).over().is("x", "['a', 'a']")
}

func TestMinAndMaxOfASubsetChoiceMustFit(t *testing.T) {
	play(t, turn(`- {op: choose, options: [1, 2], as: a, min: 3}`)).stops("ExprError: action act: choose: 2 options are fewer than min 3")
	play(t, turn(`- {op: choose, options: [1, 2, 3], as: a, min: 2, max: 1}`)).stops("ExprError: action act: choose: min 2 is above max 1")
	play(t, turn(`- {op: choose, options: [1, 2, 3], as: a, min_x: "'x'"}`)).stops("ExprError: action act: min gives 'x', not a whole number")
	play(t, turn(`- {op: choose, options: [1, 2, 3], as: a, min: two}`)).stops("NotExecutable: action act: field 'min' is text without min_x")
}

const pile = `
state:
  vars: {x: {}}
  zones: {pile: {visibility: hidden, init_x: "[{'id': 'a', 'n': 1}, {'id': 'b', 'n': 2}, {'id': 'c', 'n': 3}]"}}
`

func TestSearchChoosesAmongTheMatches(t *testing.T) {
	p := play(t, turn(`
		- {op: search, zone: pile, filter_x: "item['n'] > actor + 1", as: s}
		- {op: set, var: x, value_x: "s['id']"}
	`, pile))
	p.asks(0, "action act", "b", "c").seen(0).answer("c").over().is("[x, len(pile)]", "['c', 3]")
	p.observed("action act: search a, b, c (0)", "action act: decision c (0)")
}

func TestSearchWithMinAndMaxIsASubsetChoice(t *testing.T) {
	p := play(t, turn(`
		- {op: search, zone: pile, as: s, min: 0, max: 2}
		- {op: set, var: x, value_x: "[i['id'] for i in s]"}
	`, pile))
	p.asks(0, "action act · 1", "a", "b", "c", "done").seen(0).answer("b", "done").over().is("x", "['b']")
}

func TestSearchCanBeShownAndHaveNoMatch(t *testing.T) {
	play(t, turn(`- {op: search, zone: pile, as: s, visible_to_x: "[1]"}`, pile)).seen(1)
	play(t, turn(`- {op: search, zone: pile, filter_x: "False", as: s}`, pile)).stops("ExprError: action act: search: no options")
	play(t, turn(`- {op: search, zone: pile, filter_x: "item['n'] == 2", as: s}`, pile)).over().unasked("step main: act", "action act: b")
	play(t, turn(`- {op: search, zone: pile, as: s, actor_x: "1"}`, pile)).asks(1, "action act", "a", "b", "c").seen(1)
}

func TestSecretChoiceThatIsTakenUnaskedStaysSecret(t *testing.T) {
	p := play(t, turn(`- {op: choose, options: [a], as: s, secret: true}`))
	e := p.g.LogSince(0)[1]
	if e.Label != "a" || e.All || !e.SeenBy(0) || e.SeenBy(1) {
		t.Fatalf("%+v", e)
	}
}
