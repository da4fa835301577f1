package turn

import "slices"

// Stage is how far an action has come.
type Stage string

const (
	Declared  Stage = "declared"  // its costs are to be paid
	Paid      Stage = "paid"      // their checkpoint is next
	Checked   Stage = "checked"   // reactions to the costs are next
	Resolving Stage = "resolving" // effects, with nested work between them
	Completed Stage = "completed"
)

// Frame is an action in the middle of being carried out.
type Frame struct {
	Action   string `json:"action,omitempty"`
	Stage    Stage  `json:"stage"`
	Left     int    `json:"left"`               // effects
	Nested   string `json:"nested,omitempty"`   // the structure that has control
	Terminal bool   `json:"terminal,omitempty"` // the checkpoint of the costs has ended the game: no effect runs
}

// Declare begins an action with so many effects. Where another is open it has delegated control, or its costs
// are underway or reacted to: an action does not begin beside another's effects.
func (r Rules) Declare(open []Frame, action string, effects int) ([]Frame, error) {
	g := r.of("Declare")
	free := true
	if n := len(open); n > 0 {
		f := &open[n-1]
		free = f.Nested != "" || f.Stage == Declared || f.Stage == Checked && !f.Terminal
	}
	if err := all(g.check("effects", effects >= 0), g.check("nested", free)); err != nil {
		return open, err
	}
	return append(slices.Clone(open), Frame{Action: action, Stage: Declared, Left: effects}), nil
}

// PayCosts pays the costs. The effects are not authorised by that.
func (r Rules) PayCosts(f Frame, e Evidence) (Frame, error) {
	g := r.of("PayCosts")
	if err := all(g.check("stage", f.Stage == Declared), g.check("permitted", e.Permitted)); err != nil {
		return f, err
	}
	f.Stage = Paid
	return f, nil
}

// CostCheckpoint looks whether the costs have ended the game.
func (r Rules) CostCheckpoint(f Frame, terminal bool) (Frame, error) {
	g := r.of("CostCheckpoint")
	if err := all(g.check("stage", f.Stage == Paid)); err != nil {
		return f, err
	}
	f.Stage, f.Terminal = Checked, terminal
	return f, nil
}

// CostReactionsDone authorises the effects, when nothing reacts to the costs any more.
func (r Rules) CostReactionsDone(f Frame, e Evidence) (Frame, error) {
	g := r.of("CostReactionsDone")
	if err := all(g.check("stage", f.Stage == Checked), g.check("terminal", !f.Terminal), g.check("drained", e.Drained)); err != nil {
		return f, err
	}
	f.Stage = Resolving
	return f, nil
}

// Resolve carries out one effect.
func (r Rules) Resolve(f Frame) (Frame, error) {
	g := r.of("Resolve")
	if err := all(g.check("stage", f.Stage == Resolving), g.check("left", f.Left > 0), g.check("nested", f.Nested == "")); err != nil {
		return f, err
	}
	f.Left--
	return f, nil
}

// Nest gives control to a structure.
func (r Rules) Nest(f Frame, structure string) (Frame, error) {
	g := r.of("Nest")
	if err := all(g.check("stage", f.Stage == Resolving), g.check("nested", f.Nested == ""), g.check("name", structure != "")); err != nil {
		return f, err
	}
	f.Nested = structure
	return f, nil
}

// NestedReturn takes control back, by a completed return of the structure that has it and of no other. Where the
// action is given up a cancelled return does too.
func (r Rules) NestedReturn(f Frame, back Receipt, gone bool) (Frame, error) {
	g := r.of("NestedReturn")
	done := back.Completed && !back.Cancelled || back.Cancelled && !back.Completed && gone
	if err := all(g.check("nested", f.Nested != ""), g.check("structure", back.Structure == f.Nested), g.check("receipt", done)); err != nil {
		return f, err
	}
	f.Nested = ""
	return f, nil
}

// Complete ends an action with no effect left and nothing nested.
func (r Rules) Complete(f Frame) (Frame, error) {
	g := r.of("Complete")
	if err := all(g.check("stage", f.Stage == Resolving), g.check("left", f.Left == 0), g.check("nested", f.Nested == "")); err != nil {
		return f, err
	}
	f.Stage = Completed
	return f, nil
}

// Cancel gives an action up, since the turn's owner is out, what it was part of has ended, or it was cancelled while
// it waited. What was nested has returned.
func (r Rules) Cancel(f Frame, gone bool) (Frame, error) {
	g := r.of("Cancel")
	if err := all(g.check("cause", gone), g.check("nested", f.Nested == "")); err != nil {
		return f, err
	}
	f.Stage = Completed
	return f, nil
}
