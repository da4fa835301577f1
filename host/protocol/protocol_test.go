package protocol

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/host/session"
)

func pack(t testing.TB, x any) []byte {
	t.Helper()
	b, err := msgpack.Marshal(x)
	require.NoError(t, err)
	return b
}

type params = map[string]any

// host is a test's end of a runtime.
type host struct {
	t    testing.TB
	rt   *session.Runtime
	json bool
	used map[string]bool // methods that have given a result
}

func newHost(t testing.TB, conf session.Config) *host {
	rt := session.New(conf)
	t.Cleanup(rt.Close)
	return &host{t: t, rt: rt, used: map[string]bool{}}
}

// call sends a request and gives the whole answer.
func (h *host) call(method string, p params) map[string]any {
	h.t.Helper()
	request := params{"v": 1, "id": 4, "method": method, "params": p}
	answer := map[string]any{}
	if h.json {
		b, err := json.Marshal(request)
		require.NoError(h.t, err)
		require.NoError(h.t, json.Unmarshal(Handle(h.rt, b, nil), &answer))
	} else {
		require.NoError(h.t, msgpack.Unmarshal(Handle(h.rt, pack(h.t, request), nil), &answer))
	}
	require.EqualValues(h.t, 1, answer["v"])
	require.EqualValues(h.t, 4, answer["id"])
	return answer
}

// do gives the result, whose keys must be those of the table.
func (h *host) do(method string, p params) map[string]any {
	h.t.Helper()
	answer := h.call(method, p)
	require.Equal(h.t, true, answer["ok"], "%s: %v", method, answer["errors"])
	result := answer["result"].(map[string]any)
	h.used[method] = true
	for name := range result {
		require.True(h.t, slices.ContainsFunc(methods[method].Result, func(f Field) bool { return f.Name == name }), "%s gives %s, which is in no table", method, name)
	}
	return result
}

// refused gives the code and message of an error.
func (h *host) refused(method string, p params) string {
	h.t.Helper()
	answer := h.call(method, p)
	require.Equal(h.t, false, answer["ok"], "%s: %v", method, answer["result"])
	e := answer["errors"].([]any)[0].(map[string]any)
	return fmt.Sprintf("%s: %s", e["code"], e["message"])
}

const coin = `name: Coin
num_players: 2
constants: {stake: 2, odds: [1, 2]}
content: {chips: [{id: red, worth: 1}, {id: blue, worth: 5, label: Blue chip}, {id: green, worth: 2}]}
state:
  vars: {turn: {init: 0}, got: {init: 0, scope: player}}
  zones: {bag: {init_x: "content['chips']"}, purse: {owner: player}, marks: {init_x: "[1, 'two']"}}
actions:
  flip: {effect: [{op: roll, die: 2, as: n, visible_to_x: "[0]"}, {op: emit, event: flipped}]}
  take: {effect: [{op: choose, options_x: bag, min: 1, max: 2, as: picks, prompt: 'Which chips?'}]}
  stop: {effect: [{op: add, var: "got[actor]", amount_x: stake}]}
flow:
  kind: sequence
  children:
    - {kind: loop, id: rounds, over_x: players, as: turn, once: true, children: [{kind: step, id: go, actor_x: turn, do: [flip, take, stop]}]}
    - {kind: step, id: last, actor_x: "0", do: [stop]}
end: [{id: counted, if_x: "got[0] > 3", result: score, returns_x: "[got[0] / 4, got[1]]"}]
agents: {greedy: {policy_x: "1"}}
campaign: {games: 2}
`

// Every method, in both forms.
func TestEveryMethod(t *testing.T) {
	for _, form := range []bool{false, true} {
		t.Run(fmt.Sprint("json ", form), func(t *testing.T) {
			h := newHost(t, session.Config{})
			h.json = form
			every(t, h)
			for _, m := range table {
				require.True(t, h.used[m.Name], "%s has not been tried", m.Name)
			}
		})
	}
}

func (h *host) bytes(x any) []byte {
	if h.json {
		b, err := base64.StdEncoding.DecodeString(x.(string))
		require.NoError(h.t, err)
		return b
	}
	return x.([]byte)
}

