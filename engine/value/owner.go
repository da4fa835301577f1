package value

// Owner is a game as the holder of values: the epoch under which it writes, and where it has the memory
// for what it keeps. A game that is played over and over keeps in memory that is used again (Reuse); any
// other leaves it to the collector. The zero Owner writes nothing in place.
type Owner struct {
	epoch   uint64
	reuse   bool
	held    uint64 // the epoch under which the memory was handed out
	objects slab[Object]
	values  slab[Value]
	keys    slab[Keys]
	indexes slab[int32]
}

// Bounds of the memory that is used again. Who keeps more leaves the rest to the collector.
const (
	reuseObjects = 1 << 13
	reuseValues  = 1 << 16
)

// NewOwner gives an owner that writes under epoch.
func NewOwner(epoch uint64) Owner { return Owner{epoch: epoch} }

// Epoch is the mark under which o writes.
func (o *Owner) Epoch() uint64 { return o.epoch }

// SetEpoch changes that mark, since another has come to hold the same values.
func (o *Owner) SetEpoch(epoch uint64) { o.epoch = epoch }

// Reuse begins anew under epoch: nobody holds any more what o has kept, unless it was under another epoch
// than the last. From now on o keeps in memory that the next Reuse takes back.
func (o *Owner) Reuse(epoch uint64) {
	if o.held == o.epoch {
		o.objects.reset()
		o.values.reset()
		o.keys.reset()
		o.indexes.reset()
		o.held = epoch
	}
	o.epoch, o.reuse = epoch, true
}

// ours reports whether memory may come from the slabs; what was handed out under an earlier epoch stays
// with whoever holds it.
func (o *Owner) ours() bool {
	if !o.reuse {
		return false
	}
	if o.held != o.epoch {
		o.objects, o.values, o.keys, o.indexes = slab[Object]{}, slab[Value]{}, slab[Keys]{}, slab[int32]{}
		o.held = o.epoch
	}
	return true
}

func (o *Owner) object(k Kind) *Object {
	if !o.ours() || o.objects.out() >= reuseObjects {
		return &Object{kind: k, owner: o.epoch}
	}
	x := &o.objects.take(1)[0]
	*x = Object{kind: k, owner: o.epoch}
	return x
}

// space gives n values with room for more, to be filled before anyone reads them.
func (o *Owner) space(n, room int) []Value {
	if !o.ours() || room > usualChunk || o.values.out() >= reuseValues {
		return make([]Value, n, room)
	}
	return o.values.take(room)[:n]
}

// keysOf gives keys with the same index as from.
func (o *Owner) keysOf(list []Value, from *Keys) *Keys {
	index := from.index
	if !o.ours() || o.keys.out() >= reuseObjects || o.indexes.out()+len(index) >= reuseValues {
		if from.temp {
			index = append([]int32(nil), index...)
		}
		return &Keys{list: list, index: index}
	}
	if from.temp && index != nil {
		index = append(o.indexes.take(len(index))[:0], index...)
	}
	k := &o.keys.take(1)[0]
	*k = Keys{list: list, index: index}
	return k
}

// grow gives the same items with room for more.
func (o *Owner) grow(items []Value) []Value {
	return append(o.space(0, max(2*len(items), spare)), items...)
}
