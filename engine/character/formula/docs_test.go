package formula

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// docs/formulas.md is true: what its tables say that a formula gives, it gives; it knows every function and
// every code of an error.
func TestTheReferenceIsTrue(t *testing.T) {
	text, err := os.ReadFile("../../../docs/formulas.md")
	require.NoError(t, err)
	page := string(text)
	example := regexp.MustCompile("(?m)^\\|(?:.*\\|)? `([^`]+)` \\| `([^`]+)` \\|$")
	scope, names := testScope(), testNames()
	checked := 0
	for _, m := range example.FindAllStringSubmatch(page, -1) {
		got := outcome(m[1], scope, names)
		if before, _, failed := strings.Cut(got, " at "); failed {
			got = before[strings.IndexByte(before, ' ')+1:]
		}
		assert.Equal(t, m[2], got, "%s", m[1])
		checked++
	}
	assert.Greater(t, checked, 60)
	for _, name := range functionNames() {
		assert.Regexp(t, "[`.]"+name+`\(`, page, "the page does not know %s", name)
	}
	for _, code := range []Code{Syntax, UnknownName, TypeMismatch, NoSuchKey, DivisionByZero, Overflow, SafetyLimit} {
		assert.Contains(t, page, "| `"+string(code)+"` |")
	}
}
