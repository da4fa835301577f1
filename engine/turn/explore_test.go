package turn

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExploreTheReferenceProfile(t *testing.T) {
	r := Over(Reference())
	out, err := r.Explore(t.Context(), Bounds{Turns: 3, Effects: 1})
	require.NoError(t, err)
	require.Empty(t, out.Wrong, "%v", out.Trace)
	require.True(t, out.Whole)
	require.Equal(t, "12256 states, 24981 transitions, depth 34", out.String())
	require.Zero(t, out.Deadlocks, "a world in which nothing goes on")

	cut, err := r.Explore(t.Context(), Bounds{Turns: 3, Effects: 1, States: 100})
	require.NoError(t, err)
	require.False(t, cut.Whole, "the bound on states is said")
	require.LessOrEqual(t, cut.States, 100)
}

// solo has a side with one phase, which is its first and its last.
func solo() *Profile {
	return &Profile{Sides: []Side{{"Long", []string{"draw", "action"}}, {"Short", []string{"action"}}}, Seats: []int{0, 1}, Next: []int{1, 0}}
}

// equivalent are guards whose loss nobody can notice from a game's beginning on, and why. docs/turns.md has them
// too. The tests above meet each with a record that no game can come to.
var equivalent = map[string]string{
	"FormalBegin.valid": "what Begin and the relations give is valid", "Advance.valid": "likewise", "FormalEnd.valid": "likewise",
	"EndReactionsDone.valid": "likewise", "Handoff.valid": "likewise",
	"Open.seat": "Begin and Handoff name seats of the profile", "Open.id": "ids only grow, from 1", "Open.counts": "counts are handed on",
	"Advance.not-ended": "a turn ends in its last phase, which no phase follows",
	"Handoff.last":      "a turn ends in its last phase and moves no more", "Handoff.ended": "reactions to an end ask for it",
	"Kernel.relation": "nobody tries a relation that there is not",
}

// Every guard is there for something: without it the explorer finds what goes wrong.
func TestMutantsAreCaught(t *testing.T) {
	for relation, guards := range Guards {
		for guard := range guards {
			name := relation + "." + guard
			t.Run(name, func(t *testing.T) {
				r := Over(Reference())
				r.dropped = name
				out, err := explored(r)
				why, same := equivalent[name]
				if same {
					require.NoError(t, err)
					require.Empty(t, out.Wrong, "it is noticed: %s is not the reason", why)
					return
				}
				require.True(t, err != nil || out.Wrong != "", "nobody notices that %s is gone", name)
				if out != nil && out.Wrong != "" {
					require.True(t, slices.ContainsFunc(out.Trace, func(s Step) bool { return s.Relation == relation || relation == "Kernel" || relation == "Open" }), "%v", out.Trace)
				}
			})
		}
	}
}

// explored explores; a mutant may also break down.
func explored(r Rules) (out *Report, err error) {
	defer func() {
		if p := recover(); p != nil {
			out, err = nil, errBroken
		}
	}()
	small := Bounds{Turns: 1, Effects: 1, Depth: 2, Out: 1, States: 15_000}
	computed := solo()
	computed.Next = nil
	for _, over := range []struct {
		p *Profile
		b Bounds
	}{{Reference(), Bounds{Turns: 2, Effects: 1}}, {solo(), Bounds{Turns: 2, Effects: 1}}, {computed, Bounds{Turns: 2, Out: 1, States: 15_000}}, {solo(), small}} {
		r.Profile = over.p
		if out, err = r.Explore(context.Background(), over.b); err != nil || out.Wrong != "" {
			break
		}
	}
	return out, err
}

