package program

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/value"
)

// The kinds of code outside a model. What is declared under `code` is of the first two.
const (
	CodeKind    = "code"    // gives a value
	ContentKind = "content" // gives ops that are run in place
	PolicyKind  = "policy"  // picks an option, as an agent
)

// Evaluator is code outside the model that answers inside the machine. It is a pure function of what it is
// asked, the same on every machine, and may be asked by many goroutines at once. What it may see and do is
// said beforehand and held against everything that it answers.
type Evaluator struct {
	Name      string   // of the code that it answers for; of a policy the agent's
	Kind      string   // CodeKind, ContentKind or PolicyKind
	Hash      [32]byte // of what it does; a part of Program.Hash
	Reads     []Read   // all that it sees of the game, beside its arguments
	Zones     []string // that its ops may write; "*": whatever there is
	Vars      []string
	Decisions string // whose decisions its ops may ask: "" of nobody, "self", "all"
	Ops       int    // what an answer counts between two requests; 0: 1,000
	Answer    func(*Asked) (Answer, error)
	Pos       diag.Pos // of its declaration, for what is wrong with it
}

// Everything stands for all zones or all variables among those of an Evaluator.
const Everything = "*"

// Read is an expression whose value an evaluator is told under a name. It sees actor, self and the arguments
// of the call by their names.
type Read struct {
	Name, X string
	Pos     diag.Pos
	Code    *expr.Code // once the evaluator is bound to a program
}

// Asked is what code outside the model is asked. Values may be instances of Store; all of it is good until
// the answer is there.
type Asked struct {
	Code, Kind, Place string
	Args, Reads       value.Value // dicts by name
	Seat              int         // of the actor; -1: nobody
	Chance            value.Value // a list: what the chances that this call asked have given so far
	View              []byte      // for a policy: what its seat sees, as JSON
	Options           int         // for a policy: how many there are to pick from
	Store             *value.Store
}

// Answer is what code outside the model answers, in one of four forms. An error beside it stops the game,
// unless it is a HostFault.
type Answer struct {
	Form    Form
	Value   value.Value // a plain value; the ops, a list; the outcomes of a chance, a list
	Weights []float64   // of the outcomes
	Pick    int
	Work    int // what it took, in ops, beside what each call counts
}

// Form of an Answer.
type Form uint8

const (
	GivesValue Form = iota
	GivesOps
	GivesChance
	GivesPick
)

func (f Form) String() string { return [...]string{"value", "ops", "chance", "pick"}[f] }

// HostFault is an error that says nothing of the code: the machine it runs on failed it, such as a clock that
// ended it. The game that asked is lost; who plays it goes on from an earlier state.
type HostFault struct{ Err error }

func (h *HostFault) Error() string { return h.Err.Error() }
func (h *HostFault) Unwrap() error { return h.Err }

// Foreign is a list of ops that code outside the model has answered.
type Foreign struct {
	Code string
	Ops  value.Value
	Seat int      // of the actor; -1: nobody
	Pos  diag.Pos // of the call
}

// Extension is what a program has more than the one it extends.
type Extension struct {
	Foreign
	Text        string // its ops spelled out: equal for what is alike
	Under, Root *Program
	Entry       int32 // the block of the ops
	Depth       int   // how many extensions there are, with this one
	Size        int   // of values in the ops of all of them
}

// Level is the program under p that has so many extensions.
func (p *Program) Level(depth int) *Program {
	for p.Ext != nil && p.Ext.Depth > depth {
		p = p.Ext.Under
	}
	return p
}

// Depth is how many extensions a program has.
func (p *Program) Depth() int {
	if p.Ext == nil {
		return 0
	}
	return p.Ext.Depth
}

// Root is the program as it was compiled of its model.
func (p *Program) Root() *Program {
	if p.Ext == nil {
		return p
	}
	return p.Ext.Root
}

// EvaluatorOf gives the number of the evaluator that answers for code, -1 for none.
func (p *Program) EvaluatorOf(code string) int32 {
	for i := range p.Evaluators {
		if e := &p.Evaluators[i]; e.Name == code && e.Kind != PolicyKind {
			return int32(i)
		}
	}
	return -1
}

// Touch holds what an op of code outside writes to, or shows, without naming its zone: items lie in one of
// these, or in none.
type Touch struct {
	Code  string
	What  Value
	Zones []bool // by zone
}
