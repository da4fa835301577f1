package formula

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/dice"
)

func (v Value) numeric() bool { return v.kind == IntKind || v.kind == NumberKind }

func (b *Budget) integer(n *node, x int) Value {
	if x > MostInt || x < -MostInt {
		return b.fail(n, Overflow, "the result lies beyond ±9007199254740991", nil)
	}
	return IntValue(x)
}

func (b *Budget) real(n *node, x float64) Value {
	if !finite(x) {
		return b.fail(n, Overflow, "the result is too large for a number", nil)
	}
	return NumberValue(x)
}

func (b *Budget) operands(n *node, x, y Value) Value {
	return b.fail(n, TypeMismatch, "'"+n.name+"' does not take "+x.kind.String()+" and "+y.kind.String(), map[string]any{"operator": n.name})
}

func add(b *Budget, n *node, x, y Value) Value {
	switch {
	case x.kind == IntKind && y.kind == IntKind:
		return b.integer(n, x.Int()+y.Int())
	case x.numeric() && y.numeric():
		return b.real(n, x.Number()+y.Number())
	case x.kind == StringKind && y.kind == StringKind:
		if !b.spend(n, (len(x.Text())+len(y.Text()))/8) {
			return failure
		}
		return StringValue(x.Text() + y.Text())
	case x.kind == ListKind && y.kind == ListKind:
		one, two := x.List(), y.List()
		if !b.spend(n, len(one)+len(two)) {
			return failure
		}
		return ListValue(append(append(make([]Value, 0, len(one)+len(two)), one...), two...))
	}
	return b.dicePlus(n, x, y, false)
}

func subtract(b *Budget, n *node, x, y Value) Value {
	switch {
	case x.kind == IntKind && y.kind == IntKind:
		return b.integer(n, x.Int()-y.Int())
	case x.numeric() && y.numeric():
		return b.real(n, x.Number()-y.Number())
	}
	return b.dicePlus(n, x, y, true)
}

// dicePlus adds dice, and whole numbers to them.
func (b *Budget) dicePlus(n *node, x, y Value, minus bool) Value {
	if x.kind != DiceKind && y.kind != DiceKind {
		return b.operands(n, x, y)
	}
	var ok [2]bool
	if x, ok[0] = x.whole(); ok[0] {
		y, ok[1] = y.whole()
	}
	if !ok[1] {
		return b.fail(n, TypeMismatch, "to dice only dice and whole numbers are added", map[string]any{"operator": n.name})
	}
	one, two := x.Dice(), y.Dice()
	if minus {
		two = two.Negated()
	}
	if !b.spend(n, len(one.Terms)+len(two.Terms)) {
		return failure
	}
	return b.checkedDice(n, one.Plus(two))
}

// whole gives dice and whole numbers.
func (v Value) whole() (Value, bool) {
	if v.kind == DiceKind {
		return v, true
	}
	return v.coerced(Int)
}

func (b *Budget) checkedDice(n *node, d dice.Dice) Value {
	if err := d.Check(b.dice); err != nil {
		return b.fail(n, SafetyLimit, "too many dice: "+err.Error(), map[string]any{"limit": "maxDice"})
	}
	return DiceValue(d)
}

func multiply(b *Budget, n *node, x, y Value) Value {
	if !x.numeric() || !y.numeric() {
		return b.operands(n, x, y)
	}
	product := x.Number() * y.Number()
	if x.kind == NumberKind || y.kind == NumberKind {
		return b.real(n, product)
	}
	if math.Abs(product) > MostInt {
		return b.integer(n, MostInt+1)
	}
	return IntValue(int(product))
}

func divide(b *Budget, n *node, x, y Value) Value {
	if !x.numeric() || !y.numeric() {
		return b.operands(n, x, y)
	}
	if y.Number() == 0 {
		return b.fail(n, DivisionByZero, "division by zero: ask first, as in x != 0 ? y / x : 0", nil)
	}
	return b.real(n, x.Number()/y.Number())
}

func modulo(b *Budget, n *node, x, y Value) Value {
	if x.kind != IntKind || y.kind != IntKind {
		return b.operands(n, x, y)
	}
	if y.Int() == 0 {
		return b.fail(n, DivisionByZero, "the rest of a division by zero: ask first, as in x != 0 ? y % x : 0", nil)
	}
	return IntValue(x.Int() % y.Int())
}

func negate(b *Budget, n *node, x Value) Value {
	switch x.kind {
	case IntKind:
		return IntValue(-x.Int())
	case NumberKind:
		return NumberValue(-x.Number())
	case DiceKind:
		return DiceValue(x.Dice().Negated())
	}
	return b.mismatch(n, "'-'", "a number", x)
}

// order compares numbers with numbers and strings with strings; ok is false for all else.
func order(x, y Value) (sign int, ok bool) {
	switch {
	case x.kind == IntKind && y.kind == IntKind:
		return cmp.Compare(x.Int(), y.Int()), true
	case x.numeric() && y.numeric():
		return cmp.Compare(x.Number(), y.Number()), true
	case x.kind == StringKind && y.kind == StringKind:
		return strings.Compare(x.Text(), y.Text()), true
	}
	return 0, false
}

// Equal reports whether two values are the same: 1 and 1.0 are, objects are by their members. It fails
// when a member does.
func (v Value) Equal(o Value) (bool, *Error) {
	b := NewBudget(0, dice.Limits{})
	same, ok := b.equal(&node{}, v, o)
	if !ok {
		return false, b.err
	}
	return same, nil
}

// equal compares; ok is false when that failed.
func (b *Budget) equal(n *node, x, y Value) (same, ok bool) {
	if x.numeric() && y.numeric() {
		return x.Number() == y.Number(), true
	}
	if x.kind != y.kind {
		return false, true
	}
	switch x.kind {
	case StringKind:
		return x.Text() == y.Text(), true
	case BoolKind:
		return x.bits == y.bits, true
	case DiceKind:
		return sameDice(x.Dice(), y.Dice()), true
	case ListKind:
		return b.equalLists(n, x.List(), y.List())
	case ObjectKind:
		return b.equalObjects(n, x.Object(), y.Object())
	}
	return true, true
}

func sameDice(x, y dice.Dice) bool {
	return x.Flat == y.Flat && slices.Equal(x.Terms, y.Terms)
}

func (b *Budget) equalLists(n *node, x, y []Value) (same, ok bool) {
	if len(x) != len(y) {
		return false, true
	}
	if !b.spend(n, len(x)) {
		return false, false
	}
	for i := range x {
		if same, ok := b.equal(n, x[i], y[i]); !same || !ok {
			return same, ok
		}
	}
	return true, true
}

func (b *Budget) equalObjects(n *node, x, y Object) (same, ok bool) {
	names := x.Members()
	if len(names) != len(y.Members()) {
		return false, true
	}
	if !b.spend(n, len(names)) {
		return false, false
	}
	for _, name := range names {
		one, err := x.Member(name)
		if err == nil {
			var two Value
			if two, err = y.Member(name); err == nil {
				if same, ok := b.equal(n, one, two); !same || !ok {
					return same, ok
				}
				continue
			}
		}
		b.outside(n, err)
		return false, false
	}
	return true, true
}