// bent are relations that lead elsewhere than they should: a flag set early, a stage passed over, a count too many.
var bent = map[string]func(*Kernel){
	"Open: begun":               func(k *Kernel) { k.Turn.FormalBegun = true },
	"Open: counted":             func(k *Kernel) { k.Turn.BegunCounts = counted(k) },
	"Open: id 2":                func(k *Kernel) { k.Turn.ID++ },
	"FormalBegin: not begun":    func(k *Kernel) { k.Turn.FormalBegun = false },
	"FormalBegin: not counted":  func(k *Kernel) { k.Turn.BegunCounts = make([]int, len(k.Turn.BegunCounts)) },
	"FormalBegin: twice":        func(k *Kernel) { k.Turn.BegunCounts = counted(k) },
	"FormalBegin: ended":        func(k *Kernel) { k.Turn.FormalEnded = true },
	"Advance: ended":            func(k *Kernel) { k.Turn.FormalEnded = true },
	"Advance: begun anew":       func(k *Kernel) { k.Turn.FormalBegun = false },
	"Advance: checkpoint due":   func(k *Kernel) { k.Checkpoint = Due },
	"FormalEnd: not ended":      func(k *Kernel) { k.Turn.FormalEnded = false },
	"FormalEnd: reactions done": func(k *Kernel) { k.Turn.EndReactionsDone = true },
	"EndReactionsDone: not":     func(k *Kernel) { k.Turn.EndReactionsDone = false },
	"Handoff: begun":            func(k *Kernel) { k.Turn.FormalBegun = true },
	"Handoff: counted":          func(k *Kernel) { k.Turn.BegunCounts = counted(k) },
	"Handoff: same id":          func(k *Kernel) { k.Turn.ID-- },
	"Handoff: same owner":       func(k *Kernel) { k.Turn.Owner = 1 - k.Turn.Owner },
	"Handoff: last phase":       func(k *Kernel) { k.Turn.Phase = "discard" },
	"Handoff: ended":            func(k *Kernel) { k.Turn.FormalEnded = true },
	"Handoff: reactions done":   func(k *Kernel) { k.Turn.EndReactionsDone = true },
	"Leave: open":               func(k *Kernel) { k.Turn = Record{ID: 1, Phase: "draw", BegunCounts: []int{0, 0}} },
	"Declare: paid":             frame(func(f *Frame) { f.Stage = Paid }),
	"Declare: one more":         frame(func(f *Frame) { f.Left++ }),
	"PayCosts: checked":         frame(func(f *Frame) { f.Stage = Checked }),
	"PayCosts: resolving":       frame(func(f *Frame) { f.Stage = Resolving }),
	"CostCheckpoint: resolving": frame(func(f *Frame) { f.Stage = Resolving }),
	"CostCheckpoint: goes on":   frame(func(f *Frame) { f.Terminal = false }),
	"CostReactionsDone: fewer":  frame(func(f *Frame) { f.Left = 0 }),
	"Resolve: none left":        frame(func(f *Frame) { f.Left = -1 }),
	"Resolve: not done":         frame(func(f *Frame) { f.Left++ }),
	"Nest: nothing":             frame(func(f *Frame) { f.Nested = "" }),
	"Nest: another":             frame(func(f *Frame) { f.Nested = "another" }),
	"NestedReturn: kept":        frame(func(f *Frame) { f.Nested = "window" }),
	"NestedReturn: an effect":   frame(func(f *Frame) { f.Left++ }),
	"Complete: stays":           func(k *Kernel) { k.Frames = append(slices.Clone(k.Frames), Frame{Stage: Resolving}) },
	"Due: ready":                func(k *Kernel) { k.Checkpoint = Ready },
	"Due: not":                  func(k *Kernel) { k.Checkpoint = NotDue },
	"Due: the end":              func(k *Kernel) { k.Outcome = Outcome{Kind: "won", Winners: []int{0}} },
	"Ready: not due":            func(k *Kernel) { k.Checkpoint = NotDue },
	"Evaluate: due again":       func(k *Kernel) { k.Checkpoint = Due },
	"Evaluate: goes on":         func(k *Kernel) { k.Outcome = Playing },
	"Evaluate: both have won": func(k *Kernel) {
		if k.Outcome.Kind == "draw" {
			k.Outcome.Kind = "won"
		}
	},
	"EndBy: goes on":    func(k *Kernel) { k.Outcome = Playing },
	"EndBy: the others": func(k *Kernel) { k.Outcome.Winners = []int{0, 1} },
}

func counted(k *Kernel) []int {
	counts := slices.Clone(k.Turn.BegunCounts)
	counts[k.Turn.Owner]++
	return counts
}

// frame changes the innermost action.
func frame(change func(*Frame)) func(*Kernel) {
	return func(k *Kernel) {
		if n := len(k.Frames); n > 0 {
			k.Frames = slices.Clone(k.Frames)
			change(&k.Frames[n-1])
		}
	}
}

// A relation that leads elsewhere is found at the very step that does, or sooner.
func TestWhatLeadsElsewhereIsCaught(t *testing.T) {
	for name, change := range bent {
		t.Run(name, func(t *testing.T) {
			r := Over(Reference())
			relation, _, _ := strings.Cut(name, ":")
			r.bent = func(taken string, k *Kernel) {
				if taken == relation {
					change(k)
				}
			}
			out, err := r.Explore(t.Context(), Bounds{Turns: 2, Effects: 1})
			require.NoError(t, err)
			require.NotEmpty(t, out.Wrong)
			require.Equal(t, relation, out.Trace[len(out.Trace)-1].Relation, "%s: %v", out.Wrong, out.Trace)
		})
	}
}

var errBroken = &Refusal{"Explorer", "broken"}
