package pack

import (
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/packfile"
)

// manifest reads pack.yaml; nil: it is not known which pack this is.
func (l *loader) manifest(src Source) *Manifest {
	n := l.tree(src, manifestFile)
	if n == nil {
		return nil
	}
	f, ok := l.form(n, "pack")
	id := f.text("id")
	if !ok || id == "" {
		return nil
	}
	if !packID.MatchString(id) || len(id) > longestName {
		l.faults.report(Schema, f.at("id"), data{"id": id}, "use small letters, digits, hyphens and dots", "'%s' cannot be the id of a pack", clip(id))
		return nil
	}
	place := src.Name + "/" + manifestFile
	text := l.build.files[place]
	m := &Manifest{ID: id, Title: f.text("title"), Description: f.text("description"), Licence: f.text("licence"), Pos: f.at("id"), EnginePos: f.at("engine"),
		Source: text, Sources: diag.Files{place: text}}
	if v := f.text("version"); v != "" {
		var err error
		if m.Version, err = packfile.ParseVersion(v); err != nil {
			l.faults.report(Schema, f.at("version"), data{"version": v}, "write numbers with dots, such as 1.4.0", "%v", err)
		}
	}
	m.Engine = l.versions(f, "engine")
	for _, n := range f.items("requires") {
		if g, ok := l.form(n, "requirement"); ok {
			m.Requires = append(m.Requires, Requirement{ID: g.text("id"), Version: g.text("version"), Range: l.versions(g, "version"), Pos: g.at("id")})
		}
	}
	m.Capabilities = l.capabilities(f)
	l.fileList(f, m)
	m.Models, m.Views = l.parts(f, "models"), l.parts(f, "views")
	m.Languages, m.Pictures = l.parts(f, "languages"), l.parts(f, "pictures")
	l.additions(f, m)
	l.evaluators(f, m)
	f.entries("rulesets", func(name string, pos diag.Pos, n *model.Node) {
		r := RulesetOf{Name: name, Pos: pos}
		for _, item := range n.Items {
			if r.Packs = append(r.Packs, item.Raw()); !m.knows(item.Raw()) {
				l.faults.report(RequiresMissing, item.Pos, data{"id": item.Raw(), "version": ""}, "name it under requires", "the pack '%s' does not require '%s'", m.ID, clip(item.Raw()))
			}
		}
		m.Rulesets = append(m.Rulesets, r)
	})
	return m
}

const manifestFile = "pack.yaml"

// knows reports whether a pack is this one or one that it requires.
func (m *Manifest) knows(id string) bool {
	return id == m.ID || slices.ContainsFunc(m.Requires, func(r Requirement) bool { return r.ID == id })
}

// versions reads a range of versions.
func (l *loader) versions(f form, key string) packfile.Range {
	r, err := packfile.ParseRange(f.text(key))
	if err != nil {
		l.faults.report(Schema, f.at(key), data{"version": f.text(key)}, "write a version, such as 1.4, or comparisons, such as '>=1.2 <3'", "%v", err)
	}
	return r
}

func (l *loader) capabilities(f form) (out []string) {
	given := map[string]bool{}
	for _, c := range f.namesAt("capabilities") {
		var known []string
		for _, k := range Capabilities {
			known = append(known, k.Name)
		}
		if !slices.Contains(known, c.Written) {
			l.unknown(c.Pos, c.Written, known, "there is no capability '%s'", clip(c.Written))
		}
		given[c.Written] = true
	}
	for _, k := range Capabilities {
		if given[k.Name] {
			out = append(out, k.Name)
		}
	}
	return out
}

// filePath takes the path of a file in the pack; false: it is none, which was reported.
func (l *loader) filePath(p string, pos diag.Pos) bool {
	code, why := packfile.CheckPath(p)
	if code != "" {
		l.faults.report(code, pos, data{"path": clip(p)}, "write a path in the pack, with / between folders", "%+q is no path of a file in a pack: %s", clip(p), why)
	}
	return code == ""
}

