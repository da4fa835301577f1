package protocol

import (
	"fmt"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/enginetest"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/host/session"
)

const cellar = `
name: Cellar
num_players: 2
state:
  vars:
    turn: {init: 0}
    aim: {scope: player, init: 7, visibility: owner}
  zones:
    deck: {shuffled: true, visibility: hidden, init_x: "[{'id': c} for c in ['a', 'b', 'c', 'd']]"}
    hand: {owner: player, visibility: owner, drawn_from: deck}
    table: {}
actions:
  draw: {effect: [{op: draw, from: deck, to: "hand[actor]", n: 2}]}
  play: {effect: [{op: choose, options_x: "hand[actor]", as: c}, {op: move, what_x: c, from: "hand[actor]", to: table}]}
  pick: {effect: [{op: choose, options_x: "hand[1 - actor]", as: c}, {op: move, what_x: c, from: "hand[1 - actor]", to: "hand[actor]"}]}
  fail: {effect: [{op: set, var: turn, value_x: "hand[actor][0]['none']"}]}
  rest: {effect: []}
flow:
  kind: loop
  id: rounds
  over_x: players
  as: turn
  children: [{kind: step, id: open, actor_x: turn, do: [draw, play, pick, fail, rest]}]
`

// ask gives an answer as bytes.
func (h *host) ask(method string, p params) string {
	h.t.Helper()
	return string(Handle(h.rt, pack(h.t, params{"v": 1, "id": 4, "method": method, "params": p}), nil))
}

// start begins a game of cellar and gives these labels.
func (h *host) start(answers ...string) any {
	h.t.Helper()
	model := h.do("model.load", params{"text": cellar})["model"]
	game := h.do("game.new", params{"model": model, "chance": "ask"})["game"]
	for _, a := range answers {
		h.do("game.answer", params{"game": game, "label": a})
	}
	return game
}

// What seats see of one game, in the form in which a host reads it.
func TestView(t *testing.T) {
	h := newHost(t, session.Config{})
	h.json = true
	game := h.start("draw", "a", "b", "pick")
	view := func(p params) map[string]any {
		p["game"] = game
		return h.do("game.view", p)["view"].(map[string]any)
	}
	mine := view(params{"seat": 1})
	require.Equal(t, map[string]any{"name": "deck", "count": 2.0, "unknown": 2.0}, mine["zones"].([]any)[0])
	require.Equal(t, map[string]any{"name": "hand", "player": 0.0, "count": 2.0, "unknown": 2.0}, mine["zones"].([]any)[1])
	require.Equal(t, []any{map[string]any{"label": "?", "hidden": true}, map[string]any{"label": "?", "hidden": true}}, mine["options"])
	require.Equal(t, map[string]any{"kind": "decision", "player": 1.0, "place": "action pick", "options": []any{"?", "?"}, "all": true}, mine["request"])
	require.Equal(t, map[string]any{"name": "aim", "player": 0.0, "hidden": true}, mine["variables"].([]any)[1])
	require.Equal(t, map[string]any{"name": "aim", "player": 1.0, "value": 7.0}, mine["variables"].([]any)[2])
	blank := map[string]any{"kind": "observed", "what": "draw", "place": "action draw", "hidden": true, "seen": []any{0.0}}
	require.Equal(t, blank, mine["events"].([]any)[2])
	require.Equal(t, len(mine["events"].([]any)), int(mine["next"].(float64)))

	other := view(params{"seat": 0, "since": 5})
	hand := other["zones"].([]any)[1].(map[string]any)
	require.Equal(t, map[string]any{"id": "hand[0]#0", "label": "a", "value": map[string]any{"id": "a"}}, hand["items"].([]any)[0])
	require.Equal(t, map[string]any{"kind": "decision", "player": 1.0, "place": "action pick"}, other["request"])
	require.Empty(t, other["options"])
	require.Len(t, other["events"], 1)
	require.Equal(t, view(params{}), view(params{"seat": -1}), "who is nobody looks on")

	for _, seat := range []int{-1, 0, 1} { // the parts are what the view has
		p := params{"game": game, "seat": seat}
		v := view(params{"seat": seat})
		require.Equal(t, v["request"], h.do("game.request", p)["request"])
		require.Equal(t, v["options"], h.do("game.options", p)["options"])
		require.Equal(t, v["events"], h.do("game.events", p)["events"])
	}
}

