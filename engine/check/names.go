package check

// names is a set of local names that may be bound at a place, by number. It is never changed. all stands for
// every name: of a place that nothing reaches, or where it cannot be known.
type names struct {
	bits []uint64
	all  bool
}

func (n names) has(i int) bool {
	return n.all || i>>6 < len(n.bits) && n.bits[i>>6]>>(i&63)&1 != 0
}

func (n names) with(i int) names {
	if n.has(i) {
		return n
	}
	bits := make([]uint64, max(len(n.bits), i>>6+1))
	copy(bits, n.bits)
	bits[i>>6] |= 1 << (i & 63)
	return names{bits: bits}
}

func (n names) without(i int) names {
	if n.all || !n.has(i) {
		return n
	}
	bits := append([]uint64(nil), n.bits...)
	bits[i>>6] &^= 1 << (i & 63)
	return names{bits: bits}
}

// or gives the names of both, and whether o has any that n has not.
func (n names) or(o names) (both names, more bool) {
	switch {
	case n.all:
		return n, false
	case o.all:
		return o, true
	}
	for i, w := range o.bits {
		if i >= len(n.bits) && w != 0 || i < len(n.bits) && w&^n.bits[i] != 0 {
			more = true
			break
		}
	}
	if !more {
		return n, false
	}
	bits := make([]uint64, max(len(n.bits), len(o.bits)))
	copy(bits, n.bits)
	for i, w := range o.bits {
		bits[i] |= w
	}
	return names{bits: bits}, true
}
