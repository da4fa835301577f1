package formula

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/dice"
)

func seeds(f *testing.F) {
	for _, name := range []string{"formulas.txt", "summary.txt", "passon.txt"} {
		for _, line := range corpus(f, name) {
			f.Add(line[0])
		}
	}
	f.Add(strings.Repeat("(", 200) + "1")
	f.Add(strings.Repeat("-", 300) + "1")
	f.Add(strings.Repeat("[", 120) + strings.Repeat("]", 120))
	f.Add("1" + strings.Repeat("+1", 1000))
	f.Add(strings.Repeat("true ? ", 90) + "1" + strings.Repeat(" : 2", 90))
	f.Add("'a'.matches('((a{100}){10}){10}')")
	f.Add("[1]" + strings.Repeat(".map(x, [x, x])", 20))
}

// Whatever is written, compiling it ends in a formula or an error with a place in the text; the formula
// prints and is read back as the same; and evaluating and half evaluating it end within a budget.
func FuzzFormula(f *testing.F) {
	seeds(f)
	scope, names := testScope(), testNames()
	f.Fuzz(func(t *testing.T, source string) {
		formula, err := Compile(source, scope, Any)
		if err != nil {
			if err.Offset < 0 || err.Length < 0 || err.Offset+err.Length > len(source) || err.Message == "" || err.Code == "" {
				t.Fatalf("%q: an error without a place: %+v", source, err)
			}
			return
		}
		text := formula.String()
		if strings.Contains(text, "\n") || !utf8.ValidString(text) {
			t.Fatalf("%q is printed as %q", source, text)
		}
		again, err := Compile(text, scope, Any)
		if err != nil {
			if err.Code == SafetyLimit { // the canonical text may be longer
				return
			}
			t.Fatalf("%q is printed as %q: %v", source, text, err)
		}
		if !sameTree(formula.root, again.root) || again.String() != text {
			t.Fatalf("%q is printed as %q and read back as %q", source, text, again)
		}
		const steps = 20_000
		want, wantErr := formula.Eval(names, NewBudget(steps, dice.Limits{}))
		got, gotErr := again.Eval(names, NewBudget(steps, dice.Limits{}))
		if (wantErr == nil) != (gotErr == nil) || wantErr == nil && shown(want) != shown(got) {
			t.Fatalf("%q gives %v %v, printed %v %v", source, shown(want), wantErr, shown(got), gotErr)
		}
		summary := formula.Summary(names, NewBudget(steps, dice.Limits{}), "roll")
		if _, err := Compile(summary.Text, scope, Any); err != nil && err.Code == Syntax {
			t.Fatalf("%q is summed up as %q: %v", source, summary.Text, err)
		}
		passed, err := formula.PassOn(names, NewBudget(steps, dice.Limits{}), passedRoots, laterRoots)
		if err == nil {
			if _, err := Compile(passed, scope, Any); err != nil && err.Code == Syntax {
				t.Fatalf("%q is passed on as %q: %v", source, passed, err)
			}
		}
	})
}
