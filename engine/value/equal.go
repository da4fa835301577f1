package value

import (
	"math"
	"math/big"
)

// Equal is Python's ==. Instances are equal where their uids are, and never equal to a plain dict.
// It throws RecursionError for values nested too deeply and ExprError for endless work. st may be
// nil: equality does not look into instances.
func Equal(st *Store, a, b Value) bool {
	if a.ref == b.ref {
		switch a.Kind() {
		case Int, Bool, Inst:
			return a.n == b.n
		case Float:
			return a.Float() == b.Float()
		case None, Text:
			return true
		}
	}
	if a.Kind() == Text && b.Kind() == Text {
		return a.n == b.n && a.ref.text == b.ref.text
	}
	w := walk{left: maxWork}
	return w.equal(a, b, 0)
}

// walk counts the elements that a comparison visits, since a value that holds one part many times
// over can take far longer to compare than to make.
type walk struct{ left int }

func (w *walk) visit() {
	if w.left--; w.left < 0 {
		tooLarge()
	}
}

// same is the test that containers use: identity first.
func (w *walk) same(a, b Value, depth int) bool {
	return Same(a, b) || w.equal(a, b, depth)
}

func (w *walk) equal(a, b Value, depth int) bool {
	w.visit()
	ka, kb := a.Kind(), b.Kind()
	if ka.IsNumber() {
		return kb.IsNumber() && numbersEqual(a, b)
	}
	switch ka {
	case Set, Frozen:
		if kb != Set && kb != Frozen {
			return false
		}
	default:
		if ka != kb {
			return false
		}
	}
	switch ka {
	case None:
		return true
	case Inst:
		return a.n == b.n
	case Text:
		return a.n == b.n && a.ref.text == b.ref.text
	case Type:
		return a.ref.text == b.ref.text
	case Range:
		return rangesEqual(a, b)
	case List, Tuple:
		x, y := a.ref.items, b.ref.items
		if len(x) != len(y) {
			return false
		}
		deep(depth, " in comparison")
		for i := range x {
			if !w.same(x[i], y[i], depth+1) {
				return false
			}
		}
		return true
	case Set, Frozen:
		return a.ref.keys.Len() == b.ref.keys.Len() && w.subset(a.ref.keys, b.ref.keys)
	case Dict:
		x, y := a.ref.keys, b.ref.keys
		if x.Len() != y.Len() {
			return false
		}
		deep(depth, " in comparison")
		for i, k := range x.list {
			j := i
			if x != y {
				if j = y.Find(k); j < 0 {
					return false
				}
			}
			if !w.same(a.ref.items[i], b.ref.items[j], depth+1) {
				return false
			}
		}
		return true
	}
	return a.ref == b.ref
}

func (w *walk) subset(x, y *Keys) bool {
	if x == y {
		return true
	}
	for _, k := range x.list {
		w.visit()
		if y.Find(k) < 0 {
			return false
		}
	}
	return true
}

func rangesEqual(a, b Value) bool {
	n := a.RangeLen()
	if n != b.RangeLen() {
		return false
	}
	s, _, p := a.RangeParts()
	t, _, q := b.RangeParts()
	return n == 0 || s == t && (n == 1 || p == q)
}

func numbersEqual(a, b Value) bool {
	if c, ok := compareNumbers(a, b); ok {
		return c == 0
	}
	return false
}

// compareNumbers orders two numbers exactly; !ok where one is nan.
func compareNumbers(a, b Value) (c int, ok bool) {
	ka, kb := a.Kind(), b.Kind()
	switch {
	case ka == Float && kb == Float:
		x, y := a.Float(), b.Float()
		switch {
		case x < y:
			return -1, true
		case x > y:
			return 1, true
		}
		return 0, x == y
	case ka == Float:
		c, ok = compareNumbers(b, a)
		return -c, ok
	case kb == Float:
		return compareIntFloat(a, b.Float())
	case ka == BigInt || kb == BigInt:
		return bigOf(a).Cmp(bigOf(b)), true
	}
	x, y := a.Int(), b.Int()
	switch {
	case x < y:
		return -1, true
	case x > y:
		return 1, true
	}
	return 0, true
}

func compareIntFloat(a Value, f float64) (int, bool) {
	switch {
	case math.IsNaN(f):
		return 0, false
	case math.IsInf(f, 1):
		return -1, true
	case math.IsInf(f, -1):
		return 1, true
	}
	if a.Kind() != BigInt {
		i := a.Int()
		if i >= -(1<<53) && i <= 1<<53 {
			x := float64(i)
			switch {
			case x < f:
				return -1, true
			case x > f:
				return 1, true
			}
			return 0, true
		}
	}
	return new(big.Float).SetInt(bigOf(a)).Cmp(big.NewFloat(f)), true
}

// bigOf gives an integer (bool, int of any size) as a big.Int, read only.
func bigOf(v Value) *big.Int {
	if v.Kind() == BigInt {
		return v.Big()
	}
	return big.NewInt(v.Int())
}
