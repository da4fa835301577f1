package expr

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/value"
)

// builtin is one of Python's functions or types. kws are the keywords that it takes, "*" for any.
type builtin struct {
	name     string
	min, max int // of positional arguments; max -1: any number
	kws      string
	whole    bool // gives a number
	reads    bool // may look at any key of an item
	call     func(e *Env, args []value.Value, kws []Keyword) value.Value
	val      value.Value // itself as a value
}

func (b *builtin) invoke(e *Env, args []value.Value, kws []Keyword) value.Value {
	checkCount(b.name, b.min, b.max, len(args))
	for _, k := range kws {
		if b.kws != "*" && !slices.Contains(strings.Fields(b.kws), k.Name) {
			if b.kws == "" {
				value.Throw("TypeError", "%s() takes no keyword arguments", b.name)
			}
			value.Throw("TypeError", "'%s' is an invalid keyword argument for %s()", k.Name, b.name)
		}
	}
	e.step(1)
	return b.call(e, args, kws)
}

// types are the names among the builtins that are types; instances of the rest are functions.
const types = " bool int float str list tuple dict set frozenset range type enumerate filter map reversed zip "

var builtins = map[string]*builtin{}

// typesByKind are the types of values that builtins make.
var typesByName = map[string]value.Value{}

func init() {
	for _, b := range []builtin{
		{name: "abs", min: 1, max: 1, whole: true, call: bAbs},
		{name: "all", min: 1, max: 1, whole: true, call: bAll},
		{name: "any", min: 1, max: 1, whole: true, call: bAny},
		{name: "bool", max: 1, whole: true, call: bBool},
		{name: "chr", min: 1, max: 1, call: bChr},
		{name: "dict", max: 1, kws: "*", reads: true, call: bDict},
		{name: "divmod", min: 2, max: 2, call: bDivmod},
		{name: "enumerate", min: 1, max: 2, kws: "start", call: bEnumerate},
		{name: "filter", min: 2, max: 2, call: bFilter},
		{name: "float", max: 1, whole: true, call: bFloat},
		{name: "frozenset", max: 1, call: bFrozenset},
		{name: "int", max: 2, kws: "base", whole: true, call: bInt},
		{name: "isinstance", min: 2, max: 2, whole: true, call: bIsinstance},
		{name: "len", min: 1, max: 1, whole: true, call: bLen},
		{name: "list", max: 1, call: bList},
		{name: "map", min: 2, max: -1, call: bMap},
		{name: "max", min: 1, max: -1, kws: "key default", call: bMax},
		{name: "min", min: 1, max: -1, kws: "key default", call: bMin},
		{name: "next", min: 1, max: 2, call: bNext},
		{name: "ord", min: 1, max: 1, whole: true, call: bOrd},
		{name: "pow", min: 0, max: 3, kws: "base exp mod", whole: true, call: bPow},
		{name: "range", min: 1, max: 3, call: bRange},
		{name: "repr", min: 1, max: 1, reads: true, call: bRepr},
		{name: "reversed", min: 1, max: 1, call: bReversed},
		{name: "round", min: 0, max: 2, kws: "number ndigits", whole: true, call: bRound},
		{name: "set", max: 1, call: bSet},
		{name: "sorted", min: 1, max: 1, kws: "key reverse", call: bSorted},
		{name: "str", max: 1, kws: "object", reads: true, call: bStr},
		{name: "sum", min: 1, max: 2, kws: "start", call: bSum},
		{name: "tuple", max: 1, call: bTuple},
		{name: "type", min: 1, max: 1, call: bType},
		{name: "zip", max: -1, kws: "strict", call: bZip},
	} {
		kind := value.Func
		if strings.Contains(types, " "+b.name+" ") {
			kind = value.Type
		}
		b.val = value.OfExt(kind, b.name, &b)
		builtins[b.name] = &b
		if kind == value.Type {
			typesByName[b.name] = b.val
		}
	}
}

// keywordArg gives args[i], else the keyword of that name, else def.
func keywordArg(args []value.Value, i int, kws []Keyword, name string, def value.Value) value.Value {
	v := def
	given := i >= 0 && i < len(args)
	if given {
		v = args[i]
	}
	for _, k := range kws {
		if k.Name == name {
			if given {
				value.Throw("TypeError", "argument for '%s' given by name and position", name)
			}
			v = k.Value
		}
	}
	return v
}

func bAbs(e *Env, args []value.Value, _ []Keyword) value.Value { return value.Abs(args[0]) }

