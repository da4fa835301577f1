package engine_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/astragal-engine/astragal/"

// may says for each package of the module which others it may import, and which modules of strangers
// (those have a dot). The standard library is free to all. A package that is not here fails the test:
// whoever adds one decides what it may know. A trailing /... stands for everything below a folder.
//
// Read from top to bottom it is the way from text to play: the machine (program, game) knows neither
// the model nor the compiler, and nothing below the facade knows what stands above it.
var may = map[string]string{
	"engine/diag":                 "",
	"engine/value":                "",
	"engine/drive/prng":           "",
	"engine/heap":                 "",
	"engine/turn":                 "",
	"engine/dice":                 "",
	"engine/packfile":             "engine/diag github.com/Masterminds/semver/v3 golang.org/x/text/...",
	"engine/character/formula":    "engine/internal/jsontext engine/diag engine/dice github.com/google/cel-go/...",
	"engine/expr":                 "engine/diag engine/value",
	"engine/model":                "engine/diag gopkg.in/yaml.v3",
	"engine/board":                "engine/diag engine/model engine/value",
	"engine/program":              "engine/board engine/diag engine/expr engine/turn engine/value",
	"engine/compile":              "engine/board engine/diag engine/dice engine/expr engine/model engine/program engine/value",
	"engine/check":                "engine/board engine/compile engine/diag engine/expr engine/model engine/program engine/value",
	"engine/game":                 "engine/board engine/diag engine/dice engine/expr engine/program engine/turn engine/value",
	"engine/drive":                "engine/internal/jsontext engine/diag engine/drive/prng engine/expr engine/game engine/program engine/turn engine/value",
	"engine/observe":              "engine/drive/prng engine/game engine/program engine/value",
	"engine/search":               "engine/drive engine/drive/prng engine/game engine/observe engine/program",
	"engine/agent":                "engine/drive engine/drive/prng engine/game engine/observe engine/program engine/search",
	"engine/explain":              "engine/diag engine/drive engine/expr engine/game engine/program engine/turn engine/value",
	"engine/analyze":              "engine/drive engine/observe engine/drive/prng engine/expr engine/game engine/program engine/value",
	"engine/explore":              "engine/diag engine/drive engine/expr engine/game engine/program engine/turn engine/value",
	"engine/simulate":             "engine/diag engine/drive engine/drive/prng engine/game engine/program engine/value",
	"engine/bench":                "engine/character/action engine/character/formula engine/character/pack engine/character/sheet engine/compile engine/diag engine/dice engine/drive/prng engine/expr engine/game engine/model engine/program engine/search engine/simulate engine/turn engine/value",
	"engine/bench/cmd":            "engine/bench engine/heap",
	"engine/bench/growth":         "engine/bench engine/chart engine/diagram engine/game",
	"engine/bench/where":          "engine/bench",
	"engine/diagram":              "engine/diag engine/model",
	"engine/chart":                "engine/diagram engine/simulate",
	"engine/report":               "engine/check engine/diag engine/diagram engine/drive engine/game engine/model engine/simulate",
	"engine":                      "engine/agent engine/check engine/compile engine/diag engine/drive engine/explain engine/game engine/model engine/program engine/simulate engine/value",
	"engine/enginetest":           "engine engine/agent engine/compile engine/diag engine/drive engine/drive/prng engine/game engine/model engine/observe engine/program engine/search engine/turn engine/value",
	"engine/lsp":                  "engine/check engine/diag engine/expr engine/model",
	"engine/rules":                "", // tests only
	"engine/enginetest/effort":    "",
	"engine/internal/doccheck":    "engine/compile engine/diag engine/expr engine/game engine/model engine/program engine/value",
	"engine/internal/expect":      "engine/diag engine/model",
	"engine/internal/jsontext":    "",
	"engine/internal/schemacheck": "github.com/santhosh-tekuri/jsonschema/v6 github.com/stretchr/testify/... gopkg.in/yaml.v3",
	"engine/schema":               "engine/character/action engine/character/pack engine/character/sheet engine/model engine/report",
	"engine/schema/gen":           "engine/schema",
	"host/contentpack":            "engine/character/pack engine/diag engine/model engine/packfile",
	"host/hostile":                "", // tests only
	"host/session":                "host/evaluator host/sandbox engine/agent engine/character engine/character/pack engine/check engine/compile engine/diag engine/drive engine/drive/prng engine/explore engine/game engine/model engine/observe engine/packfile engine/program engine/report engine/simulate engine/turn engine/value host/contentpack",
	"host/evaluator":              "engine/drive engine/program engine/value github.com/vmihailenco/msgpack/...",
	"host/protocol":               "host/evaluator engine/board engine/character engine/character/pack engine/chart engine/diag engine/diagram engine/dice engine/drive engine/drive/prng engine/explain engine/explore engine/game engine/observe engine/program engine/report engine/simulate engine/turn engine/value host/contentpack host/session github.com/vmihailenco/msgpack/...",
	"host/protocol/gen":           "host/protocol",
	"host/sandbox":                "host/sandbox/meter github.com/tetratelabs/wazero github.com/tetratelabs/wazero/...",
	"host/sandbox/meter":          "",
	"host/sandbox/wasmtest":       "", // for tests only
	"host/bench":                  "engine/bench engine/bench/growth engine/bench/where engine/game engine/heap host/protocol host/sandbox host/session github.com/vmihailenco/msgpack/...",
	"capi":                        "C engine/heap host/protocol host/session",
	"examples/evaluators":         "github.com/rogpeppe/go-internal/... host/evaluator host/sandbox",
	"cmd/astragal":                "engine engine/... host/contentpack host/protocol host/session",

	"engine/character/pack":     "engine/character/formula engine/diag engine/dice engine/model engine/packfile golang.org/x/text/...",
	"engine/character/slab":     "",
	"engine/character/sheet":    "engine/internal/jsontext engine/character/formula engine/character/pack engine/character/slab engine/dice engine/diag",
	"engine/character/page":     "engine/character/formula engine/character/pack engine/character/sheet",
	"engine/character/action":   "engine/internal/jsontext engine/character/formula engine/character/pack engine/character/sheet engine/character/slab engine/dice engine/drive/prng",
	"engine/character":          "engine/character/action engine/character/pack engine/character/sheet engine/dice engine/drive/prng",
	"engine/character/packtest": "", // tests only

	"examples/evaluators/go/astragal": "",
	"examples/evaluators/go/bad":      "examples/evaluators/go/astragal",
	"examples/evaluators/go/echo":     "examples/evaluators/go/astragal",
	"examples/evaluators/go/score":    "examples/evaluators/go/astragal",
	"examples/evaluators/go/spell":    "examples/evaluators/go/astragal",

	"engine/enginetest/randommodel": "engine/drive/prng",
}

