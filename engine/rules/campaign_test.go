package rules_test

import "testing"

const saga = `
state:
  vars:
    fame: {init: 1, persist: campaign}
    luck: {init: 1, persist: campaign}
    hp: {init: 10}
  zones:
    trophies: {persist: campaign, init_x: "[{'id': 'cup'}]"}
    hand: {init_x: "[{'id': 'card'}]"}
`

func TestResetStartsWhatDoesNotPersistAfresh(t *testing.T) {
	p := play(t, `
actions:
  act:
    effect:
      - {op: set, var: fame, value: 5}
      - {op: set, var: hp, value: 5}
      - {op: move, what_x: "hand[0]", from: hand, to: trophies}
      - {op: create, what: {id: extra}, to: hand}
      - {op: modify, stat: power, change_x: "9"}
      - {op: run, flow: sub}
      - {op: emit, event: before, with_x: {all: "(eliminated, results, modified('power', 1))"}}
      - {op: reset}
  deed: {effect: []}
flows: {sub: {kind: step, id: s, do: [deed]}}
flow: {kind: step, id: main, actor_x: "0", do: [act]}
triggers: [{id: t, event: before, if_x: "all == ([1], {'sub': 'win'}, 9)", do: [{op: emit, event: right}]}]
end:
  - {id: out, if_x: "hp == 5", result: eliminate, who_x: "1"}
  - {id: done, if_x: "hp == 5", result: win, scope: sub}
`+saga).over()
	p.events("eliminated:1", "sub:win", "before", "right", "reset:scenario")
	p.is("[fame, hp, eliminated, results, modified('power', 1)]", "[5, 10, [], {'sub': None}, 1]")
	p.cards("trophies", "cupcard").cards("hand", "card").is("hand[0]['uid']", "4")
}

func TestResetOfTheCampaignStartsEverythingAfresh(t *testing.T) {
	p := play(t, turn(`
		- {op: set, var: fame, value: 5}
		- {op: move, what_x: "hand[0]", from: hand, to: trophies}
		- {op: reset, scope: campaign}
	`, saga)).over().events("reset:campaign")
	p.is("[fame, hp]", "[1, 10]").cards("trophies", "cup").cards("hand", "card")
}

func TestResetUnderAnotherNameIsAReset(t *testing.T) {
	play(t, turn(`
		- {op: set, var: fame, value: 5}
		- {op: set, var: hp, value: 5}
		- {op: reset, scope: act2}
	`, saga)).over().events("reset:act2").is("[fame, hp]", "[5, 10]")
}

func TestACampaignCarriesOverWhatPersists(t *testing.T) {
	p := play(t, turn(`
		- {op: add, var: fame, amount: 1}
		- {op: add, var: luck, amount: 1}
		- {op: set, var: hp, value: 3}
		- {op: move, what_x: "hand[0]", from: hand, to: trophies}
		- {op: emit, event: played}
	`, saga, `
		campaign:
		  games: 2
		  reset: [luck]
		  between: [{op: roll, die: 2, as: r}, {op: add, var: fame, amount_x: "10 * r"}, {op: emit, event: between}]
	`)).over().is("[fame, luck, hp, len(trophies)]", "[2, 2, 3, 2]")
	if p.g.GameNo() != 1 {
		t.Fatalf("game %d", p.g.GameNo())
	}
	if err := p.g.NextGame(); err != nil {
		t.Fatal(err)
	}
	p.chance("campaign", "1", "2").is("[fame, luck, hp, len(hand)]", "[2, 1, 10, 1]").answer("2").over()
	p.is("[fame, luck, hp, len(trophies), len(hand)]", "[23, 2, 3, 3, 0]").events("played", "between", "played")
	if err := p.g.NextGame(); err == nil {
		t.Fatal("a third game of two began")
	}
}

func TestEventsAreThoseOfThisGame(t *testing.T) {
	p := play(t, turn(`
		- {op: emit, event: played}
		- {op: set, var: hp, value_x: "len(events)"}
	`, saga, `campaign: {games: 3}`)).over().is("[hp, events]", "[1, ['played']]")
	if err := p.g.NextGame(); err != nil {
		t.Fatal(err)
	}
	p.over().is("[hp, events]", "[1, ['played']]")
}

func TestOnlyACampaignHasANextGameAndOnlyAfterTheLast(t *testing.T) {
	if play(t, idle()).g.NextGame() == nil {
		t.Fatal("a single game went on")
	}
	p := play(t, turn(`- {op: choose, options: [a, b], as: x}`, `campaign: {games: 3}`))
	if p.g.NextGame() == nil {
		t.Fatal("the next game began while one was played")
	}
}
