// Package diag is what the engine says about a model: diagnostics with places, as data.
package diag

import (
	"fmt"
	"sort"
)

// Pos is a place in a source file; Line and Col count from 1 (Col in characters). Line 0: unknown.
type Pos struct {
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
	Col  int    `json:"column,omitempty"`
}

func (p Pos) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Severity of a diagnostic.
type Severity uint8

const (
	Error Severity = iota
	Warning
)

func (s Severity) String() string { return [...]string{"error", "warning"}[s] }

// Diagnostic is one thing that is wrong, where, and what to do.
type Diagnostic struct {
	Code     string // stable, kebab-case: "unknown-key"
	Severity Severity
	Pos      Pos
	Text     string // what happened
	Fix      string // what to do; may be empty
}

func (d Diagnostic) Error() string {
	return fmt.Sprintf("%s: %s: %s [%s]", d.Pos, d.Severity, d.Text, d.Code)
}

// List collects diagnostics. Sort puts them in source order.
type List []Diagnostic

// Add appends one.
func (l *List) Add(sev Severity, code string, pos Pos, format string, args ...any) {
	*l = append(*l, Diagnostic{Code: code, Severity: sev, Pos: pos, Text: fmt.Sprintf(format, args...)})
}

// Errors counts the diagnostics that are errors.
func (l List) Errors() int {
	n := 0
	for _, d := range l {
		if d.Severity == Error {
			n++
		}
	}
	return n
}

// Sort orders by file, line and column; equal places keep their order.
func (l List) Sort() {
	sort.SliceStable(l, func(i, j int) bool {
		a, b := l[i].Pos, l[j].Pos
		if a.File != b.File {
			return a.File < b.File
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Col < b.Col
	})
}

func (l List) Error() string {
	if len(l) == 0 {
		return "no diagnostics"
	}
	if len(l) == 1 {
		return l[0].Error()
	}
	return fmt.Sprintf("%s (and %d more)", l[0].Error(), len(l)-1)
}
