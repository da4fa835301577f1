// Package effort bounds in tests how much work something is: in processor time against that of a piece of work which
// is always the same, done in the same process. So a bound holds on a slow machine and beside others that are at work,
// where one in seconds would not.
package effort

import (
	"sync"
	"testing"
	"time"
)

// Units is how many times the piece of work goes into some other. One is about a millisecond.
type Units float64

// cpu is the processor time that this process has used; where nobody tells it, the time since it began.
var (
	began = time.Now()
	cpu   = func() time.Duration { return time.Since(began) }
)

// Most runs f, which must be no more work than that. Nothing else may run in the process meanwhile.
func Most(t testing.TB, most Units, f func()) {
	t.Helper()
	if took := Of(f); took > most {
		t.Errorf("it is %.0f units of work, more than %.0f", took, most)
	} else {
		t.Logf("%.1f units of work, at most %.0f", took, most)
	}
}

// Of runs f and gives how much work it is.
func Of(f func()) Units {
	one := unit()
	start := cpu()
	f()
	return Units(float64(cpu()-start) / float64(one))
}

// unit is the processor time of the piece of work: the least of some, each of several.
var unit = sync.OnceValue(func() time.Duration {
	const times, runs = 8, 8
	least := time.Duration(1<<63 - 1)
	text := make([]byte, 1<<20)
	for range runs {
		start := cpu()
		for range times {
			work(text)
		}
		least = min(least, (cpu()-start)/times)
	}
	return max(least, time.Microsecond)
})

// work goes over a text, each step with what the one before it gave.
func work(text []byte) {
	h := uint32(2166136261)
	for i := range text {
		h = (h ^ uint32(text[i])) * 16777619
		text[i] = byte(h)
	}
}
