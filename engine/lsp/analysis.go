package lsp

import (
	"errors"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/astragal-engine/astragal/engine/check"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// opened is a text that the client has open.
type opened struct {
	uri     string
	path    string // in places of models; the URI where it is no file
	file    bool
	version *int
	doc     *document
	touched int  // the line that was edited last
	lost    bool // an edit could not be applied: the text is not the client's
}

// reading is all that is known of one model: of the texts of a moment.
type reading struct {
	root   string
	files  map[string]*document // by path
	stamps map[string]stamp     // of those that were read from disk
	list   diag.List
	index  *index
	scopes *check.Scopes // nil: none is known
	model  *model.Model  // nil: there is none
	alien  bool          // the file is no model and does not look like one
	whole  bool          // nothing was left out to read it
	left   diag.Pos      // else: the line that was, in which file
	before *reading      // and the last one that was whole; nil: none was
}

// analyse reads the models that the open texts are, or are parts of. What has not changed since before is not
// read again.
func analyse(open map[string]*opened, before []*reading) []*reading {
	d := desk{open: open, done: map[string]*reading{}}
	for _, r := range before {
		if d.holds(r) {
			d.done[r.root] = r
		}
	}
	var paths []string
	for p := range open {
		paths = append(paths, p)
	}
	sort.Strings(paths)
	var found []*reading
	part := map[string]bool{} // of another model that has been read
	for _, p := range paths {
		r := d.model(p, before)
		found = append(found, r)
		for f := range r.files {
			part[f] = part[f] || f != r.root
		}
	}
	var out []*reading
	seen := map[string]bool{}
	for _, r := range found {
		if !part[r.root] && !seen[r.root] {
			seen[r.root] = true
			out = append(out, r)
		}
	}
	return out
}

// desk is where models are read: the open texts, and what has been read.
type desk struct {
	open map[string]*opened
	done map[string]*reading
}

// model gives the model that a text is a part of, or else that it is.
func (d *desk) model(path string, before []*reading) *reading {
	for _, b := range before {
		if b.root != path && b.files[path] != nil {
			if r := d.read(b.root); r.files[path] != nil {
				return r
			}
		}
	}
	r := d.read(path)
	if r.model == nil && !r.alien && d.open[path].file {
		if up := d.includer(path); up != nil {
			return up
		}
	}
	return r
}

func (d *desk) read(path string) *reading {
	if d.done[path] == nil {
		d.done[path] = read(path, d.open)
	}
	return d.done[path]
}

// holds reports whether what was read is still what a reading would give.
func (d *desk) holds(r *reading) bool {
	for path, doc := range r.files {
		if o := d.open[path]; o != nil {
			if o.doc != doc {
				return false
			}
			continue
		}
		if was, known := r.stamps[path]; !known || was != stampOf(path) {
			return false
		}
	}
	for _, f := range r.list {
		if f.Code == "include" || f.Code == "unreadable" {
			return false // what was not there may be there now
		}
	}
	return len(r.files) > 0
}

// stamp tells one state of a file on disk from another.
type stamp struct {
	size int64
	time int64
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.Size(), info.ModTime().UnixNano()}
}

// Limits of the search for the model that an open file is a part of.
const (
	mostFolders = 4
	mostFiles   = 200
)

