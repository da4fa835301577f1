package formula

import (
	"slices"
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/dice"
)

// path resolves a name with members and indexes that are written out, as far as its type is known, and
// puts it in the place of the expression. It reports whether there was one, right or wrong: a path that
// begins with a variable of a macro or with anything else is for the checker of types.
func (c *compiler) path(e ast.Expr) bool {
	var steps []ast.Expr // from the outermost inwards
	root := e
	for root.Kind() != ast.IdentKind {
		switch root.Kind() {
		case ast.SelectKind:
			steps = append(steps, root)
			root = root.AsSelect().Operand()
			continue
		case ast.CallKind:
			if call := root.AsCall(); call.FunctionName() == "_[_]" && isIndex(call.Args()[1]) {
				steps = append(steps, root)
				root = call.Args()[0]
				continue
			}
		}
		return false
	}
	name := root.AsIdent()
	if name == accumulated || slices.Contains(c.bound, name) {
		return false
	}
	if n, steps := c.named(root, steps); n != nil {
		for i := len(steps) - 1; i >= 0 && n != nil; i-- {
			n = c.step(n, steps[i])
		}
		if n != nil {
			c.replace(e, n)
		}
	}
	return true
}

// FieldView is the type of a field as sumFields and fieldsWhere see it.
var FieldView = ObjectOf(Member{"id", String}, Member{"type", String}, Member{"tags", ListOf(String)}, Member{"value", Any})

func isIndex(e ast.Expr) bool {
	if e.Kind() != ast.LiteralKind {
		return false
	}
	switch e.AsLiteral().(type) {
	case types.Int, types.String:
		return true
	}
	return false
}

// named finds the name that a path begins with, and what is left of the path.
func (c *compiler) named(root ast.Expr, steps []ast.Expr) (*node, []ast.Expr) {
	at, length := c.token(root.ID())
	n := &node{op: opName, name: root.AsIdent(), at: int32(at), len: int32(length)}
	if term, ok := c.dice[at]; ok && strings.Trim(n.name, "_") == "" {
		d := dice.Dice{Terms: []dice.Term{term}}
		if term.Kind == dice.Fate {
			d = dice.Dice{Terms: []dice.Term{{Count: term.Count, Die: dice.Die{Sides: 3}}}, Flat: -2 * term.Count}
		}
		sum := diceNode(d)
		sum.place(n.at, n.len)
		return sum, steps
	}
	if strings.HasPrefix(n.name, ".") {
		c.fail(Syntax, at, length, "a name has no dot before it", nil)
		return nil, nil
	}
	if n.name == "@fields" {
		if c.scope == nil || c.scope.library == nil {
			c.fail(UnknownName, at, length, "fields cannot be looked through here: there is no character", nil)
		}
		n.t = ListOf(FieldView)
		return n, steps
	}
	for {
		slot, t, ok := c.scope.Lookup(n.name)
		if ok {
			n.slot, n.t = slot, t
			return n, steps
		}
		if len(steps) == 0 || steps[len(steps)-1].Kind() != ast.SelectKind {
			break
		}
		next := steps[len(steps)-1]
		steps = steps[:len(steps)-1]
		field := next.AsSelect().FieldName()
		n.name += "." + field
		dot, _ := c.token(next.ID())
		n.len = int32(skipBlanks(c.source, dot+1)+len(field)) - n.at
	}
	c.unknown(n.name, at, length)
	return nil, nil
}

// step follows a member or an index, nil when there cannot be one.
func (c *compiler) step(of *node, e ast.Expr) *node {
	at, length := c.token(e.ID())
	n := &node{op: opMember, kids: []*node{of}, at: int32(at), len: int32(length)}
	if e.Kind() == ast.SelectKind {
		n.name = e.AsSelect().FieldName()
		n.at, n.len = int32(skipBlanks(c.source, at+1)), int32(len(n.name))
		n.t = c.member(n, of.t, n.name, n.at, n.len)
	} else {
		index := e.AsCall().Args()[1]
		k := &node{t: Int}
		iAt, iLen := c.token(index.ID())
		k.at, k.len = int32(iAt), int32(iLen)
		c.literal(k, index)
		n.op, n.kids = opIndex, append(n.kids, k)
		switch {
		case k.value.kind == StringKind && of.t.kind != listType:
			k.t = String
			n.t = c.member(n, of.t, k.value.Text(), k.at, k.len)
		case k.value.kind == IntKind && (of.t.kind == listType || of.t.kind == anyType):
			if n.t = of.t.elem; n.t == nil {
				n.t = Any
			}
		default:
			c.fail(TypeMismatch, at, length, "an index is an integer into a list or a string into a map, not "+withArticle(map[Kind]*Type{IntKind: Int, StringKind: String}[k.value.kind])+" into "+withArticle(of.t), nil)
		}
	}
	if n.t == nil {
		return nil
	}
	return n
}

// member gives the type of a member, nil when there cannot be one.
func (c *compiler) member(n *node, of *Type, name string, at, length int32) *Type {
	t := of.Member(name)
	switch {
	case t != nil:
	case of.kind != objectType:
		c.fail(TypeMismatch, int(at), int(length), withArticle(of)+" has no members", nil)
	default:
		message := "there is no member '" + name + "' here"
		if near := diag.Nearest(name, memberNames(of)); near != "" {
			message += ": is '" + near + "' meant?"
		}
		c.fail(UnknownName, int(at), int(length), message, map[string]any{"name": name})
	}
	return t
}
