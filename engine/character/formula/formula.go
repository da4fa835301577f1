package formula

// Formula is a compiled formula. It never changes and is safe for all threads.
type Formula struct {
	source string
	root   *node
	want   *Type
	reads  []Read
}

type node struct{}

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

// Compile reads a formula and checks its names and types. The result is of type want: an integer will do
// for a number and for dice; a value whose type is not known is checked when the formula runs. The error,
// nil when all is well, tells the place in the text.
func Compile(source string, scope *Scope, want *Type) (*Formula, *Error) {
	return nil, &Error{Code: Syntax, Message: "formulas are not built yet"}
}

// Source gives the text that was compiled.
func (f *Formula) Source() string { return f.source }

// Type gives the type of what the formula gives, as far as it is known: Any else.
func (f *Formula) Type() *Type { return f.want }

// Reads gives what the formula reads outside itself, in order of the text, each once. It includes what
// field('...') reads when the id is written out.
func (f *Formula) Reads() []Read { return f.reads }

// ReadsName reports whether the formula reads a name, such as self.
func (f *Formula) ReadsName(name string) bool {
	for i := range f.reads {
		if f.reads[i].Name == name {
			return true
		}
	}
	return false
}

// Calls gives the calls of countCopies, hasCopy, sumFields, fieldsWhere and of field with an id that is
// computed, in order of the text.
func (f *Formula) Calls() []Call { return nil }

// Single gives the slot of the name when the formula is one single name and nothing else.
func (f *Formula) Single() (Slot, bool) { return 0, false }

// Eval evaluates the formula. Numbers in the result are rounded to six places, half away from zero. A
// nil budget stands for one of the defaults. The error, nil when all is well, tells the place in the text.
func (f *Formula) Eval(names Names, b *Budget) (Value, *Error) { return Absent, nil }

// String prints the formula on one line, in the one way in which all formulas are printed. Compiling
// that gives the same formula.
func (f *Formula) String() string { return f.source }
