package drive

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// small asks a decision, a chance, a subset choice, takes things unasked and emits.
const small = `
name: Small
num_players: 2
content: {gems: [{id: ruby, worth: 3}, {id: jade, worth: 1}, {id: onyx, worth: 2}]}
state:
  vars: {turn: {init: 0}, got: {init: 0, scope: player}}
  zones: {bag: {init_x: "content['gems']"}}
actions:
  dig:
    effect:
      - {op: roll, die: 4, as: n, visible_to_x: "[actor]"}
      - {op: add, var: "got[actor]", amount_x: n}
      - {op: emit, event: dug}
  rest:
    effect: [{op: choose, options_x: bag, min: 1, max: 2, as: picks, secret: true}, {op: add, var: "got[actor]", amount_x: "sum(p['worth'] for p in picks)"}]
  bow: {effect: [{op: add, var: "got[actor]", amount: 0}]}
flow:
  kind: sequence
  id: main
  children:
    - {kind: loop, id: rounds, over_x: players, as: turn, once: true, children: [{kind: step, id: go, actor_x: turn, do: [dig, rest]}, {kind: step, id: bowing, actor_x: turn, do: [bow]}]}
    - {kind: step, id: last, actor_x: "0", do: [bow]}
end:
  - {id: counted, if_x: "round_of('rounds') == 1 and turn == 1 and got[1] > 0", result: score, returns_x: "[got[0] / 2, got[1]]"}
agents:
  greedy: {policy_x: "2 if option == 'rest' else 0 if isinstance(option, str) else option['worth'] - len(chosen) if option in pool else -player - len(opts)"}
`

func compiled(t testing.TB, text string) *program.Program {
	t.Helper()
	m, diags, err := model.Parse("small.yaml", text, model.Options{})
	require.NoError(t, err)
	require.Empty(t, diags)
	p, more := compile.Compile(m, compile.Options{})
	require.Empty(t, more)
	return p
}

func start(t testing.TB, p *program.Program, seed uint64) *Session {
	t.Helper()
	s, err := New(p, Options{Seed: seed})
	require.NoError(t, err)
	return s
}

