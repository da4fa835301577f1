package value

import "sync/atomic"

// epochs hands out owner marks. Every game, and every clone, writes under a mark of its own.
var epochs atomic.Uint64

// NewEpoch gives a mark that no one else has. 0 is never given: it means "nobody may write".
func NewEpoch() uint64 { return epochs.Add(1) }

// Epochs gives such marks to one user from a stock of its own: threads that clone all the time do not
// wait for each other's memory then.
type Epochs struct{ last, end uint64 }

const stock = 64

// New gives a mark that no one else has.
func (e *Epochs) New() uint64 {
	if e.last == e.end {
		e.end = epochs.Add(stock)
		e.last = e.end - stock
	}
	e.last++
	return e.last
}

const pageSize = 16

// Instance is one card, token or piece: a dict with identity. Key 0 is always "uid", whose value
// is not stored (Uid gives it), so instances of one origin share keys and values until one is
// written.
type Instance struct {
	keys  *Keys
	vals  []Value
	owner uint64
	known uint64 // who knows it, in a store that tracks
	loc   int32  // the game's mark of where the instance is; 0: nowhere
}

type page struct {
	owner uint64
	insts [pageSize]Instance
	made  *makings // of a store that tracks; shared with other pages unless it is room
	room  *makings // memory of this page's own for it
}

// Store holds the instances of one game, by uid from 1 upwards. Pages are shared between clones
// and copied on the first write. A store that is overwritten by CloneInto keeps the pages that were
// its own for that, so that clone after clone into one store allocates nothing.
type Store struct {
	pages []*page
	faces []uint8 // by uid, of the templates that instances are as they were made from; 0: none that has a number
	next  int64
	epoch uint64
	track bool

	free []*page     // pages that nobody refers to
	vals slab[Value] // where the values of written instances are
	held uint64      // the epoch under which vals was handed out
	used [][]Value   // parts of vals that are free again
	with []keysWith  // what keys became when an attribute was added
}

// keysWith remembers that to are the keys from with key behind them, so that instances that are alike
// stay so, and a game that is played over and over makes such keys once.
type keysWith struct {
	from, to *Keys
	key      Value
}

const keepWith = 32

// keysWith gives keys with a text behind them.
func (s *Store) keysWith(from *Keys, key Value) *Keys {
	for i := range s.with {
		if w := &s.with[i]; w.from == from && keyEqual(w.key, key) {
			return w.to
		}
	}
	to := from.With(key)
	if len(s.with) < keepWith {
		s.with = append(s.with, keysWith{from, to, key})
	}
	return to
}

// NewStore makes an empty store that writes under epoch.
func NewStore(epoch uint64) Store { return Store{next: 1, epoch: epoch} }

// Next is the uid that Add gives next; Count how many uids were ever given.
func (s *Store) Next() int64   { return s.next }
func (s *Store) Epoch() uint64 { return s.epoch }

// CloneInto makes dst, another store, a copy that shares all pages. Both must go on under new
// epochs (SetEpoch) before either is written. s is only read, so that many may clone it at once.
func (s *Store) CloneInto(dst *Store) {
	if dst.epoch != 0 && dst.epoch != s.epoch {
		for _, p := range dst.pages {
			if p != nil && p.owner == dst.epoch {
				p.owner = 0
				dst.free = append(dst.free, p)
			}
		}
		if dst.held == dst.epoch {
			dst.vals.reset()
		}
	}
	dst.used = dst.used[:0]
	dst.pages = append(dst.pages[:0], s.pages...)
	dst.faces = append(dst.faces[:0], s.faces...)
	dst.next = s.next
	dst.track = s.track
	dst.epoch = 0
}

// SetEpoch changes the mark under which this store writes. What it wrote under the old one is from
// now on shared with whoever cloned it.
func (s *Store) SetEpoch(epoch uint64) { s.epoch = epoch }

// Add stores a new instance with the given attributes (key 0 must be UIDKey) and gives its uid.
// vals[i] belongs to keys.At(i), so vals[0] is never read. Both may be shared with others: they are
// never written. The values must have been through Keep.
func (s *Store) Add(keys *Keys, vals []Value) int64 {
	uid := s.next
	s.next++
	for _, v := range vals {
		Share(s.epoch, v)
	}
	s.reach(uid)
	s.writable(uid).insts[uid&(pageSize-1)] = Instance{keys: keys, vals: vals}
	return uid
}

