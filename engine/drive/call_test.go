package drive

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// consulting asks a function once before the first request, and twice for each answer but the last.
const consulting = `
name: Consulting
num_players: 2
code:
  oracle: {kind: code, module: temple, function: ask}
  judge: {kind: code, module: court, function: rule}
state: {vars: {n: {init: 0}, said: {init: []}, last: {init: 0}}}
actions:
  ask:
    effect:
      - {op: choose, options: [1, 2, 3], as: x}
      - {op: for_each, items: [5, 7], as: y, do: [{op: call, code: oracle, with_x: {x: x, y: y}, as: z}, {op: set, var: said, value_x: "said + [z]"}]}
  judge: {effect: [{op: call, code: judge, with_x: {said: said}, as: z}, {op: set, var: last, value_x: z}]}
flow:
  kind: sequence
  id: main
  children:
    - {kind: step, id: first, actor_x: "0", do: [judge]}
    - {kind: loop, id: rounds, over_x: range(4), as: n, once: true, children: [{kind: step, id: go, actor_x: "0", do: [ask]}]}
    - {kind: step, id: final, actor_x: "0", do: [judge]}
`

// count makes a function that says how often it was asked.
func count(asked *int, codes ...string) Options {
	hosted := map[string]bool{}
	for _, c := range codes {
		hosted[c] = true
	}
	return Options{Hosted: hosted, Function: func(_ *game.Game, q program.Asked) (program.Answer, error) {
		*asked++
		code, args := q.Code, q.Args
		switch {
		case code == "oracle":
			x, y := args.Items()[0].Int(), args.Items()[1].Int()
			return program.Answer{Value: value.OfList([]value.Value{value.OfInt(x * y), value.OfFloat(float64(*asked)), value.OfText("as ⟨you⟩ like")})}, nil
		case len(args.Items()[0].Items()) > 0:
			return program.Answer{}, errors.New("no judgement")
		}
		return program.Answer{}, nil
	}}
}

func said(s *Session) string {
	return value.Repr(nil, s.Game().Env().State[s.Game().Program().Vars[1].Slot])
}

func TestFunctionsAreAskedOnceAndKept(t *testing.T) {
	p := compiled(t, consulting)
	asked := 0
	s, err := New(p, count(&asked, "judge", "oracle"))
	require.NoError(t, err)
	require.Equal(t, 1, asked)
	saves, records := [][]byte{}, []string{}
	for i := range 4 {
		require.Equal(t, game.Decision, s.Game().Kind())
		require.Equal(t, 1+2*i, asked)
		saves = append(saves, s.Save())
		text, err := json.Marshal(s.Record())
		require.NoError(t, err)
		records = append(records, string(text))
		require.NoError(t, s.Answer(i%3))
	}
	require.EqualError(t, s.Game().Err(), "ExprError: action judge: code 'judge': no judgement")
	require.Equal(t, 10, asked)
	whole := said(s)
	require.Contains(t, records[1], `"replies":[["judge",null],["oracle",[5,2.0,"as ⟨you⟩ like"]],["oracle",[7,3.0,"as ⟨you⟩ like"]]]`)
	final, err := json.Marshal(s.Record())
	require.NoError(t, err)
	require.Contains(t, string(final), `["judge",null,"no judgement"]]`)

	// Undo, redo, clones, records and saves ask nobody.
	end := s.Save()
	require.NoError(t, s.Undo(4))
	require.Equal(t, saves[0], s.Save())
	require.NoError(t, s.Redo(3))
	require.Equal(t, saves[3], s.Save())
	c := s.Clone()
	require.NoError(t, c.Redo(1))
	require.Equal(t, end, c.Save())
	require.Equal(t, 10, asked)

	for i, text := range append(records, string(final)) {
		r := &Record{}
		require.NoError(t, json.Unmarshal([]byte(text), r))
		replayed, err := Replay(p, r, Options{})
		require.NoError(t, err)
		if i < 4 {
			require.Equal(t, saves[i], replayed.Save())
		} else {
			require.Equal(t, end, replayed.Save())
			require.Equal(t, whole, said(replayed))
		}
	}
	for i, save := range saves {
		restored, err := Restore(p, save, Options{})
		require.NoError(t, err)
		require.Equal(t, save, restored.Save())
		require.NoError(t, restored.Undo(i))
		require.NoError(t, restored.Redo(i))
		require.Equal(t, save, restored.Save())
	}
	require.Equal(t, 10, asked)

	// Another answer forgets what was told on the way that is left.
	require.NoError(t, s.Undo(1))
	require.NoError(t, s.Answer(0))
	require.Equal(t, 12, asked)
	require.Len(t, s.Record().Replies, 7)
	require.Zero(t, s.CanRedo())
}

