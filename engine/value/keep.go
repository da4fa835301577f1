package value

// Keep makes v safe to store in a slot of the game that writes under epoch: what lives in the arena
// is copied out, and what another slot may already hold is marked shared, so that neither holder
// writes it in place. A lambda, generator or iterator cannot be kept, also inside a container: that
// is an ExprError.
func Keep(epoch uint64, v Value) Value {
	if !v.IsHeap() {
		return v
	}
	k := keeper{epoch, maxWork}
	return k.keep(v)
}

// keeper counts what it copies: a part that an expression holds many times over is copied as often.
type keeper struct {
	epoch uint64
	left  int
}

func (k *keeper) keep(v Value) Value {
	if !v.IsHeap() {
		return v
	}
	o := v.ref
	switch o.kind {
	case Func, Iter, Type, Slice:
		Throw("ExprError", "a %s is not a value that can leave an expression", o.kind)
	}
	if !o.temp {
		return Share(k.epoch, v)
	}
	c := &Object{kind: o.kind, owner: k.epoch}
	if o.items != nil {
		c.items = k.all(o.items)
	}
	if o.keys != nil {
		c.keys = o.keys
		if o.keys.young() {
			c.keys = &Keys{list: k.all(o.keys.list), index: o.keys.index}
			if o.keys.temp {
				c.keys.index = append([]int32(nil), o.keys.index...)
			}
			// Keys may come to be shared between holders, which never look into them again.
			for _, x := range c.keys.list {
				Share(k.epoch, x)
			}
		}
	}
	return Value{c, v.n}
}

func (k *keeper) all(items []Value) []Value {
	if k.left -= len(items); k.left < 0 {
		tooLarge()
	}
	c := make([]Value, len(items))
	for i, x := range items {
		c[i] = k.keep(x)
	}
	return c
}

// Share marks v, with all that it holds, as held by more than one slot: the game that writes under
// epoch will copy it before it writes.
func Share(epoch uint64, v Value) Value {
	if v.IsHeap() && v.ref.owner == epoch && epoch != 0 {
		v.ref.owner = 0
		for _, x := range v.ref.items {
			Share(epoch, x)
		}
	}
	return v
}

// own gives an object with the content of v that epoch may write in place: v itself, or a copy.
// What a shared object holds is shared too (Share is deep), so the copy may hold the same parts.
func own(epoch uint64, v Value, extra int) Value {
	o := v.ref
	if o.owner == epoch && epoch != 0 && !o.temp {
		return v
	}
	c := &Object{kind: o.kind, owner: epoch, keys: o.keys}
	c.items = append(make([]Value, 0, len(o.items)+extra), o.items...)
	return Value{c, v.n}
}

// Own gives v (kept) ready to be written in place by epoch: v itself where its slot alone holds it,
// else a copy. To write inside a nested value, own the outer one first and store it back.
func Own(epoch uint64, v Value) Value {
	switch v.Kind() {
	case List, Dict:
		return own(epoch, v, 0)
	}
	return v
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

// Part gives the place of element i (in range) of the list in a slot that epoch writes, ready to be
// written: the list is owned first.
func Part(epoch uint64, slot *Value, i int) *Value {
	if o := slot.ref; o.owner != epoch || o.temp {
		*slot = own(epoch, *slot, 0)
	}
	return &slot.ref.items[i]
}

// Take removes element i (in range) of the list in a slot that epoch writes, and gives it. Put is Insert
// into such a slot.
func Take(epoch uint64, slot *Value, i int) Value {
	if o := slot.ref; o.owner != epoch || o.temp {
		*slot = own(epoch, *slot, 0)
	}
	o := slot.ref
	items := o.items
	x, last := items[i], len(items)-1
	if i < last {
		copy(items[i:], items[i+1:])
	}
	items[last] = Value{}
	o.items = items[:last]
	return x
}

func Put(epoch uint64, slot *Value, i int, x Value) {
	o := slot.ref
	if n := len(o.items); i < n || n == cap(o.items) || o.owner != epoch || o.temp {
		*slot = Insert(epoch, *slot, i, x)
		return
	}
	o.items = append(o.items, x)
}

// SetKey gives the dict v with key set to x; both must be kept.
func SetKey(epoch uint64, v Value, key, x Value) Value {
	i := v.ref.keys.Find(key)
	if i >= 0 {
		v = own(epoch, v, 0)
		v.ref.items[i] = x
		return v
	}
	v = own(epoch, v, 1)
	v.ref.keys = v.ref.keys.With(Share(epoch, key))
	v.ref.items = append(v.ref.items, x)
	return v
}

// Refill gives the value for a slot that takes over from, a value of another game, and until now
// held into, a value that this game alone could write under its epoch old. Where both are lists of
// like shape into's memory is used again, under epoch now, so that writes after a clone allocate
// nothing; else it is from itself. The other game must go on under a new epoch.
func Refill(old, now uint64, into, from Value) Value {
	if from.Kind() != List || into.Kind() != List || into.ref == from.ref || old == 0 || into.ref.owner != old {
		return from
	}
	o := into.ref
	o.owner = now
	if len(o.items) != len(from.ref.items) {
		o.items = append(o.items[:0], from.ref.items...)
		return into
	}
	for i, x := range from.ref.items {
		if x.IsHeap() {
			x = Refill(old, now, o.items[i], x)
		}
		o.items[i] = x
	}
	return into
}
