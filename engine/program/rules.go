package program

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/value"
)

// Action is an action, or an ability of content item Item.
type Action struct {
	Name       string
	Label      string
	Item       int32 // -1: a model action
	ByPre      bool  // what it takes to be legal is Pre, if there is one, and no more
	Pre        *expr.Code
	PreStop    *Stop
	Cost       int32 // blocks, -1: none
	Effect     int32
	Speed      string // "": not fast
	Place      int32  // "action <name>"
	Resolution Resolution
	Start      uint8     // the state of its frame at first; FormalStart in a model with turns
	OnStack    []OnStack // of a fast action: by twice its player, and one more once it is cancelled
	Pos        diag.Pos
}

// FormalStart is the state in which the frame of an action begins that may run inside a turn.
const FormalStart = 3

// OnStack is an action on the stack of a window as expressions see it: the item, and a stack of it
// alone.
type OnStack struct{ Item, Alone value.Value }

// Resolution says when a fast action's effect runs.
type Resolution uint8

const (
	Inherit Resolution = iota // of an action: as the window says
	Immediate
	Stack
)

// Window is a priority window after its overrides; Candidates are the fast actions it allows.
type Window struct {
	Name       string      // "None" for the window of every speed
	Label      value.Value // what the name `window` is bound to
	Place      int32       // "window <name>"
	Allows     []string    // the speeds; nil: every one
	Candidates []int32
	First      *expr.Code
	FirstStop  *Stop
	Same       bool // after_action: same
	PassOnce   bool // closes: single_pass_each
	Resolution Resolution
}

// Event is an event that some trigger hears or some op emits.
type Event struct {
	Name  string
	Label value.Value // the name as a text value
	// The triggers that hear it, in the order in which they are tried.
	Before, Instead, After []int32
}

// Trigger hears events. Item is the content item that bears it, -1: the model.
type Trigger struct {
	ID             string
	Item           int32
	Place          int32
	If             *expr.Code
	IfStop         *Stop
	Optional       bool
	Controller     *expr.Code
	ControllerStop *Stop
	Do             int32 // block
	InsteadEvent   int32
	Pos            diag.Pos
}

// Stat lists the static modifiers of one stat by layer, then model order.
type Stat struct {
	Name      string
	Modifiers []Modifier
}

// Modifier is a static modifier. ID is that of the model, else the stat's name.
type Modifier struct {
	ID     string
	Pos    diag.Pos
	Item   int32
	Layer  float64
	Change *expr.Code
	If     *expr.Code
	Stop   *Stop // no change_x
	IfStop *Stop
}

// Result is what an end condition does.
type Result uint8

const (
	Win Result = iota
	Loss
	Drawn
	Score
	Eliminate
	Winners
	Rank
)

// End is an end condition that can fire: those without if_x and `continue` are left out.
type End struct {
	ID      string
	If      *expr.Code
	Result  Result
	Who     *expr.Code
	WhoStop *Stop
	Returns Value
	Ranks   Value
	Scope   int32  // flow, -1: none
	Bit     uint64 // its own among Program.Readers, where all that If reads is known beforehand; else 0
	Stop    *Stop  // found wrong when compiled: raised when it fires
	Pos     diag.Pos
}

// IdleEnd is an end condition that is never tested; Continue: since its result is `continue`, else
// since it has no if_x.
type IdleEnd struct {
	ID       string
	Continue bool
	Pos      diag.Pos
}

// NodeKind is the kind of a flow node.
type NodeKind uint8

const (
	Sequence NodeKind = iota
	Loop
	Branch
	Subflow
	Step
	Broken // Stop
	TakeTurns
)

// Order of a loop over a list.
type Order uint8

const (
	Listed Order = iota
	Reversed
	Random
)

// Node is a flow node. Children are node numbers.
type Node struct {
	Kind       NodeKind
	ID         string
	Place      int32 // "step <id>" or "flow <id>"
	EndPlace   int32 // "end <id>"
	Children   []int32
	Window     int32 // index of Windows, -1: none
	Events     []int32
	After      bool  // has a window or events
	WindowStop *Stop // the window is not declared
	Stop       *Stop

	Until, Over *expr.Code
	As          VarRef
	Once        bool
	Order       Order
	Plain       bool  // in the order of a list, each value of which the variable As takes as a whole
	LoopIndex   int32 // among all loops, for round_of

	Cases []Case

	Flow int32

	Phases [][][]int32 // of turns: by side, the nodes of each of its phases

	Actor, Actors *expr.Code
	Do            []int32
	Always        []value.Value // the options of Do, where it has several that are always legal; else nil
	Few           bool          // the actions of Do are declared, in the order of their numbers, and those below 64
	Sole          int32         // the action of Do, where it is the only one, always legal and seen by all; else -1
	Visible       Visible
	Pos           diag.Pos
}

type Case struct {
	When     *expr.Code
	Stop     *Stop
	Children []int32
}

// Flow is a named flow. Flow 0 is the main flow under its id.
type Flow struct {
	Name string
	Node int32
	// Events <flow>:win, <flow>:loss, <flow>:draw
	Ended [3]int32
}
