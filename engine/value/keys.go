package value

// Keys is the ordered key set of a dict, set or instance. It is immutable once shared; With and
// Without give new ones. Numbers that are equal are one key (1, 1.0 and True).
type Keys struct {
	list  []Value
	index []int32 // open addressing, power of two, entry+1; nil while the list is short
	temp  bool    // list and index live in an arena
}

const indexFrom = 9 // a list shorter than this is scanned

// UIDKey is the first key of every instance.
var UIDKey = OfText("uid")

// Len counts the keys; At gives the i-th; List all of them, read only.
func (k *Keys) Len() int       { return len(k.list) }
func (k *Keys) At(i int) Value { return k.list[i] }
func (k *Keys) List() []Value  { return k.list }

// Find gives the position of key, or -1. key must be hashable (Hash throws TypeError otherwise).
func (k *Keys) Find(key Value) int {
	if key.Kind() == Text {
		return k.findHash(key.n, key)
	}
	return k.findHash(Hash(key), key)
}

func (k *Keys) findHash(h uint64, key Value) int {
	if k.index == nil {
		text := key.Kind() == Text
		for i := range k.list {
			e := &k.list[i]
			if text {
				if e.n == h && e.ref != nil && e.ref.kind == Text && (e.ref == key.ref || e.ref.text == key.ref.text) {
					return i
				}
			} else if keyEqual(*e, key) {
				return i
			}
		}
		return -1
	}
	mask := uint64(len(k.index) - 1)
	for s := spread(h) & mask; ; s = (s + 1) & mask {
		at := k.index[s]
		if at == 0 {
			return -1
		}
		if keyEqual(k.list[at-1], key) {
			return int(at - 1)
		}
	}
}

func spread(h uint64) uint64 { return h ^ h>>32 ^ h>>17 }

func keyEqual(a, b Value) bool {
	if Same(a, b) {
		return true
	}
	if a.Kind() == Text && b.Kind() == Text {
		return a.n == b.n && a.ref.text == b.ref.text
	}
	return Equal(nil, a, b)
}

// NewKeys makes a key set of list, which it keeps; later duplicates are dropped.
func NewKeys(list ...Value) *Keys {
	k := &Keys{list: make([]Value, 0, len(list))}
	for _, v := range list {
		k.add(v)
	}
	return k
}

// add appends key unless it is there and gives its position. Only for a Keys nobody else has seen.
func (k *Keys) add(key Value) int {
	if i := k.Find(key); i >= 0 {
		return i
	}
	k.list = append(k.list, key)
	if len(k.list) >= indexFrom {
		k.reindex()
	}
	return len(k.list) - 1
}

func (k *Keys) reindex() {
	n := len(k.list)
	if len(k.index) < 2*n {
		k.index = make([]int32, indexSize(n))
		for i := range k.list {
			k.enter(i)
		}
		return
	}
	k.enter(n - 1)
}

// indexSize gives the size of a new index for n keys.
func indexSize(n int) int {
	size := 32
	for size < 3*n {
		size *= 2
	}
	return size
}

func (k *Keys) enter(i int) {
	mask := uint64(len(k.index) - 1)
	s := spread(Hash(k.list[i])) & mask
	for k.index[s] != 0 {
		s = (s + 1) & mask
	}
	k.index[s] = int32(i + 1)
}

// With gives the keys plus key at the end.
func (k *Keys) With(key Value) *Keys {
	c := &Keys{list: append(make([]Value, 0, len(k.list)+1), k.list...)}
	if len(c.list) >= indexFrom {
		c.index = append([]int32(nil), k.index...)
	}
	c.add(key)
	return c
}

// Without gives the keys without the i-th.
func (k *Keys) Without(i int) *Keys {
	rest := append(make([]Value, 0, len(k.list)), k.list[:i]...)
	return NewKeys(append(rest, k.list[i+1:]...)...)
}

// young reports whether a container with these keys needs Keep to look into it.
func (k *Keys) young() bool { return k.temp || anyYoung(k.list) }

// KeysBuilder builds a key set that starts out empty; use it for displays and comprehensions.
type KeysBuilder struct{ k Keys }

// Add appends key unless it is there and gives its position.
func (b *KeysBuilder) Add(key Value) int { return b.k.add(key) }

// Keys gives what was built; the builder must not be used after.
func (b *KeysBuilder) Keys() *Keys { k := b.k; return &k }
