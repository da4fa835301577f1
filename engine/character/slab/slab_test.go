package slab

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// What a slab gives is zero, and nothing else that it gives lies in it until it is reset.
func TestRandomSlab(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Slab[int]
		for range 3 {
			var given []*int
			take := func(x *int) {
				require.Zero(t, *x)
				given = append(given, x)
				*x = len(given)
			}
			for range rapid.IntRange(0, 60).Draw(t, "times") {
				if rapid.Bool().Draw(t, "one") {
					take(s.One())
					continue
				}
				list := s.List(rapid.IntRange(0, 300).Draw(t, "n"))
				require.Equal(t, len(list), cap(list))
				for i := range list {
					take(&list[i])
				}
			}
			for i, x := range given {
				require.Equal(t, i+1, *x)
			}
			s.Reset()
		}
	})
}

// Once it has given as much before, a slab takes no more memory.
func TestUsedSlabAllocatesNothing(t *testing.T) {
	var s Slab[[4]int]
	fill := func() {
		for range 100 {
			s.One()
			s.List(3)
		}
		s.Reset()
	}
	fill()
	require.Zero(t, testing.AllocsPerRun(10, fill))
}
