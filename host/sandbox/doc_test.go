package sandbox_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/sandbox"
)

// The table of docs/evaluators.md has the limits as they are.
func TestLimitsAreDocumented(t *testing.T) {
	d, m := sandbox.Default, sandbox.Most
	var table strings.Builder
	for _, row := range []struct {
		what      string
		byDefault any
		atMost    any
	}{
		{"bytes of the file", d.ModuleBytes, m.ModuleBytes},
		{"pages of memory, 64 KiB each", d.MemoryPages, m.MemoryPages},
		{"instructions of one call, and of all that runs when the module is loaded", d.Instructions, m.Instructions},
		{"calls of functions in one another", d.Nesting, m.Nesting},
		{"bytes of the input", d.InputBytes, m.InputBytes},
		{"bytes of the output", d.OutputBytes, m.OutputBytes},
		{"bytes that one call writes to the log; 16 more each time", d.LogBytes, m.LogBytes},
		{"units of work to compile, as below", d.CompileWork, m.CompileWork},
		{"time to compile", d.CompileTime, m.CompileTime},
		{"time of one call", d.Fence, m.Fence},
	} {
		fmt.Fprintf(&table, "| %s | %v | %v |\n", row.what, row.byDefault, row.atMost)
	}
	doc, err := os.ReadFile("../../docs/evaluators.md")
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(doc), "<!-- limits -->")
	got, _, _ := strings.Cut(rest, "<!-- end -->")
	require.Equal(t, "\n| Limit | Default | At most |\n|---|---|---|\n"+table.String(), got)
}
