package turn

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

var yes = Evidence{Permitted: true, Drained: true, Complete: true}

func refused(t *testing.T, err error, guard string) {
	t.Helper()
	var r *Refusal
	require.True(t, errors.As(err, &r), "want the guard %s, got %v", guard, err)
	require.Equal(t, guard, r.Relation+"."+r.Guard)
	require.NotEmpty(t, Guards[r.Relation][r.Guard])
}

// The seed's example: SideA's turn 7 is complete, begun counts 4 and 3.
func TestHandoffOpensWithoutBeginning(t *testing.T) {
	r := Over(Reference())
	old := Record{Owner: 0, Phase: "discard", ID: 7, FormalBegun: true, FormalEnded: true, EndReactionsDone: true, BegunCounts: []int{4, 3}}
	next, err := r.Handoff(old, nil, yes)
	require.NoError(t, err)
	require.Equal(t, Record{Owner: 1, Phase: "action", ID: 8, BegunCounts: []int{4, 3}}, next)
	begun, events, err := r.FormalBegin(next, yes)
	require.NoError(t, err)
	require.Equal(t, []int{4, 4}, begun.BegunCounts)
	require.Equal(t, []string{BeginEvent}, events)
	require.Equal(t, []int{4, 3}, next.BegunCounts, "the record before is as it was")

	_, err = r.Handoff(old, nil, Evidence{Permitted: true, Drained: true})
	refused(t, err, "Handoff.complete")
	_, err = r.Handoff(old, nil, Evidence{Permitted: true, Drained: true, Complete: true, Events: []string{BeginEvent}})
	refused(t, err, "Handoff.silent")
}

// The seed's example: seven points while the game goes on, and a checkpoint due.
func TestACheckpointIsItsOwnStep(t *testing.T) {
	r := Over(Reference())
	c, err := r.Due(NotDue, "points")
	require.NoError(t, err)
	_, _, err = r.Evaluate(c, []int{0}, nil)
	refused(t, err, "Evaluate.ready")
	_, err = r.Ready(c, Evidence{})
	refused(t, err, "Ready.drained")
	c, err = r.Ready(c, yes)
	require.NoError(t, err)
	after, out, err := r.Evaluate(c, []int{0}, nil)
	require.NoError(t, err)
	require.Equal(t, Outcome{Kind: "won", Winners: []int{0}}, out)
	require.Equal(t, NotDue, after)
	_, out, err = r.Evaluate(c, []int{0}, []int{1})
	require.NoError(t, err)
	require.Equal(t, Outcome{Kind: "draw", Winners: []int{0, 1}}, out)
	_, _, err = r.Evaluate(c, []int{0}, []int{2})
	refused(t, err, "Evaluate.seats")
}

func TestResult(t *testing.T) {
	two, three, one := Over(Reference()), Over(&Profile{Sides: Reference().Sides, Seats: []int{0, 1, 1}, Next: []int{1, 2, 0}}), Over(&Profile{Sides: Reference().Sides, Seats: []int{0}, Next: []int{0}})
	team := *two.Profile
	team.Together = true
	require.Equal(t, Outcome{Kind: "won", Winners: []int{0, 1}}, Over(&team).Result([]int{0, 1}))
	require.Equal(t, Playing, Over(&team).Result(nil))
	require.Equal(t, Playing, two.Result(nil))
	require.Equal(t, "draw", two.Result([]int{1, 0}).Kind)
	require.Equal(t, Outcome{Kind: "won", Winners: []int{0, 2}}, three.Result([]int{2, 0, 2}))
	require.Equal(t, "draw", three.Result([]int{0, 1, 2}).Kind)
	require.Equal(t, Outcome{Kind: "won", Winners: []int{0}}, one.Result([]int{0}))
}