func every(t *testing.T, h *host) {
	equal := func(want string, got any) { // compares as JSON
		t.Helper()
		b, err := json.Marshal(got)
		require.NoError(t, err)
		require.JSONEq(t, want, string(b))
	}
	h.dice()
	h.turns()
	h.explores()
	h.rules()
	h.packs()
	loaded := h.do("model.load", params{"text": coin, "name": "coin.yaml", "set": params{"stake": 3}})
	model := loaded["model"]
	require.Equal(t, "Coin", loaded["name"])
	require.Len(t, loaded["hash"], 64)
	equal(`{"min": 2, "max": 2, "default": 2}`, loaded["players"])
	require.EqualValues(t, 0, loaded["errors"])
	require.NotContains(t, loaded, "tree")
	about := h.do("model.describe", params{"model": model})
	equal(`{"stake": 3, "odds": [1, 2]}`, about["constants"])
	equal(`["turn", "got"]`, about["variables"])
	equal(`[]`, about["hidden"])
	equal(`["flip", "take", "stop"]`, about["actions"])
	equal(`["greedy"]`, about["agents"])
	equal(`{"name": "purse", "kind": "list", "owner": "player", "visibility": "public", "shuffled": false}`, about["zones"].([]any)[1])
	require.Equal(t, true, about["campaign"])
	require.Contains(t, h.do("model.diagram", params{"model": model, "form": "text"})["text"], "step go")
	for theme, want := range map[any]string{nil: "auto", "auto": "auto", "light": "light", "dark": "dark"} {
		p := params{"model": model, "form": "svg"}
		if theme != nil {
			p["theme"] = theme
		}
		require.Contains(t, h.do("model.diagram", p)["text"], `data-theme="`+want+`"`)
	}
	ring := h.do("model.load", params{"text": "name: Ring\nboards: {ring: {kind: track, length: 3, loop: true}}\nflow: {kind: seq, id: s, children: []}\n"})
	board := h.do("model.board", params{"model": ring["model"], "board": "ring"})
	equal(`{"kind": "track", "cells": [0, 1, 2], "labels": [null, null, null], "near": [[1, 2], [2, 0], [0, 1]]}`, board)
	require.Equal(t, "not_found: the model has no board 'x'", h.refused("model.board", params{"model": ring["model"], "board": "x"}))
	h.do("model.close", params{"model": ring["model"]})
	checked := h.do("model.check", params{"text": "name: x\nflow: {kind: step, id: s, do: [nothing]}\n"})
	require.EqualValues(t, 1, checked["steps"])
	first := checked["diagnostics"].([]any)[0].(map[string]any)
	require.Equal(t, "name: x", first["source"], "the line comes with what is wrong on it")
	require.NotContains(t, checked, "test_games", "a model with errors is not played")
	checked = h.do("model.check", params{"text": coin, "games": 5, "seed": 3})
	games := checked["test_games"].(map[string]any)
	require.EqualValues(t, 5, games["asked"])
	require.EqualValues(t, 3, games["seed"])
	require.EqualValues(t, 5000, games["limit"])
	require.Contains(t, checked["tree"], "step go")
	checked = h.do("model.check", params{"text": "- no model"})
	require.EqualValues(t, 1, checked["errors"])

	begun := h.do("game.new", params{"model": model, "seed": uint64(1<<64 - 1), "chance": "ask", "players": 2})
	game := begun["game"]
	on := func(more params) params {
		p := params{"game": game}
		for k, v := range more {
			p[k] = v
		}
		return p
	}
	equal(`{"kind": "decision", "player": 0, "place": "step go", "options": ["flip", "take", "stop"], "all": true}`, begun["request"])
	equal(`{"kind": "chance", "place": "action flip", "options": ["1", "2"], "p": [0.5, 0.5], "all": false, "seen": [0]}`,
		h.do("game.answer", on(params{"option": 0}))["request"])
	request := h.do("game.answer", on(params{"label": "2"}))["request"]
	equal(`{"kind": "decision", "player": 1, "place": "step go", "options": ["flip", "take", "stop"], "all": true}`, request)
	h.do("game.answer", on(params{"label": "take", "seat": 1}))
	request = h.do("game.answer", on(params{"label": "Blue chip"}))["request"]
	equal(`{"kind": "decision", "player": 1, "place": "action take · 2", "options": ["red", "green", "done"], "all": true, "step": 2, "prompt": "Which chips?"}`, request)
	equal(`{"options": [
		{"label": "red", "item": {"uid": 1, "id": "red", "worth": 1}}, {"label": "green", "item": {"uid": 3, "id": "green", "worth": 2}}, {"label": "done"}],
		"pool": [{"uid": 1, "id": "red", "worth": 1}, {"uid": 2, "id": "blue", "worth": 5, "label": "Blue chip"}, {"uid": 3, "id": "green", "worth": 2}],
		"chosen": [{"uid": 2, "id": "blue", "worth": 5, "label": "Blue chip"}]}`, h.do("game.options", on(nil)))
	equal(`{"variables": {"turn": 1, "got": [0, 0]}, "game_no": 1, "zones": {
		"bag": [{"label": "red", "uid": 1, "id": "red", "worth": 1}, {"label": "Blue chip", "uid": 2, "id": "blue", "worth": 5}, {"label": "green", "uid": 3, "id": "green", "worth": 2}],
		"purse[0]": [], "purse[1]": [], "marks": [{"label": "1", "value": 1}, {"label": "two", "value": "two"}]}}`, h.do("game.state", on(nil)))
	told := h.do("game.events", on(params{"since": 1}))
	equal(`{"kind": "observed", "what": "chance", "place": "action flip", "label": "2", "all": false, "seen": [0]}`, told["events"].([]any)[0])
	equal(`{"kind": "event", "label": "flipped", "all": true}`, told["events"].([]any)[1])
	require.EqualValues(t, 1+len(told["events"].([]any)), told["next"])

	seen := h.do("game.view", on(params{"seat": 1}))["view"].(map[string]any)
	equal(`{"kind": "observed", "what": "chance", "place": "action flip", "hidden": true, "seen": [0]}`, seen["events"].([]any)[1])

	h.explanations(on, data(h, on))
	back := h.do("game.undo", on(params{"n": 2}))["request"]
	equal(`["flip", "take", "stop"]`, back.(map[string]any)["options"])
	require.Equal(t, request, h.do("game.redo", on(params{"n": 2}))["request"])
	clone := h.do("game.clone", on(nil))["game"]
	require.Equal(t, request, h.do("game.request", params{"game": clone})["request"])
	data := h.do("game.snapshot", on(nil))["data"]
	restored := h.do("game.restore", params{"model": model, "data": data, "chance": "ask"})
	require.Equal(t, request, restored["request"])
	record := h.do("game.record", on(nil))["record"].(string)
	require.Contains(t, record, `"set":{"stake":"3"},"players":2,"seed":18446744073709551615,"answers":[0,1,1,1]`)
	replayed := h.do("game.replay", params{"model": model, "record": record})
	require.Equal(t, request, replayed["request"])
	require.Equal(t, record, h.do("game.record", params{"game": replayed["game"]})["record"])

	played := h.do("game.play", on(params{"agents": "first,greedy", "limit": 500}))
	equal(`{"kind": "end", "payoffs": [0, 0], "reason": "flow_over"}`, map[string]any{"kind": played["request"].(map[string]any)["kind"], "payoffs": []int{0, 0}, "reason": "flow_over"})
	require.NotZero(t, played["answers"])
	next := h.do("game.next", on(nil))["request"]
	equal(`{"kind": "decision", "player": 0, "place": "step go", "options": ["flip", "take", "stop"], "all": true}`, next)
	h.do("game.answer", on(params{"option": 2}))
	played = h.do("game.play", on(params{"agents": "first", "until_seat": 1}))
	require.EqualValues(t, 1, played["request"].(map[string]any)["player"])
	for _, g := range []any{game, clone, restored["game"], replayed["game"]} {
		h.do("game.close", params{"game": g})
	}

	many := params{"model": model, "games": 300, "seed": 5, "requests": 100, "until_ci": 0.001, "actions": true, "compare": model, "compare_agents": "first", "chart": "dark"}
	compared := h.do("simulate.run", many)
	require.EqualValues(t, 300, compared["difference"].(map[string]any)["pairs"])
	require.Contains(t, compared["chart"], "<svg ")
	require.NotEmpty(t, compared["result"].(map[string]any)["actions"])
	delete(many, "until_ci")
	many["games"], many["save"] = 130, true
	many["resume"], many["games"] = h.bytes(h.do("simulate.run", many)["save"]), 300
	resumed := h.do("simulate.run", many)
	delete(resumed, "save")
	require.Equal(t, compared, resumed)

	tally := h.do("simulate.run", params{"model": model, "games": 300, "seed": 5, "agents": "random", "workers": 1, "requests": 100, "until_ci": 0.001})["result"].(map[string]any)
	require.EqualValues(t, 300, tally["finished"])
	simulation := h.do("simulate.run", params{"model": model, "games": 300, "seed": 5, "requests": 100, "wait": false})["simulation"]
	require.Equal(t, tally, h.do("simulate.result", params{"simulation": simulation})["result"])
	equal(`{"done": 300, "games": 300, "expected": 300, "seconds_left": 0, "finished": true}`, h.do("simulate.progress", params{"simulation": simulation}))
	require.Equal(t, tally, h.do("simulate.cancel", params{"simulation": simulation})["result"])
	h.do("simulate.close", params{"simulation": simulation})

	part := h.do("simulate.part", params{"model": model, "games": 300, "seed": 5, "requests": 100})["part"]
	joined := h.do("simulate.join", params{"parts": h.bytes(part)})
	require.Equal(t, tally, joined["result"])

	made := h.do("batch.new", params{"model": model, "n": 3})
	batch := made["batch"]
	equal(`{"n": 3, "players": 2}`, map[string]any{"n": made["n"], "players": made["players"]})
	state := h.do("batch.state", params{"batch": batch})
	require.Equal(t, []byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, h.bytes(state["player"]))
	require.Equal(t, []byte{3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0}, h.bytes(state["count"]))
	steps := []byte{2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}
	h.do("batch.step", params{"batch": batch, "options": steps})
	state = h.do("batch.step", params{"batch": batch, "options": []byte{2, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0}, "reset": true})
	require.Equal(t, byte(1), h.bytes(state["over"])[0])
	require.Equal(t, uint32(0xffffffff), binary.LittleEndian.Uint32(h.bytes(state["player"])))
	require.Len(t, h.bytes(state["payoffs"]), 3*2*8)
	looked := h.do("batch.observe", params{"batch": batch})
	encoding := h.do("model.encoding", params{"model": model})
	require.Equal(t, encoding["size"], looked["size"])
	equal(`["flip", "take", "stop", "pass", "done", "use", "skip"]`, encoding["actions"])
	require.Len(t, h.bytes(looked["mask"]), 3*int(num(looked["actions"])))
	h.do("batch.close", params{"batch": batch})

	h.do("function.offer", params{"code": "tell"})
	asking := h.do("model.load", params{"text": strings.Replace(telling, "2 ** 64", "2", 1)})["model"]
	arrived := make(chan map[string]any)
	go func() { arrived <- answered(t, h.rt, 9, "game.new", params{"model": asking}) }()
	h.do("function.answer", params{"call": h.do("function.next", params{"wait": 20_000})["call"], "value": "well"})
	h.do("game.close", params{"game": int((<-arrived)["result"].(map[string]any)["game"].(float64))})
	h.do("function.withdraw", params{"code": "tell"})
	h.do("model.close", params{"model": asking})

	require.Equal(t, false, h.do("runtime.cancel", params{"id": 12})["cancelled"])
	h.do("model.close", params{"model": model})
	info := h.do("runtime.info", nil)
	for _, what := range []string{"models", "games", "batches", "simulations"} {
		require.EqualValues(t, 0, info[what], what)
	}
	require.EqualValues(t, 200_000, info["limits"].(map[string]any)["games"])
	require.Len(t, h.do("runtime.methods", nil)["methods"], len(table))
}

