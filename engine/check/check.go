package check

import (
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// Report is all that can be said of a model without playing it.
type Report struct {
	Diagnostics   diag.List // in the order of the text; those that are allowed where they stand are left out
	Allowed       []Allowed // and here
	Size          Size
	Executability Executability
	Program       *program.Program // what it compiles to, faulty or not
}

// Allowed is a warning that the model allows where it stands, with the reason that it gives.
type Allowed struct {
	diag.Diagnostic
	Reason string
}

// checker is one look at a model. Rules read m and p, and add to list.
type checker struct {
	m    *model.Model
	p    *program.Program
	list diag.List
	deep
}

// rules look for one kind of mistake each. Their order does not matter: diagnostics are sorted.
var rules = []func(c *checker){
	(*checker).deeper,
}

// Model checks a model that has been loaded. read is what was found wrong while loading.
func Model(m *model.Model, read diag.List) *Report { return With(m, read, compile.Options{}) }

// With checks a model as it is compiled with options.
func With(m *model.Model, read diag.List, o compile.Options) *Report {
	p, found := compile.Compile(m, o)
	c := &checker{m: m, p: p}
	c.list = append(append(c.list, read...), found...)
	for _, rule := range rules {
		rule(c)
	}
	c.list.Sort()
	allowed := c.allowed()
	return &Report{Diagnostics: c.list, Allowed: allowed, Size: Measure(m), Executability: Execute(m), Program: p}
}

// warn adds a warning. fix says what to do and may be empty.
func (c *checker) warn(code string, pos diag.Pos, fix, text string) {
	c.list = append(c.list, diag.Diagnostic{Code: code, Severity: diag.Warning, Pos: pos, Text: text, Fix: fix})
}

func (c *checker) fault(code string, pos diag.Pos, fix, text string) {
	c.list = append(c.list, diag.Diagnostic{Code: code, Pos: pos, Text: text, Fix: fix})
}
