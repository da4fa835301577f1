package program

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/value"
)

// Op is the code of an instruction; it tells the type of Instr.Arg.
type Op uint8

const (
	OpStop       Op = iota // *Stop
	OpJump                 // To
	OpJumpUnless           // *expr.Code, To
	OpSetVar               // *SetVar
	OpSetAttr              // *SetAttr
	OpLet                  // *Let
	OpChoose               // *Choose
	OpSearch               // *Choose
	OpRoll                 // *Roll
	OpSample               // *Sample
	OpDraw                 // *Draw
	OpLook                 // *Look
	OpReveal               // *Reveal
	OpMove                 // *Move
	OpPlace                // *Place
	OpCreate               // *Create
	OpDestroy              // *Destroy
	OpShuffle              // *Shuffle
	OpEmit                 // *Emit
	OpWindow               // *OpenWindow
	OpCancel               // *Cancel
	OpModify               // *Modify
	OpExec                 // *Exec
	OpRun                  // *Run
	OpSay                  // *Say
	OpForEach              // *ForEach
	OpRepeat               // *Repeat
	OpReset                // *Reset
	OpCall                 // *Call
	OpTouch                // *Touch
)

// Instr is one instruction. Pos is where the op stands in the model.
type Instr struct {
	Op  Op
	To  int32
	Arg any
	Pos diag.Pos
}

// ZoneRef names a zone: a declared one, with the player's index for a zone per player, or X, an
// expression that gives the path as text.
type ZoneRef struct {
	Zone   int32
	Index  *expr.Code
	Actors bool // Index is the actor
	X      *expr.Code
	Stop   *Stop
	Has    bool
}

// VarRef names a variable or an element of it.
type VarRef struct {
	Var    int32
	Slot   int          // of the variable
	Cell   bool         // an element of a variable that is Free
	Actors bool         // that of the actor
	All    bool         // a whole variable that takes any value
	Path   []*expr.Code // subscripts, outermost first
	Stop   *Stop
}

// NoName is a name field (as) that is not given.
const NoName int32 = -1

type SetVar struct {
	Var   VarRef
	Add   bool
	V     Value
	Actor bool // V is the actor
}

type SetAttr struct {
	Attr value.Value
	Of   Value
	Add  bool
	V    Value
}

type Let struct {
	Name int32
	V    Value
}

// Visible says who sees an outcome; nil code: the default of the op.
type Visible struct {
	X      *expr.Code
	Secret bool
}

// Choose is choose, and search with Zone and Filter.
type Choose struct {
	Options  Value
	Zone     ZoneRef // search
	Filter   *expr.Code
	As       int32
	Min, Max Value
	Subset   bool
	Actor    *expr.Code
	Actors   *expr.Code
	Visible  Visible
	Prompt   string
	Plain    bool // one of Options, by the local actor, for all to see
}

type Roll struct {
	Die     Value
	N       Value
	As      int32
	Visible Visible
}

type Sample struct {
	Model int32
	As    int32
}

// Position is where an item goes in its new zone.
type PositionKind uint8

const (
	Anywhere PositionKind = iota
	Top
	Bottom
	AtIndex
)

type Position struct {
	Kind  PositionKind
	Index Value
}

type Draw struct {
	From, To ZoneRef
	N        Value
	Position Position
	As       int32
	Visible  Visible
	Mere     bool // no name is given to the cards, and they are seen as ever
	One      bool // Mere, and one card
}

type Look struct {
	Zone    ZoneRef
	N       Value
	As      int32
	Actor   *expr.Code
	Visible Visible
}

type Reveal struct {
	What    Value
	Visible Visible
}

type Move struct {
	What     Value
	From, To ZoneRef
	Position Position
}

type Place struct {
	What, At Value
	Board    int32 // -1: none
	Zone     ZoneRef
}

type Create struct {
	What     Value
	To       ZoneRef
	N        Value
	Position Position
	As       int32
}

type Destroy struct {
	What Value
	From ZoneRef
}

type Shuffle struct{ Zone ZoneRef }

// Emit raises an event. ImpactPlace is the place of its impact where the emit itself stands at At.
type Emit struct {
	Event       int32
	Impact      int32 // block, -1: none
	At          int32
	ImpactPlace int32
	With        []With
}

type With struct {
	Sym int32
	X   *expr.Code
}

type OpenWindow struct{ Window int32 } // -1: every speed

type Cancel struct{ Target Value }

// Modify adds a temporary modifier. ID is its number in Program.Modifies.
type Modify struct {
	ID     int32
	Stat   int32
	Change *expr.Code
	Stop   *Stop
	If     *expr.Code
	Layer  Value
	Until  int32 // event, -1: until the next reset
	Pos    diag.Pos
}

type Exec struct {
	Catalogue string // "": all
	Of        Value
}

type Run struct{ Flow int32 }

// Call is what code outside the model answers. Names are the names of Args, Syms their symbols.
type Call struct {
	Code, Kind, Module, Function string
	Names                        *value.Keys
	Args                         []Value
	Syms                         []int32
	As                           int32
	Evaluator                    int32 // that is bound, -1: none
	At, Place                    int32 // the place of its answer where the call stands at At; -1: neither is known
}

type Say struct {
	Agent string
	Text  Value
}

type ForEach struct {
	Items Value
	As    int32
	Body  int32
}

type Repeat struct {
	N     Value
	Until Value
	Body  int32
}

type Reset struct {
	Label    string
	Campaign bool
}

// If jumps past its branch unless Cond is true.
type If struct{ Cond *expr.Code }
