package pack

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/diag"
)

// The codes of load errors.
const (
	UnknownReference = "unknown-reference" // data: kind, id
	DuplicateID      = "duplicate-id"      // data: kind, id, first
	UnknownTag       = "unknown-tag"       // data: tag
	UnknownRole      = "unknown-role"      // data: role
	FormulaError     = "formula-error"     // data: cause, and what the cause has
	TypeMismatch     = "type-mismatch"     // data: expected
	Cycle            = "cycle"             // data: fields, the ring
	RequiresMissing  = "requires-missing"  // data: id, version, found
	Missing          = "missing"           // data: path
	Hash             = "hash"              // data: path
	Unlisted         = "unlisted"          // data: path
	Undeclared       = "capability"        // data: capability
	Schema           = "schema"            // data may be there; beside these there are the codes of packfile
)

// Error is one thing that is wrong with packs, as data. Warnings do not keep a ruleset from loading.
type Error struct {
	diag.Diagnostic
	Data map[string]any
}

// Errors are all that is wrong, in the order of packs, files, lines and columns.
type Errors []Error

func (e Errors) Error() string { return e.List().Error() }

// ErrorsOf gives what is wrong with a pack's files in the form of what is wrong with packs.
func ErrorsOf(list diag.List) Errors {
	out := make(Errors, len(list))
	for i, d := range list {
		out[i] = Error{d, nil}
	}
	return out
}

// List gives the errors without their data, for showing them.
func (e Errors) List() diag.List {
	list := make(diag.List, len(e))
	for i := range e {
		list[i] = e[i].Diagnostic
	}
	return list
}

// Any reports whether there is an error among them that is more than a warning.
func (e Errors) Any() bool {
	return slices.ContainsFunc(e, func(one Error) bool { return one.Severity == diag.Error })
}

// faults collects what is wrong.
type faults struct {
	list []Error
	most int
	cut  bool
}

// data is what an error carries beside its text: pairs of a name and a value.
type data = map[string]any

func (f *faults) add(e Error) {
	if len(f.list) < f.most {
		f.list = append(f.list, e)
	} else {
		f.cut = true
	}
}

func (f *faults) report(code string, pos diag.Pos, with data, fix, format string, args ...any) {
	f.add(Error{diag.Diagnostic{Code: code, Pos: pos, Text: fmt.Sprintf(format, args...), Fix: fix}, with})
}

func (f *faults) warn(code string, pos diag.Pos, fix, format string, args ...any) {
	f.add(Error{diag.Diagnostic{Code: code, Severity: diag.Warning, Pos: pos, Text: fmt.Sprintf(format, args...), Fix: fix}, nil})
}

// sorted gives the errors in the order of the files, each once.
func (f *faults) sorted(order map[string]int) Errors {
	slices.SortStableFunc(f.list, func(a, b Error) int {
		return cmp.Or(cmp.Compare(order[a.Pos.File], order[b.Pos.File]), cmp.Compare(a.Pos.File, b.Pos.File),
			cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	out := slices.CompactFunc(f.list, func(a, b Error) bool { return a.Diagnostic == b.Diagnostic })
	if f.cut {
		out = append(out, Error{Diagnostic: diag.Diagnostic{Code: Schema, Text: fmt.Sprintf("there are more errors; only %d are shown", f.most), Fix: "mend these first"}})
	}
	return out
}
