package evaluators_test

import (
	"bytes"
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/examples/evaluators"
	"github.com/astragal-engine/astragal/host/sandbox"
)

type object = map[string]any
type list = []any

// patient is for a machine that does much else meanwhile.
var patient = sandbox.Limits{CompileTime: 5 * time.Minute, Fence: time.Minute}

// opened keeps every module that a test has used: those in Go take a while to compile.
var opened sync.Map

func open(t testing.TB, language, name string) *sandbox.Module {
	t.Helper()
	wasm := evaluators.Wasm(t, language, name)
	once, _ := opened.LoadOrStore(language+"/"+name, sync.OnceValues(func() (*sandbox.Module, error) {
		return sandbox.Compile(context.Background(), language+"/"+name, wasm, patient)
	}))
	m, err := once.(func() (*sandbox.Module, error))()
	require.NoError(t, err)
	return m
}

func answer(t testing.TB, m *sandbox.Module, input any) []byte {
	t.Helper()
	out, _, err := m.Call(context.Background(), pack(t, input))
	require.NoError(t, err)
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
