package sheet

import (
	"encoding/json"

	"github.com/astragal-engine/astragal/engine/character/formula"
)

// plain gives a value as plain data; an object that fails as null.
func plain(v formula.Value) any {
	text, err := v.AppendJSON(nil)
	if err != nil {
		return nil
	}
	return json.RawMessage(text)
}

// show gives a value for messages.
func show(v formula.Value) string {
	if v.IsAbsent() {
		return "nothing"
	}
	text, err := v.AppendJSON(nil)
	if err != nil {
		return "something"
	}
	return string(text)
}

// data gives a value as what encoding/json would decode, for a character's file.
func data(v formula.Value) any {
	text, err := v.AppendJSON(nil)
	if err != nil {
		return nil
	}
	d, _ := decode(text)
	return d
}

func appendValue(dst []byte, v formula.Value) []byte {
	out, err := v.AppendJSON(dst)
	if err != nil {
		return append(dst, "null"...)
	}
	return out
}
