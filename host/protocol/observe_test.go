package protocol

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/host/session"
)

// masks are those of an answer, by game.
func masks(h *host, r map[string]any) [][]byte {
	width := int(num(r["actions"]))
	all := h.bytes(r["mask"])
	out := make([][]byte, 0, len(all)/width)
	for ; len(all) > 0; all = all[width:] {
		out = append(out, all[:width])
	}
	return out
}

func num(x any) float64 {
	switch x := x.(type) {
	case int8:
		return float64(x)
	case uint8:
		return float64(x)
	case uint16:
		return float64(x)
	}
	return x.(float64)
}

// Games of Kuhn poker that are played by masks and numbers of actions: every information set is met, twelve
// in all, and no game is stopped.
func TestLearningKuhn(t *testing.T) {
	h := newHost(t, session.Config{Workers: 2})
	model := h.do("model.load", params{"path": "../../examples/kuhn-poker/model.yaml"})["model"]
	const n = 100
	batch := h.do("batch.new", params{"model": model, "n": n, "seed": 3, "info": true})["batch"]
	src, sets := prng.Source{Seed: 8}, map[string]bool{}
	rows := map[string][]byte{}
	for range 30 {
		r := h.do("batch.observe", params{"batch": batch, "info": true, "actions": 40})
		size, row := int(num(r["size"])), h.bytes(r["observation"])
		actions := make([]byte, 0, 4*n)
		for i, mask := range masks(h, r) {
			state := r["info"].([]any)[i].(string)
			var legal []int
			for a, may := range mask {
				if may == 1 {
					legal = append(legal, a)
				}
			}
			if h.bytes(r["over"])[i] != 0 {
				require.Empty(t, legal)
				require.Empty(t, state)
				actions = binary.LittleEndian.AppendUint32(actions, 0)
				continue
			}
			require.Len(t, legal, 2)
			sets[state] = true
			mine := row[4*size*i : 4*size*(i+1)]
			if was, met := rows[state]; met {
				require.Equal(t, was, mine, "one information state has one row")
			}
			rows[state] = mine
			actions = binary.LittleEndian.AppendUint32(actions, uint32(legal[src.Intn(2)]))
		}
		over := h.bytes(h.do("batch.step", params{"batch": batch, "actions": actions, "reset": true})["over"])
		require.NotContains(t, over, byte(2))
	}
	require.Len(t, sets, 12)
}

// Numbers of options are the same in another batch that was given the list, in whatever order it meets them.
func TestListedOptionsKeepTheirNumbers(t *testing.T) {
	h := newHost(t, session.Config{})
	model := h.do("model.load", params{"path": "../../examples/nim/model.yaml"})["model"]
	play := func(listed any, seed int) []any {
		batch := h.do("batch.new", params{"model": model, "n": 20, "seed": 1, "listed": listed})["batch"]
		src := prng.Source{Seed: uint64(seed)}
		for range 12 {
			r := h.do("batch.observe", params{"batch": batch})
			options := make([]byte, 0, 80)
			counts := h.bytes(r["count"])
			for i, mask := range masks(h, r) {
				n, legal := int(binary.LittleEndian.Uint32(counts[4*i:])), 0
				for _, may := range mask {
					legal += int(may)
				}
				require.Equal(t, n, legal, "every option has a number of its own")
				options = binary.LittleEndian.AppendUint32(options, uint32(src.Intn(max(n, 1))))
			}
			h.do("batch.step", params{"batch": batch, "options": options})
		}
		out := h.do("batch.observe", params{"batch": batch})["listed"].([]any)
		require.Len(t, h.do("batch.observe", params{"batch": batch, "since": 3})["listed"], len(out)-3)
		require.Empty(t, h.do("batch.observe", params{"batch": batch, "since": 1<<31 - 1})["listed"])
		h.do("batch.close", params{"batch": batch})
		return out
	}
	first := play(nil, 1)
	require.NotEmpty(t, first)
	require.Equal(t, first, play(nil, 1), "the same calls give the same numbers")
	require.Equal(t, first, play(first, 2)[:len(first)])
	twice := append(append([]any{}, first...), first[0])
	require.Contains(t, h.refused("batch.new", params{"model": model, "n": 1, "listed": twice}), "is there twice")
}

// A row spelled out: it is what the seat's view shows.
func TestRow(t *testing.T) {
	h := newHost(t, session.Config{})
	h.json = true
	model := h.do("model.load", params{"text": cellar})["model"]
	encoding := h.do("model.encoding", params{"model": model})
	at := map[string]int{}
	for _, f := range encoding["features"].([]any) {
		at[f.(map[string]any)["name"].(string)] = int(f.(map[string]any)["at"].(float64))
	}
	batch := h.do("batch.new", params{"model": model, "n": 1, "seed": 2})["batch"]
	h.do("batch.step", params{"batch": batch, "options": []byte{0, 0, 0, 0}}) // draw
	row := func(seat int) func(name string, k int) float32 {
		b := h.bytes(h.do("batch.observe", params{"batch": batch, "seat": seat})["observation"])
		return func(name string, k int) float32 {
			return math.Float32frombits(binary.LittleEndian.Uint32(b[4*(at[name]+k):]))
		}
	}
	own, other, outside := row(0), row(1), row(-1)
	require.Equal(t, []float32{1, 0, 0, 1}, []float32{own("seat", 0), own("seat", 1), own("asked", 0), own("asked", 1)})
	require.Zero(t, outside("seat", 0)+outside("seat", 1))
	require.Equal(t, []float32{1, 7, 0, 0}, []float32{own("aim[0]", 0), own("aim[0]", 1), own("aim[1]", 0), own("aim[1]", 1)})
	require.Equal(t, []float32{1, 7}, []float32{other("aim[1]", 0), other("aim[1]", 1)})
	require.Equal(t, []float32{2, 0, 2}, []float32{own("hand[0]", 0), own("hand[0]", 1), own("hand[0]", 2) + own("hand[0]", 3) + own("hand[0]", 4) + own("hand[0]", 5)})
	require.Equal(t, []float32{2, 2, 0}, []float32{other("hand[0]", 0), other("hand[0]", 1), other("hand[0]", 2) + other("hand[0]", 3) + other("hand[0]", 4) + other("hand[0]", 5)})
	require.Equal(t, []float32{2, 2}, []float32{own("deck", 0), own("deck", 1)})
}
