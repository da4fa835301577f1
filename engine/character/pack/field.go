package pack

// Field is a value of the character: given by it (an input) or computed.
type Field struct {
	Prop           // Name is the local id, dots included
	ID      string // qualified
	N       int    // its number: index in Ruleset.Fields
	Pack    *Pack
	Tags    []Text
	Label   string
	Formula *Formula // of a computed field; nil: an input

	// Of an input. DefaultFormula stands in place of Default where the file has {formula: ...}.
	DefaultFormula *Formula
	Min, Max       *Formula

	// Rank orders the fields so that each stands behind those that its formulas read, effects left
	// aside: index in Ruleset.Order.
	Rank int
}

// Input reports whether the character gives the field's value.
func (f *Field) Input() bool { return f.Formula == nil }
