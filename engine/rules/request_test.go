package rules_test

import (
	"reflect"
	"testing"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

func TestDecisionCarriesPlayerOptionsPlaceAndWhoSees(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options: [red, 2, 1.0, true, null, [1, a]], as: x, actor_x: "1"}
	`))
	p.asks(1, "action act", "red", "2", "1.0", "True", "None", "[1, 'a']").seenByAll()
	p.answer("[1, 'a']").over()
}

func TestChanceCarriesOutcomesWithProbabilities(t *testing.T) {
	p := play(t, turn(`- {op: sample, model: weather}`, `
		outcomes:
		  weather: {outcomes: [{id: rain, p: 0.25}, {id: sun, p_x: "3 / 4"}]}
	`))
	p.chance("action act · weather", "rain", "sun").seenByAll()
	r := p.g.Request()
	if r.Options[0].P != 0.25 || r.Options[1].P != 0.75 {
		t.Fatalf("probabilities: %v", r.Options)
	}
	p = play(t, turn(`- {op: roll, die: 4}`)).chance("action act", "1", "2", "3", "4")
	if q := p.g.Request().Options[3].P; q != 0.25 {
		t.Fatalf("a face of four has the probability %v", q)
	}
}

func TestEndCarriesPayoffPerPlayerAndReason(t *testing.T) {
	p := play(t, turn(`- {op: let, name: x, value: 1}`, `
		num_players: 3
		end: [{id: points, if_x: "True", result: score, returns_x: "[3, 1.5, -2]"}]
	`))
	p.ends("points", 3, 1.5, -2)
}

func TestReasonWhenTheFlowRunsOut(t *testing.T) {
	play(t, `flow: {kind: sequence, id: main, children: []}`).ends("flow finished without an end condition", 0, 0)
}

func TestTheEndTakesNoAnswer(t *testing.T) {
	p := play(t, `flow: {kind: sequence, id: main, children: []}`)
	if p.g.Answer(0) == nil {
		t.Fatal("a game that is over took an answer")
	}
	p.over()
}

func TestAnAnswerBesideTheOptionsChangesNothing(t *testing.T) {
	p := play(t, turn(`- {op: choose, options: [a, b], as: x}`))
	for _, i := range []int{-1, 2, 1 << 30} {
		if p.g.Answer(i) == nil {
			t.Fatalf("option %d was taken", i)
		}
	}
	p.asks(0, "action act", "a", "b").answer("b").over()
}

func TestSubsetChoiceShowsItemsPoolAndPicks(t *testing.T) {
	p := play(t, turn(`- {op: choose, options: [a, b, c], as: picked, min: 1, max: 3}`))
	r := p.asks(0, "action act · 1", "a", "b", "c").g.Request()
	if !r.Subset || len(r.Pool) != 3 || len(r.Chosen) != 0 {
		t.Fatalf("subset %v, pool %v, chosen %v", r.Subset, r.Pool, r.Chosen)
	}
	r = p.answer("b").asks(0, "action act · 2", "a", "c", "done").g.Request()
	if len(r.Pool) != 3 || len(r.Chosen) != 1 || r.Chosen[0].Text() != "b" {
		t.Fatalf("pool %v, chosen %v", r.Pool, r.Chosen)
	}
	if r.Options[1].Item.Text() != "c" || !r.Options[2].Item.IsNone() {
		t.Fatalf("the items behind the options: %v", r.Options)
	}
	r = play(t, turn(`- {op: choose, options: [a, b], as: x}`)).g.Request()
	if r.Subset || r.Pool != nil || r.Chosen != nil {
		t.Fatal("a plain choice shows a pool")
	}
}

func TestPromptComesWithTheQuestion(t *testing.T) {
	p := play(t, turn(`- {op: choose, options: [a, b], as: x, prompt: "Which way?"}`))
	if got := p.g.Request().Prompt; got != "Which way?" {
		t.Fatalf("prompt %q", got)
	}
}

func TestOptionIsShownByLabelThenIdThenUidThenQuestionMark(t *testing.T) {
	p := play(t, turn(`
		- {op: create, what_x: "{'n': 1}", to: pile, as: thing}
		- {op: choose, options_x: "[{'label': 'L', 'id': 'i', 'uid': 7}, {'id': 'i', 'uid': 7}, {'uid': 7}, {'n': 7}, thing]", as: x}
	`, `state: {zones: {pile: {}}}`))
	p.asks(0, "action act", "L", "i", "7", "?", "1")
}

func TestTwoCopiesOfACardLookTheSame(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options_x: hand, as: card}
		- {op: set, var: which, value_x: "hand.index(card)"}
	`, `
		content: {cards: [{id: ace}]}
		state:
		  vars: {which: {init: null}}
		  zones: {hand: {init_x: "[content['cards'][0], content['cards'][0]]"}}
	`))
	p.asks(0, "action act", "ace", "ace").pick(1).over().is("which", "1")
}

func TestRequestsListsWhatIsOpen(t *testing.T) {
	p := play(t, turn(`- {op: choose, options: [a, b], as: x}`))
	if n := len(p.g.Requests()); n != 1 {
		t.Fatalf("%d open requests", n)
	}
	p.answer("a")
	if all := p.g.Requests(); len(all) != 1 || all[0].Kind != game.End {
		t.Fatalf("at the end: %v", all)
	}
}

func TestOptionsOfAStepHaveTheActionsNameBehindTheLabel(t *testing.T) {
	p := play(t, `
actions:
  a: {label: Attack!}
  b: {}
flow: {kind: step, id: s, actor_x: "1", do: [a, b]}
`)
	p.asks(1, "step s", "Attack!", "b")
	got := []string{}
	for _, o := range p.g.Request().Options {
		got = append(got, value.Str(nil, o.Item))
	}
	if !reflect.DeepEqual(got, []string{"a", "b"}) {
		t.Fatalf("behind the options: %q", got)
	}
}
