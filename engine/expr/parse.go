package expr

import (
	"strings"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/value"
)

// ParseLimits bound what Parse accepts. Zero fields take the defaults.
type ParseLimits struct {
	Bytes int // of text; default 64 KiB
	Depth int // of nesting; default 200
}

// Parse reads one expression that stands at pos. The error is an *Error of class SyntaxError.
func Parse(src string, pos diag.Pos) (*Syntax, error) { return ParseLimits{}.Parse(src, pos) }

// Parse is the package's Parse under the limits l.
func (l ParseLimits) Parse(src string, pos diag.Pos) (s *Syntax, err error) {
	if l.Bytes == 0 {
		l.Bytes = 64 << 10
	}
	if l.Depth == 0 {
		l.Depth = 200
	}
	s = &Syntax{Src: src, Pos: pos}
	if len(src) > l.Bytes {
		s.Src = cut(src, 60)
		return nil, s.fail(0, "the expression is too long")
	}
	defer func() {
		if p := recover(); p != nil {
			e, ok := p.(*syntaxError)
			if !ok {
				panic(p)
			}
			s, err = nil, s.fail(e.off, e.msg)
		}
	}()
	for i, r := range src {
		if r == 0 {
			refuse(i, "the expression contains a null character")
		}
		if r == utf8.RuneError && !strings.HasPrefix(src[i:], "\uFFFD") {
			refuse(i, "the expression is not valid UTF-8")
		}
	}
	end := len(strings.TrimRight(src, " \t\r\n\f"))
	start := len(src) - len(strings.TrimLeft(src, " \t\r\n\f"))
	p := &parser{scanner: scanner{src: src, pos: min(start, end), end: end}, limit: l.Depth}
	p.advance()
	if p.tok.kind == tokEnd {
		refuse(0, "the expression is empty")
	}
	s.root = p.tuple()
	if p.tok.kind != tokEnd {
		p.unexpected()
	}
	return s, nil
}

