package evaluators_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/astragal-engine/astragal/examples/evaluators"
	"github.com/stretchr/testify/require"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/vmihailenco/msgpack/v5"
)

type object = map[string]any
type list = []any

// guest is one instance of a module, called as docs/evaluators.md has it and never put back to its image: an evaluator
// has to be well without.
type guest struct {
	name               string
	module             api.Module
	alloc, call, freed api.Function
	logged             int
}

var compiled = wazero.NewCompilationCache()

func open(t testing.TB, language, name string) *guest {
	t.Helper()
	wasm := evaluators.Wasm(t, language, name)
	ctx := context.Background()
	g := &guest{name: language + "/" + name}
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(compiled).WithMemoryLimitPages(256))
	t.Cleanup(func() { runtime.Close(ctx) })
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	_, err := runtime.NewHostModuleBuilder("astragal").NewFunctionBuilder().
		WithFunc(func(_ context.Context, m api.Module, at, n uint32) {
			_, ok := m.Memory().Read(at, n)
			require.True(t, ok)
			g.logged++
		}).Export("log").Instantiate(ctx)
	require.NoError(t, err)
	g.module, err = runtime.InstantiateWithConfig(ctx, wasm, wazero.NewModuleConfig().WithStartFunctions("_initialize"))
	require.NoError(t, err)
	g.alloc = g.module.ExportedFunction("astragal_alloc")
	g.freed = g.module.ExportedFunction("astragal_free")
	g.call = g.module.ExportedFunction("astragal_call")
	return g
}

// try is one call; the answer is the guest's memory until the next.
func (g *guest) try(input []byte) ([]byte, error) {
	ctx := context.Background()
	at, err := g.alloc.Call(ctx, uint64(len(input)))
	if err != nil {
		return nil, err
	}
	if !g.module.Memory().Write(uint32(at[0]), input) {
		return nil, context.Canceled
	}
	packed, err := g.call.Call(ctx, at[0], uint64(len(input)))
	if err != nil {
		return nil, err
	}
	answer, ok := g.module.Memory().Read(uint32(packed[0]>>32), uint32(packed[0]))
	if !ok {
		return nil, context.Canceled
	}
	answer = bytes.Clone(answer)
	_, err = g.freed.Call(ctx, at[0], uint64(len(input)))
	return answer, err
}

func (g *guest) answer(t testing.TB, input any) []byte {
	t.Helper()
	out, err := g.try(pack(t, input))
	require.NoError(t, err, g.name)
	return out
}

// pack writes the one form that a value has: the smallest of every number, keys in order.
func pack(t testing.TB, v any) []byte {
	t.Helper()
	var b bytes.Buffer
	e := msgpack.NewEncoder(&b)
	e.SetSortMapKeys(true)
	e.UseCompactInts(true)
	require.NoError(t, e.Encode(v))
	return b.Bytes()
}

// shown is an answer as a person reads it.
func shown(b []byte) any {
	var v any
	if err := msgpack.Unmarshal(b, &v); err != nil {
		return err
	}
	return v
}
