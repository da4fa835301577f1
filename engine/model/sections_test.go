package model

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func fieldNames(op *Op) (out []string) {
	for _, f := range op.Fields {
		out = append(out, f.Name)
	}
	return out
}

func opsOf(t *testing.T, ops string) []*Op {
	t.Helper()
	m, list := parse(t, rest+"actions:\n  a:\n    effect:\n"+ops)
	require.Empty(t, list)
	return m.Actions[0].Effect
}

func TestOpFieldsJoinTwins(t *testing.T) {
	op := opsOf(t, `
    - {op: move, note: n, what: the card, from: hand, what_x: card, to_x: "'hand'", position: 2}`)[0]
	require.Equal(t, []string{"what", "from", "to", "position"}, fieldNames(op))
	what := op.Field("what")
	require.Equal(t, "the card", what.Lit.Text)
	require.Equal(t, "card", what.X.Src)
	require.Equal(t, what.X.Pos, what.Pos())
	from, ok := op.Str("from")
	require.True(t, ok)
	require.Equal(t, "hand", from)
	_, ok = op.Str("position")
	require.False(t, ok)
	require.False(t, op.Field("n").Given())
	require.Equal(t, "n", op.Field("n").Name)
	require.Equal(t, "'hand'", op.Field("to").X.Src)
}

func TestNestedOps(t *testing.T) {
	ops := opsOf(t, `
    - {op: if, cond_x: c, then: [{op: cancel, target: 0}], else: [{op: window}, {op: window}]}
    - {op: for_each, items_x: i, as: x, do: [{op: let, name: y, value: null}]}
    - {op: repeat, n: 3, do: [{op: let, name: y, value: text}]}
    - {op: emit, event: e, with_x: {card: c, who: 1}, impact: [{op: window}]}
    - {op: call, code: k, with_x: {a: b}, as: r}`)
	require.Len(t, ops[0].Then, 1)
	require.Len(t, ops[0].Else, 2)
	require.Equal(t, []string{"cond"}, fieldNames(ops[0]))
	require.Equal(t, []string{"items", "as"}, fieldNames(ops[1]))
	value := ops[1].Then[0].Field("value")
	require.True(t, value.Given())
	require.Equal(t, Null, value.Lit.Kind)
	require.Equal(t, "let", ops[2].Then[0].Name)
	require.Equal(t, "3", ops[2].Field("n").Lit.Text)
	require.Len(t, ops[3].Impact, 1)
	require.Equal(t, []string{"card", "who"}, []string{ops[3].With[0].Name, ops[3].With[1].Name})
	require.Equal(t, "1", ops[3].With[1].X.Src)
	require.Equal(t, []string{"event"}, fieldNames(ops[3]))
	require.Equal(t, "b", ops[4].With[0].X.Src)
}

// What is no op leaves an op without a name, where the game stops; an unknown op keeps its fields.
func TestFaultyOpsStay(t *testing.T) {
	m, list := parse(t, rest+"actions:\n  a: {effect: none}\n  b: [1]\n  c: {effect: [5, {op: fly, to: x, up_x: y}, {op: window}]}\n")
	require.Equal(t, 4, list.Errors())
	require.Equal(t, "", m.Actions[0].Effect[0].Name)
	require.Equal(t, at(4, 15), m.Actions[0].Effect[0].Pos)
	require.Equal(t, "", m.Actions[1].Effect[0].Name)
	c := m.Actions[2].Effect
	require.Equal(t, []string{"", "fly", "window"}, []string{c[0].Name, c[1].Name, c[2].Name})
	require.Equal(t, []string{"to", "up"}, fieldNames(c[1]))
}

func TestContentItems(t *testing.T) {
	m, list := parse(t, rest+`
content:
  cards:
    - id: 7
      colour: red
      active_x: "True"
      text: Draw two cards.
      effect: []
      abilities: [{id: use, speed: 1, effect: [{op: window, whatever: 1}]}]
      triggers: [{event: [a, b], do: [{op: window}]}]
      modifiers: [{stat: power, change_x: value + 1, layer: 2}]
    - {id: plain, triggers: [x]}
  none:
`)
	require.Len(t, list, 1)
	require.Equal(t, "content.cards[1].triggers[0] must be a mapping, not a text", list[0].Text)
	it := m.Content[0].Items[0]
	require.Equal(t, "7", it.ID)
	require.True(t, it.HasEffect)
	require.False(t, m.Content[0].Items[1].HasEffect)
	require.Equal(t, "True", it.ActiveX.Src)
	require.Equal(t, "use", it.Abilities[0].Name)
	require.Equal(t, "1", it.Abilities[0].Speed)
	require.Equal(t, "b", it.Triggers[0].Events[1].Name)
	require.Equal(t, "after", it.Triggers[0].Timing)
	require.Equal(t, "power", it.Modifiers[0].Stat.Name)
	require.Equal(t, "2", it.Modifiers[0].Layer.Text)
	require.Equal(t, "red", it.Node.Get("colour").Text)
	require.Empty(t, m.Content[1].Items)
}

