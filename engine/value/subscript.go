package value

import (
	"math"
	"unicode/utf8"
)

// Subscript is v[key]: an index, a key, or a Slice value. It throws IndexError, KeyError (whose
// message is the repr of the key) and TypeError as Python does.
func Subscript(st *Store, v, key Value) Value {
	k := v.Kind()
	switch k {
	case List, Tuple:
		if key.IsInt() {
			i, items := key.Int(), v.ref.items
			if i < 0 {
				i += int64(len(items))
			}
			if i >= 0 && i < int64(len(items)) {
				return items[i]
			}
			Throw("IndexError", "%s index out of range", k)
		}
	case Dict:
		if i := v.ref.keys.Find(key); i >= 0 {
			return v.ref.items[i]
		}
		return noKey(st, key)
	case Inst:
		in := instance(st, v)
		if i := in.keys.Find(key); i >= 0 {
			return in.At(v.Inst(), i)
		}
		return noKey(st, key)
	case Text, Range:
	default:
		Throw("TypeError", "'%s' object is not subscriptable", k)
	}
	if key.Kind() == Slice {
		p := key.ref.items
		return SliceOf(st, nil, v, p[0], p[1], p[2])
	}
	return at(v, key)
}

func noKey(st *Store, key Value) Value {
	Throw("KeyError", "%s", Repr(st, key))
	return Value{}
}

// at gives the element of a sequence at an index of any integer type.
func at(v, key Value) Value {
	k := v.Kind()
	if !key.Kind().IsInteger() {
		if k == Text {
			Throw("TypeError", "string indices must be integers, not '%s'", key.Kind())
		}
		Throw("TypeError", "%s indices must be integers or slices, not %s", k, key.Kind())
	}
	if key.Kind() == BigInt {
		if k == Range {
			Throw("IndexError", "range object index out of range")
		}
		Throw("IndexError", "cannot fit 'int' into an index-sized integer")
	}
	i := key.Int()
	n := int64(Len(nil, v))
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		switch k {
		case Text:
			Throw("IndexError", "string index out of range")
		case Range:
			Throw("IndexError", "range object index out of range")
		}
		Throw("IndexError", "%s index out of range", k)
	}
	switch k {
	case Text:
		s := v.ref.text
		if int(n) == len(s) {
			return runes[s[i]]
		}
		r, _ := utf8.DecodeRuneInString(s[byteOffset(s, int(i)):])
		return OfRune(r)
	case Range:
		start, _, step := v.RangeParts()
		return OfInt(start + i*step)
	}
	return v.ref.items[i]
}

// byteOffset gives where code point number i of s begins.
func byteOffset(s string, i int) int {
	for at := range s {
		if i == 0 {
			return at
		}
		i--
	}
	return len(s)
}

// NewSlice makes the Slice value start:stop:step, None for a part left out.
func NewSlice(start, stop, step Value) Value {
	return Value{&Object{kind: Slice, items: []Value{start, stop, step}, temp: true}, 0}
}

// SliceOf is v[start:stop:step] of a text, list, tuple or range; None stands for a part left out.
// A list or tuple lives in a, or where that is nil on the heap.
func SliceOf(st *Store, a *Arena, v, start, stop, step Value) Value {
	switch v.Kind() {
	case Text, List, Tuple, Range:
	case Dict, Inst:
		Throw("TypeError", "unhashable type: 'slice'")
	default:
		Throw("TypeError", "'%s' object is not subscriptable", v.Kind())
	}
	size := int64(Len(st, v))
	from, to, by := sliceBounds(size, start, stop, step)
	n := RangeLen(from, to, by)
	switch v.Kind() {
	case Range:
		s, _, p := v.RangeParts()
		stride, ok := mulSmall(p, by)
		if !ok { // then there is one element at most
			stride = math.MaxInt64
			if (p < 0) != (by < 0) {
				stride = math.MinInt64
			}
		}
		return OfRange(s+from*p, s+to*p, stride)
	case Text:
		return sliceText(v, from, by, n, size)
	}
	if by == 1 && n == size {
		return v
	}
	part := ListBuilder{arena: a, items: a.room(int(n))}
	for i := range n {
		part.Append(v.ref.items[from+i*by])
	}
	return part.done(v.Kind())
}

func sliceText(v Value, from, by, n, size int64) Value {
	s := v.ref.text
	ascii := int(size) == len(s)
	switch {
	case n == 0:
		return emptyText
	case n == size && by == 1:
		return v
	case by == 1:
		if ascii {
			return OfText(s[from : from+n])
		}
		a := byteOffset(s, int(from))
		return OfText(s[a : a+byteOffset(s[a:], int(n))])
	case ascii:
		b := make([]byte, n)
		for i := range b {
			b[i] = s[from+int64(i)*by]
		}
		return OfText(string(b))
	}
	all := []rune(s)
	r := make([]rune, n)
	for i := range r {
		r[i] = all[from+int64(i)*by]
	}
	return OfText(string(r))
}

var emptyText = OfText("")

// sliceBounds clips the parts of a slice to a sequence of n elements, as slice.indices does.
func sliceBounds(n int64, start, stop, step Value) (from, to, by int64) {
	by = 1
	if !step.IsNone() {
		if by = clippedIndex(step); by == 0 {
			Throw("ValueError", "slice step cannot be zero")
		}
		by = max(by, -math.MaxInt64)
	}
	low, high := int64(0), n
	if by < 0 {
		low, high = -1, n-1
	}
	clip := func(v Value, left int64) int64 {
		if v.IsNone() {
			return left
		}
		i := clippedIndex(v)
		if i < 0 {
			i += n
			if i < 0 {
				return low
			}
		}
		return min(i, high)
	}
	if by < 0 {
		return clip(start, high), clip(stop, low), by
	}
	return clip(start, low), clip(stop, high), by
}

// clippedIndex gives an integer part of a slice, clipped to 64 bits.
func clippedIndex(v Value) int64 {
	switch v.Kind() {
	case Int, Bool:
		return v.Int()
	case BigInt:
		if v.Big().Sign() < 0 {
			return math.MinInt64
		}
		return math.MaxInt64
	}
	Throw("TypeError", "slice indices must be integers or None or have an __index__ method")
	return 0
}

// Index gives an argument that must be an integer of 64 bits: TypeError, OverflowError otherwise.
func Index(v Value) int64 {
	switch v.Kind() {
	case Int, Bool:
		return v.Int()
	case BigInt:
		Throw("OverflowError", "Python int too large to convert to C ssize_t")
	}
	Throw("TypeError", "'%s' object cannot be interpreted as an integer", v.Kind())
	return 0
}