func bAll(e *Env, args []value.Value, _ []Keyword) value.Value {
	it := e.goOver(e.at, args[0])
	for {
		v, ok := it.next(e)
		if !ok {
			return value.OfBool(true)
		}
		if e.step(1); !e.truth(v) {
			return value.OfBool(false)
		}
	}
}

func bAny(e *Env, args []value.Value, _ []Keyword) value.Value {
	it := e.goOver(e.at, args[0])
	for {
		v, ok := it.next(e)
		if !ok {
			return value.OfBool(false)
		}
		if e.step(1); e.truth(v) {
			return value.OfBool(true)
		}
	}
}

func bBool(e *Env, args []value.Value, _ []Keyword) value.Value {
	return value.OfBool(len(args) > 0 && e.truth(args[0]))
}

func bChr(e *Env, args []value.Value, _ []Keyword) value.Value {
	i := e.integer(args[0])
	if i.Kind() == value.BigInt || i.Int() != int64(int32(i.Int())) {
		value.Throw("OverflowError", "Python int too large to convert to C int")
	}
	r := i.Int()
	if r < 0 || r > utf8.MaxRune {
		value.Throw("ValueError", "chr() arg not in range(0x110000)")
	}
	if r >= 0xD800 && r < 0xE000 {
		value.Throw("ExprError", "chr() of a surrogate is not supported")
	}
	return value.OfText(string(rune(r)))
}

func bOrd(e *Env, args []value.Value, _ []Keyword) value.Value {
	v := args[0]
	if v.Kind() != value.Text {
		value.Throw("TypeError", "ord() expected string of length 1, but %s found", typeName(v))
	}
	r, n := utf8.DecodeRuneInString(v.Text())
	if n == 0 || n != len(v.Text()) {
		value.Throw("TypeError", "ord() expected a character, but string of length %d found", utf8.RuneCountInString(v.Text()))
	}
	return value.OfInt(int64(r))
}

// integer demands an int or bool.
func (e *Env) integer(v value.Value) value.Value {
	switch v.Kind() {
	case value.Int, value.BigInt:
		return v
	case value.Bool:
		return value.OfInt(v.Int())
	}
	value.Throw("TypeError", "'%s' object cannot be interpreted as an integer", typeName(v))
	return v
}

func bDivmod(e *Env, args []value.Value, _ []Keyword) value.Value {
	return value.DivMod(&e.size, args[0], args[1])
}

func bEnumerate(e *Env, args []value.Value, kws []Keyword) value.Value {
	start := e.integer(keywordArg(args, 1, kws, "start", value.OfInt(0)))
	return iterValue("enumerate", &enumeration{e.iterate(e.at, args[0]), start})
}

func bFilter(e *Env, args []value.Value, _ []Keyword) value.Value {
	return iterValue("filter", &filtered{args[0], e.iterate(e.at, args[1]), e.at})
}

func bMap(e *Env, args []value.Value, _ []Keyword) value.Value {
	return iterValue("map", &mapped{args[0], e.iterators(args[1:]), e.at})
}

func (e *Env) iterators(vs []value.Value) []iterator {
	its := make([]iterator, len(vs))
	for i, v := range vs {
		its[i] = e.iterate(e.at, v)
	}
	return its
}

func bZip(e *Env, args []value.Value, kws []Keyword) value.Value {
	strict := e.truth(keywordArg(nil, -1, kws, "strict", value.Value{}))
	return iterValue("zip", &zipped{its: e.iterators(args), strict: strict})
}

func bNext(e *Env, args []value.Value, _ []Keyword) value.Value {
	var it iterator
	if args[0].Kind() == value.Iter {
		it, _ = args[0].Ext().(iterator)
	}
	if it == nil {
		value.Throw("TypeError", "'%s' object is not an iterator", typeName(args[0]))
	}
	v, ok := it.next(e)
	switch {
	case ok:
		return v
	case len(args) > 1:
		return args[1]
	}
	stopped(false)
	return v
}

// stopped is how a next ends that finds nothing. A generator expression must not end by a StopIteration.
func stopped(inGenerator bool) {
	if inGenerator {
		value.Throw("RuntimeError", "generator raised StopIteration")
	}
	value.Throw("StopIteration", "")
}

// nextInGenerator is next inside a generator expression, which must not end by a StopIteration.
var nextInGenerator = builtin{name: "next", min: 1, max: 2, call: func(e *Env, args []value.Value, kws []Keyword) value.Value {
	if len(args) == 2 {
		return bNext(e, args, kws)
	}
	end := [2]value.Value{args[0], nothing}
	v := bNext(e, end[:], kws)
	if value.Same(v, nothing) {
		stopped(true)
	}
	return v
}}

