package expr

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/astragal-engine/astragal/engine/value"
)

// String prints the expression as Python, with single blanks and no parentheses but those it needs.
// Parsing that gives an expression that prints, and evaluates, alike. f-strings stay as written.
func (s *Syntax) String() string {
	var p printer
	p.expr(s.root, precLowest)
	return p.String()
}

type printer struct{ strings.Builder }

// expr prints n, in parentheses if it binds less tightly than prec.
func (p *printer) expr(n node, prec int) {
	mine := precOf(n)
	if mine < prec {
		p.WriteByte('(')
		defer p.WriteByte(')')
	}
	switch n := n.(type) {
	case *constant:
		p.constant(n.v)
	case *name:
		p.WriteString(n.id)
	case *starred:
		p.WriteByte('*')
		p.expr(n.x, precBitOr)
	case *display:
		p.display(n)
	case *dictDisplay:
		p.WriteByte('{')
		for i, k := range n.keys {
			p.comma(i)
			if k == nil {
				p.WriteString("**")
				p.expr(n.vals[i], precBitOr)
				continue
			}
			p.expr(k, precLambda)
			p.WriteString(": ")
			p.expr(n.vals[i], precLambda)
		}
		p.WriteByte('}')
	case *comp:
		p.comp(n)
	case *lambda:
		p.lambda(n)
	case *call:
		p.expr(n.fn, precTrailer)
		p.arguments(n.args, n.kws)
	case *method:
		if c, ok := n.x.(*constant); ok && (c.v.IsInt() || c.v.Kind() == value.BigInt || c.v.IsFloat()) {
			p.WriteByte('(')
			p.expr(n.x, precAtom)
			p.WriteByte(')')
		} else {
			p.expr(n.x, precTrailer)
		}
		p.WriteString("." + n.name)
		p.arguments(n.args, n.kws)
	case *subscript:
		p.expr(n.x, precTrailer)
		p.WriteByte('[')
		p.expr(n.index, precLowest)
		p.WriteByte(']')
	case *slice:
		p.maybe(n.lo)
		p.WriteByte(':')
		p.maybe(n.hi)
		if n.step != nil {
			p.WriteByte(':')
			p.maybe(n.step)
		}
	case *unary:
		p.WriteString(opText[n.op])
		if n.op == opNot {
			p.WriteByte(' ')
			p.expr(n.x, precNot)
		} else {
			p.expr(n.x, precUnary)
		}
	case *binary:
		if n.op == opPow {
			p.expr(n.x, precTrailer)
			p.WriteString(" ** ")
			p.expr(n.y, precUnary)
			return
		}
		p.expr(n.x, mine)
		p.WriteString(" " + opText[n.op] + " ")
		p.expr(n.y, mine+1)
	case *junction:
		for i, x := range n.xs {
			if i > 0 {
				p.WriteString(" " + opText[n.op] + " ")
			}
			p.expr(x, mine+1)
		}
	case *comparison:
		p.expr(n.x, precCompare+1)
		for i, y := range n.rest {
			p.WriteString(" " + opText[n.ops[i]] + " ")
			p.expr(y, precCompare+1)
		}
	case *conditional:
		p.expr(n.then, precOr)
		p.WriteString(" if ")
		p.expr(n.test, precOr)
		p.WriteString(" else ")
		p.expr(n.els, precLambda)
	case *formatted:
		p.WriteString(strings.Join(n.texts, " "))
	default:
		panic(fmt.Sprintf("expr: cannot print %T", n))
	}
}

func precOf(n node) int {
	switch n := n.(type) {
	case *lambda:
		return precLambda
	case *conditional:
		return precCond
	case *junction:
		return opPrec[n.op]
	case *unary:
		return opPrec[n.op]
	case *binary:
		return opPrec[n.op]
	case *comparison:
		return precCompare
	case *call, *method, *subscript:
		return precTrailer
	}
	return precAtom
}

func (p *printer) comma(i int) {
	if i > 0 {
		p.WriteString(", ")
	}
}

func (p *printer) maybe(n node) {
	if n != nil {
		p.expr(n, precLambda)
	}
}

func (p *printer) items(ns []node) {
	for i, x := range ns {
		p.comma(i)
		p.expr(x, precLambda)
	}
}

