package board

import (
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/value"
)

// whole reads a value that Python holds equal to a small integer: 2, 2.0, True.
func whole(v value.Value) (int, bool) {
	var n int64
	switch {
	case v.IsInt() || v.IsBool():
		n = v.Int()
	case v.IsFloat():
		f := v.Float()
		if n = int64(f); float64(n) != f {
			return 0, false
		}
	default:
		return 0, false
	}
	if n < -1<<31 || n >= 1<<31 {
		return 0, false
	}
	return int(n), true
}

// pair reads a list or tuple of two small integers.
func pair(v value.Value) (a, b int, ok bool) {
	if k := v.Kind(); k != value.List && k != value.Tuple {
		return 0, 0, false
	}
	items := v.Items()
	if len(items) != 2 {
		return 0, 0, false
	}
	a, ok = whole(items[0])
	if !ok {
		return 0, 0, false
	}
	b, ok = whole(items[1])
	return a, b, ok
}

func ofPair(a, b int) value.Value {
	return value.OfList([]value.Value{value.OfInt(int64(a)), value.OfInt(int64(b))})
}

// show writes a value for a message: what a cell can look like in full, the rest by its kind.
func show(v value.Value) string {
	switch v.Kind() {
	case value.None:
		return "None"
	case value.Int:
		return strconv.FormatInt(v.Int(), 10)
	case value.Text:
		if len(v.Text()) > 80 {
			return "'" + v.Text()[:80] + "…'"
		}
		return "'" + v.Text() + "'"
	case value.Bool:
		if v.Bool() {
			return "True"
		}
		return "False"
	case value.Float:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case value.List, value.Tuple:
		items := v.Items()
		if len(items) > 4 {
			return "of " + strconv.Itoa(len(items)) + " parts"
		}
		var parts []string
		for _, x := range items {
			if k := x.Kind(); k == value.List || k == value.Tuple {
				parts = append(parts, "…")
				continue
			}
			parts = append(parts, show(x))
		}
		if v.Kind() == value.Tuple {
			return "(" + strings.Join(parts, ", ") + ")"
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case value.Inst:
		return "given by an instance"
	}
	return "of this type"
}
