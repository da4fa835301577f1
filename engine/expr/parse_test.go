package expr

import (
	"strings"
	"testing"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/enginetest/effort"
	"github.com/stretchr/testify/require"
)

func TestPrint(t *testing.T) {
	for _, c := range [][2]string{
		{"a+b*2>c", "a + b * 2 > c"},
		{"(a+b)*2", "(a + b) * 2"},
		{"a-(b-c)-d", "a - (b - c) - d"},
		{"(a**b)**c, a**b**-c, -a**2, (-a)**2", "((a ** b) ** c, a ** b ** -c, -a ** 2, (-a) ** 2)"},
		{"not (a and b) or not c", "not (a and b) or not c"},
		{"(not a) == b", "(not a) == b"},
		{"not a == b", "not a == b"},
		{"(a<b)<c", "(a < b) < c"},
		{"a<b<c is not None not in d", "a < b < c is not None not in d"},
		{"(a if b else c) if (d if e else f) else g", "(a if b else c) if (d if e else f) else g"},
		{"x[1:2], x[::2], x[:], x[-1], x[a,b]", "(x[1:2], x[::2], x[:], x[-1], x[(a, b)])"},
		{"[x for x,(y,*z) in q if x if y for w in x]", "[x for x, (y, *z) in q if x if y for w in x]"},
		{"f(*a, k=1, **b)", "f(*a, k=1, **b)"},
		{"any((x for x in y))", "any(x for x in y)"},
		{"sum((x for x in y), 1)", "sum((x for x in y), 1)"},
		{"lambda: 0", "lambda: 0"},
		{"lambda a,*b,c=1,**d: a", "lambda a, *b, c=1, **d: a"},
		{"lambda a,*,c: a", "lambda a, *, c: a"},
		{"(lambda x: x)(1)", "(lambda x: x)(1)"},
		{`'a' "b" r'\n'`, `'ab\\n'`},
		{`"it's"`, `"it's"`},
		{"f'{a!r:>{w}}'   'b'", "f'{a!r:>{w}}' 'b'"},
		{"{1:2,**d}, {1,*a}, {}", "({1: 2, **d}, {1, *a}, {})"},
		{"(5).count(1)", "(5).count(1)"},
		{"1e5, .5, 1e999, 0x1F, 0b11, 0o17, 1_000", "(100000.0, 0.5, 1e999, 31, 3, 15, 1000)"},
		{"(1,)", "(1,)"},
		{"  (a\n  + b) # why\n", "a + b"},
		{"[(x, y) for [x, [y]] in q for (z) in x for () in r for (v,) in s]", "[(x, y) for x, (y,) in q for z in x for () in r for (v,) in s]"},
		{"-(-x), ~+x, - (x.count(1))", "(--x, ~+x, -x.count(1))"},
		{"(a, b)[0], [1][0], 'x'[0]", "((a, b)[0], [1][0], 'x'[0])"},
		{"'\\x00\\u0394\\n'", `'\x00Δ\n'`},
	} {
		s, err := Parse(c[0], diag.Pos{})
		require.NoError(t, err, c[0])
		require.Equal(t, c[1], s.String(), c[0])
		again, err := Parse(s.String(), diag.Pos{})
		require.NoError(t, err, s.String())
		require.Equal(t, s.String(), again.String())
	}
}

