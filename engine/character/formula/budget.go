package formula

import (
	"sync"

	"github.com/astragal-engine/astragal/engine/dice"
)

// DefaultSteps is how much a budget holds unless it is told otherwise.
const DefaultSteps = 1_000_000

// deepestEval is how many formulas may run inside one another, each to answer a name of the one before.
const deepestEval = 10_000

// Budget bounds the work of evaluations, one or many, and holds what they need while they run. A
// step is about one operation; lists and strings cost more the longer they are. When it is used up,
// formulas fail with SafetyLimit. A budget belongs to one thread at a time; a formula may be evaluated
// with it while another one is.
type Budget struct {
	left  int
	dice  dice.Limits
	names Names
	vars  []Value // of list macros, the innermost last
	base  int     // where those of the running formula begin
	args  []Value // of calls
	depth int
	err   *Error // why a part has failed
}

// NewBudget gives a budget of steps (0: DefaultSteps) and the limits of dice.
func NewBudget(steps int, l dice.Limits) *Budget {
	if steps == 0 {
		steps = DefaultSteps
	}
	return &Budget{left: steps, dice: l}
}

// Reset makes the budget as NewBudget does, in the memory that it has, while no formula runs with it.
func (b *Budget) Reset(steps int, l dice.Limits) {
	b.dice = l
	b.Refill(steps)
}

// Refill sets how many steps are left (0: DefaultSteps), for more evaluations while none runs.
func (b *Budget) Refill(steps int) {
	if steps == 0 {
		steps = DefaultSteps
	}
	b.left, b.err = steps, nil
}

// Left tells how many steps are left.
func (b *Budget) Left() int { return b.left }

var defaults = sync.Pool{New: func() any { return NewBudget(0, dice.Limits{}) }}

// caller is what a formula that begins to run keeps of the one that it runs in.
type caller struct {
	names Names
	base  int
}

func (b *Budget) enter(names Names) caller {
	c := caller{b.names, b.base}
	b.names, b.base = names, len(b.vars)
	b.depth++
	return c
}

func (b *Budget) leave(c caller) {
	clear(b.vars[b.base:])
	b.vars = b.vars[:b.base]
	b.names, b.base = c.names, c.base
	b.depth--
}

var failure = Value{kind: failed}

// fail has a part fail.
func (b *Budget) fail(n *node, code Code, message string, data map[string]any) Value {
	b.err = &Error{Code: code, Offset: int(n.at), Length: int(n.len), Message: message, Data: data}
	return failure
}

// outside has a part fail because a name could not be answered.
func (b *Budget) outside(n *node, err *Error) Value {
	out := *err
	if err.Offset >= 0 {
		out.Cause = err
	}
	out.Offset, out.Length = int(n.at), int(n.len)
	b.err = &out
	return failure
}

// absent has a part fail because there is nothing at a path.
func (b *Budget) absent(n *node) Value {
	path := print(n)
	return b.fail(n, NoSuchKey, path+" is absent: has("+path+") tells when it is there", map[string]any{"path": path})
}

// mismatch has a part fail because a value is of the wrong kind.
func (b *Budget) mismatch(n *node, what, wanted string, got Value) Value {
	return b.fail(n, TypeMismatch, what+" wants "+wanted+", not "+got.kind.String(), map[string]any{"expected": wanted, "found": got.kind.String()})
}

// spend takes steps off; ok is false when they are used up.
func (b *Budget) spend(n *node, steps int) (ok bool) {
	if b.left -= steps; b.left >= 0 {
		return true
	}
	b.left = 0
	b.fail(n, SafetyLimit, "the formula does too much work: its limit of steps is used up", map[string]any{"limit": "maxFormulaSteps"})
	return false
}

// Spend takes steps off for work that no formula does; ok is false when they are used up.
func (b *Budget) Spend(steps int) (ok bool) {
	if b.left -= steps; b.left >= 0 {
		return true
	}
	b.left = 0
	return false
}

// fatal reports whether the failure cannot be passed over, as && does with others.
func (b *Budget) fatal() bool { return b.err.Code == SafetyLimit }