func TestAReplayStopsWhereThereWasNoFunction(t *testing.T) {
	p := compiled(t, consulting)
	asked := 0
	all := count(&asked, "judge", "oracle")
	s, err := New(p, count(&asked, "judge"))
	require.NoError(t, err)
	require.NoError(t, s.Answer(0))
	require.EqualError(t, s.Game().Err(), "NotExecutable: code 'oracle' → temple:ask is not implemented")
	replayed, err := Replay(p, s.Record(), all)
	require.NoError(t, err)
	require.Equal(t, s.Save(), replayed.Save())
	require.NoError(t, replayed.Undo(1))
	require.NoError(t, replayed.Redo(1))
	require.Equal(t, s.Save(), replayed.Save())

	// Functions may come later.
	require.NoError(t, s.Undo(1))
	s.SetFunction(all.Hosted, all.Function)
	require.NoError(t, s.Answer(0))
	require.Equal(t, game.Decision, s.Game().Kind())
	require.Equal(t, 3, asked)

	none, err := New(p, Options{})
	require.NoError(t, err)
	require.EqualError(t, none.Game().Err(), "NotExecutable: code 'judge' → court:rule is not implemented")
	text, err := json.Marshal(none.Record())
	require.NoError(t, err)
	require.NotContains(t, string(text), "replies")
	require.Equal(t, byte(saveFormat), none.Save()[len(saveMagic)])
}

func TestAnswersOfFunctionsArePlain(t *testing.T) {
	p := compiled(t, consulting)
	list := value.OfList(nil)
	for range 70 {
		list = value.OfList([]value.Value{list})
	}
	for text, v := range map[string]value.Value{
		"which is no plain value": value.OfInst(1),
		"a key that is no text":   value.OfDict(value.NewKeys(value.OfInt(1)), []value.Value{value.OfInt(1)}),
		"nested more than 64":     list,
		"that is no number":       value.Neg(value.Pow(nil, value.OfFloat(10), value.OfFloat(308))),
	} {
		if text == "that is no number" {
			v = value.Mul(nil, v, value.OfFloat(10))
		}
		s, err := New(p, Options{Hosted: map[string]bool{"judge": true}, Function: func(*game.Game, program.Asked) (program.Answer, error) { return program.Answer{Value: v}, nil }})
		require.NoError(t, err)
		require.ErrorContains(t, s.Game().Err(), text)
		require.ErrorContains(t, s.Game().Err(), "ExprError: action judge: code 'judge': ")
	}
}

func TestPlainValuesComeBack(t *testing.T) {
	for _, text := range []string{"null", "true", "false", "0", "-7", "9223372036854775807", "-9223372036854775809",
		"1180591620717411303424", "1.0", "-0.0", "1e+300", "5e-324", `"a\"b\n⟨"`, "[]", "{}", `{"b":[1,2.0,null],"a":{"":[]}}`} {
		v, err := plainValue([]byte(text))
		require.NoError(t, err, text)
		again, err := plainJSON(v)
		require.NoError(t, err, text)
		require.Equal(t, text, string(again))
	}
	for _, text := range []string{"", "[", "1 2", "1e999", "[1}", "{1:2}"} {
		_, err := plainValue([]byte(text))
		require.Error(t, err, text)
	}
}

func TestRecordsWithFalseReplies(t *testing.T) {
	p := compiled(t, consulting)
	asked := 0
	s, err := New(p, count(&asked, "judge", "oracle"))
	require.NoError(t, err)
	require.NoError(t, s.Answer(0))
	r := s.Record()
	r.Replies = append(r.Replies, r.Replies[0])
	_, err = Replay(p, r, Options{})
	require.ErrorContains(t, err, "never called")
	r.Replies = r.Replies[:2]
	cut, err := Replay(p, r, Options{})
	require.NoError(t, err)
	require.ErrorContains(t, cut.Game().Err(), "not implemented")
	for _, text := range []string{`1`, `[]`, `["x"]`, `[1,2]`, `["x",null,""]`, `["x",null,1]`, `["x",1e999]`, `["x",1,"e",2]`} {
		require.Error(t, json.Unmarshal([]byte(text), &Reply{}), text)
	}
}

func TestAnInterruptedCallTakesTheAnswerBack(t *testing.T) {
	p := compiled(t, consulting)
	asked, stop := 0, false
	opts := count(&asked, "judge", "oracle")
	opts.Interrupt = func() error {
		if stop && asked > 1 {
			return errors.New("enough")
		}
		return nil
	}
	s, err := New(p, opts)
	require.NoError(t, err)
	before := s.Save()
	stop = true
	require.EqualError(t, s.Answer(1), "enough")
	require.Equal(t, before, s.Save())
	stop = false
	require.NoError(t, s.Answer(1))
	require.Equal(t, 4, asked)
}
