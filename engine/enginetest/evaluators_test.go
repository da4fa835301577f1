package enginetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/search"
	"github.com/astragal-engine/astragal/engine/simulate"
	"github.com/astragal-engine/astragal/engine/value"
)

// weather is a game whose rules are in part outside of it: every op that asks runs in the midst of what a storm
// has answered, in a window, in a trigger, nested, and with modifiers that stay behind.
const weather = `
name: Weather
num_players: {min: 2, max: 3, default: 2}
code:
  value: {kind: code, module: m, function: value}
  storm: {kind: content, module: m, function: storm}
state:
  vars: {score: {scope: player, init: 0}, gusts: {init: 0}, turn: {init: 0}, calls: {init: 0}}
  zones:
    deck: {shuffled: true, visibility: hidden, init_x: "[dict(id='c' + str(i), n=i) for i in range(1, 13)]"}
    hand: {owner: player, visibility: owner, drawn_from: deck}
    table: {init_x: "[dict(id='t' + str(i), n=i) for i in range(3)]"}
actions:
  count: {effect: [{op: call, code: value, with_x: {cards: "hand[actor]"}, as: got}, {op: add, var: "score[actor]", amount_x: got}]}
  blow: {effect: [{op: call, code: storm, with_x: {level: "calls % 7", card: "table[0]"}}, {op: add, var: calls, amount: 1}]}
  shelter: {speed: fast, pre_x: "score[actor] > 0", effect: [{op: add, var: "score[actor]", amount: -1}]}
triggers:
  - {event: gust, optional: true, controller_x: "1", if_x: gusts < 9, do: [{op: add, var: gusts, amount_x: force}, {op: call, code: value, with_x: {cards: table}, as: v}, {op: add, var: "score[1]", amount_x: v}]}
priority: {windows: {cover: {allows: [fast]}}}
flow: {kind: loop, id: rounds, over_x: "list(players) * 5", as: turn, once: true, children: [{kind: step, id: main, actor_x: turn, do: [count, blow]}]}
end: [{id: high, if_x: "any(s > 60 for s in score)", result: score, returns_x: score}]
`

// storms are what a storm answers, by the level that it is told.
var storms = []string{
	`[{op: choose, options: [1, 2, 3], as: n}, {op: add, var: "score[actor]", amount_x: "n + modified('gale', level)"}]`,
	`[{op: draw, from: deck, to: "hand[actor]", n: 2, as: drawn}, {op: choose, options_x: "hand[actor]", as: c, min: 1, max: 2}, {op: for_each, items_x: c, as: x, do: [{op: move, what_x: x, from: "hand[actor]", to: deck}, {op: roll, die: 3, as: d}, {op: add, var: "score[actor]", amount_x: d}]}]`,
	`[{op: emit, event: gust, with_x: {force: "2"}, impact: [{op: choose, options_x: players, as: p}, {op: add, var: "score[p]", amount: 3}]}, {op: roll, die: 2, as: z}]`,
	`[{op: modify, stat: gale, change_x: value + level, until: calm}, {op: modify, stat: gale, change_x: value * 2, layer: 2, until: gust}, {op: choose, options: [left, right], as: way}, {op: if, cond_x: "way == 'left'", then: [{op: emit, event: calm}]}]`,
	`[{op: window, name: cover}, {op: choose, options: [in, out], as: where, secret: true}]`,
	`[{op: choose, options: [1, 2], as: bid, actors_x: players}, {op: add, var: "score[actor]", amount_x: sum(bid.values())}, {op: repeat, n: 2, do: [{op: look, zone: deck, n: 1, as: seen}, {op: roll, die_x: "'2d4'", as: two}]}]`,
	`[{op: set, attr: n, of_x: card, value_x: "card['n'] + 1"}, {op: create, what_x: "dict(id='new', n=2)", to: table}, {op: search, zone: "hand[actor]", as: found, min: 0, max: 1}, {op: say, text: done}, {op: shuffle, zone: deck}]`,
}

// weathers are the evaluators of the weather. What they answer depends on nothing but what they are asked.
func weathers(t testing.TB) []program.Evaluator {
	answers := make([]value.Value, len(storms))
	for i, text := range storms {
		n, err := model.ParseData("storms", text, model.Options{})
		require.NoError(t, err)
		answers[i] = compile.NodeValue(n)
	}
	storm := func(q *program.Asked) (program.Answer, error) {
		if len(q.Chance.Items()) == 0 {
			return program.Answer{Form: program.GivesChance, Value: value.OfList([]value.Value{value.OfInt(0), value.OfInt(1)}), Weights: []float64{0.75, 0.25}}, nil
		}
		level := int(q.Args.Items()[0].Int()) + int(q.Chance.Items()[0].Int())
		return program.Answer{Form: program.GivesOps, Value: answers[level%len(answers)], Work: 10}, nil
	}
	worth := func(q *program.Asked) (program.Answer, error) {
		sum := int64(len(q.Args.Items()[0].Items()))
		for _, x := range q.Reads.Items()[0].Items() {
			sum += x.Int()
		}
		return program.Answer{Value: value.OfInt(sum % 5)}, nil
	}
	return []program.Evaluator{
		{Name: "value", Kind: program.CodeKind, Reads: []program.Read{{Name: "score", X: "score"}}, Answer: worth},
		{Name: "storm", Kind: program.ContentKind, Reads: []program.Read{{Name: "actor", X: "actor"}}, Zones: []string{"deck", "hand", "table"}, Vars: []string{"score"}, Decisions: "all", Answer: storm},
		{Name: "cautious", Kind: program.PolicyKind, Answer: func(q *program.Asked) (program.Answer, error) {
			return program.Answer{Form: program.GivesPick, Pick: len(q.View) % q.Options}, nil
		}},
	}
}

