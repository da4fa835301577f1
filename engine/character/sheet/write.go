package sheet

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

// writer appends one JSON object, its members in the order of the calls.
type writer struct {
	dst   []byte
	first bool
}

func object(dst []byte) *writer { return &writer{dst: append(dst, '{'), first: true} }

func (w *writer) close() []byte { return append(w.dst, '}') }

// key begins a member of a name that needs no escaping.
func (w *writer) key(key string) {
	dst := w.dst
	if w.first {
		w.first = false
		dst = append(dst, '"')
	} else {
		dst = append(dst, ',', '"')
	}
	dst = append(dst, key...)
	w.dst = append(dst, '"', ':')
}

// free begins a member of any name.
func (w *writer) free(key string) {
	if !w.first {
		w.dst = append(w.dst, ',')
	}
	w.first = false
	w.dst = append(jsontext.AppendText(w.dst, key), ':')
}

func (w *writer) text(key, v string) {
	w.key(key)
	w.dst = jsontext.AppendText(w.dst, v)
}

func (w *writer) textIf(key, v string) {
	if v != "" {
		w.text(key, v)
	}
}

func (w *writer) int(key string, v int) {
	w.key(key)
	w.dst = strconv.AppendInt(w.dst, int64(v), 10)
}

func (w *writer) bool(key string, v bool) {
	w.key(key)
	w.dst = strconv.AppendBool(w.dst, v)
}

func (w *writer) any(key string, v any) {
	w.key(key)
	w.dst = appendAny(w.dst, v)
}

func (w *writer) texts(key string, v []string) {
	w.key(key)
	w.dst = appendTexts(w.dst, v)
}

// part writes a member with a function that appends its value.
func (w *writer) part(key string, write func([]byte) []byte) {
	w.key(key)
	w.dst = write(w.dst)
}

// rest writes members that the reader did not know, as they came.
func (w *writer) rest(members map[string]any) {
	for _, key := range slices.Sorted(maps.Keys(members)) {
		w.free(key)
		w.dst = appendAny(w.dst, members[key])
	}
}

func appendList[T any](dst []byte, list []T, write func([]byte, T) []byte) []byte {
	dst = append(dst, '[')
	for i, v := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = write(dst, v)
	}
	return append(dst, ']')
}

func appendTexts(dst []byte, list []string) []byte { return appendList(dst, list, jsontext.AppendText) }

// appendAny writes plain data: null, booleans, numbers, strings, lists, and objects with sorted keys.
func appendAny(dst []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "null"...)
	case bool:
		return strconv.AppendBool(dst, v)
	case string:
		return jsontext.AppendText(dst, v)
	case int:
		return strconv.AppendInt(dst, int64(v), 10)
	case json.Number:
		return append(dst, v...)
	case []string:
		return appendTexts(dst, v)
	case []any:
		return appendList(dst, v, appendAny)
	case map[string]any:
		w := object(dst)
		w.rest(v)
		return w.close()
	default: // a caller's own number types and the like
		b, err := json.Marshal(v)
		if err != nil {
			return append(dst, "null"...)
		}
		return append(dst, b...)
	}
}

// appendEach is appendList for things that append themselves.
func appendEach[T any](dst []byte, list []T, write func(T, []byte) []byte) []byte {
	return appendList(dst, list, func(dst []byte, v T) []byte { return write(v, dst) })
}
