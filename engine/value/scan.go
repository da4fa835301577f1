package value

// Find gives the instance that v refers to; nil where v is no instance, or none that lives here.
func (s *Store) Find(v Value) *Instance {
	if at := v.n / pageSize; v.ref == &tags[Inst] && at < uint64(len(s.pages)) && s.pages[at] != nil {
		if in := &s.pages[at].insts[v.n%pageSize]; in.keys != nil {
			return in
		}
	}
	return nil
}

// Has reports whether key, a text, is the i-th key, i > 0, and its value stored: Val gives it then.
func (in *Instance) Has(i int, key Value) bool {
	return i > 0 && i < len(in.keys.list) && i < len(in.vals) && (in.keys.list[i].ref == key.ref || in.keys.is(i, key))
}

// is reports whether the i-th key is the text key, another object maybe.
//
//go:noinline
func (k *Keys) is(i int, key Value) bool {
	x := &k.list[i]
	return x.n == key.n && x.ref != nil && x.ref.kind == Text && x.ref.text == key.ref.text
}

func (in *Instance) Val(i int) Value { return in.vals[i] }

// Scan asks instances for one attribute: the text Key, which is the At-th key of most of them.
type Scan struct {
	Key Value
	At  int
}

// Most is how many items one call of Text or Int looks at.
const Most = 64

// Text asks whether the attribute is the text r, or, where !want, another text. It gives the items of which
// that is so as bits, and how many it has looked at: it stops at the first where all this is not so simple.
func (c Scan) Text(s *Store, items []Value, r Value, want bool) (bits uint64, n int) {
	pages, key, at := s.pages, c.Key, c.At
	items = items[:min(len(items), Most)]
	for i := range items {
		v := &items[i]
		p := v.n / pageSize
		if v.ref != &tags[Inst] || p >= uint64(len(pages)) || pages[p] == nil {
			return bits, i
		}
		in := &pages[p].insts[v.n%pageSize]
		if in.keys == nil || uint(at) >= uint(len(in.keys.list)) || uint(at) >= uint(len(in.vals)) || in.keys.list[at].ref != key.ref && !in.keys.is(at, key) {
			return bits, i
		}
		x := &in.vals[at]
		same := *x == r
		if !same && (x.ref == nil || x.ref.kind != Text || x.n == r.n) {
			return bits, i
		}
		if same == want {
			bits |= 1 << i
		}
	}
	return bits, len(items)
}

// Int is Text for a whole number that lies between lo and hi.
func (c Scan) Int(s *Store, items []Value, lo, hi int64, want bool) (bits uint64, n int) {
	pages, key, at := s.pages, c.Key, c.At
	items = items[:min(len(items), Most)]
	for i := range items {
		v := &items[i]
		p := v.n / pageSize
		if v.ref != &tags[Inst] || p >= uint64(len(pages)) || pages[p] == nil {
			return bits, i
		}
		in := &pages[p].insts[v.n%pageSize]
		if in.keys == nil || uint(at) >= uint(len(in.keys.list)) || uint(at) >= uint(len(in.vals)) || in.keys.list[at].ref != key.ref && !in.keys.is(at, key) {
			return bits, i
		}
		x := &in.vals[at]
		if x.ref != &tags[Int] {
			return bits, i
		}
		if (int64(x.n) >= lo && int64(x.n) <= hi) == want {
			bits |= 1 << i
		}
	}
	return bits, len(items)
}

// Want is what Sift asks of one attribute.
type Want struct {
	key, text *Object
	n, span   uint64 // the text's bits; or the lowest number wanted, and how far the highest lies above it
	at        int32
	kind      Kind
	not       bool // the contrary is wanted
}

// Text wants the attribute c to be the text r, or, where !want, another text. Int is Text for a whole number that
// lies between lo and hi.
func (w *Want) Text(c Scan, r Value, want bool) {
	w.key, w.at, w.kind, w.not = c.Key.ref, int32(c.At), Text, !want
	w.text, w.n = r.ref, r.n
}

func (w *Want) Int(c Scan, lo, hi int64, want bool) {
	w.key, w.at, w.kind, w.not = c.Key.ref, int32(c.At), Int, !want
	w.n, w.span = uint64(lo), uint64(hi)-uint64(lo)
}

// Sift asks instances, Most at most, for attributes. It gives those that have all that is wanted as bits, and how
// many items it has looked at: it stops behind the first of those, where first is set, and before an item of which
// it is not so simple to say.
func (s *Store) Sift(items []Value, wants []Want, first bool) (passed uint64, looked int) {
	pages := s.pages
next:
	for i := range items {
		v := &items[i]
		p := v.n / pageSize
		if v.ref != &tags[Inst] || p >= uint64(len(pages)) || pages[p] == nil {
			return passed, i
		}
		in := &pages[p].insts[v.n%pageSize]
		if in.keys == nil {
			return passed, i
		}
		for k := range wants {
			w := &wants[k]
			at := uint(w.at)
			if at >= uint(len(in.keys.list)) || at >= uint(len(in.vals)) || in.keys.list[at].ref != w.key {
				return passed, i
			}
			x := &in.vals[at]
			is := x.ref == w.text
			if w.kind == Int {
				if x.ref != &tags[Int] {
					return passed, i
				}
				is = x.n-w.n <= w.span
			} else if !is && (x.n == w.n || x.ref == nil || x.ref.kind != Text) {
				return passed, i
			}
			if is == w.not {
				continue next
			}
		}
		passed |= 1 << i
		if first {
			return passed, i + 1
		}
	}
	return passed, len(items)
}
