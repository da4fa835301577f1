// Package expr is the expression language of game models: a subset of Python expressions.
//
// Text goes one way: scan → parse (Syntax) → resolve and compile (Code) → run against an Env.
// Code is a tree of typed closures in which every name is already a slot; it is immutable and safe
// for all threads. All that changes while an expression runs is in its Env, of which each game has
// one. Evaluation errors panic as *value.Error inside the package and below it, and are turned into
// *Error at the boundary (Code.Eval), with expression and position.
package expr

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/value"
)

// RefKind says what a name stands for.
type RefKind uint8

const (
	Unknown RefKind = iota // nothing: a NameError when it is reached
	Const                  // Value, folded into the code
	State                  // Env.State[Index]
	OwnFunc                // Func with parameters, called by name
	Derived                // Func without parameters, read by name
	Builtin                // Native
)

// Ref is what a Resolver knows of a name. Local is the symbol of that name among the dynamically
// scoped local names (looked up first, in Env.Locals), or NoLocal where this expression's context
// has no such local; Kind and the rest are what the name means when no local is bound.
type Ref struct {
	Local  int32
	Kind   RefKind
	Index  int
	Value  value.Value
	Func   *Function
	Native *Native
}

// NoLocal is the symbol of a name that can never be a local.
const NoLocal int32 = -1

// Resolver gives the meaning of names outside the expression. The Python builtins of the language
// need no resolver: they are asked for last, by the package itself.
type Resolver interface {
	Resolve(name string) Ref
}

// Native is a function that the engine offers to expressions beside Python's builtins
// (modified, owner_of, neighbours, ...). Args beyond Max, or fewer than Min, are a TypeError before
// Call runs; keywords are refused unless Keywords is set. args and kw live until Call returns.
type Native struct {
	Name     string
	Min, Max int // Max -1: any number
	Keywords bool
	Pure     bool // depends on its arguments alone: may be folded
	Call     func(env *Env, args []value.Value, kw []Keyword) value.Value
}

// Keyword is a keyword argument; Name's local symbol is Sym where the Resolver knows one (else NoLocal).
type Keyword struct {
	Name  string
	Sym   int32
	Value value.Value
}

// Function is a model's own function, or a derived value (no parameters). Params and Lets become
// static slots of Body; it sees no locals. The struct is made first, so that functions may refer to
// each other, and Body is set when it compiles.
type Function struct {
	Name   string
	Params []string
	Lets   []Let // for tools: Body binds them itself
	Body   *Code // nil: it did not compile; calling it is an ExprError

	syn      *Syntax // of a body that may stand in for a call, and the meaning of its names
	resolver Resolver
	size     int // nodes of it
}

// Limits of one evaluation. Zero fields take the defaults (docs/limits.md).
type Limits struct {
	Steps int64 // loop iterations and calls, weighted by what they run; default 10,000,000
	Size  int64 // values and bytes made; default 10,000,000
}

// Env is what expressions of one game run against. It belongs to one goroutine at a time.
type Env struct {
	State  []value.Value
	Store  *value.Store
	Locals Locals
	Host   any // the game, for Natives
	Limits Limits

	cur   *Code         // the expression that runs now, for error messages
	at    int           // the part of it that can fail now: an offset in its text
	frame []value.Value // the slots of the running code
	top   int           // how much of slots is in use
	slots []value.Value
	stack []value.Value // elements of lists being built, arguments of calls being made
	kws   []Keyword
	pairs []pair // of a sort by key
	count int    // what the running count has counted
	steps int64
	full  struct { // what Begin gives
		steps, size int64
	}
	due struct { // below which a Turn is due
		steps, size int64
	}
	size  value.Budget
	calls int
	arena value.Arena
}

// Error is an expression that failed: Python's class and message, the expression, and where.
type Error struct {
	Class   string
	Message string
	Src     string
	Pos     diag.Pos // of the failing part where known, else of the expression
}

// Error gives the seed's text: error evaluating '...': NameError: name 'x' is not defined. A class
// of ExprError gives its message with the expression but without the class.
func (e *Error) Error() string {
	if e.Class == "ExprError" {
		return "error evaluating '" + e.Src + "': " + e.Message
	}
	return "error evaluating '" + e.Src + "': " + e.Class + ": " + e.Message
}
