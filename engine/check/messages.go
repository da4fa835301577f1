package check

import "github.com/astragal-engine/astragal/engine/diag"

// Message is one code that a diagnostic can carry: what causes it and how to mend it.
type Message struct {
	Code     string
	Severity diag.Severity
	Cause    string
	Mend     string
}

// Messages are all codes that loading, compiling and checking a model can give, sorted by code.
var Messages = []Message{}
