// Package hostile has tests only: packs of strangers that mean harm, through the protocol, as hosts meet them. What
// is wrong with a pack as a pack is tried in host/contentpack; here its code runs.
package hostile

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/enginetest/effort"
	"github.com/astragal-engine/astragal/engine/packfile"
	"github.com/astragal-engine/astragal/examples/evaluators"
	"github.com/astragal-engine/astragal/host/contentpack"
	"github.com/astragal-engine/astragal/host/protocol"
	"github.com/astragal-engine/astragal/host/sandbox/wasmtest"
	"github.com/astragal-engine/astragal/host/session"
)

// The deed is a constant, so that one pack has them all.
const table = `name: Table
num_players: 2
constants: {deed: fine, ops: []}
content: {cards: [{id: ace}, {id: king}, {id: queen}, {id: jack}]}
code: {bad: {kind: %s}}
state:
  vars: {turn: {init: 0}, score: {init: 0}, secret: {init: 7}}
  zones:
    open: {init_x: "[c for c in content['cards']][:2]"}
    safe: {init_x: "[c for c in content['cards']][2:]"}
actions:
  try: {label: Try it, effect: [{op: call, code: bad, as: got, with_x: {do: deed, ops: ops, value: "5", zero: "0.0"}}]}
  rest: {label: Rest, pre_x: "score + secret + len(open) + len(safe) >= 0"}
flow:
  kind: loop
  id: rounds
  over_x: players
  as: turn
  children: [{kind: step, id: move, actor_x: turn, do: [try, rest]}]
`

const manifest = `id: hostile
version: 1.0.0
capabilities: [%s]
models: {table: table.yaml}
evaluators:
  bad: {module: bad.wasm, kind: %s%s}
`

// host is a runtime with one game of its own, which nothing may touch.
type host struct {
	t     testing.TB
	rt    *session.Runtime
	other any
	state map[string]any // of the other game
	moves int
}

type params = map[string]any

func newHost(t testing.TB) *host {
	rt := session.New(session.Config{NoPaths: true})
	t.Cleanup(rt.Close)
	h := &host{t: t, rt: rt}
	nim, err := os.ReadFile("../../examples/nim/model.yaml")
	require.NoError(t, err)
	model := h.do("model.load", params{"text": string(nim)})["model"]
	h.other = h.do("game.new", params{"model": model, "seed": 3})["game"]
	h.state = h.do("game.state", params{"game": h.other})
	return h
}

func (h *host) call(method string, p params) (result map[string]any, fault string) {
	h.t.Helper()
	b, err := json.Marshal(params{"v": 1, "id": 1, "method": method, "params": p})
	require.NoError(h.t, err)
	var answer struct {
		OK     bool
		Result map[string]any
		Errors []struct{ Code, Message string }
	}
	require.NoError(h.t, json.Unmarshal(protocol.Handle(h.rt, b, nil), &answer))
	if !answer.OK {
		return nil, answer.Errors[0].Code + ": " + answer.Errors[0].Message
	}
	return answer.Result, ""
}

func (h *host) do(method string, p params) map[string]any {
	h.t.Helper()
	result, fault := h.call(method, p)
	require.Empty(h.t, fault, method)
	return result
}

// pack makes the zip of a pack with a module.
func pack(t testing.TB, module []byte, kind, capabilities, more string) []byte {
	t.Helper()
	f, faults := packfile.Given("hostile", map[string]string{
		"pack.yaml": fmt.Sprintf(manifest, capabilities, kind, more), "table.yaml": fmt.Sprintf(table, kind), "bad.wasm": string(module),
	}, packfile.Limits{})
	require.Empty(t, faults)
	zip, p, list := contentpack.Build(f)
	require.NotNil(t, p, "%v", list)
	return zip
}

func (h *host) load(zip []byte, deed string, ops []any) (any, string) {
	h.t.Helper()
	if ops == nil {
		ops = []any{}
	}
	result, fault := h.call("model.load", params{"pack": params{"zip": zip}, "grant": []any{"evaluate", "act"}, "set": params{"deed": deed, "ops": ops}})
	if fault != "" {
		return nil, fault
	}
	require.Empty(h.t, result["diagnostics"])
	return result["model"], ""
}

