package action

import (
	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

// fromData makes a value of what can be written as JSON.
func fromData(v any) (formula.Value, *formula.Error) {
	text, err := jsontext.Marshal(v)
	if err != nil {
		return formula.Absent, formula.Failed(formula.TypeMismatch, err.Error())
	}
	x, _, err := jsontext.Data(text)
	if err != nil {
		return formula.Absent, formula.Failed(formula.TypeMismatch, err.Error())
	}
	return formula.FromJSON(x)
}
