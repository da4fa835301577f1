package page_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/page"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// held compares a text with a file; ASTRAGAL_UPDATE=1 writes it anew.
func held(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(path, got, 0o644))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "set ASTRAGAL_UPDATE=1 to write it anew")
}

func rulesOf(t *testing.T, src pack.Source) *sheet.Rules {
	t.Helper()
	rs, list := pack.Load([]pack.Source{src}, pack.Options{})
	require.NotNil(t, rs, "%v", list)
	return sheet.Prepare(rs)
}

const small = `
tags: [ward]
fields:
  - {id: might, type: integer, default: 3}
  - {id: hp.max, type: integer, formula: 8 + might}
  - {id: hp.lost, type: integer, default: 0}
  - {id: name, type: string, default: ''}
  - {id: luck, type: integer, formula: 'might / 0 > 1.0 ? 1 : 2'}
contentTypes:
  - {id: gear, list: inventory, state: {charges: {type: integer, default: 2}}}
choices: [{id: origin, options: [{id: north}, {id: south}]}]
actions:
  - {id: wait, steps: []}
  - {id: fly, available: might > 9, steps: []}
`

const content = `
items:
  - {id: ring, type: gear, effects: [{target: {field: hp.max}, op: add, value: '2', stackKey: k}, {target: {field: hp.max}, op: add, value: '1', stackKey: k}], uses: [{id: rub, action: wait}]}
`

func TestPage(t *testing.T) {
	rules := rulesOf(t, pack.Source{Name: "p", FS: fstest.MapFS{
		"pack.yaml":      {Data: []byte("id: p\nversion: 1.0.0\n")},
		"rules/r.yaml":   {Data: []byte(small + "settings: {stacking: {k: highest}}\n")},
		"content/c.yaml": {Data: []byte(content)},
		"i18n/en.yaml":   {Data: []byte("fields: {might.name: \"Might\\e[31m <b>\"}\nring.name: Ring\n")},
	}})
	ch, err := sheet.Read([]byte(`{"id": "<ann>", "creating": true, "inventory": [{"id": "r", "item": "p:ring", "quantity": 2, "equipped": true}], "applied": [{"id": "e", "source": "q:gone"}]}`))
	require.NoError(t, err)
	p := page.Make(rules.Compute(ch, nil), page.Options{Lang: "en"})
	var text, html bytes.Buffer
	require.NoError(t, p.Text(&text))
	require.NoError(t, p.HTML(&html))
	held(t, "small.txt", text.Bytes())
	held(t, "small.html", html.Bytes())
	require.NotContains(t, text.String(), "\x1b", "what steers a terminal")
	require.NotContains(t, html.String(), "<ann>", "what is no text of the page's own")

	all := page.Make(rules.Compute(ch, nil), page.Options{Lang: "en", All: true})
	var whole bytes.Buffer
	require.NoError(t, all.Text(&whole))
	require.Greater(t, strings.Count(whole.String(), "\n"), strings.Count(text.String(), "\n"))
}

// Every character that ships can be shown.
func TestShippedCharacters(t *testing.T) {
	paths, err := filepath.Glob("../../../examples/packs/*/characters/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		folder := filepath.Dir(filepath.Dir(path))
		src, err := pack.Open(folder)
		require.NoError(t, err)
		rules := rulesOf(t, src)
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		ch, err := sheet.Read(text)
		require.NoError(t, err, path)
		p := page.Make(rules.Compute(ch, nil), page.Options{Lang: "en"})
		require.Equal(t, ch.ID, p.Title)
		require.NotEmpty(t, p.Sections)
		for _, s := range p.Sections {
			require.NotEmpty(t, s.Lines, "%s: %s", path, s.Title)
			for _, l := range s.Lines {
				require.NotEmpty(t, l.Name, "%s: %s", path, s.Title)
			}
		}
	}
}
