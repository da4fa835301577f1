package protocol

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"
)

// JSON writes a value that is JSON already: one that this program made.
func (w *writer) JSON(text []byte) {
	w.comma()
	if w.json {
		w.b = append(w.b, text...)
		return
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	p := packer{d: d, w: &writer{b: w.b}, nodes: math.MinInt}
	if err := p.next(0); err != nil {
		panic("what should be JSON is not: " + err.Error())
	}
	w.b = p.w.b
}

// plainJSON gives a scanned msgpack value as JSON, the other way. Bytes become base64.
func plainJSON(b []byte) ([]byte, error) {
	out, _, err := appendPlain(nil, b, 0)
	return out, err
}

func appendPlain(out, b []byte, at int) ([]byte, int, error) {
	h, err := readHead(b, at)
	if err != nil {
		return nil, 0, err
	}
	switch h.kind {
	case kindNil:
		return append(out, "null"...), h.body, nil
	case kindBool:
		return strconv.AppendBool(out, h.u == 1), h.body, nil
	case kindInt:
		if h.neg {
			return strconv.AppendInt(out, int64(h.u), 10), h.body, nil
		}
		return strconv.AppendUint(out, h.u, 10), h.body, nil
	case kindFloat:
		x := math.Float64frombits(h.u)
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, 0, badParam("a number", "is not finite")
		}
		return strconv.AppendFloat(out, x, 'g', -1, 64), h.body, nil
	case kindText:
		return appendJSONText(out, string(b[h.body:h.end()])), h.end(), nil
	case kindBin:
		return append(append(append(out, '"'), base64.StdEncoding.EncodeToString(b[h.body:h.end()])...), '"'), h.end(), nil
	case kindList:
		out = append(out, '[')
		at = h.body
		for i := range h.n {
			if i > 0 {
				out = append(out, ',')
			}
			if out, at, err = appendPlain(out, b, at); err != nil {
				return nil, 0, err
			}
		}
		return append(out, ']'), at, nil
	case kindMap:
		out = append(out, '{')
		at = h.body
		for i := range h.n {
			if i > 0 {
				out = append(out, ',')
			}
			k, err := readHead(b, at)
			if err != nil {
				return nil, 0, err
			}
			if k.kind != kindText {
				return nil, 0, badParam("a map", "has a key that is %s, not a text", k.kind)
			}
			out = append(appendJSONText(out, string(b[k.body:k.end()])), ':')
			if out, at, err = appendPlain(out, b, k.end()); err != nil {
				return nil, 0, err
			}
		}
		return append(out, '}'), at, nil
	}
	return nil, 0, badParam("a number", "is far too large")
}
