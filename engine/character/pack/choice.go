package pack

import "github.com/astragal-engine/astragal/engine/diag"

// Choice is something that a character has to choose, now or at a level.
type Choice struct {
	ID        string // as declared; rules-level ones are found under Ruleset.Choice by their qualified id
	Pos       diag.Pos
	Pack      *Pack
	Min, Max  *Formula // of picks; both nil and not Unbounded: one pick; Min nil otherwise: 0
	Unbounded bool     // there is no most
	Options   OptionSource
	Slots     []int // numbers of its slots: each is asked on its own, under <id>-<number>; formulas see `slot`
	Unique    bool  // no option twice over all slots and picks
	Recommend *Formula
	When      *Formula
}

// OptionSource says where the options of a choice or a choice step come from: one of these.
type OptionSource struct {
	Pos     diag.Pos
	Written []*Option
	Content *Query // content of a type
	Copies  *Query // of choice steps: the character's copies
	Pending *Pending
	Values  *Formula // of choices: a list of strings or numbers
}

// Query picks among content or copies.
type Query struct {
	Pos   diag.Pos
	Type  Ref // not given: all
	Of    *ContentType
	Where *Formula
}

// Pending makes a choice step ask the choices that the character has pending.
type Pending struct {
	Pos   diag.Pos
	Entry *Formula // an instance id; nil: all
}

// Option is a written option, or one that an effect adds.
type Option struct {
	ID      string
	Pos     diag.Pos
	When    *Formula
	To      *To // nil: self
	Flags   []Named
	Changes []*Change // of choice steps
	Carried           // of choices: what having picked it brings; nested choices among it
}
