package agent_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/search"
)

// gems is a game of one decision between actions, and one of two picks out of three gems.
const gems = `
name: Gems
num_players: 2
content: {gems: [{id: ruby, label: a ruby, worth: 3}, {id: jade, worth: 1}, {id: onyx, worth: 2}]}
state:
  vars: {turn: {init: 0}, got: {init: 0, scope: player}}
  zones: {bag: {init_x: "content['gems']"}}
actions:
  rest: {effect: [{op: emit, event: rested, impact: [{op: choose, options: [1, 2, 3], as: n}, {op: add, var: "got[actor]", amount_x: n}]}]}
  pick: {effect: [{op: choose, options_x: bag, min: 1, max: 2, as: picks}, {op: add, var: "got[actor]", amount_x: "sum(p['worth'] for p in picks)"}]}
flow:
  kind: loop
  id: rounds
  over_x: players
  as: turn
  once: true
  children: [{kind: step, id: go, actor_x: turn, do: [rest, pick]}]
end:
  - {id: counted, if_x: "got[1] > 0", result: score, returns_x: "[got[0] - got[1], got[1] - got[0]]"}
agents:
  voice: {}
`

func withAgents(agents string) string { return gems + agents }

func compiled(t testing.TB, text string) *program.Program {
	t.Helper()
	m, list, err := model.Parse("gems.yaml", text, model.Options{})
	require.NoError(t, err)
	require.Zero(t, list.Errors(), list)
	p, list := compile.Compile(m, compile.Options{})
	require.Zero(t, list.Errors(), list)
	return p
}

// answers plays a game and lists the labels of what was decided.
func answers(t testing.TB, p *program.Program, seats ...drive.Player) string {
	t.Helper()
	s, err := drive.New(p, drive.Options{Seed: 1})
	require.NoError(t, err)
	var out []string
	for !s.Game().Over() {
		q := s.Game().Request()
		i, err := s.Ask(seats[q.Player%len(seats)])
		require.NoError(t, err)
		out = append(out, q.Options[i].Label)
	}
	require.Equal(t, game.End, s.Game().Kind(), "%v", s.Game().Err())
	return strings.Join(out, ", ")
}

func named(t testing.TB, p *program.Program, name string) drive.Player {
	t.Helper()
	pl, err := agent.Named(p, name, agent.Host{Timer: agent.Clock})
	require.NoError(t, err)
	return pl
}

func TestTactics(t *testing.T) {
	for _, c := range []struct{ tactic, want string }{
		{`[{at: step go, prefer: pick}, {at: action pick, score_x: "option['worth'] if option else 9"}]`, "pick, a ruby, done"},
		{`[{at: step go, prefer: pick}, {at: action pick · 1, prefer: jade}, {at: "· 2", prefer: [nothing, onyx]}]`, "pick, jade, onyx"},
		{`[{at: step go, prefer: pick}, {prefer: [a ruby, done]}]`, "pick, a ruby, done"},
		{`[{at: [step nowhere, "step g*"], prefer: [rest]}, {at: action rest · rested, score_x: option}]`, "rest, 3"},
		{`[{if_x: "got[0] > 0 or player != 0", prefer: pick}, {at: step go, prefer: rest}, {at: action rest, prefer: 2}]`, "rest, 2"},
		{`[{at: step go, prefer_x: "opts[1]"}, {prefer_x: "[p for p in pool if p['worth'] < 3]", score_x: "0"}]`, "pick, jade, onyx"},
		{`[{at: step go, prefer: [1]}, {at: step go, prefer: []}, {at: step go, score_x: "option == 'pick'"}, {at: action pick, if_x: "len(chosen) == 1", prefer: done}, {score_x: "-opts.index(option)"}]`, "pick, a ruby, done"},
	} {
		p := compiled(t, withAgents("  bot: {tactic: "+c.tactic+"}\n"))
		require.Equal(t, c.want, strings.Join(strings.Split(answers(t, p, named(t, p, "bot"), drive.First{}), ", ")[:strings.Count(c.want, ",")+1], ", "), c.tactic)
	}
}

func TestWhatNoRuleDecides(t *testing.T) {
	p := compiled(t, withAgents("  bot: {tactic: [{at: action rest, prefer: 2}], policy_x: \"1 if option == 'rest' else 0\"}\n"))
	require.Equal(t, "rest, 2, rest, 2", answers(t, p, named(t, p, "bot")), "the policy does")

	p = compiled(t, withAgents("  bot: {tactic: [{at: step nowhere, prefer: 2}]}\n"))
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	var src prng.Source
	picks := map[int]bool{}
	for range 50 {
		i, err := named(t, p, "bot").Choose(g, &src)
		require.NoError(t, err)
		picks[i] = true
	}
	require.Len(t, picks, 2, "without one, anything")
}

