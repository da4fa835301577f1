package sheet

import (
	"math"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/dice"
)

// Round makes a number whole; the zero Rounding is that of the settings.
func (r *Rules) Round(x float64, how pack.Rounding) float64 {
	if how == "" {
		how = r.Settings.Rounding
	}
	switch how {
	case pack.Ceil:
		return math.Ceil(x)
	case pack.Nearest:
		return math.Round(x)
	}
	return math.Floor(x)
}

// times multiplies: a whole value rounds to a whole one.
func (r *Rules) times(x float64, factor float64, whole bool, how pack.Rounding) float64 {
	// The product first loses what binary fractions add to it: 10 × 1.1 is 11 and not a little more.
	if x = formula.SixPlaces(x * factor); whole {
		x = r.Round(x, how)
	}
	return x
}

// numberAs gives a number as an integer where that is wanted.
func numberAs(x float64, whole bool) (formula.Value, *formula.Error) {
	if math.IsInf(x, 0) || math.IsNaN(x) || math.Abs(x) > formula.MostInt {
		return formula.Absent, &formula.Error{Code: formula.Overflow, Message: "the number is larger than 2^53 - 1"}
	}
	if whole {
		return formula.IntValue(int(x)), nil
	}
	return formula.NumberValue(formula.SixPlaces(x)), nil
}

func isNumber(v formula.Value) bool {
	return v.Kind() == formula.IntKind || v.Kind() == formula.NumberKind
}

// Weight is what `highest` and `lowest` compare: a number, 1 for true, the plain average of dice.
func Weight(v formula.Value) float64 {
	switch v.Kind() {
	case formula.BoolKind:
		if v.Bool() {
			return 1
		}
	case formula.DiceKind:
		return average(v.Dice())
	}
	return v.Number()
}

// average is what dice show on average, their modifiers left aside.
func average(d dice.Dice) float64 {
	sum := float64(d.Flat)
	for i := range d.Terms {
		t := &d.Terms[i]
		middle := float64(t.Die.Low()+t.Die.High()) / 2
		if t.Minus {
			middle = -middle
		}
		sum += float64(t.Count) * middle
	}
	return sum
}
