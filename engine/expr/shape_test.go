package expr

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
)

func texts(list []*Syntax) []string {
	var out []string
	for _, s := range list {
		out = append(out, s.String())
	}
	return out
}

func TestShape(t *testing.T) {
	for _, c := range []struct {
		src   string
		form  Form
		parts []string
		binds []string
		each  string
	}{
		{src: "a", form: Named},
		{src: "'x'", form: Literal},
		{src: "a and b > 1 and c", form: And, parts: []string{"a", "b > 1", "c"}},
		{src: "not (a or b)", form: Not, parts: []string{"a or b"}},
		{src: "1 < a <= b", form: Comparison, parts: []string{"1", "a", "b"}},
		{src: "a if t else b", form: Conditional, parts: []string{"t", "a", "b"}},
		{src: "all(x > n for x in xs if x)", form: Every, parts: []string{"x > n"}, binds: []string{"x"}, each: "[(x,) for x in xs if x]"},
		{src: "any([a + b for a, (b, c) in xs for d in c])", form: Some, parts: []string{"a + b"}, binds: []string{"a", "b", "c", "d"}, each: "[(a, b, c, d) for a, (b, c) in xs for d in c]"},
		{src: "any(xs)", form: Calls, parts: []string{"xs"}},
		{src: "f(a, *b, k=c)", form: Calls, parts: []string{"a", "c"}},
		{src: "a + b", form: Whole},
		{src: "-a", form: Whole},
	} {
		s, err := Parse(c.src, diag.Pos{})
		require.NoError(t, err)
		sh := s.Shape()
		require.Equal(t, c.form, sh.Form, c.src)
		require.Equal(t, c.parts, texts(sh.Parts), c.src)
		require.Equal(t, c.binds, sh.Binds, c.src)
		if c.each != "" {
			require.Equal(t, c.each, sh.Each.String())
		}
	}
}

func TestReadPaths(t *testing.T) {
	for src, want := range map[string][]string{
		"gold[actor] >= 3 + gold[actor]":                       {"gold[actor]", "actor"},
		"card['stats']['hp'] - wounds.get(card['id'], 0)":      {"card['stats']['hp']", "wounds.get(card['id'], 0)", "card['id']"},
		"len(hand[p]) + price('x', f(b))":                      {"hand[p]", "p", "price('x', f(b))", "f(b)", "b"},
		"sum(x['n'] for x in bag[p] if x['id'] not in banned)": {"bag[p]", "p", "banned"},
		"(lambda a: a + b)(c)":                                 {"b", "c"},
		"1 + 2":                                                nil,
	} {
		s, err := Parse(src, diag.Pos{})
		require.NoError(t, err)
		require.Equal(t, want, texts(s.Reads()), src)
	}
}

// A part knows where it begins, also on a later line and where an operator stands between.
func TestPartBegins(t *testing.T) {
	s, err := Parse("(a and\n  (b + c) * 2 > d[0])", diag.Pos{File: "m.yaml", Line: 4, Col: 10})
	require.NoError(t, err)
	require.Equal(t, diag.Pos{File: "m.yaml", Line: 5, Col: 13}, s.Shape().Parts[1].Begin())
}
