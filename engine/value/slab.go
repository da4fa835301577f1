package value

// slab hands out runs of T from chunks that are used again after reset. Chunks start small, since a
// game that waits should hold little, and grow.
type slab[T any] struct {
	chunks [][]T
	cur    int // the chunk in use
	used   int // how much of it
}

const (
	firstChunk = 32
	usualChunk = 4096
	keepChunk  = 1 << 16 // a larger chunk does not outlive reset
)

// take gives n consecutive elements with whatever was left in them, capacity n.
func (s *slab[T]) take(n int) []T {
	for s.cur < len(s.chunks) {
		if c := s.chunks[s.cur]; s.used+n <= len(c) {
			s.used += n
			return c[s.used-n : s.used : s.used]
		}
		if s.cur+1 == len(s.chunks) {
			break
		}
		s.cur++
		s.used = 0
	}
	size := firstChunk
	if len(s.chunks) > 0 {
		size = min(2*len(s.chunks[len(s.chunks)-1]), usualChunk)
	}
	s.chunks = append(s.chunks, make([]T, max(size, n)))
	s.cur, s.used = len(s.chunks)-1, n
	return s.chunks[s.cur][:n:n]
}

// grow gives items, which came from this slab, with capacity n: where they are, if nothing was
// taken since and there is room, else in a new place.
func (s *slab[T]) grow(items []T, n int) []T {
	if k := cap(items); k > 0 && s.cur < len(s.chunks) && s.used >= k {
		c := s.chunks[s.cur]
		if at := s.used - k; &c[at] == &items[:1][0] && at+n <= len(c) {
			s.used = at + n
			return c[at : at+len(items) : at+n]
		}
	}
	return append(s.take(n)[:0], items...)
}

// out tells how much is handed out: at most that, since the rest of a chunk may have been left.
func (s *slab[T]) out() int {
	n := s.used
	for _, c := range s.chunks[:s.cur] {
		n += len(c)
	}
	return n
}

func (s *slab[T]) reset() {
	s.cur, s.used = 0, 0
	for i, c := range s.chunks {
		if len(c) > keepChunk {
			s.chunks = append(s.chunks[:i], s.chunks[i+1:]...)
			s.reset()
			return
		}
	}
}