// Whoever answers from a seat reaches its own question, and reads no more than its view.
func TestAnswersFromASeat(t *testing.T) {
	h := newHost(t, session.Config{})
	game := h.start("draw", "a", "b")
	p := func(more params) params {
		more["game"] = game
		return more
	}
	request := h.do("game.answer", p(params{"view_as": 1, "label": "pick"}))["request"].(map[string]any)
	require.Equal(t, []any{"?", "?"}, request["options"])
	for _, c := range []struct {
		params params
		want   string
	}{
		{params{"view_as": 0, "option": 0}, "bad_answer: player 0 is not asked now"},
		{params{"view_as": 0, "label": "a"}, "bad_answer: player 0 is not asked now"},
		{params{"view_as": 1, "label": "a"}, "bad_answer: seat 1 sees no option 'a'"},
		{params{"view_as": 1, "label": "?"}, "bad_answer: seat 1 sees no option '?'"},
		{params{"view_as": 1, "option": 2}, "bad_answer: action pick has options 0 to 1, not 2"},
		{params{"view_as": 1, "item": "hand[0]#0"}, "bad_answer: seat 1 sees no item 'hand[0]#0'"},
		{params{"view_as": 1, "seat": 0, "option": 0}, "bad_params: seat is 0, and seat 1 answers its own question"},
		{params{"view_as": 1, "option": 0, "label": "x"}, "bad_params: option or label or item: give one"},
		{params{"view_as": 1}, "bad_params: option or label or item: give one"},
		{params{"view_as": -1, "option": 0}, "bad_params: view_as is -1: who looks on answers nothing"},
		{params{"view_as": 2, "option": 0}, "bad_params: view_as is 2; seats are 0 to 1, and -1 looks on"},
		{params{"item": "hand[0]#0"}, "bad_params: item is a handle of a view: it goes with view_as"},
	} {
		require.Equal(t, c.want, h.refused("game.answer", p(c.params)))
	}
	h.do("game.answer", p(params{"view_as": 1, "option": 0}))
	for _, label := range []string{"draw", "c", "rest"} {
		h.do("game.answer", p(params{"label": label}))
	}
	h.do("game.answer", p(params{"view_as": 0, "label": "play"}))
	h.do("game.answer", p(params{"view_as": 0, "item": "hand[0]#1"}))
	table := h.do("game.state", p(params{}))["zones"].(map[string]any)["table"].([]any)
	require.Equal(t, "c", table[0].(map[string]any)["label"])

	request = h.do("game.answer", p(params{"view_as": 1, "label": "fail"}))["request"].(map[string]any)
	require.Equal(t, map[string]any{"kind": "ExprError", "message": "ExprError: the game has stopped; the message may tell what a seat cannot see, so it is for the owner of the table"}, request["error"])
	owner := h.do("game.request", p(params{}))["request"].(map[string]any)
	require.Contains(t, owner["error"].(map[string]any)["message"], "none")
	require.Equal(t, "game_over: the game is over (error): it takes no answer", h.refused("game.answer", p(params{"view_as": 0, "option": 0})))
}