// reach makes place for uid.
func (s *Store) reach(uid int64) {
	for int(uid>>4) >= len(s.pages) {
		s.pages = append(s.pages, nil)
	}
	for int(uid) >= len(s.faces) {
		s.faces = append(s.faces, 0)
	}
}

// Make is Add of what a template says.
func (s *Store) Make(t *Template) int64 {
	uid := s.Add(t.Keys, t.Vals)
	s.faces[uid] = t.Face
	return uid
}

// writable gives the page of uid, copied if it is not this store's own.
func (s *Store) writable(uid int64) *page {
	if s.epoch == 0 {
		panic("value: a Store is written under no epoch")
	}
	old := s.pages[uid>>4]
	if old != nil && old.owner == s.epoch {
		return old
	}
	var p *page
	if n := len(s.free); n > 0 {
		p = s.free[n-1]
		s.free = s.free[:n-1]
	} else {
		p = new(page)
	}
	room := p.room
	if old != nil {
		*p = *old
	} else {
		*p = page{}
	}
	p.owner, p.room = s.epoch, room
	s.pages[uid>>4] = p
	return p
}

// space gives room for n values that this store alone writes.
func (s *Store) space(n int) []Value {
	if s.held != s.epoch {
		if s.held != 0 && !s.idle() {
			s.vals = slab[Value]{} // clones may refer to it
		}
		s.held = s.epoch
		s.used = s.used[:0]
	}
	if k := len(s.used); k > 0 && cap(s.used[k-1]) >= n {
		vals := s.used[k-1]
		s.used = s.used[:k-1]
		return vals[:n]
	}
	return s.vals.take(n)
}

// giveBack takes the room of values that this store alone wrote and nobody reads any more.
func (s *Store) giveBack(vals []Value) {
	if s.held == s.epoch && cap(vals) > 0 && len(s.used) < 256 {
		clear(vals)
		s.used = append(s.used, vals[:0])
	}
}

// idle reports whether the space was taken back by CloneInto and not used since.
func (s *Store) idle() bool { return s.vals.cur == 0 && s.vals.used == 0 }

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
	in := &p.insts[uid&(pageSize-1)]
	if in.owner == s.epoch {
		s.giveBack(in.vals)
	}
	*in, s.faces[uid] = Instance{}, 0
	if p.made != nil {
		p.making()[uid&(pageSize-1)] = making{}
	}
	for i := range p.insts {
		if p.insts[i].keys != nil {
			return
		}
	}
	if int(uid>>4) != len(s.pages)-1 {
		s.pages[uid>>4] = nil
		s.free = append(s.free, p)
	}
}

// Set writes attribute key (a text) of instance uid. v must have been through Keep.
func (s *Store) Set(uid int64, key, v Value) {
	if s.Get(uid) == nil {
		Throw("RuntimeError", "instance %d is gone", uid)
	}
	p := s.writable(uid)
	in := &p.insts[uid&(pageSize-1)]
	i := in.keys.Find(key)
	if i == 0 {
		Throw("TypeError", "uid of an instance cannot be written")
	}
	s.faces[uid] = 0
	if s.track {
		p.making()[uid&(pageSize-1)].wrote(i, in.keys.Len())
	}
	if in.owner != s.epoch {
		vals := s.space(len(in.vals))
		for j, old := range in.vals {
			vals[j] = Share(s.epoch, old)
		}
		in.vals, in.owner = vals, s.epoch
	}
	if i < 0 {
		in.keys = s.keysWith(in.keys, key)
		old := in.vals
		in.vals = append(s.space(len(old) + 1)[:0], old...)
		in.vals = append(in.vals, v)
		s.giveBack(old)
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

// Mine gives an instance that is there, for Move.
func (s *Store) Mine(uid int64) *Instance {
	p := s.pages[uid>>4]
	if p.owner != s.epoch {
		p = s.writable(uid)
	}
	return &p.insts[uid&(pageSize-1)]
}

// Known is that of Store; Move is SetLoc and SetKnown at once.
func (in *Instance) Known() uint64 { return in.known }

func (in *Instance) Move(loc int32, known uint64) { in.loc, in.known = loc, known }
