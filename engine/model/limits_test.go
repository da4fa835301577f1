package model

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/enginetest/effort"
)

const players = "num_players: 2\n"

// laughs is a few lines that mean 10^n values.
func laughs(n int) string {
	text := "constants:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := 1; i < n; i++ {
		text += fmt.Sprintf("  a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 10), ", "))
	}
	return text + rest
}

func mergeBomb() string {
	var b strings.Builder
	b.WriteString("constants:\n  a: &a {")
	for i := range 1000 {
		fmt.Fprintf(&b, "k%d: 0, ", i)
	}
	b.WriteString("}\n  b: {<<: [" + strings.Repeat("*a, ", 100_000) + "]}\n")
	return b.String() + rest
}

// What is too large or too deep is refused, quickly and with a place, however it is written.
func TestHostileTexts(t *testing.T) {
	const many = 10_000
	stairs := func(step string) string {
		var b strings.Builder
		for i := range 2000 {
			b.WriteString(strings.Repeat(" ", i) + step + "\n")
		}
		return b.String()
	}
	for _, c := range []struct{ name, text, want string }{
		{"10 MB", "note: " + strings.Repeat("x", 10<<20) + "\n" + rest, "longer than 8388608 bytes"},
		{"10 MB of brackets", strings.Repeat("[", 10<<20), "longer than"},
		{"7 MB of brackets", strings.Repeat("[", 7<<20), "nested more than 200 deep"},
		{"7 MB of braces", strings.Repeat("{a: ", 7<<18), "nested more than 200 deep"},
		{"flow lists", rest + "constants: {c: " + strings.Repeat("[", many) + strings.Repeat("]", many) + "}", "nested more than 200 deep"},
		{"flow mappings", rest + "constants: {c: " + strings.Repeat("{a: ", many) + "1" + strings.Repeat("}", many) + "}", "nested more than 200 deep"},
		{"flow over lines", rest + "constants:\n  c: " + strings.Repeat("[\n    ", many), "nested more than 200 deep"},
		{"dashes", "constants:\n  c:\n    " + strings.Repeat("- ", many) + "x\n" + rest, "nested more than 200 deep"},
		{"questions", "constants:\n  c:\n    " + strings.Repeat("? ", many) + "x\n" + rest, "nested more than 200 deep"},
		{"block mappings", stairs("a:"), "nested more than 200 deep"},
		{"block lists", stairs("-"), "nested more than 200 deep"},
		{"just too deep", rest + "constants: {c: " + strings.Repeat("[", 199) + strings.Repeat("]", 199) + "}", "nested more than 200 deep"},
		{"hidden in a scalar's shadow", "a: |\n  x\n" + rest + "constants: {c: " + strings.Repeat("[", many) + "}", "nested more than 200 deep"},
		{"billion laughs", laughs(9), "more than 2000000 values, counting what its aliases repeat"},
		{"many laughs", laughs(60), "more than 2000000 values"},
		{"deep through aliases", func() string {
			text := "constants:\n  a0: &a0 [x]\n"
			for i := 1; i < 300; i++ {
				text += fmt.Sprintf("  a%d: &a%d [*a%d]\n", i, i, i-1)
			}
			return text + rest
		}(), "nested more than 200 deep"},
		{"merge bomb", mergeBomb(), "more than 2000000 values"},
		{"self", "constants: {a: &a [*a]}\n" + rest, "alias *a stands inside the part that it repeats"},
		{"self merge", "constants: {a: &a {<<: *a}}\n" + rest, "alias *a stands inside the part that it repeats"},
		{"commas", "constants: {a: [" + strings.Repeat("1,", 3<<20) + "]}\n" + rest, "more than 2000000 values"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var err error
			effort.Most(t, 5000, func() { _, _, err = Parse("m.yaml", c.text, Options{}) })
			require.ErrorContains(t, err, c.want)
			var f *Failure
			require.ErrorAs(t, err, &f)
			if !strings.HasPrefix(c.want, "longer") {
				require.NotZero(t, f.Pos.Line)
				require.NotZero(t, f.Pos.Col)
			}
		})
	}
}

// Brackets and indents in texts are no nesting.
func TestHarmlessTexts(t *testing.T) {
	staircase := ""
	for i := range 700 {
		staircase += "    " + strings.Repeat(" ", i) + "x\n"
	}
	brackets := strings.Repeat("[", 5000)
	for name, text := range map[string]string{
		"quoted":           `name: "` + brackets + `"`,
		"quoted in flow":   `constants: {a: ["` + brackets + `", '` + brackets + `']}`,
		"escaped quote":    `name: "\"` + brackets + `"`,
		"comment":          "# " + brackets + "\nname: x # " + brackets,
		"literal":          "name: |\n    " + brackets + "\n    {{{",
		"literal in list":  "open_questions:\n- question: |\n    " + brackets + "\n  status: open",
		"folded":           "name: >-\n    " + brackets,
		"plain":            "name: x" + brackets,
		"several lines":    "name: \"a\n  " + brackets + "\"",
		"stairs of text":   "name: |\n" + staircase,
		"deep, but not to": "constants: {c: " + strings.Repeat("[", 190) + strings.Repeat("]", 190) + "}",
		"apostrophes":      "name: it's [fine]\nversion: isn't it\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, list := parse(t, text+"\n"+rest)
			require.Empty(t, list)
		})
	}
}

