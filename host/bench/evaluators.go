package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/engine/bench"
	"github.com/astragal-engine/astragal/host/sandbox"
)

// evaluatorRows measures calls of the sample evaluators that give back what they were given, where they are
// built (make guests): with nothing in them, and with 200 bytes. Each call decodes and encodes msgpack in the
// guest, and puts back its memory.
func evaluatorRows(s bench.Setting) ([]bench.Row, error) {
	var rows []bench.Row
	for _, l := range []struct {
		name, dir      string
		nothing, bytes float64 // nanoseconds; 0: no bound
	}{{"C", "c", 3000, 5000}, {"Rust", "rust", 3000, 5000}, {"AssemblyScript", "assemblyscript", 3000, 5000}, {"Go", "go", 0, 0}} {
		wasm, err := os.ReadFile(filepath.Join(s.Root, "bin", "guests", l.dir, "echo.wasm"))
		if err != nil {
			fmt.Fprintf(os.Stderr, "no rows of evaluators in %s: build them with make guests\n", l.name)
			continue
		}
		m, err := sandbox.Compile(context.Background(), "echo", wasm, sandbox.Limits{})
		if err != nil {
			return nil, err
		}
		defer m.Close()
		for _, call := range []struct {
			name string
			args any
			must float64
		}{{"a call of an evaluator in %s", nil, l.nothing}, {"the same that gives back 200 bytes, in %s", strings.Repeat("x", 200), l.bytes}} {
			in, err := msgpack.Marshal(map[string]any{"args": call.args})
			if err != nil {
				return nil, err
			}
			out, instructions, err := m.Call(context.Background(), in)
			if err != nil {
				return nil, err
			}
			if text, _ := call.args.(string); !bytes.Contains(out, []byte(text)) {
				return nil, fmt.Errorf("the evaluator in %s gives %q", l.name, out)
			}
			row, err := bench.Timed(fmt.Sprintf(call.name, l.name), s.Pace, call.must, func(n int) (int, error) {
				for range n {
					if _, _, err := m.Call(context.Background(), in); err != nil {
						return 0, err
					}
				}
				return n, nil
			})
			if err != nil {
				return nil, err
			}
			row.Note = fmt.Sprintf("(%d instructions)", instructions)
			rows = append(rows, row)
		}
	}
	return rows, nil
}
