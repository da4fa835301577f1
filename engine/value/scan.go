package value

import (
	"math/bits"
	"sync/atomic"
)

// Find gives the instance that v refers to; nil where v is no instance, or none that lives here.
func (s *Store) Find(v Value) *Instance {
	if at := v.n / pageSize; v.ref == &tags[Inst] && at < uint64(len(s.pages)) && s.pages[at] != nil {
		if in := &s.pages[at].insts[v.n%pageSize]; in.keys != nil {
			return in
		}
	}
	return nil
}

// Held gives the place of the i-th attribute, if that is stored and its name is the very text key; else nil.
func (in *Instance) Held(i uint32, key Value) *Value {
	if at := uint(i); at < uint(len(in.keys.list)) && at < uint(len(in.vals)) && at > 0 && in.keys.list[at].ref == key.ref {
		return &in.vals[at]
	}
	return nil
}

// Most is how many items one call of Scan looks at.
const Most = 64

// Want is what is asked of one attribute.
type Want struct {
	key  *Object
	text *Object
	n    uint64 // the text's bits, or the lowest number wanted
	span uint64 // how far the highest lies above it
	kind Kind
	not  bool // the contrary is wanted
}

// Text wants the attribute key to be the text r, or, where !want, to be anything else. Int is Text for a whole number
// that lies between lo and hi, or, where !want, does not.
func (w *Want) Text(key, r Value, want bool) {
	w.key, w.text, w.n, w.kind, w.not = key.ref, r.ref, r.n, Text, !want
}

func (w *Want) Int(key Value, lo, hi int64, want bool) {
	w.key, w.n, w.span, w.kind, w.not = key.ref, uint64(lo), uint64(hi)-uint64(lo), Int, !want
}

// Scan asks instances, Most at most, for one attribute, which is the at-th of each. It gives those that have what is wanted
// as bits, and how many items it has looked at: it stops at the first of which it is not so simple to say.
func (s *Store) Scan(items []Value, at uint32, w *Want) (found uint64, looked int) {
	items = items[:min(len(items), Most)]
	if w.kind == Text {
		found, looked = s.scanText(items, uint(at), w)
	} else {
		found, looked = s.scanInt(items, uint(at), w)
	}
	if w.not {
		found ^= 1<<uint(looked) - 1
	}
	return found, looked
}

func (s *Store) scanText(items []Value, at uint, w *Want) (found uint64, looked int) {
	for i := range items {
		x := s.attribute(&items[i], at, w.key)
		if x == nil || x.n == w.n && x.ref != w.text { // of the latter, another object with the same text maybe
			return found, i
		}
		if x.ref == w.text {
			found |= 1 << (uint(i) % Most)
		}
	}
	return found, len(items)
}

func (s *Store) scanInt(items []Value, at uint, w *Want) (found uint64, looked int) {
	for i := range items {
		x := s.attribute(&items[i], at, w.key)
		if x == nil || x.ref != &tags[Int] {
			return found, i
		}
		if x.n-w.n <= w.span {
			found |= 1 << (uint(i) % Most)
		}
	}
	return found, len(items)
}

// attribute gives the place of the at-th attribute of the instance v, if that is key; else nil.
func (s *Store) attribute(v *Value, at uint, key *Object) *Value {
	p := v.n / pageSize
	if v.ref != &tags[Inst] || p >= uint64(len(s.pages)) || s.pages[p] == nil {
		return nil
	}
	in := &s.pages[p].insts[v.n%pageSize]
	if at >= uint(len(in.vals)) || at >= uint(len(in.keys.list)) || in.keys.list[at].ref != key {
		return nil
	}
	return &in.vals[at]
}

// Sift is Scan for those of the items that are told by bits. It is not sure where one of them is not so simple to tell.
func (s *Store) Sift(items []Value, some uint64, at uint32, w *Want) (found uint64, sure bool) {
	for ; some != 0; some &= some - 1 {
		i := bits.TrailingZeros64(some)
		x := s.attribute(&items[i], uint(at), w.key)
		if x == nil {
			return 0, false
		}
		var is bool
		if w.kind == Int {
			is, sure = x.n-w.n <= w.span, x.ref == &tags[Int]
		} else {
			is = x.ref == w.text
			sure = is || x.n != w.n
		}
		if !sure {
			return 0, false
		}
		if is != w.not {
			found |= some & -some
		}
	}
	return found, true
}

// Faces is how many faces of a model's items are known by a number, from 1.
const Faces = 63

// Verdicts are what was said of each face, by whatever thread.
type Verdicts [Faces + 1]atomic.Uint64

// A verdict is yes or no; 0 is none.
const (
	yes  = 1 << 63
	said = 1
)

// Add notes what was said of a face, which must be the same each time.
func (v *Verdicts) Add(face int, pass bool) {
	if pass {
		v[face%len(v)].Store(yes | said)
	} else {
		v[face%len(v)].Store(said)
	}
}

// Of gives what was said of a face, if anything was.
func (v *Verdicts) Of(face int) (pass, known bool) {
	w := v[face%len(v)].Load()
	return w&yes != 0, w != 0
}

// Judge gives those of the items, fewer than Most, whose face has a yes as bits. It is not sure where nothing was said
// of one of them.
//
//go:noinline
func (s *Store) Judge(items []Value, v *Verdicts) (found uint64, sure bool) {
	if len(items) == 0 {
		return 0, true
	}
	inst, faces, all := items[0].ref, s.faces, uint64(said)
	if inst != &tags[Inst] {
		return 0, false
	}
	for _, x := range items {
		if x.ref != inst || x.n >= uint64(len(faces)) {
			return 0, false
		}
		w := v[faces[x.n]%uint8(len(v))].Load()
		all &= w
		found = found>>1 | w
	}
	return found >> ((Most - uint(len(items))) % Most), all != 0
}

// First reports whether the face of an item has a yes, and how many it looked at: none after the first. It is not sure
// where nothing was said of one of those.
//
//go:noinline
func (s *Store) First(items []Value, v *Verdicts) (looked int, found, sure bool) {
	if len(items) == 0 {
		return 0, false, true
	}
	inst, faces := items[0].ref, s.faces
	if inst != &tags[Inst] {
		return 0, false, false
	}
	for i, x := range items {
		if x.ref != inst || x.n >= uint64(len(faces)) {
			return 0, false, false
		}
		if w := int64(v[faces[x.n]%uint8(len(v))].Load()); w <= 0 {
			return i + 1, true, w != 0
		}
	}
	return len(items), false, true
}

// Face gives the face of an instance that is as it was made; 0 of any other value, and of those whose face has no
// number.
func (s *Store) Face(v Value) int {
	if v.ref != &tags[Inst] || v.n >= uint64(len(s.faces)) {
		return 0
	}
	return int(s.faces[v.n])
}
