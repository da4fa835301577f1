// Package report is everything that a check tells the designer of a model: what is wrong, what the
// engine still misses, how large the model is, how test games of it went, its flow. As data, which
// docs/report.schema.json describes, and as text.
package report

import (
	"context"
	"strings"

	"github.com/astragal-engine/astragal/engine/check"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/diagram"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/simulate"
)

// Report of a model (seed: What the validator shows). Of a text that is no model there are only diagnostics.
type Report struct {
	Name        string       `json:"name,omitempty" doc:"of the model"`
	Errors      int          `json:"errors" doc:"how many diagnostics are errors"`
	Warnings    int          `json:"warnings" doc:"how many are warnings"`
	Diagnostics []Diagnostic `json:"diagnostics" doc:"what is wrong, in the order of the text"`
	Allowed     []Allowed    `json:"allowed" doc:"the warnings that the model allows where they stand"`
	*Measures
	TestGames *TestGames `json:"test_games,omitempty" doc:"games with random choices and random chance; only a model without errors gets them"`

	list  diag.List
	files diag.Files
	lines *diag.Lines
	check *check.Report
}

// Measures are what can be counted of a model.
type Measures struct {
	Executability Executability `json:"executability" doc:"how much of the model the engine can run"`
	Gaps          []Gap         `json:"gaps" doc:"what the engine still misses, in the order of the text"`
	Steps         int           `json:"steps" doc:"step nodes of all flows"`
	Ops           int           `json:"ops" doc:"ops in actions, triggers, outcome models and content"`
	Code          float64       `json:"code" doc:"the share of the ops that call code outside the model, from 0 to 1"`
	OpenQuestions int           `json:"open_questions" doc:"how many there are"`
	Tree          string        `json:"tree,omitempty" doc:"the flow as a tree, in text"`
	Flow          *diagram.Part `json:"flow,omitempty" doc:"the same as data"`
}

// Source is where something stands, with its line.
type Source struct {
	At     *diag.Pos `json:"at,omitempty" doc:"where in the text"`
	Source string    `json:"source,omitempty" doc:"that line, cut around the column where it is long"`
	Caret  int       `json:"caret,omitempty" doc:"how many characters of source stand before that of the column"`
	Width  int       `json:"width,omitempty" doc:"how many characters the word there has; 1 where there is none"`
}

// Diagnostic is one thing that is wrong, or may be.
type Diagnostic struct {
	Severity string `json:"severity" doc:"error: it must be mended; warning: a deliberate choice or a mistake" enum:"error warning"`
	Code     string `json:"code" doc:"stable; docs/messages.md tells the cause and the mend of each"`
	Message  string `json:"message" doc:"what happened"`
	Fix      string `json:"fix,omitempty" doc:"what to do"`
	Source
}

// Allowed is a warning that the model allows, with its reason.
type Allowed struct {
	Diagnostic
	Reason string `json:"reason" doc:"why, as the model says"`
}

// Executability is how much the engine can run, in two layers and together.
type Executability struct {
	Executable Share `json:"executable" doc:"over both layers"`
	Rules      Share `json:"rules" doc:"slots of flow, actions, triggers, modifiers, priority, outcomes and ends"`
	Content    Share `json:"content" doc:"content items with behaviour or text"`

	Bound *Share `json:"bound,omitempty" doc:"over both layers, with the calls that an evaluator answers which is bound to the model; without one it is missing"`
}

// Share is a part of a whole.
type Share struct {
	Percent float64 `json:"percent" doc:"from 0 to 100; of nothing, 100"`
	OK      int     `json:"ok"`
	Total   int     `json:"total"`
}

// Gap is a slot that the engine cannot run.
type Gap struct {
	Kind  string `json:"kind" doc:"text, code:<kind>, language, or content:... inside content items"`
	Place string `json:"place" doc:"the part of the model"`
	Text  string `json:"text" doc:"what is missing"`
	Source
}

// Of makes the report of a model that has been checked.
func Of(m *model.Model, c *check.Report) *Report {
	r := read(c.Diagnostics, m.Sources())
	r.Name, r.check = m.Name, c
	for _, a := range c.Allowed {
		r.Allowed = append(r.Allowed, Allowed{r.diagnostic(a.Diagnostic), a.Reason})
	}
	e := &c.Executability
	r.Measures = &Measures{
		Executability: Executability{Executable: share(e.All()), Rules: share(e.Rules), Content: share(e.Content)}, Gaps: []Gap{},
		Steps: c.Size.Steps, Ops: c.Size.Ops, Code: c.Size.Code(), OpenQuestions: len(m.Questions),
	}
	if e.Bound.Total > 0 {
		bound := share(e.Bound)
		r.Measures.Executability.Bound = &bound
	}
	for _, g := range e.Gaps {
		r.Gaps = append(r.Gaps, Gap{g.Kind, g.Place, g.Text, r.source(g.Pos)})
	}
	return r
}

// None makes the report of a text that is no model, and of what else was found in it.
func None(fail *model.Failure, found diag.List) *Report {
	list := append(append(diag.List(nil), found...), fail.Diagnostic)
	list.Sort()
	check.Advise(list)
	return read(list, fail.Files)
}

// Outline adds the flow as a tree.
func (r *Report) Outline(m *model.Model) error {
	if r.Measures == nil {
		return nil
	}
	var b strings.Builder
	r.Flow = diagram.Of(m)
	err := r.Flow.Text(&b)
	r.Tree = b.String()
	return err
}

func read(list diag.List, files diag.Files) *Report {
	r := &Report{Diagnostics: []Diagnostic{}, Allowed: []Allowed{}, list: list, files: files, lines: diag.NewLines(files)}
	r.Errors = list.Errors()
	r.Warnings = len(list) - r.Errors
	for _, d := range list {
		r.Diagnostics = append(r.Diagnostics, r.diagnostic(d))
	}
	return r
}

func (r *Report) diagnostic(d diag.Diagnostic) Diagnostic {
	return Diagnostic{d.Severity.String(), d.Code, d.Text, d.Fix, r.source(d.Pos)}
}

func (r *Report) source(pos diag.Pos) Source {
	if pos == (diag.Pos{}) {
		return Source{}
	}
	s := Source{At: &pos}
	if shown, ok := r.lines.Show(pos); ok {
		s.Source, s.Caret, s.Width = shown.Text, shown.Before, shown.Width
	}
	return s
}

func share(s check.Share) Share { return Share{s.Percent(), s.OK, s.Total} }

// Play adds test games. It gives false, and plays none, where the model has errors. When ctx ends, the
// report tells of the games that were over. An error means that the options do not fit the model.
func (r *Report) Play(ctx context.Context, o simulate.Options) (bool, error) {
	if r.Errors > 0 || r.check == nil || o.Games < 1 {
		return false, nil
	}
	o.Together = 1
	if o.Requests == 0 {
		o.Requests = mostRequests
	}
	result, err := simulate.Run(ctx, o, r.check.Program)
	if err != nil {
		return false, err
	}
	r.TestGames = r.games(result.Variants[0], &o)
	return true, nil
}