func TestRefused(t *testing.T) {
	for src, want := range map[string]string{
		"":                              "empty",
		"  # nothing":                   "empty",
		"(x := 1)":                      "cannot bind",
		"await x":                       "await",
		"(yield x)":                     "yield",
		"x.append":                      "'append' is not part of the language",
		"x.lower":                       "can only be called",
		"x.__class__":                   "not part of the language",
		"__import__('os')":              "two leading underscores",
		"lambda __x: 1":                 "two leading underscores",
		"b'x'":                          "bytes",
		"Rb'x'":                         "bytes",
		"...":                           "ellipsis",
		"1j":                            "complex",
		"x = 1":                         "equality is ==",
		"import os":                     "unexpected import",
		"a; b":                          "unexpected ;",
		"a\n+ b":                        "put it in parentheses",
		"a\nb":                          "put it in parentheses",
		"(a":                            "ends too early",
		"a)":                            "unexpected )",
		"01":                            "leading zeros",
		"0x":                            "invalid number",
		"1__0":                          "invalid number",
		"1if x else y":                  "invalid number",
		"'abc":                          "unterminated",
		"'a\nb'":                        "unterminated",
		`'\ud800'`:                      "not a character",
		`'\x4'`:                         "truncated",
		`'\N{BULLET}'`:                  `\N escapes`,
		"f'{}'":                         "empty expression",
		"f'{x!z}'":                      "invalid conversion",
		"f'{x'":                         "expecting '}'",
		"f'}'":                          "single '}'",
		"f'{x:{y:{z}}}'":                "nested too deeply",
		`f'{"\n"}'`:                     "backslash",
		"f'{lambda x: 1}'":              "too early",
		"f(a=1, a=2)":                   "repeated",
		"f(a=1, 2)":                     "positional argument follows",
		"f(**a, *b)":                    "unpacking follows",
		"f(x for x in y, 1)":            "parenthesized",
		"*a":                            "unexpected *",
		"(*a)":                          "starred",
		"[*a for a in b]":               "unpacking",
		"[a for *a in b]":               "starred assignment",
		"[a for *a, *b in c]":           "multiple starred",
		"[a for a.b in c]":              "unexpected .",
		"[a async for a in c]":          "async",
		"lambda x, x: 1":                "duplicate",
		"lambda x=1, y: 1":              "non-default",
		"lambda *: 1":                   "unexpected :",
		"x[1:2, 3]":                     "several slices",
		"x[1, 2:3]":                     "several slices",
		"1 is 1":                        "is",
		"a is 'x'":                      "is",
		"a @ b":                         "unexpected @",
		"a <> b":                        "unexpected >",
		"$":                             "invalid character",
		"a\x00":                         "null",
		"a\xff":                         "UTF-8",
		"{1: 2, 3}":                     "unexpected }",
		"{1, 2: 3}":                     "unexpected :",
		"not":                           "too early",
		"a not b":                       "unexpected b",
		"a == not b":                    "unexpected not",
		"a.b.c":                         "not part of the language",
		"9" + strings.Repeat("0", 5000): "too large",
	} {
		_, err := Parse(src, diag.Pos{File: "m.yaml", Line: 3, Col: 5})
		var e *Error
		require.ErrorAs(t, err, &e, src)
		require.Equal(t, "SyntaxError", e.Class, src)
		require.Contains(t, e.Message, want, src)
		require.Equal(t, "m.yaml", e.Pos.File)
	}
}

func TestSyntaxErrorPlace(t *testing.T) {
	_, err := Parse("(ä +\n  $)", diag.Pos{File: "m.yaml", Line: 3, Col: 5})
	require.Equal(t, diag.Pos{File: "m.yaml", Line: 4, Col: 7}, err.(*Error).Pos)
	_, err = Parse("ä + $", diag.Pos{File: "m.yaml", Line: 3, Col: 5})
	require.Equal(t, diag.Pos{File: "m.yaml", Line: 3, Col: 9}, err.(*Error).Pos)
}

// Hostile texts are refused, or read, quickly and without overflowing the stack.
func TestHostileTexts(t *testing.T) {
	n := 60000
	for name, src := range map[string]string{
		"million":    strings.Repeat("(", 1000000),
		"parens":     strings.Repeat("(", n),
		"lists":      strings.Repeat("[", n),
		"not":        strings.Repeat("not ", n/4) + "x",
		"minus":      strings.Repeat("-", n) + "x",
		"power":      "x" + strings.Repeat("**x", n/3),
		"lambda":     strings.Repeat("lambda:", n/7) + "x",
		"if":         strings.Repeat("x if x else ", n/12) + "x",
		"targets":    "[x for " + strings.Repeat("(", n) + "x",
		"subscripts": strings.Repeat("x[", n/2),
		"fstrings":   strings.Repeat("f'{", n/3),
		"fields":     "f'" + strings.Repeat("{x:", n/3) + "'",
		"calls":      strings.Repeat("f(", n/2),
		"dicts":      strings.Repeat("{1:", n/3),
	} {
		effort.Most(t, 3000, func() {
			_, err := Parse(src, diag.Pos{})
			require.Error(t, err, name)
		})
	}
	for name, src := range map[string]string{
		"sum":      "x" + strings.Repeat("+x", n/2),
		"and":      "x" + strings.Repeat(" and x", n/6),
		"compare":  "x" + strings.Repeat("<x", n/2),
		"trailers": "x" + strings.Repeat("[0]", n/3),
		"items":    "[" + strings.Repeat("x,", n/2) + "]",
		"strings":  strings.Repeat("'' ", n/3),
		"fstrings": strings.Repeat("f'{x}' ", n/7),
	} {
		effort.Most(t, 3000, func() {
			s, err := Parse(src, diag.Pos{})
			require.NoError(t, err, name)
			_ = s.String()
		})
	}
}

func TestNames(t *testing.T) {
	s, err := Parse("[x + a for x in b if any(y > c for y in x)] + sorted(d, key=lambda a: a + e) + [a for a in a]", diag.Pos{})
	require.NoError(t, err)
	require.Equal(t, []string{"b", "a", "any", "c", "sorted", "d", "e"}, s.Names())
}
