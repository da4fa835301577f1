package lsp

import (
	"strings"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/check"
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
	above := true
	for i := 0; i <= line && above; i++ {
		above = i < len(then.starts) && v.same(i, i)
	}
	if above {
		return line, true
	}
	moved := len(then.starts) - len(now.starts)
	for i := len(now.starts) - 1; i >= line; i-- {
		if i+moved < 0 || !v.same(i, i+moved) {
			return 0, false
		}
	}
	return line + moved, true
}

// same reports whether a line of the text is one of the text as it was read.
func (v *view) same(now, then int) bool {
	af, at := v.doc.line(now)
	bf, bt := v.seen.line(then)
	return v.doc.text[af:at] == v.seen.text[bf:bt]
}

// scope gives what local names the place of the position may read. In lines that are new since the model was read
// that is what may be read after those above; in one that was left out to read it, what it could read before.
func (v *view) scope() (check.Scope, bool) {
	now, then := v.doc, v.seen
	line := now.position(v.at, utf32Columns).Line
	if was, ok := v.lineThen(line); ok {
		if v.reading.left == (diag.Pos{File: v.path, Line: was + 1}) {
			if b := v.reading.before; b != nil && b.scopes != nil && b.files[v.path] != nil {
				was := view{opened: v.opened, reading: b, seen: b.files[v.path], at: v.at}
				return was.scope()
			}
			return v.reading.scopes.After(v.reading.left)
		}
		return v.reading.scopes.At(diag.Pos{File: v.path, Line: was + 1, Col: 1 + v.column()})
	}
	a, b := len(now.starts), len(then.starts)
	above := 0
	for above < min(a, b, line) && v.same(above, above) {
		above++
	}
	for a > line+1 && b > above && v.same(a-1, b-1) {
		a, b = a-1, b-1
	}
	if line >= b {
		return v.reading.scopes.After(diag.Pos{File: v.path, Line: b + 1})
	}
	return v.reading.scopes.At(diag.Pos{File: v.path, Line: line + 1, Col: 1 + v.column()})
}

// bound gives where a name is bound that an entry refers to, and whether a local name may be meant at all.
func (r *reading) bound(e *entry) (list []*entry, local bool) {
	if e.role != isRef || r.scopes == nil {
		return nil, false
	}
	scope, _ := r.scopes.At(e.pos)
	for _, l := range scope.Locals {
		if l.Name != e.name {
			continue
		}
		for _, at := range l.Bound {
			if d := r.index.find(at); d != nil && d.role == isDecl && d.name == e.name {
				list = append(list, d)
			}
		}
		return list, true
	}
	return nil, false
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
