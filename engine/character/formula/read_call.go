package formula

import (
	"github.com/google/cel-go/common"
	"github.com/google/cel-go/common/ast"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/parser"
)

// called makes a call, or what a macro makes of it.
func (r *reader) called(open place, name string, target ast.Expr, args []ast.Expr) ast.Expr {
	id := r.id(open)
	m, ok := macroTable[macroKey{name, len(args), target != nil}]
	if !ok {
		m, ok = macroTable[macroKey{name, -1, target != nil}]
	}
	if ok {
		before := r.call
		r.call = open
		e, err := m.Expander()(r, target, args)
		if r.call = before; err != nil {
			r.giveUp()
		}
		if e != nil {
			return e
		}
	}
	if target != nil {
		return factory.NewMemberCall(id, name, target, args...)
	}
	return factory.NewCall(id, name, args...)
}

type macroKey struct {
	name   string
	args   int // -1: any number
	method bool
}

var macroTable = func() map[macroKey]parser.Macro {
	table := map[macroKey]parser.Macro{}
	for _, m := range macros() {
		key := macroKey{m.Function(), m.ArgCount(), m.IsReceiverStyle()}
		if m.Function() == "min" || m.Function() == "max" {
			key.args = -1
		}
		table[key] = m
	}
	return table
}()

func (r *reader) NewCall(name string, args ...ast.Expr) ast.Expr {
	return factory.NewCall(r.id(r.call), name, args...)
}

func (r *reader) NewIdent(name string) ast.Expr { return factory.NewIdent(r.id(r.call), name) }

func (r *reader) NewLiteral(v ref.Val) ast.Expr { return factory.NewLiteral(r.id(r.call), v) }

func (r *reader) NewList(elements ...ast.Expr) ast.Expr {
	return factory.NewList(r.id(r.call), elements, nil)
}

func (r *reader) NewComprehension(over ast.Expr, variable, accu string, start, condition, step, result ast.Expr) ast.Expr {
	return factory.NewComprehension(r.id(r.call), over, variable, accu, start, condition, step, result)
}

func (r *reader) NewComprehensionTwoVar(over ast.Expr, variable, second, accu string, start, condition, step, result ast.Expr) ast.Expr {
	return factory.NewComprehensionTwoVar(r.id(r.call), over, variable, second, accu, start, condition, step, result)
}

func (r *reader) NewError(int64, string) *common.Error { return &common.Error{} }
