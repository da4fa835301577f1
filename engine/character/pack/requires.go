package pack

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// requirements gives a pack and all that it requires, near ones first.
func (l *loader) requirements(p *Pack) []*Pack {
	out := []*Pack{p}
	add := func(q *Pack) {
		if !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	var found []*Pack
	for _, r := range p.Requires {
		q := l.pack(r.ID)
		if q == nil && l.lost.all {
			continue
		}
		if q == nil || q == p {
			l.faults.report(RequiresMissing, r.Pos, data{"id": r.ID, "version": r.Version}, fmt.Sprintf("name the pack '%s' before this one", r.ID), "the pack '%s' needs '%s', which is not loaded before it", p.ID, r.ID)
			continue
		}
		if r.Version != "" && !satisfies(q.Version, r.Version) {
			l.faults.report(RequiresMissing, r.Pos, data{"id": r.ID, "version": r.Version, "found": q.Version}, fmt.Sprintf("load a version of '%s' that fits", r.ID), "the pack '%s' needs '%s' %s; %s is loaded", p.ID, r.ID, r.Version, q.Version)
		}
		found = append(found, q)
	}
	for _, q := range found {
		add(q)
	}
	for _, q := range found {
		for _, more := range q.Visible {
			add(more)
		}
	}
	return out
}

// versionOf gives the numbers of a version; nil: it is none. What stands behind a hyphen is not compared.
func versionOf(s string) []int {
	s, _, _ = strings.Cut(s, "-")
	var out []int
	for _, part := range strings.Split(s, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return nil
		}
		out = append(out, n)
	}
	return out
}

// satisfies reports whether a version will do where a least one is wanted: the first number must be the same.
func satisfies(have, want string) bool {
	h, w := versionOf(have), versionOf(want)
	if h == nil || w == nil {
		return have == want
	}
	for i := range w {
		n := 0
		if i < len(h) {
			n = h[i]
		}
		if n != w[i] {
			return i > 0 && n > w[i]
		}
	}
	return true
}
