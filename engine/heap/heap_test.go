package heap

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

var kept []byte

// allocate makes garbage, in pieces.
func allocate(n int) {
	for range n / 4096 {
		kept = make([]byte, 4096)
	}
}

func collections(n int) uint32 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	allocate(n)
	runtime.ReadMemStats(&after)
	return after.NumGC - before.NumGC
}

// 256 MiB of garbage in a small heap take many collections without a floor (how many depends on what else runs), and four or so with it.
func TestFloor(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	require.Greater(t, collections(256<<20), uint32(12))
	Floor()
	require.LessOrEqual(t, collections(256<<20), uint32(8))
}

func TestFloorLeavesAChoice(t *testing.T) {
	ballast = nil
	t.Setenv("GOGC", "50")
	Floor()
	require.Nil(t, ballast)
}
