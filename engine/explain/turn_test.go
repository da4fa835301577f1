package explain_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/explain"
)

const market = `
name: Market
num_players: 3
turns:
  sides: {buyer: {phases: [buy, rest]}, lender: {phases: [lend]}}
  seats: [buyer, lender, lender]
  scores: [goods]
  opening: [{kind: step, id: open, actor_x: "turn['owner']", do: [wait, look]}]
  cost_window: haggle
  next_seat_x: "next(p for p in players if p > turn['owner'])"
  checkpoint: [{id: full, if_x: "max(goods) >= 3", who_x: "[p for p in players if goods[p] >= 3]"}, {id: none, if_x: "1 // (coins[1] - 4)", who_x: "0"}]
state: {vars: {goods: {scope: player, init: 0}, coins: {scope: player, init: 4}}}
priority: {windows: {haggle: {allows: [word]}, talk: {allows: [word]}}}
actions:
  wait: {}
  look: {}
  buy: {cost: [{op: add, var: "coins[actor]", amount: -2}], effect: [{op: add, var: "goods[actor]", amount: 1}, {op: window, name: talk}, {op: add, var: "coins[1]", amount: 1}]}
  say: {speed: word, cost: [{op: choose, options: [yes, no], as: word}], effect: []}
flow: {kind: turns, id: market, until_x: "coins[0] < 1", phases: {buy: [{kind: step, id: buy, actor_x: "turn['owner']", do: [wait, buy]}], rest: [], lend: [{kind: step, id: lend, actor_x: "0", do: [wait, look]}]}}
end: [{id: poor, if_x: "coins[0] < 0", result: draw}]
`

// What a designer is told of a turn: whose it is, what is open and what it waits for, whether an ending has to be looked for,
// and whose turn is next.
func TestTurn(t *testing.T) {
	s := start(t, parse(t, market), drive.Options{})
	tell := func() *explain.Turning {
		save := s.Game().Save()
		out, err := explain.Turn(s.Game(), asked)
		require.NoError(t, err)
		require.Equal(t, save, s.Game().Save(), "the game is as it was")
		return out
	}
	give := func(answers ...int) {
		for _, a := range answers {
			require.NoError(t, s.Answer(a))
		}
	}
	open := tell()
	require.Equal(t, []string{
		"It is turn 1, that of player 0 (buyer), in phase buy (1 of 2).",
		"It is open and has not formally begun: what stands under opening comes first, then turn_begins.",
		"No checkpoint is due: goods was not written since the last.",
		"full is not reached: max(goods) >= 3 is false: max(goods) is 0, goods is [0, 0, 0]; 3 missing.",
		"none stops the game at the next checkpoint: 1 // (coins[1] - 4) cannot be evaluated (ZeroDivisionError: integer division or modulo by zero): coins[1] is 4.",
		"As things stand the next turn is that of player 1.",
	}, open.Sentences)
	require.Equal(t, 1, *open.Next)
	require.False(t, open.FormalBegun)
	require.Equal(t, []int{0, 0, 0}, open.BegunCounts)

	give(0, 1, 0) // wait; buy; say, whose own cost asks
	cost := tell()
	require.True(t, cost.FormalBegun)
	require.Equal(t, []int{1, 0, 0}, cost.BegunCounts)
	require.Len(t, cost.Actions, 2)
	require.Equal(t, explain.OpenAction{Action: "buy", Stage: "checked", Effects: 3, Left: 3, Sentence: "buy is open: its cost is paid and may be answered; its 3 effects come when nobody does any more."}, cost.Actions[0])
	require.Equal(t, "say is open: its cost is being paid; no effect comes after that, after the checkpoint behind it, and when nobody answers the cost any more.", cost.Actions[1].Sentence)
	require.Contains(t, cost.Sentences, "It has formally begun, and is handed over when this phase is through, rest too, and whatever has heard turn_ends.")

	give(0, 1, 1, 1) // yes; nobody says more
	talk := tell()
	require.Equal(t, "window talk", talk.Actions[0].Nested)
	require.Equal(t, "buy is open: 2 of 3 effects left, and window talk has control. It goes on when that has come back, and nothing else.", talk.Actions[0].Sentence)
	require.True(t, talk.Due)
	require.Contains(t, talk.Sentences, "A checkpoint is due, since goods was written: it is looked at when a cost is paid, when an action is complete, after a formal event, or when a node of the phase is through.")
}

// Whose turn follows is told as things stand, where it fails too; a model without turns has nothing to tell.
func TestWhoseTurnFollows(t *testing.T) {
	last := func(text string, answers ...int) string {
		s := start(t, parse(t, text), drive.Options{})
		for _, a := range answers {
			require.NoError(t, s.Answer(a))
		}
		out, err := explain.Turn(s.Game(), asked)
		require.NoError(t, err)
		return out.Sentences[len(out.Sentences)-1]
	}
	text := func(profile, until string) string {
		return `
name: Short
num_players: 2
turns: {sides: {player: {phases: [main]}}` + profile + `}
actions: {a: {}, b: {}}
flow: {kind: sequence, id: all, children: [{kind: turns, id: t, until_x: "` + until + `", phases: {main: [{kind: step, id: s, actor_x: "0", do: [a, b]}]}}, {kind: step, id: last, actor_x: "0", do: [a, b]}]}
`
	}
	require.Equal(t, "As things stand the next turn is that of player 1.", last(text("", "False")))
	require.Equal(t, "As things stand no turn follows: until_x is true.", last(text("", "turn is not None")))
	require.Equal(t, "Whose turn follows cannot be told: flow t: next_seat_x gives 7, which is no player (0 to 1).", last(text(", next_seat_x: '7'", "False")))
	require.Equal(t, "Whether another turn follows cannot be told: until_x fails: ZeroDivisionError: integer division or modulo by zero.", last(text("", "turn is not None and 1 // 0")))
	require.Equal(t, "No turn is taken.", last(text("", "turn is not None"), 0))

	s := start(t, load(t, "../../examples/nim/model.yaml"), drive.Options{})
	_, err := explain.Turn(s.Game(), asked)
	require.EqualError(t, err, "the model has no section 'turns'")
}
