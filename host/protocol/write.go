package protocol

import (
	"encoding/base64"
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/value"
)

// writer appends an answer to b, in msgpack or in JSON. It allocates nothing but the bytes.
type writer struct {
	b    []byte
	from int // where the answer begins in b
	json bool
	maps [maxDepth]openMap
	deep int
}

type openMap struct{ at, n int }

// key is a key of maps, ready in both forms.
type key struct{ pack, json string }

func newKey(name string) key {
	w := writer{}
	w.Text(name)
	return key{string(w.b), string(appendJSONText(nil, name)) + ":"}
}

// comma puts a comma before the next element of JSON, where one stood before.
func (w *writer) comma() {
	if n := len(w.b); w.json && n > w.from {
		switch w.b[n-1] {
		case '[', '{', ':':
		default:
			w.b = append(w.b, ',')
		}
	}
}

// Map begins a map: keys and values follow, then EndMap. How many they are is put in at the end.
func (w *writer) Map() {
	w.comma()
	w.maps[w.deep] = openMap{len(w.b), 0}
	w.deep++
	if w.json {
		w.b = append(w.b, '{')
	} else {
		w.b = append(w.b, 0x80)
	}
}

func (w *writer) EndMap() {
	w.deep--
	m := w.maps[w.deep]
	switch {
	case w.json:
		w.b = append(w.b, '}')
	case m.n < 16:
		w.b[m.at] = 0x80 | byte(m.n)
	default:
		w.b = append(w.b, 0, 0, 0, 0)
		copy(w.b[m.at+5:], w.b[m.at+1:len(w.b)-4])
		w.b[m.at] = 0xdf
		binary.BigEndian.PutUint32(w.b[m.at+1:], uint32(m.n))
	}
}

// Key begins an entry; its value follows.
func (w *writer) Key(k key) {
	w.maps[w.deep-1].n++
	if w.json {
		w.comma()
		w.b = append(w.b, k.json...)
	} else {
		w.b = append(w.b, k.pack...)
	}
}

// Name is Key for a name that is not known beforehand.
func (w *writer) Name(name string) {
	w.maps[w.deep-1].n++
	w.Text(name)
	if w.json {
		w.b = append(w.b, ':')
	}
}

// List begins a list of n elements; EndList ends it.
func (w *writer) List(n int) {
	w.comma()
	switch {
	case w.json:
		w.b = append(w.b, '[')
	case n < 16:
		w.b = append(w.b, 0x90|byte(n))
	case n < 1<<16:
		w.b = binary.BigEndian.AppendUint16(append(w.b, 0xdc), uint16(n))
	default:
		w.b = binary.BigEndian.AppendUint32(append(w.b, 0xdd), uint32(n))
	}
}

func (w *writer) EndList() {
	if w.json {
		w.b = append(w.b, ']')
	}
}

func (w *writer) Nil() {
	w.comma()
	if w.json {
		w.b = append(w.b, "null"...)
	} else {
		w.b = append(w.b, 0xc0)
	}
}

func (w *writer) Bool(x bool) {
	w.comma()
	switch {
	case w.json:
		w.b = strconv.AppendBool(w.b, x)
	case x:
		w.b = append(w.b, 0xc3)
	default:
		w.b = append(w.b, 0xc2)
	}
}

func (w *writer) Int(x int64) {
	switch {
	case x >= 0:
		w.Uint(uint64(x))
	case w.json:
		w.comma()
		w.b = strconv.AppendInt(w.b, x, 10)
	case x >= -32:
		w.b = append(w.b, byte(x))
	case x >= math.MinInt8:
		w.b = append(w.b, 0xd0, byte(x))
	case x >= math.MinInt16:
		w.b = binary.BigEndian.AppendUint16(append(w.b, 0xd1), uint16(x))
	case x >= math.MinInt32:
		w.b = binary.BigEndian.AppendUint32(append(w.b, 0xd2), uint32(x))
	default:
		w.b = binary.BigEndian.AppendUint64(append(w.b, 0xd3), uint64(x))
	}
}

