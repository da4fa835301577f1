package value

import "sync/atomic"

// epochs hands out owner marks. Every game, and every clone, writes under a mark of its own.
var epochs atomic.Uint64

// NewEpoch gives a mark that no one else has. 0 is never given: it means "nobody may write".
func NewEpoch() uint64 { return epochs.Add(1) }

const pageSize = 16

// Instance is one card, token or piece: a dict with identity. Key 0 is always "uid", whose value
// is not stored (Uid gives it), so instances of one origin share keys and values until one is
// written.
type Instance struct {
	keys  *Keys
	vals  []Value
	owner uint64
	loc   int32 // the game's mark of where the instance is; 0: nowhere
}

type page struct {
	owner uint64
	insts [pageSize]Instance
}

// Store holds the instances of one game, by uid from 1 upwards. Pages are shared between clones
// and copied on the first write.
type Store struct {
	pages []*page
	next  int64
	epoch uint64
}

// NewStore makes an empty store that writes under epoch.
func NewStore(epoch uint64) Store { return Store{next: 1, epoch: epoch} }

// Next is the uid that Add gives next; Count how many uids were ever given.
func (s *Store) Next() int64   { return s.next }
func (s *Store) Epoch() uint64 { return s.epoch }

// CloneInto makes dst a copy that shares all pages; both must go on under new epochs (SetEpoch).
func (s *Store) CloneInto(dst *Store) {
	dst.pages = append(dst.pages[:0], s.pages...)
	dst.next = s.next
}

// SetEpoch changes the mark under which this store writes.
func (s *Store) SetEpoch(epoch uint64) { s.epoch = epoch }

// Add stores a new instance with the given attributes (key 0 must be UIDKey) and gives its uid.
// keys and vals may be shared with others: they are never written.
func (s *Store) Add(keys *Keys, vals []Value) int64 {
	uid := s.next
	s.next++
	for int(uid>>4) >= len(s.pages) {
		s.pages = append(s.pages, &page{owner: s.epoch})
	}
	p := s.writable(uid)
	p.insts[uid&(pageSize-1)] = Instance{keys: keys, vals: vals}
	return uid
}

func (s *Store) writable(uid int64) *page {
	p := s.pages[uid>>4]
	if p == nil {
		p = &page{owner: s.epoch}
		s.pages[uid>>4] = p
	} else if p.owner != s.epoch {
		c := *p
		c.owner = s.epoch
		p = &c
		s.pages[uid>>4] = p
	}
	return p
}

// Get finds an instance; nil where no such uid lives (it was made by another game, or dropped).
func (s *Store) Get(uid int64) *Instance {
	if uid <= 0 || uid >= s.next {
		return nil
	}
	p := s.pages[uid>>4]
	if p == nil {
		return nil
	}
	in := &p.insts[uid&(pageSize-1)]
	if in.keys == nil {
		return nil
	}
	return in
}

// Drop forgets an instance that nothing refers to any more.
func (s *Store) Drop(uid int64) {
	if s.Get(uid) == nil {
		return
	}
	p := s.writable(uid)
	p.insts[uid&(pageSize-1)] = Instance{}
	for i := range p.insts {
		if p.insts[i].keys != nil {
			return
		}
	}
	if int(uid>>4) != len(s.pages)-1 {
		s.pages[uid>>4] = nil
	}
}

// Set writes attribute key (a text) of instance uid. v must have been through Keep.
func (s *Store) Set(uid int64, key, v Value) {
	if s.Get(uid) == nil {
		Throw("RuntimeError", "instance %d is gone", uid)
	}
	in := &s.writable(uid).insts[uid&(pageSize-1)]
	i := in.keys.Find(key)
	if i == 0 {
		Throw("TypeError", "uid of an instance cannot be written")
	}
	if in.owner != s.epoch {
		vals := make([]Value, len(in.vals), len(in.vals)+1)
		for j, old := range in.vals {
			vals[j] = Share(s.epoch, old)
		}
		in.vals, in.owner = vals, s.epoch
	}
	if i < 0 {
		in.keys = in.keys.With(key)
		in.vals = append(in.vals, v)
		return
	}
	in.vals[i] = v
}

// Keys of an instance, "uid" first; At gives the value of the i-th.
func (in *Instance) Keys() *Keys { return in.keys }

func (in *Instance) At(uid int64, i int) Value {
	if i == 0 {
		return OfInt(uid)
	}
	return in.vals[i]
}

// Attr reads attribute key of instance uid.
func (s *Store) Attr(uid int64, key Value) (Value, bool) {
	in := s.Get(uid)
	if in == nil {
		return Value{}, false
	}
	i := in.keys.Find(key)
	if i < 0 {
		return Value{}, false
	}
	return in.At(uid, i), true
}

// Loc is the mark that SetLoc left on instance uid: the game's zones use it to find an item's home
// without a search. 0 where none was left.
func (s *Store) Loc(uid int64) int32 {
	in := s.Get(uid)
	if in == nil {
		return 0
	}
	return in.loc
}

// SetLoc marks instance uid.
func (s *Store) SetLoc(uid int64, loc int32) {
	if in := s.Get(uid); in != nil && in.loc != loc {
		s.writable(uid).insts[uid&(pageSize-1)].loc = loc
	}
}
