package action

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// detach copies what a result holds of the run's sheet, whose memory then serves other sheets.
// Values of formulas are settled already.
func (r *Result) detach() {
	for _, e := range r.Log {
		detachEntry(e)
	}
	for _, p := range r.Proposed {
		p.Change.Path = ownPath(p.Change.Path)
		p.Change.From = ownSource(p.Change.From)
	}
	if n := r.Needs; n != nil {
		detachItems(n.Items)
		if n.Choice != nil {
			n.Choice.Path = ownPath(n.Choice.Path)
		}
	}
	if r.State != nil {
		r.State.Answers = slices.Clone(r.State.Answers) // the first of them may be the caller's
		for i := range r.State.Answers {
			a := &r.State.Answers[i]
			a.Choice = ownPath(a.Choice)
		}
	}
}

func detachEntry(e *Entry) {
	e.Choice = ownPath(e.Choice)
	detachItems(e.Items)
	for i := range e.Tallies {
		for k := range e.Tallies[i].Sources {
			s := &e.Tallies[i].Sources[k]
			s.Source = ownSource(s.Source)
		}
	}
	for i := range e.Bounds {
		e.Bounds[i].Source = ownSource(e.Bounds[i].Source)
	}
}

func detachItems(list []*Item) {
	for _, it := range list {
		it.Source, it.carried = ownSource(it.Source), nil
		for i := range it.Faces {
			it.Faces[i].Source = ownSource(it.Faces[i].Source)
		}
		for i := range it.Dropped {
			it.Dropped[i].Source = ownSource(it.Dropped[i].Source)
		}
		it.joined = nil
		detachItems(it.Replaces)
	}
}

func ownSource(s *sheet.Source) *sheet.Source {
	if s == nil {
		return nil
	}
	c := *s
	return &c
}

func ownPath(p *sheet.Path) *sheet.Path {
	if p == nil {
		return nil
	}
	return &sheet.Path{Entry: p.Entry, Choice: slices.Clone(p.Choice)}
}
