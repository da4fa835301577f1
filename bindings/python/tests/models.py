"""Models of the tests, as texts."""

COIN = """
name: Coin
num_players: 2
constants: {stake: 1}
state:
  vars: {turn: {init: 0}, got: {scope: player, init_x: "[0 for p in players]"}}
actions:
  call:
    effect:
      - {op: choose, options: [heads, tails], as: x, prompt: "Heads or tails?"}
      - {op: roll, die: 2, as: y}
      - {op: if, cond_x: "(x == 'heads') == (y == 1)", then: [{op: set, var: "got[actor]", value_x: "got[actor] + stake"}]}
flow:
  kind: loop
  id: rounds
  over_x: players
  as: turn
  children:
    - {kind: step, id: toss, actor_x: turn, do: [call]}
end:
  - {id: enough, if_x: "max(got) >= 3 * stake", result: win, who_x: turn}
"""

FAULTY = """
name: Faulty
num_players: 2
actions:
  go: {effect: [{op: choose, options: [on, off], as: x}, {op: shuffle, zone: nowhere}]}
flow: {kind: step, id: s, actor_x: 0, do: [go]}
"""

SPLITS = """
name: Divides by zero
num_players: 1
state: {vars: {n: {init: 0}}}
actions:
  go: {effect: [{op: choose, options: [on, off], as: x}, {op: set, var: n, value_x: "1 // n"}]}
flow: {kind: step, id: s, actor_x: 0, do: [go]}
"""

HOSTILE = """
name: "<script>alert('name')</script>\\u001b[31m\\u202e"
num_players: 2
state:
  vars: {turn: {init: 0}, note: {init: "</td><script>alert('var')</script>"}, long: {init_x: "'x' * 398 + '&&&'"}, secret: {init: hush-hush, visibility: hidden}}
  zones:
    hand: {owner: player, visibility: owner, init_x: "[[{'label': '<img src=x onerror=alert(' + str(p) + ')>', 'id': 'c'}] for p in players]"}
actions:
  go:
    effect:
      - {op: choose, options: ["<b onclick=alert(1)>\\"bold\\"</b>", "\\u001b[31mred"], as: x, prompt: "<i>&"}
flow:
  kind: loop
  id: l
  over_x: players
  as: turn
  children: [{kind: step, id: s, actor_x: turn, do: [go]}]
"""
