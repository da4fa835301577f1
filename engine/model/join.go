package model

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"

	"github.com/astragal-engine/astragal/engine/diag"
)

// Source is a file in a file system; Name begins its place.
type Source struct {
	Name string
	FS   fs.FS
	Path string
}

func (s Source) place() string { return filepath.Join(s.Name, filepath.FromSlash(s.Path)) }

func (s Source) read(limit int) (string, error) {
	f, err := s.FS.Open(s.Path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	return string(text), err
}

// Join reads a model as Load does, with what it includes, and joins more files to it, as if it included them behind
// all of its own text. Those add to catalogues and other sections, and take nothing's place: a name or an item's id that is
// there already, and a section that they cannot add to, is a clash. With clashes there is no model.
func Join(base Source, more []Source, opts Options) (m *Model, list, clashes diag.List, err error) {
	l := &loader{limits: opts.Limits.withDefaults(), joined: more}
	text, err := base.read(l.limits.Bytes)
	if err != nil {
		f := failure("unreadable", diag.Pos{File: base.place()}, "the file cannot be read: %v", err)
		f.Cause = err
		return nil, nil, nil, f
	}
	root, err := fs.Sub(base.FS, path.Dir(base.Path))
	if err != nil {
		return nil, nil, nil, err
	}
	l.inc = &includes{dir: filepath.Dir(base.place()), root: root, seen: map[string]bool{}, open: []string{path.Base(base.Path)}}
	m, list, err = l.load(base.place(), text)
	if len(l.clashes) > 0 {
		return nil, list, l.clashes, nil
	}
	return m, list, nil, err
}

// addable are the sections that files of packs may add to.
var addable = map[string]bool{"content": true, "code": true, "constants": true, "derived": true, "functions": true, "modifiers": true, "triggers": true, "note": true}

// join adds a file of a pack to a tree.
func (l *loader) join(root *Node, s Source) (*Node, *Failure) {
	text, err := s.read(l.limits.Bytes - l.bytes)
	if err != nil {
		var perr *fs.PathError
		if errors.As(err, &perr) {
			err = perr.Err
		}
		return nil, failure("unreadable", diag.Pos{File: s.place()}, "the file cannot be read: %v", err)
	}
	tree, fail := l.tree(s.place(), text)
	if fail != nil {
		return nil, fail
	}
	if tree.Kind == Null {
		return root, nil
	}
	if tree.Kind != MapNode {
		l.clash(tree.Pos, "write sections of a model", "this is %s, not a mapping", tree.Kind.article())
		return root, nil
	}
	for _, k := range tree.Keys {
		if k.Kind != Text || !addable[k.Text] {
			l.clash(k.Pos, "add to content, code, constants, derived, functions, modifiers or triggers", "a pack cannot add to '%s' of a model", clip(k.raw))
		}
	}
	l.sameItems(root.Get("content"), tree.Get("content"))
	before := len(l.diags)
	sum := &Node{Kind: MapNode, Pos: root.Pos, Keys: clone(root.Keys), Items: clone(root.Items)}
	l.mergeTree(sum, tree, nil)
	for _, d := range l.diags[before:] {
		d.Fix = "give it another name"
		l.clashes = append(l.clashes, d)
	}
	l.diags = l.diags[:before]
	return sum, nil
}

func (l *loader) clash(pos diag.Pos, fix, format string, args ...any) {
	l.clashes = append(l.clashes, diag.Diagnostic{Code: "duplicate-key", Pos: pos, Text: fmt.Sprintf(format, args...), Fix: fix})
}

// sameItems reports items of a pack that have the id of one that is there.
func (l *loader) sameItems(old, more *Node) {
	if old == nil || more == nil || old.Kind != MapNode || more.Kind != MapNode {
		return
	}
	for i, k := range more.Keys {
		there := map[string]diag.Pos{}
		if c := old.Get(k.Text); c != nil && c.Kind == ListNode {
			for _, item := range c.Items {
				if id := item.Get("id"); id.Scalar() {
					there[id.raw] = id.Pos
				}
			}
		}
		if more.Items[i].Kind != ListNode {
			continue
		}
		for _, item := range more.Items[i].Items {
			id := item.Get("id")
			if !id.Scalar() {
				continue
			}
			if first, ok := there[id.raw]; ok {
				l.clash(id.Pos, "give it another id", "content.%s has an item '%s' already; it is at %s", clip(k.Text), clip(id.raw), first)
			}
			there[id.raw] = id.Pos
		}
	}
}
