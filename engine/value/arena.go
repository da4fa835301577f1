package value

// Arena hands out lists, tuples, dicts and sets that live until Reset, which takes all of their
// memory back at once. Once it is warm nothing is allocated. Every value that it gave is dead after
// Reset: Keep is how one outlives it. It belongs to one goroutine at a time. The zero Arena is
// ready.
type Arena struct {
	// Heap makes every object an ordinary one that is never used again: the slow and safe way, to
	// compare with.
	Heap bool

	objects slab[Object]
	keys    slab[Keys]
	values  slab[Value]
	indexes slab[int32]
}

// Reset takes back everything.
func (a *Arena) Reset() {
	if a.objects.used|a.values.used|a.keys.used|a.indexes.used != 0 {
		a.reset()
	}
}

func (a *Arena) reset() {
	a.objects.reset()
	a.keys.reset()
	a.values.reset()
	a.indexes.reset()
}

// Release frees the memory too, for a game that is going to wait.
func (a *Arena) Release() { *a = Arena{Heap: a.Heap} }

// List gives a list of n elements, all None, and its items, to be filled before anyone reads it.
func (a *Arena) List(n int) (Value, []Value) { return a.sequence(List, n) }

// Tuple is List for a tuple.
func (a *Arena) Tuple(n int) (Value, []Value) { return a.sequence(Tuple, n) }

func (a *Arena) sequence(k Kind, n int) (Value, []Value) {
	o := a.object(k)
	o.items = a.space(n)
	return Value{o, 0}, o.items
}

func (a *Arena) object(k Kind) *Object {
	if a.Heap {
		return &Object{kind: k, temp: true}
	}
	o := &a.objects.take(1)[0]
	*o = Object{kind: k, temp: true}
	return o
}

// space gives n values, all None.
func (a *Arena) space(n int) []Value {
	if n == 0 {
		return nil
	}
	if a.Heap {
		return make([]Value, n)
	}
	s := a.values.take(n)
	clear(s)
	return s
}

// room gives an empty list of room for n values.
func (a *Arena) room(n int) []Value {
	if a == nil {
		return make([]Value, 0, n)
	}
	return a.space(n)[:0]
}

// NewList starts a list of unknown length.
func (a *Arena) NewList() ListBuilder { return ListBuilder{arena: a} }

// NewDict and NewSet start a dict and a set.
func (a *Arena) NewDict() DictBuilder {
	return DictBuilder{keys: SetBuilder{arena: a}, vals: ListBuilder{arena: a}}
}

func (a *Arena) NewSet() SetBuilder { return SetBuilder{arena: a} }

// ListBuilder grows a list: the zero ListBuilder on the heap, Arena.NewList in the arena.
type ListBuilder struct {
	arena *Arena
	items []Value
}

// Append adds v at the end.
func (b *ListBuilder) Append(v Value) {
	if len(b.items) == cap(b.items) {
		b.items = b.arena.grow(b.items)
	}
	n := len(b.items)
	b.items = b.items[:n+1]
	b.items[n] = v
}

// Len counts the elements so far; Items gives them.
func (b *ListBuilder) Len() int       { return len(b.items) }
func (b *ListBuilder) Items() []Value { return b.items }

// Done gives the list, Tuple the same as a tuple; the builder must not be used after.
func (b *ListBuilder) Done() Value  { return b.done(List) }
func (b *ListBuilder) Tuple() Value { return b.done(Tuple) }

func (b *ListBuilder) done(k Kind) Value {
	if b.arena == nil {
		return sequence(k, b.items)
	}
	o := b.arena.object(k)
	o.items = b.items
	return Value{o, 0}
}

// grow gives the same items with room for more.
func (a *Arena) grow(items []Value) []Value {
	n := max(8, 2*len(items))
	if a == nil || a.Heap {
		return append(make([]Value, 0, n), items...)
	}
	return a.values.grow(items, n)
}

// SetBuilder grows a set: the zero SetBuilder on the heap, Arena.NewSet in the arena.
type SetBuilder struct {
	arena *Arena
	k     Keys
}

// Add appends x unless it is there and gives its position; an unhashable one throws TypeError.
func (b *SetBuilder) Add(x Value) int {
	if b.arena == nil || b.arena.Heap {
		return b.k.add(x)
	}
	k := &b.k
	h := x.n
	if x.Kind() != Text {
		h = Hash(x)
	}
	if i := k.findHash(h, x); i >= 0 {
		return i
	}
	n := len(k.list)
	if n == cap(k.list) {
		k.list = b.arena.grow(k.list)
	}
	k.list = k.list[:n+1]
	k.list[n] = x
	if n+1 >= indexFrom {
		if size := indexSize(n + 1); len(k.index) < 2*(n+1) {
			k.index = b.arena.indexes.take(size)
			clear(k.index)
			for i := range k.list {
				k.enter(i)
			}
		} else {
			k.enter(n)
		}
	}
	return n
}

// Len counts the elements so far.
func (b *SetBuilder) Len() int { return len(b.k.list) }

func (b *SetBuilder) finish() *Keys {
	a := b.arena
	if a == nil || a.Heap {
		k := b.k
		return &k
	}
	k := &a.keys.take(1)[0]
	*k = b.k
	k.temp = true
	return k
}

// Done gives the set, Frozen a frozenset; the builder must not be used after.
func (b *SetBuilder) Done() Value   { return b.done(Set) }
func (b *SetBuilder) Frozen() Value { return b.done(Frozen) }

func (b *SetBuilder) done(kind Kind) Value {
	k := b.finish()
	if b.arena == nil {
		return setLike(kind, k)
	}
	o := b.arena.object(kind)
	o.keys = k
	return Value{o, 0}
}
