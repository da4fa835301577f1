package value

// DictGet looks key up in a dict or instance; !ok where it is not there. An unhashable key throws
// TypeError.
func DictGet(st *Store, d, key Value) (Value, bool) {
	if d.IsInst() {
		in := instance(st, d)
		i := in.keys.Find(key)
		if i < 0 {
			return Value{}, false
		}
		return in.At(d.Inst(), i), true
	}
	i := d.ref.keys.Find(key)
	if i < 0 {
		return Value{}, false
	}
	return d.ref.items[i], true
}

// AsDict gives an instance as a plain dict of its present attributes; any other value as it is.
func AsDict(st *Store, v Value) Value {
	if !v.IsInst() {
		return v
	}
	return OfDict(instance(st, v).keys, DictValues(st, v))
}

// DictValues gives the values of a dict or instance in the order of its keys, read only.
func DictValues(st *Store, d Value) []Value {
	if !d.IsInst() {
		return d.ref.items
	}
	in := instance(st, d)
	vals := make([]Value, in.keys.Len())
	for i := range vals {
		vals[i] = in.At(d.Inst(), i)
	}
	return vals
}

// DictItems gives the (key, value) tuples of a dict or instance.
func DictItems(st *Store, d Value) []Value {
	keys, _ := Elems(st, d)
	vals := DictValues(st, d)
	pairs := make([]Value, len(keys))
	both := make([]Value, 2*len(keys))
	for i, k := range keys {
		pair := both[2*i : 2*i+2 : 2*i+2]
		pair[0], pair[1] = k, vals[i]
		pairs[i] = OfTuple(pair)
	}
	return pairs
}

// Merge gives a dict of a's entries, then b's, whose values win.
func Merge(lim *Budget, a, b Value) Value {
	lim.Charge(a.ref.keys.Len() + b.ref.keys.Len())
	var d DictBuilder
	for _, from := range [2]Value{a, b} {
		for i, k := range from.ref.keys.list {
			d.Set(k, from.ref.items[i])
		}
	}
	return d.Done()
}

// DictOf is dict(pairs): every element must have two elements of its own.
func DictOf(st *Store, lim *Budget, pairs []Value) Value {
	lim.Charge(len(pairs))
	var d DictBuilder
	for i, p := range pairs {
		if k := p.Kind(); k == Iter || !iterable(k) {
			Throw("TypeError", "cannot convert dictionary update sequence element #%d to a sequence", i)
		}
		kv := All(st, lim, p)
		if len(kv) != 2 {
			Throw("ValueError", "dictionary update sequence element #%d has length %d; 2 is required", i, len(kv))
		}
		d.Set(kv[0], kv[1])
	}
	return d.Done()
}

func iterable(k Kind) bool {
	switch k {
	case Text, List, Tuple, Dict, Set, Frozen, Inst, Range, Iter:
		return true
	}
	return false
}

// DictBuilder builds a dict: with the zero DictBuilder on the heap, with Arena.NewDict in an arena.
// A key that is set again keeps its place and gets the new value, as in a display.
type DictBuilder struct {
	keys SetBuilder
	vals ListBuilder
}

// Set adds an entry or replaces its value; an unhashable key throws TypeError.
func (d *DictBuilder) Set(key, val Value) {
	n := d.keys.Len()
	if i := d.keys.Add(key); i < n {
		d.vals.items[i] = val
		return
	}
	d.vals.Append(val)
}

// Len counts the entries so far.
func (d *DictBuilder) Len() int { return d.keys.Len() }

// Done gives the dict; the builder must not be used after.
func (d *DictBuilder) Done() Value {
	k := d.keys.finish()
	if a := d.keys.arena; a != nil {
		o := a.object(Dict)
		o.items, o.keys = d.vals.items, k
		return Value{o, 0}
	}
	return OfDict(k, d.vals.items)
}
