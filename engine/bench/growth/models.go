package growth

import (
	"fmt"
)

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
