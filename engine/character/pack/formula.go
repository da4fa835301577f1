package pack

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
)

// Formula is a formula of a pack: its text, its place and, in a ruleset, what it was compiled to.
type Formula struct {
	Src  string
	Pos  diag.Pos // of the first character of the text
	Code *formula.Formula

	at model.Expr
}

// At gives the place in the file of a byte of the formula's text.
func (f *Formula) At(offset int) diag.Pos { return f.at.At(offset) }

// Text is written out or, in the form {formula: ...}, computed: a tag, a computed field, an entry.
// The zero Text is one that was not written.
type Text struct {
	Literal string
	Formula *Formula
	Pos     diag.Pos
}

// Given reports whether anything was written.
func (t Text) Given() bool { return t.Formula != nil || t.Literal != "" }

// Named is a formula under a name: a flag, a param, an amount.
type Named struct {
	Name    string
	Pos     diag.Pos
	Formula *Formula
}

// Ref names something of a pack.
type Ref struct {
	Written string
	ID      string // qualified; empty if there is no such thing, which is a load error
	Pos     diag.Pos
}

// Given reports whether anything was written.
func (r Ref) Given() bool { return r.Written != "" }