func (l *loader) fileList(f form, m *Manifest) {
	m.Listed = f.has("files")
	f.entries("files", func(name string, pos diag.Pos, n *model.Node) {
		file := File{Path: name, Pos: pos}
		sum, err := hex.DecodeString(n.Raw())
		switch {
		case !l.filePath(name, pos):
		case name == manifestFile || name == SignatureFile:
			l.faults.report(Schema, pos, nil, "leave it out", "%s cannot stand in its own list", name)
		case err != nil || len(sum) != len(file.Sum):
			l.faults.report(Schema, n.Pos, data{"expected": "a SHA-256"}, "let 'astragal pack build' write it", "this must be a SHA-256: 64 digits of hexadecimal")
		default:
			copy(file.Sum[:], sum)
			m.Files = append(m.Files, file)
		}
	})
	slices.SortFunc(m.Files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
}

// SignatureFile is the file that signatures of a pack stand in.
const SignatureFile = "pack.sig"

// partName is what a part can be called: it stands in paths of the protocol and on the command line.
var partName = regexp.MustCompile(`^[\p{L}\p{N}_][\p{L}\p{N}_.\-]*$`)

func (l *loader) partName(name string, pos diag.Pos) bool {
	if partName.MatchString(name) && len(name) <= longestName {
		return true
	}
	l.faults.report(Schema, pos, data{"id": clip(name)}, "use letters, digits, hyphens, dots and underscores", "'%s' cannot be a name here", clip(name))
	return false
}

func (l *loader) parts(f form, key string) (out []Asset) {
	f.entries(key, func(name string, pos diag.Pos, n *model.Node) {
		if l.partName(name, pos) && l.filePath(n.Raw(), n.Pos) {
			out = append(out, Asset{name, n.Raw(), n.Pos})
		}
	})
	return out
}

func (l *loader) additions(f form, m *Manifest) {
	for _, n := range f.items("content") {
		g, ok := l.form(n, "addition")
		if !ok {
			continue
		}
		to, at := g.text("to"), g.at("to")
		a := Addition{Model: to, Pos: at}
		if first, rest, deep := strings.Cut(to, "/"); deep || find(m.Models, to) == nil {
			a.Pack, a.Model = first, rest
		}
		if a.Pack != "" && !m.knows(a.Pack) {
			fix := fmt.Sprintf("add it under requires, or to models: there are %s", strings.Join(namesOf(m.Models), ", "))
			if len(m.Models) == 0 {
				fix = "add it under requires"
			}
			l.faults.report(RequiresMissing, at, data{"id": a.Pack, "version": ""}, fix, "'%s' is no model of this pack, and it does not require a pack '%s'", clip(to), clip(a.Pack))
		}
		if a.Pack == m.ID {
			a.Pack = ""
		}
		for _, file := range g.namesAt("files") {
			if l.filePath(file.Written, file.Pos) {
				a.Files = append(a.Files, Asset{"", file.Written, file.Pos})
			}
		}
		m.Content = append(m.Content, a)
	}
}

func namesOf(list []Asset) (out []string) {
	for _, p := range list {
		out = append(out, p.Name)
	}
	return out
}

// evaluators reads what a pack brings to answer code. A mapping keeps the order of the file.
func (l *loader) evaluators(f form, m *Manifest) {
	f.entries("evaluators", func(name string, pos diag.Pos, n *model.Node) {
		g, ok := l.form(n, "evaluator")
		if !ok || !l.partName(name, pos) {
			return
		}
		e := Evaluator{Name: name, Module: g.text("module"), Kind: g.text("kind"), Zones: g.names("zones"), Vars: g.names("vars"),
			Decisions: g.text("decisions"), Pos: pos, ModulePos: g.at("module")}
		if e.Module != "" {
			l.filePath(e.Module, e.ModulePos)
		}
		g.entries("reads", func(name string, _ diag.Pos, n *model.Node) {
			e.Reads = append(e.Reads, Read{name, n.Raw(), n.Pos})
		})
		if e.Kind != "content" {
			for _, key := range []string{"zones", "vars", "decisions"} {
				if g.has(key) {
					l.faults.report(Schema, g.at(key), data{"key": key}, "leave it out, or make it content", "an evaluator of kind %s runs no ops and has no %s", e.Kind, key)
				}
			}
		}
		if h, ok := g.sub("limits", "evaluatorLimits"); ok {
			for _, key := range h.keys.known() {
				if h.has(key) {
					if e.Limits == nil {
						e.Limits = map[string]int{}
					}
					if e.Limits[key] = h.count(key, 0); e.Limits[key] == 0 {
						l.faults.report(Schema, h.at(key), data{"key": key}, "leave it out, or give it some", "with no %s it could never answer", key)
					}
				}
			}
		}
		m.Evaluators = append(m.Evaluators, e)
	})
}
