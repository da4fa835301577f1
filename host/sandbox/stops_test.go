package sandbox_test

import (
	"context"
	"maps"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/sandbox"
)

// resident is how many bytes of memory the process has, where the system tells.
func resident(t testing.TB) int64 {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("this system does not tell how much memory is used")
	}
	pages, err := strconv.ParseInt(strings.Fields(string(b))[1], 10, 64)
	require.NoError(t, err)
	return pages * int64(os.Getpagesize())
}

func collected() uint64 {
	runtime.GC()
	debug.FreeOSMemory()
	var s runtime.MemStats
	runtime.ReadMemStats(&s)
	return s.HeapAlloc
}

func sortedNames[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// After ten thousand stops of all kinds no memory is kept, no goroutine is left, and another module has
// gone on all the while.
func TestTenThousandStops(t *testing.T) {
	l := tight
	l.Instructions = 20_000
	good := compile(t, sandbox.Compiler{}, echo())
	var all []*sandbox.Module
	var kinds []sandbox.Kind
	for _, name := range sortedNames(bad) {
		b := bad[name]
		m := compile(t, sandbox.Compiler{Limits: l}, badModule(b.wasm))
		all, kinds = append(all, m), append(kinds, b.kind)
	}
	stops := func(n int) {
		for k := range n {
			i := k % len(all)
			_, _, err := all[i].Call(context.Background(), []byte("b"))
			var e *sandbox.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, kinds[i], e.Kind)
			if k%10 == 0 {
				out, _, err := good.Call(context.Background(), []byte("g"))
				require.NoError(t, err)
				require.Equal(t, "g", string(out))
			}
		}
	}
	stops(1000) // what is made once
	heap, rss, goroutines := collected(), resident(t), runtime.NumGoroutine()
	stops(10_000)
	grown := int64(collected()) - int64(heap)
	more := resident(t) - rss
	t.Logf("after 10,000 stops: heap %+d bytes, resident %+d bytes", grown, more)
	require.Less(t, grown, int64(256<<10))
	require.Less(t, more, int64(8<<20))
	require.LessOrEqual(t, runtime.NumGoroutine(), goroutines)
}

// Modules that are compiled and closed, or refused after they were compiled, leave nothing either.
func TestNothingIsLeftOfModules(t *testing.T) {
	failing := refused["a start that fails"].wasm()
	round := func(n int) {
		for range n {
			m, err := sandbox.Compile(context.Background(), "test", echo(), sandbox.Limits{})
			require.NoError(t, err)
			_, _, err = m.Call(context.Background(), []byte("x"))
			require.NoError(t, err)
			m.Close()
			m.Close()
			_, _, err = m.Call(context.Background(), []byte("x"))
			require.EqualError(t, err, "module test: it is closed")
			_, err = sandbox.Compile(context.Background(), "test", failing, sandbox.Limits{})
			require.Error(t, err)
		}
	}
	round(50)
	heap, rss, goroutines := collected(), resident(t), runtime.NumGoroutine()
	round(500)
	grown := int64(collected()) - int64(heap)
	more := resident(t) - rss
	t.Logf("after 1,000 modules: heap %+d bytes, resident %+d bytes", grown, more)
	require.Less(t, grown, int64(512<<10))
	require.Less(t, more, int64(16<<20))
	require.LessOrEqual(t, runtime.NumGoroutine(), goroutines)
}

// Many goroutines call modules that keep, grow and fail, some are closed meanwhile: every call is the first.
func TestManyAtOnce(t *testing.T) {
	both(t, func(t *testing.T, c sandbox.Compiler) {
		c.Limits = tight
		c.Limits.Instructions = 100_000
		var modules []*sandbox.Module
		for _, name := range []string{"memory", "global", "memory that grows", "a table", "the size of memory"} {
			modules = append(modules, compile(t, c, keepers[name]()))
		}
		loops := compile(t, c, badModule(bad["a loop"].wasm))
		closed := compile(t, c, echo())
		var wait sync.WaitGroup
		for w := range 8 {
			wait.Go(func() {
				for n := range 50 {
					out, _, err := modules[(w+n)%len(modules)].Call(context.Background(), []byte("x"))
					if err != nil || out[0] != 1 {
						t.Errorf("got %v, %v", out, err)
					}
					if n%5 == 0 {
						if _, _, err := loops.Call(context.Background(), []byte("b")); err == nil {
							t.Error("a loop ended")
						}
					}
					if out, _, err := closed.Call(context.Background(), []byte("x")); err == nil && string(out) != "x" {
						t.Errorf("got %q", out)
					} else if err != nil && err.Error() != "module test: it is closed" {
						t.Error(err)
					}
					if w == 0 && n == 25 {
						closed.Close()
					}
				}
			})
		}
		wait.Wait()
	})
}
