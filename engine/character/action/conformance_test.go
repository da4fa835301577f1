package action_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

const conformance = "../../../docs/actions-conformance.md"

var inTicks = regexp.MustCompile("`([^`]+)`")

// proofs are what a row may name: data cases as file/name, tests of this folder, and those of its
// neighbours as folder.TestName.
func proofs(t *testing.T) map[string]bool {
	out := map[string]bool{}
	paths, err := filepath.Glob(filepath.Join(casesAt, "*.yaml"))
	require.NoError(t, err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		var f caseFile
		require.NoError(t, yaml.Unmarshal(text, &f), path)
		for _, c := range f.Cases {
			name := strings.TrimSuffix(filepath.Base(path), ".yaml") + "/" + c.Name
			require.False(t, out[name], "two cases are called %s", name)
			out[name] = true
		}
	}
	tests, err := filepath.Glob("../*/*_test.go")
	require.NoError(t, err)
	for _, path := range tests {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		folder := filepath.Base(filepath.Dir(path)) + "."
		if folder == "action." {
			folder = ""
		}
		for _, d := range file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && (strings.HasPrefix(fn.Name.Name, "Test") || strings.HasPrefix(fn.Name.Name, "Fuzz")) {
				out[folder+fn.Name.Name] = true
			}
		}
	}
	return out
}

// Every rule of the table names what proves it, and all of that exists.
func TestConformanceNamesWhatExists(t *testing.T) {
	text, err := os.ReadFile(conformance)
	require.NoError(t, err)
	known := proofs(t)
	for i, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| Rule |") {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |"), " | ")
		if len(cells) != 3 {
			t.Errorf("line %d: a row has a rule, what proves it and its state", i+1)
			continue
		}
		if cells[2] != "holds" && !strings.HasPrefix(cells[2], "differs: ") {
			t.Errorf("line %d: the state is holds, or differs with the reason, not %q", i+1, cells[2])
		}
		named := inTicks.FindAllStringSubmatch(cells[1], -1)
		if len(named) == 0 {
			t.Errorf("line %d: nothing proves %q", i+1, cells[0])
		}
		for _, m := range named {
			if !known[m[1]] {
				t.Errorf("line %d: there is no case and no test %s", i+1, m[1])
			}
		}
	}
}
