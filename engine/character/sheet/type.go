package sheet

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// TypeOf is the type that formulas give a field, a state key or another typed name.
func TypeOf(p *pack.Prop) *formula.Type {
	if p.Type == pack.List {
		return formula.ListOf(simpleType(pack.Type(p.Of.Written)))
	}
	return simpleType(p.Type)
}

func simpleType(t pack.Type) *formula.Type {
	switch t {
	case pack.Integer:
		return formula.Int
	case pack.Number:
		return formula.Number
	case pack.Boolean:
		return formula.Bool
	case pack.Dice:
		return formula.Dice
	}
	return formula.String
}

// ValueOf reads plain data as a typed name has it. ok is false when it does not fit.
func ValueOf(p *pack.Prop, v any) (formula.Value, bool) {
	raw, err := formula.FromJSON(v)
	if err != nil {
		return formula.Absent, false
	}
	return fit(p, TypeOf(p), raw)
}

// fit gives a value as a typed name has it.
func fit(p *pack.Prop, t *formula.Type, v formula.Value) (formula.Value, bool) {
	v, ok := v.Convert(t)
	if !ok || p.Type == pack.Enum && len(p.Options) > 0 && !slices.Contains(p.Options, v.Text()) {
		return formula.Absent, false
	}
	return v, true
}

// expected names what a typed name takes, for messages and data.
func expected(p *pack.Prop) string { return string(p.Type) }