func TestTacticsThatFail(t *testing.T) {
	for _, c := range []struct{ rule, want string }{
		{`score_x: "nothing"`, "agent bot: rule 1 of the tactic (gems.yaml:22:18) fails at step go: error evaluating 'nothing': NameError: name 'nothing' is not defined"},
		{`score_x: "option"`, "fails at step go: 'option' gives rest, which is no score"},
		{`score_x: "float('nan')"`, "'float('nan')' gives nan, which is no score"},
		{`score_x: "[1]"`, "gives [1], which is no score"},
		{`score_x: "1 / 0"`, "ZeroDivisionError"},
		{`score_x: "sum(range(10 ** 9))"`, "fails at step go: error evaluating 'sum(range(10 ** 9))'"},
		{`if_x: "option", score_x: 1`, "name 'option' is not defined"},
		{`if: rainy, prefer: rest`, "NotExecutable: the rule has 'if' as text without if_x"},
		{`score: high`, "NotExecutable: the rule has 'score' as text without score_x"},
		{`prefer_x: "{1, 2}"`, "prefer_x gives set, which is neither an option nor a list"},
		{`prefer_x: "nobody"`, "name 'nobody' is not defined"},
	} {
		p := compiled(t, withAgents("  bot: {tactic: [{at: step go, "+c.rule+"}]}\n"))
		for _, name := range []string{"bot", "search(playouts=20, tactic=bot)"} {
			g, err := game.New(p, game.Options{})
			require.NoError(t, err)
			before := g.Save()
			_, err = named(t, p, name).Choose(g, &prng.Source{})
			if name == "bot" || !strings.Contains(c.rule, "if_x") {
				require.ErrorContains(t, err, c.want, "%s: %s", name, c.rule)
			}
			require.Equal(t, before, g.Save(), "the game stays as it was")
			require.NoError(t, g.Answer(0), "and goes on")
		}
	}
}

func TestNames(t *testing.T) {
	p := compiled(t, withAgents("  sly: {search: {playouts: 30, tactic: bot, depth: 2, exploration: 1.5}}\n  quick: {search: {seconds: 0.01}}\n  bot: {policy_x: \"1\"}\n"))
	for name, want := range map[string]drive.Player{
		"random": drive.Random{}, "first": drive.First{}, "heuristic": agent.Rules{}, "bot": agent.Rules{}, "solve": &search.Solver{},
		"search": &search.Player{}, "search:50": &search.Player{}, "search()": &search.Player{}, "sly": &search.Player{}, "quick": &search.Player{},
		"search(playouts=20, depth=3,exploration=0.5,tactic=bot)": &search.Player{}, "search(seconds=0.1)": &search.Player{},
	} {
		require.IsType(t, want, named(t, p, name), name)
	}
	for name, want := range map[string]string{
		"nobody":                 "no agent 'nobody'; there are random, first, search, solve, sly, quick, bot",
		"voice":                  "no agent 'voice'",
		"search:many":            "agent 'search:many': playouts must be a whole number from 1 up, not 'many'",
		"search:0":               "playouts must be a whole number from 1 up, not '0'",
		"search:99999999":        "playouts: from 1 to 10000000, not 99999999",
		"search(fast)":           "'fast' is no setting: write playouts=1000",
		"search(speed=3)":        "no setting 'speed'; there are playouts, seconds, depth, exploration, tactic",
		"search(seconds=nan)":    "seconds must be a number above 0 and up to 3600, not 'nan'",
		"search(exploration=-1)": "exploration must be a number above 0 and up to 1000, not '-1'",
		"search(tactic=nobody)":  "no agent 'nobody' has a tactic or a policy_x",
		"search(playouts=5":      "no agent 'search(playouts=5'",
		"searching":              "no agent 'searching'",
	} {
		_, err := agent.Named(p, name, agent.Host{Timer: agent.Clock})
		require.ErrorContains(t, err, want, name)
	}
	_, err := agent.Named(p, "quick", agent.Host{})
	require.EqualError(t, err, "there is no clock here to search by: give playouts in place of seconds")

	list, err := agent.Seats(p, "search(playouts=5,depth=2), bot", 2, agent.Host{})
	require.NoError(t, err)
	require.IsType(t, &search.Player{}, list[0])
	require.IsType(t, agent.Rules{}, list[1])
	_, err = agent.Seats(p, "first,first,first", 2, agent.Host{})
	require.EqualError(t, err, "3 agents are named for 2 seats")
	_, err = agent.Named(compiled(t, gems), "heuristic", agent.Host{})
	require.EqualError(t, err, "Gems has no agent with a policy_x or a tactic, so there is no heuristic")
}

func TestAPolicyThatFails(t *testing.T) {
	p := compiled(t, withAgents("  greedy: {policy_x: \"nothing\"}\n"))
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	_, err = named(t, p, "greedy").Choose(g, &prng.Source{})
	require.ErrorContains(t, err, "the policy fails at step go: error evaluating 'nothing': NameError: name 'nothing' is not defined")
	require.NoError(t, g.Answer(0), "the game goes on")
}

// last takes the last option that it sees.
type last struct{ places []string }

func (l *last) ChooseFrom(v *observe.View, _ *prng.Source) (int, error) {
	q := v.Request
	l.places = append(l.places, q.Place)
	return len(q.Options) - 1, nil
}

func TestAViewer(t *testing.T) {
	p := compiled(t, gems)
	l := &last{}
	require.Equal(t, "pick, onyx, done, pick, onyx, done", answers(t, p, agent.Seeing{l}))
	require.Equal(t, []string{"step go", "action pick · 1", "action pick · 2"}, l.places[:3])
}

// Whoever looks ahead takes what is worth the most.
func TestSearchOfAScore(t *testing.T) {
	p := compiled(t, gems)
	for _, name := range []string{"search:400", "solve", "search(playouts=400,depth=2)"} {
		require.Equal(t, "pick, a ruby, onyx, pick, a ruby, onyx", strings.ReplaceAll(answers(t, p, named(t, p, name)), "onyx, a ruby", "a ruby, onyx"), name)
	}
}
