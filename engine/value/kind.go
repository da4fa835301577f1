package value

var kindNames = [kinds]string{
	None: "NoneType", Bool: "bool", Int: "int", Float: "float", Inst: "dict", BigInt: "int",
	Text: "str", List: "list", Tuple: "tuple", Dict: "dict", Set: "set", Frozen: "frozenset",
	Range: "range", Func: "function", Iter: "generator", Type: "type", Slice: "slice",
}

// String gives the name of Python's type: an instance is a dict, a large integer an int.
func (k Kind) String() string {
	if k < kinds {
		return kindNames[k]
	}
	return "object"
}

// IsNumber reports whether the kind takes part in arithmetic: bool, int (of any size), float.
func (k Kind) IsNumber() bool { return k == Int || k == Float || k == Bool || k == BigInt }

// IsInteger is IsNumber without float.
func (k Kind) IsInteger() bool { return k == Int || k == Bool || k == BigInt }
