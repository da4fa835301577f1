package drive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/internal/jsontext"
	"github.com/astragal-engine/astragal/engine/value"
)

// Plain values have a form in JSON from which they come back as they were: a whole number is an int,
// one with a point or an exponent a float, and a dict keeps its order.
const (
	plainDepth = 64
	plainBits  = 4096 // of an int, as in the expression language
)

// plainJSON writes a value; a tuple becomes a list.
func plainJSON(v value.Value) (json.RawMessage, error) { return appendPlain(nil, v, 0) }

func appendPlain(b []byte, v value.Value, depth int) ([]byte, error) {
	if depth > plainDepth {
		return nil, fmt.Errorf("the answer is nested more than %d deep", plainDepth)
	}
	switch v.Kind() {
	case value.None:
		return append(b, "null"...), nil
	case value.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case value.Int:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case value.BigInt:
		if v.Big().BitLen() > plainBits {
			return nil, fmt.Errorf("the answer has an integer of more than %d bits", plainBits)
		}
		return v.Big().Append(b, 10), nil
	case value.Float:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return nil, errors.New("the answer has a float that is no number")
		}
		return append(b, value.Repr(nil, v)...), nil
	case value.Text:
		return jsontext.AppendText(b, v.Text()), nil
	case value.List, value.Tuple:
		b = append(b, '[')
		for i, x := range v.Items() {
			if i > 0 {
				b = append(b, ',')
			}
			var err error
			if b, err = appendPlain(b, x, depth+1); err != nil {
				return nil, err
			}
		}
		return append(b, ']'), nil
	case value.Dict:
		b = append(b, '{')
		for i, x := range v.Items() {
			key := v.Keys().At(i)
			if key.Kind() != value.Text {
				return nil, fmt.Errorf("the answer has a dict with a key that is no text: %s", value.Repr(nil, key))
			}
			if i > 0 {
				b = append(b, ',')
			}
			b = append(jsontext.AppendText(b, key.Text()), ':')
			var err error
			if b, err = appendPlain(b, x, depth+1); err != nil {
				return nil, err
			}
		}
		return append(b, '}'), nil
	}
	return nil, fmt.Errorf("the answer has a %s, which is no plain value", v.Kind())
}

// plainValue reads what plainJSON wrote, or any JSON.
func plainValue(data []byte) (value.Value, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	v, err := readPlain(d, 0)
	if err != nil {
		return value.Value{}, err
	}
	if d.More() {
		return value.Value{}, errors.New("there is more than one value")
	}
	return v, nil
}

func readPlain(d *json.Decoder, depth int) (value.Value, error) {
	t, err := d.Token()
	if err != nil {
		return value.Value{}, err
	}
	switch t := t.(type) {
	case bool:
		return value.OfBool(t), nil
	case json.Number:
		return plainNumber(string(t))
	case string:
		return value.OfText(t), nil
	case json.Delim:
		if depth == plainDepth {
			return value.Value{}, fmt.Errorf("a value is nested more than %d deep", plainDepth)
		}
		return readMany(d, t, depth+1)
	}
	return value.Value{}, nil // null
}

// readMany reads a list or dict that has begun.
func readMany(d *json.Decoder, opened json.Delim, depth int) (value.Value, error) {
	var keys value.KeysBuilder
	var items []value.Value
	for d.More() {
		at := len(items)
		if opened == '{' {
			k, err := d.Token()
			if err != nil {
				return value.Value{}, err
			}
			at = keys.Add(value.OfText(k.(string)))
		}
		x, err := readPlain(d, depth)
		if err != nil {
			return value.Value{}, err
		}
		if at < len(items) {
			items[at] = x
		} else {
			items = append(items, x)
		}
	}
	if _, err := d.Token(); err != nil {
		return value.Value{}, err
	}
	if opened == '{' {
		return value.OfDict(keys.Keys(), items), nil
	}
	return value.OfList(items), nil
}

func plainNumber(text string) (value.Value, error) {
	if strings.ContainsAny(text, ".eE") {
		f, err := strconv.ParseFloat(text, 64)
		return value.OfFloat(f), err
	}
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return value.OfInt(i), nil
	}
	if len(text) > plainBits/3 {
		return value.Value{}, fmt.Errorf("an integer has more than %d bits", plainBits)
	}
	i, _ := new(big.Int).SetString(text, 10)
	if i.BitLen() > plainBits {
		return value.Value{}, fmt.Errorf("an integer has more than %d bits", plainBits)
	}
	return value.OfBig(i), nil
}
