package turn

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
	Stage    Stage  `json:"stage"`
	Left     int    `json:"left"`               // effects
	Nested   string `json:"nested,omitempty"`   // the structure that has control
	Terminal bool   `json:"terminal,omitempty"` // the checkpoint of the costs has ended the game: no effect runs
}

// Receipt is what a nested structure returns with.
type Receipt struct {
	Structure string `json:"structure"`
	Completed bool   `json:"completed"`
}

// Declare begins an action with so many effects.
func Declare(effects int) Frame { return Frame{Stage: Declared, Left: max(effects, 0)} }

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

// NestedReturn takes control back, by a completed return of the structure that has it and of no other.
func (r Rules) NestedReturn(f Frame, back Receipt) (Frame, error) {
	g := r.of("NestedReturn")
	if err := all(g.check("nested", f.Nested != ""), g.check("structure", back.Structure == f.Nested), g.check("receipt", back.Completed)); err != nil {
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