func bReversed(e *Env, args []value.Value, _ []Keyword) value.Value {
	v := args[0]
	switch v.Kind() {
	case value.Text, value.Range, value.List, value.Tuple, value.Dict, value.Inst:
	default:
		if asView(v) == nil {
			value.Throw("TypeError", "'%s' object is not reversible", typeName(v))
		}
	}
	return iterValue("reversed", &backwards{e.elements(v).Items()})
}

// elements gives the elements of v as a list or tuple: v itself where it is one.
func (e *Env) elements(v value.Value) value.Value {
	if k := v.Kind(); k == value.List || k == value.Tuple {
		return v
	}
	base := len(e.stack)
	e.pushAll(e.at, v)
	return e.collect(value.List, base)
}

// gather makes a collection of kind of the elements of args[0], if it is given.
func (e *Env) gather(kind value.Kind, args []value.Value) value.Value {
	base := len(e.stack)
	if len(args) > 0 {
		e.pushAll(e.at, args[0])
	}
	return e.collect(kind, base)
}

func bList(e *Env, args []value.Value, _ []Keyword) value.Value { return e.gather(value.List, args) }
func bSet(e *Env, args []value.Value, _ []Keyword) value.Value  { return e.gather(value.Set, args) }
func bTuple(e *Env, args []value.Value, _ []Keyword) value.Value {
	if len(args) > 0 && args[0].Kind() == value.Tuple {
		return args[0]
	}
	return e.gather(value.Tuple, args)
}
func bFrozenset(e *Env, args []value.Value, _ []Keyword) value.Value {
	if len(args) > 0 && args[0].Kind() == value.Frozen {
		return args[0]
	}
	return e.gather(value.Frozen, args)
}

func bDict(e *Env, args []value.Value, kws []Keyword) value.Value {
	base := len(e.stack)
	if len(args) > 0 {
		e.pushPairs(args[0])
	}
	for _, k := range kws {
		e.push(value.OfText(k.Name))
		e.push(k.Value)
	}
	return e.collect(value.Dict, base)
}

// pushPairs pushes the keys and values of a mapping, or of something whose elements are pairs.
func (e *Env) pushPairs(v value.Value) {
	off := e.at
	if v.Kind() == value.Dict || v.IsInst() {
		keys, at := e.mapping(off, v)
		for i := 0; i < keys.Len(); i++ {
			e.push(keys.At(i))
			e.push(at(i))
		}
		return
	}
	it := e.iterate(off, v)
	for i := 0; ; i++ {
		x, ok := it.next(e)
		if !ok {
			return
		}
		e.step(1)
		if !canIterate(x) {
			e.fail(off, "TypeError", "cannot convert dictionary update sequence element #%d to a sequence", i)
		}
		from := len(e.stack)
		e.pushAll(off, x)
		if n := len(e.stack) - from; n != 2 {
			e.fail(off, "ValueError", "dictionary update sequence element #%d has length %d; 2 is required", i, n)
		}
		value.Hash(e.stack[from])
	}
}

func canIterate(v value.Value) bool {
	switch v.Kind() {
	case value.List, value.Tuple, value.Dict, value.Set, value.Frozen, value.Inst, value.Text, value.Range, value.Iter:
		return true
	}
	return false
}

func bFloat(e *Env, args []value.Value, _ []Keyword) value.Value {
	if len(args) == 0 {
		return value.OfFloat(0)
	}
	return value.ToFloat(args[0])
}

func bInt(e *Env, args []value.Value, kws []Keyword) value.Value {
	if len(args) == 0 {
		if len(kws) > 0 {
			value.Throw("TypeError", "int() missing string argument")
		}
		return value.OfInt(0)
	}
	if len(args) == 1 && len(kws) == 0 {
		return value.ToInt(args[0])
	}
	return intBase(args[0], e.integer(keywordArg(args, 1, kws, "base", value.OfInt(10))))
}

func bPow(e *Env, args []value.Value, kws []Keyword) value.Value {
	var missing = value.OfExt(value.Func, "missing", nil)
	a := keywordArg(args, 0, kws, "base", missing)
	b := keywordArg(args, 1, kws, "exp", missing)
	m := keywordArg(args, 2, kws, "mod", value.Value{})
	if value.Same(a, missing) || value.Same(b, missing) {
		value.Throw("TypeError", "pow() missing required argument")
	}
	if m.IsNone() {
		return value.Pow(&e.size, a, b)
	}
	return value.PowMod(a, b, m)
}

