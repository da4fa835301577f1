package pack

import (
	"fmt"
	"slices"
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
		if q.version.Known() && !r.Range.Has(q.version) {
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
