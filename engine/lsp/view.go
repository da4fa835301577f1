package lsp

import (
	"strings"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/diag"
)

// view is an open text beside the model that it belongs to, as that was read last; the text may have changed since.
type view struct {
	*opened
	reading *reading // with an index
	seen    *document
	at      int // byte of the position asked for
}

// view finds what a request is about; nil where the text is not open or nothing is known of its model.
func (s *server) view(p positionParams) *view {
	path := pathOf(p.TextDocument.URI)
	o := s.open[path]
	if o == nil {
		return nil
	}
	r := s.modelOf(path)
	if r == nil {
		return nil
	}
	return &view{opened: o, reading: r, seen: r.files[path], at: o.doc.offset(p.Position, s.enc)}
}

// modelOf gives the model that a file belongs to: the last that could be read.
func (s *server) modelOf(path string) *reading {
	for _, m := range s.models {
		if m.files[path] == nil {
			continue
		}
		if m.index != nil {
			return m
		}
		if g := s.good[m.root]; g != nil && g.files[path] != nil {
			return g
		}
	}
	for _, g := range s.good {
		if g.files[path] != nil && g.root == path {
			return g
		}
	}
	return nil
}

// entry finds the word at the position.
func (v *view) entry() *entry {
	line, ok := v.lineThen(v.doc.position(v.at, utf32Columns).Line)
	if !ok {
		return nil
	}
	return v.reading.index.find(diag.Pos{File: v.path, Line: line + 1, Col: 1 + v.column()})
}

// column counts the characters before the position.
func (v *view) column() int {
	p := v.doc.position(v.at, utf32Columns)
	if p.Line == 0 && strings.HasPrefix(v.doc.text, bom) {
		return p.Character - 1
	}
	return p.Character
}

// lineThen gives the line that a line of the text was when the model was read: lines above and below what has
// changed since are the same.
func (v *view) lineThen(line int) (int, bool) {
	now, then := v.doc, v.seen
	if now.text == then.text {
		return line, true
	}
	same := func(a, b int) bool {
		af, at := now.line(a)
		bf, bt := then.line(b)
		return now.text[af:at] == then.text[bf:bt]
	}
	above := true
	for i := 0; i <= line && above; i++ {
		above = i < len(then.starts) && same(i, i)
	}
	if above {
		return line, true
	}
	moved := len(then.starts) - len(now.starts)
	for i := len(now.starts) - 1; i >= line; i-- {
		if i+moved < 0 || !same(i, i+moved) {
			return 0, false
		}
	}
	return line + moved, true
}

// span gives the range of a word of a model in the text as it was read.
func (s *server) span(r *reading, e *entry) (location, bool) {
	d := r.files[e.pos.File]
	if d == nil {
		return location{}, false
	}
	from := d.at(e.pos)
	return location{s.uriOf(e.pos.File), d.span(from, min(len(d.text), from+len(e.name)), s.enc)}, true
}

// word gives the range of the word at the position.
func (v *view) word(enc encoding) Range {
	from, to := v.doc.wordAt(v.at)
	return v.doc.span(from, to, enc)
}

func clip(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}
