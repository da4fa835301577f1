package contentpack

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// mostTries bounds the search for versions that fit together.
const mostTries = 10_000

// demand is a pack that someone asks for.
type demand struct {
	id       string
	versions packfile.Range
	by       *entry // nil: the host
	through  *demand
	pos      diag.Pos
}

// chain says who asks: "cards 1.1.0, which is asked for by deck 2.0.0".
func (d *demand) chain() string {
	text := d.id
	if v := d.versions.String(); v != "" {
		text += " " + v
	}
	if d.by == nil {
		return "the host asks for " + text
	}
	text = fmt.Sprintf("%s %s needs %s", d.by.id, d.by.version, text)
	if d.through != nil && d.through.by != nil {
		text += " (" + d.through.chain() + ")"
	}
	return text
}

// solver chooses versions, newest first, and goes back where they do not fit. Its error is that of the first
// dead end, which has the newest versions of all.
type solver struct {
	library  *Library
	byID     map[string][]*entry // newest first
	unusable []*entry
	chosen   map[string]*entry
	roots    []string
	tries    int
	why      Errors
}

func newSolver(l *Library, known []entry) *solver {
	s := &solver{library: l, byID: map[string][]*entry{}, chosen: map[string]*entry{}}
	for i := range known {
		if e := &known[i]; e.wrong == nil {
			s.byID[e.id] = append(s.byID[e.id], e)
		} else {
			s.unusable = append(s.unusable, e)
		}
	}
	for _, list := range s.byID {
		slices.SortStableFunc(list, func(a, b *entry) int {
			if a.version.Early() != b.version.Early() { // one that is not out yet is taken where there is no other
				if a.version.Early() {
					return 1
				}
				return -1
			}
			return cmp.Or(b.version.Compare(a.version), cmp.Compare(a.path, b.path))
		})
	}
	return s
}

func (s *solver) solve(demands []demand) bool {
	for _, d := range demands {
		s.roots = append(s.roots, d.id)
	}
	return s.next(demands, 0)
}

// next satisfies the demands from i on; those before it are.
func (s *solver) next(demands []demand, i int) bool {
	if i == len(demands) {
		return true
	}
	if s.tries++; s.tries > mostTries {
		s.fail(one(Conflict, diag.Pos{File: s.library.Dir}, "take old versions out of the folder", "there are too many versions of packs to find some that fit together"))
		return false
	}
	d := &demands[i]
	if e := s.chosen[d.id]; e != nil {
		if d.versions.Has(e.version) {
			return s.next(demands, i+1)
		}
		s.conflict(demands[:i+1], d.id)
		return false
	}
	found := false
	for _, e := range s.byID[d.id] {
		if !fits(e, demands, d.id) {
			continue
		}
		found = true
		more := demands[:len(demands):len(demands)]
		for _, r := range e.requires {
			more = append(more, demand{r.ID, r.Range, e, d, r.Pos})
		}
		s.chosen[d.id] = e
		if s.next(more, i+1) {
			return true
		}
		delete(s.chosen, d.id)
	}
	if !found {
		s.conflict(demands, d.id)
	}
	return false
}

// fits reports whether a version will do for all who ask so far.
func fits(e *entry, demands []demand, id string) bool {
	return !slices.ContainsFunc(demands, func(d demand) bool { return d.id == id && !d.versions.Has(e.version) })
}

func (s *solver) fail(why Errors) {
	if s.why == nil {
		s.why = why
	}
}

// conflict says who asks for which versions of a pack, and which there are.
func (s *solver) conflict(demands []demand, id string) {
	if s.why != nil {
		return
	}
	var asked []string
	pos := diag.Pos{File: s.library.Dir}
	for i := range demands {
		if d := &demands[i]; d.id == id {
			asked = append(asked, d.chain())
			if d.by != nil {
				pos = d.pos
			}
		}
	}
	var there []string
	for _, e := range s.byID[id] {
		there = append(there, e.version.String())
	}
	code, what, fix := Conflict, fmt.Sprintf("no version of '%s' fits all who ask for it: %s; there is %s", id, strings.Join(asked, "; "), strings.Join(there, ", ")), "add a version that fits to the folder of packs"
	if len(there) == 0 {
		code, what, fix = Unknown, fmt.Sprintf("there is no pack '%s': %s", id, strings.Join(asked, "; ")), "add it to the folder of packs"
		if len(asked) > 0 && demands[len(demands)-1].by != nil {
			code = pack.RequiresMissing
		}
		if near := diag.Nearest(id, s.ids()); near != "" {
			fix = "write '" + near + "'"
		}
	}
	s.why = one(code, pos, fix, "%s", what)
	for _, e := range s.unusable { // it may be one of these
		w := e.wrong[0]
		w.Text = "a pack of the folder cannot be used: " + w.Text
		w.Severity = diag.Warning
		s.why = append(s.why, w)
	}
}

func (s *solver) ids() (out []string) {
	for id := range s.byID {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// order gives the chosen packs, required ones first, in the order of asking.
func (s *solver) order() (out []*entry) {
	done := map[string]bool{}
	var visit func(id string)
	visit = func(id string) {
		e := s.chosen[id]
		if e == nil || done[id] {
			return
		}
		done[id] = true
		for _, r := range e.requires {
			visit(r.ID)
		}
		out = append(out, e)
	}
	for _, id := range s.roots {
		visit(id)
	}
	return out
}

// ringOf gives two packs that require each other; nil: each stands behind those that it requires.
func ringOf(packs []*Pack) []string {
	at := map[string]int{}
	for i, p := range packs {
		at[p.ID] = i
	}
	for i, p := range packs {
		for _, r := range p.Requires {
			if at[r.ID] < i {
				continue
			}
			return []string{p.ID, r.ID}
		}
	}
	return nil
}
