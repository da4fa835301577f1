package turn

import "slices"

// Kernel is a turn with what goes on in it.
type Kernel struct {
	Turn       Record     `json:"turn"`
	Frames     []Frame    `json:"frames"` // actions that are open, the innermost last
	Checkpoint Checkpoint `json:"checkpoint"`
	Outcome    Outcome    `json:"outcome"`
}

// Step is one relation with all that is supplied to it. What a relation does not read is left out.
type Step struct {
	Relation     string   `json:"relation"`
	Evidence     Evidence `json:"evidence"`
	To           string   `json:"to,omitempty"`        // Advance
	Effects      int      `json:"effects,omitempty"`   // Declare
	Terminal     bool     `json:"terminal,omitempty"`  // CostCheckpoint
	Structure    string   `json:"structure,omitempty"` // Nest
	Receipt      Receipt  `json:"receipt"`             // NestedReturn
	Scored       bool     `json:"scored,omitempty"`    // Due
	Objective    []int    `json:"objective,omitempty"` // Evaluate
	Simultaneous []int    `json:"simultaneous,omitempty"`
	Guard        bool     `json:"guard,omitempty"` // EndBy
	Winners      []int    `json:"winners,omitempty"`
}

// Begin is a kernel at the opening of the first turn.
func (r Rules) Begin(first int) (Kernel, error) {
	t, err := r.Open(first, 1, make([]int, len(r.Seats)))
	return Kernel{Turn: t, Frames: []Frame{}, Checkpoint: NotDue, Outcome: Playing}, err
}

// Apply dispatches a step, only while the outcome is playing, and gives the events that it emits. Doing
// nothing is always allowed and needs no step. A turn is handed off, and formally ended, only when no
// action is open.
func (r Rules) Apply(k Kernel, s Step) (Kernel, []string, error) {
	g := r.of("Kernel")
	if err := all(g.check("playing", !k.Outcome.Over())); err != nil {
		return k, nil, err
	}
	var events []string
	var err error
	switch s.Relation {
	case "FormalBegin":
		k.Turn, events, err = r.FormalBegin(k.Turn, s.Evidence)
	case "Advance":
		if err = all(g.check("frames", len(k.Frames) == 0)); err == nil {
			k.Turn, err = r.Advance(k.Turn, s.To, s.Evidence)
		}
	case "FormalEnd":
		if err = all(g.check("frames", len(k.Frames) == 0)); err == nil {
			k.Turn, events, err = r.FormalEnd(k.Turn, s.Evidence)
		}
	case "EndReactionsDone":
		k.Turn, err = r.EndReactionsDone(k.Turn, s.Evidence)
	case "Handoff":
		if err = all(g.check("frames", len(k.Frames) == 0)); err == nil {
			k.Turn, err = r.Handoff(k.Turn, s.Evidence)
		}
	case "Declare":
		k.Frames = append(slices.Clone(k.Frames), Declare(s.Effects))
	case "Due":
		k.Checkpoint, err = r.Due(k.Checkpoint, s.Scored)
	case "Ready":
		k.Checkpoint, err = r.Ready(k.Checkpoint, s.Evidence)
	case "Evaluate":
		k.Checkpoint, k.Outcome, err = r.Evaluate(k.Checkpoint, s.Objective, s.Simultaneous)
	case "EndBy":
		k.Outcome, err = r.EndBy(s.Guard, s.Winners)
	default:
		k, err = r.inFrame(k, s)
	}
	return k, events, err
}

// inFrame applies a relation of the innermost action. One that is completed goes.
func (r Rules) inFrame(k Kernel, s Step) (Kernel, error) {
	if len(k.Frames) == 0 {
		return k, &Refusal{s.Relation, "stage"}
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
		f, err = r.NestedReturn(f, s.Receipt)
	case "Complete":
		f, err = r.Complete(f)
	default:
		return k, &Refusal{"Kernel", "relation"}
	}
	if err != nil {
		return k, err
	}
	k.Frames = slices.Clone(k.Frames)
	if f.Stage == Completed {
		k.Frames = k.Frames[:len(k.Frames)-1]
	} else {
		k.Frames[len(k.Frames)-1] = f
	}
	return k, nil
}
