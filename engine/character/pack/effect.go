package pack

import "github.com/astragal-engine/astragal/engine/diag"

// Target is what kind of thing an effect works on.
type Target uint8

const (
	OnFields   Target = iota // Fields or FieldsWhere
	OnRolls                  // Tags, Parts, Part, Tally, Self
	OnSteps                  // Tags, Self
	OnIncoming               // Fields or Tags
	OnActions                // Tags
)

// Op is what an effect does. Which go with which target: see docs/packs.md.
type Op string

const (
	Add          Op = "add"
	Set          Op = "set"
	Multiply     Op = "multiply"
	AtLeast      Op = "atLeast"
	AtMost       Op = "atMost"
	AddTag       Op = "tag"          // fields
	RollModifier Op = "rollModifier" // rolls
	AddOption    Op = "option"       // steps
	AddChanges   Op = "changes"      // steps
	Cancel       Op = "cancel"       // incoming
	Absorb       Op = "absorb"       // incoming
	Overflow     Op = "overflow"     // incoming
	Available    Op = "available"    // actions
)

// Effect changes fields, rolls, steps, incoming adjustments or the actions that are listed. Whatever
// carries it (rules, items, templates, grants, picks, situational choices) has it in a list.
type Effect struct {
	ID   string // as declared; may be empty
	N    int    // its number: index in Ruleset.Effects
	Pos  diag.Pos
	Pack *Pack

	On Target
	Op Op

	Fields      []Ref    // on fields and incoming
	FieldsWhere *Formula // on fields: those whose view it holds for
	Tags        []string // on rolls, steps, incoming, actions: one of these
	Parts       []string // on rolls: tags of the parts that it reaches; empty: all
	Part        string   // on rolls: the id of the part that pool dice join
	Tally       string   // on rolls: the tally that it adds to or bounds
	Self        bool     // from: self: only for what its own copy does

	When     *Formula
	Value    *Formula  // of add, set, multiply, atLeast, atMost, cancel (a condition), available
	Tag      Text      // of tag
	Field    Ref       // of absorb and overflow: the field that takes it
	By       *Formula  // of overflow: what Field is adjusted by; nil: what was cut off
	Modifier *Modifier // of rollModifier
	Option   *Option   // of option, with To
	Changes  []*Change // of changes, with To
	To       *To       // of option and changes: where changes go; nil: where the step's go

	StackKey   string
	AddedTags  []Text // `tags`: of the item or the change that an add puts in
	Rounding   Rounding
	Multiplied bool // false: what it adds to a roll is not multiplied
}

// Modifier is the value of a rollModifier.
type Modifier struct {
	Type  ModifierType
	Pos   diag.Pos
	Value *Formula // steps, count, factor, below, face, at or faces, by Type; nil for the advantages
}

type ModifierType string

const (
	Advantage      ModifierType = "advantage"
	Disadvantage   ModifierType = "disadvantage"
	NoAdvantage    ModifierType = "noAdvantage"
	NoDisadvantage ModifierType = "noDisadvantage"
	StepDie        ModifierType = "stepDie"      // steps
	PoolDice       ModifierType = "poolDice"     // count; Effect.Part
	MultiplyDice   ModifierType = "multiplyDice" // factor
	MultiplyRoll   ModifierType = "multiply"     // factor; Effect.Rounding
	Reroll         ModifierType = "reroll"       // below: that face or less
	RerollOnce     ModifierType = "rerollOnce"   // below
	MinimumFace    ModifierType = "minimum"      // face
	Explode        ModifierType = "explode"      // at: that face or more; nil: the die's highest
	SetFaces       ModifierType = "setFaces"     // faces: a list
)

// To is where changes go.
type To struct {
	Pos    diag.Pos
	Self   bool
	Target bool   // the receiver that the app chooses (a role of that name is Role)
	Role   string // a declared role of the action
	Link   Ref    // a link slot
}

// Rounding of values that were whole before they were multiplied. The zero value is the default of the settings.
type Rounding string

const (
	Floor   Rounding = "floor"
	Ceil    Rounding = "ceil"
	Nearest Rounding = "round"
)
