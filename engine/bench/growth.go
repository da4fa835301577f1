package bench

import (
	"fmt"
	"strings"
)

// growthModel is a small card game: draw from a deck, play a card, an event that one trigger hears.
// Around it stand inert cards in the catalogue, and triggers that can never hear anything.
func growthModel(inert, deaf, length int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `name: growth
num_players: 2
constants: {length: %d}
content:
  cards:
    - {id: one, cost: 1}
    - {id: two, cost: 2}
    - {id: three, cost: 3}
`, length)
	for i := range inert {
		fmt.Fprintf(&b, "    - {id: inert%d, cost: %d}\n", i, i%7)
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
`)
	b.WriteString("triggers:\n  - {id: score, event: played, do: [{op: add, var: \"points[actor]\", amount_x: \"card['cost']\"}]}\n")
	for i := range deaf {
		fmt.Fprintf(&b, "  - {id: deaf%d, event: never%d, if_x: \"moves > 3\", do: [{op: add, var: moves, amount: 1}]}\n", i, i%10)
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
		{"an answer with 10,000 inert cards against 10", growthModel(10, 0, 200), growthModel(10_000, 0, 200)},
		{"an answer with 1,000 triggers that hear nothing against none", growthModel(10, 0, 200), growthModel(10, 1000, 200)},
		{"an answer in a game of 6,000 moves against one of 200", growthModel(10, 0, 200), growthModel(10, 0, 6000)},
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
