package model

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diag"
)

// folder writes files and gives the path of model.yaml among them.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o755))
		require.NoError(t, os.WriteFile(p, []byte(text), 0o644))
	}
	return filepath.Join(dir, "model.yaml")
}

const rest = "num_players: 2\nflow: {kind: sequence, id: main}\n"

func TestIncludesMerge(t *testing.T) {
	path := folder(t, map[string]string{
		"model.yaml":       "include: [parts/cards.yaml, parts/rules.yaml]\n" + rest + "actions: {own: {}}\nend: [{id: own}]\nnote: a\nstate: {vars: {c: {init: 3}}}\n",
		"parts/cards.yaml": "content: {cards: [{id: a}, {id: b}]}\nstate: {vars: {a: {init: 1}}}\nend: [{id: first}]\nnote: b\n",
		"parts/rules.yaml": "include: [deep/more.yaml]\ncontent: {cards: [{id: c}], tiles: [{id: t}]}\nactions: {fold: {}}\nstate: {vars: {b: {init: 2}}}\n",
		// A diamond: cards are here already.
		"parts/deep/more.yaml": "actions: {deep: {}}\n",
	})
	m, list, err := Load(path, Options{})
	require.NoError(t, err)
	require.Empty(t, list)
	names := func() (out []string) {
		for _, a := range m.Actions {
			out = append(out, a.Name)
		}
		for _, v := range m.Vars {
			out = append(out, v.Name)
		}
		for _, c := range m.Content {
			for _, i := range c.Items {
				out = append(out, i.ID)
			}
		}
		for _, e := range m.End {
			out = append(out, e.ID)
		}
		return out
	}
	require.Equal(t, []string{"deep", "fold", "own", "a", "b", "c", "a", "b", "c", "t", "first", "own"}, names())
	require.Len(t, m.Files, 4)
	dir := filepath.Dir(path)
	require.Equal(t, diag.Pos{File: filepath.Join(dir, "parts", "cards.yaml"), Line: 1, Col: 19}, m.Content[0].Items[0].Pos)
	require.Equal(t, "actions: {deep: {}}\n", m.Sources()[filepath.Join(dir, "parts", "deep", "more.yaml")])
}

func TestIncludedTwiceIsReadOnce(t *testing.T) {
	path := folder(t, map[string]string{
		"model.yaml": "include: [a.yaml, ./a.yaml, b.yaml]\n" + rest,
		"a.yaml":     "actions: {x: {}}\n",
		"b.yaml":     "include: [a.yaml]\nactions: {y: {}}\n",
	})
	m, list, err := Load(path, Options{})
	require.NoError(t, err)
	require.Empty(t, list)
	require.Len(t, m.Actions, 2)
}

func TestIncludeConflicts(t *testing.T) {
	path := folder(t, map[string]string{
		"model.yaml": "include: [a.yaml]\n" + rest + "actions: {x: {}}\nconstants: {c: [1]}\nmode: cooperative\n",
		"a.yaml":     "actions: {x: {}}\nconstants: {c: [2]}\nmode: competitive\n",
	})
	m, list, err := Load(path, Options{})
	require.NoError(t, err)
	other := filepath.Join(filepath.Dir(path), "a.yaml")
	require.Len(t, list, 3)
	require.Equal(t, "actions.x stands here a second time; the first is at "+other+":1:11", list[0].Text)
	require.Equal(t, diag.Pos{File: path, Line: 4, Col: 11}, list[0].Pos)
	require.Equal(t, "constants.c stands here a second time; the first is at "+other+":2:13", list[1].Text)
	require.Equal(t, "mode stands here a second time; the first is at "+other+":3:1", list[2].Text)
	require.Equal(t, "competitive", m.Mode)
}

