package explain_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/explain"
	"github.com/astragal-engine/astragal/engine/program"
)

// FuzzValue explains whatever is asked for in games of the examples: without a panic, the same each time, and the game
// stays as it is.
func FuzzValue(f *testing.F) {
	paths, err := filepath.Glob("../../examples/*/model.yaml")
	require.NoError(f, err)
	var programs []*program.Program
	for _, path := range paths {
		programs = append(programs, load(f, path))
	}
	for i, src := range []string{"players", "modified('strength', 1)", "[p for p in players if p]", "any(p > 1 for p in players) and not 1 / 0", "len(", "", "actor"} {
		f.Add(src, byte(i), byte(3))
	}
	f.Fuzz(func(t *testing.T, src string, which, answers byte) {
		s := start(t, programs[int(which)%len(programs)], drive.Options{Seed: uint64(answers)})
		for range answers % 16 {
			if !next(t, s) {
				break
			}
		}
		was := s.Save()
		one, err := explain.Value(s.Game(), src, explain.Options{})
		again, errAgain := explain.Value(s.Game(), src, explain.Options{})
		require.Equal(t, err, errAgain)
		require.Equal(t, one, again)
		_, err = explain.Triggers(s, src, explain.Options{})
		_, errAgain = explain.Triggers(s, src, explain.Options{})
		require.Equal(t, err, errAgain)
		require.Equal(t, was, s.Save())
	})
}