func bRound(e *Env, args []value.Value, kws []Keyword) value.Value {
	missing := value.OfExt(value.Func, "missing", nil)
	v := keywordArg(args, 0, kws, "number", missing)
	if value.Same(v, missing) {
		value.Throw("TypeError", "round() missing required argument 'number' (pos 1)")
	}
	n := keywordArg(args, 1, kws, "ndigits", value.Value{})
	return round(v, n)
}

func bLen(e *Env, args []value.Value, _ []Keyword) value.Value { return e.length(args[0]) }

func (e *Env) length(v value.Value) value.Value {
	switch v.Kind() {
	case value.List, value.Tuple:
		return value.OfInt(int64(len(v.Items())))
	case value.Dict, value.Set, value.Frozen:
		return value.OfInt(int64(v.Keys().Len()))
	case value.Text:
		return value.OfInt(int64(utf8.RuneCountInString(v.Text())))
	case value.Range:
		return value.OfInt(v.RangeLen())
	case value.Inst:
		return value.OfInt(int64(e.instance(e.at, v).Keys().Len()))
	}
	if w := asView(v); w != nil {
		return value.OfInt(int64(w.size(e, e.at)))
	}
	value.Throw("TypeError", "object of type '%s' has no len()", typeName(v))
	return v
}

func bRange(e *Env, args []value.Value, _ []Keyword) value.Value {
	var n [3]int64
	for i, v := range args {
		v = e.integer(v)
		if v.Kind() == value.BigInt {
			value.Throw("OverflowError", "Python int too large to convert to C ssize_t")
		}
		n[i] = v.Int()
	}
	if len(args) == 1 {
		return e.arena.Range(0, n[0], 1)
	}
	if len(args) == 2 {
		n[2] = 1
	} else if n[2] == 0 {
		value.Throw("ValueError", "range() arg 3 must not be zero")
	}
	return e.arena.Range(n[0], n[1], n[2])
}

func (e *Env) rangeOf(off int, n value.Value) value.Value {
	e.at = off
	one := [1]value.Value{n}
	return bRange(e, one[:], nil)
}

func bRepr(e *Env, args []value.Value, _ []Keyword) value.Value { return value.OfText(e.repr(args[0])) }

func bStr(e *Env, args []value.Value, kws []Keyword) value.Value {
	v := keywordArg(args, 0, kws, "object", value.OfText(""))
	if v.Kind() == value.Text {
		return v
	}
	return value.OfText(e.str(v))
}

func bSum(e *Env, args []value.Value, kws []Keyword) value.Value {
	sum := keywordArg(args, 1, kws, "start", value.OfInt(0))
	startOfSum(sum)
	off := e.at
	it := e.goOver(off, args[0])
	for {
		v, ok := it.next(e)
		if !ok {
			return sum
		}
		e.step(1)
		e.at = off
		sum = value.Add(&e.size, sum, v)
	}
}

func startOfSum(v value.Value) {
	if v.Kind() == value.Text {
		value.Throw("TypeError", "sum() can't sum strings [use ''.join(seq) instead]")
	}
}

func bType(e *Env, args []value.Value, _ []Keyword) value.Value { return typeOf(args[0]) }

// typeOf gives the type object of v, always the same one.
func typeOf(v value.Value) value.Value {
	name := typeName(v)
	if t, ok := typesByName[name]; ok {
		return t
	}
	return otherTypes[name]
}

// otherTypes are those that have no name in the language.
var otherTypes = func() map[string]value.Value {
	m := map[string]value.Value{}
	for _, n := range strings.Fields("NoneType function builtin_function_or_method generator dict_keys dict_values dict_items slice") {
		m[n] = value.OfExt(value.Type, n, nil)
	}
	return m
}()

func bIsinstance(e *Env, args []value.Value, _ []Keyword) value.Value {
	return value.OfBool(e.isInstance(args[0], args[1], 0))
}

func (e *Env) isInstance(v, t value.Value, depth int) bool {
	switch t.Kind() {
	case value.Type:
		name := typeName(v)
		return name == t.Text() || name == "bool" && t.Text() == "int"
	case value.Tuple:
		if depth > 100 {
			value.Throw("RecursionError", "maximum recursion depth exceeded in __instancecheck__")
		}
		for _, x := range t.Items() {
			if e.isInstance(v, x, depth+1) {
				return true
			}
		}
		return false
	}
	value.Throw("TypeError", "isinstance() arg 2 must be a type, a tuple of types, or a union")
	return false
}

// Arity gives how many positional arguments one of the language's own functions takes; most is -1 for any number.
func Arity(name string) (least, most int, ok bool) {
	b := builtins[name]
	if b == nil {
		return 0, 0, false
	}
	return b.min, b.max, true
}