// stop plays the deed and gives what the game was stopped by.
func (h *host) stop(model any) string {
	h.t.Helper()
	game := h.do("game.new", params{"model": model})["game"]
	if _, fault := h.call("game.answer", params{"game": game, "option": 0}); fault != "" {
		h.t.Fatalf("%s: %v", fault, h.do("game.request", params{"game": game}))
	}
	r := h.do("game.request", params{"game": game})
	h.do("game.close", params{"game": game})
	request := r["request"].(map[string]any)
	if e, ok := request["error"].(map[string]any); ok {
		return fmt.Sprintf("%s: %s", e["kind"], e["message"])
	}
	return ""
}

// playsOn shows that the other game was not touched and goes on.
func (h *host) playsOn() {
	h.t.Helper()
	require.Equal(h.t, h.state, h.do("game.state", params{"game": h.other}), "the other game is as it was")
	asked := h.do("game.request", params{"game": h.other})["request"].(map[string]any)
	require.NotContains(h.t, asked, "error")
	if asked["kind"] == "decision" {
		h.do("game.answer", params{"game": h.other, "option": 0})
		h.moves++
	}
	h.state = h.do("game.state", params{"game": h.other})
}

// Everything that code of strangers does to a game stops that game, with its place and the code's name, and nothing else.
func TestCodeOfStrangers(t *testing.T) {
	h := newHost(t)
	module := evaluators.Wasm(t, "c", "bad")
	value := pack(t, module, "code", "evaluate", "")
	for deed, want := range map[string]string{
		"fine": "", "grow": "",
		"nan":     "no number",
		"loop":    "instructions",
		"trap":    "unreachable",
		"recurse": "deep",
		"storm":   "log",
		"deep":    "nested more than 64 deep",
		"big":     "bytes",
		"chance":  "",
		"pointer": "memory", "length": "", "null": "", "empty": "",
		"garbage": "cannot be read", "cut": "cannot be read", "trailing": "more behind it", "huge": "cannot be read", "number": "a map with one of the keys",
		"nothing": "a map with one of the keys", "unknown": "not 'secret'", "both": "a map with one of the keys", "twice": "", "key": "", "text": "not UTF-8",
		"nowhere": "no such deed",
		"ops":     "",
	} {
		t.Run(deed, func(t *testing.T) {
			h.t = t
			model, fault := h.load(value, deed, nil)
			require.Empty(t, fault)
			got := h.stop(model)
			again := h.stop(model)
			require.Equal(t, got, again, "the same, every time")
			switch deed {
			case "fine", "grow", "null", "empty":
				require.Empty(t, got)
			default:
				require.Contains(t, got, "ExprError: ")
				require.Contains(t, got, "code 'bad'")
				require.Contains(t, got, want)
			}
			h.playsOn()
			h.do("model.close", params{"model": model})
		})
	}
	require.Positive(t, h.moves)
}

// Ops go no further than the manifest says: zones, variables, whose decisions.
func TestOpsBeyondTheManifest(t *testing.T) {
	h := newHost(t)
	module := evaluators.Wasm(t, "c", "bad")
	within := pack(t, module, "content", "act", ", zones: [open], vars: [score]")
	asks := pack(t, module, "content", "act", ", zones: [open], vars: [score], decisions: self")
	for name, c := range map[string]struct {
		zip  []byte
		ops  []any
		want string
	}{
		"what it may":                {within, []any{params{"op": "add", "var": "score", "amount": 1}}, ""},
		"another variable":           {within, []any{params{"op": "set", "var": "secret", "value": 1}}, "secret"},
		"reads another":              {within, []any{params{"op": "set", "var": "score", "value_x": "secret"}}, "secret"},
		"another zone":               {within, []any{params{"op": "move", "what_x": "open[0]", "from": "open", "to": "safe"}}, "safe"},
		"out of another zone":        {within, []any{params{"op": "move", "what_x": "safe[0]", "from": "safe", "to": "open"}}, "safe"},
		"decisions":                  {within, []any{params{"op": "choose", "options_x": "[1, 2]", "as": "x"}}, "decision"},
		"decisions of another":       {asks, []any{params{"op": "choose", "options_x": "[1, 2]", "as": "x", "actor_x": "1"}}, ""},
		"a reset":                    {within, []any{params{"op": "reset"}}, "reset"},
		"calls itself":               {within, []any{params{"op": "call", "code": "bad"}}, "call"},
		"an op that is none":         {within, []any{params{"op": "rm -rf"}}, "rm -rf"},
		"no op":                      {within, []any{3}, ""},
		"an expression that is none": {within, []any{params{"op": "set", "var": "score", "value_x": "1 +"}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			h.t = t
			model, fault := h.load(c.zip, "ops", c.ops)
			require.Empty(t, fault)
			got := h.stop(model)
			if name == "what it may" {
				require.Empty(t, got)
			} else {
				require.Contains(t, got, "ExprError: ")
				require.Contains(t, got, "code 'bad'")
				require.Contains(t, got, c.want)
			}
			h.playsOn()
		})
	}
}

