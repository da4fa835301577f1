package pack

import "github.com/astragal-engine/astragal/engine/diag"

// ChangeType says what a change does.
type ChangeType string

const (
	SetField       ChangeType = "set"
	Adjust         ChangeType = "adjust"
	AddItem        ChangeType = "addItem"
	RemoveItem     ChangeType = "removeItem"
	SetQuantity    ChangeType = "setQuantity"
	Equip          ChangeType = "equip"
	SetState       ChangeType = "setState"
	AdjustState    ChangeType = "adjustState"
	Choose         ChangeType = "choose"
	Unchoose       ChangeType = "unchoose"
	ApplyEffect    ChangeType = "applyEffect"
	RemoveEffect   ChangeType = "removeEffect"
	ToggleEffect   ChangeType = "toggleEffect"
	ApplyTemplate  ChangeType = "applyTemplate"
	RemoveTemplate ChangeType = "removeTemplate"
	OfferFollowUp  ChangeType = "offerFollowUp"
	ClearFollowUp  ChangeType = "clearFollowUp"
	FinishCreation ChangeType = "finishCreation"
	SetExtension   ChangeType = "setExtension" // an app's: never proposed by an action
)

// Change is a change as an action proposes it, its formulas not evaluated. Which members a type has:
// see docs/packs.md.
type Change struct {
	Type    ChangeType
	Pos     diag.Pos
	When    *Formula
	ForEach *Formula // a list; formulas see its element as x

	Field  Ref      // set, adjust: written out, or
	FieldX *Formula // computed
	Value  *Formula // set, setQuantity, setState
	By     *Formula // adjust, adjustState
	Tags   []Text   // adjust
	Split  *Split   // adjust

	// Which copy or applied entry: one of these.
	Entry   Text   // an instance id; Self and Picked stand for it
	Self    bool   // entry: self
	Picked  bool   // entry: picked
	Copies  *Query // every copy that matches, evaluated by the character that it reaches
	Applied *Applied

	Item     *NewCopy // addItem
	Key      string   // setState, adjustState
	Equipped *Formula // equip
	Path     *Path    // choose, unchoose
	Option   *Formula // choose, unchoose
	NewID    string   // applyEffect: `id`
	Source   *Formula // applyEffect: content
	Active   *Formula // applyEffect, toggleEffect
	State    []Named  // applyEffect
	Template *Formula // applyTemplate, removeTemplate: content
	FollowUp Ref      // offerFollowUp
	Params   []Named  // offerFollowUp
	Clear    *Formula // clearFollowUp: `id`
}

// Applied picks applied entries on the character that a change reaches.
type Applied struct {
	Pos   diag.Pos
	Where *Formula
	Limit int // 0: none
}

// Split turns an adjust into one per tag group of a roll.
type Split struct {
	Pos  diag.Pos
	Step Ref    // the roll step: ID is its id
	By   string // the tag above those that group
}

// NewCopy is the entry of an addItem.
type NewCopy struct {
	Pos       diag.Pos
	ID        string // empty: the engine makes one
	Item      *Formula
	Quantity  *Formula
	Equipped  *Formula
	State     []Named
	Templates []Ref
	Choices   []ChoicePicks
}

// ChoicePicks are the picks of one choice that a new copy comes with.
type ChoicePicks struct {
	Choice string // its id, or the key of a slot
	Pos    diag.Pos
	Picks  []Pick
}

// Pick is one option, with the picks of the choices that it brings.
type Pick struct {
	Pos    diag.Pos
	Option Text
	Number any // int64 or float64 where the option is a number; else nil
	Nested []ChoicePicks
}

// Path names a choice of the character.
type Path struct {
	Pos     diag.Pos
	Entry   Text // not given: a rules-level choice; Self and Picked as in Change
	Self    bool
	Picked  bool
	Choice  []string // of odd length, or
	Formula *Formula // a list of strings
}
