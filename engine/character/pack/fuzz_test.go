package pack

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// FuzzLoad loads packs from archives: no text may make loading panic or run away, and a ruleset comes
// if and only if there is no error.
func FuzzLoad(f *testing.F) {
	names, _ := filepath.Glob("testdata/load/*.txtar")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		packs := packsOf(txtar.Parse(text))
		rs, list := Load(packs, Options{Limits: Limits{Bytes: 64 << 10, Files: 20, Formulas: 2000, Nodes: 20_000}})
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