func compiledWeather(t testing.TB, plain bool) *program.Program { return compiledAs(t, weather, plain) }

func compiledAs(t testing.TB, text string, plain bool) *program.Program {
	m, faults, err := model.Parse("weather.yaml", text, model.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
	p, faults := compile.Compile(m, compile.Options{Evaluators: weathers(t), Plain: plain})
	require.Empty(t, faults)
	return p
}

func TestGamesWithEvaluatorsAreGames(t *testing.T) {
	p := compiledWeather(t, false)
	for _, players := range []int{2, 3} {
		Check(t, p, Options{Games: 6, Players: players, MustEnd: true})
		require.NoError(t, Plainly(p, compiledWeather(t, true), Options{Games: 4, Players: players}))
	}
}

// The weather of a game with formal turns: what storms answer scores, emits, and opens windows within actions and their costs.
func TestEvaluatorsAnswerInsideTurns(t *testing.T) {
	loop := weather[strings.Index(weather, "flow: "):strings.Index(weather, "end: ")]
	text := strings.NewReplacer(", turn: {init: 0}", "", loop, `
turns:
  sides: {sailor: {phases: [main]}}
  scores: [score]
  begin_event: gust
  cost_window: cover
  checkpoint: [{id: rich, if_x: "max(score) > 40", who_x: "[p for p in players if score[p] > 40]"}]
flow: {kind: turns, id: days, until_x: "turn is not None and turn['id'] >= 12", phases: {main: [{kind: step, id: main, actor_x: "turn['owner']", do: [count, blow, brave]}]}}
`, "  shelter:", `  brave: {cost: [{op: let, name: force, value: 1}, {op: call, code: storm, with_x: {level: "calls % 7", card: "table[0]"}}], effect: [{op: for_each, items_x: "[1, 2]", as: force, do: [{op: emit, event: gust}]}]}
  shelter:`, "amount_x: force", "amount: 1", `with_x: {force: "2"}, `, "").Replace(weather)
	p := compiledAs(t, text, false)
	for _, players := range []int{2, 3} {
		Check(t, p, Options{Games: 6, Players: players, MustEnd: true})
		require.NoError(t, Plainly(p, compiledAs(t, text, true), Options{Games: 4, Players: players}))
	}
}

// Whoever plays plays on through the calls; nothing of a try is left in the game.
func TestPlayersGoThroughCalls(t *testing.T) {
	p := compiledWeather(t, false)
	for _, names := range []string{"search:40", "cautious", "search(playouts=20, tactic=cautious),random", "heuristic"} {
		seats, err := agent.Seats(p, names, 2, agent.Host{})
		require.NoError(t, err)
		var end []string
		for range 2 {
			s, err := drive.New(p, drive.Options{Seed: 7})
			require.NoError(t, err)
			table := drive.Table{Seats: seats}
			require.NoError(t, table.Play(s, 2000, nil), names)
			require.Equal(t, game.End, s.Game().Kind(), "%v", s.Game().Err())
			end = append(end, fmt.Sprint(s.Game().Payoffs(), s.Answers()))
		}
		require.Equal(t, end[0], end[1], names)
	}
	_, err := search.New(search.Options{})
	require.NoError(t, err)
}

// Many games with a policy of code are the same by one worker as by several, and none is stopped.
func TestManyGamesWithAPolicy(t *testing.T) {
	p := compiledWeather(t, false)
	played := func(workers int) *simulate.Tally {
		r, err := simulate.Run(context.Background(), simulate.Options{
			Games: 60, Seed: 3, Together: 10, Workers: workers,
			Seats: func(p *program.Program, seats int) ([]drive.Player, error) {
				return agent.Seats(p, "cautious,random", seats, agent.Host{})
			},
		}, p)
		require.NoError(t, err)
		return r.Variants[0]
	}
	one := played(1)
	require.Equal(t, 60, one.Finished)
	require.Empty(t, one.Stops())
	require.Equal(t, one, played(3))
}

// A policy that does not pick is told what is wrong, and the game stays as it was.
func TestPoliciesThatDoNotPick(t *testing.T) {
	for want, answer := range map[string]program.Answer{
		"step main: code 'cautious': it answers a value, and must pick an option":       {},
		"step main: code 'cautious': it picks option 2 of 2, which are numbered from 0": {Form: program.GivesPick, Pick: 2},
	} {
		m, _, err := model.Parse("weather.yaml", weather, model.Options{})
		require.NoError(t, err)
		list := weathers(t)
		list[2].Answer = func(*program.Asked) (program.Answer, error) { return answer, nil }
		p, _ := compile.Compile(m, compile.Options{Evaluators: list})
		seats, err := agent.Seats(p, "cautious", 2, agent.Host{})
		require.NoError(t, err)
		g, err := game.New(p, game.Options{})
		require.NoError(t, err)
		_, err = seats[0].Choose(g, &prng.Source{})
		require.EqualError(t, err, want)
		require.Equal(t, game.Decision, g.Kind())
	}
}

// Whatever list of ops is answered, the game asks, ends or stops with an error of the rules, and so does its save.
func TestAnyOpsAreAnswered(t *testing.T) {
	m, _, err := model.Parse("weather.yaml", weather, model.Options{})
	require.NoError(t, err)
	rapid.Check(t, func(rt *rapid.T) {
		list := weathers(t)
		answer := value.OfList(rapid.SliceOfN(anyOp(3), 0, 4).Draw(rt, "ops"))
		list[1].Answer = func(*program.Asked) (program.Answer, error) {
			return program.Answer{Form: program.GivesOps, Value: answer}, nil
		}
		list[1].Decisions = rapid.SampledFrom([]string{"", "self", "all"}).Draw(rt, "decisions")
		if rapid.Bool().Draw(rt, "everything") {
			list[1].Zones, list[1].Vars = []string{"*"}, []string{"*"}
		}
		p, _ := compile.Compile(m, compile.Options{Evaluators: list})
		g, err := game.New(p, game.Options{Record: true})
		require.NoError(rt, err)
		for n := 0; !g.Over() && n < 60; n++ {
			saved := g.Save()
			again, err := game.Restore(p, saved, game.Options{})
			require.NoError(rt, err)
			require.Equal(rt, saved, again.Save())
			require.NoError(rt, g.Answer(n*5%g.Len()))
			require.NoError(rt, again.Answer(n*5%again.Len()))
			require.Equal(rt, g.Save(), again.Save())
		}
		if e := g.Err(); e != nil {
			require.NotEqual(rt, "internal", e.Kind, "%s\n%s", e.Message, e.Stack)
		}
	})
}

// anyOp draws an op, sound or not.
func anyOp(depth int) *rapid.Generator[value.Value] {
	return rapid.Custom(func(t *rapid.T) value.Value {
		var keys value.KeysBuilder
		var items []value.Value
		put := func(key string, v value.Value) {
			if keys.Add(value.OfText(key)) == len(items) {
				items = append(items, v)
			}
		}
		text := func(key string, from ...string) { put(key, value.OfText(rapid.SampledFrom(from).Draw(t, key))) }
		expressions := []string{"1", "actor", "players", "card", "level", "score[0]", "hand[actor]", "table", "deck", "gusts", "x", "[1, 2]", "1 // 0", "len(table)", "table[0]", "'a'", "(", "modified('gale', 2)", "None"}
		names := []string{"x", "y", "actor", "card", "deck", "hand[actor]", "hand[1]", "table", "score", "score[actor]", "score[1]", "gusts", "gust", "calm", "gale", "cover", "storm", "value", "n", ""}
		ops := []string{"set", "add", "let", "choose", "search", "roll", "draw", "look", "reveal", "move", "place", "create", "destroy", "shuffle", "emit", "window", "cancel", "modify", "exec", "run", "call", "say", "if", "for_each", "repeat", "reset", "act", "sample", "leap"}
		text("op", ops...)
		for range rapid.IntRange(0, 6).Draw(t, "fields") {
			field := rapid.SampledFrom([]string{"value", "amount", "options", "die", "n", "what", "of", "change", "cond", "items", "until", "if", "filter", "actor", "actors", "visible_to", "min", "max", "at", "text", "target"}).Draw(t, "field")
			if rapid.Bool().Draw(t, "x") {
				text(field+"_x", expressions...)
			} else {
				put(field, value.OfInt(int64(rapid.IntRange(-1, 4).Draw(t, "number"))))
			}
		}
		for range rapid.IntRange(0, 4).Draw(t, "named") {
			text(rapid.SampledFrom([]string{"as", "name", "var", "attr", "from", "to", "zone", "event", "stat", "until", "code", "flow", "model", "position", "board"}).Draw(t, "name"), names...)
		}
		if depth > 0 && rapid.Bool().Draw(t, "nested") {
			put(rapid.SampledFrom([]string{"then", "do", "else", "impact"}).Draw(t, "list"), value.OfList(rapid.SliceOfN(anyOp(depth-1), 0, 3).Draw(t, "inner")))
		}
		return value.OfDict(keys.Keys(), items)
	})
}
