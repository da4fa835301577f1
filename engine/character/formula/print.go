package formula

import (
	"strconv"
	"strings"
)

// How tightly things bind, as CEL has it.
const (
	bindIf = iota
	bindOr
	bindAnd
	bindRelation
	bindAdd
	bindMultiply
	bindUnary
	bindMember
	bindPrimary
)

// String prints the formula on one line, in the one way in which all formulas are printed. Compiling
// that gives the same formula.
func (f *Formula) String() string { return print(f.root) }

// Literal prints a value as a formula would have it: strings in single quotes, dice in their notation. ok
// is false when it has no literal: an object, a list with one in it, Absent.
func Literal(v Value) (text string, ok bool) {
	n := literal(v)
	if n == nil {
		return "", false
	}
	return print(n), true
}

func print(n *node) string {
	var p printer
	p.Grow(usualText)
	p.node(n, bindIf)
	return p.String()
}

type printer struct{ strings.Builder }

// usualText is how long most formulas are at most.
const usualText = 60

func binding(n *node) int {
	switch n.op {
	case opIf:
		return bindIf
	case opOr:
		return bindOr
	case opAnd:
		return bindAnd
	case opBinary:
		return bindings[n.name]
	case opNot, opNegate:
		return bindUnary
	case opLiteral:
		if n.value.kind == IntKind || n.value.kind == NumberKind {
			return bindUnary // so that 1.foo and -2 behind a minus are not run together
		}
	case opMember, opIndex, opMacro:
		return bindMember
	case opCall:
		if n.method {
			return bindMember
		}
	}
	return bindPrimary
}

var bindings = map[string]int{
	"==": bindRelation, "!=": bindRelation, "<": bindRelation, "<=": bindRelation, ">": bindRelation, ">=": bindRelation, "in": bindRelation,
	"+": bindAdd, "-": bindAdd, "*": bindMultiply, "/": bindMultiply, "%": bindMultiply,
}

// node prints a part in a place that holds only what binds at least so tightly without parentheses.
func (p *printer) node(n *node, least int) {
	if binding(n) < least {
		p.WriteByte('(')
		p.bare(n)
		p.WriteByte(')')
		return
	}
	p.bare(n)
}

// bare prints a part without parentheses.
func (p *printer) bare(n *node) {
	switch n.op {
	case opLiteral:
		p.literal(n.value)
	case opName:
		if n.method {
			p.WriteString("field(" + quote(n.name) + ")")
		} else {
			p.WriteString(n.name)
		}
	case opVariable:
		p.WriteString(n.name)
	case opMember:
		p.node(n.kids[0], bindMember)
		p.WriteByte('.')
		p.WriteString(n.name)
	case opIndex:
		p.node(n.kids[0], bindMember)
		p.WriteByte('[')
		p.node(n.kids[1], bindIf)
		p.WriteByte(']')
	case opHas:
		p.call("has", n.kids)
	case opAnd:
		p.joined(n.kids, " && ", bindRelation)
	case opOr:
		p.joined(n.kids, " || ", bindAnd)
	case opIf:
		p.node(n.kids[0], bindOr)
		p.WriteString(" ? ")
		p.node(n.kids[1], bindOr)
		p.WriteString(" : ")
		p.node(n.kids[2], bindIf)
	case opNot:
		p.WriteByte('!')
		p.node(n.kids[0], bindMember)
	case opNegate:
		p.WriteByte('-')
		p.node(n.kids[0], bindMember)
	case opBinary:
		b := bindings[n.name]
		p.node(n.kids[0], b)
		p.WriteByte(' ')
		p.WriteString(n.name)
		p.WriteByte(' ')
		p.node(n.kids[1], b+1)
	case opList:
		p.WriteByte('[')
		p.joined(n.kids, ", ", bindIf)
		p.WriteByte(']')
	case opCall:
		if n.method {
			p.node(n.kids[0], bindMember)
			p.WriteByte('.')
			p.call(n.name, n.kids[1:])
		} else {
			p.call(n.name, n.kids)
		}
	case opMacro:
		p.node(n.kids[0], bindMember)
		p.WriteString("." + n.name + "(" + n.vars[0] + ", ")
		p.joined(n.kids[1:], ", ", bindIf)
		p.WriteByte(')')
	case opWhere:
		p.call(n.name, n.kids)
	}
}

func (p *printer) call(name string, args []*node) {
	p.WriteString(name + "(")
	p.joined(args, ", ", bindIf)
	p.WriteByte(')')
}

func (p *printer) joined(list []*node, by string, least int) {
	for i, n := range list {
		if i > 0 {
			p.WriteString(by)
		}
		p.node(n, least)
	}
}

func (p *printer) literal(v Value) {
	switch v.kind {
	case NullKind:
		p.WriteString("null")
	case BoolKind:
		p.WriteString(strconv.FormatBool(v.Bool()))
	case IntKind:
		p.WriteString(strconv.Itoa(v.Int()))
	case NumberKind:
		p.WriteString(numberText(v.Number()))
	case StringKind:
		p.WriteString(quote(v.Text()))
	case DiceKind:
		p.WriteString(v.Dice().String())
	}
}

// numberText writes a number so that it is read back as a number and not as an integer.
func numberText(x float64) string {
	if a := max(x, -x); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

const hexDigits = "0123456789abcdef"

func quote(s string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for _, r := range s {
		switch {
		case r == '\'' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			b.WriteString(`\u00`)
			b.WriteByte(hexDigits[r>>4])
			b.WriteByte(hexDigits[r&15])
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('\'')
	return b.String()
}
