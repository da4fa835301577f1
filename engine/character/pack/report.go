package pack

import "github.com/astragal-engine/astragal/engine/diag"

// Report is what a check of packs says, as data.
type Report struct {
	OK     bool          `json:"ok"`
	Packs  []PackReport  `json:"packs"`
	Errors []ErrorReport `json:"errors"` // warnings too
	Counts Counts        `json:"counts"`
}

// PackReport is a pack in a report.
type PackReport struct {
	ID      string `json:"id"`
	Version string `json:"version"`
	Title   string `json:"title,omitempty"`
	Licence string `json:"licence,omitempty"`
}

// ErrorReport is an error in a report.
type ErrorReport struct {
	Code     string         `json:"code"`
	Severity string         `json:"severity"`
	File     string         `json:"file,omitempty"`
	Line     int            `json:"line,omitempty"`
	Column   int            `json:"column,omitempty"`
	Text     string         `json:"text"`
	Fix      string         `json:"fix,omitempty"`
	Data     map[string]any `json:"data,omitempty"`
}

// Counts says how much there is in packs.
type Counts struct {
	Fields   int `json:"fields"`
	Types    int `json:"contentTypes"`
	Items    int `json:"items"`
	Actions  int `json:"actions"`
	Effects  int `json:"effects"`
	Formulas int `json:"formulas"`
}

// Check reads packs and says what is wrong with them. The files are for showing excerpts.
func Check(packs []Source, opts Options) (*Report, Errors, diag.Files) {
	l := newLoader(opts)
	_, list := l.load(packs)
	b := &l.build
	r := &Report{OK: !list.Any(), Packs: []PackReport{}, Errors: list.Report()}
	for _, p := range b.Packs {
		r.Packs = append(r.Packs, PackReport{p.ID, p.Version, p.Title, p.Licence})
	}
	r.Counts = Counts{len(b.Fields), len(b.Types), len(b.Items), len(b.all), len(b.Effects), 0}
	for _, j := range l.formulas {
		if j.f != nil {
			r.Counts.Formulas++
		}
	}
	return r, list, b.files
}

// Report gives the errors as data.
func (e Errors) Report() []ErrorReport {
	out := make([]ErrorReport, 0, len(e))
	for _, one := range e {
		out = append(out, ErrorReport{one.Code, one.Severity.String(), one.Pos.File, one.Pos.Line, one.Pos.Col, one.Text, one.Fix, one.Data})
	}
	return out
}
