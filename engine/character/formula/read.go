package formula

import (
	"strconv"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/parser"
)

// reader reads what most formulas are made of, many times faster than cel-go's parser and to the same
// tree. What it does not know or cannot read it leaves to that parser, which also says what is wrong:
// read gives nil then. The tests read everything both ways.
type reader struct {
	parser.ExprHelper // for the macros: what they use is in read_call.go
	text              string
	at                int
	places            []place // of expressions, by id
	call              place   // of the call that a macro stands for
	depth             int
}

type place struct{ at, len int }

// deepestRead is how deep the reader goes, and how many operators of a kind it reads in a row.
const deepestRead = 40

// unread ends the reading.
type unread struct{}

func read(text string) (e ast.Expr, places []place) {
	for i := 0; i < len(text); i++ {
		if text[i] >= 0x80 {
			return nil, nil
		}
	}
	r := &reader{text: text, places: make([]place, 1, 32)}
	defer func() {
		if x := recover(); x != nil {
			if _, ok := x.(unread); !ok {
				panic(x)
			}
			e, places = nil, nil
		}
	}()
	e = r.expression()
	if r.blanks(); r.at < len(text) {
		return nil, nil
	}
	return e, r.places
}

var factory = ast.NewExprFactory()

func (r *reader) giveUp() { panic(unread{}) }

func (r *reader) id(p place) int64 {
	r.places = append(r.places, p)
	return int64(len(r.places) - 1)
}

func (r *reader) blanks() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n\f", r.text[r.at]) >= 0 {
		r.at++
	}
}

// take goes past a sign when it comes next.
func (r *reader) take(sign string) (place, bool) {
	r.blanks()
	if !strings.HasPrefix(r.text[r.at:], sign) {
		return place{}, false
	}
	p := place{r.at, len(sign)}
	r.at += len(sign)
	return p, true
}

func (r *reader) must(sign string) {
	if _, ok := r.take(sign); !ok {
		r.giveUp()
	}
}

func (r *reader) expression() ast.Expr {
	if r.depth++; r.depth > deepestRead {
		r.giveUp()
	}
	e := r.or()
	if p, ok := r.take("?"); ok {
		if r.at < len(r.text) && (r.text[r.at] == '.' || r.text[r.at] == '[') {
			r.giveUp()
		}
		id := r.id(p)
		yes := r.or()
		r.must(":")
		e = factory.NewCall(id, operators.Conditional, e, yes, r.expression())
	}
	r.depth--
	return e
}

func (r *reader) or() ast.Expr { return r.logic("||", operators.LogicalOr, r.and) }

func (r *reader) and() ast.Expr {
	return r.logic("&&", operators.LogicalAnd, func() ast.Expr { return r.binary(0) })
}

// logic reads operands with && or || between them, which are one call.
func (r *reader) logic(sign, function string, operand func() ast.Expr) ast.Expr {
	first := operand()
	var operands []ast.Expr
	var id int64
	for {
		p, ok := r.take(sign)
		if !ok {
			break
		}
		if operands == nil {
			operands, id = []ast.Expr{first}, r.id(p)
		}
		operands = append(operands, operand())
	}
	if operands == nil {
		return first
	}
	return factory.NewCall(id, function, operands...)
}

// levels are the operators between two operands, from the loosest to the tightest. A sign stands before
// those that it begins with.
var levels = [][]struct{ sign, function string }{
	{{"==", operators.Equals}, {"!=", operators.NotEquals}, {"<=", operators.LessEquals}, {">=", operators.GreaterEquals}, {"<", operators.Less}, {">", operators.Greater}, {"in", operators.In}},
	{{"+", operators.Add}, {"-", operators.Subtract}},
	{{"*", operators.Multiply}, {"/", operators.Divide}, {"%", operators.Modulo}},
}

func (r *reader) binary(level int) ast.Expr {
	if level == len(levels) {
		return r.unary()
	}
	e := r.binary(level + 1)
	for n := 0; ; n++ {
		function, p, ok := r.operator(level)
		if !ok {
			return e
		}
		if n > deepestRead {
			r.giveUp()
		}
		id := r.id(p)
		e = factory.NewCall(id, function, e, r.binary(level+1))
	}
}

func (r *reader) operator(level int) (function string, p place, ok bool) {
	r.blanks()
	if strings.HasPrefix(r.text[r.at:], "//") {
		r.giveUp()
	}
	for _, o := range levels[level] {
		if p, ok := r.take(o.sign); ok {
			if o.sign == "in" && r.at < len(r.text) && (letter(r.text[r.at]) || digit(r.text[r.at])) {
				r.giveUp()
			}
			return o.function, p, true
		}
	}
	return "", place{}, false
}

func (r *reader) unary() ast.Expr {
	if p, ok := r.take("!"); ok {
		if _, again := r.take("!"); again {
			r.giveUp()
		}
		id := r.id(p)
		return factory.NewCall(id, operators.LogicalNot, r.member())
	}
	if p, ok := r.take("-"); ok {
		if r.blanks(); r.at < len(r.text) && (digit(r.text[r.at]) || r.text[r.at] == '-') {
			if r.text[r.at] == '-' {
				r.giveUp()
			}
			return r.number(p.at)
		}
		id := r.id(p)
		return factory.NewCall(id, operators.Negate, r.member())
	}
	return r.member()
}

