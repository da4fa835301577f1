package game_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

const storms = `
name: storms
num_players: 2
state:
  vars: {score: {init: 0}, wind: {init: 1}, secret: {init: 7}, hp: {scope: player, init: 10}, felt: {init: 0}, turn: {init: 0}}
  zones:
    deck: {init_x: "[dict(id='a'), dict(id='b'), dict(id='c')]", shuffled: true}
    hand: {owner: player}
    pile: {init_x: "[dict(id='p', n=1)]"}
code:
  scoring: {kind: code, module: m, function: f}
  storm: {kind: content, module: m, function: g}
actions:
  count: {effect: [{op: call, code: scoring, with_x: {base: wind + 1}, as: got}, {op: set, var: score, value_x: got}]}
  blow: {effect: [{op: call, code: storm, with_x: {card: "pile[0]", strength: wind}, as: nothing}, {op: add, var: wind, amount: 1}]}
triggers: [{event: gust, do: [{op: add, var: felt, amount_x: power}]}]
priority: {windows: {answer: {allows: [fast]}}}
flows: {side: {kind: sequence, id: aside, children: []}}
flow: {kind: loop, id: rounds, over_x: "[0, 1] * 3", as: turn, once: true, children: [{kind: step, id: main, actor_x: turn, do: [count, blow]}]}
`

// plainOf makes a value as evaluators answer it.
func plainOf(x any) value.Value {
	switch x := x.(type) {
	case nil:
		return value.Value{}
	case bool:
		return value.OfBool(x)
	case int:
		return value.OfInt(int64(x))
	case float64:
		return value.OfFloat(x)
	case string:
		return value.OfText(x)
	case []any:
		items := make([]value.Value, len(x))
		for i := range x {
			items[i] = plainOf(x[i])
		}
		return value.OfList(items)
	}
	panic(fmt.Sprintf("%T", x))
}

// opsOf reads ops from YAML.
func opsOf(t testing.TB, text string) value.Value {
	n, err := model.ParseData("ops", text, model.Options{})
	require.NoError(t, err)
	return compile.NodeValue(n)
}

func ops(t testing.TB, text string) (program.Answer, error) {
	return program.Answer{Form: program.GivesOps, Value: opsOf(t, text)}, nil
}

type answering = func(*program.Asked) (program.Answer, error)

// scorer and stormer are evaluators of the storms.
func scorer(answer answering) program.Evaluator {
	return program.Evaluator{Name: "scoring", Kind: program.CodeKind, Hash: [32]byte{1}, Reads: []program.Read{{Name: "hp", X: "hp[actor] + base"}}, Answer: answer}
}

func stormer(answer answering) program.Evaluator {
	return program.Evaluator{Name: "storm", Kind: program.ContentKind, Hash: [32]byte{2}, Reads: []program.Read{{Name: "wind", X: "wind"}},
		Zones: []string{"deck", "hand", "pile"}, Vars: []string{"hp", "score"}, Decisions: "self", Answer: answer}
}

func bind(t testing.TB, text string, list ...program.Evaluator) *program.Program {
	m, faults, err := model.Parse("storms.yaml", text, model.Options{})
	require.NoError(t, err)
	require.Empty(t, faults)
	p, faults := compile.Compile(m, compile.Options{Evaluators: list})
	require.Zero(t, faults.Errors(), "%v", faults)
	return p
}

func begin(t testing.TB, text string, list ...program.Evaluator) *game.Game {
	g, err := game.New(bind(t, text, list...), game.Options{Record: true})
	require.NoError(t, err)
	return g
}

// variable reads a variable of a game as text.
func variable(g *game.Game, name string) string {
	for i := range g.Program().Vars {
		if v := &g.Program().Vars[i]; v.Name == name {
			return value.Repr(g.Env().Store, g.Env().State[v.Slot])
		}
	}
	return "?"
}

// take answers the current request with the option of a label.
func take(t testing.TB, g *game.Game, label string) {
	t.Helper()
	for i, o := range g.Request().Options {
		if o.Label == label {
			require.NoError(t, g.Answer(i))
			return
		}
	}
	require.Fail(t, "no option "+label, "%v at %s", g.Request().Options, g.Place())
}

