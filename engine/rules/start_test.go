package rules_test

import (
	"testing"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// idle is a model that only starts.
func idle(sections ...string) string {
	return "flow: {kind: sequence, id: main, children: []}\n" + indentAll(sections)
}

func indentAll(sections []string) string {
	out := ""
	for _, s := range sections {
		out += indent(0, s)
	}
	return out
}

func TestConstantsAreAsWritten(t *testing.T) {
	p := play(t, idle(`
		constants: {n: 3, big: 123456789012345678901234567890, f: 2.50, yes: true, text: "1 + 1", none: null, list: [1, {a: b}]}
	`))
	p.is("[n, big, f, yes, text, none, list]", "[3, 123456789012345678901234567890, 2.5, True, '1 + 1', None, [1, {'a': 'b'}]]")
}

func TestAConstantCanBeReplacedWhenTheModelIsCompiled(t *testing.T) {
	m, _, err := model.Parse("model.yaml", idle(`
		constants: {n: 3}
		state: {vars: {x: {init_x: "n * 2"}}}
	`), model.Options{})
	if err != nil {
		t.Fatal(err)
	}
	prog, found := compile.Compile(m, compile.Options{Set: map[string]value.Value{"n": value.OfInt(5)}})
	if found.Errors() > 0 {
		t.Fatal(found)
	}
	sit(t, prog, game.Options{}).is("x", "10")
}

func TestVariablesStartInOrderOfDeclaration(t *testing.T) {
	play(t, idle(`
		state:
		  vars:
		    a: {init: 2}
		    b: {init_x: "a + 1"}
		    c: {init_x: "[a, b]"}
	`)).is("[a, b, c]", "[2, 3, [2, 3]]")
}

func TestTrapInitSeesOnlyEarlierVariables(t *testing.T) {
	faulty(t, idle(`
		state: {vars: {a: {init_x: "b + 1"}, b: {init: 1}}}
	`)).stops("ExprError: error evaluating 'b + 1': NameError: name 'b' is not defined")
	faulty(t, idle(`
		state: {vars: {a: {init_x: "a"}}}
	`)).stops("ExprError: error evaluating 'a': NameError: name 'a' is not defined")
	faulty(t, idle(`
		functions: {peek: {params: [], x: b}}
		state: {vars: {a: {init_x: "peek()"}, b: {init: 1}}}
	`)).stops("ExprError: error evaluating 'peek()': NameError: name 'b' is not defined")
}

func TestInitSeesNoZoneAndNoDerivedValue(t *testing.T) {
	faulty(t, idle(`
		state: {vars: {a: {init_x: "len(deck)"}}, zones: {deck: {}}}
	`)).stops("ExprError: error evaluating 'len(deck)': NameError: name 'deck' is not defined")
	faulty(t, idle(`
		derived: {d: "1"}
		state: {vars: {a: {init_x: "d"}}}
	`)).stops("ExprError: error evaluating 'd': NameError: name 'd' is not defined")
}

func TestInitReadsConstantsContentPlayersAndFunctions(t *testing.T) {
	play(t, idle(`
		num_players: 3
		constants: {base: 10}
		content: {cards: [{id: a, cost: 4}]}
		boards: {row: {kind: track, length: 5}}
		functions: {twice: {params: [n], x: "2 * n"}}
		state:
		  vars:
		    x: {init_x: "[base, content['cards'][0]['cost'], players, n_players, twice(base), len(cells('row'))]"}
	`)).is("x", "[10, 4, [0, 1, 2], 3, 20, 5]")
}

func TestInitIsCopiedAsItIs(t *testing.T) {
	play(t, idle(`
		state: {vars: {a: {init: null}, b: {init: "1 + 1"}, c: {init: [1, two]}, d: {init: {k: v}}, e: {}}}
	`)).is("[a, b, c, d, e]", "[None, '1 + 1', [1, 'two'], {'k': 'v'}, None]")
}

func TestTrapPlayerScopeRepeatsAScalarAndTakesAList(t *testing.T) {
	play(t, idle(`
		num_players: 3
		state:
		  vars:
		    gold: {init: 5, scope: player}
		    seat: {init: [a, b, c], scope: player}
		    made: {init_x: "[10 * p for p in players]", scope: player}
		    same: {init_x: "7", scope: player}
		    name: {init: abc, scope: player}
		    pair: {init_x: "(1, 2)", scope: player}
	`)).is("[gold, seat, made, same, name]", "[[5, 5, 5], ['a', 'b', 'c'], [0, 10, 20], [7, 7, 7], ['abc', 'abc', 'abc']]").
		is("pair", "[(1, 2), (1, 2), (1, 2)]")
}

func TestPlayerScopeNeedsAValuePerPlayer(t *testing.T) {
	play(t, idle(`
		state: {vars: {gold: {init: [1, 2, 3], scope: player}}}
	`)).stops("ExprError: variable 'gold': init gives 3 values for 2 players")
}

func TestWhatAScalarRepeatsIsEachPlayersOwn(t *testing.T) {
	play(t, turn(`
		- {op: set, var: "bag[0]['n']", value: 9}
		- {op: set, var: "made[1]['n']", value: 8}
	`, `
		state: {vars: {bag: {init: {n: 1}, scope: player}, made: {init_x: "{'n': n_players}", scope: player}}}
	`)).is("[bag, made]", "[[{'n': 9}, {'n': 1}], [{'n': 2}, {'n': 8}]]")
}

func TestZonesReadEveryVariable(t *testing.T) {
	play(t, idle(`
		state:
		  zones: {deck: {init_x: "[n] * later"}}
		  vars: {n: {init: 4}, later: {init: 2}}
	`)).is("deck", "[4, 4]")
}

func TestAZoneSeesNoDerivedValueAndNoZoneAtTheStart(t *testing.T) {
	faulty(t, idle(`
		state: {zones: {a: {}, b: {init_x: a}}}
	`)).stops("ExprError: error evaluating 'a': NameError: name 'a' is not defined")
}

func TestZoneOfEachPlayerTakesAListOfLists(t *testing.T) {
	play(t, idle(`
		state: {zones: {hand: {owner: player, init_x: "[[p, p] for p in players]"}, empty: {owner: player}, none: {}}}
	`)).is("[hand, empty, none]", "[[[0, 0], [1, 1]], [[], []], []]")
	play(t, idle(`
		state: {zones: {hand: {owner: player, init_x: "[[1]]"}}}
	`)).stops("ExprError: zone 'hand': init_x gives 1 lists for 2 players")
	play(t, idle(`
		state: {zones: {hand: {init_x: "5"}}}
	`)).stops("ExprError: zone 'hand': init_x gives 5, not a list")
}

func TestDictsInTheFirstContentsBecomeInstances(t *testing.T) {
	p := play(t, idle(`
		content: {cards: [{id: ace}]}
		state:
		  zones:
		    deck: {init_x: "content['cards'] * 2 + [{'id': 'own'}, 'text', 3]"}
		    hand: {owner: player, init_x: "[[{'id': 'a'}], [{'id': 'b'}]]"}
	`))
	p.is("[x['uid'] for x in deck if isinstance(x, dict)] + [h[0]['uid'] for h in hand]", "[1, 2, 3, 4, 5]")
	p.is("deck[3:]", "['text', 3]").is("deck[0] == deck[1]", "False").is("deck[0]['id'] == deck[1]['id']", "True")
}

func TestNumPlayersIsACountOrARange(t *testing.T) {
	prog, _ := build(t, idle(`num_players: {min: 2, max: 4, default: 3}`))
	if n := sit(t, prog, game.Options{}).is("n_players", "3").g.Players(); n != 3 {
		t.Fatalf("%d players", n)
	}
	sit(t, prog, game.Options{Players: 4}).is("players", "[0, 1, 2, 3]")
	for _, n := range []int{1, 5, -1} {
		if _, err := game.New(prog, game.Options{Players: n}); err == nil {
			t.Fatalf("%d players were let in", n)
		}
	}
}

func TestMinAndMaxHoldAtTheStart(t *testing.T) {
	play(t, idle(`
		state: {vars: {n: {init: 11, max: 10}}}
	`)).stops("ExprError: variable 'n': 11 is above its max 10")
}

func TestAModelIsCompetitiveUnlessItSaysOtherwise(t *testing.T) {
	play(t, turn(`- {op: let, name: x, value: 1}`, `
		end: [{id: won, if_x: "True", result: win, who_x: "1"}]
	`)).ends("won", -1, 1)
}