func TestStateAndPriority(t *testing.T) {
	m, list := parse(t, rest+`
state:
  vars:
    gold: {init: 3, scope: player, persist: campaign, visibility: owner, min: 0, max_x: "10"}
    empty: {init: null}
    bare:
  zones:
    deck: {shuffled: true, visibility: hidden, init_x: cards, capacity: 60}
    hand: {kind: set, owner: player, drawn_from: deck, persist: campaign}
priority:
  windows: {w: {allows: [fast], closes: single_pass_each, first_x: "0"}, any: {}}
  protocol: {after_action: same, resolution: lifo_stack}
`)
	require.Empty(t, list)
	gold := m.Vars[0]
	require.True(t, gold.PerPlayer && gold.Persist)
	require.Equal(t, "owner", gold.Visibility)
	require.Equal(t, "0", gold.Min.Lit.Text)
	require.Equal(t, "10", gold.Max.X.Src)
	require.True(t, m.Vars[1].Init.Given())
	require.False(t, m.Vars[2].Init.Given())
	deck, hand := m.Zones[0], m.Zones[1]
	require.Equal(t, []string{"list", "hidden", "cards", "60"}, []string{deck.Kind, deck.Visibility, deck.InitX.Src, deck.Capacity.Lit.Text})
	require.True(t, deck.Shuffled && !deck.PerPlayer)
	require.Equal(t, []string{"set", "public", "deck"}, []string{hand.Kind, hand.Visibility, hand.DrawnFrom})
	require.True(t, hand.PerPlayer && hand.Persist)
	require.Equal(t, "single_pass_each", m.Windows[0].Protocol.Closes)
	require.Equal(t, "0", m.Windows[0].Protocol.First.X.Src)
	require.Equal(t, "fast", m.Windows[0].Allows[0].Name)
	require.Equal(t, []string{"same", "", "lifo_stack"}, []string{m.Protocol.AfterAction, m.Protocol.Closes, m.Protocol.Resolution})
}

func TestFlow(t *testing.T) {
	m, list := parse(t, `
num_players: {min: 2, max: 4, default: 3}
flow:
  kind: sequence
  id: main
  window: true
  end_event: [a, b]
  children:
    - {kind: step, id: s, actors_x: players, do: [x, y], secret: true, visible_to_x: "[0]", window: w, end_event: c}
    - {kind: branch, id: b, cases: [{when_x: c, children: [{kind: subflow, id: f, ref: sub}]}, {when: else}]}
    - {kind: turns, id: t, until_x: done, phases: {draw: [{kind: step, id: d}], end: []}}
    - not a node
flows: {sub: {kind: loop, id: sub, once: true, order: reversed, over: everyone}}
`)
	require.Len(t, list, 1)
	require.Equal(t, Players{Min: 2, Max: 4, Default: 3, Pos: at(2, 14)}, m.Players)
	require.Equal(t, Bool, m.Flow.Window.Kind)
	require.Equal(t, []string{"a", "b"}, m.Flow.EndEvent)
	s, b, tn, none := m.Flow.Children[0], m.Flow.Children[1], m.Flow.Children[2], m.Flow.Children[3]
	require.Equal(t, []string{"players", "[0]", "w", "c", "y"}, []string{s.ActorsX.Src, s.VisibleX.Src, s.Window.Text, s.EndEvent[0], s.Do[1].Name})
	require.True(t, s.Secret)
	require.Equal(t, "sub", b.Cases[0].Children[0].Ref)
	require.False(t, b.Cases[1].When.X.Given())
	require.Equal(t, "else", b.Cases[1].When.Lit.Text)
	require.Equal(t, "draw", tn.Phases[0].Name)
	require.Equal(t, "d", tn.Phases[0].Children[0].ID)
	require.Equal(t, "done", tn.Until.X.Src)
	require.Equal(t, "", none.Kind)
	loop := m.Flows[0].Node
	require.True(t, loop.Once && loop.Over.Given() && !loop.Over.X.Given())
	require.Equal(t, "reversed", loop.Order)
}

