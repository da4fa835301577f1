package value

import "unsafe"

// Size is how many bytes the arena holds on to.
func (a *Arena) Size() int {
	return a.objects.size() + a.keys.size() + a.values.size() + a.indexes.size()
}

func (s *slab[T]) size() int {
	n := 0
	for _, c := range s.chunks {
		n += len(c)
	}
	var t T
	return n * int(unsafe.Sizeof(t))
}
