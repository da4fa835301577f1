package protocol

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/host/session"
)

// hostile is a runtime with something of each kind in it, with limits that keep an input from taking long.
func hostile(t testing.TB) *host {
	h := newHost(t, session.Config{NoPaths: true, Workers: 1, Limits: session.Limits{
		Models: 20, Games: 20, Batches: 4, BatchGames: 50, Simulations: 4, Played: 20, Warm: 3, Answers: 60, Ops: 20_000, Steps: 20_000, Size: 20_000, ZoneItems: 200,
	}})
	model := h.do("model.load", params{"text": coin})["model"]
	h.do("game.new", params{"model": model})
	h.do("game.new", params{"model": model, "chance": "ask"})
	h.do("batch.new", params{"model": model, "n": 2})
	h.do("simulate.run", params{"model": model, "games": 2, "wait": false})
	return h
}

// requests are sound frames, for the fuzzer to spoil: one of each method, with all its parameters.
func requests(t testing.TB) [][]byte {
	samples := map[Type]any{Int: 1, Seed: 7, Float: 0.5, Bool: true, Bytes: []byte{0, 0, 0, 0, 1, 0, 0, 0}, Value: []any{1, params{"a": nil}}, Values: params{"stake": []any{1, -7, 2.5, "x", nil, params{"a": true}}}}
	texts := map[string]string{"text": coin, "chance": "ask", "agents": "first,greedy", "form": "text", "label": "flip", "item": "bag#0", "name": "m.yaml", "path": "/etc/passwd",
		"record": `{"format":1,"game":"Coin","rules":"00","players":2,"seed":0,"answers":[0,[1,1],"next"],"drawn":[[0,0,1]]}`}
	handles := map[string]int{"model": 1 << 30, "game": 1<<30 + 1, "simulation": 1<<30 + 2, "batch": 1<<30 + 3}
	var out [][]byte
	for _, m := range table {
		for _, all := range []bool{true, false} {
			p := params{}
			for _, x := range m.Params {
				switch {
				case !all && !x.Required:
				case x.Type == Text:
					p[x.Name] = texts[x.Name]
				case x.Type == HandleOf:
					p[x.Name] = handles[x.Name]
				default:
					p[x.Name] = samples[x.Type]
				}
			}
			request := params{"v": 1, "id": 5, "method": m.Name, "params": p}
			text, err := json.Marshal(request)
			require.NoError(t, err)
			out = append(out, pack(t, request), text)
		}
	}
	return out
}

// Whatever a frame holds, it has one answer, in the form of the frame, which can be read; the runtime
// stays within its limits and goes on.
func FuzzHandle(f *testing.F) {
	for _, r := range requests(f) {
		f.Add(r)
		f.Add(r[:len(r)/2])
	}
	for _, s := range []string{
		"", "{", "\xc1", "\xdf\xff\xff\xff\xff", "\xdd\xff\xff\xff\xff", "\xc6\xff\xff\xff\xff", "\xdb\xff\xff\xff\xff", "\xc9\xff\xff\xff\xff\x01",
		strings.Repeat("\x91", 100_000), strings.Repeat("\x81\xa1a", 50_000), `{"v":` + strings.Repeat("[", 100_000), `{"v":` + strings.Repeat(`{"a":`, 50_000),
		"\x83\xa1v\x01\xa6method\xa9game.undo\x00", "\x82\xa1v\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00\xa2id\xd3\x80\x00\x00\x00\x00\x00\x00\x00",
		`{"v":1,"method":"simulate.run","params":{"model":1073741824,"games":2147483647,"requests":-2147483648,"workers":2147483647}}`,
		`{"v":1,"method":"batch.new","params":{"model":1073741824,"n":2147483647}}`, `{"v":1e400}`, `{"v":1,"id":18446744073709551616}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		if len(frame) > 1<<20 {
			t.Skip()
		}
		h := hostile(t)
		defer h.rt.Close()
		for range 2 {
			checkAnswer(t, h, frame)
		}
		require.Equal(t, true, h.call("runtime.info", nil)["ok"], "the runtime is spoilt")
	})
}

func checkAnswer(t *testing.T, h *host, frame []byte) {
	t.Helper()
	before := string(frame)
	answer := Handle(h.rt, frame, []byte("x"))
	require.Equal(t, before, string(frame), "the request was written to")
	require.Equal(t, byte('x'), answer[0])
	answer = answer[1:]
	got := map[string]any{}
	if first := strings.TrimLeft(before, " \t\r\n"); first != "" && first[0] == '{' {
		require.NoError(t, json.Unmarshal(answer, &got), "%q", answer)
	} else {
		require.NoError(t, scan(answer), "%q", answer)
		require.NoError(t, msgpack.Unmarshal(answer, &got))
	}
	require.EqualValues(t, 1, got["v"])
	if got["ok"] == true {
		require.IsType(t, map[string]any{}, got["result"])
		return
	}
	for _, e := range got["errors"].([]any) {
		code := session.Code(e.(map[string]any)["code"].(string))
		require.NotEqual(t, session.Internal, code, "%v", e)
	}
	require.NotEmpty(t, got["errors"])
}

// A sound frame with every bit turned, cut at every byte.
func TestSpoiltFrames(t *testing.T) {
	h := hostile(t)
	for _, r := range requests(t) {
		if len(r) > 400 {
			continue
		}
		for i := range r {
			checkAnswer(t, h, r[:i])
			for bit := range 8 {
				spoilt := append([]byte(nil), r...)
				spoilt[i] ^= 1 << bit
				checkAnswer(t, h, spoilt)
			}
		}
	}
}

// What a hostile length announces is not made room for.
func TestBombsTakeNoMemory(t *testing.T) {
	h := newHost(t, session.Config{})
	for _, head := range []string{"\xdf", "\xdd", "\xdb", "\xc6", "\xc9"} {
		for _, inside := range []string{"", "\x84\xa1v\x01\xa6method\xaamodel.load\xa6params\x82\xa4text\xa1x\xa3set\x81\xa5stake"} {
			frame := []byte(inside + head + "\x7f\xff\xff\xff\x01")
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range 100 {
				Handle(h.rt, frame, nil)
			}
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(10<<20), fmt.Sprintf("%q", frame))
		}
	}
}