func (w *writer) Uint(x uint64) {
	w.comma()
	switch {
	case w.json:
		w.b = strconv.AppendUint(w.b, x, 10)
	case x < 0x80:
		w.b = append(w.b, byte(x))
	case x < 1<<8:
		w.b = append(w.b, 0xcc, byte(x))
	case x < 1<<16:
		w.b = binary.BigEndian.AppendUint16(append(w.b, 0xcd), uint16(x))
	case x < 1<<32:
		w.b = binary.BigEndian.AppendUint32(append(w.b, 0xce), uint32(x))
	default:
		w.b = binary.BigEndian.AppendUint64(append(w.b, 0xcf), x)
	}
}

// Big writes an integer of any size: as JSON in digits, in msgpack beyond 64 bits as ext type 1, a byte
// for the sign (1: below 0) and the magnitude, the highest byte first.
func (w *writer) Big(x *big.Int) {
	switch {
	case x.IsInt64():
		w.Int(x.Int64())
	case x.IsUint64():
		w.Uint(x.Uint64())
	case w.json:
		w.comma()
		w.b = x.Append(w.b, 10)
	default:
		bytes := x.Bytes()
		n := len(bytes) + 1
		if n < 1<<8 {
			w.b = append(w.b, 0xc7, byte(n), extInt)
		} else {
			w.b = append(binary.BigEndian.AppendUint16(append(w.b, 0xc8), uint16(n)), extInt)
		}
		sign := byte(0)
		if x.Sign() < 0 {
			sign = 1
		}
		w.b = append(append(w.b, sign), bytes...)
	}
}

// Float writes a float. JSON has no infinities and no nan: they are the texts that Python shows.
func (w *writer) Float(x float64) {
	if !w.json {
		w.b = binary.BigEndian.AppendUint64(append(w.b, 0xcb), math.Float64bits(x))
		return
	}
	text := value.Repr(nil, value.OfFloat(x))
	if math.IsNaN(x) || math.IsInf(x, 0) {
		w.Text(text)
		return
	}
	w.comma()
	w.b = append(w.b, text...)
}

func (w *writer) Text(s string) {
	if w.json {
		w.comma()
		w.b = appendJSONText(w.b, s)
		return
	}
	w.b = appendText(w.b, s)
}

// appendText appends a text in msgpack.
func appendText(b []byte, s string) []byte {
	return append(appendTextHead(b, len(s)), s...)
}

func appendTextHead(b []byte, n int) []byte {
	switch {
	case n < 32:
		return append(b, 0xa0|byte(n))
	case n < 1<<8:
		return append(b, 0xd9, byte(n))
	case n < 1<<16:
		return binary.BigEndian.AppendUint16(append(b, 0xda), uint16(n))
	default:
		return binary.BigEndian.AppendUint32(append(b, 0xdb), uint32(n))
	}
}

// Bytes writes n bytes that fill appends; in JSON they are a text in base64.
func (w *writer) Bytes(n int, fill func([]byte) []byte) {
	if w.json {
		w.comma()
		w.b = append(w.b, '"')
		w.b = base64.StdEncoding.AppendEncode(w.b, fill(make([]byte, 0, n)))
		w.b = append(w.b, '"')
		return
	}
	switch {
	case n < 1<<8:
		w.b = append(w.b, 0xc4, byte(n))
	case n < 1<<16:
		w.b = binary.BigEndian.AppendUint16(append(w.b, 0xc5), uint16(n))
	default:
		w.b = binary.BigEndian.AppendUint32(append(w.b, 0xc6), uint32(n))
	}
	w.b = fill(w.b)
}

// appendJSONText writes s as a JSON text; what is no UTF-8 becomes U+FFFD.
func appendJSONText(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b = append(b, '\\', c)
		case c == '\n':
			b = append(b, '\\', 'n')
		case c < 0x20:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return append(b, '"')
}
