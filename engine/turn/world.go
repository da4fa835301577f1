package turn

import (
	"slices"
)

// Bounds of an exploration. Zero members are 1.
type Bounds struct {
	Turns   int   // the highest id of a turn
	Effects int   // of an action
	Depth   int   // actions within actions
	Out     int   // how many seats may be eliminated; 0: none
	States  int   // that are kept; 0: 1,000,000
	Bytes   int64 // of memory, about; 0: 1 GiB

	// Symmetric puts worlds together that become each other when seats are exchanged which are alike: of one side, and
	// with the same seats following. What winners, owners and so on are tried is then tried of every seat.
	Symmetric bool

	Progress func(Progress) // is told now and then; nil: nobody
}

func (b Bounds) orDefault() Bounds {
	for _, n := range []*int{&b.Turns, &b.Effects, &b.Depth} {
		*n = max(*n, 1)
	}
	if b.States <= 0 {
		b.States = 1_000_000
	}
	if b.Bytes <= 0 {
		b.Bytes = 1 << 30
	}
	return b
}

// World is a kernel with what surrounds it: work that is open, and whether the phase's own work is complete.
// Evidence is what is true of it.
type World struct {
	Kernel Kernel `json:"kernel"`
	Open   bool   `json:"open"`     // work of the surrounding procedure
	Done   bool   `json:"complete"` // the phase's work
}

// Steps of what surrounds a kernel.
const (
	openWork  = "work opens"
	drainWork = "work drains"
	complete  = "the phase completes"
)

// steps are all that may be tried in a world: those of what surrounds it, and every relation with all that may be
// supplied, fitting or not.
func (r Rules) steps(out []Step, w *World, b Bounds) []Step {
	out = append(out, Step{Relation: openWork}, Step{Relation: drainWork}, Step{Relation: complete})
	for _, permitted := range []bool{true, false} {
		e := Evidence{Permitted: permitted, Drained: !w.Open, Complete: w.Done}
		for _, name := range []string{"FormalBegin", "FormalEnd", "EndReactionsDone", "PayCosts", "CostReactionsDone", "Ready"} {
			out = append(out, Step{name, e})
		}
		for _, phase := range r.phases(&w.Kernel.Turn) {
			e.To = phase
			out = append(out, Step{"Advance", e})
		}
	}
	tried := 1 // seats that are tried where one is as good as another
	if b.Symmetric {
		tried = len(r.Seats)
	}
	for seat := range tried {
		out = append(out, Step{"Open", Evidence{Seat: &seat, ID: 1, Counts: make([]int, len(r.Seats))}})
	}
	out = append(out, r.handoffs(w, b)...)
	for _, dropped := range []bool{false, true} {
		out = append(out, Step{"Leave", Evidence{Drained: !w.Open, Dropped: dropped}})
	}
	if len(w.Kernel.Frames) < b.Depth {
		for n := range b.Effects + 2 {
			out = append(out, Step{"Declare", Evidence{Effects: n - 1}})
		}
	}
	for _, terminal := range []bool{false, true} {
		out = append(out, Step{"CostCheckpoint", Evidence{Terminal: terminal}})
	}
	out = append(out, Step{Relation: "Resolve"}, Step{Relation: "Complete"}, Step{Relation: "Cancel"})
	for _, s := range []string{"window", "other", ""} {
		out = append(out, Step{"Nest", Evidence{Structure: s}})
		for _, back := range []Receipt{{s, true, false}, {s, false, false}, {s, false, true}} {
			out = append(out, Step{"NestedReturn", Evidence{Receipt: &back}})
		}
	}
	out = append(out, Step{Relation: "Due"})
	for _, score := range r.Scores {
		out = append(out, Step{"Due", Evidence{Scored: score}})
	}
	everyone := make([]int, len(r.Seats))
	for i := range everyone {
		everyone[i] = i
	}
	winning := [][]int{nil, everyone, {len(r.Seats)}}
	for seat := range tried {
		winning = append(winning, []int{seat})
	}
	for _, winners := range winning {
		out = append(out, Step{"Evaluate", Evidence{Objective: winners}})
		for _, guard := range []bool{true, false} {
			out = append(out, Step{"EndBy", Evidence{Guard: guard, Winners: winners}})
		}
	}
	return append(out, Step{"EndBy", Evidence{Guard: true, Nobody: true}})
}

