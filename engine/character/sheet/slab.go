package sheet

// slab gives out room from blocks: what it gave stays where it is until reset.
type slab[T any] struct {
	block  []T
	used   int // of the block
	before int // used of blocks that were filled
}

// firstBlock is how many things the first block of a slab holds; each further one is twice as large as all
// before it.
const firstBlock = 16

// list gives n things side by side, all of them zero.
func (s *slab[T]) list(n int) []T {
	if s.used+n > len(s.block) {
		s.before += s.used
		s.block, s.used = make([]T, max(n, firstBlock, 2*s.before)), 0
	}
	at := s.used
	s.used += n
	return s.block[at:s.used:s.used]
}

// one gives one thing, zero.
func (s *slab[T]) one() *T { return &s.list(1)[0] }

// reset takes everything back. One block remains, with room for as much again.
func (s *slab[T]) reset() {
	if s.before > 0 {
		s.block = make([]T, s.before+s.used)
	} else {
		clear(s.block[:s.used])
	}
	s.used, s.before = 0, 0
}
