package evaluators_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
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

// skirmish is the model with its two evaluators.
func skirmish(t testing.TB, show, lightning evaluator.Module) *program.Program {
	t.Helper()
	text, err := os.ReadFile("skirmish.yaml")
	require.NoError(t, err)
	m, faults, err := model.Parse("skirmish.yaml", string(text), model.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
	p, faults := compile.Compile(m, compile.Options{Evaluators: []program.Evaluator{
		{Name: "show", Kind: program.CodeKind, Answer: evaluator.Of(show)},
		{Name: "lightning", Kind: program.ContentKind, Reads: []program.Read{{Name: "foes", X: "foes"}},
			Zones: []string{"field", "discard"}, Answer: evaluator.Of(lightning)},
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
		p := skirmish(t, open(t, language, "score"), open(t, language, "spell"))
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

// teller is a module that tells of what it answers as the examples of the bindings do.
type teller struct {
	evaluator.Module
	told *strings.Builder
}

func (m teller) Call(ctx context.Context, input []byte) (output []byte, instructions int64, err error) {
	output, instructions, err = m.Module.Call(ctx, input)
	var in struct {
		Seat int
		Args struct {
			Cards   []struct{ Label string }
			Starter struct{ Label string }
		}
	}
	var out struct {
		Value *struct{ Total int }
		Ops   []struct {
			Op     string
			Amount int
		}
		Chance list
	}
	if err := errors.Join(read(input, &in), read(output, &out)); err != nil {
		return nil, 0, err
	}
	switch {
	case out.Value != nil:
		fmt.Fprintf(m.told, "%d shows", in.Seat)
		for _, c := range in.Args.Cards {
			m.told.WriteString(" " + c.Label)
		}
		fmt.Fprintf(m.told, " with %s: %d\n", in.Args.Starter.Label, out.Value.Total)
	case out.Chance == nil:
		var strokes []string
		for _, op := range out.Ops {
			if op.Op == "add" {
				strokes = append(strokes, strconv.Itoa(op.Amount))
			}
		}
		fmt.Fprintf(m.told, "%d strikes for %s\n", in.Seat, cmp.Or(strings.Join(strokes, ", "), "nothing"))
	}
	return output, instructions, err
}

func read(b []byte, into any) error {
	text, err := json.Marshal(shown(b))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// The evaluators answer as the functions of the host in bindings/python/examples and bindings/csharp/examples do,
// whose tests have the same text.
func TestSkirmishIsTold(t *testing.T) {
	var told strings.Builder
	p := skirmish(t, teller{open(t, "c", "score"), &told}, teller{open(t, "c", "spell"), &told})
	s, err := drive.New(p, drive.Options{Seed: 7})
	require.NoError(t, err)
	playOut(t, s)
	text, err := os.ReadFile("skirmish.txt")
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	require.Equal(t, strings.Join(lines[:len(lines)-2], ""), told.String())
}
