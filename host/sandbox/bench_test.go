package sandbox_test

import (
	"context"
	"testing"

	"github.com/astragal-engine/astragal/host/sandbox"
	. "github.com/astragal-engine/astragal/host/sandbox/wasmtest"
)

func benchmark(b *testing.B, wasm []byte, input []byte) {
	m, err := sandbox.Compile(context.Background(), "bench", wasm, sandbox.Limits{Instructions: sandbox.Most.Instructions})
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	var n int64
	for b.Loop() {
		if _, n, err = m.Call(context.Background(), input); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n), "instructions")
}

func BenchmarkEcho(b *testing.B) {
	b.Run("10", func(b *testing.B) { benchmark(b, echo(), make([]byte, 10)) })
	b.Run("200", func(b *testing.B) { benchmark(b, echo(), make([]byte, 200)) })
}

// What counting costs: a loop that only calculates, and one that writes.
func BenchmarkLoop(b *testing.B) {
	sum := new(Module).Evaluator(1, -1, "iI", Loop(
		Get(3), I64(6364136223846793005), Op(0x7e), I64(1442695040888963407), Op(0x7c), Set(3),
		Get(2), I32(1), Op(0x6a), Tee(2), I32(1000000), Op(0x48), BrIf(0)), Get(3), I64(0), Op(0x83))
	b.Run("sum", func(b *testing.B) { benchmark(b, sum, nil) })
	write := new(Module).Evaluator(1, -1, "iI", Loop(
		Get(2), I32(0xfff8), Op(0x71), Get(3), Mem(0x37, 0), Get(3), I64(3), Op(0x7c), Set(3),
		Get(2), I32(1), Op(0x6a), Tee(2), I32(1000000), Op(0x48), BrIf(0)), I64(0))
	b.Run("write", func(b *testing.B) { benchmark(b, write, nil) })
	float := new(Module).Evaluator(1, -1, "iF", Loop(
		Get(3), Float(1.0000001), Op(0xa2), Float(0.5), Op(0xa0), Set(3),
		Get(2), I32(1), Op(0x6a), Tee(2), I32(1000000), Op(0x48), BrIf(0)), I64(0))
	b.Run("float", func(b *testing.B) { benchmark(b, float, nil) })
}