// testsMay says what the tests of every package import beside what it may itself.
const testsMay = "gopkg.in/yaml.v3 github.com/stretchr/testify/... pgregory.net/rapid github.com/rogpeppe/go-internal/... github.com/davecgh/go-spew/... github.com/santhosh-tekuri/jsonschema/v6 engine engine/... github.com/vmihailenco/msgpack/... host/protocol host/session host/contentpack host/sandbox host/sandbox/wasmtest examples/evaluators"

func TestImports(t *testing.T) {
	used := imports(t, "..")
	var names []string
	for pkg := range used {
		names = append(names, pkg)
	}
	sort.Strings(names)
	for _, pkg := range names {
		allowed, known := may[pkg]
		if !known {
			t.Errorf("package %s is not in the list of engine/deps_test.go: decide what it may import", pkg)
			continue
		}
		for _, use := range used[pkg] {
			list := allowed
			if use.test {
				list += " " + testsMay
			}
			if !matches(list, use.path) && use.path != pkg {
				t.Errorf("%s: %s may not import %s", use.file, pkg, use.path)
			}
		}
	}
}

// The policy itself has no way round: what may import what has an order.
func TestPolicyHasNoCycle(t *testing.T) {
	state := map[string]int{}
	var visit func(pkg string, path []string)
	visit = func(pkg string, path []string) {
		require.NotEqual(t, 1, state[pkg], "a way round: %v", append(path, pkg))
		if state[pkg] == 2 {
			return
		}
		state[pkg] = 1
		for _, next := range strings.Fields(may[pkg]) {
			visit(next, append(path, pkg))
		}
		state[pkg] = 2
	}
	for pkg := range may {
		visit(pkg, nil)
	}
}

// A machine that can open a socket or read a clock is no longer a function of its answers.
func TestTheMachineIsAlone(t *testing.T) {
	for pkg, uses := range imports(t, "..") {
		switch pkg {
		case "engine/value", "engine/expr", "engine/program", "engine/game", "engine/board", "engine/drive", "engine/drive/prng", "engine/observe", "engine/search", "engine/dice":
			for _, use := range uses {
				if !use.test {
					require.NotContains(t, []string{"os", "net", "net/http", "time", "math/rand", "math/rand/v2", "crypto/rand", "os/exec", "plugin"}, use.std,
						"%s: %s", use.file, use.std)
				}
			}
		}
	}
}

type use struct {
	file string
	path string // inside the module without its name
	std  string // of the standard library
	test bool
}

// imports reads what each package of the module imports; "C" counts as a module of strangers.
func imports(t *testing.T, root string) map[string][]use {
	t.Helper()
	out := map[string][]use{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "testdata" || hasOwnModule(path)) {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(rel)
		out[pkg] = append(out[pkg], use{})
		for _, spec := range f.Imports {
			p, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			u := use{file: path, test: strings.HasSuffix(name, "_test.go")}
			inside := strings.TrimPrefix(p, module)
			if first, _, _ := strings.Cut(p, "/"); inside == p && p != "C" && !strings.Contains(first, ".") {
				u.std = p
			} else {
				u.path = inside
			}
			out[pkg] = append(out[pkg], u)
		}
		return nil
	})
	require.NoError(t, err)
	return out
}

func hasOwnModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// matches reports whether a list has a path; the standard library has none.
func matches(list, path string) bool {
	if path == "" {
		return true
	}
	for _, p := range strings.Fields(list) {
		if below, ok := strings.CutSuffix(p, "/..."); p == path || ok && strings.HasPrefix(path, below+"/") {
			return true
		}
	}
	return false
}