// A turn of SideA from its opening to the handoff, with every step that may not come yet.
func TestATurnInOrder(t *testing.T) {
	r := Over(Reference())
	a, err := r.Open(0, 1, []int{0, 0})
	require.NoError(t, err)
	require.Equal(t, "draw", a.Phase)
	_, err = r.Advance(a, "action", yes)
	refused(t, err, "Advance.begun")
	_, _, err = r.FormalEnd(a, yes)
	refused(t, err, "FormalEnd.begun")
	_, _, err = r.FormalBegin(a, Evidence{Drained: true})
	refused(t, err, "FormalBegin.permitted")
	_, _, err = r.FormalBegin(a, Evidence{Permitted: true})
	refused(t, err, "FormalBegin.drained")
	a, _, err = r.FormalBegin(a, yes)
	require.NoError(t, err)
	_, _, err = r.FormalBegin(a, yes)
	refused(t, err, "FormalBegin.once")
	_, err = r.Advance(a, "discard", yes)
	refused(t, err, "Advance.next")
	_, err = r.Advance(a, "action", Evidence{Permitted: true, Drained: true})
	refused(t, err, "Advance.complete")
	_, _, err = r.FormalEnd(a, yes)
	refused(t, err, "FormalEnd.last")
	for _, phase := range []string{"action", "discard"} {
		a, err = r.Advance(a, phase, yes)
		require.NoError(t, err)
	}
	_, err = r.Handoff(a, nil, yes)
	refused(t, err, "Handoff.ended")
	_, err = r.EndReactionsDone(a, yes)
	refused(t, err, "EndReactionsDone.ended")
	a, events, err := r.FormalEnd(a, yes)
	require.NoError(t, err)
	require.Equal(t, []string{EndEvent}, events)
	_, _, err = r.FormalEnd(a, yes)
	refused(t, err, "FormalEnd.once")
	_, err = r.Advance(a, "discard", yes)
	refused(t, err, "Advance.not-ended")
	_, err = r.Handoff(a, nil, yes)
	refused(t, err, "Handoff.reactions")
	_, err = r.EndReactionsDone(a, Evidence{})
	refused(t, err, "EndReactionsDone.drained")
	a, err = r.EndReactionsDone(a, yes)
	require.NoError(t, err)
	_, err = r.EndReactionsDone(a, yes)
	refused(t, err, "EndReactionsDone.once")
	b, err := r.Handoff(a, nil, yes)
	require.NoError(t, err)
	require.Equal(t, Record{Owner: 1, Phase: "action", ID: 2, BegunCounts: []int{1, 0}}, b)
}

func TestWhatIsNoTurnIsRefused(t *testing.T) {
	r := Over(Reference())
	for _, bad := range []Record{
		{Owner: 2, Phase: "action", ID: 1, BegunCounts: []int{0, 0}}, {Owner: 1, Phase: "draw", ID: 1, BegunCounts: []int{0, 0}},
		{Owner: 0, Phase: "draw", ID: 0, BegunCounts: []int{0, 0}}, {Owner: 0, Phase: "draw", ID: 1, BegunCounts: []int{0}}, {Owner: 0, Phase: "draw", ID: 1, BegunCounts: []int{0, -1}},
	} {
		require.False(t, r.Valid(&bad))
		_, _, err := r.FormalBegin(bad, yes)
		refused(t, err, "FormalBegin.valid")
	}
	_, err := r.Open(2, 1, []int{0, 0})
	refused(t, err, "Open.seat")
	_, err = r.Open(0, 0, []int{0, 0})
	refused(t, err, "Open.id")
	_, err = r.Open(0, 1, []int{0})
	refused(t, err, "Open.counts")
}

// An action: costs, their checkpoint, reactions, effects with nested work, completion.
func TestAnActionInOrder(t *testing.T) {
	r := Over(Reference())
	open, err := r.Declare(nil, "throw", 2)
	require.NoError(t, err)
	f := open[0]
	_, err = r.Resolve(f)
	refused(t, err, "Resolve.stage")
	_, err = r.CostCheckpoint(f, false)
	refused(t, err, "CostCheckpoint.stage")
	f, err = r.PayCosts(f, yes)
	require.NoError(t, err)
	_, err = r.CostReactionsDone(f, yes)
	refused(t, err, "CostReactionsDone.stage")
	f, err = r.CostCheckpoint(f, false)
	require.NoError(t, err)
	_, err = r.CostReactionsDone(f, Evidence{})
	refused(t, err, "CostReactionsDone.drained")
	f, err = r.CostReactionsDone(f, yes)
	require.NoError(t, err)
	f, err = r.Nest(f, "window")
	require.NoError(t, err)
	_, err = r.Nest(f, "other")
	refused(t, err, "Nest.nested")
	_, err = r.Resolve(f)
	refused(t, err, "Resolve.nested")
	_, err = r.NestedReturn(f, Receipt{Structure: "other", Completed: true}, false)
	refused(t, err, "NestedReturn.structure")
	_, err = r.NestedReturn(f, Receipt{Structure: "window", Completed: false}, false)
	refused(t, err, "NestedReturn.receipt")
	f, err = r.NestedReturn(f, Receipt{Structure: "window", Completed: true}, false)
	require.NoError(t, err)
	_, err = r.NestedReturn(f, Receipt{Structure: "window", Completed: true}, false)
	refused(t, err, "NestedReturn.nested")
	_, err = r.Complete(f)
	refused(t, err, "Complete.left")
	for range 2 {
		f, err = r.Resolve(f)
		require.NoError(t, err)
	}
	_, err = r.Resolve(f)
	refused(t, err, "Resolve.left")
	f, err = r.Complete(f)
	require.NoError(t, err)
	require.Equal(t, Completed, f.Stage)

	lost := Frame{Stage: Checked, Left: 1, Terminal: true}
	_, err = r.CostReactionsDone(lost, yes)
	refused(t, err, "CostReactionsDone.terminal")
}

