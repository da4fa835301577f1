package bench

import (
	"errors"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/dice"
)

// slots answer to the names of the formulas below, as a sheet does: by number.
type slots []formula.Value

func (s *slots) Name(slot formula.Slot) (formula.Value, *formula.Error) { return (*s)[slot], nil }

const (
	bonus  = "10 + abilities.dex.mod + min(abilities.str, 2)"
	banded = "roll.total >= params.dc + abilities.dex.mod && !(roll.kept[0] == 1) || has(flags.sure) && flags.sure"
	passed = "item.type == 'weapon' && (has(flags.ammo) ? flags.ammo in item.tags : true) && self.n >= params.dc - 10"
)

// FormulaRows times compiling, evaluating and half evaluating formulas of character rules.
func FormulaRows(s Setting) ([]Row, error) {
	scope := formula.NewScope(nil)
	names := slots{}
	declare := func(name string, t *formula.Type, v formula.Value) {
		scope.Declare(name, formula.Slot(len(names)), t)
		names = append(names, v)
	}
	ints := func(list ...int) formula.Value {
		var out []formula.Value
		for _, n := range list {
			out = append(out, formula.IntValue(n))
		}
		return formula.ListValue(out)
	}
	declare("abilities.str", formula.Int, formula.IntValue(16))
	declare("abilities.dex.mod", formula.Int, formula.IntValue(2))
	declare("roll", formula.ObjectOf(formula.Member{Name: "total", Type: formula.Int}, formula.Member{Name: "kept", Type: formula.ListOf(formula.Int)}),
		formula.ObjectValue(formula.Record{{Name: "total", Value: formula.IntValue(17)}, {Name: "kept", Value: ints(15)}}))
	declare("params", formula.ObjectOf(formula.Member{Name: "dc", Type: formula.Int}), formula.ObjectValue(formula.Record{{Name: "dc", Value: formula.IntValue(15)}}))
	declare("flags", formula.MapOf(formula.Any), formula.ObjectValue(formula.Record{{Name: "ammo", Value: formula.StringValue("arrows")}}))
	declare("item", formula.ObjectOf(formula.Member{Name: "type", Type: formula.String}, formula.Member{Name: "tags", Type: formula.ListOf(formula.String)}), formula.Absent)
	declare("self", formula.ObjectOf(formula.Member{Name: "n", Type: formula.Int}), formula.Absent)
	budget := formula.NewBudget(1<<62, dice.Limits{})

	repeated := func(f func() *formula.Error) Work {
		return func(n int) (int, error) {
			for range n {
				if err := f(); err != nil {
					return 0, err
				}
			}
			return n, nil
		}
	}
	var rows []Row
	var failed error
	timed := func(name string, must float64, least int, f func() *formula.Error) {
		r, err := Timed(name, s.Pace, must, Whole(least, repeated(f)))
		rows, failed = append(rows, r), errors.Join(failed, err)
	}
	var compiled [3]*formula.Formula
	for i, source := range []string{bonus, banded, passed} {
		f, err := formula.Compile(source, scope, formula.Any)
		if err != nil {
			return nil, err
		}
		compiled[i] = f
	}
	for _, source := range []string{bonus, banded} {
		timed("compile "+source, 60_000, 4000, func() *formula.Error {
			_, err := formula.Compile(source, scope, formula.Any)
			return err
		})
	}
	evaluate := func() *formula.Error {
		_, err := compiled[0].Eval(&names, budget)
		return err
	}
	timed("evaluate "+bonus, 300, 1, evaluate)
	rows = append(rows, Allocations("allocations of it", func() { _ = evaluate() }))
	timed("sum up "+banded, 20_000, 20_000, func() *formula.Error {
		compiled[1].Summary(&names, budget, "roll")
		return nil
	})
	timed("pass on "+passed, 20_000, 20_000, func() *formula.Error {
		_, err := compiled[2].PassOn(&names, budget, []string{"steps", "flags", "params", "action"}, []string{"self", "item", "batch"})
		return err
	})
	return rows, failed
}