func TestIncludesStayBelowTheModel(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret.yaml")
	require.NoError(t, os.WriteFile(outside, []byte("actions: {secret: {}}\n"), 0o600))
	path := folder(t, map[string]string{
		"model.yaml": "include:\n- " + outside + "\n- ../secret.yaml\n- a/../../secret.yaml\n- link.yaml\n- linked/secret.yaml\n- gone.yaml\n- sub\n- 5\n- 'a\\b.yaml'\n- ''\n- list.yaml\n- inner.yaml\n" + rest,
		"sub/x.yaml": "",
		"list.yaml":  "[1, 2]",
		"real.yaml":  "actions: {fine: {}}\n",
	})
	dir := filepath.Dir(path)
	require.NoError(t, os.Symlink(outside, filepath.Join(dir, "link.yaml")))
	require.NoError(t, os.Symlink(filepath.Dir(outside), filepath.Join(dir, "linked")))
	require.NoError(t, os.Symlink("real.yaml", filepath.Join(dir, "inner.yaml")))
	m, list, err := Load(path, Options{})
	require.NoError(t, err)
	require.Len(t, list, 11)
	for i, d := range list {
		require.Equal(t, "include", d.Code)
		require.Equal(t, diag.Pos{File: path, Line: i + 2, Col: 3}, d.Pos)
	}
	require.Contains(t, list[0].Text, "must be relative")
	require.Contains(t, list[1].Text, "must not lead upwards")
	require.Contains(t, list[3].Text, "escapes")
	require.Contains(t, list[6].Text, "no plain file")
	require.Contains(t, list[10].Text, "it is a list, not a mapping")
	require.Len(t, m.Actions, 1)
	require.Equal(t, "fine", m.Actions[0].Name)
}

func TestIncludeCycles(t *testing.T) {
	path := folder(t, map[string]string{
		"model.yaml": "include: [a.yaml]\n" + rest,
		"a.yaml":     "include: [b.yaml, model.yaml]\nactions: {a: {}}\n",
		"b.yaml":     "include: [a.yaml, b.yaml]\nactions: {b: {}}\n",
	})
	m, list, err := Load(path, Options{})
	require.NoError(t, err)
	require.Len(t, m.Actions, 2)
	require.Len(t, list, 3)
	require.Contains(t, list[0].Text, "it includes itself: model.yaml → a.yaml → model.yaml")
	require.Contains(t, list[1].Text, "it includes itself: a.yaml → b.yaml → a.yaml")
	require.Contains(t, list[2].Text, "it includes itself: b.yaml → b.yaml")
}

func TestFaultyIncludeIsFatalWithItsPlace(t *testing.T) {
	path := folder(t, map[string]string{"model.yaml": "include: [a.yaml]\n" + rest, "a.yaml": "x: 1\n\ty: 2\n"})
	_, _, err := Load(path, Options{})
	var f *Failure
	require.ErrorAs(t, err, &f)
	require.Equal(t, filepath.Join(filepath.Dir(path), "a.yaml"), f.Pos.File)
	require.Equal(t, 2, f.Pos.Line)
	require.Contains(t, f.Text, "The YAML cannot be read: ")
	require.Len(t, f.Files, 2)
}

func TestMissingFile(t *testing.T) {
	_, _, err := Load(filepath.Join(t.TempDir(), "none.yaml"), Options{})
	require.ErrorIs(t, err, fs.ErrNotExist)
	var d diag.Diagnostic
	require.True(t, errors.As(err, &d))
	require.Equal(t, "unreadable", d.Code)
	_, _, err = Load(t.TempDir(), Options{})
	require.ErrorContains(t, err, "is a folder")
}

// Without the flow that an unreadable file would have brought, what was wrong with the file is still said.
func TestMessagesBeforeAFailure(t *testing.T) {
	path := folder(t, map[string]string{"model.yaml": "include: [flow.yaml]\nname: x\n"})
	_, list, err := Load(path, Options{})
	require.ErrorContains(t, err, "it has no flow")
	require.Len(t, list, 1)
}

// An editor's texts go before those on disk, and may stand where there is no file yet.
func TestTextsThatAreNotSaved(t *testing.T) {
	dir := t.TempDir()
	main, part, fresh := filepath.Join(dir, "m.yaml"), filepath.Join(dir, "part.yaml"), filepath.Join(dir, "new.yaml")
	require.NoError(t, os.WriteFile(main, []byte("flow: {}"), 0o600))
	require.NoError(t, os.WriteFile(part, []byte("name: saved"), 0o600))
	open := map[string]string{
		main: "include: [part.yaml, new.yaml]\nflow: {kind: step}", fresh: "constants: {a: 1}",
	}
	m, _, err := Load(main, Options{Text: func(path string) (string, bool) { text, ok := open[path]; return text, ok }})
	require.NoError(t, err)
	require.Equal(t, "saved", m.Name)
	require.Equal(t, "a", m.Constants[0].Name)
	require.Equal(t, diag.Pos{File: fresh, Line: 1, Col: 13}, m.Constants[0].Pos)
}
