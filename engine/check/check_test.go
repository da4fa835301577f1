package check

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/internal/expect"
	"github.com/astragal-engine/astragal/engine/model"
)

func TestExamplesAreClean(t *testing.T) {
	files, err := filepath.Glob("../../examples/*/model.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		m, list, err := model.Load(file, model.Options{})
		require.NoError(t, err)
		r := Model(m, list)
		for _, d := range r.Diagnostics {
			t.Errorf("%s: %s fix: %s", d.Severity, d.Error(), d.Fix)
		}
		require.Empty(t, r.Executability.Gaps)
	}
}

// Every model of testdata/errors announces what is said of it, on the line that it is about. Those named load-* are
// about reading alone.
func TestAnnouncedMessages(t *testing.T) {
	files, err := filepath.Glob("../../testdata/errors/check-*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			m, found, err := model.Parse(filepath.Base(file), string(text), model.Options{})
			require.NoError(t, err)
			expect.Check(t, string(text), Model(m, found).Diagnostics, nil)
		})
	}
}
