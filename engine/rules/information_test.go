package rules_test

import (
	"testing"

	"github.com/astragal-engine/astragal/engine/game"
)

func TestEveryoneSeesADecisionUnlessItIsSecretOrForSome(t *testing.T) {
	text := turn(`- {op: choose, options: [a, b], as: x, %}`, `num_players: 3`)
	play(t, replace(text, `note: open`)).seenByAll().answer("a").observed("action act: decision a (all)")
	play(t, replace(text, `secret: true`)).seen(0).answer("a").observed("action act: decision a (0)")
	play(t, replace(text, `secret: true, actor_x: "2"`)).seen(2)
	play(t, replace(text, `visible_to_x: "[1, 2]"`)).seen(1, 2).answer("b").observed("action act: decision b (1 2)")
	play(t, replace(text, `visible_to_x: "1"`)).seen(1)
	play(t, replace(text, `visible_to_x: "[]"`)).seen().answer("b").observed("action act: decision b (nobody)")
	play(t, replace(text, `visible_to_x: "[3]"`)).stops("ExprError: action act: visible_to_x gives 3, which is no player (0 to 2)")
}

func TestEveryoneSeesARollUnlessItIsForSome(t *testing.T) {
	play(t, turn(`- {op: roll, die: 6}`)).seenByAll().answer("4").observed("action act: chance 4 (all)")
	play(t, turn(`- {op: roll, die: 6, visible_to_x: "[actor]"}`)).seen(0).answer("4").observed("action act: chance 4 (0)")
}

func TestEveryoneSeesASample(t *testing.T) {
	play(t, turn(`- {op: sample, model: m}`, `outcomes: {m: {outcomes: [{id: a, p: 1}]}}`)).seenByAll().pick(0).
		observed("action act · m: chance a (all)")
}

func TestADrawIsSeenByWhoSeesItsDestination(t *testing.T) {
	for to, who := range map[string][]int{"shown": nil, `"hand[1]"`: {1}, "dark": {}} {
		p := play(t, deckOf(replace(`- {op: draw, from: deck, to: %}`, to)))
		if who == nil {
			p.seenByAll().answer("c").observed("action act: chance c (all)", "action act: draw c (all)")
		} else {
			p.seen(who...)
		}
	}
	play(t, deckOf(`- {op: draw, from: deck, to: dark, visible_to_x: "[1]"}`)).seen(1).answer("a").
		observed("action act: chance a (1)", "action act: draw a (1)")
	play(t, deckOf(`- {op: draw, from: row, to: dark}`)).observed("action act: draw r1 (nobody)")
}

func TestALookIsSeenByItsActor(t *testing.T) {
	play(t, deckOf(`- {op: look, zone: deck}`)).seen(0).answer("b").observed("action act: chance b (0)", "action act: look b (0)")
	play(t, deckOf(`- {op: look, zone: deck, actor_x: "1"}`)).seen(1)
	play(t, deckOf(`- {op: look, zone: deck, visible_to_x: "[0, 1]"}`)).seen(0, 1)
	play(t, deckOf(`- {op: look, zone: row}`)).observed("action act: look r1 (0)")
	play(t, `
actions: {act: {effect: [{op: look, zone: deck}]}}
state: {zones: {deck: {shuffled: true, visibility: hidden, init_x: "[1, 2]"}}}
flow: {kind: step, id: main, do: [act]}
`).seenByAll()
}

func TestRevealIsSeenByEveryoneAndChangesNothing(t *testing.T) {
	p := play(t, deckOf(`
		- {op: reveal, what_x: "deck[0]"}
		- {op: reveal, what_x: "row", visible_to_x: "[1]"}
	`)).over()
	p.observed("action act: reveal a (all)", "action act: reveal r1, r2, r3 (1)").cards("deck", "abcde")
}

func TestTheSearcherSeesTheWholeZone(t *testing.T) {
	p := play(t, turn(`- {op: search, zone: pile, as: s, filter_x: "item['n'] > 1"}`, pile))
	p.observed("action act: search a, b, c (0)").seen(0).answer("b").observed("action act: decision b (0)")
}

func TestUseOrSkipIsSeenByEveryone(t *testing.T) {
	play(t, turn(`- {op: emit, event: e}`, `triggers: [{id: t, event: e, optional: true, do: []}]`)).seenByAll().answer("use").
		observed("trigger t: decision use (all)")
}

func TestObservationsComeInOrder(t *testing.T) {
	p := play(t, turn(`
		- {op: roll, die: 2}
		- {op: choose, options: [a, b], as: x, secret: true}
		- {op: choose, options: [c, d, e], as: y, max: 1}
	`))
	p.answer("2", "a", "c").observed("action act: chance 2 (all)", "action act: decision a (0)", "action act · 1: decision c (all)")
}

// Recording is for those who watch; it must not change what is asked, nor what stops a game.
func TestAGameThatIsNotRecordedIsTheSameGame(t *testing.T) {
	for _, effect := range []string{
		`- {op: choose, options: [only], as: x, actor_x: "9"}`,
		`- {op: choose, options: [only], as: x, secret: true, actor_x: "9"}`,
		`- {op: choose, options: [only], as: x, visible_to_x: "[9]"}`,
		`- {op: search, zone: pile, as: x, actor_x: "9"}`,
		`- {op: reveal, what: 1, visible_to_x: "[9]"}`,
	} {
		prog, _ := build(t, turn(effect, `state: {zones: {pile: {init_x: "[1]"}}}`))
		ends := map[bool]string{}
		for _, record := range []bool{true, false} {
			g, err := game.New(prog, game.Options{Record: record})
			if err != nil {
				t.Fatal(err)
			}
			if ends[record] = g.Reason(); g.Err() != nil {
				ends[record] = g.Err().Error()
			}
		}
		if ends[true] != ends[false] {
			t.Errorf("%s\nrecorded: %s\nnot:      %s", effect, ends[true], ends[false])
		}
	}
}
