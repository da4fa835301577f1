package pack

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
)

// packsOf makes packs of an archive's files, by their first folder.
func packsOf(a *txtar.Archive) []Source {
	var out []Source
	at := map[string]fstest.MapFS{}
	for _, f := range a.Files {
		top, rest, ok := strings.Cut(f.Name, "/")
		if !ok {
			continue
		}
		if at[top] == nil {
			at[top] = fstest.MapFS{}
			out = append(out, Source{Name: top, FS: at[top]})
		}
		at[top][rest] = &fstest.MapFile{Data: f.Data}
	}
	return out
}

// one makes a pack of a file of rules.
func one(rules string, more ...string) []Source {
	files := fstest.MapFS{"pack.yaml": {Data: []byte("id: t\nversion: 1.0.0\n")}, "rules/r.yaml": {Data: []byte(rules)}}
	for i := 0; i+1 < len(more); i += 2 {
		files[more[i]] = &fstest.MapFile{Data: []byte(more[i+1])}
	}
	return []Source{{Name: "t", FS: files}}
}

// loaded loads packs without an error.
func loaded(t *testing.T, packs []Source) *Ruleset {
	t.Helper()
	rs, list := Load(packs, Options{})
	require.NotNil(t, rs, "%s", shownErrors(list, packs))
	return rs
}

func shownErrors(list Errors, packs []Source) string {
	_, _, files := Check(packs, Options{})
	var b bytes.Buffer
	_ = diag.Render(&b, list.List(), files, false)
	return b.String()
}

// TestLoad loads the packs of each archive in testdata/load and compares what is said about them with
// the archive's file `want`. With ASTRAGAL_UPDATE=1 it is written anew.
func TestLoad(t *testing.T) {
	names, err := filepath.Glob("testdata/load/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			require.NoError(t, err)
			packs := packsOf(a)
			rs, list := Load(packs, Options{})
			require.Equal(t, list.Any(), rs == nil)
			got := shownErrors(list, packs)
			for _, e := range list {
				got += fmt.Sprintf("%s %s %v\n", e.Code, e.Pos, e.Data)
			}
			last := len(a.Files) - 1
			if os.Getenv("ASTRAGAL_UPDATE") != "" {
				if a.Files[last].Name != "want" {
					a.Files = append(a.Files, txtar.File{Name: "want"})
					last++
				}
				a.Files[last].Data = []byte(got)
				require.NoError(t, os.WriteFile(name, txtar.Format(a), 0o644))
			}
			require.Equal(t, "want", a.Files[last].Name)
			require.Equal(t, string(a.Files[last].Data), got)
		})
	}
}

// backwards lists folders in the wrong order.
type backwards struct{ fs.FS }

func (b backwards) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(b.FS, name)
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list, err
}

func TestFilesAreReadInTheOrderOfTheirPaths(t *testing.T) {
	packs := one("fields: [{id: b, type: integer}]", "rules/a.yaml", "fields: [{id: a, type: integer}]", "rules/a/z.yaml", "fields: [{id: z, type: integer}]", "rules/a-b.yaml", "fields: [{id: ab, type: integer}]")
	names := func(rs *Ruleset) (out []string) {
		for _, f := range rs.Fields {
			out = append(out, f.Name)
		}
		return out
	}
	want := []string{"ab", "a", "z", "b"}
	require.Equal(t, want, names(loaded(t, packs)))
	packs[0].FS = backwards{packs[0].FS}
	require.Equal(t, want, names(loaded(t, packs)))
}
