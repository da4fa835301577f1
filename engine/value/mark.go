package value

// Mark is what a store that tracks keeps of an instance beside its attributes: the face it was made
// with, which attributes have been written since, and who knows it. What the bits of Known stand for is
// the game's affair.
type Mark struct {
	Face    *Template
	Known   uint64
	Written uint64 // by number of the key; the last bit stands for all keys from its number on
}

// making is what a page keeps of how an instance was made. Cards that only move leave it as it is, so
// that pages share it.
type making struct {
	face    *Template
	written uint64
}

type makings [pageSize]making

const lastKey = 63

// wrote notes that the key at i was written; -1 is a key that is new behind n others.
func (m *making) wrote(i, n int) {
	if i < 0 {
		i = n
	}
	m.written |= 1 << min(i, lastKey)
}

func (m *making) has(i int) bool { return m.written>>min(i, lastKey)&1 == 1 }

// Track makes an empty store keep a Mark of each instance.
func (s *Store) Track() { s.track = true }

// Tracks reports whether the store keeps marks.
func (s *Store) Tracks() bool { return s.track }

// making gives the makings of a page that may be written, for writing.
func (p *page) making() *makings {
	if p.made == nil || p.made != p.room {
		if p.room == nil {
			p.room = new(makings)
		}
		if p.made == nil {
			*p.room = makings{}
		} else {
			*p.room = *p.made
		}
		p.made = p.room
	}
	return p.made
}

// Mark gives the mark of instance uid; nothing is known of one that is gone.
func (s *Store) Mark(uid int64) Mark {
	in := s.Get(uid)
	if in == nil {
		return Mark{}
	}
	m := Mark{Known: in.known}
	if made := s.pages[uid>>4].made; made != nil {
		m.Face, m.Written = made[uid&(pageSize-1)].face, made[uid&(pageSize-1)].written
	}
	return m
}

// Origin is what instance uid, of a store that tracks, was made from; nil of one that is gone.
func (s *Store) Origin(uid int64) *Template {
	if uid > 0 && uid < s.next {
		if p := s.pages[uid>>4]; p != nil && p.made != nil {
			return p.made[uid&(pageSize-1)].face
		}
	}
	return nil
}

// SetMark replaces the mark of instance uid, in a store that tracks.
func (s *Store) SetMark(uid int64, m Mark) {
	if s.Get(uid) != nil {
		p := s.writable(uid)
		p.insts[uid&(pageSize-1)].known = m.Known
		p.making()[uid&(pageSize-1)] = making{m.Face, m.Written}
	}
}

// Known says who knows instance uid, in a store that tracks; SetKnown changes that.
func (s *Store) Known(uid int64) uint64 {
	if in := s.Get(uid); in != nil {
		return in.known
	}
	return 0
}

func (s *Store) SetKnown(uid int64, known uint64) {
	if in := s.Get(uid); in != nil && in.known != known {
		s.writable(uid).insts[uid&(pageSize-1)].known = known
	}
}

// Reface gives instance uid another face. What has been written since it was made stays.
func (s *Store) Reface(uid int64, face *Template) {
	if s.Origin(uid) == face || s.Get(uid) == nil {
		return
	}
	p := s.writable(uid)
	in, m := &p.insts[uid&(pageSize-1)], &p.making()[uid&(pageSize-1)]
	was, old, before := in.keys, in.vals, *m
	*m = making{face: face}
	owned := in.owner == s.epoch
	in.keys, in.vals, in.owner = face.Keys, face.Vals, 0
	s.faces[uid] = face.Face
	if before.written != 0 {
		s.faces[uid] = 0
		vals := append(s.space(len(face.Vals))[:0], face.Vals...)
		for _, v := range vals {
			Share(s.epoch, v)
		}
		for i := 1; i < was.Len(); i++ {
			if !before.has(i) {
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