// handoffs are those that may be tried, to each seat and to whom the profile names, silent and not; and
// eliminations.
func (r Rules) handoffs(w *World, b Bounds) []Step {
	e := Evidence{Permitted: true, Drained: !w.Open, Complete: w.Done}
	var out []Step
	if w.Kernel.Turn.ID < b.Turns {
		loud := e
		loud.Events = []string{BeginEvent}
		out = append(out, Step{"Handoff", e}, Step{"Handoff", loud})
	}
	for seat := range len(r.Seats) + 1 {
		to := e
		to.Seat = &seat
		if w.Kernel.Turn.ID < b.Turns && (r.Next == nil || b.Out > 0) {
			out = append(out, Step{"Handoff", to})
		}
		if len(w.Kernel.Out) < b.Out || slices.Contains(w.Kernel.Out, seat) {
			out = append(out, Step{"Eliminate", Evidence{Seat: &seat}})
		}
		if b.Out > 0 {
			out = append(out, Step{"Readmit", Evidence{Seat: &seat}})
		}
	}
	return out
}

// phases are those of the owner's turns; none while no turn is open.
func (r Rules) phases(t *Record) []string {
	if t.ID == 0 {
		return nil
	}
	return r.Phases(t.Owner)
}

// take takes a step; ok is false when it is refused.
func (r Rules) take(w World, s Step) (next World, events []string, ok bool) {
	over := w.Kernel.Outcome.Over()
	switch s.Relation {
	case openWork:
		next, ok = w, !w.Open && !over
		next.Open = true
		return next, nil, ok
	case drainWork:
		next, ok = w, w.Open && !over
		next.Open = false
		return next, nil, ok
	case complete:
		next, ok = w, !w.Done && !over
		next.Done = true
		return next, nil, ok
	}
	k, events, err := r.Apply(w.Kernel, s)
	if err != nil {
		return w, nil, false
	}
	next = w
	next.Kernel = k
	if k.Turn.Phase != w.Kernel.Turn.Phase || k.Turn.ID != w.Kernel.Turn.ID {
		next.Done = false
	}
	return next, events, true
}

// wrong says what is the matter with a world, or with a step from one to another; empty when nothing is.
func (r Rules) wrong(before *World, s Step, after *World, events []string) string {
	t, old := &after.Kernel.Turn, &before.Kernel.Turn
	sum := 0
	for _, n := range t.BegunCounts {
		sum += n
	}
	begun := 0
	if t.FormalBegun {
		begun = 1
	}
	switch {
	case t.ID == 0 && (!t.Equal(&Record{}) || len(after.Kernel.Frames) > 0):
		return "something is left of a turn that is over"
	case t.ID == 0:
		return r.wrongAround(before, s, after)
	case !r.Valid(t):
		return "the record is no turn"
	case t.FormalEnded && (!t.FormalBegun || !r.last(t)):
		return "a turn has ended that never began, or before its last phase"
	case t.EndReactionsDone && !t.FormalEnded:
		return "reactions to an end that has not been"
	case sum != t.ID-1+begun:
		return "the counts are not the turns that have formally begun"
	}
	for _, f := range after.Kernel.Frames {
		if f.Left < 0 || f.Nested != "" && f.Stage != Resolving || f.Terminal && f.Stage == Resolving {
			return "an action is what no action can be"
		}
	}
	if o := after.Kernel.Outcome; !r.seats(o.Winners) || (o.Kind == "won" || o.Kind == "draw") != (len(o.Winners) > 0) {
		return "the outcome names no seats"
	}
	if wrong := r.wrongAround(before, s, after); wrong != "" || surrounds(s) {
		return wrong
	}
	return r.wrongStep(before, s, after, old, t, events)
}

func surrounds(s Step) bool {
	return s.Relation == openWork || s.Relation == drainWork || s.Relation == complete
}

// wrongAround looks at the end of a game, and at the beginning and the end of its turns.
func (r Rules) wrongAround(before *World, s Step, after *World) string {
	k := &before.Kernel
	switch {
	case surrounds(s):
		return ""
	case k.Outcome.Over():
		return "something has happened after the end"
	case k.Turn.ID == 0 && !slices.Contains(outside, s.Relation), k.Turn.ID > 0 && after.Kernel.Turn.ID == 0 && s.Relation != "Leave":
		return "something has happened while no turn is open"
	case s.Relation == "Leave" && len(k.Frames) > 0, s.Relation == "Leave" && !s.Dropped && (!k.Turn.EndReactionsDone || k.Checkpoint != NotDue || before.Open):
		return "the turns were left before they were over"
	}
	return r.wrongSeats(k, s, &after.Kernel)
}

// drained are the relations that work which is open must keep from happening.
var drained = []string{"FormalBegin", "Advance", "FormalEnd", "EndReactionsDone", "Handoff", "CostReactionsDone", "Ready"}

