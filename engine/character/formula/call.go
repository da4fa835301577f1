package formula

import (
	"cmp"
	"math"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/dice"
)

// function evaluates a call with the values of its arguments, of a method's target first.
type function func(b *Budget, n *node, args []Value) Value

var functions map[string]function

func init() {
	functions = map[string]function{
		"min": least(-1), "max": least(1), "@min": least(-1), "@max": least(1),
		"clamp": clamp, "sum": sum, "abs": abs,
		"floor": toInteger(math.Floor), "ceil": toInteger(math.Ceil), "round": toInteger(math.Round),
		"dice": makeDice,
		"int":  toInt, "double": toNumber, "string": toString, "dyn": same, "size": size,
		"contains": textTest(strings.Contains), "startsWith": textTest(strings.HasPrefix), "endsWith": textTest(strings.HasSuffix),
		"matches":    matches,
		"lowerAscii": textMap(lowerASCII), "upperAscii": textMap(upperASCII), "trim": textMap(strings.TrimSpace),
		"charAt": charAt, "indexOf": indexOf, "lastIndexOf": lastIndexOf, "substring": substring,
		"replace": replace, "split": split, "join": join,
		"field": fieldByID,
	}
}

func buildCall(n *node) *Error {
	f := functions[n.name]
	if n.name == "matches" && n.kids[1].op == opLiteral {
		p, err := compilePattern(n.kids[1].value.Text())
		if err != nil {
			err.Offset, err.Length = int(n.kids[1].at), int(n.kids[1].len)
			return err
		}
		f = p.matches
	}
	kids := n.kids
	if sign, ok := leastSigns[n.name]; ok && len(kids) == 2 {
		n.run = operated(n, func(b *Budget, n *node, x, y Value) Value { return b.least(n, x, y, sign) })
		return nil
	}
	n.run = func(b *Budget) Value {
		at := len(b.args)
		for _, k := range kids {
			v := k.run(b)
			if v.kind == failed {
				b.args = b.args[:at]
				return v
			}
			b.args = append(b.args, v)
		}
		v := f(b, n, b.args[at:])
		b.args = b.args[:at]
		return v
	}
	return nil
}

// leastSigns tell which of two numbers min and max look for.
var leastSigns = map[string]int{"min": -1, "max": 1}

func least(sign int) function {
	return func(b *Budget, n *node, args []Value) Value {
		if len(args) == 1 {
			if args[0].kind != ListKind {
				return b.mismatch(n, n.name+"()", "numbers or a list of them", args[0])
			}
			if args = args[0].List(); len(args) == 0 {
				return b.fail(n, NoSuchKey, n.name+"() of an empty list", nil)
			}
			if !b.spend(n, len(args)) {
				return failure
			}
		}
		best := args[0]
		for _, v := range args {
			if best = b.least(n, best, v, sign); best.kind == failed {
				return best
			}
		}
		return best
	}
}

// least gives the lesser or the greater of two numbers. Of an integer and a number it is a number,
// whichever it is.
func (b *Budget) least(n *node, x, y Value, sign int) Value {
	switch {
	case x.kind == IntKind && y.kind == IntKind:
		if cmp.Compare(y.Int(), x.Int()) == sign {
			return y
		}
		return x
	case !x.numeric():
		return b.mismatch(n, n.name+"()", "numbers", x)
	case !y.numeric():
		return b.mismatch(n, n.name+"()", "numbers", y)
	case cmp.Compare(y.Number(), x.Number()) == sign:
		return NumberValue(y.Number())
	}
	return NumberValue(x.Number())
}

func clamp(b *Budget, n *node, args []Value) Value {
	if c, ok := order(args[1], args[2]); ok && c > 0 {
		return b.fail(n, TypeMismatch, "clamp() wants the lower bound before the upper one", nil)
	}
	low := b.least(n, args[0], args[1], 1)
	if low.kind == failed {
		return low
	}
	return b.least(n, low, args[2], -1)
}

func sum(b *Budget, n *node, args []Value) Value {
	if args[0].kind != ListKind {
		return b.mismatch(n, "sum()", "a list", args[0])
	}
	items := args[0].List()
	if !b.spend(n, len(items)) {
		return failure
	}
	total := IntValue(0)
	for _, v := range items {
		if !v.numeric() && v.kind != DiceKind {
			return b.mismatch(n, "sum()", "numbers or dice", v)
		}
		if total = add(b, n, total, v); total.kind == failed {
			return total
		}
	}
	return total
}

