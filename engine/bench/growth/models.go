package growth

import (
	"fmt"
	"strings"
)

// card is a small card game: draw from a deck, play a card, an event that one trigger hears and a stat that
// one modifier changes. The fields say what lies around it and has nothing to do with what happens.
type card struct {
	inert     int // cards in the catalogue
	deaf      int // triggers of other events
	inactive  int // triggers of this event on items that are not active
	unrelated int // modifiers of other stats
	length    int // moves of a game
}

func (c card) model() string {
	var b strings.Builder
	fmt.Fprintf(&b, `name: growth
num_players: 2
constants: {length: %d}
content:
  cards:
    - {id: one, cost: 1}
    - {id: two, cost: 2}
    - {id: three, cost: 3}
`, c.length)
	for i := range c.inert {
		fmt.Fprintf(&b, "    - {id: inert%d, cost: %d}\n", i, i%7)
	}
	for i := range c.inactive {
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
	for i := range c.unrelated {
		fmt.Fprintf(&b, "  - {id: other%d, stat: other%d, change_x: value + 1}\n", i, i%10)
	}
	b.WriteString("triggers:\n  - {id: score, event: played, do: [{op: add, var: \"points[actor]\", amount_x: \"modified('worth', card['cost'])\"}]}\n")
	for i := range c.deaf {
		fmt.Fprintf(&b, "  - {id: deaf%d, event: never%d, if_x: \"moves > 3\", do: [{op: add, var: moves, amount: 1}]}\n", i, i%10)
	}
	for i := range min(10, c.unrelated) {
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

// piled is a game of a thousand questions about a pile of so many cards; ops is what is done each time.
func piled(size int, shuffled bool, ops string) string {
	return fmt.Sprintf(`name: pile
num_players: 2
constants: {size: %d}
content: {cards: [{id: one}, {id: two}, {id: three}]}
state:
  vars: {moves: {init: 0}}
  zones:
    pile: {shuffled: %t, init_x: "[content['cards'][i %% 3] for i in range(size)]"}
    hand: {}
actions:
  play:
    effect:
      - {op: choose, options: [a, b], as: which}
      - {op: add, var: moves, amount: 1}
%s
flow: {kind: loop, id: l, until_x: moves >= 1000, children: [{kind: step, id: move, actor_x: "0", do: [play]}]}
`, size, shuffled, ops)
}
