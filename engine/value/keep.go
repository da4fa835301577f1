package value

// Keep makes v safe to store in a slot of the game that writes under o's epoch: what lives in the arena
// is copied out, and what another slot may already hold is marked shared, so that neither holder
// writes it in place. A lambda, generator or iterator cannot be kept, also inside a container: that
// is an ExprError.
func (o *Owner) Keep(v Value) Value {
	if !v.IsHeap() {
		return v
	}
	k := keeper{o, maxWork}
	return k.keep(v)
}

// Keep is Owner.Keep for values of no game in particular.
func Keep(epoch uint64, v Value) Value { return (&Owner{epoch: epoch}).Keep(v) }

// keeper counts what it copies: a part that an expression holds many times over is copied as often.
type keeper struct {
	*Owner
	left int
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
		return k.Share(v)
	}
	c := k.object(o.kind)
	if o.items != nil {
		c.items = k.all(o.items)
	}
	if o.keys != nil {
		c.keys = o.keys
		if o.keys.young() {
			c.keys = k.keysOf(k.all(o.keys.list), o.keys)
			// Keys may come to be shared between holders, which never look into them again.
			for _, x := range c.keys.list {
				k.Share(x)
			}
		}
	}
	return Value{c, v.n}
}

func (k *keeper) all(items []Value) []Value {
	if k.left -= len(items); k.left < 0 {
		tooLarge()
	}
	c := k.space(len(items), len(items))
	for i, x := range items {
		c[i] = k.keep(x)
	}
	return c
}

// List keeps a list of items, which are copied and may live in the arena.
func (o *Owner) List(items []Value) Value {
	k := keeper{o, maxWork}
	c := o.object(List)
	c.items = k.all(items)
	return Value{c, 0}
}

// Share marks v, with all that it holds, as held by more than one slot: the game will copy it before it
// writes.
func (o *Owner) Share(v Value) Value { return Share(o.epoch, v) }

// Share is Owner.Share by the epoch alone.
func Share(epoch uint64, v Value) Value {
	if v.IsHeap() && v.ref.owner == epoch && epoch != 0 {
		v.ref.owner = 0
		for _, x := range v.ref.items {
			Share(epoch, x)
		}
	}
	return v
}

func (o *Owner) owns(x *Object) bool { return x.owner == o.epoch && !x.temp && o.epoch != 0 }

// writable gives an object with the content of v that o may write in place: v itself, or a copy with
// room for extra more items. What a shared object holds is shared too (Share is deep), so the copy may
// hold the same parts.
func (o *Owner) writable(v Value, extra int) Value {
	if o.owns(v.ref) {
		return v
	}
	from := v.ref
	c := o.object(from.kind)
	c.keys = from.keys
	c.items = o.space(len(from.items), len(from.items)+extra)
	copy(c.items, from.items)
	return Value{c, v.n}
}

// Writable gives v (kept) ready to be written in place: v itself where its slot alone holds it, else a
// copy. To write inside a nested value, make the outer one writable first and store it back.
func (o *Owner) Writable(v Value) Value {
	switch v.Kind() {
	case List, Dict:
		return o.writable(v, 0)
	}
	return v
}

// SetItem gives the list v with element i (in range) replaced by x, which must be kept.
func (o *Owner) SetItem(v Value, i int, x Value) Value {
	v = o.writable(v, 0)
	v.ref.items[i] = x
	return v
}

// Insert gives the list v with x (kept) before position i, 0 to len.
func (o *Owner) Insert(v Value, i int, x Value) Value {
	o.Put(&v, i, x)
	return v
}

// Remove gives the list v without element i.
func (o *Owner) Remove(v Value, i int) Value {
	o.Take(&v, i)
	return v
}

// Part gives the place of element i (in range) of the list in a slot, ready to be written: the list is
// made writable first.
func (o *Owner) Part(slot *Value, i int) *Value {
	if !o.owns(slot.ref) {
		*slot = o.writable(*slot, 0)
	}
	return &slot.ref.items[i]
}

// Take removes element i (in range) of the list in a slot and gives it. Put is Insert into a slot.
func (o *Owner) Take(slot *Value, i int) Value {
	if !o.owns(slot.ref) {
		*slot = o.writable(*slot, 0)
	}
	list := slot.ref
	x, last := list.items[i], len(list.items)-1
	if i < last {
		copy(list.items[i:], list.items[i+1:])
	}
	list.items[last] = Value{}
	list.items = list.items[:last]
	return x
}

func (o *Owner) Put(slot *Value, i int, x Value) {
	if !o.owns(slot.ref) {
		*slot = o.writable(*slot, spare)
	}
	list := slot.ref
	n := len(list.items)
	if n == cap(list.items) {
		list.items = o.grow(list.items)
	}
	list.items = list.items[:n+1]
	if i < n {
		copy(list.items[i+1:], list.items[i:])
	}
	list.items[i] = x
}

// Add is Put at the end.
func (o *Owner) Add(slot *Value, x Value) {
	list := slot.ref
	n := len(list.items)
	if n == cap(list.items) || !o.owns(list) {
		o.Put(slot, n, x)
		return
	}
	list.items = list.items[:n+1]
	list.items[n] = x
}

// Pass takes element i (in range) of the list in src and adds it to that in dst.
func (o *Owner) Pass(src, dst *Value, i int) {
	from, to := src.ref, dst.ref
	n, last := len(to.items), len(from.items)-1
	if n == cap(to.items) || from == to || !o.owns(from) || !o.owns(to) {
		o.Add(dst, o.Take(src, i))
		return
	}
	items := from.items
	to.items = to.items[:n+1]
	to.items[n] = items[i]
	if i < last {
		copy(items[i:], items[i+1:])
	}
	items[last] = Value{}
	from.items = items[:last]
}

// spare is for how many more items a copy has room that is about to grow.
const spare = 4

// SetKey gives the dict v with key set to x; both must be kept.
func (o *Owner) SetKey(v Value, key, x Value) Value {
	i := v.ref.keys.Find(key)
	if i >= 0 {
		v = o.writable(v, 0)
		v.ref.items[i] = x
		return v
	}
	v = o.writable(v, 1)
	v.ref.keys = v.ref.keys.With(o.Share(key))
	v.ref.items = append(v.ref.items, x)
	return v
}
