package drive

import (
	"math"
	"math/big"
	"strconv"

	"github.com/astragal-engine/astragal/engine/internal/jsontext"
	"github.com/astragal-engine/astragal/engine/value"
)

// Map is a JSON object whose keys have an order. The values in it are nil, bool, int, *big.Int,
// float64, string, List and Map.
type Map []Pair

type Pair struct {
	Key   string
	Value any
}

// List is a JSON list.
type List []any

// Get finds a key's value.
func (m Map) Get(key string) (any, bool) {
	for _, p := range m {
		if p.Key == key {
			return p.Value, true
		}
	}
	return nil, false
}

// MarshalJSON writes the map in its order, with a blank behind each comma and colon.
func (m Map) MarshalJSON() ([]byte, error) { return []byte(m.String()), nil }

func (m Map) String() string { return string(appendJSON(nil, m)) }

func appendJSON(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case *big.Int:
		return v.Append(b, 10)
	case float64:
		return append(b, Number(v)...)
	case string:
		return jsontext.AppendText(b, v)
	case List:
		b = append(b, '[')
		for i, x := range v {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendJSON(b, x)
		}
		return append(b, ']')
	case Map:
		b = append(b, '{')
		for i, p := range v {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = append(jsontext.AppendText(b, p.Key), ": "...)
			b = appendJSON(b, p.Value)
		}
		return append(b, '}')
	}
	panic("drive: no JSON form")
}

// Number writes a float as Python does, a whole one without its .0; what is no number in JSON is
// a text.
func Number(f float64) string {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return `"` + value.Repr(nil, value.OfFloat(f)) + `"`
	case f == math.Trunc(f) && math.Abs(f) < 1e15:
		return strconv.FormatInt(int64(f), 10)
	}
	return value.Repr(nil, value.OfFloat(f))
}

// maxDepth bounds how deep a value is shown, and maxValues how much of it.
const (
	maxDepth  = 12
	maxValues = 1_000_000
	maxKey    = 10_000 // bytes of a key that is no text
)

// Data gives a value in the forms of JSON. What is too much is shown as "…". An instance shows its attributes, without the origin it
// was made from; keys that are no texts are written as Python does.
func Data(st *value.Store, v value.Value) any {
	left := maxValues
	return data(st, v, 0, &left)
}

func data(st *value.Store, v value.Value, depth int, left *int) any {
	if *left--; depth > maxDepth || *left < 0 {
		return "…"
	}
	switch v.Kind() {
	case value.None:
		return nil
	case value.Bool:
		return v.Bool()
	case value.Int:
		return int(v.Int())
	case value.BigInt:
		return v.Big()
	case value.Float:
		return v.Float()
	case value.Text:
		return v.Text()
	case value.Inst, value.Dict:
		if v.IsInst() && st.Get(v.Inst()) == nil {
			return "?"
		}
		keys, _ := value.Elems(st, v)
		m := Map{}
		for i, x := range value.DictValues(st, v) {
			if *left < 0 {
				break
			}
			key := value.Brief(st, keys[i], maxKey)
			if v.IsInst() && key == "origin" {
				continue
			}
			m = append(m, Pair{key, data(st, x, depth+1, left)})
		}
		return m
	case value.List, value.Tuple, value.Set, value.Frozen, value.Range:
		items, _ := value.Items(st, v)
		l := List{}
		for _, x := range items {
			l = append(l, data(st, x, depth+1, left))
			if *left < 0 {
				break
			}
		}
		return l
	}
	return value.Repr(st, v)
}
