package turn

import "slices"

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
	if wrong := r.wrongStep(before, s, old, t, events); wrong != "" {
		return wrong
	}
	if slices.Contains(endings, s.Relation) {
		return r.wrongEnding(&before.Kernel, s, &after.Kernel)
	}
	return wrongAction(&before.Kernel, s, after.Kernel.Frames)
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
	case beyond(s.Relation, k, &after.Kernel) != "":
		return "a step has changed what is not its own: " + beyond(s.Relation, k, &after.Kernel)
	case k.Turn.ID == 0 && !slices.Contains(outside, s.Relation), k.Turn.ID > 0 && (after.Kernel.Turn.ID == 0) != (s.Relation == "Leave"):
		return "something has happened while no turn is open"
	case s.Relation == "Leave" && len(k.Frames) > 0, s.Relation == "Leave" && !s.Dropped && (!k.Turn.EndReactionsDone || k.Checkpoint != NotDue || before.Open):
		return "the turns were left before they were over"
	}
	return r.wrongSeats(k, s, &after.Kernel)
}

// drained are the relations that work which is open must keep from happening.
var drained = []string{"FormalBegin", "Advance", "FormalEnd", "EndReactionsDone", "Handoff", "CostReactionsDone", "Ready"}

// goingOn are the relations by which a turn comes from its opening to the next.
var goingOn = []string{"FormalBegin", "Advance", "FormalEnd", "EndReactionsDone", "Handoff"}

// heard are the events of a relation.
func (r Rules) heard(relation string) []string {
	switch relation {
	case "FormalBegin":
		return []string{r.begins()}
	case "FormalEnd":
		return []string{r.ends()}
	}
	return nil
}

// fresh reports whether a turn has just been opened.
func (r Rules) fresh(t *Record) bool {
	return t.Phase == r.Phases(t.Owner)[0] && !t.FormalBegun && !t.FormalEnded && !t.EndReactionsDone
}

func (r Rules) wrongStep(before *World, s Step, old, t *Record, events []string) string {
	if before.Open && slices.Contains(drained, s.Relation) {
		return "a step was taken over open work"
	}
	if !s.Evidence.Permitted && slices.Contains([]string{"FormalBegin", "Advance", "FormalEnd", "PayCosts"}, s.Relation) {
		return "a step was taken that was not permitted"
	}
	goesOn := slices.Contains(goingOn, s.Relation)
	if (goesOn || s.Relation == "CostReactionsDone") && before.Kernel.Checkpoint != NotDue {
		return "a step was taken while an ending had still to be looked for"
	}
	if goesOn && len(before.Kernel.Frames) > 0 {
		return "a turn has gone on over an open action"
	}
	if !slices.Equal(events, r.heard(s.Relation)) {
		return "a formal begin and a formal end are heard, and nothing else"
	}
	switch {
	case s.Relation == "Open" && (!r.fresh(t) || t.Owner != *s.Seat || t.ID != s.ID || !slices.Equal(t.BegunCounts, s.Counts)):
		return "a turn was not opened as it should be"
	case s.Relation == "FormalBegin" && (!t.FormalBegun || t.BegunCounts[t.Owner] != old.BegunCounts[t.Owner]+1):
		return "a formal begin counts one turn of the owner"
	case s.Relation == "Advance" && (!before.Done || !r.follows(old, t.Phase) || t.ID != old.ID || !old.FormalBegun || old.FormalEnded):
		return "a phase was left too early, or for another than the next"
	case s.Relation == "FormalEnd" && (old.FormalEnded || !t.FormalEnded):
		return "a formal end happens once"
	case s.Relation == "EndReactionsDone" && (old.EndReactionsDone || !t.EndReactionsDone):
		return "reactions to the end are done once"
	case s.Relation == "Handoff" && (!old.FormalEnded || !old.EndReactionsDone || !before.Done || len(s.Evidence.Events) > 0 || !r.fresh(t) || t.ID != old.ID+1):
		return "a turn was handed off before it was over, or the next is not just open"
	}
	return ""
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
