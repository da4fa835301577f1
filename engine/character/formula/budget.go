package formula

import "github.com/astragal-engine/astragal/engine/dice"

// DefaultSteps is how much a budget holds unless it is told otherwise.
const DefaultSteps = 1_000_000

// Budget bounds the work of evaluations, one or many, and holds what they need while they run. A
// step is about one operation; lists and strings cost more the longer they are. When it is used up,
// formulas fail with SafetyLimit. A budget belongs to one thread at a time.
type Budget struct {
	left int
	dice dice.Limits
	run
}

// run is the state of a running formula.
type run struct {
	names Names
	vars  []Value // of list macros, the innermost last
	err   *Error
	depth int
}

// NewBudget gives a budget of steps (0: DefaultSteps) and the limits of dice.
func NewBudget(steps int, l dice.Limits) *Budget {
	if steps == 0 {
		steps = DefaultSteps
	}
	return &Budget{left: steps, dice: l}
}

// Left tells how many steps are left.
func (b *Budget) Left() int { return b.left }
