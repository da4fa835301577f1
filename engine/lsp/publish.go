package lsp

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

// mostShown bounds the diagnostics of one text. Columns of a very long line take long to count.
func mostShown(d *document) int {
	if len(d.text) > 1<<20 {
		return 100
	}
	return 1000
}

// publish shows what is wrong with the models, each fault at the file that it is in, open or not; and takes
// back what was shown and no longer holds.
func (s *server) publish() {
	type file struct {
		doc  *document
		list diag.List
	}
	files := map[string]*file{}
	for path, o := range s.open {
		files[path] = &file{doc: o.doc}
	}
	for _, m := range s.models {
		if m.alien {
			continue
		}
		for _, d := range m.list {
			f := files[d.Pos.File]
			if f == nil {
				doc := m.files[d.Pos.File]
				if doc == nil {
					continue
				}
				f = &file{doc: doc}
				files[d.Pos.File] = f
			}
			f.list = append(f.list, d)
		}
	}
	now := map[string]bool{}
	var paths []string
	for path := range files {
		paths = append(paths, path)
	}
	sort.Strings(paths)
	for _, path := range paths {
		f := files[path]
		p := publishParams{URI: s.uriOf(path), Diagnostics: []diagnostic{}}
		if o := s.open[path]; o != nil {
			p.Version = o.version
		}
		seen := map[diag.Diagnostic]bool{}
		for _, d := range f.list {
			if seen[d] {
				continue // of a file that several models include
			}
			seen[d] = true
			if n := mostShown(f.doc); len(p.Diagnostics) == n {
				p.Diagnostics = append(p.Diagnostics, diagnostic{Severity: 2, Source: "astragal", Code: "more",
					Message: fmt.Sprintf("there are %d more; 'astragal check' shows all", len(f.list)-n)})
				break
			}
			p.Diagnostics = append(p.Diagnostics, s.diagnostic(f.doc, d))
		}
		now[p.URI] = true
		s.show(p)
	}
	var gone []string
	for uri := range s.shown {
		if !now[uri] {
			gone = append(gone, uri)
		}
	}
	sort.Strings(gone)
	for _, uri := range gone {
		s.notify("textDocument/publishDiagnostics", publishParams{URI: uri, Diagnostics: []diagnostic{}})
		delete(s.shown, uri)
	}
}

// show sends the diagnostics of a text if they are not those that it has already.
func (s *server) show(p publishParams) {
	data, err := json.Marshal(p)
	if err != nil || s.shown[p.URI] == string(data) {
		return
	}
	s.shown[p.URI] = string(data)
	s.notify("textDocument/publishDiagnostics", p)
}

func (s *server) diagnostic(doc *document, d diag.Diagnostic) diagnostic {
	from := doc.at(d.Pos)
	_, to := doc.wordAt(from)
	if to == from && from < len(doc.text) && doc.text[from] != '\n' && doc.text[from] != '\r' {
		to = from + 1
	}
	out := diagnostic{Range: doc.span(from, to, s.enc), Severity: 1, Code: d.Code, Source: "astragal", Message: d.Text}
	if d.Severity == diag.Warning {
		out.Severity = 2
	}
	if d.Fix != "" {
		out.Message += "\n" + d.Fix
	}
	if word, ok := strings.CutPrefix(d.Fix, "write '"); ok {
		if word, rest, ok := strings.Cut(word, "'"); ok && rest == "" {
			out.Data = word
		}
	}
	return out
}
