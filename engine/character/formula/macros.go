package formula

import (
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/parser"
)

// The macros are our own, so that what they make shows what was written. A loop is a comprehension
// whose step is a call with an @ before the macro's name: the checker of types sees what it needs to, and
// the names of the variables, and we read the arguments off the step.
func macros() []parser.Macro {
	list := []parser.Macro{
		parser.NewGlobalMacro("has", 1, expandHas),
		parser.NewGlobalVarArgMacro("min", expandLeast("min")),
		parser.NewGlobalVarArgMacro("max", expandLeast("max")),
		parser.NewReceiverMacro("map", 2, expandList("map")),
		parser.NewReceiverMacro("map", 3, expandList("map")),
		parser.NewGlobalMacro("countCopies", 1, expandCopies("countCopies")),
		parser.NewGlobalMacro("countCopies", 2, expandCopies("countCopies")),
		parser.NewGlobalMacro("hasCopy", 1, expandCopies("hasCopy")),
		parser.NewGlobalMacro("hasCopy", 2, expandCopies("hasCopy")),
		parser.NewGlobalMacro("sumFields", 1, expandFields("sumFields")),
		parser.NewGlobalMacro("fieldsWhere", 1, expandFields("fieldsWhere")),
	}
	for _, name := range []string{"all", "exists", "exists_one", "filter"} {
		list = append(list, parser.NewReceiverMacro(name, 2, expandList(name)))
	}
	return list
}

func expandHas(eh parser.ExprHelper, _ ast.Expr, args []ast.Expr) (ast.Expr, *common.Error) {
	if !isPath(args[0]) {
		return nil, eh.NewError(args[0].ID(), "has() asks for a name or a member, such as has(self) or has(flags.x)")
	}
	return eh.NewCall("@has", args[0]), nil
}

// isPath reports whether something is a name with members and indexes.
func isPath(e ast.Expr) bool {
	for {
		switch e.Kind() {
		case ast.IdentKind:
			return true
		case ast.SelectKind:
			e = e.AsSelect().Operand()
		case ast.CallKind:
			c := e.AsCall()
			if c.FunctionName() != "_[_]" {
				return false
			}
			e = c.Args()[0]
		default:
			return false
		}
	}
}

// expandLeast makes a chain of more than two arguments, so that the type comes out of their types.
func expandLeast(name string) parser.MacroExpander {
	return func(eh parser.ExprHelper, _ ast.Expr, args []ast.Expr) (ast.Expr, *common.Error) {
		if len(args) <= 2 {
			return nil, nil
		}
		chain := args[0]
		for _, a := range args[1 : len(args)-1] {
			chain = eh.NewCall("@"+name, chain, a)
		}
		return eh.NewCall(name, chain, args[len(args)-1]), nil
	}
}

const accumulated = "@"

func expandList(name string) parser.MacroExpander {
	return func(eh parser.ExprHelper, target ast.Expr, args []ast.Expr) (ast.Expr, *common.Error) {
		if args[0].Kind() != ast.IdentKind {
			return nil, eh.NewError(args[0].ID(), name+" wants the name of a variable first, as in list."+name+"(x, x > 1)")
		}
		variable := args[0].AsIdent()
		accu := func() ast.Expr { return eh.NewIdent(accumulated) }
		var start, step ast.Expr
		switch name {
		case "filter":
			start, step = eh.NewList(), eh.NewCall("@filter", accu(), eh.NewIdent(variable), args[1])
		case "map":
			start, step = eh.NewList(), eh.NewCall("@map", append([]ast.Expr{accu()}, args[1:]...)...)
		default:
			start, step = eh.NewLiteral(types.True), eh.NewCall("@"+name, accu(), args[1])
		}
		return eh.NewComprehension(target, variable, accumulated, start, eh.NewLiteral(types.True), step, accu()), nil
	}
}

// expandCopies has the loop run over a map from the views of items to those of the copies.
func expandCopies(name string) parser.MacroExpander {
	return func(eh parser.ExprHelper, _ ast.Expr, args []ast.Expr) (ast.Expr, *common.Error) {
		start, step := eh.NewLiteral(types.True), eh.NewCall("@copies1", eh.NewIdent(accumulated))
		if name == "countCopies" {
			start = eh.NewLiteral(types.Int(0))
		}
		if len(args) == 2 {
			step = eh.NewCall("@copies2", eh.NewIdent(accumulated), args[1])
		}
		return eh.NewComprehensionTwoVar(eh.NewCall("@copies", args[0]), "item", "self", accumulated, start,
			eh.NewLiteral(types.True), step, eh.NewIdent(accumulated)), nil
	}
}

func expandFields(name string) parser.MacroExpander {
	return func(eh parser.ExprHelper, _ ast.Expr, args []ast.Expr) (ast.Expr, *common.Error) {
		start := eh.NewList()
		step := eh.NewCall("@fieldsWhere", eh.NewIdent(accumulated), eh.NewIdent("item"), args[0])
		if name == "sumFields" {
			start, step = eh.NewIdent("@any"), eh.NewCall("@sumFields", args[0])
		}
		return eh.NewComprehension(eh.NewIdent("@fields"), "item", accumulated, start, eh.NewLiteral(types.True), step, eh.NewIdent(accumulated)), nil
	}
}
