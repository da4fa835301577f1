package formula

import "math"

// Eval evaluates the formula. Numbers in the result are rounded to six places, half away from zero. A
// nil budget stands for one of the defaults. The error, nil when all is well, tells the place in the text.
func (f *Formula) Eval(names Names, b *Budget) (Value, *Error) {
	if b == nil {
		b = defaults.Get().(*Budget)
		b.left = DefaultSteps
		defer defaults.Put(b)
	}
	if f.fixed.kind != AbsentKind && b.depth < deepestEval && b.left > 0 {
		b.left-- // as the one part of it costs
		return f.fixed, nil
	}
	v := f.eval(f.root, names, b)
	if v.kind == f.plain {
		return v, nil
	}
	if v.kind != failed {
		v = b.finish(f.root, v, f.want)
	}
	if v.kind == failed {
		return Absent, b.err
	}
	return v, nil
}

// eval evaluates a part as if it were all.
func (f *Formula) eval(n *node, names Names, b *Budget) Value {
	if b.depth >= deepestEval {
		return b.fail(n, SafetyLimit, "formulas need one another too deeply", nil)
	}
	if !b.spend(n, int(n.size)) {
		return failure
	}
	c := b.enter(names)
	v := n.run(b)
	b.leave(c)
	return v
}

// finish gives a result the type that is wanted, and rounds its numbers.
func (b *Budget) finish(n *node, v Value, want *Type) Value {
	v = b.rounded(n, v)
	if v.kind == failed || want.kind == anyType {
		return v
	}
	out, ok := v.coerced(want)
	if !ok {
		return b.fail(n, TypeMismatch, "the formula gave "+v.kind.String()+", and "+withArticle(want)+" is wanted here", map[string]any{"expected": want.String(), "found": v.kind.String()})
	}
	return out
}

// coerced gives a value as a type, when nothing but the way in which a number is kept must change.
func (v Value) coerced(want *Type) (Value, bool) {
	switch want.kind {
	case anyType:
		return v, true
	case boolType:
		return v, v.kind == BoolKind
	case stringType:
		return v, v.kind == StringKind
	case nullType:
		return v, v.kind == NullKind
	case orNullType:
		if v.kind == NullKind {
			return v, true
		}
		return v.coerced(want.elem)
	case intType:
		if v.kind == NumberKind {
			if x := v.Number(); x == math.Trunc(x) && math.Abs(x) <= MostInt {
				return IntValue(int(x)), true
			}
		}
		return v, v.kind == IntKind
	case numberType:
		if v.kind == IntKind {
			return NumberValue(v.Number()), true
		}
		return v, v.kind == NumberKind
	case diceType:
		if v.kind == IntKind {
			return DiceValue(v.Dice()), true
		}
		return v, v.kind == DiceKind
	case listType:
		return v.coercedList(want.elem)
	case mapType, objectType:
		return v, v.kind == ObjectKind
	}
	return v, false
}

func (v Value) coercedList(elem *Type) (Value, bool) {
	if v.kind != ListKind {
		return v, false
	}
	var changed []Value
	for i, item := range v.List() {
		out, ok := item.coerced(elem)
		if !ok {
			return v, false
		}
		if out.kind != item.kind && changed == nil {
			changed = append([]Value{}, v.List()...)
		}
		if changed != nil {
			changed[i] = out
		}
	}
	if changed != nil {
		return ListValue(changed), true
	}
	return v, true
}

// SixPlaces rounds to six places, half away from zero.
func SixPlaces(x float64) float64 {
	scaled := x * 1e6
	if math.Abs(scaled) >= 1<<52 { // it has no seventh place
		return x
	}
	return math.Round(scaled)/1e6 + 0 // no negative zero
}

// rounded rounds the numbers of a value. It goes through lists, and pays for that: a list may hold another
// one many times over.
func (b *Budget) rounded(n *node, v Value) Value {
	switch v.kind {
	case NumberKind:
		return NumberValue(SixPlaces(v.Number()))
	case ListKind:
		items := v.List()
		if !b.spend(n, len(items)) {
			return failure
		}
		var changed []Value
		for i, item := range items {
			if item.kind != NumberKind && item.kind != ListKind {
				continue
			}
			if changed == nil {
				changed = append([]Value{}, items...)
			}
			if changed[i] = b.rounded(n, item); changed[i].kind == failed {
				return failure
			}
		}
		if changed != nil {
			return ListValue(changed)
		}
	}
	return v
}

func finite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }
