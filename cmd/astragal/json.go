package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/value"
)

const jsonDepth = 200

// decodeJSON reads one JSON value as Python does: mappings keep their order, whole numbers are ints
// of any size, and a number with a point or an exponent is a float.
func decodeJSON(text []byte) (value.Value, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v, err := decodeNext(d, 0)
	if err != nil {
		return value.Value{}, err
	}
	if _, err := d.Token(); err != io.EOF {
		return value.Value{}, errors.New("more follows the JSON value")
	}
	return v, nil
}

func decodeNext(d *json.Decoder, depth int) (value.Value, error) {
	if depth > jsonDepth {
		return value.Value{}, fmt.Errorf("the JSON is nested more than %d deep", jsonDepth)
	}
	t, err := d.Token()
	if err != nil {
		return value.Value{}, err
	}
	switch t := t.(type) {
	case bool:
		return value.OfBool(t), nil
	case string:
		return value.OfText(t), nil
	case json.Number:
		return decodeNumber(string(t))
	case json.Delim:
		if t == '[' {
			return decodeList(d, depth)
		}
		return decodeDict(d, depth)
	}
	return value.Value{}, nil
}

func decodeNumber(s string) (value.Value, error) {
	if strings.ContainsAny(s, ".eE") {
		f, err := strconv.ParseFloat(s, 64)
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			return value.Value{}, err
		}
		return value.OfFloat(f), nil
	}
	if i, err := strconv.ParseInt(s, 10, 64); err == nil {
		return value.OfInt(i), nil
	}
	const maxDigits = 4300
	b, ok := new(big.Int), false
	if len(s) <= maxDigits {
		b, ok = b.SetString(s, 10)
	}
	if !ok {
		return value.Value{}, errors.New("a number has too many digits")
	}
	return value.OfBig(b), nil
}

func decodeList(d *json.Decoder, depth int) (value.Value, error) {
	items := []value.Value{}
	for d.More() {
		v, err := decodeNext(d, depth+1)
		if err != nil {
			return value.Value{}, err
		}
		items = append(items, v)
	}
	_, err := d.Token()
	return value.OfList(items), err
}

func decodeDict(d *json.Decoder, depth int) (value.Value, error) {
	var keys value.KeysBuilder
	vals := []value.Value{}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return value.Value{}, err
		}
		v, err := decodeNext(d, depth+1)
		if err != nil {
			return value.Value{}, err
		}
		if at := keys.Add(value.OfText(key.(string))); at < len(vals) {
			vals[at] = v
		} else {
			vals = append(vals, v)
		}
	}
	_, err := d.Token()
	return value.OfDict(keys.Keys(), vals), err
}