func (p *printer) display(n *display) {
	switch n.kind {
	case value.List:
		p.WriteByte('[')
		p.items(n.items)
		p.WriteByte(']')
	case value.Set:
		p.WriteByte('{')
		p.items(n.items)
		p.WriteByte('}')
	default:
		p.WriteByte('(')
		p.items(n.items)
		if len(n.items) == 1 {
			p.WriteByte(',')
		}
		p.WriteByte(')')
	}
}

func (p *printer) comp(n *comp) {
	ends := map[value.Kind]string{value.List: "[]", value.Set: "{}", value.Dict: "{}", value.Iter: "()"}[n.kind]
	p.WriteByte(ends[0])
	p.compBody(n)
	p.WriteByte(ends[1])
}

func (p *printer) compBody(n *comp) {
	if n.key != nil {
		p.expr(n.key, precLambda)
		p.WriteString(": ")
	}
	p.expr(n.elt, precLambda)
	for _, c := range n.clauses {
		p.WriteString(" for ")
		if d, ok := c.target.(*display); ok && len(d.items) > 1 {
			p.items(d.items)
		} else {
			p.expr(c.target, precLambda)
		}
		p.WriteString(" in ")
		p.expr(c.iter, precOr)
		for _, x := range c.conds {
			p.WriteString(" if ")
			p.expr(x, precOr)
		}
	}
}

func (p *printer) lambda(n *lambda) {
	p.WriteString("lambda")
	bare := false
	for i, q := range n.params {
		if i > 0 {
			p.WriteByte(',')
		}
		p.WriteByte(' ')
		switch q.kind {
		case keywordOnly:
			if !bare {
				p.WriteString("*, ")
				bare = true
			}
		case starParam:
			p.WriteByte('*')
			bare = true
		case doubleStarParam:
			p.WriteString("**")
		}
		p.WriteString(q.name)
		if q.def != nil {
			p.WriteByte('=')
			p.expr(q.def, precLambda)
		}
	}
	p.WriteString(": ")
	p.expr(n.body, precLambda)
}

func (p *printer) arguments(args []node, kws []keyword) {
	p.WriteByte('(')
	if len(args) == 1 && len(kws) == 0 {
		if g, ok := args[0].(*comp); ok && g.kind == value.Iter {
			p.compBody(g)
			p.WriteByte(')')
			return
		}
	}
	for i, x := range args {
		p.comma(i)
		if s, ok := x.(*starred); ok {
			p.WriteByte('*')
			p.expr(s.x, precLambda)
		} else {
			p.expr(x, precLambda)
		}
	}
	for i, k := range kws {
		p.comma(len(args) + i)
		if k.name == "" {
			p.WriteString("**")
		} else {
			p.WriteString(k.name + "=")
		}
		p.expr(k.x, precLambda)
	}
	p.WriteByte(')')
}

func (p *printer) constant(v value.Value) {
	switch v.Kind() {
	case value.None:
		p.WriteString("None")
	case value.Bool:
		p.WriteString(map[bool]string{true: "True", false: "False"}[v.Bool()])
	case value.Int:
		p.WriteString(strconv.FormatInt(v.Int(), 10))
	case value.BigInt:
		p.WriteString(v.Big().String())
	case value.Float:
		p.WriteString(floatText(v.Float()))
	case value.Text:
		p.WriteString(quote(v.Text()))
	}
}

// floatText writes a float literal, which is never negative or nan.
func floatText(f float64) string {
	if math.IsInf(f, 0) {
		return "1e999"
	}
	s := strconv.FormatFloat(f, 'g', -1, 64)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// quote writes a string literal.
func quote(s string) string {
	q := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		q = '"'
	}
	b := []byte{q}
	for _, r := range s {
		switch {
		case r == rune(q) || r == '\\':
			b = append(b, '\\', byte(r))
		case r == '\n':
			b = append(b, `\n`...)
		case r == '\t':
			b = append(b, `\t`...)
		case r == '\r':
			b = append(b, `\r`...)
		case r < ' ' || r >= 0x7f && r < 0x100 && !unicode.IsPrint(r):
			b = fmt.Appendf(b, `\x%02x`, r)
		case r > 0xffff && !unicode.IsPrint(r):
			b = fmt.Appendf(b, `\U%08x`, r)
		case r >= 0x100 && !unicode.IsPrint(r):
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = append(b, string(r)...)
		}
	}
	return string(append(b, q))
}