func TestErrors(t *testing.T) {
	h := newHost(t, session.Config{Limits: session.Limits{Models: 2, Games: 3, Answers: 4, Batches: 1, BatchGames: 5, Simulations: 1, Played: 100}})
	model := h.do("model.load", params{"text": coin})["model"]
	game := h.do("game.new", params{"model": model, "chance": "ask"})["game"]
	batch := h.do("batch.new", params{"model": model, "n": 5})["batch"]
	for _, c := range []struct {
		method string
		params params
		want   string
	}{
		{"no.such", nil, "unknown_method: no method 'no.such'; runtime.methods lists them"},
		{strings.Repeat("x", 1000), nil, "unknown_method: no method '" + strings.Repeat("x", 60) + "…'; runtime.methods lists them"},
		{"runtime.info", params{"x": 1}, "bad_params: runtime.info has no parameter 'x'"},
		{"runtime.cancel", nil, "bad_params: id is missing: runtime.cancel takes an int of 64 bits, from 0"},
		{"runtime.cancel", params{"id": -1}, "bad_params: id is below 0"},
		{"runtime.cancel", params{"id": 1.5}, "bad_params: id is a float, not an int of 64 bits, from 0"},
		{"model.load", nil, "bad_params: text or path is missing"},
		{"model.load", params{"text": "a", "path": "b"}, "bad_params: path and text are both there; give one"},
		{"model.load", params{"path": "b", "name": "b"}, "bad_params: name goes with text"},
		{"model.load", params{"text": 5}, "bad_params: text is an int, not a text"},
		{"model.load", params{"text": coin, "set": params{"steak": 1}}, "bad_params: set: Coin has no constant 'steak'"},
		{"model.load", params{"text": coin, "set": []int{1}}, "bad_params: set is a list, not a map from names to values"},
		{"model.load", params{"text": coin, "set": params{"stake": []byte{1}}}, "bad_params: set has a value of 'stake' that cannot be read: bytes are no value of a model"},
		{"model.load", params{"text": "- x"}, "model_error: This is not a model: it is a list, not a mapping"},
		{"model.load", params{"path": "no/such.yaml"}, "model_error: the file cannot be read: open no/such.yaml: no such file or directory"},
		{"model.diagram", params{"model": model, "form": "png"}, "bad_params: form is 'png'; there are text and svg"},
		{"model.diagram", params{"model": model, "form": "svg", "theme": `"`}, `bad_params: theme is '"'; there are light, dark and auto`},
		{"model.diagram", params{"model": model, "form": "text", "theme": "dark"}, "bad_params: theme goes with the form svg"},
		{"model.describe", params{"model": game}, "not_found: 1073741825 is no model: it looks like a game"},
		{"model.close", params{"model": 99}, "not_found: there is no model 99"},
		{"game.new", params{"model": model, "players": 3}, "bad_params: players: Coin takes 2 players, not 3"},
		{"game.new", params{"model": model, "players": 0}, "bad_params: players is 0; it is at least 1"},
		{"game.new", params{"model": model, "players": 1 << 40}, "bad_params: players is far too large"},
		{"game.new", params{"model": model, "chance": "dice"}, "bad_params: chance is 'dice'; there are seed and ask"},
		{"game.request", params{"game": "1"}, "bad_params: game is a text, not a handle"},
		{"game.answer", params{"game": game}, "bad_params: option or label is missing"},
		{"game.answer", params{"game": game, "option": 1, "label": "x"}, "bad_params: label and option are both there; give one"},
		{"game.answer", params{"game": game, "option": 3}, "bad_answer: step go has options 0 to 2, not 3"},
		{"game.answer", params{"game": game, "option": -1}, "bad_answer: there is no option -1"},
		{"game.answer", params{"game": game, "label": "fly"}, "bad_answer: step go has no option 'fly'"},
		{"game.answer", params{"game": game, "option": 0, "seat": 1}, "bad_answer: player 1 is not asked now"},
		{"game.answer", params{"game": game, "label": "flip", "seat": 1}, "bad_answer: player 1 is not asked now"},
		{"game.answer", params{"game": game, "option": 0, "seat": -1}, "bad_params: seat is -1; seats count from 0"},
		{"game.play", params{"game": game, "agents": "nobody"}, "bad_params: agents: no agent 'nobody'; there are random, first, search, solve, greedy"},
		{"game.play", params{"game": game, "agents": "first", "until_seat": 2}, "bad_params: until_seat is 2; seats are 0 to 1"},
		{"game.play", params{"game": game, "agents": "first", "limit": 0}, "bad_params: limit is 0; it is at least 1"},
		{"game.explain", params{"game": game, "about": "luck"}, "bad_params: about is 'luck'; there are action, value, trigger, turn, end and all"},
		{"game.explain", params{"game": game, "about": "end", "name": "x"}, "bad_params: name is given, and about is not action, value or trigger"},
		{"game.explain", params{"game": game, "about": "value"}, "bad_params: name is missing: what is the expression?"},
		{"game.explain", params{"game": game, "about": "action", "name": "fly"}, "bad_params: name cannot be explained: there is no action 'fly'"},
		{"game.explain", params{"game": game, "about": "value", "name": "1 +"}, "bad_params: name cannot be explained: error evaluating '1 +': SyntaxError: the expression ends too early"},
		{"game.explain", params{"game": game, "seat": 2}, "bad_params: seat is 2; seats are 0 to 1"},
		{"game.undo", params{"game": game, "n": 1}, "bad_answer: there are 0 answers to undo, not 1"},
		{"game.undo", params{"game": game, "n": -1}, "bad_params: n is -1; it is at least 0"},
		{"game.redo", params{"game": game, "n": 7}, "bad_answer: there are 0 answers to give again, not 7"},
		{"game.events", params{"game": game, "since": -5}, "bad_params: since is -5; it is at least 0"},
		{"game.next", params{"game": game}, "bad_answer: game 1 of the campaign has not ended"},
		{"game.restore", params{"model": model, "data": []byte("ASTRAGALSAVE")}, "bad_params: data: the save is damaged or no save at all"},
		{"game.restore", params{"model": model, "data": "text"}, "bad_params: data is a text, not bytes"},
		{"game.replay", params{"model": model, "record": "{}"}, "bad_params: record is none: a record of format 0; this engine reads format 1"},
		{"game.close", params{"game": 0}, "not_found: there is no game 0"},
		{"simulate.run", params{"model": model, "games": 0}, "bad_params: games: 0 games cannot be played"},
		{"simulate.run", params{"model": model, "games": 101}, "limit: games: at most 100 games at once"},
		{"simulate.run", params{"model": model, "games": 1, "agents": "a,b,c"}, "bad_params: agents: 3 agents are named for 2 seats"},
		{"simulate.run", params{"model": model, "games": 1, "players": -4}, "bad_params: players: Coin takes 2 to 2 players, not -4"},
		{"simulate.run", params{"model": model, "games": 1, "until_ci": -0.5}, "bad_params: until_ci must not be below 0"},
		{"simulate.run", params{"model": model, "games": 1, "until_ci": true}, "bad_params: until_ci is a bool, not a number"},
		{"simulate.run", params{"model": model, "games": 1, "compare_agents": "nobody"}, "bad_params: compare_agents: no agent 'nobody'; there are random, first, search, solve, greedy"},
		{"simulate.run", params{"model": model, "games": 1, "compare": 99}, "not_found: there is no model 99"},
		{"simulate.run", params{"model": model, "games": 1, "chart": "pink"}, "bad_params: chart is 'pink'; there are light, dark and auto"},
		{"simulate.run", params{"model": model, "games": 1, "resume": []byte("x")}, "bad_params: resume: this is no saved simulation, or not a whole one"},
		{"simulate.result", params{"simulation": 5}, "not_found: there is no simulation 5"},
		{"batch.new", params{"model": model, "n": 0}, "bad_params: n: a batch has at least one game"},
		{"batch.new", params{"model": model, "n": 1}, "limit: 1 batches are open: no more at once"},
		{"batch.step", params{"batch": batch, "options": []byte{1}}, "bad_params: options: 1 bytes for 5 games; 4 bytes each"},
		{"batch.step", params{"batch": batch, "options": slices.Repeat([]byte{255}, 20)}, "bad_answer: game 0: step go has options 0 to 2, not -1"},
		{"batch.step", params{"batch": batch}, "bad_params: options or actions is missing"},
		{"batch.step", params{"batch": batch, "options": []byte{}, "actions": []byte{}}, "bad_params: actions and options are both there; give one"},
		{"batch.step", params{"batch": batch, "actions": []byte{}}, "bad_params: actions: 0 bytes for 5 games; 4 bytes each"},
		{"batch.step", params{"batch": batch, "actions": slices.Repeat([]byte{9, 0, 0, 0}, 5)}, "bad_answer: game 0: step go has no option with the number 9"},
		{"batch.observe", params{"batch": batch, "seat": 2}, "bad_params: seat is 2; seats are 0 to 1, and -1 looks on"},
		{"batch.observe", params{"batch": batch, "seat": -2}, "bad_params: seat is -2; seats are 0 to 1, and -1 looks on"},
		{"batch.observe", params{"batch": batch, "since": -1}, "bad_params: since is -1; it is at least 0"},
		{"batch.observe", params{"batch": batch, "actions": 0}, "bad_params: actions is 0; it is at least 1"},
		{"batch.observe", params{"batch": batch, "actions": 6}, "limit: actions: the games have met 7 options so far, more than 6"},
		{"batch.observe", params{"batch": batch, "actions": 1 << 30}, "limit: 5 games with 39 numbers and 1073741824 actions each take 5368709900 bytes, more than an answer has: observe smaller batches"},
		{"batch.observe", params{"batch": batch, "info": true}, "bad_params: info is true, and the batch was made without"},
		{"batch.new", params{"model": model, "n": 1, "listed": 5}, "bad_params: listed is no list of pairs of a place and a label"},
		{"batch.new", params{"model": model, "n": 1, "listed": []any{[]any{"a"}}}, "bad_params: listed is no list of pairs of a place and a label"},
		{"model.encoding", params{"model": model, "players": 7}, "bad_params: players: Coin takes 2 players, not 7"},
		{"batch.close", params{"batch": model}, "not_found: 1073741824 is no batch: it looks like a model"},
	} {
		require.Equal(t, c.want, h.refused(c.method, c.params), "%s %v", c.method, c.params)
	}
}