// Nothing is dispatched once a game has ended, and a turn ends with no action open.
func TestKernel(t *testing.T) {
	r := Over(Reference())
	k, err := r.Begin(0)
	require.NoError(t, err)
	k, events, err := r.Apply(k, Step{Relation: "FormalBegin", Evidence: yes})
	require.NoError(t, err)
	require.Equal(t, []string{BeginEvent}, events)
	k, _, err = r.Apply(k, Step{"Declare", Evidence{Effects: 1}})
	require.NoError(t, err)
	_, _, err = r.Apply(k, Step{"Advance", Evidence{To: "action", Permitted: true, Drained: true, Complete: true}})
	refused(t, err, "Kernel.frames")
	_, _, err = r.Apply(k, Step{Relation: "Dance"})
	refused(t, err, "Kernel.relation")
	_, _, err = r.Apply(k, Step{"EndBy", Evidence{Winners: []int{1}}})
	refused(t, err, "EndBy.guard")
	_, _, err = r.Apply(k, Step{"EndBy", Evidence{Guard: true}})
	refused(t, err, "EndBy.winners")
	k, _, err = r.Apply(k, Step{"EndBy", Evidence{Guard: true, Winners: []int{1}}})
	require.NoError(t, err)
	require.Equal(t, Outcome{Kind: "won", Winners: []int{1}}, k.Outcome)
	_, _, err = r.Apply(k, Step{Relation: "PayCosts", Evidence: yes})
	refused(t, err, "Kernel.playing")
}

func TestProfilesThatAreNone(t *testing.T) {
	good := Reference()
	require.NoError(t, good.Check())
	for _, bad := range []*Profile{
		{}, {Sides: good.Sides, Seats: []int{0}, Next: []int{}}, {Sides: good.Sides, Seats: []int{2}, Next: []int{0}}, {Sides: good.Sides, Seats: []int{0}, Next: []int{1}},
		{Sides: []Side{{"a", nil}}, Seats: []int{0}, Next: []int{0}}, {Sides: []Side{{"a", []string{"x", "x"}}}, Seats: []int{0}, Next: []int{0}},
		{Sides: []Side{{"a", []string{"x"}}, {"a", []string{"y"}}}, Seats: []int{0}, Next: []int{0}},
	} {
		require.Error(t, bad.Check())
	}
}

// Whoever is out is passed over; the actions of a turn whose owner is out are given up.
func TestElimination(t *testing.T) {
	r := Over(&Profile{Sides: Reference().Sides, Seats: []int{0, 1, 1}, Next: []int{1, 2, 0}})
	seat := func(n int) *int { return &n }
	old := Record{Owner: 0, Phase: "discard", ID: 1, FormalBegun: true, FormalEnded: true, EndReactionsDone: true, BegunCounts: []int{1, 0, 0}}
	out, err := r.Eliminate(nil, seat(1))
	require.NoError(t, err)
	_, err = r.Eliminate(out, seat(1))
	refused(t, err, "Eliminate.once")
	_, err = r.Eliminate(out, seat(3))
	refused(t, err, "Eliminate.seat")
	next, err := r.Handoff(old, out, yes)
	require.NoError(t, err)
	require.Equal(t, 2, next.Owner)
	named := yes
	named.Seat = seat(1)
	_, err = r.Handoff(old, out, named)
	refused(t, err, "Handoff.next")
	r.Next = nil
	_, err = r.Handoff(old, out, yes)
	refused(t, err, "Handoff.next")
	named.Seat = seat(2)
	next, err = r.Handoff(old, out, named)
	require.NoError(t, err)
	require.Equal(t, 2, next.Owner)

	f := Frame{Stage: Resolving, Left: 2, Nested: "window"}
	back := Receipt{Structure: "window", Cancelled: true}
	_, err = r.NestedReturn(f, back, false)
	refused(t, err, "NestedReturn.receipt")
	_, err = r.Cancel(f, true)
	refused(t, err, "Cancel.nested")
	f, err = r.NestedReturn(f, back, true)
	require.NoError(t, err)
	_, err = r.Cancel(f, false)
	refused(t, err, "Cancel.cause")
	_, err = r.Declare([]Frame{f}, "other", 0)
	refused(t, err, "Declare.nested")
	f, err = r.Cancel(f, true)
	require.NoError(t, err)
	require.Equal(t, Completed, f.Stage)
}