func (r Rules) wrongStep(before *World, s Step, after *World, old, t *Record, events []string) string {
	if before.Open && slices.Contains(drained, s.Relation) {
		return "a step was taken over open work"
	}
	if !s.Evidence.Permitted && slices.Contains([]string{"FormalBegin", "Advance", "FormalEnd", "PayCosts"}, s.Relation) {
		return "a step was taken that was not permitted"
	}
	moved := t.Phase != old.Phase || t.ID != old.ID || t.Owner != old.Owner
	switch {
	case s.Relation != "FormalBegin" && s.Relation != "Open" && !slices.Equal(t.BegunCounts, old.BegunCounts):
		return "the counts grow only at a formal begin"
	case s.Relation == "FormalBegin" && (t.BegunCounts[t.Owner] != old.BegunCounts[t.Owner]+1 || !slices.Equal(events, []string{BeginEvent})):
		return "a formal begin counts one turn of the owner, and is heard"
	case moved && s.Relation != "Advance" && s.Relation != "Handoff" && s.Relation != "Open":
		return "only advancing and handing off move a turn"
	case moved && len(before.Kernel.Frames) > 0:
		return "a turn has moved over an open action"
	case s.Relation == "Advance" && (!before.Done || !r.follows(old, t.Phase) || t.ID != old.ID || !old.FormalBegun || old.FormalEnded):
		return "a phase was left too early, or for another than the next"
	case s.Relation == "FormalEnd" && (old.FormalEnded || !slices.Equal(events, []string{r.ends()}) || len(before.Kernel.Frames) > 0):
		return "a formal end happens once, with no action open, and is heard"
	case s.Relation == "EndReactionsDone" && old.EndReactionsDone:
		return "reactions to the end were done twice"
	case s.Relation == "Handoff" && (!old.FormalEnded || !old.EndReactionsDone || !before.Done || len(s.Evidence.Events) > 0 || t.FormalBegun || t.ID != old.ID+1):
		return "a turn was handed off before it was over, or not to whoever follows"
	case s.Relation == "Evaluate" && before.Kernel.Checkpoint != Ready, s.Relation == "Ready" && before.Kernel.Checkpoint != Due,
		s.Relation == "Due" && s.Scored == "", s.Relation == "EndBy" && (!s.Guard || s.Nobody == (len(s.Winners) > 0)):
		return "an ending was looked for where none is"
	}
	return r.wrongFrame(&before.Kernel, s)
}

// wrongSeats looks at who is out and at who follows whom.
func (r Rules) wrongSeats(old *Kernel, s Step, now *Kernel) string {
	grown := len(now.Out) - len(old.Out)
	owner, was := now.Turn.Owner, old.Turn.Owner
	switch {
	case grown == 1 && (s.Relation != "Eliminate" || slices.Contains(old.Out, *s.Seat)), grown == -1 && (s.Relation != "Readmit" || !slices.Contains(old.Out, *s.Seat)),
		grown == 0 && (!slices.Equal(old.Out, now.Out) || s.Relation == "Eliminate" || s.Relation == "Readmit"), grown*grown > 1, !r.seats(now.Out):
		return "a seat is out, or is not, that should not be"
	case s.Relation != "Handoff":
		return ""
	case slices.Contains(old.Out, owner), r.Next != nil && s.Seat != nil && *s.Seat != owner,
		r.Next != nil && len(old.Out) == 0 && owner != r.Next[was], r.Next == nil && (s.Seat == nil || *s.Seat != owner):
		return "a turn was handed to another than who follows"
	}
	return ""
}

// wrongFrame looks at what a step did to the innermost action.
func (r Rules) wrongFrame(k *Kernel, s Step) string {
	if len(k.Frames) == 0 {
		return ""
	}
	f, back := k.Frames[len(k.Frames)-1], s.back()
	need := map[string]bool{
		"Declare":  f.Nested != "" || f.Stage == Declared || f.Stage == Checked && !f.Terminal,
		"PayCosts": f.Stage == Declared, "CostCheckpoint": f.Stage == Paid, "CostReactionsDone": f.Stage == Checked && !f.Terminal,
		"Resolve": f.Stage == Resolving && f.Left > 0 && f.Nested == "", "Nest": f.Stage == Resolving && f.Nested == "" && s.Structure != "",
		"NestedReturn": f.Nested != "" && back.Structure == f.Nested && (back.Completed || k.Left() && back.Cancelled),
		"Complete":     f.Stage == Resolving && f.Left == 0 && f.Nested == "",
		"Cancel":       k.Left() && f.Nested == "",
	}
	if holds, asked := need[s.Relation]; asked && !holds {
		return "an action went on out of order"
	}
	return ""
}
