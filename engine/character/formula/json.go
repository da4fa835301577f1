package formula

import (
	"encoding/json"
	"math"
	"sort"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/dice"
	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

// deepestValue is how far values from outside may be nested.
const deepestValue = 200

// FromJSON gives the value of decoded JSON: nil, bool, a number, json.Number, string, []any,
// map[string]any with its members in order of their names. A whole number is an integer. Numbers beyond
// what formulas know are Overflow, anything else TypeMismatch.
func FromJSON(x any) (Value, *Error) { return fromJSON(x, 0) }

func fromJSON(x any, depth int) (Value, *Error) {
	if depth > deepestValue {
		return Absent, Failed(SafetyLimit, "the value is nested too deeply")
	}
	switch x := x.(type) {
	case nil:
		return NullV, nil
	case bool:
		return BoolValue(x), nil
	case string:
		return StringValue(x), nil
	case int:
		return fromNumber(float64(x))
	case int64:
		return fromNumber(float64(x))
	case float64:
		return fromNumber(x)
	case json.Number:
		f, err := strconv.ParseFloat(string(x), 64)
		if err != nil {
			return Absent, Failed(Overflow, "the number "+string(x)+" cannot be read")
		}
		return fromNumber(f)
	case []any:
		list := make([]Value, len(x))
		for i, item := range x {
			v, err := fromJSON(item, depth+1)
			if err != nil {
				return Absent, err
			}
			list[i] = v
		}
		return ListValue(list), nil
	case map[string]any:
		r := make(Record, 0, len(x))
		for name, member := range x {
			v, err := fromJSON(member, depth+1)
			if err != nil {
				return Absent, err
			}
			r = append(r, Entry{name, v})
		}
		sort.Slice(r, func(i, j int) bool { return r[i].Name < r[j].Name })
		return ObjectValue(r), nil
	}
	return Absent, Failed(TypeMismatch, "this is no JSON value")
}

func fromNumber(x float64) (Value, *Error) {
	switch {
	case !finite(x):
		return Absent, Failed(Overflow, "a number without end")
	case x != math.Trunc(x):
		return NumberValue(x), nil
	case math.Abs(x) > MostInt:
		return Absent, Failed(Overflow, "an integer beyond ±9007199254740991")
	}
	return IntValue(int(x)), nil
}

// AppendJSON writes a value as JSON: dice as a string in their notation, Absent as null. A member of an
// object that fails makes it fail.
func (v Value) AppendJSON(to []byte) ([]byte, *Error) { return v.appendJSON(to, 0) }

func (v Value) appendJSON(to []byte, depth int) ([]byte, *Error) {
	if depth > deepestValue {
		return to, Failed(SafetyLimit, "the value is nested too deeply")
	}
	var err *Error
	switch v.kind {
	case BoolKind:
		return strconv.AppendBool(to, v.Bool()), nil
	case IntKind:
		return strconv.AppendInt(to, int64(v.Int()), 10), nil
	case NumberKind:
		return appendNumber(to, v.Number()), nil
	case StringKind, DiceKind:
		return jsontext.AppendText(to, v.plain()), nil
	case ListKind:
		to = append(to, '[')
		for i, item := range v.List() {
			if i > 0 {
				to = append(to, ',')
			}
			if to, err = item.appendJSON(to, depth+1); err != nil {
				return to, err
			}
		}
		return append(to, ']'), nil
	case ObjectKind:
		to = append(to, '{')
		for i, name := range v.Object().Members() {
			member, err := v.Object().Member(name)
			if err != nil {
				return to, err
			}
			if i > 0 {
				to = append(to, ',')
			}
			to = append(jsontext.AppendText(to, name), ':')
			if to, err = member.appendJSON(to, depth+1); err != nil {
				return to, err
			}
		}
		return append(to, '}'), nil
	}
	return append(to, "null"...), nil
}

// appendNumber writes a number as people do: a whole one without a point.
func appendNumber(to []byte, x float64) []byte {
	x = SixPlaces(x)
	if x == math.Trunc(x) && math.Abs(x) <= MostInt {
		return strconv.AppendInt(to, int64(x), 10)
	}
	return append(to, strings.TrimSuffix(numberText(x), ".0")...)
}

// Convert gives a value from outside as a type has it: a whole number as an integer and an integer as a
// number, a string of dice notation as dice. ok is false when it does not fit.
func (v Value) Convert(t *Type) (out Value, ok bool) {
	if t.kind == diceType && v.kind == StringKind {
		d, err := ParseDice(v.Text())
		return d, err == nil
	}
	return v.coerced(t)
}

// ParseDice reads dice notation as formulas have it: the count is 1 when it is left out, 2dF is 2d3 - 4.
func ParseDice(text string) (Value, *Error) {
	d, err := dice.Parse(text)
	if err != nil {
		return Absent, diceError(err)
	}
	for i, t := range d.Terms {
		if t.Kind != dice.Fate {
			continue
		}
		if t != (dice.Term{Minus: t.Minus, Count: t.Count, Die: t.Die}) {
			return Absent, &Error{Code: Syntax, Length: len(text), Message: fateModifiers}
		}
		d.Terms[i].Die = dice.Die{Sides: 3}
		if t.Minus {
			d.Flat += 2 * t.Count
		} else {
			d.Flat -= 2 * t.Count
		}
	}
	return DiceValue(d), nil
}
