package pack

import (
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// Manifest is a pack.yaml: which pack it is, what it needs, and what is in it.
type Manifest struct {
	ID, Title, Description, Licence string
	Version                         packfile.Version
	Engine                          packfile.Range
	Requires                        []Requirement
	Capabilities                    []string // in the order of Capabilities

	Listed bool   // whether it lists files
	Files  []File // sorted by path

	Models     []Asset
	Content    []Addition
	Evaluators []Evaluator
	Rulesets   []RulesetOf
	Views      []Asset
	Languages  []Asset
	Pictures   []Asset

	Pos, EnginePos diag.Pos
	Source         string     // the text of pack.yaml
	Sources        diag.Files // the same, for showing excerpts
}

// File is a file that a manifest lists.
type File struct {
	Path string
	Sum  [32]byte // SHA-256
	Pos  diag.Pos
}

// Asset is a file under a name.
type Asset struct {
	Name, Path string
	Pos        diag.Pos // of the path
}

// Addition is files that are joined to a model.
type Addition struct {
	Pack, Model string  // Pack is empty: its own; Model is empty: the only one
	Files       []Asset // without names
	Pos         diag.Pos
}

// Evaluator is a WebAssembly module that answers calls of code, or plays as an agent.
type Evaluator struct {
	Name, Module string
	Kind         string // code, content or policy
	Reads        []Read // in the order of pack.yaml
	Zones, Vars  []string
	Decisions    string         // empty, self or all
	Limits       map[string]int // of evaluatorLimits; those that are given
	Pos          diag.Pos
	ModulePos    diag.Pos
}

// Read is an expression whose value an evaluator is given.
type Read struct {
	Name, X string
	Pos     diag.Pos
}

// RulesetOf is a list of packs that make a ruleset.
type RulesetOf struct {
	Name  string
	Packs []string
	Pos   diag.Pos
}

// ReadManifest reads pack.yaml alone. It is nil where the list has an error.
func ReadManifest(f *packfile.Files) (*Manifest, Errors) {
	l := newLoader(Options{})
	m := l.manifest(SourceOf(f))
	if list := l.faults.sorted(l.order); list.Any() || m == nil {
		return nil, list
	}
	return m, l.faults.sorted(l.order)
}

// find gives what stands under a name.
func find(list []Asset, name string) *Asset {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// assets are all files that the manifest names.
func (m *Manifest) assets() (out []Asset) {
	for _, list := range [][]Asset{m.Models, m.Views, m.Languages, m.Pictures} {
		out = append(out, list...)
	}
	for _, a := range m.Content {
		out = append(out, a.Files...)
	}
	for _, e := range m.Evaluators {
		out = append(out, Asset{e.Name, e.Module, e.ModulePos})
	}
	return out
}

// Model finds a model by its name; the only one where the name is empty.
func (m *Manifest) Model(name string) *Asset {
	if name == "" && len(m.Models) == 1 {
		return &m.Models[0]
	}
	return find(m.Models, name)
}

// Needs are the capabilities that what stands in the manifest takes, each with where it is first needed.
func (m *Manifest) Needs() map[string]diag.Pos {
	out := map[string]diag.Pos{}
	need := func(name string, pos diag.Pos) {
		if _, ok := out[name]; !ok {
			out[name] = pos
		}
	}
	for _, a := range m.Content {
		if a.Pack != "" && a.Pack != m.ID {
			need("extend", a.Pos)
		}
	}
	for _, e := range m.Evaluators {
		switch e.Kind {
		case "code":
			need("evaluate", e.Pos)
		case "content":
			need("act", e.Pos)
		case "policy":
			need("play", e.Pos)
		}
		if e.Decisions == "all" {
			need("ask", e.Pos)
		}
	}
	return out
}
