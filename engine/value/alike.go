package value

// What can be told of plain cells, whole numbers and None, without a closure or a call for each: a board is a
// list of them. All give ok false at a cell that is neither.

// Alike tells which of the first Most cells are r, a whole number or None, as bits.
func Alike(cells []Value, r Value) (same uint64, ok bool) {
	cells = cells[:min(len(cells), Most)]
	if r.ref == nil {
		for i := range cells {
			if ref := cells[i].ref; ref == nil {
				same |= 1 << (uint(i) & 63)
			} else if ref != &tags[Int] {
				return 0, false
			}
		}
		return same, true
	}
	for i := range cells {
		if ref := cells[i].ref; ref == &tags[Int] {
			if cells[i].n == r.n {
				same |= 1 << (uint(i) & 63)
			}
		} else if ref != nil {
			return 0, false
		}
	}
	return same, true
}

// Between tells which of the first Most cells lie between lo and hi, as bits; None is no number here.
func Between(cells []Value, lo, hi int64) (in uint64, ok bool) {
	cells = cells[:min(len(cells), Most)]
	width := uint64(hi) - uint64(lo)
	for i := range cells {
		if cells[i].ref != &tags[Int] {
			return 0, false
		}
		if cells[i].n-uint64(lo) <= width {
			in |= 1 << (uint(i) & 63)
		}
	}
	return in, true
}

// FirstAlike gives the first cell that is r, a whole number or None, or, where !want, that is not; len(cells) where
// there is none.
func FirstAlike(cells []Value, r Value, want bool) (at int, ok bool) {
	for i := range cells {
		c := &cells[i]
		if c.ref != nil && c.ref != &tags[Int] {
			return i, false
		}
		if (c.ref == r.ref && c.n == r.n) == want {
			return i, true
		}
	}
	return len(cells), true
}

// FirstBetween is FirstAlike for the numbers from lo to hi.
func FirstBetween(cells []Value, lo, hi int64, want bool) (at int, ok bool) {
	width := uint64(hi) - uint64(lo)
	for i := range cells {
		if cells[i].ref != &tags[Int] {
			return i, false
		}
		if (cells[i].n-uint64(lo) <= width) == want {
			return i, true
		}
	}
	return len(cells), true
}

// FirstOff gives the place in places of the first cell that is not r, a whole number or None; len(places) where
// all are. All places must be within cells.
func FirstOff(cells []Value, places []int32, r Value) (at int, ok bool) {
	for i, p := range places {
		if c := &cells[p]; c.ref != r.ref || c.n != r.n {
			return i, c.ref == nil || c.ref == &tags[Int]
		}
	}
	return len(places), true
}
