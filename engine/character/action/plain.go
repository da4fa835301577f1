package action

import (
	"bytes"
	"encoding/json"

	"github.com/astragal-engine/astragal/engine/character/formula"
)

// plain is JSON without the escapes that are for HTML.
func plain(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// fromData makes a value of what can be written as JSON.
func fromData(v any) (formula.Value, *formula.Error) {
	text, err := plain(v)
	if err != nil {
		return formula.Absent, formula.Failed(formula.TypeMismatch, err.Error())
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var x any
	if err := d.Decode(&x); err != nil {
		return formula.Absent, formula.Failed(formula.TypeMismatch, err.Error())
	}
	return formula.FromJSON(x)
}
