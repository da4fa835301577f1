package enginetest_test

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/enginetest"
	"github.com/astragal-engine/astragal/engine/enginetest/randommodel"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

// Random models are the same games in plain mode, and the conformance kit holds for some of them.
// RANDOM_MODEL names one seed to play alone.
func TestRandomModels(t *testing.T) {
	count := 150
	if prove() {
		count = 2000
	}
	first := uint64(0)
	if one, err := strconv.ParseUint(os.Getenv("RANDOM_MODEL"), 10, 64); err == nil {
		first, count = one, 1
	}
	ends := map[string]int{}
	for seed := first; seed < first+uint64(count); seed++ {
		p := plainly(t, seed)
		if seed%16 == 0 {
			for _, err := range enginetest.Run(p, enginetest.Options{Games: 1, Requests: 40, Seed: seed}) {
				t.Errorf("RANDOM_MODEL=%d: %v\n%s", seed, err, randommodel.Model(seed))
			}
		}
		ends[outcome(t, p, seed)]++
		if t.Failed() {
			return
		}
	}
	for _, how := range slices.Sorted(maps.Keys(ends)) {
		t.Log(ends[how], how)
	}
	if count > 100 {
		require.Greater(t, ends["end"], count/2, "models in which too much fails compare little")
		require.Greater(t, len(ends), 1, "errors are to be compared too")
	}
}

// Any seed gives a model that is the same in plain mode.
func FuzzRandomModels(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { plainly(t, seed) })
}

// plainly compares a random model with itself in plain mode; it fails with the whole model.
func plainly(t *testing.T, seed uint64) *program.Program {
	t.Helper()
	text := randommodel.Model(seed)
	m, list, err := model.Parse("random.yaml", text, model.Options{})
	require.NoError(t, err, text)
	quick, more := compile.Compile(m, compile.Options{})
	require.Empty(t, append(list, more...), text)
	slow, _ := compile.Compile(m, compile.Options{Plain: true})
	if err := enginetest.Plainly(quick, slow, enginetest.Options{Games: 2, Requests: 150, Seed: seed}); err != nil {
		t.Errorf("RANDOM_MODEL=%d: %v\n%s", seed, err, text)
	}
	if err := enginetest.Playouts(quick, enginetest.Options{Games: 2, Requests: 150, Seed: seed}); err != nil {
		t.Errorf("RANDOM_MODEL=%d: %v\n%s", seed, err, text)
	}
	return quick
}

// outcome is how one random game of p ends.
func outcome(t *testing.T, p *program.Program, seed uint64) string {
	t.Helper()
	s, err := drive.New(p, drive.Options{Seed: seed})
	require.NoError(t, err)
	for n := 0; !s.Game().Over(); n++ {
		if n == 2000 {
			return "cut off"
		}
		if s.Game().Kind() == game.Chance {
			_, err = s.Draw()
		} else {
			_, err = s.Ask(drive.Random{})
		}
		require.NoError(t, err)
	}
	if s.Game().Kind() == game.End {
		return "end"
	}
	e := s.Game().Err()
	return fmt.Sprintf("%s: %.90s", e.Kind, e.Message)
}
