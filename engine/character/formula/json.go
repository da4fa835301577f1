package formula

// FromJSON gives the value of decoded JSON: nil, bool, a number, json.Number, string, []any,
// map[string]any with its members in order of their names. A whole number is an integer. Numbers beyond
// what formulas know are Overflow.
func FromJSON(x any) (Value, *Error) { return Absent, nil }

// AppendJSON writes a value as JSON: dice as a string in their notation, Absent as null. A member of an
// object that fails makes it fail.
func (v Value) AppendJSON(to []byte) ([]byte, *Error) { return to, nil }

// Convert gives a value as a type has it: a whole number as an integer and the other way round, a string
// of dice notation as dice. ok is false when it does not fit.
func (v Value) Convert(t *Type) (out Value, ok bool) { return v, true }
