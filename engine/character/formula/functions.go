package formula

import (
	"strconv"
	"strings"

	"github.com/google/cel-go/common/decls"
	"github.com/google/cel-go/common/types"
)

// signatures declares the operators and functions for the checker of types. A signature is the types of
// the arguments, a colon and the type of the result; one that begins with a dot is called as a method
// of its first argument. b boolean, i integer, n number, s string, d dice, 0 null, * any, A and B
// whatever comes, [x] a list of x, {x} a map of x.
var signatures = []struct{ name, of string }{
	{"_+_", "ii:i in:n ni:n nn:n ss:s dd:d di:d id:d dn:d nd:d [A][A]:[A]"},
	{"_-_", "ii:i in:n ni:n nn:n dd:d di:d id:d dn:d nd:d"},
	{"_*_", "ii:i in:n ni:n nn:n"},
	{"_/_", "ii:n in:n ni:n nn:n"},
	{"_%_", "ii:i"},
	{"-_", "i:i n:n d:d"},
	{"_<_", "ii:b in:b ni:b nn:b ss:b"},
	{"_<=_", "ii:b in:b ni:b nn:b ss:b"},
	{"_>_", "ii:b in:b ni:b nn:b ss:b"},
	{"_>=_", "ii:b in:b ni:b nn:b ss:b"},
	{"_==_", "**:b"}, // what can be equal is for us to say
	{"_!=_", "**:b"},
	{"_&&_", "bb:b"},
	{"_||_", "bb:b"},
	{"!_", "b:b"},
	{"@if", "b[A]:A"}, // c ? x : y, as @if(c, [x, y])
	{"_[_]", "[A]i:A {A}s:A"},
	{"@in", "*[*]:b s{*}:b"},
	{"@has", "*:b"},
	{"@member", "*s:*"},

	{"min", "ii:i in:n ni:n nn:n [i]:i [n]:n"},
	{"max", "ii:i in:n ni:n nn:n [i]:i [n]:n"},
	{"@min", "ii:i in:n ni:n nn:n"},
	{"@max", "ii:i in:n ni:n nn:n"},
	{"clamp", "iii:i iin:n ini:n inn:n nii:n nin:n nni:n nnn:n"},
	{"sum", "[i]:i [n]:n [d]:d"},
	{"abs", "i:i n:n"},
	{"floor", "i:i n:i"},
	{"ceil", "i:i n:i"},
	{"round", "i:i n:i"},
	{"dice", "ii:d"},

	{"int", "i:i n:i s:i"},
	{"double", "i:n n:n s:n"},
	{"string", "b:s i:s n:s s:s d:s"},
	{"dyn", "*:*"},
	{"size", "s:i [*]:i {*}:i .s:i .[*]:i .{*}:i"},

	{"contains", ".ss:b"},
	{"startsWith", ".ss:b"},
	{"endsWith", ".ss:b"},
	{"matches", ".ss:b ss:b"},
	{"lowerAscii", ".s:s"},
	{"upperAscii", ".s:s"},
	{"trim", ".s:s"},
	{"charAt", ".si:s"},
	{"indexOf", ".ss:i .ssi:i"},
	{"lastIndexOf", ".ss:i"},
	{"substring", ".si:s .sii:s"},
	{"replace", ".sss:s .sssi:s"},
	{"split", ".ss:[s] .ssi:[s]"},
	{"join", ".[s]:s .[s]s:s"},

	{"field", "s:*"},
	{"@copies", "s:{*}"},
	{"@copies1", "b:b i:i"},
	{"@copies2", "bb:b ib:i"},
	{"@sumFields", "b:*"},
	{"@fieldsWhere", "[A]Ab:[A]"},

	{"@all", "bb:b"},
	{"@exists", "bb:b"},
	{"@exists_one", "bb:b"},
	{"@filter", "[A]Ab:[A]"},
	{"@map", "[A]A:[A] [A]bA:[A]"},
}

var celDice = types.NewOpaqueType("dice")

func declarations() ([]*decls.FunctionDecl, error) {
	var out []*decls.FunctionDecl
	for _, f := range signatures {
		var options []decls.FunctionOpt
		for i, text := range strings.Fields(f.of) {
			id := f.name + strconv.Itoa(i)
			method := text[0] == '.'
			args, result := readTypes(strings.TrimPrefix(text, "."))
			if method {
				options = append(options, decls.MemberOverload(id, args, result))
			} else {
				options = append(options, decls.Overload(id, args, result))
			}
		}
		decl, err := decls.NewFunction(f.name, options...)
		if err != nil {
			return nil, err
		}
		out = append(out, decl)
	}
	return out, nil
}

func readTypes(text string) (args []*types.Type, result *types.Type) {
	left, right, _ := strings.Cut(text, ":")
	for left != "" {
		var t *types.Type
		t, left = readType(left)
		args = append(args, t)
	}
	result, _ = readType(right)
	return args, result
}

func readType(text string) (t *types.Type, rest string) {
	c, rest := text[0], text[1:]
	switch c {
	case 'b':
		return types.BoolType, rest
	case 'i':
		return types.IntType, rest
	case 'n':
		return types.DoubleType, rest
	case 's':
		return types.StringType, rest
	case 'd':
		return celDice, rest
	case '0':
		return types.NullType, rest
	case '*':
		return types.DynType, rest
	case '[':
		elem, rest := readType(rest)
		return types.NewListType(elem), rest[1:]
	case '{':
		elem, rest := readType(rest)
		return types.NewMapType(types.StringType, elem), rest[1:]
	}
	return types.NewTypeParamType(string(c)), rest
}
