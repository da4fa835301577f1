package expr

import (
	"strings"
	"testing"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/enginetest/effort"
	"github.com/astragal-engine/astragal/engine/value"
	"github.com/stretchr/testify/require"
)

func failure(t *testing.T, w *world, src string) *Error {
	t.Helper()
	_, err := w.eval(t, src)
	var e *Error
	require.ErrorAs(t, err, &e, src)
	return e
}

func TestRunawayExpressionsEnd(t *testing.T) {
	for src, want := range map[string]string{
		"[0] * 10**9":                             "value too large",
		"'a' * 10**9":                             "value too large",
		"'ab' * 10**18":                           "value too large",
		"(1, 2) * 10**15":                         "value too large",
		"list(range(10**9))":                      "too ",
		"set(range(10**9))":                       "value too large",
		"[x for x in range(10**12)]":              "too ",
		"{x: x for x in range(10**12)}":           "too ",
		"sum(x for x in range(10**15))":           "too many steps",
		"sum(range(10**15))":                      "too many steps",
		"any(x < 0 for x in range(10**15))":       "too many steps",
		"all(range(1, 10**15))":                   "too many steps",
		"len([1 for x in range(10**15)])":         "too many steps",
		"max(range(10**15))":                      "too many steps",
		"-1 in (x for x in range(10**15))":        "too many steps",
		"next(x for x in range(10**15) if x < 0)": "too many steps",
		"[1 for x in range(10**5) for y in range(10**5) if y < 0]": "too many steps",
		"list(filter(lambda x: x < 0, range(10**15)))":             "too many steps",
		"sum(map(lambda x: x, range(10**15)))":                     "too many steps",
		"list(zip(range(10**15), range(10**15)))":                  "too ",
		"sorted(range(10**15))":                                    "too ",
		"[[0] * 10**6 for x in range(10**6)]":                      "value too large",
		"['a' * 10**6 for x in range(10**6)]":                      "value too large",
		"'x'.zfill(10**12)":                                        "value too large",
		"('a' * 10**6).replace('a', 'a' * 10**6)":                  "value too large",
		"('a' * 10**6).join(['b'] * 10**6)":                        "value too large",
		"f'{1:>1000000000}'":                                       "",
		"'{:>1000000000}'.format(1)":                               "",
		"[x + [0] * 10**6 for x in [[0] * 10**6] * 10**6]":         "value too large",
		"(lambda f: f(f))(lambda f: f(f))":                         "more than 100 deep",
	} {
		w := newWorld()
		var e *Error
		effort.Most(t, 10_000, func() { e = failure(t, w, src) })
		if want != "" {
			require.Equal(t, "ExprError", e.Class, src)
			require.Contains(t, e.Message, want, src)
		}
	}
}

func TestHugeIntegersOverflow(t *testing.T) {
	for _, src := range []string{"2 ** 5000", "1 << 5000", "10 ** 1000 * 10 ** 1000", "sum(10 ** 1233 for x in range(10))", "7 ** 7 ** 7"} {
		require.Equal(t, "OverflowError", failure(t, newWorld(), src).Class, src)
	}
}

func TestBudgetsAreOfTheEnv(t *testing.T) {
	w := newWorld()
	w.state("s", "'a'")
	w.env.Limits = Limits{Steps: 100, Size: 50}
	require.Contains(t, failure(t, w, "sum(x for x in range(1000))").Message, "too many steps")
	require.Contains(t, failure(t, w, "s * 51").Message, "value too large")
	_, err := w.eval(t, "sum(x for x in range(10)) + len('a' * 50)")
	require.NoError(t, err)
	// Run does not fill the budgets up again; Begin does.
	c := w.compile(t, "sum(x for x in xs)")
	w.refs["xs"] = Ref{Local: NoLocal, Kind: Const, Value: w.value("[1] * 12")}
	c = w.compile(t, "sum(x for x in xs)")
	w.env.Begin()
	runs := 0
	for runs < 100 {
		if _, err = c.Eval(w.env); err != nil {
			break
		}
		runs++
	}
	require.Error(t, err)
	require.Less(t, runs, 10)
	w.env.Begin()
	_, err = c.Eval(w.env)
	require.NoError(t, err)
}

