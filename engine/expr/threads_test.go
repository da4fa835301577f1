package expr

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/value"
)

// layouts are worlds of which each has the attributes of its items in other places, and one code: what it remembers of
// one it finds in the others.
func layouts(t *testing.T, n int) []*world {
	worlds := make([]*world, n)
	for k := range worlds {
		w := newWorld()
		var items []value.Value
		for i, kind := range []string{"a", "b", "b", "c"} {
			var names, vals []value.Value
			for pad := range 3 * k {
				names, vals = append(names, value.Intern("pad"+string(rune('a'+pad)))), append(vals, value.OfInt(77))
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
		w.function(t, "has", []string{"k", "most"}, "any(c['kind'] == k and c['cost'] <= most for c in items)")
		w.function(t, "those", []string{"k"}, "[c for c in items if c['kind'] == k]")
		worlds[k] = w
	}
	return worlds
}

// Games on several threads share compiled code and with it the hints of where an attribute or a name stood last. However
// they write over each other's hints, each reads its own items: here every thread has another layout.
func TestHintsOfOtherThreads(t *testing.T) {
	const threads = 6
	worlds := layouts(t, threads)
	for src, want := range map[string]int64{
		"len([c for c in items if c['kind'] == 'b' and c['cost'] == n])":                     2,
		"len([c for c in items if c['cost'] == n and c['kind'] != 'a'])":                     2,
		"sum([c['cost'] for c in items])":                                                    10,
		"len([c for c in items if c['kind'] in ['a', 'b'] and c['cost'] > n and c['good']])": 1,
		"items[1]['cost'] + (items[2]['cost'] if items[0]['good'] else 100)":                 4,
	} {
		code := worlds[0].compile(t, src)
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

// Where items of many makes have an attribute is written down a few times only, whatever is asked in which order.
func TestPlacesAreWrittenAFewTimes(t *testing.T) {
	worlds := layouts(t, 6)
	a := &attribute{key: value.Intern("cost")}
	for round := range 3 {
		for k, w := range worlds {
			for i, item := range w.env.State[0].Items() {
				got, ok := a.glance(w.env, item)
				require.True(t, ok)
				require.EqualValues(t, []int64{3, 2, 2, 3}[i], got.Int())
			}
			if round == 0 && k < 4 { // from 1: uid, three more for each world, kind
				require.EqualValues(t, 3+3*k, a.places.Load()>>(8*k))
			}
		}
		require.EqualValues(t, 3|6<<8|9<<16|12<<24, a.places.Load())
	}
	_, ok := (&attribute{key: value.Intern("none")}).glance(worlds[0].env, worlds[0].env.State[0].Items()[0])
	require.False(t, ok)
}

// What an evaluation takes off its budgets does not depend on what others have remembered in its code.
func TestHintsChangeNoBudget(t *testing.T) {
	worlds := layouts(t, 6)
	type spent struct {
		value       string
		steps, size int64
	}
	for _, src := range []string{
		"len([c for c in items if c['kind'] == 'b' and c['cost'] == n])",
		"[c for c in items if c['cost'] == n]",
		"[c['cost'] for c in items if c['kind'] == 'c']",
		"[c for c in items if c['kind'] == 'x']",
		"any(c['cost'] == 5 - n and c['kind'] == 'c' for c in items)",
		"all(c['cost'] < n + n and c['kind'] != 'x' for c in items)",
		"has('b', n)",
		"has(next(x for x in ['x', 'b', 'c'] if x != 'x'), len([x for x in range(4)]))",
		"has('x' * 2, len([x for x in range(4)]))",
		"those('b')",
		"those(next(x for x in ['x', 'b', 'c'] if x != 'x'))",
		"those('x' * 2)",
		"sorted(items, key=lambda c: c['cost'])[0]['kind']",
	} {
		ways := map[string]func(*Code, *world) value.Value{
			"run":  func(c *Code, w *world) value.Value { return c.Run(w.env) },
			"bool": func(c *Code, w *world) value.Value { return value.OfBool(c.RunBool(w.env)) },
			"choose": func(c *Code, w *world) value.Value { // as an op does that offers them
				if others, few, ok := c.Few(w.env, 64); ok {
					var out []value.Value
					for i, x := range others {
						if few>>i&1 == 1 {
							out = append(out, x)
						}
					}
					return value.OfList(out)
				}
				items, v, made := c.Append(w.env, nil)
				if made {
					return value.OfList(items)
				}
				return v
			},
		}
		for way, run := range ways {
			cost := func(c *Code, w *world) spent {
				w.env.Begin()
				full := spent{"", w.env.steps, w.env.size.Left}
				v := run(c, w)
				return spent{value.Repr(&w.sto, v), full.steps - w.env.steps, full.size - w.env.size.Left}
			}
			shared := worlds[0].compile(t, src)
			for _, w := range worlds {
				for _, other := range worlds {
					fresh := w.compile(t, src)
					want := cost(fresh, w)
					require.Equal(t, want, cost(fresh, w), "%s, %s, again", src, way)
					cost(shared, other)
					require.Equal(t, want, cost(shared, w), "%s, %s", src, way)
				}
			}
		}
	}
}
