package drive_test

import (
	"bytes"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/turn"
)

// Every game of every model with turns tells a trace that the checker takes, and that ends as the game does; a
// session that is cloned, or saved and restored, tells the same, and one that undoes tells less.
func TestTracesHold(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/models/turns/*.yaml")
	require.NoError(t, err)
	examples, err := filepath.Glob("../../examples/*/model.yaml")
	require.NoError(t, err)
	told := 0
	for _, path := range append(paths, examples...) {
		m, _, err := model.Load(path, model.Options{})
		require.NoError(t, err)
		p, list := compile.Compile(m, compile.Options{})
		require.Zero(t, list.Errors(), path)
		if p.Turns == nil {
			continue
		}
		told++
		for seed := range uint64(2) {
			s, err := drive.New(p, drive.Options{Seed: seed})
			require.NoError(t, err)
			play(t, s)
			trace := traced(t, s)
			v := checked(t, trace)
			require.True(t, v.OK, "%s, seed %d: %v", path, seed, v.Fault)
			require.Equal(t, trace, traced(t, s.Clone()))
			back, err := drive.Restore(p, s.Save(), drive.Options{})
			require.NoError(t, err)
			require.Equal(t, trace, traced(t, back))
			require.NoError(t, back.Undo(back.CanUndo()))
			require.Less(t, len(traced(t, back)), len(trace))
			_, err = s.Turns(len(trace) / 2)
			require.ErrorIs(t, err, drive.ErrTraceLimit)
		}
	}
	require.Greater(t, told, 6)
}

// The trace of a campaign is that of the game which is played.
func TestTheTraceOfACampaignIsOfItsLastGame(t *testing.T) {
	m, _, err := model.Load("../../testdata/models/turns/hands.yaml", model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{})
	s, err := drive.New(p, drive.Options{Seed: 1})
	require.NoError(t, err)
	play(t, s)
	first := traced(t, s)
	require.NoError(t, s.NextGame())
	fresh := traced(t, s)
	v := checked(t, fresh)
	require.True(t, v.OK, "%v", v.Fault)
	require.Equal(t, turn.Playing, v.Outcome)
	play(t, s)
	v = checked(t, traced(t, s))
	require.True(t, v.OK, "%v", v.Fault)
	require.NoError(t, s.Undo(s.CanUndo()))
	require.True(t, bytes.HasPrefix(first, begun(traced(t, s))))
}

func TestAModelWithoutTurnsHasNoTrace(t *testing.T) {
	m, _, err := model.Load("../../examples/nim/model.yaml", model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{})
	s, err := drive.New(p, drive.Options{})
	require.NoError(t, err)
	_, err = s.Turns(1 << 20)
	require.ErrorIs(t, err, drive.ErrNoTurns)
}

// Whatever is changed in a step of a game is found: its relation, its evidence of having been permitted or drained,
// what it led to, what it emitted.
func TestWhatIsChangedInATraceIsFound(t *testing.T) {
	m, _, err := model.Load("../../testdata/models/turns/costs.yaml", model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{})
	s, err := drive.New(p, drive.Options{Seed: 3})
	require.NoError(t, err)
	play(t, s)
	whole, err := turn.Read(bytes.NewReader(traced(t, s)))
	require.NoError(t, err)
	for i, line := range whole.Lines {
		for name, change := range map[string]func(*turn.Line){
			"relation": func(l *turn.Line) { l.Relation = "Readmit" },
			"number":   func(l *turn.Line) { l.Step++ },
			"events":   func(l *turn.Line) { l.Events = append([]string{"bells"}, l.Events...) },
			"after":    func(l *turn.Line) { k := *l.After; k.Turn.ID += 2; l.After = &k },
			"evidence": func(l *turn.Line) { l.Evidence = turn.Evidence{Effects: -1} },
		} {
			if name == "evidence" && reflect.DeepEqual(line.Evidence, turn.Evidence{}) {
				continue // it needs none
			}
			broken := *whole
			broken.Lines = append([]turn.Line(nil), whole.Lines...)
			change(&broken.Lines[i])
			var b bytes.Buffer
			require.NoError(t, broken.Write(&b))
			v := checked(t, b.Bytes())
			require.False(t, v.OK, "%s of step %d", name, line.Step)
			require.LessOrEqual(t, v.Fault.Row, i+2)
		}
	}
}

func begun(trace []byte) []byte {
	return trace[:bytes.LastIndexByte(bytes.TrimSuffix(trace, []byte("\n")), '\n')+1]
}

func play(t *testing.T, s *drive.Session) {
	t.Helper()
	for range 3000 {
		if s.Game().Over() {
			return
		}
		if s.Game().Kind() == game.Chance {
			_, err := s.Draw()
			require.NoError(t, err)
			continue
		}
		_, err := s.Ask(drive.Random{})
		require.NoError(t, err)
	}
}

func traced(t *testing.T, s *drive.Session) []byte {
	t.Helper()
	b, err := s.Turns(64 << 20)
	require.NoError(t, err)
	return b
}

func checked(t *testing.T, trace []byte) *turn.Verdict {
	t.Helper()
	v, err := turn.Check(bytes.NewReader(trace))
	require.NoError(t, err)
	return v
}
