package value

// Order is one of the four ordering operators.
type Order uint8

const (
	Lt Order = iota
	Le
	Gt
	Ge
)

func (o Order) String() string { return [...]string{"<", "<=", ">", ">="}[o] }

func (o Order) holds(c int) bool {
	switch o {
	case Lt:
		return c < 0
	case Le:
		return c <= 0
	case Gt:
		return c > 0
	}
	return c >= 0
}

// Compare is Python's a < b (or <=, >, >=): numbers, texts, lists and tuples item by item, sets by
// inclusion. It throws TypeError where Python does.
func Compare(st *Store, op Order, a, b Value) bool {
	if a.IsInt() && b.IsInt() {
		x, y := a.Int(), b.Int()
		switch op {
		case Lt:
			return x < y
		case Le:
			return x <= y
		case Gt:
			return x > y
		}
		return x >= y
	}
	w := walk{left: maxWork}
	return w.compare(op, a, b, 0)
}

// Less is a < b.
func Less(st *Store, a, b Value) bool { return Compare(st, Lt, a, b) }

func (w *walk) compare(op Order, a, b Value, depth int) bool {
	w.visit()
	ka, kb := a.Kind(), b.Kind()
	switch {
	case ka.IsNumber() && kb.IsNumber():
		c, ok := compareNumbers(a, b)
		return ok && op.holds(c)
	case ka == Text && kb == Text:
		c := 0
		if x, y := a.ref.text, b.ref.text; x < y {
			c = -1
		} else if x > y {
			c = 1
		}
		return op.holds(c)
	case ka == kb && (ka == List || ka == Tuple):
		deep(depth, " in comparison")
		x, y := a.ref.items, b.ref.items
		for i := 0; i < len(x) && i < len(y); i++ {
			if !w.same(x[i], y[i], depth+1) {
				return w.compare(op, x[i], y[i], depth+1)
			}
		}
		return op.holds(len(x) - len(y))
	case isSet(ka) && isSet(kb):
		x, y := a.ref.keys, b.ref.keys
		switch op {
		case Lt:
			return x.Len() < y.Len() && w.subset(x, y)
		case Le:
			return x.Len() <= y.Len() && w.subset(x, y)
		case Gt:
			return y.Len() < x.Len() && w.subset(y, x)
		}
		return y.Len() <= x.Len() && w.subset(y, x)
	}
	Throw("TypeError", "'%s' not supported between instances of '%s' and '%s'", op, ka, kb)
	return false
}

func isSet(k Kind) bool { return k == Set || k == Frozen }

// Truth is Python's bool(v). An instance is true: it always has its uid.
func Truth(st *Store, v Value) bool {
	switch v.Kind() {
	case None:
		return false
	case Bool, Int:
		return v.n != 0
	case Float:
		return v.Float() != 0
	case Text:
		return v.ref.text != ""
	case List, Tuple, Dict:
		if v.ref.keys != nil {
			return len(v.ref.keys.list) > 0
		}
		return len(v.ref.items) > 0
	case Set, Frozen:
		return len(v.ref.keys.list) > 0
	case Range:
		return v.RangeLen() > 0
	}
	return true
}
