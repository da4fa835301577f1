package enginetest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/enginetest"
	"github.com/astragal-engine/astragal/engine/model"
)

// Every model of the repository is the same game in plain mode, where it takes no fast path; in the
// other all of them are taken.
func TestModelsPlainly(t *testing.T) {
	taken := map[string]int{}
	for _, root := range []string{"../../testdata/models", "../../examples"} {
		for _, path := range models(t, root) {
			m, _, err := model.Load(path, model.Options{})
			require.NoError(t, err)
			opts := enginetest.Options{Requests: 80, Games: 2}
			if strings.HasSuffix(path, "/tokens.yaml") {
				opts.Games = 1 // thousands of cards
			}
			quick, said := compile.Compile(m, compile.Options{Fast: func(path string) { taken[path]++ }})
			slow, same := compile.Compile(m, compile.Options{Plain: true, Fast: func(fast string) { t.Errorf("%s: %s in plain mode", path, fast) }})
			require.Equal(t, said, same, path)
			require.NoError(t, enginetest.Plainly(quick, slow, opts), path)
		}
	}
	for _, path := range []string{"constant", "slot", "state", "attribute", "place", "sieve", "elements", "condition", "folded",
		"len", "any", "all", "sum", "sorted", "min", "max", "small integers", "comparison", "subscript", "loop", "get", "own function", "ready options"} {
		require.NotZero(t, taken[path], path)
	}
}
