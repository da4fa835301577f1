package sheet

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

// decode reads one JSON text into plain data; numbers stay as they were written.
func decode(text []byte) (any, *Error) {
	v, at, err := jsontext.Data(text)
	if err != nil {
		return nil, &Error{Code: "schema", Message: "this is not JSON: " + err.Error(), Data: map[string]any{"offset": at}}
	}
	return v, nil
}

// node is a place in plain data. Its methods report what does not fit and then give the zero value, so
// that one pass finds everything.
type node struct {
	v    any
	path string
	errs *Errors
}

func (n node) report(code, message string, data map[string]any) {
	*n.errs = append(*n.errs, &Error{Code: code, Path: n.path, Message: message, Data: data})
}

func (n node) expected(what string) {
	n.report("schema", fmt.Sprintf("expected %s, found %s", what, kindOf(n.v)), map[string]any{"expected": what})
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a text"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return "a number"
}

func (n node) at(i int) node {
	return node{n.v.([]any)[i], n.path + "[" + strconv.Itoa(i) + "]", n.errs}
}

func (n node) below(key string, v any) node {
	if n.path != "" {
		key = n.path + "." + key
	}
	return node{v, key, n.errs}
}

func (n node) text() string {
	s, ok := n.v.(string)
	if !ok {
		n.expected("a text")
	}
	return s
}

// name is a text that is not empty.
func (n node) name() string {
	s := n.text()
	if s == "" && n.v == "" {
		n.expected("a text that is not empty")
	}
	return s
}

func (n node) bool() bool {
	b, ok := n.v.(bool)
	if !ok {
		n.expected("true or false")
	}
	return b
}

func (n node) int() int {
	i, ok := wholeNumber(n.v)
	if !ok {
		n.expected("a whole number")
	}
	return i
}

func (n node) texts() []string {
	return listOf(n, node.name)
}

func (n node) object() map[string]any {
	m, ok := n.v.(map[string]any)
	if !ok {
		n.expected("an object")
	}
	return m
}

func listOf[T any](n node, read func(node) T) []T {
	list, ok := n.v.([]any)
	if !ok {
		n.expected("a list")
	}
	out := make([]T, 0, len(list))
	for i := range list {
		out = append(out, read(n.at(i)))
	}
	return out
}

// wholeNumber takes a number without a fraction, within what formulas count with.
func wholeNumber(v any) (int, bool) {
	const most = 1<<53 - 1
	switch v := v.(type) {
	case json.Number:
		if i, err := strconv.ParseInt(string(v), 10, 64); err == nil {
			return int(i), i >= -most && i <= most
		}
		f, err := v.Float64()
		return int(f), err == nil && f == math.Trunc(f) && math.Abs(f) <= most
	case int:
		return v, v >= -most && v <= most
	case float64:
		return int(v), v == math.Trunc(v) && math.Abs(v) <= most
	}
	return 0, false
}

// members reads an object: each known key goes to its function, the others are kept.
type members map[string]func(node)

func (n node) members(known members, need ...string) (rest map[string]any) {
	m := n.object()
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if read, ok := known[key]; ok {
			read(n.below(key, m[key]))
			continue
		}
		if rest == nil {
			rest = map[string]any{}
		}
		rest[key] = m[key]
	}
	if m != nil {
		for _, key := range need {
			if _, ok := m[key]; !ok {
				n.report("schema", "the member "+key+" is missing", map[string]any{"member": key})
			}
		}
	}
	return rest
}

// eachMember reads an object whose keys are free.
func eachMember(n node, read func(key string, n node)) {
	m := n.object()
	for _, key := range slices.Sorted(maps.Keys(m)) {
		read(key, n.below(key, m[key]))
	}
}

// reportUnknown refuses members where nothing may be kept.
func reportUnknown(n node, rest map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(rest)) {
		n.below(key, nil).report("schema", "nothing is called "+key+" here", map[string]any{"member": key})
	}
}