// raw sends a frame as it is and gives id, code and message of the error.
func (h *host) raw(frame []byte) string {
	h.t.Helper()
	answer := map[string]any{}
	require.NoError(h.t, msgpack.Unmarshal(Handle(h.rt, frame, nil), &answer))
	require.Equal(h.t, false, answer["ok"])
	e := answer["errors"].([]any)[0].(map[string]any)
	return fmt.Sprintf("%v %s: %s", answer["id"], e["code"], e["message"])
}

func TestEnvelopes(t *testing.T) {
	h := newHost(t, session.Config{})
	for _, c := range []struct {
		request any
		want    string
	}{
		{5, "0 bad_request: a request is a map, not an int"},
		{nil, "0 bad_request: a request is a map, not nil"},
		{params{}, "0 version: a request has v: 1"},
		{params{"id": 3, "v": 2, "anything": 1}, "3 version: the request is of another version of the protocol; this runtime speaks version 1"},
		{params{"id": 3, "v": "1"}, "3 version: the request is of another version of the protocol; this runtime speaks version 1"},
		{params{"v": 1, "id": 8}, "8 bad_request: the request has no method"},
		{params{"v": 1, "method": 5}, "0 bad_request: method is an int, not a text"},
		{params{"v": 1, "id": -1, "method": "runtime.info"}, "0 bad_request: id is an int, not an int from 0"},
		{params{"v": 1, "id": "x", "method": "runtime.info"}, "0 bad_request: id is a text, not an int from 0"},
		{params{"v": 1, "method": "runtime.info", "parms": 1}, "0 bad_request: a request has no 'parms'"},
		{params{"v": 1, "method": "runtime.info", "params": []int{1}}, "0 bad_request: params are a list, not a map"},
	} {
		require.Equal(t, c.want, h.raw(pack(t, c.request)), "%v", c.request)
	}
	deep := func(n int, open string) []byte { return []byte(strings.Repeat(open, n)) }
	for _, c := range []struct{ frame, want string }{
		{"", "the frame ends too early"},
		{"\xc1", "the frame has a byte that begins no value"},
		{"\x80\x01", "bytes follow behind the end of the frame"},
		{"\xdf\xff\xff\xff\xff", "the frame ends too early"},
		{"\xdd\xff\xff\xff\xff\x01", "the frame ends too early"},
		{"\xdb\xff\xff\xff\xffabc", "the frame ends too early"},
		{"\xc6\xff\xff\xff\xffabc", "the frame ends too early"},
		{"\xc9\xff\xff\xff\xff\x01abc", "the frame ends too early"},
		{"\xd9", "the frame ends too early"},
		{"\xa2\xff\xfe", "the frame has a text that is not UTF-8"},
		{"\x81\x01\x02", "a map has an int as a key; keys are texts"},
		{"\xd4\x05\x00", "the frame has an extension of type 5"},
		{"\xd5\x01\x02\x03", "the frame has an integer of a wrong form, or a far too large one"},
		{string(deep(100_000, "\x91")), "the frame is nested more than 64 deep"},
		{string(deep(100_000, "\x81\xa0")), "the frame is nested more than 64 deep"},
		{"\xdd\x00\x03\x0d\x41" + strings.Repeat("\xc0", 200_001), "the frame has more than 200000 values"},
	} {
		require.Equal(t, "0 bad_request: "+c.want, h.raw([]byte(c.frame)), "%.40q", c.frame)
	}
	twice := append([]byte("\x85\xa1v\x01\xa2id\x04\xa6method\xacgame.request\xa6params\x82\xa4game\x01\xa4game\x01"), "\xa1v\x01"...)
	require.Equal(t, "4 bad_request: a request has 'v' twice", h.raw(twice))
	twice = []byte("\x84\xa1v\x01\xa2id\x04\xa6method\xacgame.request\xa6params\x82\xa4game\x01\xa4game\x01")
	require.Equal(t, "4 bad_params: game is there twice", h.raw(twice))

	for frame, want := range map[string]string{
		"{":            "the JSON ends too early",
		`{"v": 1} {}`:  "more follows behind the JSON object",
		`{"v": 1e999}`: "the number 1e999 is too large",
		`{"v": ` + strings.Repeat("9", 2000) + `}`:                                 "the number " + strings.Repeat("9", 40) + "... is too large",
		`{"v": ` + strings.Repeat("[", 100_000):                                    "the frame is nested more than 64 deep",
		`{"v": [` + strings.Repeat("1,", 200_001):                                  "the frame has more than 200000 values",
		`{"v": 1, "method": "batch.step", "params": {"batch": 1, "options": "?"}}`: "options is no base64: illegal base64 data at input byte 0",
	} {
		require.Contains(t, string(Handle(h.rt, []byte(frame), nil)), want, "%.40s", frame)
	}
	ok := string(Handle(h.rt, []byte(" \n{\"v\": 1, \"method\": \"runtime.cancel\", \"params\": {\"id\": 18446744073709551615}}"), []byte("before")))
	require.Equal(t, `before{"v":1,"id":0,"ok":true,"result":{"cancelled":false}}`, ok)
}

