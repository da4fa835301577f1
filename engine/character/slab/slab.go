// Package slab gives out memory from blocks, for what is made anew again and again: sheets and runs of actions.
package slab

import "unsafe"

// Slab gives out room from blocks: what it gave stays where it is until reset.
type Slab[T any] struct {
	block  []T
	used   int // of the block
	before int // used of blocks that were filled
}

// firstBlock is about how many bytes the first block of a slab takes; each further one is twice as large as
// all before it.
const firstBlock = 1024

// List gives n things side by side, all of them zero.
func (s *Slab[T]) List(n int) []T {
	if s.used+n > len(s.block) {
		s.grow(n)
	}
	at := s.used
	s.used += n
	return s.block[at:s.used:s.used]
}

// One gives one thing, zero.
func (s *Slab[T]) One() *T {
	if s.used == len(s.block) {
		s.grow(1)
	}
	s.used++
	return &s.block[s.used-1]
}

func (s *Slab[T]) grow(n int) {
	var t T
	first := max(2, firstBlock/max(1, int(unsafe.Sizeof(t))))
	s.before += s.used
	s.block, s.used = make([]T, max(n, first, 2*s.before)), 0
}

// Reset takes everything back. One block remains, with room for as much again.
func (s *Slab[T]) Reset() {
	if s.before > 0 {
		s.block = make([]T, s.before+s.used)
	} else {
		clear(s.block[:s.used])
	}
	s.used, s.before = 0, 0
}
