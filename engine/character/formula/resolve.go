package formula

import (
	"strings"

	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
)

// resolve finds what names mean and tells the checker of types, which then sees only names that there are.
func (c *compiler) resolve(e ast.Expr) {
	if c.err != nil {
		return
	}
	switch e.Kind() {
	case ast.IdentKind:
		c.path(e)
	case ast.SelectKind:
		if !c.path(e) {
			c.resolve(e.AsSelect().Operand())
		}
	case ast.CallKind:
		c.callNames(e)
	case ast.ListKind:
		for _, k := range e.AsList().Elements() {
			c.resolve(k)
		}
	case ast.MapKind, ast.StructKind:
		at, n := c.token(e.ID())
		c.fail(Syntax, at, n, "formulas have no map literals", nil)
	case ast.ComprehensionKind:
		loop := e.AsComprehension()
		if c.loops++; c.loops > mostMacros {
			at, n := c.token(e.ID())
			c.fail(SafetyLimit, at, n, "the formula has too many list macros: at most 30", nil)
			return
		}
		c.resolve(loop.IterRange())
		outside := len(c.bound)
		c.bound = append(c.bound, loop.IterVar())
		if loop.HasIterVar2() {
			c.bound = append(c.bound, loop.IterVar2())
		}
		c.resolve(loop.LoopStep())
		if loop.AccuInit().Kind() == ast.IdentKind {
			loop.AccuInit().SetKindCase(ast.NewExprFactory().NewIdent(loop.AccuInit().ID(), c.typed(Any)))
		}
		c.bound = c.bound[:outside]
	}
}

// replace has a part of the tree be one of ours, whose type is known. The checker sees a name of the type.
func (c *compiler) replace(e ast.Expr, n *node) {
	if c.paths == nil {
		c.paths = map[int64]*node{}
	}
	c.paths[e.ID()] = n
	e.SetKindCase(ast.NewExprFactory().NewIdent(e.ID(), c.typed(n.t)))
}

// typed gives a name for the checker that has a type.
func (c *compiler) typed(t *Type) string {
	name := "@:" + t.text
	if !c.declared[name] && !c.language.typed[name] {
		if c.declared == nil {
			c.declared = map[string]bool{}
		}
		c.declared[name] = true
		c.known.add(t)
		c.env.AddIdents(decls.NewVariable(name, t.cel))
	}
	return name
}

func (c *compiler) callNames(e ast.Expr) {
	call := e.AsCall()
	fac := ast.NewExprFactory()
	if call.IsMemberFunction() {
		c.resolve(call.Target())
	}
	args := call.Args()
	switch name := call.FunctionName(); {
	case strings.HasPrefix(name, "."):
		at, n := c.token(e.ID())
		c.fail(Syntax, at, n, "a function has no dot before its name", nil)
	case name == "_[_]":
		if c.path(e) {
			return
		}
		c.resolve(args[0])
		c.resolve(args[1])
		if n := c.paths[args[0].ID()]; n != nil && n.t.kind == objectType {
			e.SetKindCase(fac.NewCall(e.ID(), "@member", args...))
		}
	case name == "field" && len(args) == 1:
		if c.library(e, name) == nil {
			return
		}
		id, ok := textOf(args[0])
		if !ok {
			c.calls = append(c.calls, Call{name, ""})
			c.resolve(args[0])
			return
		}
		slot, t, ok := c.scope.library.Field(id)
		if !ok {
			at, n := c.token(args[0].ID())
			c.fail(UnknownName, at, n, "there is no field '"+id+"'", map[string]any{"name": id})
			return
		}
		at, length := c.token(e.ID())
		n := &node{op: opName, name: name, slot: slot, t: t, at: int32(at), len: int32(length)}
		c.functionToken(n)
		n.method, n.name = true, id
		c.replace(e, n)
	case name == "_?_:_":
		for _, a := range args {
			c.resolve(a)
		}
		// As the elements of a list the sides may differ in type.
		c.made--
		e.SetKindCase(fac.NewCall(e.ID(), "@if", args[0], fac.NewList(c.made, args[1:], nil)))
	case name == "@copies":
		c.copies(e, args[0])
	default:
		if name == "@sumFields" || name == "@fieldsWhere" {
			c.calls = append(c.calls, Call{name[1:], ""})
		}
		for _, a := range args {
			c.resolve(a)
		}
	}
}

// library gives what character functions go by, and fails where there is none.
func (c *compiler) library(e ast.Expr, function string) Library {
	if c.scope == nil || c.scope.library == nil {
		at, n := c.token(e.ID())
		c.fail(UnknownName, at, n, function+"() cannot be used here: there is no character", map[string]any{"name": function})
		return nil
	}
	return c.scope.library
}

// copies finds the types of the views that the loop over the character's copies goes through.
func (c *compiler) copies(e, what ast.Expr) {
	library := c.library(e, "countCopies")
	if library == nil {
		return
	}
	id, ok := textOf(what)
	if !ok {
		c.resolve(what)
		c.calls = append(c.calls, Call{"countCopies", ""})
		return
	}
	qualified, item, self, ok := library.Copies(id)
	if !ok {
		at, n := c.token(what.ID())
		c.fail(UnknownName, at, n, "there is no content and no content type '"+id+"'", map[string]any{"name": id})
		return
	}
	c.calls = append(c.calls, Call{"countCopies", qualified})
	if c.what == nil {
		c.what = map[int64]content{}
	}
	at, n := c.token(what.ID())
	c.what[e.ID()] = content{id, qualified, place{at, n}}
	name := "@copies:" + qualified
	if !c.declared[name] {
		if c.declared == nil {
			c.declared = map[string]bool{}
		}
		c.declared[name] = true
		c.known.add(item)
		c.known.add(self)
		c.env.AddIdents(decls.NewVariable(name, types.NewMapType(item.cel, self.cel)))
	}
	e.SetKindCase(ast.NewExprFactory().NewIdent(e.ID(), name))
}

// content is an id of content or of a content type.
type content struct {
	written, qualified string
	place
}

// textOf gives a string that is written out.
func textOf(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	s, ok := e.AsLiteral().(types.String)
	return string(s), ok
}
