package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"astragal": main})
}

// TestScript runs the command lines of testdata/script. $EXAMPLES is the folder of the example games,
// $DOCS that of the documentation.
// With ASTRAGAL_UPDATE=1 the expected texts are written anew.
func TestScript(t *testing.T) {
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: os.Getenv("ASTRAGAL_UPDATE") != "",
		Setup: func(e *testscript.Env) error {
			e.Setenv("EXAMPLES", examples)
			e.Setenv("DOCS", filepath.Join(examples, "../docs"))
			return nil
		},
	})
}
