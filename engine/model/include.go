package model

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
)

// includes is the reading of a model from several files. All stand in one folder or below it: the folder is
// opened as a root, which no path and no symbolic link leads out of; or it is one of a pack, which is in memory.
type includes struct {
	dir  string // begins the places of files
	root fs.FS
	open []string        // files that are being read, the model's own first
	seen map[string]bool // files that were read; a second mention adds nothing
}

// include merges the files that a tree includes into it. They come first, as if they had been written in the place of
// the `include`, which stands at the top of a file; folder is where the including file stands.
func (l *loader) include(root *Node, folder string) (*Node, *Failure) {
	list := root.Get("include")
	if list == nil || list.Kind != ListNode {
		return root, nil
	}
	out := &Node{Kind: MapNode, Pos: root.Pos}
	for _, item := range list.Items {
		name, why := includePath(item, folder)
		if why != "" {
			l.diags.Add(diag.Error, "include", item.Pos, "cannot include %s: %s", clip(item.raw), why)
			continue
		}
		part, fail := l.includeFile(item, name)
		if fail != nil {
			return nil, fail
		}
		if part != nil {
			l.mergeTree(out, part, nil)
		}
	}
	l.mergeTree(out, root, nil)
	return out, nil
}

// includePath gives the path below the model's folder, or why there is none.
func includePath(item *Node, folder string) (name, why string) {
	if item.Kind != Text {
		return "", "the path must be a text"
	}
	p := item.Text
	switch {
	case p == "" || strings.ContainsAny(p, "\\\x00"):
		return "", "the path must name a file, with / between folders"
	case path.IsAbs(p), filepath.IsAbs(p), filepath.VolumeName(p) != "":
		return "", "the path must be relative"
	}
	for _, part := range strings.Split(p, "/") {
		if part == ".." {
			return "", "the path must not lead upwards"
		}
	}
	return path.Join(folder, p), ""
}

// includeFile reads one file with what it includes in turn; nothing, if it cannot or need not be read.
func (l *loader) includeFile(item *Node, name string) (*Node, *Failure) {
	refuse := func(format string, args ...any) (*Node, *Failure) {
		l.diags.Add(diag.Error, "include", item.Pos, "cannot include %s: %s", clip(item.Text), fmt.Sprintf(format, args...))
		return nil, nil
	}
	for i, open := range l.inc.open {
		if open == name {
			return refuse("it includes itself: %s", strings.Join(append(l.inc.open[i:len(l.inc.open):len(l.inc.open)], name), " → "))
		}
	}
	if l.inc.seen[name] {
		return nil, nil
	}
	l.inc.seen[name] = true
	if len(l.inc.open) > maxIncludeDepth {
		return refuse("includes are nested more than %d deep", maxIncludeDepth)
	}
	file := filepath.Join(l.inc.dir, filepath.FromSlash(name))
	text, given := "", false
	if l.text != nil {
		text, given = l.text(file)
	}
	var err error
	if !given {
		text, err = l.inc.read(name, l.limits.Bytes-l.bytes)
	}
	if err != nil {
		var perr *fs.PathError
		if errors.As(err, &perr) {
			err = perr.Err
		}
		return refuse("%v", err)
	}
	tree, fail := l.tree(file, text)
	if fail != nil {
		return nil, fail
	}
	if tree.Kind != MapNode {
		if tree.Kind != Null {
			return refuse("it is %s, not a mapping", tree.Kind.article())
		}
		return nil, nil
	}
	l.inc.open = append(l.inc.open, name)
	defer func() { l.inc.open = l.inc.open[:len(l.inc.open)-1] }()
	return l.include(tree, path.Dir(name))
}

const maxIncludeDepth = 50

// read reads a plain file, up to one byte more than what is left of the limit.
func (in *includes) read(name string, left int) (string, error) {
	info, err := fs.Stat(in.root, name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", errors.New("it is no plain file")
	}
	f, err := in.root.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, int64(left)+1))
	return string(text), err
}

// sections are the mappings that several files may add to, by their path; every list in them can be
// added to as well. Anything else is one thing and may stand in one file only.
var sections = map[string]bool{
	"": true, "content": true, "dice": true, "boards": true, "functions": true, "derived": true,
	"constants": true, "state": true, "state.vars": true, "state.zones": true, "actions": true,
	"flows": true, "priority": true, "priority.windows": true, "outcomes": true, "code": true,
	"agents": true, "campaign": true,
}

// lists are the lists that several files may add to; catalogues of content are such lists too.
var lists = map[string]bool{
	"face_types": true, "triggers": true, "modifiers": true, "end": true, "open_questions": true,
	"campaign.between": true, "campaign.reset": true, "include": true,
}

// mergeTree adds the entries of a file's mapping to what other files gave.
func (l *loader) mergeTree(to, from *Node, at []string) {
	have := make(map[keyID]int, len(to.Keys))
	for i, k := range to.Keys {
		have[keyID{k.Kind, k.Text}] = i
	}
	for i, k := range from.Keys {
		v := from.Items[i]
		j, twice := have[keyID{k.Kind, k.Text}]
		if !twice {
			to.Keys, to.Items = append(to.Keys, k), append(to.Items, v)
			continue
		}
		there := append(at[:len(at):len(at)], k.Text)
		where, old := strings.Join(there, "."), to.Items[j]
		switch {
		case sections[where] && v.Kind == MapNode && old.Kind == MapNode:
			sum := &Node{Kind: MapNode, Pos: old.Pos, Keys: clone(old.Keys), Items: clone(old.Items)}
			l.mergeTree(sum, v, there)
			to.Items[j] = sum
		case (lists[where] || len(at) == 1 && at[0] == "content") && v.Kind == ListNode && old.Kind == ListNode:
			to.Items[j] = &Node{Kind: ListNode, Pos: old.Pos, Items: append(clone(old.Items), v.Items...)}
		case where == "note":
		default:
			l.diags.Add(diag.Error, "duplicate-key", k.Pos, "%s stands here a second time; the first is at %s", clip(where), to.Keys[j].Pos)
		}
	}
}

// clone keeps what is merged apart from nodes that aliases share.
func clone(nodes []*Node) []*Node { return append(make([]*Node, 0, 2*len(nodes)), nodes...) }
