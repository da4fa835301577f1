package contentpack

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// Pack is a pack that is sound: its files are those that it lists, it declares what it does, and every signature that it
// has is good. It never changes.
type Pack struct {
	*pack.Manifest
	Files  *packfile.Files
	Digest [32]byte // SHA-256 of pack.yaml, which stands for all of it
	Signed []Key    // who signed it, in the order of pack.sig

	texts map[string]map[string]string // by language
}

// Open opens a folder or a zip. The pack is nil where the list has an error.
func Open(path string, lim packfile.Limits) (*Pack, Errors) {
	f, list := packfile.Open(path, lim)
	if list != nil {
		return nil, pack.ErrorsOf(list)
	}
	return Of(f)
}

// Zip opens the bytes of a zip; name stands for it in places.
func Zip(name string, text []byte, lim packfile.Limits) (*Pack, Errors) {
	f, list := packfile.Zip(name, text, lim)
	if list != nil {
		return nil, pack.ErrorsOf(list)
	}
	return Of(f)
}

// Of checks the pack that files make.
func Of(f *packfile.Files) (*Pack, Errors) {
	m, list := pack.ReadManifest(f)
	if m == nil {
		return nil, list
	}
	p := &Pack{Manifest: m, Files: f, Digest: sha256.Sum256([]byte(m.Source))}
	list = append(list, m.CheckFiles(f)...)
	list = append(list, p.signatures()...)
	list = append(list, p.languages()...)
	if list.Any() {
		return nil, list
	}
	return p, list
}

// String is its id and version.
func (p *Pack) String() string { return p.ID + " " + p.Version.String() }

// Policy is what a host allows.
type Policy struct {
	Engine  string   // the version of the engine; empty: not asked
	Trusted []Key    // whose signatures count
	Demand  bool     // only packs that one of Trusted signed
	Grant   []string // capabilities; nil: all
}

// Admit says why a host does not take a pack; nothing where it does.
func (p *Pack) Admit(h Policy) Errors {
	var out Errors
	fault := func(code string, pos diag.Pos, with map[string]any, fix, format string, args ...any) {
		out = append(out, pack.Error{Diagnostic: diag.Diagnostic{Code: code, Pos: pos, Text: fmt.Sprintf(format, args...), Fix: fix}, Data: with})
	}
	if v, err := packfile.ParseVersion(h.Engine); err == nil && !p.Engine.Has(v) {
		fault(BadEngine, p.EnginePos, map[string]any{"engine": h.Engine, "wanted": p.Engine.String()}, "take another version of the pack, or of the engine",
			"'%s' is for the engine %s, and this is %s", p.ID, p.Engine, h.Engine)
	}
	if h.Demand && !slices.ContainsFunc(p.Signed, func(k Key) bool { return slices.Contains(h.Trusted, k) }) {
		who := "nobody signed it"
		if len(p.Signed) > 0 {
			var names []string
			for _, k := range p.Signed {
				names = append(names, k.String())
			}
			who = "it is signed by " + strings.Join(names, ", ")
		}
		fault(Untrusted, diag.Pos{File: p.Files.Name}, nil, "add the key of the one who made it to the trusted keys, if you trust them", "'%s' is not signed with a key that is trusted: %s", p.ID, who)
	}
	if h.Grant != nil {
		out = append(out, p.Beyond(h.Grant)...)
	}
	return out
}

// Beyond says what a pack may do that is not among the capabilities that are granted.
func (p *Pack) Beyond(grant []string) (out Errors) {
	for _, c := range p.Capabilities {
		if !slices.Contains(grant, c) {
			out = append(out, pack.Error{Diagnostic: diag.Diagnostic{Code: NotGranted, Pos: p.Pos, Fix: fmt.Sprintf("grant '%s', if you want that", c),
				Text: fmt.Sprintf("'%s' %s, which is not allowed here", p.ID, does(c))}, Data: map[string]any{"capability": c}})
		}
	}
	return out
}

// Codeless are the capabilities of packs of which no code runs: what a stranger's pack may do before anybody was asked.
func Codeless() []string {
	out := []string{}
	for _, c := range pack.Capabilities {
		if !c.Code {
			out = append(out, c.Name)
		}
	}
	return out
}

// IsCapability reports whether there is a capability of this name.
func IsCapability(name string) bool {
	return slices.ContainsFunc(pack.Capabilities, func(c pack.Capability) bool { return c.Name == name })
}

func does(capability string) string {
	for _, c := range pack.Capabilities {
		if c.Name == capability {
			return c.Does
		}
	}
	return capability
}
