// Package jsontext writes and reads JSON as the engine has it: without the escapes that are for HTML, and with
// numbers as they were written.
package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Marshal is json.Marshal without the escapes that are for HTML.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// asItIs are the bytes that a JSON string has as they are.
var asItIs = func() (is [256]bool) {
	for c := ' '; c < 0x7f; c++ {
		is[c] = c != '"' && c != '\\'
	}
	return is
}()

// AppendText appends a JSON string. Angle brackets and ampersands stay as they are.
func AppendText(dst []byte, s string) []byte {
	for i := range len(s) {
		if !asItIs[s[i]] {
			text, _ := Marshal(s) // a string always can be
			return append(dst, text...)
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}

// ErrMore is said of a text that goes on behind its value.
var ErrMore = errors.New("something follows the first value")

// UnmarshalStrict reads one value into a typed one; members that it has no field for are an error, as is whatever
// follows.
func UnmarshalStrict(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return only(d, into)
}

// Data reads one value as plain data, its numbers as json.Number; at is how far an error was come to.
func Data(text []byte) (v any, at int, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	err = only(d, &v)
	return v, int(d.InputOffset()), err
}

func only(d *json.Decoder, into any) error {
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, more := d.Token(); more != io.EOF {
		return ErrMore
	}
	return nil
}