func (s *Syntax) fail(off int, msg string) *Error {
	return &Error{Class: "SyntaxError", Message: msg, Src: s.Src, Pos: place(s.Src, s.Pos, off)}
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

// place gives the position of src[off] where src stands at pos. Later lines of a block are taken to
// be indented like the first.
func place(src string, pos diag.Pos, off int) diag.Pos {
	if pos.Line == 0 {
		return pos
	}
	before := src[:min(off, len(src))]
	pos.Line += strings.Count(before, "\n")
	pos.Col += utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	return pos
}

// parser is a recursive descent over the tokens, with precedence climbing for binary operators.
type parser struct {
	scanner
	tok   token
	level int
	limit int
}

func (p *parser) advance() { p.tok = p.next() }

func (p *parser) enter() {
	if p.level++; p.level > p.limit {
		refuse(p.tok.start, "the expression is nested too deeply")
	}
}
func (p *parser) leave() { p.level-- }

func (p *parser) isOp(text string) bool   { return p.tok.kind == tokOp && p.tok.text == text }
func (p *parser) isWord(text string) bool { return p.tok.kind == tokKeyword && p.tok.text == text }

func (p *parser) expect(text string) {
	if !p.isOp(text) {
		p.unexpected()
	}
	p.advance()
}

// open and shut step over brackets, telling the scanner, which reads one token ahead.
func (p *parser) open() {
	if p.depth++; p.depth > p.limit {
		refuse(p.tok.start, "the expression is nested too deeply")
	}
	p.advance()
}

func (p *parser) shut(text string) {
	if !p.isOp(text) {
		p.unexpected()
	}
	p.depth--
	p.advance()
}

func (p *parser) unexpected() {
	t := p.tok
	switch {
	case t.kind == tokEnd:
		refuse(t.start, "the expression ends too early")
	case t.text == ":=":
		refuse(t.start, "an expression cannot bind names with :=")
	case t.text == "...":
		refuse(t.start, "the ellipsis is not part of the language")
	case t.text == "await" || t.text == "yield" || t.text == "async":
		refuse(t.start, t.text+" is not part of the language")
	case t.text == "=":
		refuse(t.start, "unexpected =; equality is ==")
	case t.kind == tokString:
		refuse(t.start, "unexpected string")
	}
	refuse(t.start, "unexpected "+t.text)
}

// tuple parses an expression, or several with commas, as stands at the top.
func (p *parser) tuple() node {
	off := p.tok.start
	x := p.expr()
	if !p.isOp(",") {
		return x
	}
	items := []node{x}
	for p.isOp(",") {
		p.advance()
		if p.tok.kind == tokEnd {
			break
		}
		items = append(items, p.expr())
	}
	return &display{at(off), value.Tuple, items}
}

func (p *parser) expr() node {
	p.enter()
	defer p.leave()
	if p.isWord("lambda") {
		return p.lambda()
	}
	x := p.binary(precOr)
	if !p.isWord("if") {
		return x
	}
	off := p.tok.start
	p.advance()
	test := p.binary(precOr)
	if !p.isWord("else") {
		p.unexpected()
	}
	p.advance()
	return &conditional{at(off), test, x, p.expr()}
}

func (p *parser) lambda() node {
	n := &lambda{at: at(p.tok.start)}
	p.advance()
	seen := map[string]bool{}
	kind, bare, hadDefault := plainParam, false, false
	for !p.isOp(":") {
		q := param{at: p.tok.start, kind: kind}
		switch {
		case p.isOp("*") && kind == plainParam:
			p.advance()
			kind = keywordOnly
			if p.isOp(",") {
				bare = true
				p.advance()
				if p.tok.kind != tokName && !p.isOp("**") {
					refuse(q.at, "named arguments must follow bare *")
				}
				continue
			}
			q.kind = starParam
		case p.isOp("**"):
			if bare && (len(n.params) == 0 || n.params[len(n.params)-1].kind != keywordOnly) {
				refuse(q.at, "named arguments must follow bare *")
			}
			p.advance()
			q.kind = doubleStarParam
		}
		q.name = p.binding()
		if seen[q.name] {
			refuse(q.at, "duplicate argument "+quote(q.name)+" in lambda")
		}
		seen[q.name] = true
		if p.isOp("=") && (q.kind == plainParam || q.kind == keywordOnly) {
			p.advance()
			q.def = p.expr()
		}
		if q.kind == plainParam {
			if hadDefault && q.def == nil {
				refuse(q.at, "non-default argument follows default argument")
			}
			hadDefault = q.def != nil
		}
		n.params = append(n.params, q)
		if !p.isOp(",") {
			break
		}
		p.advance()
		if q.kind == doubleStarParam {
			break
		}
	}
	p.expect(":")
	n.body = p.expr()
	return n
}

// binding reads a name that is being bound.
func (p *parser) binding() string {
	if p.tok.kind != tokName {
		p.unexpected()
	}
	name := p.tok.text
	p.checkName()
	p.advance()
	return name
}

func (p *parser) checkName() {
	if strings.HasPrefix(p.tok.text, "__") {
		refuse(p.tok.start, "names with two leading underscores are not part of the language")
	}
}

// binary parses operators that bind at least as tightly as prec.
func (p *parser) binary(prec int) node {
	if prec <= precNot && p.isWord("not") {
		off := p.tok.start
		p.enter()
		p.advance()
		var x node = &unary{at(off), opNot, p.binary(precNot)}
		p.leave()
		return p.climb(x, prec)
	}
	return p.climb(p.unary(), prec)
}

func (p *parser) climb(x node, prec int) node {
	for {
		o := p.operator()
		if o == opNone {
			return x
		}
		off := p.tok.start
		switch {
		case o == opOr || o == opAnd:
			if opPrec[o] < prec {
				return x
			}
			j := &junction{at(off), o, []node{x}}
			for p.operator() == o {
				p.advance()
				j.xs = append(j.xs, p.binary(opPrec[o]+1))
			}
			x = j
		case o >= opIn && o <= opNe:
			if precCompare < prec {
				return x
			}
			x = p.comparison(x)
		default:
			if opPrec[o] < prec || o == opPow {
				return x
			}
			p.advance()
			x = &binary{at(off), o, x, p.binary(opPrec[o] + 1)}
		}
	}
}

func (p *parser) comparison(x node) node {
	n := &comparison{at: at(p.tok.start), x: x}
	for {
		o := p.operator()
		if o < opIn || o > opNe {
			return n
		}
		n.offs = append(n.offs, p.tok.start)
		p.advance()
		switch {
		case o == opNot:
			p.advance()
			o = opNotIn
		case o == opIs && p.isWord("not"):
			p.advance()
			o = opIsNot
		case o == opNotIn:
			if !p.isWord("in") {
				p.unexpected()
			}
			p.advance()
		}
		y := p.binary(precBitOr)
		if o == opIs || o == opIsNot {
			left := x
			if len(n.rest) > 0 {
				left = n.rest[len(n.rest)-1]
			}
			if (literal(left) || literal(y)) && !singleton(left) && !singleton(y) {
				refuse(n.offs[len(n.offs)-1], "'"+opText[o]+"' is for None, True, False and items; compare values with == or !=")
			}
		}
		n.ops = append(n.ops, o)
		n.rest = append(n.rest, y)
	}
}

// literal reports whether identity with n would be a matter of luck.
func literal(n node) bool {
	switch n := n.(type) {
	case *constant:
		return !n.v.IsNone() && !n.v.IsBool()
	case *display, *dictDisplay, *formatted:
		return true
	case *comp:
		return true
	}
	return false
}

// singleton reports whether n is None, True or False.
func singleton(n node) bool {
	c, ok := n.(*constant)
	return ok && (c.v.IsNone() || c.v.IsBool())
}

// operator tells which binary operator the present token is (begins, for `not in`).
func (p *parser) operator() op {
	switch p.tok.kind {
	case tokKeyword:
		switch p.tok.text {
		case "or":
			return opOr
		case "and":
			return opAnd
		case "in":
			return opIn
		case "is":
			return opIs
		case "not":
			return opNotIn
		}
	case tokOp:
		for o := opLt; o <= opPow; o++ {
			if opText[o] == p.tok.text {
				return o
			}
		}
	}
	return opNone
}

func (p *parser) unary() node {
	var o op
	switch {
	case p.tok.kind != tokOp:
	case p.tok.text == "-":
		o = opNeg
	case p.tok.text == "+":
		o = opPos
	case p.tok.text == "~":
		o = opInvert
	}
	if o == opNone {
		return p.power()
	}
	off := p.tok.start
	p.enter()
	defer p.leave()
	p.advance()
	return &unary{at(off), o, p.unary()}
}

func (p *parser) power() node {
	x := p.trailers(p.atom())
	if !p.isOp("**") {
		return x
	}
	off := p.tok.start
	p.enter()
	defer p.leave()
	p.advance()
	return &binary{at(off), opPow, x, p.unary()}
}
