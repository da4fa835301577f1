// Package value is the universe of values of models and expressions: Python's values as far as
// the expression language reaches them, plus the instance (a reference to a card, token or other
// piece that lives in a game's Store).
//
// A Value is 16 bytes. None, booleans, 64-bit integers, floats and instances are unboxed; texts,
// lists, tuples, dicts, sets and large integers are heap objects. A heap object never changes once
// another holder can see it: whoever wants a changed list makes a new one. Two marks make that
// cheap. An object whose owner equals a game's epoch is held by one slot of that game only and may
// be written in place by it (Keep, SetItem and their kin uphold this). An object that is temp must go
// through Keep before it is stored: it lives in an evaluator's arena and dies at the next
// instruction, or it holds something that does, or something that a slot owns.
//
// Operations give what CPython 3.11 gives, down to the class of an error and nearly always its
// message. They differ on purpose in this: sets keep the order of insertion; keys, values and items
// of a dict are lists; nan is identical to itself where its bits are the same; an integer has at
// most 4,096 bits and a range 64-bit ends; a power that would be complex is a ValueError; % does
// not format texts; a text cannot hold a lone surrogate; powers of floats are correctly rounded;
// Unicode is of the version that Go knows.
package value

import (
	"math"
	"math/big"
)

// Kind says what a Value is.
type Kind uint8

const (
	None Kind = iota
	Bool
	Int // 64 bits
	Float
	Inst   // a reference to an instance of a Store
	BigInt // an integer beyond 64 bits
	Text
	List
	Tuple
	Dict
	Set
	Frozen // a frozenset
	Range  // range(start, stop, step)
	Func   // a lambda or builtin: inside one expression only
	Iter   // a generator or iterator: inside one expression only
	Type   // int, str, ...: the type objects that isinstance and type() use
	Slice  // the three parts of a slice, inside a subscript only
	kinds
)

// Value is one value. The zero Value is None.
type Value struct {
	ref *Object // nil: None; a tag for unboxed kinds; else the heap object
	n   uint64  // int64 or float64 bits, 0 or 1, instance number; of a text its hash
}

// Object is the heap part of a boxed value.
type Object struct {
	kind  Kind
	temp  bool
	data  bool // model data: see MarkData
	owner uint64
	text  string
	items []Value // of a list, tuple, range (start, stop, step) or slice; the values of a dict
	keys  *Keys   // of a dict or set
	ext   any     // *big.Int, the function or the iterator
}

var tags [kinds]Object

func init() {
	for k := range tags {
		tags[k].kind = Kind(k)
	}
}

// Kind tells what v is.
func (v Value) Kind() Kind {
	if v.ref == nil {
		return None
	}
	return v.ref.kind
}

// OfBool, OfInt, OfFloat and OfInst make unboxed values.
func OfBool(b bool) Value {
	if b {
		return Value{&tags[Bool], 1}
	}
	return Value{&tags[Bool], 0}
}

func OfInt(i int64) Value     { return Value{&tags[Int], uint64(i)} }
func OfFloat(f float64) Value { return Value{&tags[Float], math.Float64bits(f)} }

// OfInst refers to instance number uid of whatever Store the value is used with.
func OfInst(uid int64) Value { return Value{&tags[Inst], uint64(uid)} }

// OfText makes a text; its hash is computed here, once.
func OfText(s string) Value {
	return Value{&Object{kind: Text, text: s}, HashText(s)}
}

// OfBig gives the integer i, unboxed where it fits 64 bits. It keeps i: do not change it after.
func OfBig(i *big.Int) Value {
	if i.IsInt64() {
		return OfInt(i.Int64())
	}
	return Value{&Object{kind: BigInt, ext: i}, 0}
}

// OfList and OfTuple keep items: the caller must not write them after.
func OfList(items []Value) Value {
	return Value{&Object{kind: List, items: items, temp: anyYoung(items)}, 0}
}

func OfTuple(items []Value) Value {
	return Value{&Object{kind: Tuple, items: items, temp: anyYoung(items)}, 0}
}

// OfDict keeps keys and vals; vals[i] belongs to keys.At(i).
func OfDict(keys *Keys, vals []Value) Value {
	return Value{&Object{kind: Dict, items: vals, keys: keys, temp: keys.young() || anyYoung(vals)}, 0}
}

// OfSet keeps keys as the elements of a set; OfFrozen of a frozenset.
func OfSet(keys *Keys) Value { return Value{&Object{kind: Set, keys: keys, temp: keys.young()}, 0} }

func OfFrozen(keys *Keys) Value {
	return Value{&Object{kind: Frozen, keys: keys, temp: keys.young()}, 0}
}

// OfExt makes a Func, Iter or Type value around x, which only the evaluator understands; name is
// how it is shown. Keep refuses it, also inside a container.
func OfExt(k Kind, name string, x any) Value {
	return Value{&Object{kind: k, text: name, ext: x, temp: true}, 0}
}

// anyYoung reports whether a container of items needs Keep to look into it.
func anyYoung(items []Value) bool {
	for i := range items {
		if r := items[i].ref; r != nil && (r.temp || r.owner != 0) {
			return true
		}
	}
	return false
}

// Ints reports whether all items are integers of 64 bits.
func Ints(items []Value) bool {
	for i := range items {
		if items[i].ref != &tags[Int] {
			return false
		}
	}
	return true
}

func (v Value) IsNone() bool  { return v.ref == nil }
func (v Value) IsInt() bool   { return v.ref == &tags[Int] }
func (v Value) IsBool() bool  { return v.ref == &tags[Bool] }
func (v Value) IsFloat() bool { return v.ref == &tags[Float] }
func (v Value) IsInst() bool  { return v.ref == &tags[Inst] }
func (v Value) IsList() bool  { return v.ref != nil && v.ref.kind == List }

// Bits is the unboxed part: compare two values of one unboxed kind with it.
func (v Value) Bits() uint64 { return v.n }

// The accessors below are valid for their kind only; they do not check.
func (v Value) Bool() bool     { return v.n != 0 }
func (v Value) Int() int64     { return int64(v.n) } // also of a Bool (0 or 1)
func (v Value) Float() float64 { return math.Float64frombits(v.n) }
func (v Value) Inst() int64    { return int64(v.n) } // the uid
func (v Value) Big() *big.Int  { return v.ref.ext.(*big.Int) }
func (v Value) Text() string   { return v.ref.text }  // also the name of a Func, Iter or Type
func (v Value) Items() []Value { return v.ref.items } // of List, Tuple; the values of a Dict. Read only
func (v Value) Keys() *Keys    { return v.ref.keys }  // of Dict, Set, Frozen. Read only
func (v Value) Ext() any       { return v.ref.ext }

// Same reports whether a and b are the very same value: equal bits for unboxed kinds, one object
// for boxed ones. It is Python's `is`.
func Same(a, b Value) bool {
	if a.ref != b.ref {
		return false
	}
	switch a.Kind() {
	case Bool, Int, Float, Inst:
		return a.n == b.n
	}
	return true
}

// IsHeap reports whether v has an object of its own.
func (v Value) IsHeap() bool { return v.ref != nil && v.ref.kind >= BigInt }

// HashText is FNV-1a over the bytes of s: the same on every platform.
func HashText(s string) uint64 {
	h := uint64(14695981039346656037)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h
}
