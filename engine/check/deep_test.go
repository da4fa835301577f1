package check

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/internal/expect"
	"github.com/astragal-engine/astragal/engine/model"
)

// Every model in testdata/warnings announces its messages, each on the line that it must point to.
func TestWarnings(t *testing.T) {
	files, err := filepath.Glob("../../testdata/warnings/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			m, read, err := model.Load(file, model.Options{})
			require.NoError(t, err)
			expect.Check(t, string(text), beyond(Model(m, read).Diagnostics), nil)
		})
	}
}

// beyond keeps the messages that are not of the seed's table, and those that comments give.
func beyond(list diag.List) diag.List {
	var out diag.List
	for _, d := range list {
		if d.Code == "note-only" || slices.ContainsFunc(deepMessages, func(m Message) bool { return m.Code == d.Code }) {
			out = append(out, d)
		}
	}
	return out
}

// The examples are not warned of, and the models of other tests only where they say so.
func TestNoFalseAlarm(t *testing.T) {
	for _, pattern := range []string{"../../examples/*/model.yaml", "../../testdata/models/*.yaml", "../../testdata/models/stops/*.yaml"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			t.Run(file, func(t *testing.T) {
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				m, read, err := model.Load(file, model.Options{})
				require.NoError(t, err)
				expect.Check(t, string(text), Model(m, read).Diagnostics, nil)
			})
		}
	}
}

// A comment allows in the file that it stands in, an included one too.
func TestAllowedInAnIncludedFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	write("part.yaml", "actions:\n  a:\n    # astragal: allow unbound-name because the host binds it\n    pre_x: one\n    effect: [{op: let, name: n, value_x: two}]\n")
	m, read, err := model.Load(write("model.yaml", "include: [part.yaml]\nnum_players: 2\nflow: {kind: step, id: s, do: [a]}\n"), model.Options{})
	require.NoError(t, err)
	r := Model(m, read)
	require.Len(t, r.Allowed, 1)
	require.Equal(t, "the host binds it", r.Allowed[0].Reason)
	require.Equal(t, "part.yaml", filepath.Base(r.Allowed[0].Pos.File))
	require.Len(t, r.Diagnostics, 1)
	require.Equal(t, 5, r.Diagnostics[0].Pos.Line)
}