// A seat takes back its own decisions while nobody has learned anything by them; the owner of the table goes on.
func TestUndoFromASeat(t *testing.T) {
	const refused = "bad_answer: seat %d takes back and gives again no more than its own decisions of late, and none past a chance, a revealed card or another's decision; further is for the owner of the table"
	h := newHost(t, session.Config{})
	game := h.start("draw", "a", "b", "rest", "play")
	p := func(n, seat int) params { return params{"game": game, "n": n, "seat": seat} }
	request := func() any { return h.do("game.request", params{"game": game})["request"] }

	asked := request()
	require.Equal(t, "step open", h.do("game.undo", p(1, 0))["request"].(map[string]any)["place"])
	require.Equal(t, asked, h.do("game.redo", p(1, 0))["request"])
	require.Equal(t, fmt.Sprintf(refused, 1), h.refused("game.undo", p(1, 1)), "the decision of another")
	require.Equal(t, fmt.Sprintf(refused, -1), h.refused("game.undo", p(1, -1)))
	require.Equal(t, fmt.Sprintf(refused, 0), h.refused("game.undo", p(2, 0)), "past the decision of another")
	require.Equal(t, asked, request(), "what is refused changes nothing")
	h.do("game.answer", params{"game": game, "view_as": 0, "item": "hand[0]#0"})
	asked = request()
	require.Equal(t, fmt.Sprintf(refused, 0), h.refused("game.undo", p(1, 0)), "a card was shown")
	require.Equal(t, asked, request())

	h.do("game.undo", params{"game": game, "n": 6})
	require.Equal(t, fmt.Sprintf(refused, 0), h.refused("game.redo", p(3, 0)), "draws")
	require.Equal(t, fmt.Sprintf(refused, 0), h.refused("game.redo", p(1, 0)), "before a draw")
	require.Equal(t, "step open", request().(map[string]any)["place"])
	h.do("game.redo", params{"game": game, "n": 6})
	require.Equal(t, asked, request())
	require.Equal(t, fmt.Sprintf(refused, 0), h.refused("game.redo", p(1, 0)), "nothing is left")
	h.do("game.answer", params{"game": game, "label": "rest"})
	require.Equal(t, fmt.Sprintf(refused, 0), h.refused("game.undo", p(1, 0)))
	require.Equal(t, fmt.Sprintf(refused, 1), h.refused("game.undo", p(1<<30, 1)))
}

const gossip = `
name: Gossip
num_players: 2
state: {vars: {turn: {init: 0}}}
actions:
  whisper: {effect: [{op: roll, die: 6, as: n, visible_to_x: actor}]}
  say: {effect: [{op: emit, event: said}]}
  rest: {effect: []}
flow:
  kind: loop
  id: rounds
  over_x: players
  as: turn
  children: [{kind: step, id: open, actor_x: turn, do: [whisper, say, rest]}, {kind: step, id: covert, actor_x: turn, do: [whisper, rest], secret: true}]
`

// Whoever reads on gets every entry once, also after answers were taken back and others given.
func TestEventsAreCountedForEachSeat(t *testing.T) {
	h := newHost(t, session.Config{})
	model := h.do("model.load", params{"text": gossip})["model"]
	game := h.do("game.new", params{"model": model})["game"]
	src := prng.Source{Seed: 1}
	var read [3][]any
	since := [3]any{0, 0, 0}
	all := func(seat int, since any) map[string]any {
		return h.do("game.events", params{"game": game, "seat": seat, "since": since})
	}
	for range 400 {
		r := h.do("game.request", params{"game": game})["request"].(map[string]any)
		h.do("game.answer", params{"game": game, "option": src.Intn(len(r["options"].([]any)))})
		if src.Intn(9) == 0 {
			h.do("game.undo", params{"game": game})
			for k := range read {
				got := all(k-1, 0)
				read[k], since[k] = got["events"].([]any), got["next"]
			}
			continue
		}
		k := src.Intn(3)
		got := all(k-1, since[k])
		read[k], since[k] = append(read[k], got["events"].([]any)...), got["next"]
	}
	for k := range read {
		read[k] = append(read[k], all(k-1, since[k])["events"].([]any)...)
		require.Greater(t, len(read[k]), 300)
		require.Equal(t, all(k-1, 0)["events"], read[k])
		got := all(k-1, 1<<31-1)
		require.Empty(t, got["events"])
		require.EqualValues(t, len(read[k]), got["next"])
		require.Len(t, all(k-1, 10)["events"], len(read[k])-10, "one may go back")
	}
}

func TestHostileSeats(t *testing.T) {
	h := newHost(t, session.Config{})
	game := h.start()
	for _, method := range []string{"game.view", "game.request", "game.options", "game.events", "game.undo", "game.redo"} {
		for seat, want := range map[any]string{
			2: "bad_params: seat is 2; seats are 0 to 1, and -1 looks on", -2: "bad_params: seat is -2; seats are 0 to 1, and -1 looks on",
			"1": "bad_params: seat is a text, not an int", 1.0: "bad_params: seat is a float, not an int", 1 << 40: "bad_params: seat is far too large",
		} {
			require.Equal(t, want, h.refused(method, params{"game": game, "seat": seat}))
		}
	}
	require.Equal(t, "bad_params: since is -1; it is at least 0", h.refused("game.view", params{"game": game, "since": -1}))
	require.Empty(t, h.do("game.view", params{"game": game, "since": 1<<31 - 1})["view"].(map[string]any)["events"])
	for _, method := range []string{"game.state", "game.snapshot", "game.record", "game.clone", "game.next"} {
		require.Equal(t, "bad_params: "+method+" has no parameter 'seat'", h.refused(method, params{"game": game, "seat": 0}))
	}
	h.do("game.close", params{"game": game})
	require.Equal(t, fmt.Sprintf("not_found: game %v has been closed", game), h.refused("game.view", params{"game": game, "seat": 0}))
}

