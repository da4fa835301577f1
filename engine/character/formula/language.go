package formula

import (
	"sync"

	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/containers"
	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/parser"
)

// How long and how deeply nested a formula may be, and how many list macros it may have: the work of the
// checker of types grows with a power of that.
const (
	longest    = 10_000
	deepest    = 100
	mostMacros = 30
)

// language is what all formulas are read and checked by.
type language struct {
	parser    *parser.Parser
	functions *checker.Env
	typed     map[string]bool // names that have the usual types
}

// theLanguage is made when the first formula is compiled: it costs milliseconds.
var theLanguage = sync.OnceValue(func() *language {
	p, err := parser.NewParser(
		parser.Macros(macros()...),
		parser.EnableVariadicOperatorASTs(true),
		parser.EnableIdentEscapeSyntax(false),
		parser.MaxRecursionDepth(deepest),
		parser.ErrorReportingLimit(1),
		parser.ErrorRecoveryLimit(4),
		parser.ErrorRecoveryLookaheadTokenLimit(32),
		parser.ExpressionSizeCodePointLimit(longest),
	)
	if err != nil {
		panic(err)
	}
	env, err := checker.NewEnv(containers.DefaultContainer, known{})
	if err != nil {
		panic(err)
	}
	functions, err := declarations()
	if err != nil {
		panic(err)
	}
	if err := env.AddFunctions(functions...); err != nil {
		panic(err)
	}
	typed := map[string]bool{}
	for _, t := range []*Type{Any, Bool, Int, Number, String, Dice, Null, ListOf(Any), ListOf(Int), ListOf(String), MapOf(Any)} {
		typed["@:"+t.text] = true
		if err := env.AddIdents(decls.NewVariable("@:"+t.text, t.cel)); err != nil {
			panic(err)
		}
	}
	return &language{p, env, typed}
})

// known tells the checker of types what members objects have. It knows the object types that the names of
// one formula lead to, by the names that they have in the checker.
type known map[string]*Type

// add makes the object types known that a type holds without going through a member.
func (k known) add(t *Type) {
	for t.elem != nil {
		t = t.elem
	}
	if t.kind == objectType {
		k[t.cel.TypeName()] = t
	}
}

func (k known) FindStructType(name string) (*types.Type, bool) {
	t, ok := k[name]
	if !ok {
		return nil, false
	}
	return types.NewTypeTypeWithParam(t.cel), true
}

func (k known) FindStructFieldType(name, member string) (*types.FieldType, bool) {
	t := k[name].Member(member)
	if t == nil {
		return nil, false
	}
	k.add(t)
	return &types.FieldType{Type: t.cel}, true
}

func (k known) FindStructFieldNames(name string) ([]string, bool)  { return nil, false }
func (k known) EnumValue(name string) ref.Val                      { return types.NewErr("no enums") }
func (k known) FindIdent(name string) (ref.Val, bool)              { return nil, false }
func (k known) NewValue(name string, _ map[string]ref.Val) ref.Val { return types.NewErr("no objects") }

// typeOf gives the type that the checker found as one of ours.
func (k known) typeOf(t *types.Type) *Type {
	switch t.Kind() {
	case types.BoolKind:
		return Bool
	case types.IntKind:
		return Int
	case types.DoubleKind:
		return Number
	case types.StringKind:
		return String
	case types.NullTypeKind:
		return Null
	case types.OpaqueKind:
		return Dice
	case types.ListKind:
		return ListOf(k.typeOf(t.Parameters()[0]))
	case types.MapKind:
		return MapOf(k.typeOf(t.Parameters()[1]))
	case types.StructKind:
		if o := k[t.TypeName()]; o != nil {
			return o
		}
	}
	return Any
}
