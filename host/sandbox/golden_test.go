package sandbox_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/sandbox"
)

// What calls give and how many instructions they take is written down, so that another machine can be held
// against it: random programs, floats of all kinds, and every way to be stopped.
func TestTheSameOnEveryMachine(t *testing.T) {
	var golden strings.Builder
	line := func(name string, wasm, input []byte, l sandbox.Limits) {
		m, err := sandbox.Compile(context.Background(), "test", wasm, l)
		require.NoError(t, err)
		defer m.Close()
		out, n, err := m.Call(context.Background(), input)
		fmt.Fprintf(&golden, "%s: %d instructions, %x", name, n, sha256.Sum256(out))
		if err != nil {
			fmt.Fprintf(&golden, ", %v", err)
		}
		golden.WriteString("\n")
	}
	for seed := range uint64(20) {
		wasm, _ := program(seed)
		line(fmt.Sprintf("program %d", seed), wasm, binary.LittleEndian.AppendUint64(nil, seed*0x9e3779b97f4a7c15), sandbox.Limits{})
	}
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 3))
		wasm, _ := floats(r)
		line(fmt.Sprintf("floats %d", seed), wasm, floatInput(r), sandbox.Limits{})
	}
	for _, name := range sortedNames(bad) {
		line(name, badModule(bad[name].wasm), []byte("b"), tight)
	}
	const file = "testdata/same.golden"
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, []byte(golden.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), golden.String())
}