func (r *reader) member() ast.Expr {
	e := r.primary()
	for n := 0; ; n++ {
		if n > deepestRead {
			r.giveUp()
		}
		if p, ok := r.take("."); ok {
			name, _ := r.identifier()
			if open, ok := r.take("("); ok {
				e = r.called(open, name, e, r.list(")"))
			} else {
				e = factory.NewSelect(r.id(p), e, name)
			}
			continue
		}
		p, ok := r.take("[")
		if !ok {
			return e
		}
		id := r.id(p)
		e = factory.NewCall(id, operators.Index, e, r.expression())
		r.must("]")
	}
}

// identifier reads a name that is no keyword.
func (r *reader) identifier() (string, place) {
	r.blanks()
	from := r.at
	for r.at < len(r.text) && (letter(r.text[r.at]) || r.at > from && digit(r.text[r.at])) {
		r.at++
	}
	name := r.text[from:r.at]
	switch name {
	case "", "in", "true", "false", "null":
		r.giveUp()
	}
	return name, place{from, len(name)}
}

// list reads expressions up to a closing sign.
func (r *reader) list(end string) []ast.Expr {
	list := []ast.Expr{}
	if _, ok := r.take(end); ok {
		return list
	}
	for {
		list = append(list, r.expression())
		if _, ok := r.take(","); !ok {
			r.must(end)
			return list
		}
	}
}

func (r *reader) primary() ast.Expr {
	r.blanks()
	if r.at == len(r.text) {
		r.giveUp()
	}
	switch c := r.text[r.at]; {
	case c == '(':
		r.at++
		e := r.expression()
		r.must(")")
		return e
	case c == '[':
		id := r.id(place{r.at, 1})
		r.at++
		return factory.NewList(id, r.list("]"), nil)
	case c == '\'' || c == '"':
		return r.string(c)
	case digit(c):
		return r.number(r.at)
	case letter(c):
		return r.name()
	}
	r.giveUp()
	return nil
}

// number reads digits, and a point and digits. from is where its sign stands, or it begins.
func (r *reader) number(from int) ast.Expr {
	digits := func() int {
		start := r.at
		for r.at < len(r.text) && digit(r.text[r.at]) {
			r.at++
		}
		return r.at - start
	}
	start := r.at
	digits()
	real := r.at < len(r.text) && r.text[r.at] == '.'
	if real {
		if r.at++; digits() == 0 {
			r.giveUp()
		}
	}
	if r.at < len(r.text) && (letter(r.text[r.at]) || r.text[r.at] == '.') {
		r.giveUp()
	}
	text := r.text[start:r.at]
	if from < start {
		text = "-" + text
	}
	id := r.id(place{from, len(text)})
	if real {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			r.giveUp()
		}
		return factory.NewLiteral(id, types.Double(x))
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		r.giveUp()
	}
	if r.blanks(); r.at < len(r.text) && from < start && (r.text[r.at] == '.' || r.text[r.at] == '[') { // -2[0]
		r.giveUp()
	}
	return factory.NewLiteral(id, types.Int(n))
}

// string reads one without escapes.
func (r *reader) string(quote byte) ast.Expr {
	n := strings.IndexByte(r.text[r.at+1:], quote)
	if n < 0 {
		r.giveUp()
	}
	text := r.text[r.at+1 : r.at+1+n]
	p := place{r.at, n + 2}
	r.at += n + 2
	if strings.ContainsAny(text, "\\\r\n") || n == 0 && r.at < len(r.text) && r.text[r.at] == quote {
		r.giveUp()
	}
	return factory.NewLiteral(r.id(p), types.String(text))
}

// name reads a name, a keyword that is a value, or a call.
func (r *reader) name() ast.Expr {
	for word, value := range values {
		if end := r.at + len(word); strings.HasPrefix(r.text[r.at:], word) && (end == len(r.text) || !letter(r.text[end]) && !digit(r.text[end])) {
			p := place{r.at, len(word)}
			r.at = end
			return factory.NewLiteral(r.id(p), value)
		}
	}
	name, p := r.identifier()
	if reserved[name] || r.at < len(r.text) && (r.text[r.at] == '\'' || r.text[r.at] == '"') {
		r.giveUp()
	}
	if open, ok := r.take("("); ok {
		return r.called(open, name, nil, r.list(")"))
	}
	return factory.NewIdent(r.id(p), name)
}

var values = map[string]ref.Val{"true": types.True, "false": types.False, "null": types.NullValue}

// reserved words are no names.
var reserved = map[string]bool{
	"as": true, "break": true, "const": true, "continue": true, "else": true, "for": true, "function": true, "if": true, "import": true,
	"let": true, "loop": true, "package": true, "namespace": true, "return": true, "var": true, "void": true, "while": true,
}
