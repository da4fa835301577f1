package check

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

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

func TestMessagesPage(t *testing.T) {
	const file = "../../docs/messages.md"
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, []byte(MessagesPage()), 0o644))
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, MessagesPage(), string(text), "set ASTRAGAL_UPDATE=1 to write it anew")
}