// includer finds the model that includes a file, in its folder or above.
func (d *desk) includer(path string) *reading {
	dir, looked := filepath.Dir(path), 0
	for range mostFolders {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil
		}
		for _, e := range entries {
			name := filepath.Join(dir, e.Name())
			ext := filepath.Ext(name)
			if ext != ".yaml" && ext != ".yml" || name == path || !e.Type().IsRegular() {
				continue
			}
			if looked++; looked > mostFiles {
				return nil
			}
			if info, err := e.Info(); err != nil || info.Size() > 8<<20 {
				continue
			}
			if text, err := os.ReadFile(name); err != nil || !strings.Contains(string(text), "include") {
				continue
			}
			if r := d.read(name); r.files[path] != nil {
				return r
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return nil
}

// read reads one model. A text that is no YAML, as one that is being written often is, is read without the line
// that is the matter, so that everything else is still known.
func read(path string, open map[string]*opened) *reading {
	r, fail := load(path, open, "", -1)
	if fail == nil || fail.Code != "yaml" {
		return r
	}
	at := open[fail.Pos.File]
	if at == nil {
		return r
	}
	for _, line := range []int{at.touched, fail.Pos.Line - 1, fail.Pos.Line - 2} {
		if line < 0 || line >= len(at.doc.starts) {
			continue
		}
		fixed, again := load(path, open, at.path, line)
		if again != nil {
			continue
		}
		d := fail.Diagnostic
		if d.Pos.Line != line+1 || d.Pos.Col == 1 {
			from, to := at.doc.line(line)
			text := at.doc.text[from:to]
			d.Pos = diag.Pos{File: at.path, Line: line + 1, Col: 1 + len(text) - len(strings.TrimLeft(text, " "))}
		}
		kept := diag.List{d}
		for _, d := range fixed.list {
			if d.Pos.File != at.path || d.Pos.Line != line+1 {
				kept = append(kept, d)
			}
		}
		kept.Sort()
		fixed.list, fixed.whole, fixed.left = kept, false, diag.Pos{File: at.path, Line: line + 1}
		fixed.files[at.path] = at.doc
		return fixed
	}
	return r
}

// load reads a model; one line of one file, if one is given, as if it were empty.
func load(path string, open map[string]*opened, file string, line int) (*reading, *model.Failure) {
	text := func(p string) (string, bool) {
		o := open[p]
		if o == nil {
			return "", false
		}
		if line >= 0 && p == file {
			from, to := o.doc.line(line)
			return o.doc.text[:from] + o.doc.text[to:], true
		}
		return o.doc.text, true
	}
	m, list, err := loadFile(path, open, text)
	r := &reading{root: path, files: map[string]*document{}, stamps: map[string]stamp{}, model: m, list: list, whole: true}
	var fail *model.Failure
	sources := diag.Files{}
	switch {
	case errors.As(err, &fail):
		r.list = append(r.list, fail.Diagnostic)
		check.Advise(r.list)
		sources = fail.Files
		r.alien = fail.Code == "no-model" && !resembles(path, sources[path])
		if fail.Code == "no-model" && !r.alien {
			if root, err := model.ParseData(path, sources[path], model.Options{}); err == nil {
				r.index = newIndex(root)
			}
		}
	case err != nil:
		r.list = diag.List{{Code: "unreadable", Pos: diag.Pos{File: path}, Text: err.Error()}}
	default:
		sources = m.Sources()
		found := check.Model(m, list)
		r.list, r.scopes = found.Diagnostics, found.Scopes
		r.index = newIndex(m.Root)
	}
	for name, text := range sources {
		if o := open[name]; o != nil && o.doc.text == text {
			r.files[name] = o.doc
		} else {
			r.files[name] = newDocument(text)
			if o == nil {
				r.stamps[name] = stampOf(name)
			}
		}
	}
	return r, fail
}

func loadFile(path string, open map[string]*opened, text func(string) (string, bool)) (*model.Model, diag.List, error) {
	if o := open[path]; o != nil {
		known := o.file
		if known {
			_, err := os.Stat(filepath.Dir(path))
			known = err == nil
		}
		if !known {
			t, _ := text(path)
			return model.Parse(path, t, model.Options{})
		}
	}
	return model.Load(path, model.Options{Text: text})
}

// resembles reports whether a text that is no model looks as if it were to become one: it has a key of a model
// that other files do not have.
func resembles(name, text string) bool {
	if strings.TrimSpace(text) == "" {
		return false
	}
	root, err := model.ParseData(name, text, model.Options{})
	if err != nil || root.Kind != model.MapNode {
		return false
	}
	for _, k := range root.Keys {
		switch k.Text {
		case "name", "version", "source", "note", "mode", "include":
		default:
			if tables["model"].keys[k.Text] != nil {
				return true
			}
		}
	}
	return false
}
