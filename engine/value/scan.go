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

// Want is what Sift asks of one attribute: the text Key, which is the At-th key of most instances.
type Want struct {
	Key  Value
	At   int
	R    Value  // of WantText
	Lo   int64  // of WantNumber
	Span uint64 // how far the highest number wanted lies above Lo
	Kind WantKind
	Not  bool // the contrary is wanted
}

// WantKind says what the attribute must be.
type WantKind uint8

const (
	WantText   WantKind = iota // the text R, or another text
	WantNumber                 // a whole number from Lo to Lo + Span, or another one
)

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
		keys, vals := in.keys.list, in.vals
		for k := range wants {
			w := &wants[k]
			if uint(w.At) >= uint(len(keys)) || uint(w.At) >= uint(len(vals)) || keys[w.At].ref != w.Key.ref && !in.keys.is(w.At, w.Key) {
				return passed, i
			}
			x := &vals[w.At]
			is := false
			if w.Kind == WantNumber {
				if x.ref != &tags[Int] {
					return passed, i
				}
				is = x.n-uint64(w.Lo) <= w.Span
			} else if is = x.ref == w.R.ref; !is && (x.n == w.R.n || x.ref == nil || x.ref.kind != Text) {
				return passed, i
			}
			if is == w.Not {
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
