package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/diag"
)

// encoding says what the columns of the protocol count.
type encoding string

const (
	utf8Columns  encoding = "utf-8"
	utf16Columns encoding = "utf-16"
	utf32Columns encoding = "utf-32"
)

const bom = "\ufeff"

// document is a text with the beginnings of its lines. It is not changed: an edit makes another one.
type document struct {
	text   string
	starts []int // byte offset of each line
}

func newDocument(text string) *document {
	d := &document{text: text, starts: append(make([]int, 0, 1+strings.Count(text, "\n")), 0)}
	for i := 0; i < len(text); i++ {
		if c := text[i]; c == '\n' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			d.starts = append(d.starts, i+1)
		}
	}
	return d
}

// line gives the bytes of a line without its end.
func (d *document) line(n int) (from, to int) {
	from, to = d.starts[n], len(d.text)
	if n+1 < len(d.starts) {
		to = d.starts[n+1]
	}
	for to > from && (d.text[to-1] == '\n' || d.text[to-1] == '\r') {
		to--
	}
	return from, to
}

// offset gives the byte of a position. One that is beyond a line, or the text, is at its end; one
// within a character at its beginning.
func (d *document) offset(p Position, enc encoding) int {
	if p.Line < 0 {
		return 0
	}
	if p.Line >= len(d.starts) {
		return len(d.text)
	}
	from, to := d.line(p.Line)
	left := p.Character
	for from < to && left > 0 {
		r, n := utf8.DecodeRuneInString(d.text[from:to])
		if left -= width(r, n, enc); left < 0 {
			break
		}
		from += n
	}
	return from
}

// width is how many columns a character takes.
func width(r rune, bytes int, enc encoding) int {
	switch {
	case enc == utf8Columns:
		return bytes
	case enc == utf16Columns && r > 0xffff:
		return 2
	}
	return 1
}

// position is the opposite of offset.
func (d *document) position(off int, enc encoding) Position {
	off = max(0, min(off, len(d.text)))
	line := sort.SearchInts(d.starts, off+1) - 1
	from, to := d.line(line)
	p := Position{Line: line}
	for to = min(to, off); from < to; {
		r, n := utf8.DecodeRuneInString(d.text[from:])
		p.Character += width(r, n, enc)
		from += n
	}
	return p
}

// at gives the byte of a place in a model, whose columns count characters from 1, a byte order mark not among them.
func (d *document) at(pos diag.Pos) int {
	if pos.Line < 1 {
		return 0
	}
	if pos.Line > len(d.starts) {
		return len(d.text)
	}
	from, to := d.line(pos.Line - 1)
	if pos.Line == 1 && strings.HasPrefix(d.text, bom) {
		from += len(bom)
	}
	for n := 1; n < pos.Col && from < to; n++ {
		_, size := utf8.DecodeRuneInString(d.text[from:to])
		from += size
	}
	return from
}

func (d *document) span(from, to int, enc encoding) Range {
	return Range{d.position(from, enc), d.position(to, enc)}
}

// apply gives the text after an edit, and the first and last line of it that are new.
func (d *document) apply(e edit, enc encoding) (*document, int) {
	if e.Range == nil {
		return newDocument(e.Text), 0
	}
	from, to := d.offset(e.Range.Start, enc), d.offset(e.Range.End, enc)
	if to < from {
		from, to = to, from
	}
	out := newDocument(d.text[:from] + e.Text + d.text[to:])
	return out, out.position(from+len(e.Text), utf8Columns).Line
}

// wordAt gives the word that a byte is in or just behind: letters, digits, and what stands in keys and names.
func (d *document) wordAt(off int) (from, to int) {
	from, to = off, off
	for from > 0 && wordByte(d.text[from-1]) {
		from--
	}
	for to < len(d.text) && wordByte(d.text[to]) {
		to++
	}
	return from, to
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}
