package packfile

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

// Files are the files of a pack, all in memory. They never change.
type Files struct {
	Name   string // of the folder or the zip, which begins places
	Zipped bool
	Packed int // bytes of the zip

	paths []string // sorted
	text  map[string][]byte
}

// Paths lists the files, sorted.
func (f *Files) Paths() []string { return f.paths }

// Get gives a file's bytes, which are not to be changed.
func (f *Files) Get(p string) ([]byte, bool) {
	b, ok := f.text[p]
	return b, ok
}

// Bytes is how many all files have.
func (f *Files) Bytes() (n int) {
	for _, b := range f.text {
		n += len(b)
	}
	return n
}

// At is the place of a file.
func (f *Files) At(p string) diag.Pos { return diag.Pos{File: f.Name + "/" + p} }

// Given makes a pack of files that a host hands over.
func Given(name string, texts map[string]string, lim Limits) (*Files, diag.List) {
	g := gatherer{lim: lim.orDefault(), files: newFiles(name)}
	for _, p := range slices.Sorted(maps.Keys(texts)) {
		if g.name(p, false) && g.room(p, len(texts[p])) {
			g.put(p, []byte(texts[p]))
		}
	}
	return g.done()
}

func newFiles(name string) *Files { return &Files{Name: name, text: map[string][]byte{}} }

// gatherer takes files one by one and notes what is wrong with them.
type gatherer struct {
	lim    Limits
	files  *Files
	list   diag.List
	seen   map[string]bool   // paths of files and folders
	forms  map[string]string // folded paths of files and folders, and how they are written
	leaves map[string]bool   // folded paths of files
	count  int
	bytes  int
	full   bool
}

func (g *gatherer) fault(code, p, fix, format string, args ...any) {
	if len(g.list) == mostFaults {
		g.full = true
		return
	}
	pos := diag.Pos{File: g.files.Name}
	if p != "" {
		pos.File += "/" + clip(p)
	}
	g.list = append(g.list, diag.Diagnostic{Code: code, Pos: pos, Text: fmt.Sprintf(format, args...), Fix: fix})
}

// name takes the path of a file or a folder; false: it is not to be read.
func (g *gatherer) name(p string, folder bool) bool {
	if g.count++; g.count > g.lim.Files {
		if g.count == g.lim.Files+1 {
			g.fault(Limit, "", "join some, or leave some out", "the pack has more than %d files and folders", g.lim.Files)
		}
		g.full = true
		return false
	}
	if code, why := CheckPath(p); code != "" {
		g.fault(code, p, "rename it", "the path %s cannot stand in a pack: %s", quoted(p), why)
		return false
	}
	if strings.Count(p, "/") > g.lim.Depth {
		g.fault(Limit, p, "put it nearer to the top", "folders are nested more than %d deep", g.lim.Depth)
		return false
	}
	if g.seen == nil {
		g.seen, g.forms, g.leaves = map[string]bool{}, map[string]string{}, map[string]bool{}
	}
	if g.seen[p] && !folder {
		g.fault(Duplicate, p, "keep one of them", "the path %s stands in the pack twice", quoted(p))
		return false
	}
	g.seen[p] = true
	for at := p; at != "."; at = path.Dir(at) {
		form := folded(at)
		leaf := at == p && !folder
		if old, ok := g.forms[form]; ok && (old != at || leaf || g.leaves[form]) {
			if old == at {
				g.fault(Clash, p, "rename one of them", "%s is a file and a folder", quoted(at))
			} else {
				g.fault(Clash, p, "rename one of them", "%s and %s are the same name where case, or the way to write a letter, does not count", quoted(old), quoted(at))
			}
			return false
		} else if ok {
			break // and so what is above it
		}
		g.forms[form] = at
		if leaf {
			g.leaves[form] = true
		}
	}
	return true
}

// room takes the size of a file before it is read.
func (g *gatherer) room(p string, size int) bool {
	switch {
	case size < 0 || size > g.lim.File:
		g.fault(Limit, p, "make it smaller, or leave it out", "the file has more than %d bytes", g.lim.File)
		return false
	case g.bytes > g.lim.Bytes-size:
		if !g.full {
			g.fault(Limit, p, "make files smaller, or leave some out", "all files together have more than %d bytes", g.lim.Bytes)
		}
		g.full = true
		return false
	}
	g.bytes += size
	return true
}

func (g *gatherer) put(p string, text []byte) {
	if nested(p, text) {
		g.fault(Nested, p, "put what is in it into the pack itself", "%s is an archive, and a pack holds none", quoted(p))
		return
	}
	g.files.paths = append(g.files.paths, p)
	g.files.text[p] = text
}

// nested reports whether a file is an archive, by what it is called or how it begins.
func nested(p string, text []byte) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".zip", ".jar", ".7z", ".rar", ".tar", ".gz", ".tgz", ".xz", ".bz2", ".zst", ".apk", ".whl":
		return true
	}
	for _, begin := range []string{"PK\x03\x04", "PK\x05\x06", "PK\x07\x08", "7z\xbc\xaf\x27\x1c", "Rar!\x1a\x07", "\x1f\x8b\x08", "\xfd7zXZ\x00", "BZh", "\x28\xb5\x2f\xfd"} {
		if bytes.HasPrefix(text, []byte(begin)) {
			return true
		}
	}
	return false
}

// done gives the files, or what is wrong.
func (g *gatherer) done() (*Files, diag.List) {
	if len(g.list) > 0 {
		slices.SortStableFunc(g.list, func(a, b diag.Diagnostic) int { return cmp.Compare(a.Pos.File, b.Pos.File) })
		return nil, g.list
	}
	slices.Sort(g.files.paths)
	return g.files, nil
}

// quoted shows a path of a stranger's: what is invisible in it as escapes, what is long cut short.
func quoted(p string) string { return fmt.Sprintf("%+q", clip(p)) }

func clip(s string) string {
	const most = 100
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}
