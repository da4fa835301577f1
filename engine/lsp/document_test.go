package lsp

import (
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// units is a text as a client that counts UTF-16 holds it, which edits it by itself.
type units []uint16

func (u units) offset(p Position) int {
	at := 0
	for line := 0; line < p.Line; line++ {
		for u[at] != '\n' {
			at++
		}
		at++
	}
	return at + p.Character
}

func (u units) position(at int) Position {
	p := Position{}
	for _, c := range u[:at] {
		if p.Character++; c == '\n' {
			p = Position{Line: p.Line + 1}
		}
	}
	return p
}

// cut reports whether an offset is inside a character.
func (u units) cut(at int) bool {
	return at > 0 && at < len(u) && utf16.IsSurrogate(rune(u[at])) && utf16.IsSurrogate(rune(u[at-1])) && u[at] >= 0xdc00
}

// After any edits the text is the client's.
func TestEditsGiveTheTextOfTheClient(t *testing.T) {
	piece := rapid.StringOfN(rapid.SampledFrom([]rune("ab: \n🐉é漢")), 0, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		text := piece.Draw(t, "text")
		theirs, ours := units(utf16.Encode([]rune(text))), newDocument(text)
		for range rapid.IntRange(1, 8).Draw(t, "edits") {
			from := rapid.IntRange(0, len(theirs)).Draw(t, "from")
			to := rapid.IntRange(from, len(theirs)).Draw(t, "to")
			if theirs.cut(from) || theirs.cut(to) {
				continue
			}
			fresh := piece.Draw(t, "fresh")
			r := Range{theirs.position(from), theirs.position(to)}
			require.Equal(t, from, theirs.offset(r.Start))
			ours, _ = ours.apply(edit{Range: &r, Text: fresh}, utf16Columns)
			next := append(units(nil), theirs[:from]...)
			next = append(next, utf16.Encode([]rune(fresh))...)
			theirs = append(next, theirs[to:]...)
			require.Equal(t, string(utf16.Decode(theirs)), ours.text)
		}
	})
}

func TestPlacesOfATextAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab\n\r🐉é")), 0, 30, -1).Draw(t, "text")
		d := newDocument(text)
		for off := range text {
			if text[off] == '\n' && off > 0 && text[off-1] == '\r' {
				continue // within the end of a line
			}
			for _, enc := range []encoding{utf8Columns, utf16Columns, utf32Columns} {
				require.Equal(t, off, d.offset(d.position(off, enc), enc), "%q %s", text, enc)
			}
		}
	})
}

func FuzzEdits(f *testing.F) {
	f.Add("a\nb🐉c", 0, 1, 1, 3, "x\r\ny")
	f.Add("", -1, 5, 1<<40, -9, "🐉")
	f.Fuzz(func(t *testing.T, text string, l1, c1, l2, c2 int, fresh string) {
		text, fresh = strings.ToValidUTF8(text, "?"), strings.ToValidUTF8(fresh, "?")
		d := newDocument(text)
		r := Range{Position{l1, c1}, Position{l2, c2}}
		for _, enc := range []encoding{utf8Columns, utf16Columns, utf32Columns} {
			got, _ := d.apply(edit{Range: &r, Text: fresh}, enc)
			require.Equal(t, newDocument(got.text).starts, got.starts)
			require.True(t, strings.ToValidUTF8(got.text, "!") == got.text, "a character was cut")
			require.Contains(t, got.text, fresh)
		}
	})
}

// Wherever the cursor is in whatever text, looking around it ends.
func FuzzCursor(f *testing.F) {
	f.Add(game, 200)
	f.Add("a:\n  - {b: [c, {d: \"e\n  f: |\n    g\n h", 20)
	f.Fuzz(func(t *testing.T, text string, off int) {
		d := newDocument(text)
		c := locate(d, max(0, min(off, len(text))))
		c.place()
	})
}
