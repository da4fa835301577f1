package evaluators_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/examples/evaluators"
	"github.com/astragal-engine/astragal/host/evaluator"
)

// skirmish is the model with its two evaluators in a language.
func skirmish(t testing.TB, language string) *program.Program {
	t.Helper()
	text, err := os.ReadFile("skirmish.yaml")
	require.NoError(t, err)
	m, faults, err := model.Parse("skirmish.yaml", string(text), model.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
	p, faults := compile.Compile(m, compile.Options{Evaluators: []program.Evaluator{
		{Name: "show", Kind: program.CodeKind, Answer: evaluator.Of(open(t, language, "score"))},
		{Name: "lightning", Kind: program.ContentKind, Reads: []program.Read{{Name: "foes", X: "foes"}},
			Zones: []string{"field", "discard"}, Answer: evaluator.Of(open(t, language, "spell"))},
	}})
	require.Zero(t, faults.Errors(), "%v", faults)
	return p
}

// playOut plays to the end and tells everything that happened.
func playOut(t testing.TB, s *drive.Session) string {
	t.Helper()
	table := drive.Table{Seats: []drive.Player{drive.Random{}, drive.Random{}}}
	for !s.Game().Over() {
		_, err := table.Answer(s)
		require.NoError(t, err)
	}
	require.Equal(t, game.End, s.Game().Kind(), "%v", s.Game().Err())
	return fmt.Sprint(s.Game().LogSince(0))
}

// A whole game goes the same way in whichever language its evaluators are, and again when it is replayed.
func TestSkirmish(t *testing.T) {
	stories := map[uint64]string{}
	for _, language := range evaluators.Languages {
		p := skirmish(t, language)
		for seed := uint64(1); seed <= 5; seed++ {
			s, err := drive.New(p, drive.Options{Seed: seed})
			require.NoError(t, err)
			story := playOut(t, s)
			if language == evaluators.Languages[0] {
				stories[seed] = story
				require.Contains(t, story, "creature_dies")
			}
			require.Equal(t, stories[seed], story, "%s, seed %d", language, seed)

			var record drive.Record
			data, err := json.Marshal(s.Record())
			require.NoError(t, err)
			require.NoError(t, json.Unmarshal(data, &record))
			again, err := drive.Replay(p, &record, drive.Options{})
			require.NoError(t, err)
			require.Equal(t, story, fmt.Sprint(again.Game().LogSince(0)))
		}
	}
}
