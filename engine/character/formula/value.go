package formula

import (
	"math"
	"unsafe"

	"github.com/astragal-engine/astragal/engine/dice"
)

// Kind is what a value is.
type Kind uint8

const (
	AbsentKind Kind = iota // no value: what has() finds out
	NullKind
	BoolKind
	IntKind
	NumberKind
	StringKind
	DiceKind
	ListKind
	ObjectKind
	failed // inside: a part of a formula has failed, and its error waits in the budget
)

func (k Kind) String() string {
	return [...]string{"nothing", "null", "a boolean", "an integer", "a number", "a string", "dice", "a list", "an object", "an error"}[k]
}

// Value is what a name stands for and a formula gives. It never changes; the zero Value is Absent. A string
// and a list are kept as their beginning and their length, so that to make a value of one needs no memory.
type Value struct {
	kind Kind
	bits uint64 // a boolean, an integer, a number; the length of a string or a list
	ref  any    // *byte of a string, *Value of a list, *dice.Dice, Object
}

// The values without content.
var (
	Absent = Value{}
	NullV  = Value{kind: NullKind}
	True   = Value{kind: BoolKind, bits: 1}
	False  = Value{kind: BoolKind}
)

// MostInt is the largest integer that a formula knows; -MostInt is the least.
const MostInt = 1<<53 - 1

// BoolValue gives true or false.
func BoolValue(b bool) Value {
	if b {
		return True
	}
	return False
}

// IntValue gives an integer, which lies within ±MostInt.
func IntValue(n int) Value { return Value{kind: IntKind, bits: uint64(n)} }

// NumberValue gives a number, which is neither infinite nor NaN.
func NumberValue(x float64) Value { return Value{kind: NumberKind, bits: math.Float64bits(x)} }

// StringValue gives a string.
func StringValue(s string) Value {
	return Value{kind: StringKind, bits: uint64(len(s)), ref: unsafe.StringData(s)}
}

// DiceValue gives dice. The dice are not to be written afterwards.
func DiceValue(d dice.Dice) Value { return Value{kind: DiceKind, ref: &d} }

// ListValue gives a list. The slice is not to be written afterwards.
func ListValue(items []Value) Value {
	return Value{kind: ListKind, bits: uint64(len(items)), ref: unsafe.SliceData(items)}
}

// StringsValue gives a list of strings.
func StringsValue(items []string) Value {
	list := make([]Value, len(items))
	for i, s := range items {
		list[i] = StringValue(s)
	}
	return ListValue(list)
}

// ObjectValue gives an object whose members are looked up when they are read.
func ObjectValue(o Object) Value { return Value{kind: ObjectKind, ref: o} }

// Kind tells which of the methods below fits.
func (v Value) Kind() Kind { return v.kind }

// IsAbsent reports whether there is no value.
func (v Value) IsAbsent() bool { return v.kind == AbsentKind }

// Bool gives a boolean; false when the value is none.
func (v Value) Bool() bool { return v.kind == BoolKind && v.bits != 0 }

// Int gives an integer; 0 when the value is none.
func (v Value) Int() int {
	if v.kind != IntKind {
		return 0
	}
	return int(v.bits)
}

// Number gives a number or an integer as a number; 0 when the value is neither.
func (v Value) Number() float64 {
	switch v.kind {
	case IntKind:
		return float64(int(v.bits))
	case NumberKind:
		return math.Float64frombits(v.bits)
	}
	return 0
}

// Text gives a string; "" when the value is none.
func (v Value) Text() string {
	if v.kind != StringKind {
		return ""
	}
	return unsafe.String(v.ref.(*byte), int(v.bits))
}

// Dice gives dice, and an integer as dice without a die.
func (v Value) Dice() dice.Dice {
	if d, ok := v.ref.(*dice.Dice); ok {
		return *d
	}
	return dice.Number(v.Int())
}

// List gives the elements of a list, which are not to be written; nil when the value is none.
func (v Value) List() []Value {
	if v.kind != ListKind {
		return nil
	}
	return unsafe.Slice(v.ref.(*Value), int(v.bits))
}

// Object gives an object; nil when the value is none.
func (v Value) Object() Object {
	o, _ := v.ref.(Object)
	return o
}
