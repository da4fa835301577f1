package sandbox_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/sandbox"
	. "github.com/astragal-engine/astragal/host/sandbox/wasmtest"
)

var engines = []bool{false, true} // interpreted

// both runs a test on both engines.
func both(t *testing.T, f func(t *testing.T, c sandbox.Compiler)) {
	for _, interpreted := range engines {
		t.Run(fmt.Sprintf("interpreted=%v", interpreted), func(t *testing.T) {
			f(t, sandbox.Compiler{Interpreted: interpreted})
		})
	}
}

func compile(t *testing.T, c sandbox.Compiler, wasm []byte) *sandbox.Module {
	t.Helper()
	m, err := c.Compile(context.Background(), "test", wasm)
	require.NoError(t, err)
	t.Cleanup(m.Close)
	return m
}

// echo gives its input back.
func echo() []byte {
	return new(Module).Evaluator(1, -1, "", Packed(Get(0), Get(1)))
}

func TestEcho(t *testing.T) {
	both(t, func(t *testing.T, c sandbox.Compiler) {
		m := compile(t, c, echo())
		for _, in := range []string{"", "a", "hello, world"} {
			out, n, err := m.Call(context.Background(), []byte(in))
			require.NoError(t, err)
			require.Equal(t, in, string(out))
			require.Equal(t, int64(2+8), n)
		}
	})
}
