package drive

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

const storming = `
name: Storming
num_players: 2
code: {storm: {kind: content, module: m, function: f}, worth: {kind: code, module: m, function: g}}
state: {vars: {sum: {init: 0}, turn: {init: 0}}}
actions: {blow: {effect: [{op: choose, options: [1, 2], as: n}, {op: call, code: storm, with_x: {n: n}}, {op: call, code: worth, as: w}, {op: add, var: sum, amount_x: w}]}}
flow: {kind: loop, id: l, over_x: "range(4)", as: turn, once: true, children: [{kind: step, id: s, actor_x: "0", do: [blow]}]}
`

// strike answers for both codes: a chance first, then ops that ask in their midst, or a value.
func strike(q program.Asked) (program.Answer, error) {
	if len(q.Chance.Items()) == 0 {
		return program.Answer{Form: program.GivesChance, Value: value.OfList([]value.Value{value.OfText("near"), value.OfText("far")}), Weights: []float64{0.25, 0.75}}, nil
	}
	if q.Kind == program.CodeKind {
		return program.Answer{Value: value.OfInt(100)}, nil
	}
	amount := "n"
	if q.Chance.Items()[0].Text() == "near" {
		amount = "2 * n"
	}
	n, err := model.ParseData("ops", `[{op: choose, options: [10, 20], as: m}, {op: add, var: sum, amount_x: "m * (`+amount+`)"}]`, model.Options{})
	return program.Answer{Form: program.GivesOps, Value: compile.NodeValue(n)}, err
}

// Functions answer with ops and chances too. What they answered is kept: nothing that is played again asks them.
func TestFunctionsAnswerOpsAndChances(t *testing.T) {
	p := compiled(t, storming)
	asked := 0
	s, err := New(p, Options{Seed: 3, Hosted: map[string]bool{"storm": true, "worth": true}, Function: func(_ *game.Game, q program.Asked) (program.Answer, error) {
		asked++
		return strike(q)
	}})
	require.NoError(t, err)
	var saves [][]byte
	for !s.Game().Over() {
		saves = append(saves, s.Save())
		if s.Game().Kind() == game.Chance {
			_, err = s.Draw()
		} else {
			err = s.Answer(len(saves) % s.Game().Len())
		}
		require.NoError(t, err)
	}
	require.Equal(t, game.End, s.Game().Kind(), "%v", s.Game().Err())
	require.Equal(t, 16, asked)
	end := s.Save()

	text, err := json.Marshal(s.Record())
	require.NoError(t, err)
	require.Contains(t, string(text), `["storm",[["near",0.25],["far",0.75]],"chance"],["storm",[{"op":"choose"`)
	var r Record
	require.NoError(t, json.Unmarshal(text, &r))
	replayed, err := Replay(p, &r, Options{})
	require.NoError(t, err)
	require.Equal(t, end, replayed.Save())
	for i, b := range saves {
		again, err := Restore(p, b, Options{})
		require.NoError(t, err)
		require.Equal(t, b, again.Save(), "save %d", i)
	}
	n := s.CanUndo()
	for range n {
		require.NoError(t, s.Undo(1))
		require.Equal(t, saves[s.CanUndo()], s.Save())
	}
	require.NoError(t, s.Redo(n))
	require.Equal(t, end, s.Save())
	require.Equal(t, 16, asked)
}

func TestRepliesThatAreNone(t *testing.T) {
	for _, text := range []string{`["a"]`, `["a",1,"values"]`, `["a",null,""]`, `["a",3,"chance"]`, `["a",[[1]],"chance"]`, `["a",[[1,"x"]],"chance"]`, `[1,2]`, `["a",1,2,3]`} {
		var r Reply
		require.Error(t, json.Unmarshal([]byte(text), &r), text)
	}
}

// Where the host fails in the midst of an answer, the game is as it was before it, and goes on when it is asked again.
func TestTheHostFails(t *testing.T) {
	m, _, err := model.Parse("storming.yaml", storming, model.Options{})
	require.NoError(t, err)
	left, fence := 3, errors.New("a call took too long")
	answer := func(q *program.Asked) (program.Answer, error) {
		if left--; left < 0 {
			return program.Answer{}, &program.HostFault{Err: fence}
		}
		return strike(*q)
	}
	p, faults := compile.Compile(m, compile.Options{Evaluators: []program.Evaluator{
		{Name: "storm", Kind: program.ContentKind, Vars: []string{"sum"}, Decisions: "self", Answer: answer}, {Name: "worth", Kind: program.CodeKind, Answer: answer},
	}})
	require.Empty(t, faults)
	s, err := New(p, Options{Seed: 3})
	require.NoError(t, err)
	failed := 0
	for step := 0; !s.Game().Over(); step++ {
		before, can := s.Save(), s.CanUndo()
		give := func() error {
			if s.Game().Kind() == game.Chance {
				_, err := s.Draw()
				return err
			}
			return s.Answer(step % s.Game().Len())
		}
		if err := give(); err != nil {
			require.ErrorIs(t, err, fence)
			require.Equal(t, before, s.Save(), "nothing is recorded")
			require.Equal(t, can, s.CanUndo())
			failed++
			left = 2
			require.NoError(t, give())
		}
	}
	require.Positive(t, failed)
	require.Equal(t, game.End, s.Game().Kind(), "%v", s.Game().Err())
	left = 1 << 30
	again, err := Replay(p, s.Record(), Options{})
	require.NoError(t, err)
	require.Equal(t, s.Save(), again.Save())
	left = 0
	_, err = Replay(p, s.Record(), Options{})
	require.ErrorIs(t, err, fence)
}
