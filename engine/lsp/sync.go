package lsp

import (
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
)

// notified works on a notification. One that makes no sense is told to the client's log.
func (s *server) notified(m *message) {
	var f *fault
	switch *m.Method {
	case "textDocument/didOpen":
		var p documentParams
		if f = m.read(&p); f == nil {
			f = s.didOpen(p.TextDocument)
		}
	case "textDocument/didChange":
		var p changeParams
		if f = m.read(&p); f == nil {
			f = s.didChange(p)
		}
	case "textDocument/didClose":
		var p documentParams
		if f = m.read(&p); f == nil {
			delete(s.open, pathOf(p.TextDocument.URI))
			s.changed()
		}
	case "textDocument/didSave", "workspace/didChangeWatchedFiles":
		s.changed() // files that are not open may have changed on disk
	}
	if f != nil {
		s.log(2, f.Message)
	}
}

// mostOpen bounds the texts that are open at once, mostText their bytes together.
const (
	mostOpen = 500
	mostText = 256 << 20
)

func (s *server) didOpen(d textDocument) *fault {
	path := pathOf(d.URI)
	total := len(d.Text)
	for p, o := range s.open {
		if p != path {
			total += len(o.doc.text)
		}
	}
	if len(s.open) >= mostOpen || total > mostText {
		return faultf(requestFailed, "too much is open: %s is not looked at", d.URI)
	}
	s.open[path] = &opened{uri: d.URI, path: path, file: path != d.URI, version: d.Version, doc: newDocument(d.Text), touched: -1}
	s.changed()
	s.analyse()
	return nil
}

// mostCopied bounds the work of one notification: bytes that are moved to apply its edits.
const mostCopied = 1 << 34

func (s *server) didChange(p changeParams) *fault {
	o := s.open[pathOf(p.TextDocument.URI)]
	if o == nil {
		return faultf(invalidParams, "%s is not open", p.TextDocument.URI)
	}
	copied := 0
	for _, e := range p.ContentChanges {
		if e.Range == nil {
			o.lost = false
		}
		if copied += len(o.doc.text) + len(e.Text); copied > mostCopied || len(o.doc.text)+len(e.Text) > mostText || o.lost {
			o.lost = true
			continue
		}
		o.doc, o.touched = o.doc.apply(e, s.enc)
		if e.Range == nil {
			o.touched = -1
		}
	}
	o.version = p.TextDocument.Version
	s.changed()
	if o.lost {
		return faultf(requestFailed, "the edits of %s are too large; close it and open it again", p.TextDocument.URI)
	}
	return nil
}

func (s *server) changed() {
	s.edits++
	s.timer.Reset(s.opts.Delay)
}

// pathOf gives the path of a file's URI, and any other URI as it is.
func pathOf(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" || strings.Contains(u.Path, "\x00") {
		return uri
	}
	p := u.Path
	if runtime.GOOS == "windows" {
		p = strings.TrimPrefix(p, "/")
	}
	return filepath.Clean(filepath.FromSlash(p))
}

// uriOf is the opposite, of a path that places of models name; an open file has the URI that the client gave it.
func (s *server) uriOf(path string) string {
	if o := s.open[path]; o != nil {
		return o.uri
	}
	p := filepath.ToSlash(path)
	if !strings.HasPrefix(p, "/") {
		p = "/" + p
	}
	return (&url.URL{Scheme: "file", Path: p}).String()
}
