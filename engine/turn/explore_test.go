package turn

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestExploreTheReferenceProfile(t *testing.T) {
	r := Over(Reference())
	out, err := r.Explore(t.Context(), Bounds{Turns: 3, Effects: 1})
	require.NoError(t, err)
	require.Empty(t, out.Wrong, "%v", out.Trace)
	require.True(t, out.Whole)
	require.Equal(t, "12256 states, 26071 transitions, depth 34", out.String())
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

var errBroken = &Refusal{"Explorer", "broken"}
