package value

// Keep makes v safe to store in a slot of the game that writes under epoch: what lives in the arena
// is copied out, and what another slot may already hold is marked shared, so that neither holder
// writes it in place. A lambda, generator or iterator cannot be kept: that is an ExprError.
func Keep(epoch uint64, v Value) Value {
	if !v.IsHeap() {
		return v
	}
	o := v.ref
	switch o.kind {
	case Func, Iter, Type, Slice:
		Throw("ExprError", "a %s is not a value that can leave an expression", o.kind)
	}
	if !o.temp {
		return Share(epoch, v)
	}
	c := &Object{kind: o.kind, owner: epoch, text: o.text, keys: o.keys, ext: o.ext}
	if o.items != nil {
		c.items = make([]Value, len(o.items))
		for i, x := range o.items {
			c.items[i] = Keep(epoch, x)
		}
	}
	if o.keys != nil {
		c.keys = o.keys.kept(epoch)
	}
	return Value{c, v.n}
}

// Share marks v as held by more than one slot: the game that writes under epoch will copy it
// before it writes.
func Share(epoch uint64, v Value) Value {
	if v.IsHeap() && v.ref.owner == epoch && epoch != 0 {
		v.ref.owner = 0
	}
	return v
}

// own gives an object with the content of v that epoch may write in place: v itself, or a copy
// whose elements are marked shared, since the original still holds them.
func own(epoch uint64, v Value, extra int) Value {
	o := v.ref
	if o.owner == epoch && epoch != 0 && !o.temp {
		return v
	}
	c := &Object{kind: o.kind, owner: epoch, text: o.text, keys: o.keys, ext: o.ext}
	c.items = make([]Value, len(o.items), len(o.items)+extra)
	for i, x := range o.items {
		c.items[i] = Share(epoch, x)
	}
	return Value{c, v.n}
}

// SetItem gives the list v with element i (in range) replaced by x, which must be kept.
func SetItem(epoch uint64, v Value, i int, x Value) Value {
	v = own(epoch, v, 0)
	v.ref.items[i] = x
	return v
}

// Insert gives the list v with x (kept) before position i, 0 to len.
func Insert(epoch uint64, v Value, i int, x Value) Value {
	v = own(epoch, v, 1)
	items := append(v.ref.items, Value{})
	copy(items[i+1:], items[i:])
	items[i] = x
	v.ref.items = items
	return v
}

// Remove gives the list v without element i.
func Remove(epoch uint64, v Value, i int) Value {
	v = own(epoch, v, 0)
	items := v.ref.items
	copy(items[i:], items[i+1:])
	items[len(items)-1] = Value{}
	v.ref.items = items[:len(items)-1]
	return v
}

// SetKey gives the dict v with key set to x; both must be kept.
func SetKey(epoch uint64, v Value, key, x Value) Value {
	v = own(epoch, v, 1)
	if i := v.ref.keys.Find(key); i >= 0 {
		v.ref.items[i] = x
		return v
	}
	v.ref.keys = v.ref.keys.With(key)
	v.ref.items = append(v.ref.items, x)
	return v
}
