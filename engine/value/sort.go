package value

// SortValues sorts items in place by keys (nil: by themselves), which are permuted alike; keys must
// not be items. It is stable, asks only <, and for fewer than 64 items asks it in CPython's own
// order, so that even an inconsistent order gives the same result. Errors of comparison propagate.
func SortValues(st *Store, items, keys []Value, reverse bool) {
	s := sorter{st: st, keys: keys, items: items}
	if keys == nil {
		s.keys, s.items = items, nil
	}
	if reverse {
		s.reverse(0, len(s.keys))
		defer s.reverse(0, len(s.keys))
	}
	s.sort(0, len(s.keys))
}

// sorter sorts keys and carries items (nil: none) along.
type sorter struct {
	st          *Store
	keys, items []Value
	spareKeys   []Value
	spareItems  []Value
}

func (s *sorter) less(a, b Value) bool { return Compare(s.st, Lt, a, b) }

func (s *sorter) reverse(lo, hi int) {
	for hi--; lo < hi; lo, hi = lo+1, hi-1 {
		s.keys[lo], s.keys[hi] = s.keys[hi], s.keys[lo]
		if s.items != nil {
			s.items[lo], s.items[hi] = s.items[hi], s.items[lo]
		}
	}
}

func (s *sorter) sort(lo, hi int) {
	if hi-lo < 64 {
		s.insertion(lo, hi)
		return
	}
	mid := lo + (hi-lo)/2
	s.sort(lo, mid)
	s.sort(mid, hi)
	if s.less(s.keys[mid], s.keys[mid-1]) {
		s.merge(lo, mid, hi)
	}
}

// insertion finds the run that begins at lo, turns a falling one round, and inserts the rest.
func (s *sorter) insertion(lo, hi int) {
	if hi-lo < 2 {
		return
	}
	k := s.keys
	run := lo + 2
	if s.less(k[lo+1], k[lo]) {
		for run < hi && s.less(k[run], k[run-1]) {
			run++
		}
		s.reverse(lo, run)
	} else {
		for run < hi && !s.less(k[run], k[run-1]) {
			run++
		}
	}
	for ; run < hi; run++ {
		pivot := k[run]
		l, r := lo, run
		for l < r {
			m := l + (r-l)/2
			if s.less(pivot, k[m]) {
				r = m
			} else {
				l = m + 1
			}
		}
		copy(k[l+1:run+1], k[l:run])
		k[l] = pivot
		if s.items != nil {
			x := s.items[run]
			copy(s.items[l+1:run+1], s.items[l:run])
			s.items[l] = x
		}
	}
}

func (s *sorter) merge(lo, mid, hi int) {
	left := append(s.spareKeys[:0], s.keys[lo:mid]...)
	s.spareKeys = left
	var carried []Value
	if s.items != nil {
		carried = append(s.spareItems[:0], s.items[lo:mid]...)
		s.spareItems = carried
	}
	i, j, out := 0, mid, lo
	for i < len(left) {
		if j < hi && s.less(s.keys[j], left[i]) {
			s.keys[out] = s.keys[j]
			if s.items != nil {
				s.items[out] = s.items[j]
			}
			j++
		} else {
			s.keys[out] = left[i]
			if s.items != nil {
				s.items[out] = carried[i]
			}
			i++
		}
		out++
	}
}

// MinMax gives the position of the least (or, if most, the greatest) of keys, the first of equals;
// -1 of none.
func MinMax(st *Store, keys []Value, most bool) int {
	best := -1
	op := Lt
	if most {
		op = Gt
	}
	for i := range keys {
		if best < 0 || Compare(st, op, keys[i], keys[best]) {
			best = i
		}
	}
	return best
}
