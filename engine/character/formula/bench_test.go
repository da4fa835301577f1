package formula

import (
	"testing"

	"github.com/astragal-engine/astragal/engine/dice"
)

const (
	usual  = "10 + abilities.dex.mod + min(abilities.str, 2)"
	banded = "roll.total >= params.dc + abilities.dex.mod && !(roll.kept[0] == 1) || has(flags.sure) && flags.sure"
	passed = "item.type == 'weapon' && (has(flags.ammo) ? flags.ammo in item.tags : true) && self.n >= params.dc - 10"
)

func BenchmarkCompile(b *testing.B) {
	for name, source := range map[string]string{"usual": usual, "banded": banded} {
		scope := testScope()
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Compile(source, scope, Any); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEval(b *testing.B) {
	for name, source := range map[string]string{"usual": usual, "banded": banded, "loop": "[1, 2, 3, 4].filter(x, x > abilities.dex.mod).size()"} {
		f, names, budget := compiled(b, source, Any), slots(testNames()), NewBudget(1<<60, dice.Limits{})
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := f.Eval(names, budget); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// slots answers as a sheet does: by the number of a name.
type answers []Value

func (a *answers) Name(s Slot) (Value, *Error) { return (*a)[s], nil }

func slots(w withCharacter) *answers {
	out := make(answers, slotAny+1)
	for s, v := range w.world {
		out[s] = v
	}
	return &out
}

func BenchmarkSummary(b *testing.B) {
	f, names, budget := compiled(b, banded, Bool), slots(testNames()), NewBudget(1<<60, dice.Limits{})
	b.ReportAllocs()
	for b.Loop() {
		f.Summary(names, budget, "roll")
	}
}

func BenchmarkPassOn(b *testing.B) {
	f, names, budget := compiled(b, passed, Bool), slots(testNames()), NewBudget(1<<60, dice.Limits{})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.PassOn(names, budget, passedRoots, laterRoots); err != nil {
			b.Fatal(err)
		}
	}
}