func TestAnEvaluatorGivesAValueInsideTheMachine(t *testing.T) {
	var asked []string
	g := begin(t, storms, scorer(func(q *program.Asked) (program.Answer, error) {
		asked = append(asked, fmt.Sprintf("%s %s %s seat %d, %s, reads %s", q.Code, q.Kind, q.Place, q.Seat, value.Repr(q.Store, q.Args), value.Repr(q.Store, q.Reads)))
		return program.Answer{Value: plainOf(42)}, nil
	}))
	take(t, g, "count")
	require.Equal(t, game.Decision, g.Kind(), "%v", g.Err())
	require.Equal(t, "42", variable(g, "score"))
	require.Equal(t, []string{"scoring code action count seat 0, {'base': 2}, reads {'hp': 12}"}, asked)
	require.Equal(t, 1, g.Player())
}

func TestContentRunsInPlace(t *testing.T) {
	g := begin(t, storms, stormer(func(q *program.Asked) (program.Answer, error) {
		return ops(t, `
- {op: choose, options: [1, 2, 3], as: n}
- {op: add, var: "hp[1]", amount_x: -n}
- {op: draw, from: deck, to: "hand[actor]", as: drawn}
- {op: emit, event: gust, with_x: {power: n * strength}, impact: [{op: set, var: score, value_x: "len(hand[actor])"}]}
- {op: set, attr: n, of_x: card, value_x: "card['n'] + 1"}
- {op: roll, die: 6, as: d}
- {op: move, what_x: card, from: pile, to: "hand[1]"}
`)
	}))
	take(t, g, "blow")
	require.Equal(t, "action blow · storm", g.Place(), "%v", g.Err())
	require.Equal(t, 0, g.Player())
	take(t, g, "3")
	require.Equal(t, game.Chance, g.Kind())
	require.Equal(t, 3, g.Len())
	require.NoError(t, g.Answer(0))
	require.Equal(t, "action blow · storm", g.Place(), "%v", g.Err())
	require.Equal(t, "1", variable(g, "score"))
	require.Equal(t, "3", variable(g, "felt"))
	require.NoError(t, g.Answer(5))
	require.Equal(t, 1, g.Player(), "%v", g.Err())
	require.Equal(t, "[10, 7]", variable(g, "hp"))
	require.Equal(t, "2", variable(g, "wind"))
}

func TestAChanceIsAskedThroughTheGame(t *testing.T) {
	g := begin(t, storms, scorer(func(q *program.Asked) (program.Answer, error) {
		if n := len(q.Chance.Items()); n < 2 {
			return program.Answer{Form: program.GivesChance, Value: plainOf([]any{"low", n, nil}), Weights: []float64{0.5, 0.25, 0.25}}, nil
		}
		return program.Answer{Value: plainOf(value.Repr(nil, q.Chance))}, nil
	}))
	take(t, g, "count")
	require.Equal(t, game.Chance, g.Kind())
	require.Equal(t, "action count · scoring", g.Place())
	require.Equal(t, []float64{0.5, 0.25, 0.25}, g.Weights())
	take(t, g, "0")
	saved := g.Save()
	take(t, g, "low")
	require.Equal(t, `"[0, 'low']"`, variable(g, "score"))

	again, err := game.Restore(g.Program(), saved, game.Options{})
	require.NoError(t, err)
	require.Equal(t, saved, again.Save())
	take(t, again, "1")
	require.Equal(t, "'[0, 1]'", variable(again, "score"))
}

func TestSaveAndCloneInTheMidstOfForeignOps(t *testing.T) {
	g := begin(t, storms, stormer(func(q *program.Asked) (program.Answer, error) {
		return ops(t, fmt.Sprintf(`
- {op: modify, stat: gale, change_x: "value + %s", until: calm}
- {op: for_each, items: [1, 2], as: i, do: [{op: choose, options: [5, 6], as: fresh}, {op: set, var: score, value_x: "modified('gale', fresh)"}]}
`, value.Repr(nil, q.Args.Items()[1])))
	}))
	p := g.Program()
	take(t, g, "blow")
	for round := range 5 {
		for range 2 {
			saved := g.Save()
			again, err := game.Restore(p, saved, game.Options{Record: true})
			require.NoError(t, err)
			require.Equal(t, saved, again.Save())
			require.Equal(t, g.Position(nil), again.Position(nil))
			clone := g.Clone()
			take(t, g, "6")
			take(t, again, "6")
			take(t, clone, "6")
			require.Equal(t, g.Save(), again.Save())
			require.Equal(t, g.Save(), clone.Save())
		}
		require.Equal(t, game.Decision, g.Kind(), "%v", g.Err())
		total := 6
		for i := range round + 1 {
			total += i + 1
		}
		require.Equal(t, fmt.Sprint(total), variable(g, "score"))
		require.Same(t, p, g.Program())
		take(t, g, "blow")
	}
}