func TestFunctionsLeaveNoExpression(t *testing.T) {
	for _, src := range []string{"lambda: 1", "len", "(x for x in [1])", "[lambda: 1]", "{'a': map(str, [1])}", "iter_ if False else zip()", "int", "(1, enumerate([]))"} {
		require.Equal(t, "ExprError", failure(t, newWorld(), src).Class, src)
	}
	w := newWorld()
	w.state("d", "{'a': 1}")
	v, err := w.eval(t, "d.items()")
	require.NoError(t, err)
	require.Equal(t, "[('a', 1)]", value.Repr(nil, v))
}

func TestIdentityIsForSingletonsAndItems(t *testing.T) {
	w := newWorld()
	w.state("a", "1000")
	w.state("b", "1000")
	w.state("xs", "[1]")
	require.Equal(t, "ExprError", failure(t, w, "a is b").Class)
	require.Equal(t, "ExprError", failure(t, w, "xs is not xs").Class)
	v, err := w.eval(t, "(a is xs, a is None, None is None, type(a) is int)")
	require.NoError(t, err)
	require.Equal(t, "(False, False, True, True)", value.Repr(nil, v))
}

func TestErrorsHaveAPlace(t *testing.T) {
	w := newWorld()
	w.state("xs", "[1]")
	for src, col := range map[string]int{
		"xs[3]":                 5 + 2,
		"1 + xs[0] + xs[3]":     5 + 14,
		"xs[0] +  'a'":          5 + 6,
		"ä_ + 1":                5,
		"[x + 'a' for x in xs]": 5 + 3,
		"xs.index(9)":           5 + 3,
		"int('x') + 1":          5 + 3,
		"xs[0] < 'a'":           5 + 6,
	} {
		e := failure(t, w, src)
		require.Equal(t, diag.Pos{File: "m.yaml", Line: 3, Col: col}, e.Pos, src)
		require.Equal(t, src, e.Src)
	}
	e := failure(t, w, "(xs[0] +\n  xs[7])")
	require.Equal(t, 4, e.Pos.Line)
	require.Equal(t, 5+4, e.Pos.Col)
	e = failure(t, w, "nobody + 1")
	require.Equal(t, "error evaluating 'nobody + 1': NameError: name 'nobody' is not defined", e.Error())
	e = failure(t, w, "'a' * 10**9")
	require.Equal(t, "error evaluating ''a' * 10**9': value too large", e.Error())
}

func TestHostileCompilesQuickly(t *testing.T) {
	n := 20000
	for _, src := range map[string]string{
		"sum":     "1" + strings.Repeat("+1", n),
		"and":     "xs" + strings.Repeat(" and xs", n/3),
		"compare": "1" + strings.Repeat("<2", n),
		"items":   "[" + strings.Repeat("1,", n) + "]",
		"ranges":  strings.Repeat("[1 for x in range(len(", 20) + "xs" + strings.Repeat("))]", 20),
		"lambdas": strings.Repeat("(lambda x: ", 60) + "x" + strings.Repeat(")", 60),
		"any":     strings.Repeat("any(", 60) + "xs" + strings.Repeat(" for x in xs)", 60),
		"sorted":  strings.Repeat("sorted(", 60) + "xs" + strings.Repeat(", key=lambda x: x)", 60),
		"min":     strings.Repeat("min(", 60) + "xs" + strings.Repeat(", 1)", 60),
		"len":     strings.Repeat("len(", 60) + "xs" + strings.Repeat(")", 60),
		"if":      strings.Repeat("xs if xs else ", 100) + "1",
	} {
		w := newWorld()
		w.state("xs", "[1]")
		effort.Most(t, 3000, func() { _, _ = w.compile(t, src).Eval(w.env) })
	}
}
