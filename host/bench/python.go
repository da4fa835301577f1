package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/astragal-engine/astragal/engine/bench"
)

// pythonScript prints, in blocks, the microseconds of a call that does nothing, of an answer to the next
// request, and of a decision of a batch (0 where there is no numpy).
const pythonScript = `
import json, sys
try:
    from astragal import Runtime
except ImportError as e:
    print(f"no rows of the Python binding: {e}; make python-env installs what it needs", file=sys.stderr)
    sys.exit(3)
from astragal.bench import answering, batching, nothing
with Runtime() as runtime:
    def block():
        try: batch = batching(runtime, sys.argv[1])
        except ImportError: batch = 0
        return [nothing(), answering(runtime, sys.argv[1]), batch]
    print(json.dumps([block() for _ in range(7)]))
`

// pythonRows measures the Python binding, where there are a library in bin (make lib) and a Python: that of
// the binding's environment, which has numpy, or the system's.
func pythonRows(s bench.Setting) ([]bench.Row, error) {
	root, err := filepath.Abs(s.Root)
	if err != nil {
		return nil, err
	}
	binding := filepath.Join(root, "bindings", "python")
	python := filepath.Join(binding, ".venv", "bin", "python")
	if _, err := os.Stat(python); err != nil {
		if python, err = exec.LookPath("python3"); err != nil {
			fmt.Fprintln(os.Stderr, "no rows of the Python binding: there is no python3")
			return nil, nil
		}
	}
	name := map[string]string{"darwin": "libastragal.dylib", "windows": "astragal.dll"}[runtime.GOOS]
	if name == "" {
		name = "libastragal.so"
	}
	if _, err := os.Stat(filepath.Join(root, "bin", name)); err != nil {
		fmt.Fprintln(os.Stderr, "no rows of the Python binding: build the library with make lib")
		return nil, nil
	}
	cmd := exec.Command(python, "-c", pythonScript, filepath.Join(root, "examples", "noughts-and-crosses", "model.yaml"))
	cmd.Dir, cmd.Stderr = binding, os.Stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 3 {
		return nil, nil // it has said why
	}
	if err != nil {
		return nil, fmt.Errorf("the Python binding: %w", err)
	}
	var t bench.Times
	if err := json.Unmarshal(out, &t); err != nil {
		return nil, fmt.Errorf("the Python binding: %w", err)
	}
	return pythonRowsOf(t), nil
}

func pythonRowsOf(t bench.Times) []bench.Row {
	ratio, answer := t.Ratio(1, 0), t.Of(1)
	rows := []bench.Row{{Name: "answer to next request through Python", Value: ratio.Value, Unit: "of an empty call", Spread: ratio.Spread(), Must: 8 / 0.145, Bound: true, Less: true,
		Note: fmt.Sprintf("(%.2f µs, an empty call %.3f µs)", answer.Value, t.Of(0).Value)}}
	if batch := t.Of(2); batch.Value > 0 {
		rows = append(rows, bench.Row{Name: "batch.step of two thousand games from numpy, a decision", Value: 1000 * batch.Value, Unit: "ns", Spread: batch.Spread(), Must: 500, Bound: true, Less: true})
	}
	return rows
}
