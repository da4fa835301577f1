package expr

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/stretchr/testify/require"
)

// corpus gives the fixed corpus.
func corpus(t testing.TB) []verdict {
	f, err := os.Open("../../testdata/expr/corpus.jsonl")
	require.NoError(t, err)
	defer f.Close()
	var all []verdict
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v verdict
		require.NoError(t, json.Unmarshal(lines.Bytes(), &v))
		all = append(all, v)
	}
	return all
}

// outcome is what src evaluates to, as text, or its error.
func outcome(t testing.TB, env map[string]string, src string) string {
	w := newWorld()
	for n, text := range env {
		w.state(n, text)
	}
	v, err := w.eval(t, src)
	if err != nil {
		return err.(*Error).Class + ": " + err.(*Error).Message
	}
	return canonical(w.env.Store, v)
}

// Printing gives an expression that prints, and evaluates, alike.
func TestPrintedExpressionsEvaluateAlike(t *testing.T) {
	for _, v := range corpus(t) {
		s, err := Parse(v.Expr, diag.Pos{})
		require.NoError(t, err)
		text := s.String()
		again, err := Parse(text, diag.Pos{})
		require.NoError(t, err, text)
		require.Equal(t, text, again.String())
		require.Equal(t, outcome(t, v.Env, v.Expr), outcome(t, v.Env, text), text)
	}
}

func FuzzParse(f *testing.F) {
	for i, v := range corpus(f) {
		if i%40 == 0 {
			f.Add(v.Expr)
		}
	}
	for _, s := range []string{"f'{x!r:>{w}}' 'b'", "lambda a, *b, c=1, **d: a", "[x for x, (y, *z) in q if x]", "x[1:2:3]", "f'{{{a}}}'", "((((", "'\\x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		s, err := Parse(src, diag.Pos{})
		if err != nil {
			require.IsType(t, &Error{}, err)
			return
		}
		text := s.String()
		again, err := Parse(text, diag.Pos{})
		if err != nil {
			// A printed text may be longer or deeper than the limits allow.
			require.True(t, len(text) > 64<<10 || strings.Contains(err.Error(), "too deeply"), "%q prints as %q: %v", src, text, err)
			return
		}
		require.Equal(t, text, again.String(), src)
		s.Names()
	})
}

func FuzzEval(f *testing.F) {
	for i, v := range corpus(f) {
		if i%40 == 0 {
			f.Add(v.Expr)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		s, err := Parse(src, diag.Pos{})
		if err != nil {
			return
		}
		w := newWorld()
		for n, text := range map[string]string{"xs": "[3, 1, 2]", "d": "{'b': 1}", "s": "'text'", "n": "5", "hand": "[item(1, id='ace', cost=3)]"} {
			w.state(n, text)
		}
		w.env.Limits = Limits{Steps: 20_000, Size: 20_000}
		w.env.Begin()
		c := Compile(s, w)
		c.Reads()
		v, err := keepErr(c.Eval(w.env))
		if err != nil {
			require.IsType(t, &Error{}, err)
		}
		w.env.Begin()
		pv, perr := keepErr(Mode{Plain: true}.Compile(s, w).Eval(w.env))
		if !spent(err) && !spent(perr) {
			require.Equal(t, err, perr, src)
			require.Equal(t, canonical(w.env.Store, v), canonical(w.env.Store, pv), src)
		}
		require.Zero(t, w.env.top)
		require.Empty(t, w.env.stack)
		require.Empty(t, w.env.kws)
		require.Zero(t, w.env.calls)
	})
}

// spent reports an error of a budget, which the modes use up differently.
func spent(err error) bool {
	return err != nil && regexp.MustCompile("too many steps|too large|deep").MatchString(err.Error())
}