// A pack whose code nobody has allowed does not come as far as to be compiled.
func TestCodeThatNobodyAllowed(t *testing.T) {
	h := newHost(t)
	zip := pack(t, evaluators.Wasm(t, "c", "bad"), "content", "act", ", zones: [open], vars: [score]")
	for _, p := range []params{{}, {"grant": []any{}}, {"grant": []any{"extend", "evaluate"}}} {
		p["pack"] = params{"zip": zip}
		_, fault := h.call("model.load", p)
		require.Equal(t, "pack_error: 'hostile' changes games with code of its own, as far as each evaluator declares, which is not allowed here", fault)
	}
	seen := h.do("pack.inspect", params{"pack": params{"zip": zip}})["pack"].(map[string]any)["capabilities"]
	require.Equal(t, []any{params{"name": "act", "does": "changes games with code of its own, as far as each evaluator declares"}}, seen)
	h.do("model.load", params{"pack": params{"zip": zip}, "grant": []any{"act"}})
	h.playsOn()
}

// Modules that are refused when the pack is loaded, before a game is there.
func TestModulesThatAreRefused(t *testing.T) {
	h := newHost(t)
	good := func(change func(*wasmtest.Module)) []byte {
		var m wasmtest.Module
		change(&m)
		return m.Evaluator(1, 2, "", wasmtest.I64(0))
	}
	for name, c := range map[string]struct {
		module []byte
		want   string
	}{
		"no module":            {[]byte("hello"), "module"},
		"nothing":              {nil, "module"},
		"cut off":              {evaluators.Wasm(t, "c", "bad")[:500], "module"},
		"giant":                {append(evaluators.Wasm(t, "c", "echo"), make([]byte, 9<<20)...), "bytes"},
		"far too much memory":  {func() []byte { var m wasmtest.Module; return m.Evaluator(60000, 65536, "", wasmtest.I64(0)) }(), "pages"},
		"an import of its own": {good(func(m *wasmtest.Module) { m.Import("env", "system", "i:i") }), "system"},
		"start that loops": {good(func(m *wasmtest.Module) {
			m.Start(m.Func("", ":", "", wasmtest.Loop(wasmtest.Br(0))))
		}), "instructions"},
	} {
		t.Run(name, func(t *testing.T) {
			h.t = t
			var fault string
			effort.Most(t, 10_000, func() { _, fault = h.load(pack(t, c.module, "code", "evaluate", ""), "fine", nil) })
			require.NotEmpty(t, fault)
			require.Contains(t, fault, "bad")
			require.Contains(t, fault, c.want)
			h.playsOn()
		})
	}
}

// Ten thousand stops keep no memory.
func TestStopsKeepNoMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("ten thousand games")
	}
	h := newHost(t)
	zip := pack(t, evaluators.Wasm(t, "c", "bad"), "code", "evaluate", ", limits: {instructions: 200000}")
	deeds := strings.Fields("loop trap recurse storm deep pointer garbage huge nothing text")
	var models []any
	for _, deed := range deeds {
		model, fault := h.load(zip, deed, nil)
		require.Empty(t, fault)
		models = append(models, model)
	}
	held := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	stops := func(n int) {
		for i := range n {
			require.NotEmpty(t, h.stop(models[i%len(models)]), deeds[i%len(deeds)])
		}
	}
	stops(200)
	before := held()
	stops(10_000)
	after := held()
	t.Logf("%d stops; heap before %d, after %d bytes", 10_000, before, after)
	require.Less(t, int64(after)-int64(before), int64(2<<20))
	h.playsOn()
}
