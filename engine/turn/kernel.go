package turn

import "slices"

// Kernel is a turn with what goes on in it. Relations give new ones and change none in place. Before the
// first turn is opened a kernel has none: its id is 0.
type Kernel struct {
	Turn       Record     `json:"turn"`
	Frames     []Frame    `json:"frames,omitempty"` // actions that are open, the innermost last
	Checkpoint Checkpoint `json:"checkpoint"`
	Outcome    Outcome    `json:"outcome"`
	Out        []int      `json:"out,omitempty"` // seats that have been eliminated, in order
}

// Empty is the kernel before the first turn is opened.
func Empty() Kernel { return Kernel{Checkpoint: NotDue, Outcome: Playing} }

// Equal reports whether two kernels are the same.
func (k *Kernel) Equal(o *Kernel) bool {
	return k.Turn.Equal(&o.Turn) && slices.Equal(k.Frames, o.Frames) && k.Checkpoint == o.Checkpoint && k.Outcome.Equal(o.Outcome) && slices.Equal(k.Out, o.Out)
}

// Left reports whether the owner of the turn has been eliminated.
func (k *Kernel) Left() bool { return slices.Contains(k.Out, k.Turn.Owner) }

// Begin is a kernel at the opening of the first turn.
func (r Rules) Begin(first int) (Kernel, error) {
	k, _, err := r.Apply(Empty(), Step{"Open", Evidence{Seat: &first, ID: 1, Counts: make([]int, len(r.Seats))}})
	return k, err
}

// Apply dispatches a step, only while the outcome is playing, and gives the events that it emits. Doing
// nothing is always allowed and needs no step. A turn goes on only when no action is open, and no ending has still to
// be looked for; actions are those of an open turn.
func (r Rules) Apply(k Kernel, s Step) (Kernel, []string, error) {
	g := r.of("Kernel")
	err := all(g.check("relation", Guards[s.Relation] != nil && s.Relation != "Kernel"), g.check("playing", !k.Outcome.Over()),
		g.check("opened", k.Turn.ID > 0 || slices.Contains(outside, s.Relation)), g.check("frames", len(k.Frames) == 0 || !slices.Contains(moving, s.Relation)),
		g.check("action", len(k.Frames) > 0 || !slices.Contains(ofActions, s.Relation)),
		g.check("checkpoint", k.Checkpoint == NotDue || !slices.Contains(settled, s.Relation)))
	if err != nil {
		return k, nil, err
	}
	var events []string
	switch s.Relation {
	case "Open":
		k.Turn, err = r.first(&k.Turn, s.Evidence)
	case "FormalBegin":
		k.Turn, events, err = r.FormalBegin(k.Turn, s.Evidence)
	case "Advance":
		k.Turn, err = r.Advance(k.Turn, s.To, s.Evidence)
	case "FormalEnd":
		k.Turn, events, err = r.FormalEnd(k.Turn, s.Evidence)
	case "EndReactionsDone":
		k.Turn, err = r.EndReactionsDone(k.Turn, s.Evidence)
	case "Handoff":
		k.Turn, err = r.Handoff(k.Turn, k.Out, s.Evidence)
	case "Leave":
		k, err = r.Leave(k, s.Evidence)
	case "Eliminate":
		k.Out, err = r.Eliminate(k.Out, s.Seat)
	case "Readmit":
		k.Out, err = r.Readmit(k.Out, s.Seat)
	case "Due":
		k.Checkpoint, err = r.Due(k.Checkpoint, s.Scored)
	case "Ready":
		k.Checkpoint, err = r.Ready(k.Checkpoint, s.Evidence)
	case "Evaluate":
		k.Checkpoint, k.Outcome, err = r.Evaluate(k.Checkpoint, s.Objective, s.Simultaneous)
	case "EndBy":
		k.Outcome, err = r.EndBy(s.Evidence)
	default:
		k.Frames, err = r.framed(&k, s)
	}
	if r.bent != nil && err == nil {
		r.bent(s.Relation, &k)
	}
	return k, events, err
}

// framed applies a relation of actions: one opens another, the others are of the innermost. One that is over goes.
func (r Rules) framed(k *Kernel, s Step) ([]Frame, error) {
	if s.Relation == "Declare" {
		return r.Declare(k.Frames, s.Action, s.Effects)
	}
	f := k.Frames[len(k.Frames)-1]
	var err error
	switch s.Relation {
	case "PayCosts":
		f, err = r.PayCosts(f, s.Evidence)
	case "CostCheckpoint":
		f, err = r.CostCheckpoint(f, s.Terminal)
	case "CostReactionsDone":
		f, err = r.CostReactionsDone(f, s.Evidence)
	case "Resolve":
		f, err = r.Resolve(f)
	case "Nest":
		f, err = r.Nest(f, s.Structure)
	case "NestedReturn":
		f, err = r.NestedReturn(f, s.back(), k.Left() || s.Dropped)
	case "Complete":
		f, err = r.Complete(f)
	case "Cancel":
		f, err = r.Cancel(f, k.Left() || s.Dropped)
	}
	if err != nil {
		return k.Frames, err
	}
	frames := slices.Clone(k.Frames[:len(k.Frames)-1])
	if f.Stage != Completed {
		frames = append(frames, f)
	}
	return frames, nil
}

// Leave ends the run of turns when the last is over, or what it was part of has ended. No turn is open then, and one
// may be opened anew; who is out stays out.
func (r Rules) Leave(k Kernel, e Evidence) (Kernel, error) {
	g := r.of("Leave")
	if err := all(g.check("reactions", k.Turn.EndReactionsDone || e.Dropped), g.check("drained", e.Drained || e.Dropped), g.check("checkpoint", k.Checkpoint == NotDue || e.Dropped)); err != nil {
		return k, err
	}
	k.Turn, k.Checkpoint = Record{}, NotDue
	return k, nil
}

// moving are the relations by which a turn goes on, which it does over no open action.
var moving = []string{"FormalBegin", "Advance", "FormalEnd", "EndReactionsDone", "Handoff", "Leave"}

// settled are the relations that wait until no ending has to be looked for: a turn goes on, an action is authorised. (Leave has
// a guard of its own.)
var settled = []string{"FormalBegin", "Advance", "FormalEnd", "EndReactionsDone", "Handoff", "CostReactionsDone"}

// outside are the relations that need no turn: they come before the first, or when the turns have been left.
var outside = []string{"Open", "Eliminate", "Readmit", "EndBy"}

// ofActions are the relations that are of the innermost action.
var ofActions = []string{"PayCosts", "CostCheckpoint", "CostReactionsDone", "Resolve", "Nest", "NestedReturn", "Complete", "Cancel"}
