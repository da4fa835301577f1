// Package evaluators builds the sample evaluators beside it, for tests that run them.
package evaluators

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// Languages have each all of Names; C has nim, too.
var (
	Languages = []string{"c", "go", "assemblyscript", "rust"}
	Names     = []string{"echo", "score", "spell", "bad"}
)

// Wasm gives the module of an evaluator, built from its source where it is not up to date. A test on a machine without
// the compiler is skipped and says what is missing; where CI is set it fails.
func Wasm(t testing.TB, language, name string) []byte {
	t.Helper()
	b := built(language)
	switch {
	case b.missing != "" && os.Getenv("CI") == "":
		t.Skipf("no evaluators in %s: %s", language, b.missing)
	case b.missing != "":
		t.Fatalf("no evaluators in %s: %s", language, b.missing)
	case b.err != nil:
		t.Fatal(b.err)
	}
	wasm, err := os.ReadFile(filepath.Join(b.dir, name+".wasm"))
	if err != nil {
		t.Fatal(err)
	}
	return wasm
}

type build struct {
	dir     string
	missing string
	err     error
}

var builds sync.Map // of language to func() build

func built(language string) build {
	once, _ := builds.LoadOrStore(language, sync.OnceValue(func() build { return makeAll(language) }))
	return once.(func() build)()
}

func makeAll(language string) build {
	root, err := rootOfModule()
	if err != nil {
		return build{err: err}
	}
	here := filepath.Join(root, "examples", "evaluators")
	// What was looked at decides whether the go command may answer with the result of an earlier run.
	err = filepath.WalkDir(filepath.Join(here, language), func(string, fs.DirEntry, error) error { return nil })
	if err != nil {
		return build{err: err}
	}
	out := filepath.Join(root, "bin", "guests")
	if err := os.MkdirAll(out, 0o777); err != nil {
		return build{err: err}
	}
	// The tests of several packages run at once, each in a process of its own.
	unlock, err := lockedfile.MutexAt(filepath.Join(out, language+".lock")).Lock()
	if err != nil {
		return build{err: err}
	}
	defer unlock()
	mk := func(target string) (string, error) {
		text, err := exec.Command("make", "-s", "-C", here, "OUT="+out, target).CombinedOutput()
		return strings.TrimSpace(string(text)), err
	}
	if text, err := mk("can-" + language); err != nil {
		return build{missing: text}
	}
	if text, err := mk(language); err != nil {
		return build{err: fmt.Errorf("make %s: %w\n%s", language, err, text)}
	}
	return build{dir: filepath.Join(out, language)}
}

func rootOfModule() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("evaluators: %s is in no module", dir)
		}
		dir = up
	}
}
