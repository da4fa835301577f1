package pack

import "github.com/astragal-engine/astragal/engine/diag"

// StepKind says what a step does.
type StepKind string

const (
	RollStep     StepKind = "roll"
	ChoiceStep   StepKind = "choice"
	AllocateStep StepKind = "allocate"
	BranchStep   StepKind = "branch"
	ChangesStep  StepKind = "changes"
	ActionStep   StepKind = "action"
	OutcomeStep  StepKind = "outcome"
)

// Step is a step of an action. Exactly the pointer of its kind is set.
type Step struct {
	ID       string
	N        int    // its place among the steps of the action, nested ones behind their branch
	Path     string // without the indexes of each: hit/confirm
	Pos      diag.Pos
	Kind     StepKind
	Action   *Action
	Parent   *Step // the branch that it stands in, or nil
	When     *Formula
	Proposed bool   // sheet: proposed
	Each     string // a role
	Tags     []Text

	Roll     *Roll
	Choice   *ChoiceDef
	Allocate *Allocate
	Branch   *Branch
	Changes  *Changes
	Run      *Run
	Outcome  *Outcome
}

// Roll is a roll step, or (Of given) the classification of an earlier roll.
type Roll struct {
	Parts    []*Part
	Better   string // high or low
	Bands    *BandSet
	BandsRef Ref
	Of       string // a path relative to the action
	OfPos    diag.Pos
	OfStep   *Step // the first step of Of
}

// Part is a part of a roll: dice, a value or a field.
type Part struct {
	ID         string
	Pos        diag.Pos
	When       *Formula
	Dice       *Formula
	Value      *Formula
	Field      Ref
	FieldDef   *Field
	IfEmpty    *Formula
	Tags       []Text
	Source     *Formula
	Multiplied bool // false: multipliers leave it alone
}

// ChoiceDef is a choice step.
type ChoiceDef struct {
	Options   OptionSource
	Repeat    bool
	Max, Min  *Formula // of repeat
	Prefer    *Formula
	Recommend *Formula
	Random    *Formula
	Changes   []*Change
}

// Allocate hands amounts to fields: a budget, or values.
type Allocate struct {
	Where     *Formula
	Fixed     []*Field // where Where reads nothing but the item: the fields that it holds for, else nil
	Budget    *Formula
	UpTo      bool // spend: upTo
	Cost      *Formula
	Limit     *Formula
	Values    []*Formula
	Recommend []FieldFormula
	Random    *Formula
}

// FieldFormula is a formula for a field.
type FieldFormula struct {
	Field   Ref
	Def     *Field
	Formula *Formula
}

// Branch runs the first case that holds, else Else.
type Branch struct {
	Cases []*Case
	Else  *Case // When is nil; nil: none
}

// Case is an arm of a branch.
type Case struct {
	Pos   diag.Pos
	When  *Formula
	Flags []Named
	Steps []*Step
}

// Changes is a changes step.
type Changes struct {
	To      *To // nil: self
	Changes []*Change
	Release *Release
}

// Release proposes what action steps hold.
type Release struct {
	Pos     diag.Pos
	Steps   []Ref // ids of steps: ID is the step's id
	Where   *Formula
	Combine bool
}

// Run is an action step.
type Run struct {
	Use          Ref
	Target       *Action // nil where Source or Entry decide, and in a ruleset that does not load
	Params       []Named
	Source       *Formula
	Entry        *Formula
	Participants []Named
	Situational  []SituationalValue
	Hold         bool
	Handoff      bool // as: participant
}

// SituationalValue sets a situational choice for a nested action.
type SituationalValue struct {
	Choice  Ref
	Def     *Situational
	Formula *Formula
}

// Outcome ends an action.
type Outcome struct {
	Result *Formula
	Data   []Named  // members of data, in order; or
	Value  *Formula // the whole of it
}

// eachRole gives the role for whose participants the step runs, by itself or by a branch around it.
func (s *Step) eachRole() string {
	for ; s != nil; s = s.Parent {
		if s.Each != "" {
			return s.Each
		}
	}
	return ""
}
