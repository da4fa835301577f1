package observe

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/astragal-engine/astragal/engine/value"
)

// How much of values is shown: how deep, how many in a view, and how many bytes of a text.
const (
	maxDepth = 32
	maxShown = 1_000_000
	maxText  = 10_000
	maxLabel = 1000
)

var (
	nameKeys  = []value.Value{value.OfText("label"), value.OfText("id")}
	originKey = value.OfText("origin")
)

// blank stands for what the seat does not know.
const blank = "?"

// label names a value as players see it (seed, Requests), and shows no item that the seat does not know
// and no uid.
func (e *eye) label(v value.Value) string { return e.labelIn(v, maxDepth) }

func (e *eye) labelIn(v value.Value, depth int) string {
	st := e.game.Env().Store
	if depth == 0 {
		return "…"
	}
	switch {
	case v.IsInst():
		if !e.game.Knows(v, e.seat) {
			return blank
		}
		for _, k := range nameKeys {
			if x, ok := st.Attr(v.Inst(), k); ok {
				return e.labelIn(x, depth-1)
			}
		}
		return blank
	case v.Kind() == value.Dict:
		for _, k := range nameKeys {
			if i := v.Keys().Find(k); i >= 0 {
				return e.labelIn(v.Items()[i], depth-1)
			}
		}
		return blank
	case v.Kind() == value.List || v.Kind() == value.Tuple:
		var parts []string
		size := 0
		for _, x := range v.Items() {
			parts = append(parts, e.labelIn(x, depth-1))
			if size += len(parts[len(parts)-1]); size > maxLabel {
				parts = append(parts, "…")
				break
			}
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case v.Kind() == value.Set || v.Kind() == value.Frozen:
		return string(e.json(v))
	}
	return value.Brief(st, v, maxLabel)
}

// attributes shows what an instance says.
func (e *eye) attributes(x value.Value) json.RawMessage {
	in := e.game.Env().Store.Get(x.Inst())
	if in == nil {
		return nil
	}
	b := []byte{'{'}
	for i := 1; i < in.Keys().Len(); i++ {
		k := in.Keys().At(i)
		if value.Equal(nil, k, originKey) {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = e.key(b, k)
		b = e.append(b, in.At(x.Inst(), i), maxDepth)
	}
	return raw(append(b, '}'))
}

func (e *eye) json(v value.Value) json.RawMessage { return raw(e.append(nil, v, maxDepth)) }

// append writes a value as JSON. An instance in it is a reference: what it is called and its handle.
func (e *eye) append(b []byte, v value.Value, depth int) []byte {
	if e.work++; depth == 0 || e.work > maxShown {
		return append(b, `"…"`...)
	}
	st := e.game.Env().Store
	switch v.Kind() {
	case value.None:
		return append(b, "null"...)
	case value.Bool:
		if v.Bool() {
			return append(b, "true"...)
		}
		return append(b, "false"...)
	case value.Int, value.BigInt:
		return append(b, value.Repr(st, v)...)
	case value.Float:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return quote(b, value.Repr(st, v))
		}
		return append(b, value.Repr(st, v)...)
	case value.Inst:
		return e.reference(b, v)
	case value.List, value.Tuple:
		return e.list(b, v.Items(), depth)
	case value.Set, value.Frozen:
		return e.list(b, v.Keys().List(), depth)
	case value.Dict:
		b = append(b, '{')
		first := true
		for i, x := range v.Items() {
			if v.IsData() && x.IsHeap() && x.Kind() != value.Text {
				continue // a piece of content is shown by its plain fields, as an instance of it is
			}
			if !first {
				b = append(b, ',')
			}
			first = false
			b = e.key(b, v.Keys().At(i))
			b = e.append(b, x, depth-1)
		}
		return append(b, '}')
	}
	return quote(b, value.Brief(st, v, maxLabel))
}

func (e *eye) list(b []byte, items []value.Value, depth int) []byte {
	b = append(b, '[')
	for i, x := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = e.append(b, x, depth-1)
	}
	return append(b, ']')
}

func (e *eye) reference(b []byte, x value.Value) []byte {
	it := Item{ID: e.ids[x.Inst()], Label: e.label(x)}
	if !e.game.Knows(x, e.seat) {
		it = Item{ID: it.ID, Hidden: true}
	}
	out, err := json.Marshal(it)
	if err != nil {
		return append(b, "null"...)
	}
	return append(b, out...)
}

func (e *eye) key(b []byte, k value.Value) []byte {
	if k.Kind() == value.Text {
		b = quote(b, k.Text())
	} else {
		b = quote(b, e.label(k))
	}
	return append(b, ':')
}

func quote(b []byte, s string) []byte {
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "") + "…"
	}
	out, err := json.Marshal(s)
	if err != nil {
		return append(b, `""`...)
	}
	return append(b, out...)
}