func TestWhatAnswersWronglyStopsTheGame(t *testing.T) {
	deep := any(1)
	for range 100 {
		deep = []any{deep}
	}
	chance := func(v value.Value, w ...float64) answering {
		return func(*program.Asked) (program.Answer, error) {
			return program.Answer{Form: program.GivesChance, Value: v, Weights: w}, nil
		}
	}
	gives := func(x any) answering {
		return func(*program.Asked) (program.Answer, error) { return program.Answer{Value: plainOf(x)}, nil }
	}
	for want, answer := range map[string]answering{
		"out of wind": func(*program.Asked) (program.Answer, error) { return program.Answer{}, errors.New("out of wind") },
		"it answers ops, and must answer a value or a chance": func(*program.Asked) (program.Answer, error) { return ops(t, "[]") },
		"it answers pick, and must answer a value or a chance": func(*program.Asked) (program.Answer, error) {
			return program.Answer{Form: program.GivesPick}, nil
		},
		"its answer is nested more than 64 deep":         gives(deep),
		"its answer has more than 100000 values":         gives(make([]any, 100_000)),
		"its answer has more than 4194304 bytes of text": gives(strings.Repeat("x", 4<<20+1)),
		"a chance without outcomes":                      chance(plainOf([]any{})),
		"probabilities add up to 0.900000, not 1":        chance(plainOf([]any{1, 2}), 0.5, 0.4),
		"the probability of 2 is no number from 0 to 1":  chance(plainOf([]any{1, 2}), 1.5, -0.5),
		"it asks more than 100 chances in one call":      chance(plainOf([]any{1}), 1),
		"its answer has a range, which is no plain value": func(*program.Asked) (program.Answer, error) {
			return program.Answer{Value: value.OfRange(0, 3, 1)}, nil
		},
		"its answer has a dict with a key that is no text: 1": func(*program.Asked) (program.Answer, error) { return program.Answer{Value: opsOf(t, "{1: 2}")}, nil },
		"its answer has a float that is no number":            func(*program.Asked) (program.Answer, error) { return program.Answer{Value: opsOf(t, ".nan")}, nil },
		"too many steps": func(*program.Asked) (program.Answer, error) { return program.Answer{Work: 100_000_000}, nil },
	} {
		g := begin(t, storms, scorer(answer))
		take(t, g, "count")
		for range 101 {
			if g.Kind() == game.Chance {
				require.NoError(t, g.Answer(0))
			}
		}
		prefix := "ExprError: action count: code 'scoring': "
		if want == "too many steps" {
			prefix = "ExprError: action count: "
		}
		require.EqualError(t, g.Err(), prefix+want)
	}
}

