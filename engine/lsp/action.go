package lsp

import (
	"fmt"
	"strings"
)

// codeActions gives what can be done about the diagnostics in a range: write the word that was meant, allow a warning.
func (s *server) codeActions(p codeActionParams) any {
	out := []codeAction{}
	o := s.open[pathOf(p.TextDocument.URI)]
	if o == nil {
		return out
	}
	for i, d := range p.Context.Diagnostics {
		if d.Source != "astragal" || i >= 1000 {
			continue
		}
		if d.Data != "" {
			out = append(out, codeAction{
				Title: fmt.Sprintf("Write '%s'", d.Data), Kind: "quickfix", IsPreferred: true, Diagnostics: []diagnostic{d},
				Edit: workspaceEdit{map[string][]textEdit{o.uri: {{d.Range, d.Data}}}},
			})
		}
		if e, ok := s.allow(o.doc, d); ok {
			out = append(out, codeAction{
				Title: fmt.Sprintf("Allow '%s' here", d.Code), Kind: "quickfix", Diagnostics: []diagnostic{d},
				Edit: workspaceEdit{map[string][]textEdit{o.uri: {e}}},
			})
		}
	}
	return out
}

// allow puts the comment that allows a warning on the line above it, or above the text of several lines that it is
// in, where it would be a part of the text. The reason is left to the designer: without one the warning stays.
func (s *server) allow(doc *document, d diagnostic) (textEdit, bool) {
	line := d.Range.Start.Line
	if d.Severity != 2 || d.Code == "" || line < 0 || line >= len(doc.starts) {
		return textEdit{}, false
	}
	line = headOf(doc, line)
	at := Position{Line: line}
	return textEdit{Range{at, at}, fmt.Sprintf("%s# astragal: allow %s because \n", strings.Repeat(" ", indentOf(doc, line)), d.Code)}, true
}

// headOf gives the line on which the text of several lines begins that a line is inside, or the line itself.
func headOf(doc *document, line int) int {
	own := indentOf(doc, line)
	for n := line - 1; n >= 0 && n > line-1000; n-- {
		from, to := doc.line(n)
		text := strings.TrimRight(doc.text[from:to], " ")
		if text == "" || indentOf(doc, n) >= own {
			continue
		}
		text = strings.TrimRight(text, "+-0123456789")
		if strings.HasSuffix(text, "|") || strings.HasSuffix(text, ">") {
			return n
		}
		return line
	}
	return line
}

func indentOf(doc *document, line int) int {
	from, to := doc.line(line)
	text := doc.text[from:to]
	return len(text) - len(strings.TrimLeft(text, " "))
}