func TestOwnLimits(t *testing.T) {
	_, _, err := Parse("m.yaml", threeInARow, Options{Limits: Limits{Depth: 4}})
	require.ErrorContains(t, err, "nested more than 4 deep")
	_, _, err = Parse("m.yaml", threeInARow, Options{Limits: Limits{Nodes: 50}})
	require.ErrorContains(t, err, "more than 50 values")
	_, _, err = Parse("m.yaml", threeInARow, Options{Limits: Limits{Bytes: 100}})
	require.ErrorContains(t, err, "longer than 100 bytes")
	path := folder(t, map[string]string{"model.yaml": "include: [a.yaml]\n" + rest, "a.yaml": "name: " + strings.Repeat("x", 900)})
	_, _, err = Load(path, Options{Limits: Limits{Bytes: 500}})
	require.ErrorContains(t, err, "longer than 500 bytes")
}

func TestLongExpressions(t *testing.T) {
	long := "1" + strings.Repeat("+1", 40<<10)
	m, list := parse(t, rest+"end:\n- {id: a, if_x: "+long+"}\n- {id: b, if_x: 'True'}\n")
	require.Len(t, list, 1)
	require.Equal(t, "the expression is longer than 65536 bytes", list[0].Text)
	require.Equal(t, at(4, 17), list[0].Pos)
	require.True(t, m.End[0].If.X.Bad)
	require.True(t, m.End[0].If.X.Given())
	require.Equal(t, "True", m.End[1].If.X.Src)
}

func TestNoText(t *testing.T) {
	for text, want := range map[string]string{
		"a: 1\nb: \x00":                        "m.yaml:2:4: error: The YAML cannot be read: the control character U+0000 is not allowed [yaml]",
		"a: ä\xff":                             "m.yaml:1:5: error: The YAML cannot be read: the byte 0xff is not UTF-8 [yaml]",
		"a: \x1b[31m":                          "m.yaml:1:4: error: The YAML cannot be read: the control character U+001B is not allowed [yaml]",
		"a: 'x\u2028y'":                        `m.yaml:1:6: error: The YAML cannot be read: the line separator U+2028 is not allowed (in double quotes, \u2028 stands for it) [yaml]`,
		"a: x\ufeff":                           "m.yaml:1:5: error: The YAML cannot be read: the character U+FEFF is not allowed [yaml]",
		"\xff\xfea\x00":                        "m.yaml:1:1: error: The YAML cannot be read: the byte 0xff is not UTF-8 [yaml]",
		"":                                     "m.yaml:1:1: error: This is not a model: it is nothing, not a mapping [no-model]",
		"# nothing":                            "m.yaml:1:1: error: This is not a model: it is nothing, not a mapping [no-model]",
		"just text":                            "m.yaml:1:1: error: This is not a model: it is a text, not a mapping [no-model]",
		"a: 1\nb: *zz":                         "m.yaml:2:4: error: The YAML cannot be read: unknown anchor 'zz' referenced [yaml]",
		"x: 1\n- 2\n":                          "m.yaml:2:1: error: The YAML cannot be read: did not find expected key [yaml]",
		"a:\n  b: 1\n  c: 2\n d: 3\n":          "m.yaml:4:1: error: The YAML cannot be read: did not find expected key [yaml]",
		"a:\n  - x\n  - y\n  z: 1\nb: 2":       "m.yaml:4:1: error: The YAML cannot be read: did not find expected '-' indicator [yaml]",
		"a: 1\n---\nb:\n  c: 1\n d: 2\ne: 3\n": "m.yaml:5:1: error: The YAML cannot be read: did not find expected key [yaml]",
		"name: x\nflwo: {kind: step}":          "m.yaml:2:1: error: This is not a model: it has no flow [no-model]",
		"\tx: 1":                               "m.yaml:1:1: error: The YAML cannot be read: found character that cannot start any token [yaml]",
		"a: b\nc:\n  d: e: f\n":                "m.yaml:3:1: error: The YAML cannot be read: mapping values are not allowed in this context [yaml]",
	} {
		_, _, err := Parse("m.yaml", text, Options{})
		require.EqualError(t, err, want, "%q", text)
	}
}

// cards is a model with n cards.
func cards(n int) string {
	var b strings.Builder
	b.WriteString(rest + "content:\n  cards:\n")
	for i := range n {
		fmt.Fprintf(&b, "    - id: card_%d\n      label: Card number %d\n      cost: %d\n      types: [unit, elf]\n", i, i, i%7)
		b.WriteString("      triggers: [{event: played, if_x: \"card['id'] == self['id']\", do: [{op: add, var: gold, amount: 1}]}]\n")
	}
	return b.String()
}

func TestTenThousandCards(t *testing.T) {
	text := cards(10_000)
	var m *Model
	var list diag.List
	effort.Most(t, 5000, func() { m, list = parse(t, text) })
	require.Empty(t, list)
	require.Len(t, m.Content[0].Items, 10_000)
}

func BenchmarkLoadCards(b *testing.B) {
	text := cards(10_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, _, err := Parse("m.yaml", text, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// FuzzLoad demands that reading never panics, ends, and that every message has a place in the text.
func FuzzLoad(f *testing.F) {
	f.Add(threeInARow)
	f.Add(laughs(3))
	files, _ := filepath.Glob("../../testdata/errors/*.yaml")
	for _, file := range files {
		if text, err := os.ReadFile(file); err == nil {
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, list, err := Parse("m.yaml", text, Options{Limits: Limits{Nodes: 20_000, Depth: 50}})
		lines := newSource("m.yaml", text).starts
		for _, d := range list {
			if d.Text == "" || d.Code == "" || d.Pos.Line < 1 || d.Pos.Line > len(lines) || d.Pos.Col < 1 {
				t.Fatalf("%q: a message without a place: %v", text, d)
			}
		}
		if (err == nil) != (m != nil) {
			t.Fatalf("%q: model %v, error %v", text, m, err)
		}
		if m != nil && m.Flow == nil {
			t.Fatalf("%q: no flow", text)
		}
	})
}
