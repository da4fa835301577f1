package formula

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/operators"
	"github.com/google/cel-go/common/types"
)

// node turns what the checker gave into our own tree.
func (c *compiler) node(a *ast.AST, e ast.Expr) *node {
	if n := c.paths[e.ID()]; n != nil {
		return n
	}
	n := &node{t: c.known.typeOf(a.GetType(e.ID()))}
	at, length := c.token(e.ID())
	n.at, n.len = int32(at), int32(length)
	switch e.Kind() {
	case ast.LiteralKind:
		c.literal(n, e)
	case ast.IdentKind:
		n.op, n.name = opVariable, e.AsIdent()
		for n.depth = len(c.bound) - 1; c.bound[n.depth] != n.name; n.depth-- {
		}
	case ast.SelectKind:
		s := e.AsSelect()
		n.op, n.name = opMember, s.FieldName()
		n.kids = []*node{c.node(a, s.Operand())}
		n.at = int32(skipBlanks(c.source, at+1)) // the token is the dot
		n.len = int32(len(n.name))
	case ast.CallKind:
		c.call(n, a, e)
	case ast.ListKind:
		n.op, n.kids = opList, c.nodes(a, e.AsList().Elements())
	case ast.ComprehensionKind:
		c.loop(n, a, e)
	}
	return n
}

func skipBlanks(s string, at int) int {
	for at < len(s) && strings.IndexByte(" \t\r\n\f", s[at]) >= 0 {
		at++
	}
	return at
}

func (c *compiler) nodes(a *ast.AST, list []ast.Expr) []*node {
	out := make([]*node, len(list))
	for i, e := range list {
		out[i] = c.node(a, e)
	}
	return out
}

func (c *compiler) literal(n *node, e ast.Expr) {
	switch v := e.AsLiteral().(type) {
	case types.Bool:
		n.value = BoolValue(bool(v))
	case types.Int:
		n.value = IntValue(int(v))
		if v > MostInt || v < -MostInt {
			c.fail(Overflow, int(n.at), int(n.len), "an integer lies within ±9007199254740991", nil)
		}
	case types.Double:
		n.value = NumberValue(float64(v))
		if !finite(float64(v)) {
			c.fail(Overflow, int(n.at), int(n.len), "the number is too large", nil)
		}
	case types.String:
		n.value = StringValue(string(v))
	case types.Null:
		n.value = NullV
	default:
		c.fail(Syntax, int(n.at), int(n.len), "formulas have no bytes and no unsigned integers: write a string or 3 without u", nil)
	}
}

// place puts all of a part in one place of the text.
func (n *node) place(at, length int32) {
	n.at, n.len = at, length
	for _, k := range n.kids {
		k.place(at, length)
	}
}

// operatorNames are the operators that are written between two operands.
var operatorNames = map[string]string{
	operators.Equals: "==", operators.NotEquals: "!=", operators.Less: "<", operators.LessEquals: "<=", operators.Greater: ">",
	operators.GreaterEquals: ">=", operators.In: "in", operators.Add: "+", operators.Subtract: "-", operators.Multiply: "*",
	operators.Divide: "/", operators.Modulo: "%",
}

func (c *compiler) call(n *node, a *ast.AST, e ast.Expr) {
	call := e.AsCall()
	n.kids = c.nodes(a, call.Args())
	switch name := call.FunctionName(); name {
	case operators.LogicalAnd:
		n.op, n.kids = opAnd, flat(opAnd, n.kids)
	case operators.LogicalOr:
		n.op, n.kids = opOr, flat(opOr, n.kids)
	case operators.LogicalNot:
		n.op = opNot
	case operators.Negate:
		n.op = opNegate
	case "@if":
		n.op, n.kids = opIf, []*node{n.kids[0], n.kids[1].kids[0], n.kids[1].kids[1]}
		yes, no := n.kids[1].t, n.kids[2].t
		if n.t = joined(yes, no); n.t == nil {
			c.fail(TypeMismatch, int(n.at), int(n.len), "the sides of ?: are of one type, not "+withArticle(yes)+" and "+withArticle(no), nil)
			n.t = Any
		}
	case operators.Index, "@member":
		n.op = opIndex
	case "@has":
		n.op, n.name = opHas, "has"
		c.functionToken(n)
	default:
		if operator, ok := operatorNames[name]; ok {
			n.op, n.name = opBinary, operator
			c.compared(n)
			return
		}
		n.op, n.name = opCall, name
		if call.IsMemberFunction() {
			n.method, n.kids = true, append([]*node{c.node(a, call.Target())}, n.kids...)
		}
		if (name == "min" || name == "max") && len(n.kids) == 2 {
			for n.kids[0].op == opCall && n.kids[0].name == "@"+name {
				n.kids = append(append([]*node{}, n.kids[0].kids...), n.kids[1:]...)
			}
		}
		c.functionToken(n)
	}
}

