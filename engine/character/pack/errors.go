package pack

import "github.com/astragal-engine/astragal/engine/diag"

// The codes of load errors.
const (
	UnknownReference = "unknown-reference" // data: kind, id
	DuplicateID      = "duplicate-id"      // data: kind, id, first
	UnknownTag       = "unknown-tag"       // data: tag
	UnknownRole      = "unknown-role"      // data: role
	FormulaError     = "formula-error"     // data: cause, and what the cause has
	TypeMismatch     = "type-mismatch"     // data: expected, actual
	Cycle            = "cycle"             // data: fields, the ring
	RequiresMissing  = "requires-missing"  // data: id, version, found
	Schema           = "schema"            // data: what the rule needs
)

// Error is one thing that is wrong with packs, as data. Warnings do not keep a ruleset from loading.
type Error struct {
	diag.Diagnostic
	Data map[string]any
}

// Errors are all that is wrong, in the order of packs, files, lines and columns.
type Errors []Error
