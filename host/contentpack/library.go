package contentpack

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// mostPacks is how many packs a folder may have.
const mostPacks = 1000

// Library is a folder of packs: folders with pack.yaml and zips. It is looked through anew each time that packs are asked
// for; what has not changed is not read again. It is safe for any number of threads.
type Library struct {
	Dir    string
	Host   Policy
	Limits packfile.Limits

	mu    sync.Mutex
	known map[string]entry
	shelf shelf
}

// entry is what is known of a pack without its files.
type entry struct {
	path     string
	stamp    string // changes with the file
	id       string
	version  packfile.Version
	title    string
	requires []pack.Requirement
	given    *Pack  // not of the folder
	wrong    Errors // why it cannot be used
}

// Want is a pack that is asked for.
type Want struct {
	ID    string
	Range packfile.Range
}

// ParseWant reads `<id>` or `<id>@<range>`.
func ParseWant(text string) (Want, error) {
	id, versions, _ := strings.Cut(text, "@")
	r, err := packfile.ParseRange(versions)
	if err == nil && id == "" {
		err = fmt.Errorf("no pack is named")
	}
	return Want{id, r}, err
}

// scan looks through the folder.
func (l *Library) scan() ([]entry, error) {
	list, err := os.ReadDir(l.Dir)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := map[string]entry{}
	var out []entry
	for _, d := range list {
		path := filepath.Join(l.Dir, d.Name())
		stamp, ok := stampOf(path, d)
		if !ok {
			continue
		}
		if len(out) == mostPacks {
			return nil, fmt.Errorf("%s has more than %d packs", l.Dir, mostPacks)
		}
		e, same := l.known[path]
		if !same || e.stamp != stamp {
			e = l.index(path, stamp)
		}
		now[path] = e
		out = append(out, e)
	}
	l.known = now
	return out, nil
}

// stampOf says whether a pack stands there, and what changes when it does.
func stampOf(path string, d os.DirEntry) (string, bool) {
	if strings.HasPrefix(d.Name(), ".") {
		return "", false
	}
	at := path
	if d.IsDir() {
		at = filepath.Join(path, "pack.yaml")
	} else if !strings.HasSuffix(strings.ToLower(d.Name()), ".zip") {
		return "", false
	}
	info, err := os.Lstat(at)
	if err != nil {
		return "", false
	}
	return fmt.Sprint(info.Size(), info.ModTime().UnixNano()), true
}

func (l *Library) index(path, stamp string) entry {
	e := entry{path: path, stamp: stamp}
	p, list := l.open(path)
	if p == nil {
		e.wrong = list
		return e
	}
	e.id, e.version, e.title, e.requires = p.ID, p.Version, p.Title, p.Requires
	return e
}

// open opens a pack of the folder and holds it against what the host allows.
func (l *Library) open(path string) (*Pack, Errors) {
	p, list := l.Open(path)
	if p == nil {
		return nil, list
	}
	if no := p.Admit(l.Host); len(no) > 0 {
		return nil, no
	}
	return p, nil
}

// List gives the packs of the folder that can be used, and what is wrong with the others.
func (l *Library) List() (list []Found, wrong Errors) {
	known, err := l.scan()
	if err != nil {
		return nil, l.unreadable(err)
	}
	for _, e := range known {
		if e.wrong != nil {
			wrong = append(wrong, e.wrong...)
			continue
		}
		list = append(list, Found{e.id, e.version.String(), e.title, filepath.Base(e.path)})
	}
	slices.SortStableFunc(list, func(a, b Found) int { return cmp.Compare(a.ID, b.ID) })
	return list, wrong
}

// Found is a pack of a library.
type Found struct{ ID, Version, Title, Name string }

func (l *Library) unreadable(err error) Errors {
	return one(packfile.Unreadable, diag.Pos{File: l.Dir}, "name a folder that can be read under packs", "the folder of packs cannot be read: %v", err)
}

// Pick opens the newest version of one pack that is asked for, and none that it requires.
func (l *Library) Pick(w Want) (*Pack, Errors) {
	known, err := l.scan()
	if err != nil {
		return nil, l.unreadable(err)
	}
	known = slices.DeleteFunc(known, func(e entry) bool { return e.id == w.ID && e.wrong == nil && !w.Range.Has(e.version) })
	s := newSolver(l, known)
	if list := s.byID[w.ID]; len(list) > 0 {
		return l.open(list[0].path)
	}
	s.conflict([]demand{{id: w.ID, versions: w.Range}}, w.ID)
	return nil, s.why
}

// Resolve picks packs that were asked for, and those that they require, of each the newest version that fits all who
// ask for it. They come in an order in which each stands behind those that it requires. Given packs are taken before any of
// the folder that have their ids.
func (l *Library) Resolve(wants []Want, given ...*Pack) ([]*Pack, Errors) {
	var known []entry
	if l.Dir != "" {
		var err error
		if known, err = l.scan(); err != nil {
			return nil, l.unreadable(err)
		}
	}
	for _, p := range given {
		if no := p.Admit(l.Host); len(no) > 0 {
			return nil, no
		}
		known = slices.DeleteFunc(known, func(e entry) bool { return e.id == p.ID })
	}
	for _, p := range given {
		known = append(known, entry{path: p.Files.Name, id: p.ID, version: p.Version, requires: p.Requires, given: p})
	}
	s := newSolver(l, known)
	var demands []demand
	for _, w := range wants {
		demands = append(demands, demand{id: w.ID, versions: w.Range})
	}
	if !s.solve(demands) {
		return nil, s.why
	}
	var out []*Pack
	for _, e := range s.order() {
		p, list := e.given, Errors(nil)
		if p == nil {
			p, list = l.open(e.path)
		}
		if p != nil && (p.ID != e.id || p.Version.Compare(e.version) != 0) {
			list, p = one(Conflict, diag.Pos{File: e.path}, "ask again", "the pack changed while it was being looked for"), nil
		}
		if p == nil {
			return nil, list
		}
		out = append(out, p)
	}
	if ring := ringOf(out); ring != nil {
		return nil, one(pack.Cycle, out[0].Pos, "take one of the requirements away", "the packs '%s' and '%s' require each other, themselves or by way of others", ring[0], ring[1])
	}
	return out, nil
}

func one(code string, pos diag.Pos, fix, format string, args ...any) Errors {
	return Errors{{Diagnostic: diag.Diagnostic{Code: code, Pos: pos, Text: fmt.Sprintf(format, args...), Fix: fix}}}
}
