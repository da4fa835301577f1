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
		c.name(e, []string{e.AsIdent()})
	case ast.SelectKind:
		if path := pathOf(e); path != nil {
			c.name(e, path)
		} else {
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
			c.declare("@any", 0, Any)
		}
		c.bound = c.bound[:outside]
	}
}

// pathOf gives the parts of a name with members, nil for members of anything else.
func pathOf(e ast.Expr) []string {
	if e.Kind() == ast.IdentKind {
		return []string{e.AsIdent()}
	}
	if e.Kind() != ast.SelectKind {
		return nil
	}
	path := pathOf(e.AsSelect().Operand())
	if path == nil {
		return nil
	}
	return append(path, e.AsSelect().FieldName())
}

func (c *compiler) isBound(name string) bool {
	for _, b := range c.bound {
		if b == name {
			return true
		}
	}
	return false
}

// name declares the name that a path begins with.
func (c *compiler) name(e ast.Expr, path []string) {
	root := e
	for root.Kind() == ast.SelectKind {
		root = root.AsSelect().Operand()
	}
	at, length := c.token(root.ID())
	if _, ok := c.dice[at]; ok && strings.Trim(path[0], "_") == "" {
		root.SetKindCase(ast.NewExprFactory().NewIdent(root.ID(), "@dice"))
		c.declare("@dice", 0, Dice)
		return
	}
	if path[0] == accumulated || c.isBound(path[0]) {
		return
	}
	if path[0] == "@fields" {
		if c.scope == nil || c.scope.library == nil {
			c.fail(UnknownName, at, length, "fields cannot be looked through here: there is no character", nil)
		}
		c.declare("@fields", 0, ListOf(FieldView))
		return
	}
	for n := range path {
		name := strings.Join(path[:n+1], ".")
		if slot, t, ok := c.scope.Lookup(name); ok {
			c.declare(name, slot, t)
			part := e
			for range len(path) - n - 1 {
				part = part.AsSelect().Operand()
			}
			if c.starts == nil {
				c.starts = map[int64]int{}
			}
			c.starts[part.ID()] = at
			return
		}
	}
	c.fail(UnknownName, at, length, "there is no name '"+path[0]+"' here"+c.nearest(path), map[string]any{"name": strings.Join(path, ".")})
}

// declare tells the checker of a name.
func (c *compiler) declare(name string, slot Slot, t *Type) {
	if _, ok := c.names[name]; ok {
		return
	}
	c.names[name] = declared{slot, t}
	c.known.add(t)
	c.env.AddIdents(decls.NewVariable(name, t.cel))
}

// FieldView is the type of a field as sumFields and fieldsWhere see it.
var FieldView = ObjectOf(Member{"id", String}, Member{"type", String}, Member{"tags", ListOf(String)}, Member{"value", Any})

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
		c.resolve(args[0])
		c.resolve(args[1])
		t := c.pathType(args[0])
		if t == nil || t.kind != objectType {
			return
		}
		if key, ok := textOf(args[1]); ok {
			e.SetKindCase(fac.NewSelect(e.ID(), args[0], key))
			c.mark(&c.indexed, e.ID())
		} else {
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
		e.SetKindCase(fac.NewIdent(e.ID(), "@field:"+id))
		c.declare("@field:"+id, slot, t)
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

func (c *compiler) mark(set *map[int64]bool, id int64) {
	if *set == nil {
		*set = map[int64]bool{}
	}
	(*set)[id] = true
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
	c.what[e.ID()] = content{id, qualified}
	name := "@copies:" + qualified
	if _, ok := c.names[name]; !ok {
		c.names[name] = declared{}
		c.known.add(item)
		c.known.add(self)
		c.env.AddIdents(decls.NewVariable(name, types.NewMapType(item.cel, self.cel)))
	}
	e.SetKindCase(ast.NewExprFactory().NewIdent(e.ID(), name))
}

// content is an id of content or of a content type.
type content struct{ written, qualified string }

// textOf gives a string that is written out.
func textOf(e ast.Expr) (string, bool) {
	if e.Kind() != ast.LiteralKind {
		return "", false
	}
	s, ok := e.AsLiteral().(types.String)
	return string(s), ok
}

// pathType gives the type of a path as far as it can be told before types are checked, nil otherwise.
func (c *compiler) pathType(e ast.Expr) *Type {
	switch e.Kind() {
	case ast.IdentKind, ast.SelectKind:
		if path := pathOf(e); path != nil {
			if c.isBound(path[0]) {
				return nil
			}
			for n := range path {
				if _, t, ok := c.scope.Lookup(strings.Join(path[:n+1], ".")); ok {
					for _, member := range path[n+1:] {
						if t == nil {
							return nil
						}
						t = t.Member(member)
					}
					return t
				}
			}
			return nil
		}
		if e.Kind() == ast.SelectKind {
			if t := c.pathType(e.AsSelect().Operand()); t != nil {
				return t.Member(e.AsSelect().FieldName())
			}
		}
	case ast.CallKind:
		if call := e.AsCall(); call.FunctionName() == "_[_]" {
			if t := c.pathType(call.Args()[0]); t != nil {
				return t.Elem()
			}
		}
	}
	return nil
}
