// Package astragal is the kit for an evaluator in Go: it reads the call, writes the answer, and exports what the
// runtime asks for. An evaluator is one file:
//
//	package main
//
//	import "github.com/astragal-engine/astragal/examples/evaluators/go/astragal"
//
//	func init() { astragal.Evaluator(evaluate) }
//
//	func main() {}
//
//	func evaluate(call astragal.Value, answer *astragal.Answer) {
//		n, _ := call.Get("args").Get("n").Int()
//		answer.Map(1)
//		answer.Text("value")
//		answer.Int(2 * n)
//	}
package astragal

import (
	"iter"
	"math"
)

// Value is a value of the call: the message from where it begins. Reading never fails loudly: what is not there is
// the zero Value, whose Kind is None and which may be read on from.
type Value struct{ b []byte }

// Kind is what a Value is.
type Kind int

const (
	None Kind = iota
	Nil
	Bool
	Int
	Float
	Text
	Bytes
	List
	Map
	Ext
)

// head is what stands at the beginning of a value: n is the number itself, the bytes that follow, or the elements
// or entries that follow; big marks an unsigned number beyond int64.
type head struct {
	kind Kind
	big  bool
	n    uint64
	rest []byte
}

// forms are those of the first bytes 0xc0 to 0xdf: a kind and how many bytes its number has.
var forms = [32]struct {
	kind Kind
	wide int
}{
	{Nil, 0}, {}, {Bool, 0}, {Bool, 0}, {Bytes, 1}, {Bytes, 2}, {Bytes, 4}, {Ext, 1}, {Ext, 2}, {Ext, 4},
	{Float, 4}, {Float, 8}, {Int, 1}, {Int, 2}, {Int, 4}, {Int, 8}, {Int, 1}, {Int, 2}, {Int, 4}, {Int, 8},
	{Ext, 0}, {Ext, 0}, {Ext, 0}, {Ext, 0}, {Ext, 0}, {Text, 1}, {Text, 2}, {Text, 4}, {List, 2}, {List, 4}, {Map, 2}, {Map, 4},
}

// read gives the head of a value; its kind is None where it is cut off or none at all.
func read(b []byte) head {
	if len(b) == 0 {
		return head{}
	}
	first, rest := b[0], b[1:]
	switch {
	case first < 0x80 || first >= 0xe0:
		return head{kind: Int, n: uint64(int8(first)), rest: rest}
	case first < 0x90:
		return head{kind: Map, n: uint64(first & 15), rest: rest}
	case first < 0xa0:
		return head{kind: List, n: uint64(first & 15), rest: rest}
	case first < 0xc0:
		return content(head{kind: Text, n: uint64(first & 31), rest: rest})
	}
	form := forms[first-0xc0]
	if len(rest) < form.wide {
		return head{}
	}
	h := head{kind: form.kind, rest: rest[form.wide:]}
	for _, c := range rest[:form.wide] {
		h.n = h.n<<8 | uint64(c)
	}
	switch {
	case first == 0xca:
		h.n = math.Float64bits(float64(math.Float32frombits(uint32(h.n))))
	case first == 0xcf:
		h.big = h.n > math.MaxInt64
	case first >= 0xd0 && first <= 0xd3:
		shift := 64 - 8*form.wide
		h.n = uint64(int64(h.n<<shift) >> shift)
	case first >= 0xd4 && first <= 0xd8:
		h.n = 1 << (first - 0xd4)
	case first == 0xc2 || first == 0xc3:
		h.n = uint64(first & 1)
	}
	return content(h)
}

// content is h, if what its value has of bytes is there.
func content(h head) head {
	if (h.kind == Text || h.kind == Bytes || h.kind == Ext) && uint64(len(h.rest)) < h.size() {
		return head{}
	}
	return h
}

// size tells how many bytes follow the head.
func (h head) size() uint64 {
	switch h.kind {
	case Text, Bytes:
		return h.n
	case Ext:
		return h.n + 1 // its type
	}
	return 0
}

// after gives what follows the first value, and whether that is there as a whole; however deep it is, it needs no stack.
func after(b []byte) ([]byte, bool) {
	for todo := uint64(1); todo > 0; todo-- {
		h := read(b)
		switch h.kind {
		case None:
			return nil, false
		case List:
			todo += h.n
		case Map:
			todo += 2 * h.n
		}
		b = h.rest[h.size():]
		if todo-1 > uint64(len(b)) { // each takes a byte at least
			return nil, false
		}
	}
	return b, true
}

// Kind tells what v is.
func (v Value) Kind() Kind { return read(v.b).kind }

// Int reads a whole number that fits.
func (v Value) Int() (n int64, ok bool) {
	h := read(v.b)
	if h.kind != Int || h.big {
		return 0, false
	}
	return int64(h.n), true
}

// Float reads any number.
func (v Value) Float() (f float64, ok bool) {
	h := read(v.b)
	switch {
	case h.kind == Float:
		return math.Float64frombits(h.n), true
	case h.kind == Int && h.big:
		return float64(h.n), true
	case h.kind == Int:
		return float64(int64(h.n)), true
	}
	return 0, false
}

// True tells whether v is true.
func (v Value) True() bool {
	h := read(v.b)
	return h.kind == Bool && h.n == 1
}

// Text reads a text.
func (v Value) Text() (s string, ok bool) {
	h := read(v.b)
	if h.kind != Text {
		return "", false
	}
	return string(h.rest[:h.n]), true
}

// Is tells whether v is the text s.
func (v Value) Is(s string) bool {
	h := read(v.b)
	return h.kind == Text && string(h.rest[:h.n]) == s
}

// Len tells how many elements a list has or entries a map; -1 where v is neither.
func (v Value) Len() int {
	h := read(v.b)
	if h.kind != List && h.kind != Map {
		return -1
	}
	return int(h.n)
}

// All goes through the elements of a list.
func (v Value) All() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		h := read(v.b)
		if h.kind != List {
			return
		}
		b := h.rest
		for i := 0; i < int(h.n) && yield(i, Value{b}); i++ {
			b, _ = after(b)
		}
	}
}

// Get finds the value of a key in a map.
func (v Value) Get(key string) Value {
	h := read(v.b)
	if h.kind != Map {
		return Value{}
	}
	b := h.rest
	for range h.n {
		name := read(b)
		if name.kind == Text {
			b = name.rest[name.n:]
		} else {
			b, _ = after(b)
		}
		if name.kind == Text && string(name.rest[:name.n]) == key {
			return Value{b}
		}
		b, _ = after(b)
	}
	return Value{}
}
