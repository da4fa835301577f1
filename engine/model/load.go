package model

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/astragal-engine/astragal/engine/diag"
)

// Options of Load and Parse.
type Options struct {
	Limits Limits

	// Text gives the text of a file by its path in place of the one on disk, such as what an editor has not saved
	// yet; ok is false for files that are read from disk. nil: all are.
	Text func(path string) (text string, ok bool)
}

// Failure is the error of a text that is no model at all. Files holds what was read up to then, so
// that the offending line can be shown.
type Failure struct {
	diag.Diagnostic
	Cause error // of the operating system, where there is one
	Files diag.Files
}

// Unwrap lets errors.As find the diagnostic, and errors.Is the cause.
func (f *Failure) Unwrap() []error {
	if f.Cause == nil {
		return []error{f.Diagnostic}
	}
	return []error{f.Diagnostic, f.Cause}
}

func failure(code string, pos diag.Pos, format string, args ...any) *Failure {
	fix := ""
	if code == "limit" {
		fix = "make it smaller, or raise the limits where the engine is embedded"
	}
	return &Failure{Diagnostic: diag.Diagnostic{Code: code, Pos: pos, Text: fmt.Sprintf(format, args...), Fix: fix}}
}

// Sources gives the model's files in the form that diag.Render takes.
func (m *Model) Sources() diag.Files { return sources(m.Files) }

func sources(files []File) diag.Files {
	out := diag.Files{}
	for _, f := range files {
		out[f.Name] = f.Text
	}
	return out
}

// Load reads the model in a file, with the files that it includes; those stand in the file's folder
// or below. The list holds everything that is wrong with the model, in source order; the error
// is a *Failure and says why there is no model at all.
func Load(path string, opts Options) (*Model, diag.List, error) {
	l := &loader{limits: opts.Limits.withDefaults(), text: opts.Text}
	text, err := l.main(path)
	if err != nil {
		f := failure("unreadable", diag.Pos{File: path}, "the file cannot be read: %v", err)
		f.Cause = err
		return nil, nil, f
	}
	dir := filepath.Dir(path)
	root, err := os.OpenRoot(dir)
	if err != nil {
		f := failure("unreadable", diag.Pos{File: path}, "the folder cannot be read: %v", err)
		f.Cause = err
		return nil, nil, f
	}
	defer root.Close()
	l.inc = &includes{dir: dir, root: root.FS(), seen: map[string]bool{}, open: []string{filepath.Base(path)}}
	return l.load(path, text)
}

// Parse reads a model from text; name stands for the file in places. It refuses includes.
func Parse(name, text string, opts Options) (*Model, diag.List, error) {
	l := &loader{limits: opts.Limits.withDefaults()}
	return l.load(name, text)
}

func (l *loader) main(path string) (string, error) {
	if l.text != nil {
		if text, ok := l.text(path); ok {
			return text, nil
		}
	}
	return readMain(path, l.limits.Bytes)
}

// readMain reads up to one byte more than the limit, so that the limit is noticed later.
func readMain(path string, limit int) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return "", &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("is a folder")}
	}
	text, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	return string(text), err
}

// loader turns files into one tree and that into a Model.
type loader struct {
	limits  Limits
	bytes   int // read so far
	nodes   int // counted so far
	files   []File
	diags   diag.List
	clashes diag.List // of files that are joined
	inc     *includes // nil: includes are refused
	text    func(path string) (string, bool)
	joined  []Source // files of packs that are joined to the model
	noun    string   // what the files make; empty: a model
}

func (l *loader) load(name, text string) (*Model, diag.List, error) {
	m, f := l.model(name, text)
	l.diags.Sort()
	l.diags = unique(l.diags)
	if f != nil {
		f.Files = sources(l.files)
		return nil, l.diags, f
	}
	return m, l.diags, nil
}

// noFlow is the failure of a mapping without a flow, with the key that may have been meant as one.
func noFlow(root *Node) *Failure {
	f := failure("no-model", root.Pos, "This is not a model: it has no flow")
	f.Fix = "add flow, the order of play"
	for _, k := range root.Keys {
		if k.Kind == Text && diag.Nearest(k.Text, []string{"flow"}) != "" {
			f.Pos, f.Fix = k.Pos, "write 'flow'"
			break
		}
	}
	return f
}

func (l *loader) model(name, text string) (*Model, *Failure) {
	root, fail := l.tree(name, text)
	if fail != nil {
		return nil, fail
	}
	if root.Kind != MapNode {
		return nil, failure("no-model", root.Pos, "This is not a model: it is %s, not a mapping", root.Kind.article())
	}
	if l.inc == nil {
		if k := root.Key("include"); k != nil {
			l.diags.Add(diag.Error, "include", k.Pos, "a model given as text cannot include files")
		}
	} else if root, fail = l.include(root, ""); fail != nil {
		return nil, fail
	}
	for _, s := range l.joined {
		if root, fail = l.join(root, s); fail != nil {
			return nil, fail
		}
	}
	if root.Get("flow") == nil {
		return nil, noFlow(root)
	}
	r := &reader{limits: l.limits, diags: &l.diags, flowIDs: map[string]diag.Pos{}}
	m := r.model(root)
	m.Files = l.files
	return m, nil
}

// tree reads one file into a tree, under the limits shared by all files.
func (l *loader) tree(name, text string) (*Node, *Failure) {
	l.bytes += len(text)
	if l.bytes > l.limits.Bytes {
		return nil, failure("limit", diag.Pos{File: name}, "the %s is longer than %d bytes", l.what(), l.limits.Bytes)
	}
	l.files = append(l.files, File{Name: name, Text: text})
	s := newSource(name, text)
	if fail := s.checkText(); fail != nil {
		return nil, fail
	}
	if fail := s.checkShape(l.what(), l.limits); fail != nil {
		return nil, fail
	}
	return l.decode(s)
}

// unique drops repetitions, which a part that is used through several aliases gives.
func unique(list diag.List) diag.List {
	seen := make(map[diag.Diagnostic]bool, len(list))
	out := list[:0]
	for _, d := range list {
		if !seen[d] {
			seen[d] = true
			out = append(out, d)
		}
	}
	return out
}