// compared refuses to compare what can never be equal.
func (c *compiler) compared(n *node) {
	x, y := n.kids[0].t, n.kids[1].t
	switch {
	case n.name == "in" && y.kind == listType:
		y = y.elem
	case n.name != "==" && n.name != "!=":
		return
	}
	if joined(x, y) == nil {
		c.fail(TypeMismatch, int(n.at), int(n.len), "'"+n.name+"' does not compare "+withArticle(x)+" and "+withArticle(y), map[string]any{"operator": n.name})
	}
}

// functionToken has a call stand where its name does: the token is the parenthesis behind it.
func (c *compiler) functionToken(n *node) {
	if at := strings.LastIndex(c.source[:n.at], n.name); at >= 0 && strings.TrimSpace(c.source[at+len(n.name):n.at]) == "" {
		n.at, n.len = int32(at), int32(len(n.name))
	}
}

// flat has a && (b && c) be a && b && c: it means the same, and the parser does not keep to an order.
func flat(o op, kids []*node) []*node {
	nested := false
	for _, k := range kids {
		nested = nested || k.op == o
	}
	if !nested {
		return kids
	}
	var out []*node
	for _, k := range kids {
		if k.op == o {
			out = append(out, k.kids...)
		} else {
			out = append(out, k)
		}
	}
	return out
}

// loop turns a comprehension back into the macro that made it.
func (c *compiler) loop(n *node, a *ast.AST, e ast.Expr) {
	loop := e.AsComprehension()
	n.depth = len(c.bound)
	step := loop.LoopStep().AsCall()
	name := step.FunctionName()[1:]
	rng := loop.IterRange()
	inside := func(args ...ast.Expr) []*node {
		c.bound = append(c.bound, loop.IterVar())
		if loop.HasIterVar2() {
			c.bound = append(c.bound, loop.IterVar2())
		}
		defer func() { c.bound = c.bound[:n.depth] }()
		return c.nodes(a, args)
	}
	switch name {
	case "copies1", "copies2":
		n.op, n.name, n.vars = opWhere, "hasCopy", []string{"item", "self"}
		if n.t == Int {
			n.name = "countCopies"
		}
		if what, ok := c.what[rng.ID()]; ok {
			n.kids = []*node{{op: opLiteral, value: StringValue(what.written), t: String, at: int32(what.at), len: int32(what.len)}}
			n.value = StringValue(what.qualified)
		} else {
			n.kids = c.nodes(a, rng.AsCall().Args())
		}
		if name == "copies2" {
			n.kids = append(n.kids, inside(step.Args()[1])...)
		}
	case "sumFields":
		n.op, n.name, n.vars, n.kids = opWhere, name, []string{"item"}, inside(step.Args()[0])
	case "fieldsWhere":
		n.op, n.name, n.vars, n.kids = opWhere, name, []string{"item"}, inside(step.Args()[2])
	default:
		args := step.Args()[1:]
		if name == "filter" {
			args = args[1:]
		}
		n.op, n.name, n.vars = opMacro, name, []string{loop.IterVar()}
		n.kids = append([]*node{c.node(a, rng)}, inside(args...)...)
	}
	c.functionToken(n)
}
