package formula

// Summary is a condition or a value with everything put in that does not depend on a roll.
type Summary struct {
	Text    string // printed
	Value   Value  // what it is when nothing depends on the roll any more, else Absent
	Tests   []Test // what a condition comes down to; empty, not nil, when it is true
	Decided bool   // Tests says all: it is true, or a conjunction of plain comparisons
}

// Test is a plain comparison of a roll with a number.
type Test struct {
	Of      string // roll.total, roll.value, roll.unbounded or roll.kept[<int>]
	Compare string // lt, le, gt, ge or eq
	Value   Value  // an integer or a number
}

// Summary puts in the values of all greatest parts that do not read the roots (roll), then lets literal
// guards decide. A part that fails, or gives an object, stays as it is written. It never fails.
// The seed's section on the roll summary rules.
func (f *Formula) Summary(names Names, b *Budget, roots ...string) Summary { return Summary{} }
