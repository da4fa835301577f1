package value

// Mark is what a store that tracks keeps of an instance beside its attributes: the face it was made
// with, which attributes have been written since, and who knows it. What the bits of Known stand for is
// the game's affair.
type Mark struct {
	Face    *Template
	Known   uint64
	Written uint64 // by number of the key; the last bit stands for all keys from its number on
}

const lastKey = 63

// wrote notes that the key at i was written; -1 is a key that is new behind n others.
func (m *Mark) wrote(i, n int) {
	if i < 0 {
		i = n
	}
	m.Written |= 1 << min(i, lastKey)
}

func (m *Mark) has(i int) bool { return m.Written>>min(i, lastKey)&1 == 1 }

// Track makes an empty store keep a Mark of each instance.
func (s *Store) Track() { s.track = true }

// Tracks reports whether the store keeps marks.
func (s *Store) Tracks() bool { return s.track }

func (p *page) copyMarks(old *page) {
	if p.marks == nil {
		p.marks = new([pageSize]Mark)
	}
	if old != nil && old.marks != nil {
		*p.marks = *old.marks
		return
	}
	*p.marks = [pageSize]Mark{}
}

// Mark gives the mark of instance uid; nothing is known of one that is gone.
func (s *Store) Mark(uid int64) Mark {
	if s.Get(uid) == nil {
		return Mark{}
	}
	if p := s.pages[uid>>4]; p.marks != nil {
		return p.marks[uid&(pageSize-1)]
	}
	return Mark{}
}

// SetMark replaces the mark of instance uid, in a store that tracks.
func (s *Store) SetMark(uid int64, m Mark) {
	if s.Get(uid) != nil {
		s.writable(uid).marks[uid&(pageSize-1)] = m
	}
}

// Known says who knows instance uid, in a store that tracks; SetKnown changes that.
func (s *Store) Known(uid int64) uint64 {
	if uid > 0 && uid < s.next {
		if p := s.pages[uid>>4]; p != nil && p.marks != nil {
			return p.marks[uid&(pageSize-1)].Known
		}
	}
	return 0
}

func (s *Store) SetKnown(uid int64, known uint64) {
	if s.Known(uid) != known && s.Get(uid) != nil {
		s.writable(uid).marks[uid&(pageSize-1)].Known = known
	}
}

// Reface gives instance uid another face. What has been written since it was made stays.
func (s *Store) Reface(uid int64, face *Template) {
	if s.Get(uid) == nil {
		return
	}
	p := s.writable(uid)
	in, m := &p.insts[uid&(pageSize-1)], &p.marks[uid&(pageSize-1)]
	was, old, written := in.keys, in.vals, *m
	*m = Mark{Face: face, Known: m.Known}
	owned := in.owner == s.epoch
	in.keys, in.vals, in.owner = face.Keys, face.Vals, 0
	if written.Written != 0 {
		vals := append(s.space(len(face.Vals))[:0], face.Vals...)
		for _, v := range vals {
			Share(s.epoch, v)
		}
		for i := 1; i < was.Len(); i++ {
			if !written.has(i) {
				continue
			}
			k := in.keys.Find(was.At(i))
			m.wrote(k, in.keys.Len())
			if k < 0 {
				in.keys = in.keys.With(was.At(i))
				vals = append(vals, old[i])
				continue
			}
			vals[k] = old[i]
		}
		in.vals, in.owner = vals, s.epoch
	}
	if owned {
		s.giveBack(old)
	}
}
