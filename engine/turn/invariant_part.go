package turn

import "slices"

// wrongAction looks at what a step did to actions: another is opened above the innermost, or that one has come further.
func wrongAction(k *Kernel, s Step, now []Frame) string {
	if s.Relation != "Declare" && !slices.Contains(ofActions, s.Relation) {
		return ""
	}
	want := slices.Clone(k.Frames)
	may := true
	var f *Frame // the innermost
	if n := len(want); n > 0 {
		f = &want[n-1]
	}
	switch s.Relation {
	case "Declare":
		may = f == nil || f.Nested != "" || f.Stage == Declared || f.Stage == Checked && !f.Terminal
		want = append(want, Frame{Action: s.Action, Stage: Declared, Left: s.Effects})
	case "PayCosts":
		may, f.Stage = f.Stage == Declared, Paid
	case "CostCheckpoint":
		may, f.Stage, f.Terminal = f.Stage == Paid, Checked, s.Terminal
	case "CostReactionsDone":
		may, f.Stage = f.Stage == Checked && !f.Terminal, Resolving
	case "Resolve":
		may, f.Left = f.Stage == Resolving && f.Left > 0 && f.Nested == "", f.Left-1
	case "Nest":
		may, f.Nested = f.Stage == Resolving && f.Nested == "" && s.Structure != "", s.Structure
	case "NestedReturn":
		back := s.back()
		may, f.Nested = f.Nested != "" && back.Structure == f.Nested && (back.Completed || k.Left() && back.Cancelled), ""
	case "Complete", "Cancel":
		may = f.Nested == "" && (s.Relation == "Cancel" && k.Left() || s.Relation == "Complete" && f.Stage == Resolving && f.Left == 0)
		want = want[:len(want)-1]
	}
	switch {
	case !may:
		return "an action went on out of order"
	case !slices.Equal(now, want):
		return "an action has come to what it should not"
	}
	return ""
}

var endings = []string{"Due", "Ready", "Evaluate", "EndBy"}

// wrongEnding looks at what a step did to the checkpoint and to the outcome.
func (r Rules) wrongEnding(k *Kernel, s Step, now *Kernel) string {
	to, ends := k.Checkpoint, Playing
	may := true
	switch s.Relation {
	case "Due":
		if may = slices.Contains(r.Scores, s.Scored); to == NotDue {
			to = Due
		}
	case "Ready":
		may, to = to == Due, Ready
	case "Evaluate":
		may, to, ends = to == Ready, NotDue, r.meant(slices.Concat(s.Objective, s.Simultaneous))
	case "EndBy":
		may = s.Guard && s.Nobody == (len(s.Winners) == 0)
		if ends = r.meant(s.Winners); s.Nobody {
			ends = Outcome{Kind: "nobody"}
		}
	}
	switch {
	case !may:
		return "an ending was looked for where none is"
	case now.Checkpoint != to || !now.Outcome.Equal(ends):
		return "an ending has come to what it should not"
	}
	return ""
}

// meant is what those who have won make of a game.
func (r Rules) meant(winners []int) Outcome {
	var set []int
	for seat := range r.Seats {
		if slices.Contains(winners, seat) {
			set = append(set, seat)
		}
	}
	switch {
	case set == nil:
		return Playing
	case len(r.Seats) > 1 && len(set) == len(r.Seats) && !r.Together:
		return Outcome{Kind: "draw", Winners: set}
	}
	return Outcome{Kind: "won", Winners: set}
}
