package value

import "sort"

// Call is one call of a method. Args and Kw are read only and must live until it returns.
type Call struct {
	Store  *Store
	Budget *Budget
	Self   Value
	Args   []Value
	Kw     []Kwarg
	// Elems gives the elements of an Iter argument, which only the evaluator can run. nil: such an
	// argument is a TypeError.
	Elems func(v Value) []Value
}

// Kwarg is a keyword argument.
type Kwarg struct {
	Name  string
	Value Value
}

// MethodDef is a method of one type. Call checks the number of arguments and runs it.
type MethodDef struct {
	Type     string
	Name     string
	Min, Max int  // positional arguments; Max -1: any number
	Keywords bool // takes keyword arguments
	run      func(c *Call) Value
}

// Call runs the method; errors are thrown.
func (m *MethodDef) Call(c *Call) Value {
	n := len(c.Args)
	switch {
	case len(c.Kw) > 0 && !m.Keywords:
		Throw("TypeError", "%s.%s() takes no keyword arguments", m.Type, m.Name)
	case m.Max == 0 && n > 0:
		Throw("TypeError", "%s.%s() takes no arguments (%d given)", m.Type, m.Name, n)
	case m.Min == m.Max && n != m.Min:
		Throw("TypeError", "%s.%s() takes exactly one argument (%d given)", m.Type, m.Name, n)
	case n < m.Min:
		Throw("TypeError", "%s expected at least %d argument%s, got %d", m.Name, m.Min, plural(m.Min), n)
	case m.Max >= 0 && n > m.Max:
		Throw("TypeError", "%s expected at most %d argument%s, got %d", m.Name, m.Max, plural(m.Max), n)
	}
	return m.run(c)
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func (c *Call) text() string { return c.Self.ref.text }

// made charges and gives a text; same gives Self again where s is all of it.
func (c *Call) made(s string) Value {
	c.Budget.Charge(len(s))
	return OfText(s)
}

func (c *Call) same(s string) Value {
	if len(s) == len(c.text()) {
		return c.Self
	}
	return c.made(s)
}

// chargeProduct charges n*size before anything of that size is made.
func (c *Call) chargeProduct(n, size int) {
	p, ok := mulSmall(int64(n), int64(size))
	if !ok || p > 1<<32 {
		tooLarge()
	}
	c.Budget.Charge(int(p))
}

func (c *Call) elems(v Value) []Value {
	if v.Kind() == Iter && c.Elems != nil {
		return c.Elems(v)
	}
	return All(c.Store, c.Budget, v)
}

// MethodID is a method name as a number, for a lookup at run time that reads no text.
type MethodID uint8

var (
	methodNames []string
	methodIDs   = map[string]MethodID{}
	methodTable [kinds][]*MethodDef
)

// MethodNames lists the names of all methods of all types, sorted.
func MethodNames() []string { return append([]string(nil), methodNames...) }

// LookupMethod gives the number of a method name; !ok where no type has such a method.
func LookupMethod(name string) (id MethodID, ok bool) {
	id, ok = methodIDs[name]
	return id, ok
}

// On gives the method for a value of kind k; nil where the type has none of that name.
func (id MethodID) On(k Kind) *MethodDef {
	if t := methodTable[k]; t != nil {
		return t[id]
	}
	return nil
}

// Method finds a method by kind and name; nil where there is none.
func Method(k Kind, name string) *MethodDef {
	if id, ok := methodIDs[name]; ok {
		return id.On(k)
	}
	return nil
}

// NoAttribute throws Python's AttributeError for v.name.
func NoAttribute(v Value, name string) {
	if v.Kind() == Type {
		Throw("AttributeError", "type object '%s' has no attribute '%s'", v.Text(), name)
	}
	Throw("AttributeError", "'%s' object has no attribute '%s'", v.Kind(), name)
}

// TypeMethod gives the method that str.lower and the like name: of type typeName, unbound.
func TypeMethod(typeName, name string) *MethodDef {
	for k := Kind(0); k < kinds; k++ {
		if kindNames[k] == typeName && methodTable[k] != nil {
			return Method(k, name)
		}
	}
	return nil
}

func init() {
	type def = MethodDef
	byType := map[Kind][]def{
		Text: {
			{Name: "lower", run: textLower},
			{Name: "upper", run: textUpper},
			{Name: "title", run: textTitle},
			{Name: "strip", Max: 1, run: strips(true, true, "strip")},
			{Name: "lstrip", Max: 1, run: strips(true, false, "lstrip")},
			{Name: "rstrip", Max: 1, run: strips(false, true, "rstrip")},
			{Name: "split", Max: 2, Keywords: true, run: textSplit},
			{Name: "rsplit", Max: 2, Keywords: true, run: textRsplit},
			{Name: "join", Min: 1, Max: 1, run: textJoin},
			{Name: "replace", Min: 2, Max: 3, run: textReplace},
			{Name: "startswith", Min: 1, Max: 3, run: affix("startswith", hasPrefix)},
			{Name: "endswith", Min: 1, Max: 3, run: affix("endswith", hasSuffix)},
			{Name: "find", Min: 1, Max: 3, run: textFind},
			{Name: "index", Min: 1, Max: 3, run: textIndex},
			{Name: "count", Min: 1, Max: 3, run: textCount},
			{Name: "format", Max: -1, Keywords: true, run: textFormat},
			{Name: "isdigit", run: textIsDigit},
			{Name: "isalpha", run: textIsAlpha},
			{Name: "removeprefix", Min: 1, Max: 1, run: textRemovePrefix},
			{Name: "removesuffix", Min: 1, Max: 1, run: textRemoveSuffix},
			{Name: "zfill", Min: 1, Max: 1, run: textZfill},
		},
		List: {
			{Name: "index", Min: 1, Max: 3, run: itemsIndex},
			{Name: "count", Min: 1, Max: 1, run: itemsCount},
		},
		Range: {
			{Name: "index", Min: 1, Max: 1, run: rangeIndexOf},
			{Name: "count", Min: 1, Max: 1, run: rangeCount},
		},
		Dict: {
			{Name: "get", Min: 1, Max: 2, run: dictGet},
			{Name: "keys", run: dictKeys},
			{Name: "values", run: dictValues},
			{Name: "items", run: dictItems},
		},
		Set: {
			{Name: "union", Max: -1, run: unionOf},
			{Name: "intersection", Max: -1, run: intersectionOf},
			{Name: "difference", Max: -1, run: differenceOf},
			{Name: "symmetric_difference", Min: 1, Max: 1, run: symmetricOf},
			{Name: "issubset", Min: 1, Max: 1, run: isSubset},
			{Name: "issuperset", Min: 1, Max: 1, run: isSuperset},
			{Name: "isdisjoint", Min: 1, Max: 1, run: isDisjoint},
		},
	}
	byType[Tuple], byType[Inst], byType[Frozen] = byType[List], byType[Dict], byType[Set]
	seen := map[string]bool{}
	for _, defs := range byType {
		for _, d := range defs {
			if !seen[d.Name] {
				seen[d.Name] = true
				methodNames = append(methodNames, d.Name)
			}
		}
	}
	sort.Strings(methodNames)
	for i, name := range methodNames {
		methodIDs[name] = MethodID(i)
	}
	for k, defs := range byType {
		methodTable[k] = make([]*MethodDef, len(methodNames))
		for _, d := range defs {
			d.Type = k.String()
			methodTable[k][methodIDs[d.Name]] = &d
		}
	}
}