func TestForeignOpsAreHeldAgainstTheirBounds(t *testing.T) {
	for text, want := range map[string]string{
		"3":               "ops is a int, not a list",
		"[3]":             "ops[0] must be an op: a mapping with `op`, not a whole number",
		"[{op: explode}]": "unknown op 'explode'",
		"[{op: set, var: score, value: 1, by: 2}]":                                                   "unknown key 'by' at ops[0]",
		"[{op: set, var: score, value: 1}, {op: set, var: score, value_x: '1 +'}]":                   "ops[1]: expression '1 +': the expression ends too early",
		"[{op: set, var: score}]":                                                                    "ops[0]: field 'value' is missing",
		"[{op: add, var: score, amount: text}]":                                                      "ops[0]: field 'amount' is text without amount_x",
		"[{op: set, var: wind, value: 1}]":                                                           "ops[0]: it writes variable 'wind', which its manifest does not list",
		"[{op: set, var: nothing, value: 1}]":                                                        "ops[0]: variable 'nothing' not declared",
		"[{op: set, var: score, value_x: secret}]":                                                   "ops[0]: 'secret' reads 'secret', which its manifest does not list",
		"[{op: if, cond_x: felt > 1, then: []}]":                                                     "ops[0]: 'felt > 1' reads 'felt', which its manifest does not list",
		"[{op: repeat, n: 2, do: [{op: emit, event: x, impact: [{op: set, var: turn, value: 1}]}]}]": "ops[0]: it writes variable 'turn', which its manifest does not list",
		"[{op: draw, from_x: \"'deck'\", to_x: \"'ha' + 'nd[0]'\"}]":                                 "ops[0]: ''ha' + 'nd[0]'' may name any zone: write its name",
		"[{op: set, var: score, value_x: \"len(items_of('hand[1]'))\"}]":                             "ops[0]: 'len(items_of('hand[1]'))' may read any zone",
		"[{op: choose, options: [1, 2], as: x, actor_x: '1'}]":                                       "ops[0]: it asks '1': its manifest says decisions: self",
		"[{op: choose, options: [1, 2], as: x, actor_x: '1 - actor'}]":                               "ops[0]: it asks '1 - actor': its manifest says decisions: self",
		"[{op: choose, options: [1, 2], as: x, actors_x: players}]":                                  "ops[0]: it asks several players: its manifest does not say decisions: all",
		"[{op: let, name: actor, value: 1}]":                                                         "ops[0]: it gives the name 'actor' to something",
		"[{op: window, name: answer}]":                                                               "ops[0]: it opens a window, in which everybody may act: its manifest does not say decisions: all",
		"[{op: run, flow: side}]":                                                                    "ops[0]: it runs a flow: that takes a manifest with zones: ['*'], vars: ['*'] and decisions: all",
		"[{op: reset}]":                                                                              "ops[0]: it resets the game: that takes a manifest with zones: ['*'], vars: ['*'] and decisions: all",
		"[{op: exec, of_x: \"'x'\"}]":                                                                "ops[0]: it runs content: that takes a manifest with zones: ['*'], vars: ['*'] and decisions: all",
		"[{op: call, code: storm}]":                                                                  "ops[0]: it calls code 'storm': that takes a manifest with zones: ['*'], vars: ['*'] and decisions: all",
		"[{op: window, name: never}]":                                                                "ops[0]: window 'never' is not in priority.windows",
		"[{op: modify, stat: x, change: more}]":                                                      "ops[0]: field 'change' is text without change_x",
	} {
		g := begin(t, storms, stormer(func(*program.Asked) (program.Answer, error) { return ops(t, text) }))
		before := variable(g, "score")
		take(t, g, "blow")
		require.Equal(t, game.Stopped, g.Kind(), "%s", text)
		require.Equal(t, "ExprError", g.Err().Kind)
		require.True(t, strings.HasPrefix(g.Err().Message, "action blow: code 'storm': "+want), "%s\n%s", text, g.Err().Message)
		require.Equal(t, before, variable(g, "score"), "something was done of %s", text)
		require.Equal(t, 15, g.Err().Pos.Line)
	}
}

func TestForeignOpsMayNotTouchWhatLiesElsewhere(t *testing.T) {
	for text, want := range map[string]string{
		"[{op: set, attr: n, of_x: card, value: 2}]":  "",
		"[{op: add, attr: n, of_x: card, amount: 2}]": "",
		"[{op: reveal, what_x: card}]":                "",
		"[{op: place, what_x: card, at: 3}]":          "",
	} {
		e := stormer(func(*program.Asked) (program.Answer, error) { return ops(t, text) })
		g := begin(t, storms, e)
		take(t, g, "blow")
		require.Nil(t, g.Err(), want)
		e.Zones = []string{"hand"}
		g = begin(t, storms, e)
		take(t, g, "blow")
		require.EqualError(t, g.Err(), "ExprError: action blow · storm: code 'storm': 'p' lies in zone 'pile', which its manifest does not list", text)
	}
}

func TestTheHostMayFailInTheMidst(t *testing.T) {
	fails := true
	g := begin(t, storms, scorer(func(*program.Asked) (program.Answer, error) {
		if fails {
			return program.Answer{}, fmt.Errorf("module x: %w", &program.HostFault{Err: errors.New("a call took too long")})
		}
		return program.Answer{Value: plainOf(1)}, nil
	}))
	before := g.Clone()
	err := g.Answer(0)
	var host *program.HostFault
	require.ErrorAs(t, err, &host)
	require.Equal(t, game.Stopped, g.Kind())
	require.Equal(t, "host", g.Err().Kind)
	fails = false
	require.NoError(t, before.Answer(0))
	require.Equal(t, game.Decision, before.Kind())
}

func TestEvaluatorsAreAPartOfTheRules(t *testing.T) {
	none := bind(t, storms)
	answer := func(*program.Asked) (program.Answer, error) { return program.Answer{}, nil }
	one, other := scorer(answer), scorer(answer)
	other.Hash = [32]byte{9}
	a, b := bind(t, storms, one), bind(t, storms, other)
	require.NotEqual(t, none.Hash, a.Hash)
	require.NotEqual(t, a.Hash, b.Hash)
	g, err := game.New(a, game.Options{})
	require.NoError(t, err)
	_, err = game.Restore(b, g.Save(), game.Options{})
	require.ErrorIs(t, err, game.ErrSaveModel)
	require.Equal(t, bind(t, storms, one, stormer(answer)).Hash, bind(t, storms, stormer(answer), one).Hash)
}

