package expr

import (
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/value"
)

// Every expression of the corpus gives the same in plain mode, to the place and the words of its error,
// with its names as state, as constants and as locals.
func TestPlainCorpus(t *testing.T) {
	taken := map[string]int{}
	for _, v := range corpus(t) {
		for _, bind := range []func(w *world, name, text string){(*world).state, (*world).constant, (*world).local} {
			w := newWorld()
			names := make([]string, 0, len(v.Env))
			for name := range v.Env {
				names = append(names, name)
			}
			sort.Strings(names)
			for _, name := range names {
				bind(w, name, v.Env[name])
			}
			quick := w.outcome(t, Mode{Fast: func(path string) { taken[path]++ }}, v.Expr)
			require.Equal(t, quick, w.outcome(t, Mode{Plain: true, Fast: func(path string) { t.Errorf("%s: %s in plain mode", v.Expr, path) }}, v.Expr), "%s %v", v.Expr, v.Env)
		}
	}
	for _, path := range []string{"constant", "slot", "state", "attribute", "place", "sieve", "glance", "elements", "condition", "folded",
		"len", "any", "sum", "next", "sorted", "min", "small integers", "comparison", "subscript", "loop", "get"} {
		require.NotZero(t, taken[path], path)
	}
}

// The first of a generator is found in place, with the errors of a generator that is made.
func TestFirstOfAGenerator(t *testing.T) {
	w := newWorld()
	for src, want := range map[string]string{
		"next(x for x in [1, 2, 3] if x > 1)":                                             "2",
		"next((x for x in [1] if x > 1), None)":                                           "None",
		"next((x, y) for x in [1, 2] for y in [1, 2] if y > x)":                           "(1, 2)",
		"next(next(y for y in [x] if y) for x in [4])":                                    "4",
		"sum(next(y for y in [x, 2]) for x in [1, 6])":                                    "7",
		"[x for x in [1, 6] if next((y for y in [x] if y > 5), False)]":                   "[6]",
		"next(k for k in {'a': 1, 'b': 2} if k > 'a')":                                    "'b'",
		"next(x for x in [])":                                                             "StopIteration",
		"[next(y for y in []) for x in [1]]":                                              "StopIteration",
		"list(next(y for y in [x] if y > 5) for x in [1])":                                "RuntimeError: generator raised StopIteration",
		"next((1 // x for x in [0]), 3)":                                                  "ZeroDivisionError",
		"next((x for x in [2, 3] if x > 2), [7][0])":                                      "3",
		"next((x for x in [2, 3] if x > 3), [7][0])":                                      "7",
		"next((x for x in range(3) if x > 3), [7][0])":                                    "7",
		"next((x for x in [2, 3] if x > 2), [7][1])":                                      "IndexError",
		"next((x for x in 5), [7][1])":                                                    "TypeError: 'int' object is not iterable",
		"next((1 // x for x in [0]), [7][1])":                                             "IndexError",
		"next((x for x in [y for y in [1, 2] if y > 1]), next((z for z in [3]), [1][0]))": "2",
		"[next((y for y in [x] if y > 1), [x, x][1] + 5) for x in [1, 2]]":                "[6, 2]",
		"next(x for x in 5)":                                                              "TypeError: 'int' object is not iterable",
	} {
		quick := w.outcome(t, Mode{}, src)
		require.Contains(t, quick, want, src)
		require.Equal(t, w.outcome(t, Mode{Plain: true}, src), quick, src)
	}
}

// A plain expression is worked out each time, whole and without shortcuts.
func TestPlainCodeKnowsNothing(t *testing.T) {
	w := newWorld()
	w.state("gold", "7")
	for _, src := range []string{"1 + 2", "gold", "[x for x in [1, 2]]"} {
		c := Mode{Plain: true, Fast: func(path string) { t.Errorf("%s: %s", src, path) }}.Compile(mustParse(t, src), w)
		require.False(t, c.konst, src)
		require.Nil(t, c.each, src)
		require.Nil(t, c.few, src)
		taken := 0
		Mode{Fast: func(string) { taken++ }}.Compile(mustParse(t, src), w)
		require.NotZero(t, taken, src)
	}
}

// outcome is the value of src as text, or its error with all that belongs to it.
func (w *world) outcome(t testing.TB, m Mode, src string) string {
	t.Helper()
	w.env.Begin()
	v, err := keepErr(m.Compile(mustParse(t, src), w).Eval(w.env))
	if e, ok := err.(*Error); ok {
		return e.Pos.String() + " " + e.Error()
	}
	require.NoError(t, err)
	return value.Repr(w.env.Store, v)
}
