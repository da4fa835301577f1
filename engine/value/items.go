package value

// Items gives the elements of any collection as a list that must not be changed: of a dict or
// instance its keys, of a text its characters. ok is false where v cannot be iterated.
func Items(st *Store, v Value) (items []Value, ok bool) {
	switch v.Kind() {
	case List, Tuple:
		return v.ref.items, true
	case Dict, Set, Frozen:
		return v.ref.keys.list, true
	case Inst:
		if in := st.Get(v.Inst()); in != nil {
			return in.keys.list, true
		}
	case Text:
		for _, r := range v.ref.text {
			items = append(items, OfText(string(r)))
		}
		return items, true
	case Range:
		return AppendRange(nil, v)
	}
	return nil, false
}

// AppendRange is Items of a range, behind dst.
func AppendRange(dst []Value, v Value) (items []Value, ok bool) {
	from, to, by := v.ref.items[0], v.ref.items[1], v.ref.items[2]
	if !from.IsInt() || !to.IsInt() || !by.IsInt() {
		return nil, false
	}
	a, b, s := from.Int(), to.Int(), by.Int()
	for n := 0; (s > 0 && a < b || s < 0 && a > b) && n < 10_000_000; n++ {
		dst = append(dst, OfInt(a))
		a += s
	}
	return dst, true
}

// Number gives the size of an int, float or bool; ok is false for anything else.
func Number(v Value) (f float64, ok bool) {
	switch v.Kind() {
	case Int, Bool:
		return float64(v.Int()), true
	case Float:
		return v.Float(), true
	case BigInt:
		f, _ := v.Big().Float64()
		return f, true
	}
	return 0, false
}