func TestQuotas(t *testing.T) {
	conf, err := ParseConfig([]byte(`{"limits": {"models": 2, "games": 2, "answers": 4, "frame_bytes": 3000}, "paths": false, "workers": 2}`))
	require.NoError(t, err)
	packed, err := ParseConfig(pack(t, params{"limits": params{"models": 2, "games": 2, "answers": 4, "frame_bytes": 3000}, "paths": false, "workers": 2}))
	require.NoError(t, err)
	require.Equal(t, conf, packed)
	h := newHost(t, conf)
	model := h.do("model.load", params{"text": coin})["model"]
	require.Equal(t, "bad_params: path: this runtime reads no files", h.refused("model.load", params{"path": "x"}))
	h.do("model.load", params{"text": coin})
	require.Equal(t, "limit: 2 models are open: no more at once", h.refused("model.load", params{"text": coin}))
	game := h.do("game.new", params{"model": model, "chance": "ask"})["game"]
	h.do("game.clone", params{"game": game})
	for _, c := range []struct {
		method string
		params params
	}{{"game.clone", params{"game": game}}, {"game.new", params{"model": model}}} {
		require.Equal(t, "limit: 2 games are open: no more at once", h.refused(c.method, c.params))
	}
	for _, option := range []int{0, 1, 0, 1} {
		h.do("game.answer", params{"game": game, "option": option})
	}
	require.Equal(t, "game_over: the game is over (end): it takes no answer", h.refused("game.answer", params{"game": game, "option": 0}))
	require.Equal(t, "limit: the game has had 4 answers: it takes no more", h.refused("game.next", params{"game": game}))
	require.Contains(t, h.raw(pack(t, strings.Repeat(" ", 4000))), "0 limit: the request has 4003 bytes, more than 3000")
	require.Contains(t, h.refused("runtime.methods", nil), "limit: the answer has ")

	for config, want := range map[string]string{
		`{"limit": {}}`:              "config: there is no 'limit'; there are evaluators, limits, workers, paths",
		`{"limits": 1}`:              "config: limits is a map",
		`{"limits": {"games": -1}}`:  "config: limits: games is an int from 1 to 134217728",
		`{"limits": {"games": 1e3}}`: "config: limits: games is an int from 1 to 134217728",
		`{"limits": {"ops": 1` + strings.Repeat("0", 30) + `}}`: "config: limits: ops is an int from 1 to 1099511627776",
		`{"workers": -1}`: "config: workers is an int from 0 to 1024",
		`{"paths": "no"}`: "config: paths is a bool",
		`{`:               "config: the JSON ends too early",
		"\xc1":            "config: the frame has a byte that begins no value",
		"\x01":            "config: a map, not an int",
	} {
		_, err := ParseConfig([]byte(config))
		require.ErrorContains(t, err, want)
	}
	for _, config := range []string{"", "\xc0", "{}", "\x80", `{"limits": null, "workers": null}`} {
		conf, err := ParseConfig([]byte(config))
		require.NoError(t, err)
		require.Equal(t, session.Config{}, conf)
	}
}