func TestWhatAnEvaluatorNamesMustBeThere(t *testing.T) {
	m, _, err := model.Parse("storms.yaml", storms, model.Options{})
	require.NoError(t, err)
	for want, e := range map[string]program.Evaluator{
		"evaluator 'storm' is of kind code, the code of the model of kind 'content'": {Name: "storm", Kind: program.CodeKind},
		"evaluator 'strom' answers for no code of the model":                         {Name: "strom", Kind: program.CodeKind},
		"evaluator 'storm' reads 'winds', which the model does not have":             {Name: "storm", Kind: program.ContentKind, Reads: []program.Read{{Name: "w", X: "winds"}}},
		"expression 'wind +': the expression ends too early":                         {Name: "storm", Kind: program.ContentKind, Reads: []program.Read{{Name: "w", X: "wind +"}}},
		"evaluator 'storm': zone 'dick' not declared":                                {Name: "storm", Kind: program.ContentKind, Zones: []string{"dick"}},
		"evaluator 'storm': variable 'winds' not declared":                           {Name: "storm", Kind: program.ContentKind, Vars: []string{"winds"}},
	} {
		_, faults := compile.Compile(m, compile.Options{Evaluators: []program.Evaluator{e}})
		require.Len(t, faults, 1, want)
		require.True(t, strings.HasPrefix(faults[0].Text, want), faults[0].Text)
	}
}

// stormy gives a game in the midst of ops from outside, with one of their modifiers.
func stormy(t testing.TB) *game.Game {
	e := stormer(func(q *program.Asked) (program.Answer, error) {
		return ops(t, `[{op: modify, stat: gale, change_x: value + 1, until: calm}, {op: emit, event: gust, with_x: {power: "1"}, impact: [{op: choose, options: [5, 6], as: m}, {op: roll, die: 3, as: d}]}]`)
	})
	g := begin(t, storms, e, scorer(func(*program.Asked) (program.Answer, error) {
		return program.Answer{Form: program.GivesChance, Value: plainOf([]any{1, 2}), Weights: []float64{0.5, 0.5}}, nil
	}))
	take(t, g, "blow")
	take(t, g, "5")
	take(t, g, "2")
	take(t, g, "blow")
	require.Equal(t, "action blow · storm · gust", g.Place(), "%v", g.Err())
	return g
}

// A save may be altered wherever it is: it is refused, or is a game that asks, ends or stops.
func TestForgedSavesInTheMidstOfForeignOps(t *testing.T) {
	g := stormy(t)
	chance := g.Clone()
	take(t, chance, "6")
	take(t, chance, "1")
	take(t, chance, "count")
	require.Equal(t, game.Chance, chance.Kind())
	for _, g := range []*game.Game{g, chance} {
		save := g.Save()
		inside := save[game.SaveHead : len(save)-game.SaveTail]
		for at := range inside {
			for _, b := range []byte{0, 1, 2, 5, 0x7f, 0xff, inside[at] + 1, inside[at] - 1, inside[at] + 2, inside[at] - 2} {
				forged := append([]byte(nil), inside...)
				forged[at] = b
				if used := tryForged(t, g.Program(), forged); used != nil && used.Err() != nil && used.Err().Kind == "internal" {
					t.Fatalf("a forged save brings about a fault of the engine: %s\n%s", used.Err().Message, used.Err().Stack)
				}
			}
		}
	}
}

func FuzzForgedForeignOps(f *testing.F) {
	g := stormy(f)
	save := g.Save()
	f.Add(save[game.SaveHead : len(save)-game.SaveTail])
	p := g.Program()
	f.Fuzz(func(t *testing.T, inside []byte) { tryForged(t, p, inside) })
}

// Ops that are in a save are held against the bounds of their code again.
func TestOpsInASaveAreChecked(t *testing.T) {
	loose := stormer(func(*program.Asked) (program.Answer, error) {
		return ops(t, "[{op: choose, options: [1, 2], as: x}, {op: set, var: wind, value: 9}]")
	})
	strict := loose
	loose.Vars = []string{"wind"}
	g := begin(t, storms, loose)
	take(t, g, "blow")
	save := g.Save()
	p := bind(t, storms, strict)
	p.Hash = g.Program().Hash // as one who forges it would have it
	_, err := game.Restore(p, save, game.Options{})
	require.ErrorIs(t, err, game.ErrSaveDamaged)
	require.ErrorContains(t, err, "ops from outside: ops[1]: it writes variable 'wind', which its manifest does not list")
}
