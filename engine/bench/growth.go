package bench

import (
	"fmt"
	"strings"
)

// CardGame is a small card game: draw from a deck, play a card, an event that one trigger hears and a stat that
// one modifier changes. The fields say what lies around it and has nothing to do with what happens.
type CardGame struct {
	Inert     int // cards in the catalogue
	Deaf      int // triggers of other events
	Inactive  int // triggers of this event on items that are not active
	Unrelated int // modifiers of other stats
	Length    int // moves of a game
}

// Model is the game as text.
func (c CardGame) Model() string {
	var b strings.Builder
	fmt.Fprintf(&b, `name: growth
num_players: 2
constants: {length: %d}
content:
  cards:
    - {id: one, cost: 1}
    - {id: two, cost: 2}
    - {id: three, cost: 3}
`, c.Length)
	for i := range c.Inert {
		fmt.Fprintf(&b, "    - {id: inert%d, cost: %d}\n", i, i%7)
	}
	for i := range c.Inactive {
		fmt.Fprintf(&b, "    - {id: inactive%d, cost: 1, active_x: moves < 0, triggers: [{id: t%d, event: played, do: [{op: add, var: moves, amount: 1}]}]}\n", i, i)
	}
	b.WriteString(`state:
  vars: {turn: {init: 0}, moves: {init: 0}, points: {init: 0, scope: player}}
  zones:
    deck: {shuffled: true, visibility: hidden, init_x: "[content['cards'][i % 3] for i in range(30)]"}
    hand: {owner: player, visibility: owner}
    pile: {}
actions:
  play:
    effect:
      - {op: draw, from: deck, to: "hand[actor]"}
      - {op: choose, options_x: "hand[actor]", as: card}
      - {op: move, what_x: card, from: "hand[actor]", to: pile}
      - {op: emit, event: played}
      - {op: add, var: moves, amount: 1}
      - {op: move, what_x: "pile[0]", from: pile, to: deck}
modifiers:
  - {id: better, stat: worth, change_x: value + 1}
`)
	for i := range c.Unrelated {
		fmt.Fprintf(&b, "  - {id: other%d, stat: other%d, change_x: value + 1}\n", i, i%10)
	}
	b.WriteString("triggers:\n  - {id: score, event: played, do: [{op: add, var: \"points[actor]\", amount_x: \"modified('worth', card['cost'])\"}]}\n")
	for i := range c.Deaf {
		fmt.Fprintf(&b, "  - {id: deaf%d, event: never%d, if_x: \"moves > 3\", do: [{op: add, var: moves, amount: 1}]}\n", i, i%10)
	}
	for i := range min(10, c.Unrelated) {
		fmt.Fprintf(&b, "  - {id: asks%d, event: never, do: [{op: add, var: moves, amount_x: \"modified('other%d', 1)\"}]}\n", i, i)
	}
	b.WriteString(`flow:
  kind: loop
  id: rounds
  over_x: players
  as: turn
  children: [{kind: step, id: move, actor_x: turn, do: [play]}]
end:
  - {id: over, if_x: "moves >= length", result: score, returns_x: points}
`)
	return b.String()
}

// GrowthRows compares the cost of one answer: with many inert cards against few, with many triggers
// that hear nothing against none, in long games against short ones.
func GrowthRows(s Setting) ([]Row, error) {
	var rows []Row
	for _, x := range []struct {
		name     string
		few, big string
	}{
		{"an answer with 10,000 inert cards against 10", CardGame{Inert: 10, Length: 200}.Model(), CardGame{Inert: 10_000, Length: 200}.Model()},
		{"an answer with 1,000 triggers that hear nothing against none", CardGame{Inert: 10, Length: 200}.Model(), CardGame{Inert: 10, Deaf: 1000, Length: 200}.Model()},
		{"an answer in a game of 6,000 moves against one of 200", CardGame{Inert: 10, Length: 200}.Model(), CardGame{Inert: 10, Length: 6000}.Model()},
	} {
		var works []Timer
		for _, text := range []string{x.few, x.big} {
			w, err := Answers(text)
			if err != nil {
				return nil, err
			}
			works = append(works, Processor(w))
		}
		t, err := Side(s.Pace, works...)
		if err != nil {
			return nil, err
		}
		rows = append(rows, t.Ratio(1, 0).row(x.name, "times").atMost(1.10))
	}
	return rows, nil
}

// Answers is the work of random playouts of a model, whose unit is an answer.
func Answers(text string) (Work, error) {
	p, err := Parse(text)
	if err != nil {
		return nil, err
	}
	pl, err := NewPlayer(p, 0, 1)
	if err != nil {
		return nil, err
	}
	return pl.Answers, nil
}
