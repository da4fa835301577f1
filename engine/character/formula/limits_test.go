package formula

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/dice"
)

// What is too long, too deep or too much is refused when it is compiled.
func TestFormulasThatAreTooLarge(t *testing.T) {
	for name, source := range map[string]string{
		"long":     "'" + strings.Repeat("x", longest) + "'",
		"deep":     strings.Repeat("(", 150) + "1" + strings.Repeat(")", 150),
		"chain":    "1" + strings.Repeat(" + 1", 150),
		"path":     "thing" + strings.Repeat(".x", 150),
		"macros":   "[1]" + strings.Repeat(".map(x, [x])", 40),
		"pattern":  "'a'.matches('" + strings.Repeat("a", 2000) + "')",
		"repeated": "'a'.matches('" + strings.Repeat("a{900}", 12) + "')",
		"dice":     "1001d6",
	} {
		_, err := Compile(source, testScope(), Any)
		require.NotNil(t, err, name)
		assert.Equal(t, SafetyLimit, err.Code, "%s: %s", name, err.Message)
	}
}

// Work that grows beyond all bounds ends at the budget, which && and || do not pass over, and so does
// a result that is small in memory and endless when written.
func TestFormulasThatRunAway(t *testing.T) {
	ten := "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"
	nested := func(n int, body string) string {
		for range n {
			body = ten + ".map(x, " + body + ")"
		}
		return body
	}
	for name, source := range map[string]string{
		"loops":   nested(8, "1"),
		"absorbs": nested(8, "1") + " == [] || true",
		"all":     ten + ".all(x, " + nested(7, "1") + " != [])",
		"doubled": "[1]" + strings.Repeat(".map(x, [x, x])", 29),
		"equal":   "[1]" + strings.Repeat(".map(x, [x, x])", 28) + ".exists(x, x == x)",
		"text":    "['a']" + strings.Repeat(".map(x, x + x)", 29),
		"list":    "[[1]]" + strings.Repeat(".map(x, x + x)", 29),
		"replace": "'" + strings.Repeat("a", 4000) + "'.replace('a', '" + strings.Repeat("a", 4000) + "')",
		"join":    nested(4, "'"+strings.Repeat("a", 900)+"'") + ".map(x, x.map(y, y.map(z, z.join())))",
		"pattern": "(name + '" + strings.Repeat("a", 4000) + "').matches('(a|b|c|ab|bc|a{200}){5}$')",
		"built":   ten + ".map(x, " + ten + ".map(y, 'a'.matches('(a{900}|b{900})' + string(x))))",
	} {
		f, err := Compile(source, testScope(), Any)
		require.Nil(t, err, name)
		_, err = f.Eval(testNames(), NewBudget(200_000, dice.Limits{}))
		require.NotNil(t, err, name)
		assert.Equal(t, SafetyLimit, err.Code, "%s: %s", name, err.Message)
	}
}

// One budget may be spent on many formulas, and says what is left of it.
func TestBudgetIsShared(t *testing.T) {
	f := compiled(t, "1 + 1", Int)
	b := NewBudget(7, dice.Limits{})
	_, err := f.Eval(nil, b)
	require.Nil(t, err)
	assert.Equal(t, 4, b.Left())
	_, err = f.Eval(nil, b)
	require.Nil(t, err)
	_, err = f.Eval(nil, b)
	require.NotNil(t, err)
	assert.Equal(t, SafetyLimit, err.Code)
	assert.Equal(t, 0, b.Left())
}

// Settings may allow fewer dice.
func TestDiceLimitsOfABudget(t *testing.T) {
	_, err := compiled(t, "dice(level, 6) + 2d6", Dice).Eval(testNames(), NewBudget(0, dice.Limits{Dice: 6}))
	require.NotNil(t, err)
	assert.Equal(t, SafetyLimit, err.Code)
	assert.Equal(t, "too many dice: 7 dice; at most 6 can be rolled", err.Message)
}