// Whatever a seat cannot know, it is given the same bytes: of every example, with what it cannot know dealt
// anew, and with that changed without regard for what goes together.
func TestSecretsChangeNoByte(t *testing.T) {
	paths, err := filepath.Glob("../../examples/*/model.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			h := newHost(t, session.Config{})
			model := h.do("model.load", params{"path": path})["model"]
			game := h.do("game.new", params{"model": model, "seed": 3, "chance": "ask"})["game"]
			src := prng.Source{Seed: 4}
			for n := range 60 {
				if n%6 == 0 {
					h.looksAlike(game, &src)
				}
				r := h.do("game.request", params{"game": game})["request"].(map[string]any)
				options, asked := r["options"].([]any)
				if !asked {
					h.looksAlike(game, &src)
					break
				}
				h.do("game.answer", params{"game": game, "option": src.Intn(len(options))})
			}
		})
	}
}

// looksAlike compares what every seat is given with what it is given of games with other secrets.
func (h *host) looksAlike(game any, src *prng.Source) {
	for seat, players := observe.Spectator, 0; seat <= players; seat++ {
		clone := h.do("game.clone", params{"game": game})["game"]
		was := h.sight(game, seat)
		var e *observe.Encoding
		var row string
		h.alter(game, func(g *session.Game) {
			e = observe.NewEncoding(g.Session().Game())
			row = h.row(e, g, seat)
		})
		h.alter(clone, func(g *session.Game) {
			m := g.Session().Game()
			players = m.Players() - 1
			require.NoError(h.t, observe.Redistribute(m, seat, src))
		})
		require.Equal(h.t, was, h.sight(clone, seat), "seat %d, dealt anew", seat)
		h.alter(clone, func(g *session.Game) {
			require.Equal(h.t, row, h.row(e, g, seat), "seat %d, dealt anew", seat)
			enginetest.Confuse(g.Session().Game(), seat)
			require.Equal(h.t, row, h.row(e, g, seat), "seat %d, other secrets", seat)
		})
		require.Equal(h.t, was, h.sight(clone, seat), "seat %d, other secrets", seat)
		h.do("game.close", params{"game": clone})
	}
}

// row is what a batch shows of a game.
func (h *host) row(e *observe.Encoding, g *session.Game, seat int) string {
	m := g.Session().Game()
	row, err := e.Append(m, seat, nil)
	require.NoError(h.t, err)
	if m.Player() != seat {
		return fmt.Sprint(row)
	}
	words, err := observe.NewVocabulary(m.Program(), nil)
	require.NoError(h.t, err)
	numbers, err := words.Append(m, nil)
	require.NoError(h.t, err)
	return fmt.Sprint(row, numbers, words.Listed())
}

func (h *host) alter(game any, do func(g *session.Game)) {
	var c session.Call
	require.NoError(h.t, c.Begin(h.rt, 1))
	defer c.End()
	g, err := c.Game(session.Handle(reflect.ValueOf(game).Uint()))
	require.NoError(h.t, err)
	defer g.Done(&err)
	do(g)
}

// sight is every answer that a seat may be given, errors too.
func (h *host) sight(game any, seat int) []string {
	out := []string{}
	for _, method := range []string{"game.view", "game.request", "game.options", "game.events"} {
		out = append(out, h.ask(method, params{"game": game, "seat": seat}))
	}
	out = append(out, h.ask("game.events", params{"game": game, "seat": seat, "since": 3}))
	for _, p := range []params{{"option": 100_000}, {"label": "no such"}, {"item": "deck#0 "}, {"item": "hand[9]~1"}} {
		p["game"], p["view_as"] = game, seat
		out = append(out, h.ask("game.answer", p))
	}
	return out
}
