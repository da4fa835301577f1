package formula

// joined gives the type of what is of the one type or the other, nil when the two do not go together.
func joined(x, y *Type) *Type {
	numeric := func(t *Type) bool { return t.kind == intType || t.kind == numberType }
	switch {
	case x.Is(y):
		return x
	case x.kind == anyType || y.kind == anyType:
		return Any
	case x.kind == nullType:
		return OrNull(y)
	case y.kind == nullType:
		return OrNull(x)
	case x.kind == orNullType || y.kind == orNullType:
		return Any
	case numeric(x) && numeric(y):
		return Number
	case x.kind == diceType && numeric(y), y.kind == diceType && numeric(x):
		return Dice
	case x.kind == listType && y.kind == listType:
		if elem := joined(x.elem, y.elem); elem != nil {
			return ListOf(elem)
		}
	case (x.kind == objectType || x.kind == mapType) && (y.kind == objectType || y.kind == mapType):
		return Any
	}
	return nil
}

// fits reports whether a formula of a type may stand where another is wanted.
func fits(got, want *Type) bool {
	switch {
	case got.kind == anyType, want.kind == anyType, got.Is(want):
		return true
	case got.kind == orNullType && want.kind == orNullType:
		return fits(got.elem, want.elem)
	case want.kind == orNullType:
		return got.kind == nullType || fits(got, want.elem)
	case want.kind == numberType, want.kind == diceType:
		return got.kind == intType
	case want.kind == listType && got.kind == listType, want.kind == mapType && got.kind == mapType:
		return fits(got.elem, want.elem)
	case want.kind == mapType || want.kind == objectType:
		return got.kind == mapType || got.kind == objectType
	}
	return false
}

// hint says what makes a result of one type one of another.
func hint(got, want *Type) string {
	if got.kind == numberType && want.kind == intType {
		return ": floor(), ceil() or round() makes it one"
	}
	if want.kind == stringType && (got.kind == intType || got.kind == numberType || got.kind == diceType || got.kind == boolType) {
		return ": string() makes it one"
	}
	return ""
}
