package pack

import "github.com/astragal-engine/astragal/engine/diag"

// ContentType says what items of a kind have.
type ContentType struct {
	ID, Local string // qualified; as declared
	Pos       diag.Pos
	Pack      *Pack
	Template  bool   // kind: template
	List      string // inventory or features: where a copy lives
	Props     []Prop // `fields`
	State     []Prop
	Carried           // what every item of the type carries, in front of its own
	Items     []*Item // in order of their qualified ids
}

// Carried is what an item, a type, an inline option or the rules bring along.
type Carried struct {
	Effects   []*Effect
	Choices   []*Choice
	FollowUps []*FollowUp
	Actions   []*Action
	Uses      []*Use
	Grants    []*Grant
}

// Item is a piece of content: a weapon, a spell, a condition, a class.
type Item struct {
	ID, Local string
	N         int // index in Ruleset.Items
	Pos       diag.Pos
	Pack      *Pack
	Type      *ContentType // nil only in a ruleset that does not load
	TypeRef   Ref
	Tags      []string
	Values    map[string]any // of the type's properties, defaults filled in; JSON values (see Prop.Default)
	State     map[string]any // what a new copy's state has, defaults of the type filled in
	Templates []Ref          // that a new copy has
	Hidden    bool
	Carried   // its own; those of its type are in Type
}

// Use lists an action for those who carry it, with params fixed.
type Use struct {
	ID     string // may be empty
	Pos    diag.Pos
	Action Ref
	Target *Action // nil only in a ruleset that does not load
	Params []Named // in the context of the carrier
}

// Grant makes content active without a copy.
type Grant struct {
	Pos     diag.Pos
	Content Ref
	Item    *Item
	When    *Formula
}
