package diagram

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/model"
)

// FuzzSVG draws mutated examples: whatever can be read has a tree and a picture that is XML, with
// texts that do not cover each other.
func FuzzSVG(f *testing.F) {
	examples, err := filepath.Glob("../../examples/*/model.yaml")
	require.NoError(f, err)
	for _, name := range examples {
		text, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(string(text))
	}
	f.Add(duel)
	f.Add("name: x\nflow: &f {kind: branch, cases: [{when_x: 'a', children: [{kind: loop, children: [{kind: subflow, ref: f}]}]}]}\nflows: {f: *f}")
	f.Fuzz(func(t *testing.T, text string) {
		m, _, err := model.Parse("m.yaml", text, model.Options{Limits: model.Limits{Nodes: 5000}})
		if err != nil {
			return
		}
		require.NoError(t, Of(m).Text(&strings.Builder{}))
		picture := SVG(m, Auto)
		require.Equal(t, picture, SVG(m, Auto))
		apart(t, picture)
	})
}

func TestLongNamesSaidOften(t *testing.T) {
	long := strings.Repeat("n", 1<<16)
	var b strings.Builder
	b.WriteString("name: Long\nactions:\n  ? &n " + long + "\n  : {pre: *n, effect: [")
	b.WriteString(strings.Repeat("{op: roll}, {op: emit, event: *n}, ", 200) + "]}\n")
	b.WriteString("triggers: [{id: *n, event: *n, do: []}]\nflow: {kind: sequence, id: a, children: [")
	b.WriteString(strings.Repeat("{kind: step, id: *n, actor_x: *n, do: [*n, *n]}, ", 200) + "]}\n")
	m, _, err := model.Parse("m.yaml", b.String(), model.Options{})
	require.NoError(t, err)
	var tree strings.Builder
	require.NoError(t, Of(m).Text(&tree))
	require.Less(t, tree.Len(), 2*maxOutline)
	require.Less(t, len(SVG(m, Auto)), 16<<20)
}
