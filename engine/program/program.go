// Package program is what a model compiles to: immutable, shared by all games and threads.
//
// Names have become slots, events lists of the triggers that hear them, stats lists of modifiers,
// boards tables. What was wrong in the model is still here, as a point that stops the game when it
// is reached (Stop). The package imports neither the model nor the compiler.
package program

import (
	"github.com/astragal-engine/astragal/engine/board"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/value"
)

// The first slots of a game's state belong to the engine; variables and then zones follow.
const (
	SlotPlayers = iota
	SlotNPlayers
	SlotEliminated
	SlotResults
	SlotEvents
	FirstSlot
)

// NeverCalm is what the bits of end conditions cannot come to.
const NeverCalm = 1 << 63

// Symbols that every program has, by these numbers.
const (
	SymActor int32 = iota
	SymSelf
	SymEvent
	SymStack
	SymWindow
	SymItem
	SymValue
	FirstSym
)

// SymNames are the names of the fixed symbols, in order.
var SymNames = []string{"actor", "self", "event", "stack", "window", "item", "value"}

// Program is a compiled model.
type Program struct {
	Name        string
	Cooperative bool
	MinPlayers  int
	MaxPlayers  int
	DefPlayers  int
	Hash        [32]byte // of the rules, without notes, prompts and text twins

	Constants   []Constant
	Set         []Constant // those whose value was replaced, in model order
	Vars        []Var
	Zones       []Zone // zone i lives in slot ZoneSlot(i)
	Symbols     []string
	Places      []string
	Blocks      []Block
	Actions     []Action
	Nodes       []Node
	Main        int32 // node of the main flow, -1: none
	Flows       []Flow
	Events      []Event
	Triggers    []Trigger
	Stats       []Stat
	Items       []Item
	Windows     []Window
	Outcomes    []OutcomeModel
	Ends        []End
	IdleEnds    []IdleEnd
	Boards      []*board.Board
	Agents      []Agent
	PolicySyms  []int32 // empty where no agent has a policy
	Campaign    *Campaign
	Turns       *Turns // nil where nobody takes formal turns
	Functions   map[string]*expr.Function
	Modifies    []*Modify     // every modify op, by its number
	Data        []value.Value // model data dicts and lists, in a fixed order, for saves
	Looks       *Looks        // of the items of content
	Readers     []uint64      // by state slot, the bits of the end conditions that read it
	Calm        uint64        // the bits of all end conditions, where each has one; else NeverCalm
	ReadsEvents bool
	ReadsRounds bool // an expression asks round_of
	Tokens      bool // an op makes or destroys instances
	Straight    bool // a playout may go straight on (game.Playout)

	// Hidden: a zone has items, or an order, that not everybody sees. Secret: that, or a variable or a
	// choice that not everybody sees.
	Hidden, Secret bool

	DataIndex  map[*value.Object]int32
	SymIndex   map[string]int32 // of Symbols
	EventIndex map[string]int32
	StatIndex  map[string]int32
	ItemIndex  map[*value.Object]int32 // content item by its dict
	ZoneIndex  map[string]int32
	LoopIndex  map[string]int32
	Missing    []*Stop    // actions that a step names and nobody declares: action -i-1
	Exprs      *Resolving // meaning of names where no local is in scope; for tools such as eval

	Evaluators []Evaluator // those that are bound

	// Extend gives a program that has the blocks of ops that come while a game is played, behind all that this
	// one has, and what it has more. Everything in them is held against the model and against what their code may
	// do; the error says what does not fit. A game in the midst of such ops plays the extended program.
	Extend func(Foreign) (*Program, *Extension, error)
	Ext    *Extension // the last one; nil: none
}

// Slots counts the slots of a game's state.
func (p *Program) Slots() int {
	n := FirstSlot + len(p.Vars) + len(p.Zones)
	if p.Turns != nil {
		n++
	}
	return n
}

// Resolving resolves a name outside any local scope.
type Resolving struct{ Resolve func(name string) expr.Ref }

// Constant is a named constant, for tools.
type Constant struct {
	Name  string
	Value value.Value
}

// Stop is a fault of the model that stops the game when it is reached.
type Stop struct {
	Kind    string // NotExecutable or ExprError
	Message string // whole, or what follows "<place>: " where InPlace
	InPlace bool
	Pos     diag.Pos
}

// Value is a field that gives a value: an expression, a constant, or a stop. The zero Value is
// "absent".
type Value struct {
	X    *expr.Code
	Lit  value.Value
	Has  bool // X or Lit counts
	Stop *Stop
}

// Given reports whether the field is there in any form.
func (v *Value) Given() bool { return v.Has || v.Stop != nil }

// Var is a state variable.
type Var struct {
	Name       string
	Slot       int
	Init       Value
	PerPlayer  bool
	Persist    bool
	Visibility Visibility
	Min, Max   Value
	Free       bool // has no bounds, and nothing hears that it is written
	Scores     bool // a write to it makes the checkpoint of turns due
	Pos        diag.Pos
}

// Whole reports whether the variable as a whole takes any value.
func (v *Var) Whole() bool { return v.Free && !v.PerPlayer }

// Visibility of a zone or variable.
type Visibility uint8

const (
	Public Visibility = iota
	Owner
	Hidden
)

// ZoneKind says how a zone holds its items.
type ZoneKind uint8

const (
	ListZone ZoneKind = iota
	SetZone
	SlotZone
)

// Zone is a zone, or one zone per player.
type Zone struct {
	Name       string
	Slot       int
	Kind       ZoneKind
	PerPlayer  bool
	Visibility Visibility
	Shuffled   bool
	DrawnFrom  int32 // zone, -1: none
	Init       Value
	Capacity   Value
	Persist    bool
	Pos        diag.Pos
}

// Item is a content item with behaviour.
type Item struct {
	ID         string
	Catalogue  string
	Data       value.Value
	Active     *expr.Code // nil: always
	ActiveStop *Stop
	Effect     int32 // block, -1: none
}

// Block is a list of instructions that runs top to bottom.
type Block struct {
	Code  []Instr
	Place int32   // its own place, -1: that of whoever runs it
	Ends  []int32 // in a model with turns: behind which instruction each op of the list ends
}

// OutcomeModel is a distribution over outcomes with effects.
type OutcomeModel struct {
	Name     string
	Outcomes []Outcome
	Event    []int32 // per outcome, the event <model>:<id>
}

type Outcome struct {
	ID     value.Value
	P      Value
	Effect int32 // block, -1: none
}

// The names that an agent's policy sees, by their place in PolicyNames and Program.PolicySyms.
const (
	PolicyOption = iota
	PolicyOpts
	PolicyPool
	PolicyChosen
	PolicyPlayer
)

var PolicyNames = []string{"option", "opts", "pool", "chosen", "player"}

// Campaign says how games follow each other.
type Campaign struct {
	Games   int // 0: without end
	Between int32
	Reset   []int // slots that start afresh although they persist
}

// Host is the game that an expression runs in, as the engine's functions see it.
type Host interface {
	Modified(env *expr.Env, stat string, base value.Value, kw []expr.Keyword) value.Value
	OwnerOf(item value.Value) value.Value
	ZoneOf(item value.Value) value.Value
	ItemsOf(zone string) value.Value
	RoundOf(loop string) value.Value
}
