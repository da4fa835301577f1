package action

import (
	"sync"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/character/slab"
	"github.com/astragal-engine/astragal/engine/dice"
)

// room is the memory of what a run makes and its result does not hold. Runs to come use it again.
type room struct {
	frames   []*frame // by depth: a nested action that has ended leaves its frame to the next
	contexts slab.Slab[context]
	results  slab.Slab[result]
	rolled   slab.Slab[rolled]
	making   slab.Slab[making]
	building building
	thrown   thrown
	found    []*sheet.Instance
}

// frame gives the frame of a depth, empty.
func (r *room) frame(depth int) *frame {
	if depth == len(r.frames) {
		r.frames = append(r.frames, new(frame))
	}
	f := r.frames[depth]
	f.clear()
	return f
}

func (r *room) reset() {
	for _, f := range r.frames {
		f.clear()
	}
	r.contexts.Reset()
	r.results.Reset()
	r.rolled.Reset()
	r.making.Reset()
	r.building.clear()
	r.thrown.clear()
	clear(r.found[:cap(r.found)])
}

// own is the memory of what the result of a run holds. No other run uses it.
type own struct {
	items   slab.Slab[Item]
	lists   slab.Slab[*Item]
	sources slab.Slab[sheet.Source]
	texts   slab.Slab[string]
}

// source copies a source, which may stand in the memory of a sheet.
func (o *own) source(s *sheet.Source) *sheet.Source {
	c := o.sources.One()
	*c = *s
	return c
}

// runs are those whose results hold nothing of their memory any more.
var runs = sync.Pool{New: func() any {
	return &run{budget: formula.NewBudget(0, dice.Limits{}), rolled: map[string]*rolled{}, ids: map[string]bool{}, free: map[string]int{}}
}}

// release gives the memory of the run and of its sheet back, once the result holds nothing of either.
func (r *run) release(out *Result) {
	out.detach()
	r.sheet.Release()
	r.room.reset()
	clear(r.rolled)
	clear(r.ids)
	clear(r.free)
	recorded := r.answers.recorded
	clear(recorded)
	*r = run{room: r.room, budget: r.budget, rolled: r.rolled, ids: r.ids, free: r.free, answers: answers{recorded: recorded[:0]}}
	runs.Put(r)
}
