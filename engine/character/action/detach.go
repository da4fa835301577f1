package action

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// detach copies what a result holds of the run's sheet, and lets go of what it holds of the run: the memory
// of both then serves others. Values of formulas are settled already, and items stand in the result's memory.
func (r *Result) detach() {
	for _, e := range r.Log {
		e.Choice = ownPath(e.Choice)
		detachItems(e.Items)
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

func detachItems(list []*Item) {
	for _, it := range list {
		it.made = nil
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
