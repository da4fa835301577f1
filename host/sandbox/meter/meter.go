// Package meter reads a WebAssembly module of a stranger and writes it anew, so that it stops by itself:
// at the same instruction on every machine.
//
// Added are counters as globals that the module cannot name: of instructions that are left, charged at the
// beginning of each straight piece of code and looked at where loops and functions begin; of room on the stack, charged by each function while it runs;
// and which parts of its memory were written, so that they can be put back. What a calculation with floats
// gives as NaN is made the same NaN everywhere. Nothing else about the module changes.
package meter

import "fmt"

// Limits of what a module may have. A module within them takes bounded time to compile.
type Limits struct {
	Bytes     int // of the file
	Types     int
	Imports   int
	Functions int
	Params    int // of a function; also its results
	Locals    int // of a function, params included
	Body      int // bytes of a function
	Work      int // of a function: see there
	AllWork   int // of all functions
	Loops     int // of a function, in one another
	Globals   int
	Tables    int
	TableSize int // elements of a table; also of all segments together
	Exports   int
	Segments  int // of data; also of elements
	Pages     int // of memory, 64 KiB each
}

// TooMuch is the error for what passes a limit.
type TooMuch struct {
	What       string
	Has, Limit int64
}

func (e *TooMuch) Error() string {
	return fmt.Sprintf("it has %d %s, more than the limit of %d", e.Has, e.What, e.Limit)
}

// Prefix begins the names of what Rewrite adds: exports, and functions that are not where a module was stopped.
const Prefix = "astragal:"

// The exports that are added.
const (
	Left   = Prefix + "left"    // i64: instructions that are left; below zero: it was stopped
	Room   = Prefix + "room"    // i32: room on the stack that is left; below zero: it was stopped
	Flags  = Prefix + "flags"   // i32: see Grown, Spoiled
	Coarse = Prefix + "coarse"  // i64: bit i: written was where an address >> CoarseShift is i, modulo 64
	Fine   = Prefix + "fine"    // i64: the same with FineShift: written was only where both say so
	Start  = Prefix + "start"   // the module's start function, which no longer starts by itself
	own    = Prefix + "global:" // with a number: a mutable global of the module
)

// The import that is added, a function without params and results: called when the instructions that are left
// are below zero, at the beginning of functions, of the rounds of loops and when much is written at once. It
// gives more, or ends the call.
const (
	ImportModule = Prefix
	ImportMore   = "more"
)

// The bits of Flags.
const (
	Refused = 1 // memory.grow found no room
	Spoiled = 2 // a table was changed or a segment dropped: an instance cannot be put back
)

// Beyond is how many bytes a store may write behind the place that it marks.
const Beyond = 7

// Mutable is a global of the module that may change, under the name that it is exported by.
type Mutable struct {
	Name string
	Type Type
}

// Module is a module written anew.
type Module struct {
	Wasm        []byte
	Imports     []Import
	Exports     []Export // its own
	Mutables    []Mutable
	HasStart    bool
	Pages       int // of memory at the beginning
	MaxPages    int // to which it may grow; Wasm itself says one more, and whoever gives memory refuses that
	CoarseShift uint
	FineShift   uint
	Work        int // to compile it
}

// Rewrite reads a module and writes it anew. An error says what is wrong with it; it is a *TooMuch if it
// passes a limit. That the code is valid besides is for the engine to check, which the rewriting does not
// make easier to pass: names of what is added are refused here.
func Rewrite(file []byte, l Limits) (out *Module, err error) {
	if len(file) > l.Bytes {
		return nil, &TooMuch{What: "bytes", Has: int64(len(file)), Limit: int64(l.Bytes)}
	}
	defer func() {
		if p := recover(); p != nil {
			r, ours := p.(refusal)
			if !ours {
				panic(p)
			}
			out, err = nil, r.err
		}
	}()
	m := read(file, l)
	return newRewriter(m, l).run(), nil
}
