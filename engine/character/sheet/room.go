package sheet

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/slab"
)

// room is the memory of what a sheet makes.
type room struct {
	carriers slab.Slab[Carrier]
	choices  slab.Slab[ChoiceNode]
	paths    slab.Slab[string]
	copies   slab.Slab[copyView]
	entries  slab.Slab[entryView]
	cells    slab.Slab[cell]
	parts    slab.Slab[Part]
	numbers  slab.Slab[int]
	// of situational choices:
	situational slab.Slab[[]*Instance]
	found       slab.Slab[*Instance]
	added       slab.Slab[Instance]
	stacked     []Stacked
	barring     context // of the effect that is asked whether it bars an action
}

func (r *room) reset() {
	r.carriers.Reset()
	r.choices.Reset()
	r.paths.Reset()
	r.copies.Reset()
	r.entries.Reset()
	r.cells.Reset()
	r.parts.Reset()
	r.numbers.Reset()
	r.barring = context{}
	r.added.Reset()
	r.found.Reset()
	r.situational.Reset()
}

// sheet gives an empty sheet, in the memory of one that was released where there is one.
func (r *Rules) sheet() *Sheet {
	if s, ok := r.rooms.Get().(*Sheet); ok {
		s.budget.Refill(r.sheetSteps())
		return s
	}
	return &Sheet{
		Rules:   r,
		budget:  formula.NewBudget(r.sheetSteps(), r.diceLimits),
		onField: make([]chain, len(r.Fields)),
		cells:   make([]*cell, len(r.Fields)),
		next:    make([]link, 1, 1+len(r.Fields)), // index 0: the end of a chain
	}
}

// Release gives the sheet's memory to sheets to come. Nothing that it gave may be used afterwards, except
// what was appended as JSON. A sheet need not be released: then it stays as it is.
func (s *Sheet) Release() {
	s.room.reset()
	clear(s.onField)
	clear(s.cells)
	*s = Sheet{
		Rules: s.Rules, room: s.room, budget: s.budget,
		carriers: emptied(s.carriers), asked: emptied(s.asked), listed: emptied(s.listed), followUps: emptied(s.followUps),
		instances: emptied(s.instances), issues: emptied(s.issues), under: emptied(s.under), roots: s.roots[:0],
		onField: s.onField, cells: s.cells, next: s.next[:1],
		anyField: s.anyField[:0], onRolls: s.onRolls[:0], onSteps: s.onSteps[:0], incoming: s.incoming[:0], onActions: s.onActions[:0],
	}
	s.Rules.rooms.Put(s)
}

// emptied keeps the room of a list and nothing that stood there.
func emptied[T any](list []T) []T {
	clear(list)
	return list[:0]
}
