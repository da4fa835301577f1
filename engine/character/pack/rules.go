package pack

import "github.com/astragal-engine/astragal/engine/diag"

// BandSet classifies a roll: the first band whose condition holds.
type BandSet struct {
	ID, Local string
	Pos       diag.Pos
	Pack      *Pack
	Value     *Formula // evaluated first; bands see it as roll.value
	Bands     []*Band
}

// Band is one class of a band set.
type Band struct {
	ID   string
	Pos  diag.Pos
	When *Formula // nil: always
}

// Tally is a number that roll effects add to beside the total.
type Tally struct {
	Name string
	Pos  diag.Pos
	Pack *Pack
}

// Situational is a choice that the player makes for one action: cover, an aspect.
type Situational struct {
	ID, Local string
	N         int // index in Ruleset.Situational
	Pos       diag.Pos
	Pack      *Pack
	Type      Type // boolean, integer or enum
	Options   []string
	Default   any
	Available *Formula
	Rolls     []string // tags of the rolls that it is offered for
	Effects   []*Effect
}

// Link is a slot for another character that stays: a crew, a mount.
type Link struct {
	ID, Local string
	Pos       diag.Pos
	Pack      *Pack
	Fields    []Prop
}

// FollowUp is an action that is offered when something holds (derived), when a change triggers it, or
// when a change offers it.
type FollowUp struct {
	ID, Local string // `<pack>:<id>`, `<item>#<id>`, `<pack>:<type>#<id>`
	Pos       diag.Pos
	Pack      *Pack
	Item      *Item        // that declares it, or nil
	Type      *ContentType // that declares it, or nil
	Action    Ref
	Target    *Action
	Params    []Named
	When      *Formula // derived
	On        *Trigger
}

// Derived reports whether the offer follows from the sheet alone.
func (f *FollowUp) Derived() bool { return f.When != nil }

// Trigger is what changes make a follow-up offered.
type Trigger struct {
	Pos    diag.Pos
	Fields []Ref
	Tags   []string
	When   *Formula
}

// Settings are how the packs want things done. Limits are those of the packs, capped by the runtime's.
type Settings struct {
	Rounding       Rounding
	Limits         RunLimits
	Stacking       map[string]Stacking // by key; keys that are not there: All
	SourceStacking Stacking            // of the key `source`
	Competing      string              // recommend: highest, lowest, first or latest
	Advantage      string              // cancel, net or stack
	CreationDone   *Formula            // what must hold for finishCreation beside choices made
	CreationAction Ref                 // the action that leads through creation
}

// Stacking says which effects with the same key count.
type Stacking string

const (
	StackAll           Stacking = "all"
	StackHighest       Stacking = "highest"
	StackLowest        Stacking = "lowest"
	StackBonusPenalty  Stacking = "highestBonusLowestPenalty"
	StackFirst         Stacking = "first"
	StackLatest        Stacking = "latest"
	StackPlayerChooses Stacking = "playerChooses"
)
