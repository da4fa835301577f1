package contentpack

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/astragal-engine/astragal/engine/character/pack"
)

// Report says what a pack is, what it may do and what is in it, as data.
type Report struct {
	ID           string             `json:"id"`
	Version      string             `json:"version"`
	Title        string             `json:"title,omitempty"`
	Description  string             `json:"description,omitempty"`
	Licence      string             `json:"licence,omitempty"`
	Engine       string             `json:"engine,omitempty"`
	Requires     []RequireReport    `json:"requires"`
	Capabilities []CapabilityReport `json:"capabilities"`
	Digest       string             `json:"digest"` // SHA-256 of pack.yaml
	Signed       []string           `json:"signed"` // keys
	Listed       bool               `json:"listed"` // whether it lists its files with their hashes
	Zip          int                `json:"zip,omitempty"`
	Bytes        int                `json:"bytes"`
	Files        []FileReport       `json:"files"`
	Models       []string           `json:"models"`
	Content      []ContentReport    `json:"content"`
	Evaluators   []EvaluatorReport  `json:"evaluators"`
	Rulesets     []string           `json:"rulesets"`
	Views        []string           `json:"views"`
	Languages    []string           `json:"languages"`
	Pictures     []string           `json:"pictures"`
}

// RequireReport is a pack that is needed.
type RequireReport struct {
	ID      string `json:"id"`
	Version string `json:"version,omitempty"`
}

// CapabilityReport is something that the pack may do, in words.
type CapabilityReport struct {
	Name string `json:"name"`
	Does string `json:"does"`
}

// FileReport is a file.
type FileReport struct {
	Path  string `json:"path"`
	Bytes int    `json:"bytes"`
}

// ContentReport is what is added to a model.
type ContentReport struct {
	To    string   `json:"to"`
	Files []string `json:"files"`
}

// EvaluatorReport is a WebAssembly module and what it may see and do.
type EvaluatorReport struct {
	Name      string         `json:"name"`
	Kind      string         `json:"kind"`
	Module    string         `json:"module"`
	Bytes     int            `json:"bytes"`
	Reads     []string       `json:"reads"` // names
	Zones     []string       `json:"zones"`
	Vars      []string       `json:"vars"`
	Decisions string         `json:"decisions,omitempty"`
	Limits    map[string]int `json:"limits,omitempty"`
}

// Report describes the pack.
func (p *Pack) Report() *Report {
	r := &Report{ID: p.ID, Version: p.Version.String(), Title: p.Title, Description: p.Description, Licence: p.Licence, Engine: p.Engine.String(),
		Requires: []RequireReport{}, Capabilities: []CapabilityReport{}, Digest: fmt.Sprintf("%x", p.Digest), Signed: []string{}, Listed: p.Listed, Bytes: p.Files.Bytes(),
		Zip: p.Files.Packed, Files: []FileReport{}, Models: names(p.Models), Content: []ContentReport{}, Evaluators: []EvaluatorReport{}, Rulesets: []string{},
		Views: names(p.Views), Languages: names(p.Languages), Pictures: names(p.Pictures)}
	for _, q := range p.Requires {
		r.Requires = append(r.Requires, RequireReport{q.ID, q.Range.String()})
	}
	for _, c := range p.Capabilities {
		r.Capabilities = append(r.Capabilities, CapabilityReport{c, does(c)})
	}
	for _, k := range p.Signed {
		r.Signed = append(r.Signed, k.String())
	}
	for _, path := range p.Files.Paths() {
		text, _ := p.Files.Get(path)
		r.Files = append(r.Files, FileReport{path, len(text)})
	}
	for _, a := range p.Content {
		c := ContentReport{To: target(a), Files: []string{}}
		for _, f := range a.Files {
			c.Files = append(c.Files, f.Path)
		}
		r.Content = append(r.Content, c)
	}
	for _, e := range p.Evaluators {
		text, _ := p.Files.Get(e.Module)
		one := EvaluatorReport{e.Name, e.Kind, e.Module, len(text), []string{}, notNil(e.Zones), notNil(e.Vars), e.Decisions, e.Limits}
		for _, x := range e.Reads {
			one.Reads = append(one.Reads, x.Name)
		}
		r.Evaluators = append(r.Evaluators, one)
	}
	for _, s := range p.Rulesets {
		r.Rulesets = append(r.Rulesets, s.Name)
	}
	return r
}

