package enginetest_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/enginetest"
	"github.com/astragal-engine/astragal/engine/model"
)

// Every model of the repository goes through the kit; those in testdata must also end.
func TestModels(t *testing.T) {
	for _, root := range []string{"../../testdata/models", "../../examples"} {
		for _, path := range models(t, root) {
			name := strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(path), "../../"), ".yaml")
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				m, diags, err := model.Load(path, model.Options{})
				require.NoError(t, err)
				p, more := compile.Compile(m, compile.Options{})
				opts := enginetest.Options{Requests: 120, Games: 2}
				switch {
				case strings.HasPrefix(name, "testdata/models/stops/"):
					opts = enginetest.Options{}
				case strings.HasPrefix(name, "testdata/"):
					require.Empty(t, append(diags, more...))
					opts = enginetest.Options{Games: 4, MustEnd: true}
				}
				if strings.HasSuffix(name, "/tokens") {
					opts.Games = 1 // thousands of cards in every save
				}
				enginetest.Check(t, p, opts)
			})
		}
	}
}

func models(t *testing.T, root string) []string {
	var out []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && (filepath.Base(path) == "model.yaml" || strings.Contains(root, "testdata") && filepath.Ext(path) == ".yaml") {
			out = append(out, path)
		}
		return err
	})
	require.NoError(t, err)
	require.NotEmpty(t, out)
	return out
}
