package expr

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/value"
)

// Games on several threads share compiled code and with it the hints of where an attribute or a name stood last. However
// they write over each other's hints, each reads its own items: here every thread has another layout.
func TestHintsOfOtherThreads(t *testing.T) {
	sources := map[string]int64{
		"len([c for c in items if c['kind'] == 'b' and c['cost'] == n])":                     2,
		"len([c for c in items if c['cost'] == n and c['kind'] != 'a'])":                     2,
		"sum([c['cost'] for c in items])":                                                    10,
		"len([c for c in items if c['kind'] in ['a', 'b'] and c['cost'] > n and c['good']])": 1,
		"items[1]['cost'] + (items[2]['cost'] if items[0]['good'] else 100)":                 4,
	}
	const threads = 4
	worlds := make([]*world, threads)
	for k := range worlds {
		w := newWorld()
		var items []value.Value
		for i, kind := range []string{"a", "b", "b", "c"} {
			var names, vals []value.Value
			for pad := range 3 * k {
				names, vals = append(names, value.Intern("pad"+string(rune('0'+pad)))), append(vals, value.OfInt(77))
			}
			at := []int64{3, 2, 2, 3}[i]
			names = append(names, value.Intern("kind"), value.Intern("cost"), value.Intern("good"))
			vals = append(vals, value.Intern(kind), value.OfInt(at), value.OfBool(kind == "a"))
			face := value.OfDict(value.NewKeys(names...), vals)
			value.MarkData(face, nil)
			items = append(items, value.OfInst(w.sto.Make(face.Template())))
		}
		w.env.State = []value.Value{value.OfList(items), value.OfInt(2)}
		w.refs["items"] = Ref{Local: NoLocal, Kind: State, Index: 0}
		w.refs["n"] = Ref{Local: NoLocal, Kind: State, Index: 1}
		worlds[k] = w
	}
	for src, want := range sources {
		s, err := Parse(src, diag.Pos{})
		require.NoError(t, err)
		code := Compile(s, worlds[0])
		var wait sync.WaitGroup
		wrong := make([]int, threads)
		for k, w := range worlds {
			wait.Go(func() {
				defer func() {
					if recover() != nil {
						wrong[k]++
					}
				}()
				for range 20_000 {
					w.env.Begin()
					if got := code.Run(w.env); !got.IsInt() || got.Int() != want {
						wrong[k]++
					}
				}
			})
		}
		wait.Wait()
		require.Equal(t, make([]int, threads), wrong, src)
	}
}