// target is a model as it is written under `to`.
func target(a pack.Addition) string {
	switch {
	case a.Pack == "":
		return a.Model
	case a.Model == "":
		return a.Pack
	}
	return a.Pack + "/" + a.Model
}

func notNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return slices.Clone(list)
}

func names(list []pack.Asset) []string {
	out := []string{}
	for _, p := range list {
		out = append(out, p.Name)
	}
	return out
}

// Text writes the report for people. No text of the pack can look like a line of the report.
func (r *Report) Text(w io.Writer) error {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		if text := plain(fmt.Sprintf(format, args...)); text != "" {
			fmt.Fprintf(&b, "%-13s %s\n", name, text)
		}
	}
	b.WriteString(plain(strings.TrimSuffix(fmt.Sprintf("%s %s: %s", r.ID, r.Version, r.Title), ": ")) + "\n")
	line("about", "%s", r.Description)
	line("licence", "%s", r.Licence)
	line("engine", "%s", r.Engine)
	var needs []string
	for _, q := range r.Requires {
		needs = append(needs, strings.TrimSpace(q.ID+" "+q.Version))
	}
	line("requires", "%s", strings.Join(needs, ", "))
	if len(r.Capabilities) == 0 {
		line("may", "do nothing but be read: it declares no capability")
	}
	for _, c := range r.Capabilities {
		line("may", "%s: it %s", c.Name, c.Does)
	}
	if len(r.Signed) == 0 {
		line("signed", "by nobody")
	}
	for _, k := range r.Signed {
		line("signed", "by %s", k)
	}
	line("digest", "%s", r.Digest)
	line("models", "%s", strings.Join(r.Models, ", "))
	for _, c := range r.Content {
		line("adds", "to %s: %s", c.To, strings.Join(c.Files, ", "))
	}
	for _, e := range r.Evaluators {
		text := fmt.Sprintf("%s (%s): %s, %s bytes", e.Name, e.Kind, e.Module, grouped(e.Bytes))
		for _, part := range []struct {
			name string
			of   []string
		}{{"reads", e.Reads}, {"zones", e.Zones}, {"variables", e.Vars}} {
			if len(part.of) > 0 {
				text += "; " + part.name + " " + strings.Join(part.of, ", ")
			}
		}
		switch e.Decisions {
		case "self":
			text += "; asks the player who acts"
		case "all":
			text += "; asks every player"
		}
		line("evaluator", "%s", text)
	}
	line("rulesets", "%s", strings.Join(r.Rulesets, ", "))
	line("views", "%s", strings.Join(r.Views, ", "))
	line("languages", "%s", strings.Join(r.Languages, ", "))
	line("pictures", "%s", strings.Join(r.Pictures, ", "))
	listed := "with hashes"
	if !r.Listed {
		listed = "not listed in pack.yaml"
	}
	zipped := ""
	if r.Zip > 0 {
		zipped = fmt.Sprintf(", as a zip %s", grouped(r.Zip))
	}
	line("files", "%d, %s: %s bytes%s", len(r.Files), listed, grouped(r.Bytes), zipped)
	for _, f := range r.Files {
		fmt.Fprintf(&b, "  %11s  %s\n", grouped(f.Bytes), f.Path)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// plain puts a stranger's text on one line and takes out what would steer a terminal or hide.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Cf, r) {
			return '\ufffd'
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// grouped writes a number with a comma between each three digits.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
