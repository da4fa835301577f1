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
