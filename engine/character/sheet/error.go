package sheet

import "strings"

// Error is something wrong with an input, or a change that cannot be made.
type Error struct {
	Code    string         // what is wrong, for programs: docs/characters.md lists the codes
	Path    string         // where in the input: changes[2].field
	Message string         // what is wrong and what to do, for people
	Data    map[string]any // the particulars that the code's row names
}

func (e *Error) Error() string {
	if e.Path == "" {
		return e.Message
	}
	return e.Path + ": " + e.Message
}

// JSON is the error as calls give it: code, path, message, data.
func (e *Error) JSON(dst []byte) []byte {
	w := object(dst)
	w.text("code", e.Code)
	w.textIf("path", e.Path)
	w.text("message", e.Message)
	if len(e.Data) > 0 {
		w.any("data", e.Data)
	}
	return w.close()
}

// MarshalJSON makes an error fit into other JSON.
func (e *Error) MarshalJSON() ([]byte, error) { return e.JSON(nil), nil }

// Errors is everything wrong with an input, in the order of the input.
type Errors []*Error

func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, one := range e {
		lines[i] = one.Error()
	}
	return strings.Join(lines, "\n")
}
