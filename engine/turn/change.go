package turn

import "slices"

// Changes says what each relation may change of a kernel. Everything else it leaves as it is.
var Changes = map[string][]string{
	"Open":             {"owner", "phase", "id", "begun_counts"},
	"FormalBegin":      {"formal_begun", "begun_counts"},
	"Advance":          {"phase"},
	"FormalEnd":        {"formal_ended"},
	"EndReactionsDone": {"end_reactions_done"},
	"Handoff":          {"owner", "phase", "id", "formal_begun", "formal_ended", "end_reactions_done"},
	"Leave":            {"owner", "phase", "id", "formal_begun", "formal_ended", "end_reactions_done", "begun_counts", "checkpoint"},
	"Eliminate":        {"out"}, "Readmit": {"out"},

	"Declare": {"frames"}, "PayCosts": {"frames"}, "CostCheckpoint": {"frames"}, "CostReactionsDone": {"frames"}, "Resolve": {"frames"},
	"Nest": {"frames"}, "NestedReturn": {"frames"}, "Complete": {"frames"}, "Cancel": {"frames"},

	"Due": {"checkpoint"}, "Ready": {"checkpoint"}, "Evaluate": {"checkpoint", "outcome"}, "EndBy": {"outcome"},
}

// parts are those of a kernel by the names that traces have for them, and whether two kernels have the same.
var parts = []struct {
	name string
	same func(a, b *Kernel) bool
}{
	{"begun_counts", func(a, b *Kernel) bool { return slices.Equal(a.Turn.BegunCounts, b.Turn.BegunCounts) }},
	{"checkpoint", func(a, b *Kernel) bool { return a.Checkpoint == b.Checkpoint }},
	{"end_reactions_done", func(a, b *Kernel) bool { return a.Turn.EndReactionsDone == b.Turn.EndReactionsDone }},
	{"formal_begun", func(a, b *Kernel) bool { return a.Turn.FormalBegun == b.Turn.FormalBegun }},
	{"formal_ended", func(a, b *Kernel) bool { return a.Turn.FormalEnded == b.Turn.FormalEnded }},
	{"frames", func(a, b *Kernel) bool { return slices.Equal(a.Frames, b.Frames) }},
	{"id", func(a, b *Kernel) bool { return a.Turn.ID == b.Turn.ID }},
	{"out", func(a, b *Kernel) bool { return slices.Equal(a.Out, b.Out) }},
	{"outcome", func(a, b *Kernel) bool { return a.Outcome.Equal(b.Outcome) }},
	{"owner", func(a, b *Kernel) bool { return a.Turn.Owner == b.Turn.Owner }},
	{"phase", func(a, b *Kernel) bool { return a.Turn.Phase == b.Turn.Phase }},
}

// Changed lists the parts in which two kernels differ, in alphabetical order.
func Changed(a, b *Kernel) []string {
	var out []string
	for i := range parts {
		if !parts[i].same(a, b) {
			out = append(out, parts[i].name)
		}
	}
	return out
}

// beyond gives the first part that a relation has changed and may not; empty where it has kept to its own.
func beyond(relation string, before, after *Kernel) string {
	for _, part := range Changed(before, after) {
		if !slices.Contains(Changes[relation], part) {
			return part
		}
	}
	return ""
}
