package protocol

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/host/session"
)

// twenty asks for one of 20 actions, again and again.
func twenty() string {
	var names, actions []string
	for i := range 20 {
		names = append(names, fmt.Sprintf("march_to_%d", i))
		actions = append(actions, fmt.Sprintf("  march_to_%d: {effect: [{op: add, var: n, amount: 1}]}", i))
	}
	return "name: Twenty\nnum_players: 2\nstate: {vars: {n: {init: 0}}}\nactions:\n" + strings.Join(actions, "\n") +
		"\nflow: {kind: loop, id: l, until_x: 'n > 9000', children: [{kind: step, id: march, actor_x: n % 2, do: [" + strings.Join(names, ", ") + "]}]}\n"
}

func ask(t testing.TB) (*host, any, any) {
	h := newHost(t, session.Config{Limits: session.Limits{Answers: 1 << 30}})
	loaded := h.do("model.load", params{"text": twenty()})
	require.Empty(t, loaded["diagnostics"])
	begun := h.do("game.new", params{"model": loaded["model"]})
	require.Len(t, begun["request"].(map[string]any)["options"], 20)
	return h, loaded["model"], begun["game"]
}

// A request of 20 options to bytes, and the whole way of game.request.
func BenchmarkRequest(b *testing.B) {
	h, _, game := ask(b)
	var c session.Call
	require.NoError(b, c.Begin(h.rt, 1))
	g, err := c.Game(handleOf(game))
	require.NoError(b, err)
	b.Run("write", func(b *testing.B) {
		w := writer{b: make([]byte, 0, 4096)}
		for b.Loop() {
			w.b = w.b[:0]
			w.request(g.Session().Game())
		}
		b.SetBytes(int64(len(w.b)))
	})
	g.Done(&err)
	c.End()
	frame := pack(b, params{"v": 1, "id": 1, "method": "game.request", "params": params{"game": game}})
	dst := make([]byte, 0, 4096)
	b.Run("handle", func(b *testing.B) {
		for b.Loop() {
			dst = Handle(h.rt, frame, dst[:0])
		}
	})
}

func BenchmarkAnswer(b *testing.B) {
	h, model, game := ask(b)
	frame := answering(b, game, 3)
	over := pack(b, params{"v": 1, "id": 1, "method": "game.close", "params": params{"game": game}})
	dst := make([]byte, 0, 4096)
	n := 0
	for b.Loop() {
		dst = Handle(h.rt, frame, dst[:0])
		if n++; n%8000 == 0 {
			b.StopTimer()
			Handle(h.rt, over, nil)
			begun := h.do("game.new", params{"model": model})
			game = begun["game"]
			frame = answering(b, game, 3)
			over = pack(b, params{"v": 1, "id": 1, "method": "game.close", "params": params{"game": game}})
			b.StartTimer()
		}
	}
}

func BenchmarkBatchStep(b *testing.B) {
	h, model, _ := ask(b)
	const n = 1000
	batch := h.do("batch.new", params{"model": model, "n": n})["batch"]
	frame := pack(b, params{"v": 1, "id": 1, "method": "batch.step", "params": params{"batch": batch, "options": make([]byte, 4*n), "reset": true}})
	dst := make([]byte, 0, 1<<16)
	for b.Loop() {
		dst = Handle(h.rt, frame, dst[:0])
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/decision")
}

func handleOf(x any) session.Handle {
	var n uint64
	fmt.Sscan(fmt.Sprint(x), &n)
	return session.Handle(n)
}

// A request is written without allocating anything, and asked for with nothing either.
func TestRequestsAllocateNothing(t *testing.T) {
	h, _, game := ask(t)
	frame := pack(t, params{"v": 1, "id": 1, "method": "game.request", "params": params{"game": game}})
	dst := make([]byte, 0, 4096)
	require.Zero(t, testing.AllocsPerRun(200, func() { dst = Handle(h.rt, frame, dst[:0]) }))
}

// As many threads as cores, each on games of its own: compare the rate of -cpu 1 with that of more.
func BenchmarkThreads(b *testing.B) {
	h := newHost(b, session.Config{})
	model := h.do("model.load", params{"text": twenty()})["model"]
	b.RunParallel(func(pb *testing.PB) {
		var frame, over, dst []byte
		for n := 0; pb.Next(); n++ {
			if n%8000 == 0 {
				if over != nil {
					Handle(h.rt, over, nil)
				}
				begun := map[string]any{}
				if err := msgpack.Unmarshal(Handle(h.rt, pack(b, params{"v": 1, "method": "game.new", "params": params{"model": model}}), nil), &begun); err != nil {
					b.Error(err)
					return
				}
				game := begun["result"].(map[string]any)["game"]
				frame = answering(b, game, 3)
				over = pack(b, params{"v": 1, "id": 1, "method": "game.close", "params": params{"game": game}})
			}
			dst = Handle(h.rt, frame, dst[:0])
		}
	})
}
