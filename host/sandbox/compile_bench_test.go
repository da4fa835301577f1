package sandbox_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/sandbox"
	. "github.com/astragal-engine/astragal/host/sandbox/wasmtest"
)

// heavy are functions that make as much work to compile as one may, or nearly: what takes longest of its kind for
// a unit of work.
var heavy = map[string]func(m *Module){
	"memory at ever new addresses": func(m *Module) { m.Func("", "i:i", "", Get(0), bytes.Repeat(Mem(0x28, 0), 35_000)) },
	"stores": func(m *Module) {
		m.Func("", "i:", "", bytes.Repeat(Join(Get(0), Get(0), Mem(0x36, 0), Get(0), Op(0x45), Set(0)), 10_000))
	},
	"conversions": func(m *Module) { m.Func("", "F:", "", bytes.Repeat(Join(Get(0), Op(0xaa, 0x1a)), 32_000)) },
	"calls":       func(m *Module) { m.Func("", ":", "", bytes.Repeat(Call(0), 62_000)) },
	"calls through a table": func(m *Module) {
		m.Func("", "i:", "", bytes.Repeat(Join(Get(0), U(0x11, m.Type(":"), 0)), 8_000))
	},
	"calls that hand on much":         func(m *Module) { m.Func("", many+":"+many, "", ones, bytes.Repeat(Call(1), 970)) },
	"branches that hand on much":      func(m *Module) { m.Func("", ":"+many, "", ones, bytes.Repeat(Join(I32(1), BrIf(0)), 1600)) },
	"branches":                        func(m *Module) { m.Func("", ":", "", bytes.Repeat(Join(I32(1), BrIf(0)), 4300)) },
	"blocks in blocks":                func(m *Module) { m.Func("", ":", "", bytes.Repeat(Op(2, 0x40), 7600), bytes.Repeat(Op(0x0b), 7600)) },
	"locals that branches may change": func(m *Module) { m.Many("", ":", 1900, bytes.Repeat(Join(I32(1), If(Op(1))), 60), allLocals) },
}

var allLocals = func() (c Code) {
	for i := range uint64(1900) {
		c = append(c, Join(Get(i), Op(0x1a))...)
	}
	return c
}()

// BenchmarkCompile tells what a module takes that makes as much work as it may, all of one kind.
func BenchmarkCompile(b *testing.B) {
	for _, name := range sortedNames(heavy) {
		b.Run(name, func(b *testing.B) {
			m := new(Module)
			m.Func("", ":", "")
			m.Func("", many+":"+many, "", Op(0))
			m.Table(1, 1)
			for range 23 {
				heavy[name](m)
			}
			wasm := m.Evaluator(1, -1, "", I64(0))
			for b.Loop() {
				mod, err := sandbox.Compile(context.Background(), "bench", wasm, sandbox.Limits{CompileTime: sandbox.Most.CompileTime})
				require.NoError(b, err)
				mod.Close()
			}
			b.ReportMetric(float64(resident(b))/(1<<20), "MiB-resident")
		})
	}
}
