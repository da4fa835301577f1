package contentpack

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// Build makes the zip of a pack, with the list of its files and their hashes in pack.yaml. The same files give the same
// bytes. Signatures are left behind: they were of another list. The zip is opened and checked like a stranger's.
func Build(f *packfile.Files) ([]byte, *Pack, Errors) {
	m, list := pack.ReadManifest(f)
	if m == nil {
		return nil, nil, list
	}
	text, err := listing(f, m)
	if err != nil {
		return nil, nil, Errors{{Diagnostic: *err}}
	}
	out := write(f, text, "")
	p, list := Zip(f.Name, out, packfile.Limits{})
	if p == nil {
		return nil, nil, list
	}
	return out, p, list
}

// WithSignatures makes the zip of a pack with another pack.sig.
func WithSignatures(p *Pack, sig string) []byte { return write(p.Files, p.Source, sig) }

// listing is pack.yaml with the list of all files in the place of one that may be there.
func listing(f *packfile.Files, m *pack.Manifest) (string, *diag.Diagnostic) {
	n, _, fail := model.NewTrees("pack", model.Limits{}).Read(f.Name+"/pack.yaml", m.Source)
	if fail != nil {
		return "", &fail.Diagnostic
	}
	lines := strings.SplitAfter(strings.TrimPrefix(m.Source, "\ufeff"), "\n")
	keep := make([]bool, len(lines))
	for i := range keep {
		keep[i] = true
	}
	for i, k := range n.Keys {
		if k.Pos.Col != 1 {
			return "", &diag.Diagnostic{Code: pack.Schema, Pos: k.Pos, Text: "the keys of pack.yaml do not stand at the beginning of lines", Fix: "write each key on a line of its own, without braces around all"}
		}
		if k.Text != "files" {
			continue
		}
		end := len(lines)
		if i+1 < len(n.Keys) {
			end = n.Keys[i+1].Pos.Line - 1
		}
		for j := k.Pos.Line - 1; j < end; j++ {
			keep[j] = false
		}
	}
	var b strings.Builder
	for i, line := range lines {
		if keep[i] {
			b.WriteString(line)
		}
	}
	if s := b.String(); s != "" && !strings.HasSuffix(s, "\n") {
		b.WriteString("\n")
	}
	files := 0
	var entries strings.Builder
	for _, p := range f.Paths() {
		if p == "pack.yaml" || p == pack.SignatureFile {
			continue
		}
		text, _ := f.Get(p)
		fmt.Fprintf(&entries, "  %s: %x\n", quoted(p), sha256.Sum256(text))
		files++
	}
	if files == 0 {
		b.WriteString("files: {}\n")
	} else {
		b.WriteString("files:\n" + entries.String())
	}
	return b.String(), nil
}

// quoted writes a path as YAML takes it for a text, whatever it looks like.
func quoted(p string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(p); err != nil {
		panic(err) // it is a text
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// write makes a zip: pack.yaml, the signatures, then the other files by their paths. It has no dates.
func write(f *packfile.Files, manifest, sig string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	put := func(name string, text []byte) {
		h := &zip.FileHeader{Name: name, Method: zip.Deflate, ModifiedDate: 1<<5 | 1} // the first day that zips know
		if !shrinks(text) {
			h.Method = zip.Store
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil {
			panic(err) // it goes to memory
		}
	}
	put("pack.yaml", []byte(manifest))
	if sig != "" {
		put(pack.SignatureFile, []byte(sig))
	}
	for _, p := range f.Paths() {
		if p != "pack.yaml" && p != pack.SignatureFile {
			text, _ := f.Get(p)
			put(p, text)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// shrinks reports whether packing a file is worth it, and not so much that readers take it for a bomb.
func shrinks(text []byte) bool {
	var n counter
	z := zip.NewWriter(&n)
	w, err := z.CreateHeader(&zip.FileHeader{Name: "x", Method: zip.Deflate})
	if err == nil {
		_, err = w.Write(text)
	}
	if err != nil || z.Flush() != nil || z.Close() != nil {
		return false
	}
	return int(n) < len(text) && len(text)/100 < int(n)
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
