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

// Has reports whether key, a text that was interned, is the i-th key, i > 0, and its value stored: Val gives it then.
func (in *Instance) Has(i int, key Value) bool {
	return uint(i) < uint(len(in.keys.list)) && in.keys.list[i].ref == key.ref && i != 0 && i < len(in.vals)
}

func (in *Instance) Val(i int) Value { return in.vals[i] }

// Scan looks through items, instances with the text key as their at-th key: what it stands for.
type Scan struct {
	Items []Value
	Key   Value
	At    int
}

// Text gives the first item from i on whose attribute is the text r, or, where !want, is another text;
// len(Items) if there is none. What is not so simple ends the search too: sure is false then.
func (c *Scan) Text(s *Store, i int, r Value, want bool) (next int, sure bool) {
	items, pages, key, at := c.Items, s.pages, c.Key.ref, c.At
	for ; i < len(items); i++ {
		v := &items[i]
		if n := v.n / pageSize; v.ref != &tags[Inst] || n >= uint64(len(pages)) || pages[n] == nil {
			return i, false
		}
		in := &pages[v.n/pageSize].insts[v.n%pageSize]
		if in.keys == nil || at <= 0 || at >= len(in.keys.list) || at >= len(in.vals) || in.keys.list[at].ref != key {
			return i, false
		}
		x := &in.vals[at]
		if *x == r {
			if want {
				return i, true
			}
			continue
		}
		if x.ref == nil || x.ref.kind != Text || x.n == r.n {
			return i, false
		}
		if !want {
			return i, true
		}
	}
	return i, true
}

// Int is Text for a whole number that lies between lo and hi.
func (c *Scan) Int(s *Store, i int, lo, hi int64, want bool) (next int, sure bool) {
	items, pages, key, at := c.Items, s.pages, c.Key.ref, c.At
	for ; i < len(items); i++ {
		v := &items[i]
		if n := v.n / pageSize; v.ref != &tags[Inst] || n >= uint64(len(pages)) || pages[n] == nil {
			return i, false
		}
		in := &pages[v.n/pageSize].insts[v.n%pageSize]
		if in.keys == nil || at <= 0 || at >= len(in.keys.list) || at >= len(in.vals) || in.keys.list[at].ref != key {
			return i, false
		}
		x := &in.vals[at]
		if x.ref != &tags[Int] {
			return i, false
		}
		if (int64(x.n) >= lo && int64(x.n) <= hi) == want {
			return i, true
		}
	}
	return i, true
}
