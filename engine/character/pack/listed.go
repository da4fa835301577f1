package pack

import (
	"crypto/sha256"
	"fmt"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// listed holds a pack's files against the list in its manifest. In a zip, and in whatever is signed, every file is
// listed; in a folder that is worked on the list may be missing.
func (l *loader) listed(f *packfile.Files, m *Manifest) {
	if f == nil {
		return
	}
	_, signed := f.Get(SignatureFile)
	if !m.Listed && !f.Zipped && !signed {
		return
	}
	want := map[string]bool{}
	for _, file := range m.Files {
		want[file.Path] = true
		text, ok := f.Get(file.Path)
		switch {
		case !ok:
			l.faults.report(Missing, file.Pos, data{"path": file.Path}, "put it back, or build the pack anew", "the file %s is listed and is not in the pack", file.Path)
		case sha256.Sum256(text) != file.Sum:
			l.faults.report(Hash, file.Pos, data{"path": file.Path}, "get the pack anew; if the file is yours, build the pack anew", "the file %s is not the one that is listed: its SHA-256 is another", file.Path)
		}
	}
	if !m.Listed {
		l.faults.report(Unlisted, diag.Pos{File: f.Name + "/" + manifestFile}, nil, "make it with 'astragal pack build', which writes the list", "there is no list of files, and %s has one", whatNeedsList(f))
		return
	}
	for _, p := range f.Paths() {
		if p != manifestFile && p != SignatureFile && !want[p] {
			l.faults.report(Unlisted, f.At(p), data{"path": p}, "take it out, or build the pack anew", "%s", fmt.Sprintf("the file %s is not listed in pack.yaml", p))
		}
	}
}

func whatNeedsList(f *packfile.Files) string {
	if f.Zipped {
		return "a zip"
	}
	return "what is signed"
}

// CheckFiles holds a pack's files against its manifest: the list with its hashes, the files that the manifest names,
// and the capabilities that it declares.
func (m *Manifest) CheckFiles(f *packfile.Files) Errors {
	l := newLoader(Options{})
	l.order[f.Name+"/"+manifestFile] = 1
	l.listed(f, m)
	l.present(f, m)
	l.declared(m)
	return l.faults.sorted(l.order)
}

// present reports files that the manifest names and that are not there.
func (l *loader) present(f *packfile.Files, m *Manifest) {
	for _, p := range m.assets() {
		if _, ok := f.Get(p.Path); !ok && p.Path != "" {
			fix := "add it"
			if near := diag.Nearest(p.Path, f.Paths()); near != "" {
				fix = "write '" + near + "'"
			}
			l.faults.report(Missing, p.Pos, data{"path": p.Path}, fix, "the file %s is not in the pack", p.Path)
		}
	}
}

// declared reports what a pack does and does not declare.
func (l *loader) declared(m *Manifest) {
	needs := m.Needs()
	has := map[string]bool{}
	for _, c := range m.Capabilities {
		has[c] = true
	}
	for _, c := range Capabilities {
		if pos, ok := needs[c.Name]; ok && !has[c.Name] {
			l.faults.report(Undeclared, pos, data{"capability": c.Name}, fmt.Sprintf("add %s to capabilities, if you mean it", c.Name), "the pack %s, and does not declare the capability '%s'", c.Does, c.Name)
		}
	}
}
