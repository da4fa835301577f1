package formula

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What people read of every fault in the corpus, in testdata/messages.txt: look at the difference, then
// write it anew with ASTRAGAL_UPDATE=1.
func TestMessages(t *testing.T) {
	var b strings.Builder
	scope, names := testScope(), testNames()
	for _, line := range corpus(t, "formulas.txt") {
		f, err := Compile(line[0], scope, Any)
		if err == nil {
			_, err = f.Eval(names, nil)
		}
		if err == nil {
			continue
		}
		fmt.Fprintf(&b, "%s\n%*s%s %s\n", line[0], err.Offset, "", strings.Repeat("^", max(err.Length, 1)), err.Message)
	}
	for _, wanted := range []struct {
		source string
		want   *Type
	}{
		{"level / 2", Int}, {"level", String}, {"name", Bool}, {"name", Number}, {"2d6", Int}, {"[1]", ListOf(String)}, {"null", Int},
		{"thing.half", Int}, {"dyn(name)", Bool}, {"item", String},
	} {
		f, err := Compile(wanted.source, scope, wanted.want)
		if err == nil {
			_, err = f.Eval(names, nil)
		}
		require.NotNil(t, err, wanted.source)
		fmt.Fprintf(&b, "%s\n%*s%s %s\n", wanted.source, err.Offset, "", strings.Repeat("^", max(err.Length, 1)), err.Message)
	}
	const file = "testdata/messages.txt"
	if os.Getenv("ASTRAGAL_UPDATE") != "" {
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), b.String())
}
