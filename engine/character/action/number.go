package action

import (
	"encoding/json"
	"math"
	"strconv"

	"github.com/astragal-engine/astragal/engine/character/formula"
)

// number is an integer or a number rounded to six places, as formulas give them.
type number float64

// MarshalJSON writes a whole number as an integer.
func (n number) MarshalJSON() ([]byte, error) {
	x := float64(n)
	if x == math.Trunc(x) && math.Abs(x) <= formula.MostInt {
		return strconv.AppendInt(nil, int64(x), 10), nil
	}
	return json.Marshal(formula.SixPlaces(x))
}

func (n number) whole() bool { return float64(n) == math.Trunc(float64(n)) }

func (n number) value() formula.Value {
	if x := float64(n); n.whole() && math.Abs(x) <= formula.MostInt {
		return formula.IntValue(int(x))
	}
	return formula.NumberValue(formula.SixPlaces(float64(n)))
}