// A constant of any kind arrives as it was sent, also an int beyond 64 bits.
func TestValues(t *testing.T) {
	h := newHost(t, session.Config{})
	for _, text := range []string{
		`1`, `-1`, `-129`, `-40000`, `-3000000000`, `18446744073709551615`, `9223372036854775808`, `-9223372036854775808`, `1.5`, `-0.0`, `1e300`, `true`, `null`, `"two"`,
		`[1, [2, [3.0]], {"b": 1, "a": {"z": null}}]`, `36893488147419103232`, `-36893488147419103232`, `{"b": 1, "a": 2}`, `"` + strings.Repeat("é", 70_000) + `"`,
	} {
		answer := string(Handle(h.rt, []byte(`{"v": 1, "method": "model.load", "params": {"text": `+strconv.Quote(coin)+`, "set": {"odds": `+text+`}}}`), nil))
		loaded := struct{ Result struct{ Model int } }{}
		require.NoError(t, json.Unmarshal([]byte(answer), &loaded), answer)
		require.NotZero(t, loaded.Result.Model, "%.300s", answer)
		back := string(Handle(h.rt, []byte(fmt.Sprintf(`{"v": 1, "method": "model.describe", "params": {"model": %d}}`, loaded.Result.Model)), nil))
		want := `"odds":` + strings.NewReplacer(": ", ":", ", ", ",").Replace(text)
		if text == "1e300" {
			want = `"odds":1e+300`
		}
		require.Contains(t, back, want)
		packed := Handle(h.rt, pack(t, params{"v": 1, "method": "model.describe", "params": params{"model": loaded.Result.Model}}), nil)
		require.NoError(t, scan(packed), "an answer is a frame that could be a request")
	}
}

func TestTheDocumentationIsTheTable(t *testing.T) {
	for name, want := range map[string]string{"protocol.md": Docs(), "protocol.schema.json": string(Schema())} {
		got, err := os.ReadFile("../../docs/" + name)
		require.NoError(t, err)
		require.Equal(t, want, string(got), "run: go run ./host/protocol/gen")
	}
	limits := session.Limits{}
	text, err := os.ReadFile("../../docs/limits.md")
	require.NoError(t, err)
	for _, l := range limits.List() {
		require.Contains(t, string(text), "`"+l.Name+"`", "docs/limits.md leaves a limit out")
	}
	for _, m := range table {
		require.LessOrEqual(t, len(m.Params), maxParams)
		require.NotNil(t, m.run, m.Name)
	}
}