func abs(b *Budget, n *node, args []Value) Value {
	switch v := args[0]; v.kind {
	case IntKind:
		return IntValue(max(v.Int(), -v.Int()))
	case NumberKind:
		return NumberValue(math.Abs(v.Number()))
	default:
		return b.mismatch(n, "abs()", "a number", v)
	}
}

func toInteger(f func(float64) float64) function {
	return func(b *Budget, n *node, args []Value) Value {
		switch v := args[0]; v.kind {
		case IntKind:
			return v
		case NumberKind:
			x := f(v.Number())
			if math.Abs(x) > MostInt {
				return b.integer(n, MostInt+1)
			}
			return IntValue(int(x))
		default:
			return b.mismatch(n, n.name+"()", "a number", v)
		}
	}
}

func makeDice(b *Budget, n *node, args []Value) Value {
	if args[0].kind != IntKind || args[1].kind != IntKind {
		return b.fail(n, TypeMismatch, "dice() wants two integers, the number of dice and their sides", nil)
	}
	count, sides := args[0].Int(), args[1].Int()
	if count < 0 {
		return b.fail(n, TypeMismatch, "there are no "+strconv.Itoa(count)+" dice: max(0, n) keeps a number from falling below 0", nil)
	}
	if sides < 1 {
		return b.fail(n, TypeMismatch, "there is no die of "+strconv.Itoa(sides)+" sides: it has at least one", nil)
	}
	return b.checkedDice(n, dice.Of(count, sides))
}

func toInt(b *Budget, n *node, args []Value) Value {
	if args[0].kind == StringKind {
		x, err := strconv.Atoi(args[0].Text())
		if err != nil {
			return b.fail(n, TypeMismatch, "int() cannot read "+quoteShort(args[0].Text())+" as an integer", nil)
		}
		return b.integer(n, x)
	}
	return toInteger(math.Trunc)(b, n, args)
}

func toNumber(b *Budget, n *node, args []Value) Value {
	switch v := args[0]; v.kind {
	case IntKind, NumberKind:
		return NumberValue(v.Number())
	case StringKind:
		x, err := strconv.ParseFloat(v.Text(), 64)
		if err != nil || !finite(x) {
			return b.fail(n, TypeMismatch, "double() cannot read "+quoteShort(v.Text())+" as a number", nil)
		}
		return NumberValue(x)
	default:
		return b.mismatch(n, "double()", "a number or a string", v)
	}
}

func toString(b *Budget, n *node, args []Value) Value {
	switch v := args[0]; v.kind {
	case StringKind:
		return v
	case BoolKind, IntKind, NumberKind, DiceKind:
		return StringValue(v.plain())
	default:
		return b.mismatch(n, "string()", "a boolean, a number, dice or a string", v)
	}
}

// plain writes a simple value as people do.
func (v Value) plain() string {
	switch v.kind {
	case BoolKind:
		return strconv.FormatBool(v.Bool())
	case IntKind:
		return strconv.Itoa(v.Int())
	case NumberKind:
		return strings.TrimSuffix(numberText(SixPlaces(v.Number())), ".0")
	case DiceKind:
		return v.Dice().String()
	}
	return v.Text()
}

func quoteShort(s string) string {
	if len(s) > 40 {
		s = strings.ToValidUTF8(s[:40], "") + "…"
	}
	return quote(s)
}

func same(_ *Budget, _ *node, args []Value) Value { return args[0] }

func fieldByID(b *Budget, n *node, args []Value) Value {
	if args[0].kind != StringKind {
		return b.mismatch(n, "field()", "a qualified id", args[0])
	}
	c := b.character(n)
	if c == nil {
		return failure
	}
	v, err := c.Field(args[0].Text())
	if err != nil {
		return b.outside(n, err)
	}
	if v.kind == AbsentKind {
		return b.fail(n, UnknownName, "there is no field "+quoteShort(args[0].Text())+": ids that are computed are qualified, as in 'pack:id'", map[string]any{"name": args[0].Text()})
	}
	return v
}
