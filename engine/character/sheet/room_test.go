package sheet

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A sheet in the memory of others is as a new one is, and a sheet that is kept stays as it was whatever is
// released beside it.
func TestRandomRelease(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, r := worldOf(t)
		one, two := characterOf(t, w.character()), characterOf(t, w.character())
		text := string(r.Compute(one, nil).AppendJSON(nil))
		kept := r.Compute(one, nil)
		require.Equal(t, text, string(kept.AppendJSON(nil)))
		for range 3 {
			s := r.Compute(two, nil)
			s.AppendJSON(nil)
			s.Release()
			s = r.Compute(one, nil)
			require.Equal(t, text, string(s.AppendJSON(nil)), "in used memory")
			s.Release()
		}
		require.Equal(t, text, string(kept.AppendJSON(nil)), "kept")
	})
}

// Threads share the memory of a ruleset and no sheet.
func TestReleaseInThreads(t *testing.T) {
	r, c := large(t, 60, 30)
	want := string(r.Compute(c, nil).AppendJSON(nil))
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 20 {
				s := r.Compute(c, nil)
				if got := string(s.AppendJSON(nil)); got != want {
					t.Error("another thread's sheet shows")
				}
				s.Release()
			}
		})
	}
	all.Wait()
}
