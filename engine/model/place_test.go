package model

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/diag"
)

// exprAt loads a model whose only end condition has the given lines as its if_x, from line 3 on.
func exprAt(t require.TestingT, value string) Expr {
	m, _, err := Parse("m.yaml", "flow: {kind: sequence}\nend:\n- if_x: "+value+"\n", Options{})
	require.NoError(t, err)
	return m.End[0].If.X
}

func TestPlaceOfExpressions(t *testing.T) {
	for _, c := range []struct {
		name, value, src string
		pos              diag.Pos
	}{
		{"plain", "a + b", "a + b", at(3, 9)},
		{"double quotes", `"a + b"`, "a + b", at(3, 10)},
		{"single quotes", `'a == ''x'''`, "a == 'x'", at(3, 10)},
		{"blanks in quotes", `"  a "`, "a", at(3, 12)},
		{"anchor", `&x a`, "a", at(3, 12)},
		{"tag and anchor", `!!str &x "a"`, "a", at(3, 19)},
		{"a number", "0x10", "0x10", at(3, 9)},
		{"a boolean", "True", "True", at(3, 9)},
		{"null", "null", "null", at(3, 9)},
		{"literal", "|\n    a and\n      b", "a and\n  b", at(4, 5)},
		{"literal with a comment", "|-  # why\n\n    a", "a", at(5, 5)},
		{"folded", ">-\n    a and\n    b", "a and b", at(4, 5)},
		{"next line", "\n    a", "a", at(4, 5)},
		{"far right", `"ä" # ö`, "ä", at(3, 10)},
		{"empty", `""`, "", at(3, 10)},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := exprAt(t, c.value)
			require.Equal(t, c.src, e.Src)
			require.Equal(t, c.pos, e.Pos)
			require.True(t, e.Given())
		})
	}
}

// Wherever a name stands in an expression, At finds its line and column in the file.
func TestPlaceInsideExpressions(t *testing.T) {
	for _, value := range []string{
		"a and MARK", `"a and MARK"`, `'a == '''' and b == ''x'' and MARK'`,
		"|\n    a and\n\n    MARK or c", ">-\n    a and\n    b and MARK\n    or c",
		"a and\n    b and MARK", "\"a and\n    b\n\n    and MARK\"", "'ä and ö\n   and MARK'", "|\n   all(\n     [x,\n      MARK])",
	} {
		e := exprAt(t, value)
		lines := strings.Split("flow: {kind: sequence}\nend:\n- if_x: "+value, "\n")
		got := e.At(strings.Index(e.Src, "MARK"))
		line := []rune(lines[got.Line-1])
		require.GreaterOrEqual(t, len(line), got.Col, value)
		require.True(t, strings.HasPrefix(string(line[got.Col-1:]), "MARK"), "%q: %v", value, got)
	}
}

func TestPlaceOfAnyWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zäöü]{1,6}`), 1, 12).Draw(t, "words")
		style := rapid.SampledFrom([]string{"%", `"%"`, `'%'`, ">-\n    %", "|\n    %"}).Draw(t, "style")
		text := words[0]
		for _, w := range words[1:] {
			text += rapid.SampledFrom([]string{" ", "\n    "}).Draw(t, "gap") + w
		}
		value := strings.Replace(style, "%", text, 1)
		e := exprAt(t, value)
		lines := strings.Split("flow: {kind: sequence}\nend:\n- if_x: "+value, "\n")
		off := 0
		for _, w := range words {
			off += strings.Index(e.Src[off:], w)
			pos := e.At(off)
			line := []rune(lines[pos.Line-1])
			require.LessOrEqual(t, pos.Col, len(line))
			require.True(t, strings.HasPrefix(string(line[pos.Col-1:]), w), "%q in %q: %v", w, value, pos)
			off += len(w)
		}
	})
}

func TestPlacesWithAnyLineEnd(t *testing.T) {
	for _, text := range []string{
		"\ufeffflow: {kind: sequence}\r\nnotes: 1\r\n", "flow: {kind: sequence}\rnotes: 1\r", "flow:\t{kind: sequence}\nnotes: 1",
	} {
		_, list := parse(t, text)
		require.Len(t, list, 2)
		require.Equal(t, at(2, 1), list[1].Pos, text)
		require.Equal(t, "write 'note'", list[1].Fix)
	}
}

func TestColumnsAreCharacters(t *testing.T) {
	_, list := parse(t, `{name: "äöü€𝄞", nam: 1, flow: {kind: sequence}, num_players: 2}`)
	require.Len(t, list, 1)
	require.Equal(t, at(1, 17), list[0].Pos)
}

func TestMessagesComeInSourceOrder(t *testing.T) {
	_, list := parse(t, "end: [x]\nbad1: 1\nflow: {kind: sequence, bad2: 1}\nactions: {a: 1}\nbad3: 1\nnum_players: 2")
	for i := 1; i < len(list); i++ {
		require.Less(t, list[i-1].Pos.Line, list[i].Pos.Line+1)
	}
	require.Len(t, list, 5)
}
