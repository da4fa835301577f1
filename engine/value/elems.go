package value

import "unicode/utf8"

// Elems gives what iterating over v gives, without a copy and read only: the items of a list or
// tuple, the keys of a dict, set or instance. !ok for all else: text (range over Text() and use
// OfRune), Range (RangeParts), Iter, and what cannot be iterated (NotIterable).
func Elems(st *Store, v Value) (items []Value, ok bool) {
	switch v.Kind() {
	case List, Tuple:
		return v.ref.items, true
	case Dict, Set, Frozen:
		return v.ref.keys.list, true
	case Inst:
		return instance(st, v).keys.list, true
	}
	return nil, false
}

// NotIterable throws Python's TypeError for iterating over v.
func NotIterable(v Value) { Throw("TypeError", "'%s' object is not iterable", v.Kind()) }

// All gives the elements of any container, text or range as a slice, which may be v's own memory
// (an arena's, too): read only, and copied before a new value is made of it. It throws TypeError for what cannot be iterated, an Iter included.
func All(st *Store, lim *Budget, v Value) []Value {
	if items, ok := Elems(st, v); ok {
		return items
	}
	switch v.Kind() {
	case Text:
		lim.Charge(len(v.ref.text))
		items := make([]Value, 0, len(v.ref.text))
		for _, r := range v.ref.text {
			items = append(items, OfRune(r))
		}
		return items
	case Range:
		n := v.RangeLen()
		if n > 1<<40 {
			tooLarge()
		}
		lim.Charge(int(n))
		start, _, step := v.RangeParts()
		items := make([]Value, n)
		for i := range items {
			items[i] = OfInt(start + int64(i)*step)
		}
		return items
	}
	NotIterable(v)
	return nil
}

// instance finds the instance that v refers to.
func instance(st *Store, v Value) *Instance {
	if st != nil {
		if in := st.Get(v.Inst()); in != nil {
			return in
		}
	}
	Throw("RuntimeError", "instance %d is gone", v.Inst())
	return nil
}

var runes = func() (t [128]Value) {
	for i := range t {
		t[i] = OfText(string(rune(i)))
	}
	return
}()

// OfRune gives the text of one code point; it allocates nothing for ASCII.
func OfRune(r rune) Value {
	if r >= 0 && r < 128 {
		return runes[r]
	}
	return OfText(string(r))
}

// OfRange gives range(start, stop, step); step 0 throws ValueError.
func OfRange(start, stop, step int64) Value {
	if step == 0 {
		Throw("ValueError", "range() arg 3 must not be zero")
	}
	return Value{&Object{kind: Range, items: []Value{OfInt(start), OfInt(stop), OfInt(step)}}, 0}
}

// Range is OfRange in the arena.
func (a *Arena) Range(start, stop, step int64) Value {
	if a.Heap || step == 0 {
		return OfRange(start, stop, step)
	}
	v, parts := a.sequence(Range, 3)
	parts[0], parts[1], parts[2] = OfInt(start), OfInt(stop), OfInt(step)
	return v
}

// RangeParts gives the three parts of a Range.
func (v Value) RangeParts() (start, stop, step int64) {
	p := v.ref.items
	return p[0].Int(), p[1].Int(), p[2].Int()
}

// RangeLen counts the elements of a Range.
func (v Value) RangeLen() int64 {
	start, stop, step := v.RangeParts()
	return RangeLen(start, stop, step)
}

// RangeLen counts the elements of range(start, stop, step); step is not 0.
func RangeLen(start, stop, step int64) int64 {
	var n uint64
	switch {
	case step > 0 && start < stop:
		n = (uint64(stop)-uint64(start)-1)/uint64(step) + 1
	case step < 0 && start > stop:
		n = (uint64(start)-uint64(stop)-1)/magnitude(step) + 1
	}
	if n > 1<<63-1 {
		Throw("OverflowError", "Python int too large to convert to C ssize_t")
	}
	return int64(n)
}

// Len is len(v), of a text in code points.
func Len(st *Store, v Value) int {
	switch v.Kind() {
	case Text:
		return utf8.RuneCountInString(v.ref.text)
	case List, Tuple:
		return len(v.ref.items)
	case Dict, Set, Frozen:
		return len(v.ref.keys.list)
	case Inst:
		return instance(st, v).keys.Len()
	case Range:
		return int(v.RangeLen())
	}
	Throw("TypeError", "object of type '%s' has no len()", v.Kind())
	return 0
}

// Contains is x in container. An Iter is the evaluator's to search.
func Contains(st *Store, container, x Value) bool {
	switch container.Kind() {
	case List, Tuple:
		return position(container.ref.items, x, 0, len(container.ref.items)) >= 0
	case Dict:
		return container.ref.keys.Find(x) >= 0
	case Set, Frozen:
		return container.ref.keys.Find(element(x)) >= 0
	case Inst:
		return instance(st, container).keys.Find(x) >= 0
	case Text:
		if x.Kind() != Text {
			Throw("TypeError", "'in <string>' requires string as left operand, not %s", x.Kind())
		}
		return containsText(container.ref.text, x.ref.text)
	case Range:
		return rangeIndex(container, x) >= 0
	}
	Throw("TypeError", "argument of type '%s' is not iterable", container.Kind())
	return false
}

// element gives x as a set looks for it: a set stands for the frozenset of its elements.
func element(x Value) Value {
	if x.Kind() == Set {
		return OfFrozen(x.ref.keys)
	}
	return x
}

// position finds x among items[from:to], -1 if it is not there.
func position(items []Value, x Value, from, to int) int {
	if x.IsNone() || x.IsInst() { // equal to nothing but themselves
		for i := from; i < to && i < len(items); i++ {
			if items[i] == x {
				return i
			}
		}
		return -1
	}
	for i := from; i < to && i < len(items); i++ {
		if Same(items[i], x) || Equal(nil, items[i], x) {
			return i
		}
	}
	return -1
}

// rangeIndex gives the position of x in a range, or -1.
func rangeIndex(r, x Value) int64 {
	switch x.Kind() {
	case Float:
		f := x.Float()
		if hash := int64(hashFloat(f)); f >= -(1<<63) && f < 1<<63 && float64(hash) == f {
			return rangeIndex(r, OfInt(hash))
		}
		return -1
	case Int, Bool:
		start, stop, step := r.RangeParts()
		i := x.Int()
		if step > 0 && i >= start && i < stop && (uint64(i)-uint64(start))%uint64(step) == 0 {
			return int64((uint64(i) - uint64(start)) / uint64(step))
		}
		if step < 0 && i <= start && i > stop && (uint64(start)-uint64(i))%magnitude(step) == 0 {
			return int64((uint64(start) - uint64(i)) / magnitude(step))
		}
	}
	return -1
}
