package formula

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// corpus reads testdata/NAME: what stands before => and what behind it, line by line.
func corpus(t testing.TB, name string) (lines [][2]string) {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	for _, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		left, right, ok := strings.Cut(line, " => ")
		require.True(t, ok, line)
		lines = append(lines, [2]string{strings.TrimSpace(left), strings.TrimSpace(right)})
	}
	return lines
}

// Every formula of the corpus gives the value that stands behind it, or the error: load or run, the code, and
// the part of the text that is meant.
func TestCorpus(t *testing.T) {
	scope, names := testScope(), testNames()
	for _, line := range corpus(t, "formulas.txt") {
		source, want := line[0], line[1]
		assert.Equal(t, want, outcome(source, scope, names), "%s", source)
	}
}

func outcome(source string, scope *Scope, names Names) string {
	fault := func(when string, err *Error) string {
		return fmt.Sprintf("%s %s at %q", when, err.Code, source[err.Offset:err.Offset+err.Length])
	}
	f, err := Compile(source, scope, Any)
	if err != nil {
		return fault("load", err)
	}
	v, err := f.Eval(names, nil)
	if err != nil {
		return fault("run", err)
	}
	return shown(v)
}