// examples gives every example game by its folder.
func examples(t testing.TB) map[string]*program.Program {
	t.Helper()
	paths, err := filepath.Glob("../../examples/*/model.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	out := map[string]*program.Program{}
	for _, path := range paths {
		m, _, err := model.Load(path, model.Options{})
		require.NoError(t, err)
		p, _ := compile.Compile(m, compile.Options{})
		out[filepath.Base(filepath.Dir(path))] = p
	}
	return out
}

// story is everything that a session's game has logged, and what it waits for.
func story(s *Session) string {
	g := s.Game()
	return fmt.Sprint(g.LogSince(0), RequestLine(g, g.Request()).Data)
}

// seats puts a random player at each seat.
func seats(s *Session) []Player {
	out := make([]Player, s.Game().Players())
	for i := range out {
		out[i] = Random{}
	}
	return out
}

// playOn gives at most n more answers.
func playOn(t testing.TB, s *Session, n int) {
	t.Helper()
	table := Table{Seats: seats(s)}
	for ; n > 0 && !s.Game().Over(); n-- {
		_, err := table.Answer(s)
		require.NoError(t, err)
	}
}

// However a session comes to a point (straight on, from a save, a record, a clone, by undo and redo),
// it goes on the same way from there.
func TestEveryWayOnIsTheSame(t *testing.T) {
	for name, p := range examples(t) {
		t.Run(name, func(t *testing.T) {
			straight := start(t, p, 11)
			playOn(t, straight, 400)
			want := story(straight)

			for _, at := range []int{0, 1, 7, 8, 9, 30} {
				s := start(t, p, 11)
				playOn(t, s, at)
				here := story(s)

				saved, err := Restore(p, s.Save(), Options{})
				require.NoError(t, err)
				text, err := json.Marshal(s.Record())
				require.NoError(t, err)
				r := &Record{}
				require.NoError(t, json.Unmarshal(text, r))
				require.Equal(t, s.Record(), r)
				replayed, err := Replay(p, r, Options{})
				require.NoError(t, err)
				clone := s.Clone()
				back := start(t, p, 11)
				playOn(t, back, at+20)
				require.NoError(t, back.Undo(back.CanUndo()-s.CanUndo()))
				again := s.Clone()
				n := again.CanUndo()
				require.NoError(t, again.Undo(n))
				require.NoError(t, again.Redo(n))
				savedAndBack, err := Restore(p, back.Save(), Options{})
				require.NoError(t, err)
				require.NoError(t, savedAndBack.Undo(savedAndBack.CanUndo()/2))
				playOn(t, savedAndBack, at-at/2)

				for way, x := range map[string]*Session{"saved": saved, "replayed": replayed, "clone": clone, "undone": back, "redone": again} {
					require.Equal(t, here, story(x), "%s after %d", way, at)
					playOn(t, x, 400-at)
					require.Equal(t, want, story(x), "%s after %d and on", way, at)
				}
				require.Equal(t, here, story(s), "the others have changed it")
			}
		})
	}
}

func TestUndoGoesBackInTheStreams(t *testing.T) {
	s := start(t, compiled(t, small), 5)
	require.NoError(t, s.Answer(0))
	i, err := s.Draw()
	require.NoError(t, err)
	require.NoError(t, s.Undo(1))
	require.Equal(t, game.Chance, s.Game().Kind())
	again, err := s.Draw()
	require.NoError(t, err)
	require.Equal(t, i, again)
	require.NoError(t, s.Undo(2))
	require.Zero(t, s.CanUndo())
	require.Equal(t, 2, s.CanRedo())
	require.NoError(t, s.Answer(1))
	require.Zero(t, s.CanRedo(), "another answer forgets what was undone")
	require.Error(t, s.Undo(2))
	require.Error(t, s.Redo(1))
}

func TestAWrongAnswerChangesNothing(t *testing.T) {
	s := start(t, compiled(t, small), 5)
	before := story(s)
	require.Error(t, s.Answer(2))
	require.Error(t, s.Answer(-5))
	require.Error(t, s.AnswerFor(1, 0))
	require.Error(t, s.NextGame())
	_, err := s.Draw()
	require.Error(t, err)
	require.Equal(t, before, story(s))
	require.Zero(t, s.CanUndo())
}

// told plays a script and gives the transcript as JSON lines.
func told(t *testing.T, s *Session, table *Table) string {
	t.Helper()
	var b strings.Builder
	err := table.Play(s, 1000, &Transcript{Emit: func(l Line) { fmt.Fprintln(&b, l.Data) }})
	require.NoError(t, err)
	return b.String()
}

func TestTranscript(t *testing.T) {
	table := &Table{Script: Script{{Kind: ByLabel, Text: "dig"}, {Kind: ByLabel, Text: "3"}, {N: 1}, {N: 0}, {Kind: ByLabel, Text: "done"}}}
	require.Equal(t, `{"ask": {"kind": "decision", "player": 0, "place": "step go", "options": ["dig", "rest"], "visible_to": "all"}}
{"answer": 0}
{"ask": {"kind": "chance", "place": "action dig", "outcomes": [[1, 0.25], [2, 0.25], [3, 0.25], [4, 0.25]], "visible_to": [0]}}
{"answer": 2}
{"event": "dug"}
{"automatic": {"place": "step bowing", "action": "bow"}}
{"ask": {"kind": "decision", "player": 1, "place": "step go", "options": ["dig", "rest"], "visible_to": "all"}}
{"answer": 1}
{"ask": {"kind": "decision", "player": 1, "place": "action rest · 1", "options": [{"label": "ruby", "item": {"uid": 1, "id": "ruby", "worth": 3}}, {"label": "jade", "item": {"uid": 2, "id": "jade", "worth": 1}}, {"label": "onyx", "item": {"uid": 3, "id": "onyx", "worth": 2}}], "pool": [{"uid": 1, "id": "ruby", "worth": 3}, {"uid": 2, "id": "jade", "worth": 1}, {"uid": 3, "id": "onyx", "worth": 2}], "chosen": [], "visible_to": [1]}}
{"answer": 0}
{"ask": {"kind": "decision", "player": 1, "place": "action rest · 2", "options": [{"label": "jade", "item": {"uid": 2, "id": "jade", "worth": 1}}, {"label": "onyx", "item": {"uid": 3, "id": "onyx", "worth": 2}}, {"label": "done", "item": null}], "pool": [{"uid": 1, "id": "ruby", "worth": 3}, {"uid": 2, "id": "jade", "worth": 1}, {"uid": 3, "id": "onyx", "worth": 2}], "chosen": [{"uid": 1, "id": "ruby", "worth": 3}], "visible_to": [1]}}
{"answer": 2}
{"end": {"payoffs": [1.5, 3], "reason": "counted"}}
`, told(t, start(t, compiled(t, small), 1), table))
}

func TestTranscriptOfAStoppedGame(t *testing.T) {
	p := compiled(t, "name: x\nnum_players: 2\nactions: {a: {pre: when it rains}}\nflow: {kind: step, id: s, do: [a]}\n")
	require.Equal(t, `{"error": {"kind": "NotExecutable", "message": "action a: pre is text without pre_x", "at": {"file": "small.yaml", "line": 3, "column": 20}}}
`, told(t, start(t, p, 1), &Table{}))
}

func TestScripts(t *testing.T) {
	p := compiled(t, small)
	play := func(seed bool, script ...Entry) (string, error) {
		table := &Table{Script: script, ChanceBySeed: seed}
		var places []string
		err := table.Play(start(t, p, 3), 1000, &Transcript{Emit: func(l Line) {
			if l.Data[0].Key == "answer" {
				places = append(places, strings.TrimSpace(l.Text))
			}
		}})
		return strings.Join(places, ", "), err
	}
	one := func(n int) Entry { return Entry{N: n} }
	label := func(s string) Entry { return Entry{Kind: ByLabel, Text: s} }

	got, err := play(true, label("dig"), label("rest"), label("onyx"), one(2))
	require.NoError(t, err)
	require.Regexp(t, `^0: dig, \d: \d, 1: rest, 2: onyx, 2: done$`, got)

	_, err = play(false, label("dig"), label("9"))
	require.EqualError(t, err, "entry 2 of the script, '9', is not among the options\nasked: chance · action dig: 1 | 2 | 3 | 4 (1/4 each) [seen by 0]")
	_, err = play(false, one(2))
	require.EqualError(t, err, "entry 1 of the script, 2, is no index of the 2 options (0 to 1)\nasked: player 0 · step go: dig | rest")
	_, err = play(false, Entry{Kind: AtRandom, N: 50})
	require.ErrorContains(t, err, "entry 1 of the script, {random: 50}, comes when the game is over\nasked: end: counted")
	_, err = play(false, Entry{Kind: UntilAsks, Text: "step nowhere"})
	require.ErrorContains(t, err, "entry 1 of the script, {until: step nowhere}, comes when the game is over")
	_, err = play(false, label("dig"), label("1"), label("dig"), label("1"), label("1"))
	require.ErrorContains(t, err, "entry 5 of the script, '1', comes when the game is over")

	var nobody *Unanswered
	_, err = play(true, Entry{Kind: AtRandom, N: 1}, Entry{Kind: UntilAsks, Text: "step *"})
	require.ErrorAs(t, err, &nobody)
	require.Equal(t, "player 1 · step go: dig | rest", nobody.Asked.Text)

	_, err = play(false, label("dig"))
	require.ErrorAs(t, err, &nobody)
	require.EqualError(t, err, "nobody answers: chance · action dig: 1 | 2 | 3 | 4 (1/4 each) [seen by 0]")
}

// A seat's numbers do not depend on who sits elsewhere, nor on the chances.
func TestStreamsAreApart(t *testing.T) {
	s := start(t, compiled(t, small), 9)
	_, err := s.Ask(Random{})
	require.NoError(t, err)
	require.Equal(t, []uint64{0, 1, 0}, []uint64{s.streams[0].Index, s.streams[1].Index, s.streams[2].Index})
}

func TestRecordOfOtherRules(t *testing.T) {
	p := compiled(t, small)
	s := start(t, p, 1)
	require.NoError(t, s.Answer(0))
	r := s.Record()
	other := compiled(t, strings.Replace(small, "die: 4", "die: 6", 1))
	_, err := Replay(other, r, Options{})
	require.ErrorContains(t, err, "the record is of other rules")
	_, err = Restore(other, s.Save(), Options{})
	require.Error(t, err)
	r.Answers = append(r.Answers, Answer{-1, 77})
	_, err = Replay(p, r, Options{})
	require.ErrorContains(t, err, "answer 1 of the record")
	for _, text := range []string{`{}`, `{"format": 2}`, `{"format": 1, "rules": "00"}`, `[]`, `{"format": 1, "answers": [[1]]}`, `{"format": 1, "answers": [-4]}`, `{"format": 1, "drawn": [[1, 2]]}`} {
		require.Error(t, json.Unmarshal([]byte(text), &Record{}), text)
	}
}

const campaign = `
name: Long
num_players: 2
constants: {goal: 2}
state: {vars: {fame: {init: 0, persist: campaign}, n: {init: 0}}}
actions:
  a: {effect: [{op: add, var: n, amount: 1}, {op: add, var: fame, amount_x: goal}]}
  b: {effect: [{op: add, var: n, amount: 1}]}
flow: {kind: loop, id: l, over_x: players, children: [{kind: step, id: s, actor_x: "0", do: [a, b]}], as: n}
end: [{id: done, if_x: "True", result: score, returns_x: "[fame, 0]"}]
campaign: {games: 2}
`

func TestACampaignIsOneSession(t *testing.T) {
	p := compiled(t, campaign)
	s := start(t, p, 1)
	require.NoError(t, s.Answer(0))
	require.NoError(t, s.NextGame())
	require.NoError(t, s.Answer(0))
	require.Equal(t, []float64{4, 0}, s.Game().Payoffs())
	require.Error(t, s.NextGame(), "two games are all")
	require.Equal(t, []Answer{{-1, 0}, {-1, nextGame}, {-1, 0}}, s.Answers())
	require.NoError(t, s.Undo(2))
	require.Equal(t, 1, s.Game().GameNo())
	require.Equal(t, []float64{2, 0}, s.Game().Payoffs())
	require.NoError(t, s.Redo(2))

	text, err := json.Marshal(s.Record())
	require.NoError(t, err)
	require.Contains(t, string(text), `"answers":[0,"next",0]`)
	r := &Record{}
	require.NoError(t, json.Unmarshal(text, r))
	again, err := Replay(p, r, Options{})
	require.NoError(t, err)
	require.Equal(t, story(s), story(again))
	saved, err := Restore(p, s.Save(), Options{})
	require.NoError(t, err)
	require.Equal(t, story(s), story(saved))
}

func TestRecordNamesTheConstantsThatWereSet(t *testing.T) {
	m, _, err := model.Parse("long.yaml", campaign, model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{Set: map[string]value.Value{"goal": value.OfList([]value.Value{value.OfText("x"), value.OfFloat(2)})}})
	s := start(t, p, 1)
	require.Equal(t, map[string]string{"goal": "['x', 2.0]"}, s.Record().Set)
	_, err = Replay(compiled(t, campaign), s.Record(), Options{})
	require.ErrorContains(t, err, "other rules", "the constants belong to the rules")
}

const sealed = `
name: Bids
num_players: 3
state: {vars: {won: {init: 0, scope: player}}}
actions:
  low: {effect: [{op: add, var: "won[actor]", amount: 1}]}
  high: {effect: [{op: add, var: "won[actor]", amount: 2}]}
flow: {kind: step, id: bid, actors_x: players, do: [low, high]}
end: [{id: bids, if_x: "sum(won) > 4", result: score, returns_x: won}]
`

func TestSeatsOfASimultaneousStepAnswerInAnyOrder(t *testing.T) {
	p := compiled(t, sealed)
	s := start(t, p, 1)
	require.NoError(t, s.AnswerFor(2, 1))
	require.NoError(t, s.AnswerFor(0, 0))
	require.Error(t, s.AnswerFor(0, 0))
	require.NoError(t, s.AnswerFor(1, 1))
	require.Equal(t, []float64{1, 2, 2}, s.Game().Payoffs())
	require.Equal(t, []Answer{{2, 1}, {-1, 0}, {-1, 1}}, s.Answers())
	require.NoError(t, s.Undo(2))
	require.Equal(t, 0, s.Game().Player())
	require.NoError(t, s.Redo(2))
	text, err := json.Marshal(s.Record())
	require.NoError(t, err)
	require.Contains(t, string(text), `"answers":[[2,1],0,1]`)
	again, err := Replay(p, s.Record(), Options{})
	require.NoError(t, err)
	require.Equal(t, story(s), story(again))
}