func TestTheOtherSections(t *testing.T) {
	m, list := parse(t, rest+`
version: 1.10
mode: cooperative
dice: {d: {sides: 6}, e: {faces: [{type: hit}, 2]}}
face_types: [hit]
boards: {b: {kind: track, length: 5}}
functions: {f: {params: [a, b], let: {c: a + b}, x: c * 2}}
derived: {d: gold + 1, e: {x: d}}
outcomes: {o: {outcomes: [{id: hit, p: 0.5, effect: [{op: window}]}, {id: miss, p_x: "0.5"}]}}
code: {c: {kind: content, module: m, function: f}}
agents: {bot: {policy_x: option}}
end: [{id: e, if_x: x, result: score, returns_x: "[0, 1]", scope: main}, {result: rank, ranks_x: r}]
campaign: {games: 3, between: [{op: reset}], reset: gold}
turns:
  sides: {a: {phases: [x, y]}}
  seats: [a]
  next_seat_x: "1"
  first_seat: 0
  scores: [gold]
  opening: [{kind: step, id: open}]
  begin_event: dawn
  cost_window: paid
  checkpoint: [{id: c, if_x: i, who: w}]
open_questions: [{question: "Why?", status: open, note: n}]
`)
	require.Empty(t, list)
	require.Equal(t, "1.10", m.Version)
	require.Equal(t, "cooperative", m.Mode)
	require.Equal(t, "6", m.Dice[0].Sides.Text)
	require.Len(t, m.Dice[1].Faces.Items, 2)
	require.Equal(t, []string{"hit"}, m.FaceTypes)
	require.Equal(t, "track", m.Boards[0].Node.Get("kind").Text)
	f := m.Functions[0]
	require.Equal(t, []string{"a", "b", "c", "a + b", "c * 2"}, []string{f.Params[0], f.Params[1], f.Lets[0].Name, f.Lets[0].X.Src, f.X.Src})
	require.Equal(t, []string{"gold + 1", "d"}, []string{m.Derived[0].X.Src, m.Derived[1].X.Src})
	o := m.Outcomes[0].Outcomes
	require.Equal(t, []string{"hit", "0.5", "0.5"}, []string{o[0].ID, o[0].P.Lit.Text, o[1].P.X.Src})
	require.Len(t, o[0].Effect, 1)
	require.Equal(t, []string{"content", "m", "f"}, []string{m.Code[0].Kind, m.Code[0].Module, m.Code[0].Function})
	require.Equal(t, "option", m.Agents[0].PolicyX.Src)
	require.Equal(t, []string{"score", "[0, 1]", "main", "r"}, []string{m.End[0].Result, m.End[0].Returns.X.Src, m.End[0].Scope, m.End[1].Ranks.X.Src})
	require.Equal(t, "gold", m.Campaign.Reset[0].Name)
	require.Len(t, m.Campaign.Between, 1)
	require.Equal(t, []string{"a", "y", "a", "gold", "dawn", "turn_ends", "paid", "1", "c", "i"}, []string{m.Turns.Sides[0].Name, m.Turns.Sides[0].Phases[1].Name, m.Turns.Seats[0].Name,
		m.Turns.Scores[0].Name, m.Turns.BeginEvent, m.Turns.EndEvent, m.Turns.CostWindow.Name, m.Turns.Next.X.Src, m.Turns.Objectives[0].ID, m.Turns.Objectives[0].If.X.Src})
	require.Equal(t, []string{"0", "w", "open"}, []string{m.Turns.First.Lit.Text, m.Turns.Objectives[0].Who.Lit.Text, m.Turns.Opening[0].ID})
	require.Equal(t, Question{Pos: m.Questions[0].Pos, StatusPos: m.Questions[0].StatusPos, Question: "Why?", Status: "open", Note: "n"}, m.Questions[0])
}

func TestPlayerCounts(t *testing.T) {
	for in, want := range map[string]Players{
		"num_players: 1":                            {Min: 1, Max: 1, Default: 1},
		"num_players: 64":                           {Min: 64, Max: 64, Default: 64},
		"num_players: {min: 2, max: 5}":             {Min: 2, Max: 5, Default: 2},
		"num_players: {max: 5, default: 4, min: 3}": {Min: 3, Max: 5, Default: 4},
		"num_players: {default: 4}":                 {Min: 4, Max: 4, Default: 4},
	} {
		m, list := parse(t, in+"\nflow: {kind: sequence}")
		require.Empty(t, list, in)
		want.Pos = m.Players.Pos
		require.Equal(t, want, m.Players, in)
	}
	for _, in := range []string{"0", "-1", "65", "99999999999999999999", "2.5", "[2]", "{min: x}", "{min: 3, max: 2}", "{min: 2, max: 3, default: 5}"} {
		m, list := parse(t, "num_players: "+in+"\nflow: {kind: sequence}")
		require.Equal(t, 1, list.Errors(), in)
		require.True(t, 1 <= m.Players.Min && m.Players.Min <= m.Players.Default && m.Players.Default <= m.Players.Max, "%s: %v", in, m.Players)
	}
	m, list := parse(t, "flow: {kind: sequence}")
	require.Equal(t, "no-players", list[0].Code)
	require.Zero(t, list.Errors())
	require.Equal(t, 2, m.Players.Default)
}
