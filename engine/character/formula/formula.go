package formula

import (
	"slices"
	"sync/atomic"
)

// Formula is a compiled formula. It never changes and is safe for all threads.
type Formula struct {
	source string
	root   *node
	want   *Type
	plain  Kind  // a result of this kind is returned as it is
	fixed  Value // of a formula that is a literal, else Absent
	reads  []Read
	calls  []Call
	rolled atomic.Pointer[parts] // for summaries
}

// Read is a name that a formula reads, with the longest member path below it that is written out:
// steps.attack.total is the name steps and the path [attack, total].
type Read struct {
	Name string
	Slot Slot
	Path []string
}

// Call is a call of a character function. What is the id that is written out, qualified, or "" when it
// is computed.
type Call struct{ Function, What string }

// Source gives the text that was compiled.
func (f *Formula) Source() string { return f.source }

// Type gives the type of what the formula gives, as far as it is known: Any else.
func (f *Formula) Type() *Type { return f.root.t }

// Reads gives what the formula reads outside itself, in order of the text, each once. It includes what
// field('...') reads when the id is written out.
func (f *Formula) Reads() []Read { return f.reads }

// ReadsName reports whether the formula reads a name, such as self.
func (f *Formula) ReadsName(name string) bool {
	return slices.ContainsFunc(f.reads, func(r Read) bool { return r.Name == name })
}

// Calls gives the calls of countCopies, hasCopy, sumFields, fieldsWhere and of field with an id that is
// computed, in order of the text.
func (f *Formula) Calls() []Call { return f.calls }

// Single gives the slot of the name when the formula is one single name and nothing else.
func (f *Formula) Single() (Slot, bool) { return f.root.slot, f.root.op == opName }
