package pack

import (
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzLoad loads a pack of one file of each kind: no text may make loading panic or run away, and a
// ruleset comes if and only if there is no error.
func FuzzLoad(f *testing.F) {
	names, _ := filepath.Glob("testdata/load/*.txtar")
	for _, name := range names {
		a, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		text := map[string]string{}
		for _, file := range a.Files {
			if _, path, ok := strings.Cut(file.Name, "/"); ok {
				text[schemaOf(path)] += string(file.Data)
			}
		}
		f.Add(text["pack"], text["rules"], text["content"], text["i18n"])
	}
	f.Fuzz(func(t *testing.T, pack, rules, content, texts string) {
		packs := []Source{{Name: "t", FS: fstest.MapFS{"pack.yaml": {Data: []byte(pack)}, "rules/a.yaml": {Data: []byte(rules)}, "content/a.yaml": {Data: []byte(content)}, "i18n/en.yaml": {Data: []byte(texts)}}}}
		rs, list := Load(packs, Options{Limits: Limits{Bytes: 64 << 10, Formulas: 2000, Nodes: 20_000}})
		if (rs == nil) != list.Any() {
			t.Fatalf("a ruleset: %v, errors: %v", rs != nil, list.Any())
		}
	})
}

// FuzzMessage reads and writes texts: whatever can be read can be written, in bounds.
func FuzzMessage(f *testing.F) {
	f.Add("{n, plural, offset:1 =0 {none} one {you and # other} other {you and # others}} '{'", "3")
	f.Add("{x, select, a {{n, selectordinal, one {#st} other {#th}}} other {}}", "21")
	f.Fuzz(func(t *testing.T, text, n string) {
		m, err := parseMessage(text)
		if err != nil {
			return
		}
		w := writer{args: map[string]any{"n": n, "x": "a"}}
		w.message(m, "")
		if w.b.Len() > 2*mostWritten+len(text)+100*len(n) {
			t.Fatalf("%d bytes", w.b.Len())
		}
	})
}
