package sandbox

import (
	"time"

	"github.com/astragal-engine/astragal/host/sandbox/meter"
)

// Limits bound what a module may be and what one call of it may do; zero stands for the default. All but
// the times are the same on every machine.
type Limits struct {
	ModuleBytes  int           // of the file
	MemoryPages  int           // 64 KiB each
	Instructions int           // of one call; also of all that runs when the module is loaded
	Nesting      int           // of calls of functions in one another
	InputBytes   int           // of one call
	OutputBytes  int           // of one call
	LogBytes     int           // of one call; each line counts 16 more
	CompileWork  int           // of compiling the module, in units: see docs/evaluators.md
	CompileTime  time.Duration // until the module is ready, before anything of it runs
	Fence        time.Duration // of one call: behind the instructions, for a machine that is far too slow
}

// Default has every default.
var Default = Limits{
	ModuleBytes:  8 << 20,
	MemoryPages:  256,
	Instructions: 50_000_000,
	Nesting:      1000,
	InputBytes:   1 << 20,
	OutputBytes:  1 << 20,
	LogBytes:     64 << 10,
	CompileWork:  24_000_000,
	CompileTime:  20 * time.Second,
	Fence:        10 * time.Second,
}

// Most is how far limits can be raised: more is cut down to it.
var Most = Limits{
	ModuleBytes:  64 << 20,
	MemoryPages:  16384,
	Instructions: 1_000_000_000_000,
	Nesting:      1800,
	InputBytes:   64 << 20,
	OutputBytes:  64 << 20,
	LogBytes:     16 << 20,
	CompileWork:  1_000_000_000,
	CompileTime:  10 * time.Minute,
	Fence:        time.Hour,
}

func within[T int | time.Duration](x, byDefault, most T) T {
	if x <= 0 {
		return byDefault
	}
	return min(x, most)
}

// filled has a default for each limit that is not set.
func (l Limits) filled() Limits {
	d, m := Default, Most
	return Limits{
		ModuleBytes:  within(l.ModuleBytes, d.ModuleBytes, m.ModuleBytes),
		MemoryPages:  within(l.MemoryPages, d.MemoryPages, m.MemoryPages),
		Instructions: within(l.Instructions, d.Instructions, m.Instructions),
		Nesting:      within(l.Nesting, d.Nesting, m.Nesting),
		InputBytes:   within(l.InputBytes, d.InputBytes, m.InputBytes),
		OutputBytes:  within(l.OutputBytes, d.OutputBytes, m.OutputBytes),
		LogBytes:     within(l.LogBytes, d.LogBytes, m.LogBytes),
		CompileWork:  within(l.CompileWork, d.CompileWork, m.CompileWork),
		CompileTime:  within(l.CompileTime, d.CompileTime, m.CompileTime),
		Fence:        within(l.Fence, d.Fence, m.Fence),
	}
}

// shape is what a module may consist of, so that it compiles in bounded time.
func (l Limits) shape() meter.Limits {
	return meter.Limits{
		Bytes:     l.ModuleBytes,
		Types:     10_000,
		Imports:   1000,
		Functions: 50_000,
		Params:    100,
		Locals:    2000,
		Body:      128 << 10,
		Work:      1_000_000,
		AllWork:   l.CompileWork,
		Loops:     100,
		Globals:   2000,
		Tables:    10,
		TableSize: 100_000,
		Exports:   10_000,
		Segments:  50_000,
		Pages:     l.MemoryPages,
	}
}
