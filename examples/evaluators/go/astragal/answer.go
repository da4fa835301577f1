package astragal

import (
	"encoding/binary"
	"math"
)

// Answer is what the evaluator answers, written from front to back: the smallest form of every number and length, so
// that the same answer is the same bytes. Write the keys of a map in the order of their bytes.
type Answer struct{ b []byte }

func (a *Answer) put(tag byte, n uint64, wide int) {
	var big [8]byte
	binary.BigEndian.PutUint64(big[:], n)
	a.b = append(append(a.b, tag), big[8-wide:]...)
}

// Nil writes nil.
func (a *Answer) Nil() { a.b = append(a.b, 0xc0) }

// Bool writes true or false.
func (a *Answer) Bool(v bool) {
	if v {
		a.b = append(a.b, 0xc3)
	} else {
		a.b = append(a.b, 0xc2)
	}
}

// Int writes a whole number.
func (a *Answer) Int(n int64) {
	switch {
	case n >= -32 && n < 128:
		a.b = append(a.b, byte(n))
	case n >= 0 && n <= math.MaxUint8:
		a.put(0xcc, uint64(n), 1)
	case n >= 0 && n <= math.MaxUint16:
		a.put(0xcd, uint64(n), 2)
	case n >= 0 && n <= math.MaxUint32:
		a.put(0xce, uint64(n), 4)
	case n >= 0:
		a.put(0xcf, uint64(n), 8)
	case n >= math.MinInt8:
		a.put(0xd0, uint64(n), 1)
	case n >= math.MinInt16:
		a.put(0xd1, uint64(n), 2)
	case n >= math.MinInt32:
		a.put(0xd2, uint64(n), 4)
	default:
		a.put(0xd3, uint64(n), 8)
	}
}

// Float writes a float of 64 bits.
func (a *Answer) Float(f float64) { a.put(0xcb, math.Float64bits(f), 8) }

// Text writes a text.
func (a *Answer) Text(s string) {
	n := uint64(len(s))
	switch {
	case n < 32:
		a.b = append(a.b, 0xa0|byte(n))
	case n <= math.MaxUint8:
		a.put(0xd9, n, 1)
	case n <= math.MaxUint16:
		a.put(0xda, n, 2)
	default:
		a.put(0xdb, n, 4)
	}
	a.b = append(a.b, s...)
}

// List begins a list of n elements.
func (a *Answer) List(n int) { a.begin(0x90, 0xdc, n) }

// Map begins a map of n entries: a key and a value, n times.
func (a *Answer) Map(n int) { a.begin(0x80, 0xde, n) }

func (a *Answer) begin(short, long byte, n int) {
	switch {
	case n < 16:
		a.b = append(a.b, short|byte(n))
	case n <= math.MaxUint16:
		a.put(long, uint64(n), 2)
	default:
		a.put(long+1, uint64(n), 4)
	}
}

// Value gives a value of the call on as it is.
func (a *Answer) Value(v Value) {
	rest, ok := after(v.b)
	if !ok {
		a.Nil()
		return
	}
	a.b = append(a.b, v.b[:len(v.b)-len(rest)]...)
}

// Refuse drops what was written and answers with an error.
func (a *Answer) Refuse(text string) {
	a.b = a.b[:0]
	a.Map(1)
	a.Text("error")
	a.Text(text)
}

// Run answers a call, as the runtime would have it; tests of an evaluator can use it without one. An evaluator that
// wrote nothing answers with an error.
func Run(evaluate func(Value, *Answer), call []byte) []byte {
	var answer Answer
	if rest, ok := after(call); ok && len(rest) == 0 {
		evaluate(Value{call}, &answer)
	}
	if len(answer.b) == 0 {
		answer.Refuse("the evaluator gave no answer")
	}
	return answer.b
}
