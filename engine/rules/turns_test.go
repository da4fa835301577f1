package rules_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
	turns "github.com/astragal-engine/astragal/engine/turn"
)

// sides is a game of two unlike sides; sections of turns, of the model and nodes of the phases follow.
func sides(profile string, phases string, more ...string) string {
	return `
state: {vars: {n: {init: 0}, seen: {init: []}, points: {init: 0, scope: player}, gone: {init: []}}}
turns:
  sides: {corp: {phases: [draw, action, discard]}, runner: {phases: [action, discard]}}
  seats: [corp, runner]
  scores: [points]
` + indent(2, profile) + `
flow:
  kind: turns
  id: game
  until_x: "turn is not None and turn['id'] == 2"
  phases:
` + indent(4, phases) + `
actions:
  note: {effect: [{op: set, var: seen, value_x: "seen + [(turn['id'], turn['phase'], turn['formal_begun'])]"}]}
  go: {effect: [{op: add, var: n, amount: 1}]}
  stay: {}
` + indentAll(more)
}

func TestTurnsGoThroughThePhasesOfTheirOwners(t *testing.T) {
	note := "[{kind: step, do: [note]}]"
	play(t, sides(``, `
		draw: `+note+`
		action: `+note+`
		discard: `+note)).
		is("seen", "[(1, 'draw', True), (1, 'action', True), (1, 'discard', True), (2, 'action', True), (2, 'discard', True)]").
		events("turn_begins", "turn_ends", "turn_begins", "turn_ends").is("turn", "None").over()
}

func TestTheOpeningIsBeforeTheFormalBeginAndCountsGrowAtIt(t *testing.T) {
	p := play(t, sides("opening: [{kind: step, id: open, actor_x: \"turn['owner']\", do: [go, stay]}]", `
		draw: []
		action: [{kind: step, id: act, actor_x: "turn['owner']", do: [go, stay]}]
		discard: []
	`))
	p.asks(0, "step open", "go", "stay").is("turn['begun_counts']", "[0, 0]").is("turn['formal_begun']", "False").is("turn['phase']", "'draw'").events()
	p.answer("go").asks(0, "step act", "go", "stay").is("turn['begun_counts']", "[1, 0]").is("turn['formal_begun']", "True").events("turn_begins")
	p.answer("go").asks(1, "step open", "go", "stay").is("turn", "{'owner': 1, 'side': 'runner', 'phase': 'action', 'id': 2, 'formal_begun': False, 'formal_ended': False, 'end_reactions_done': False, 'begun_counts': [1, 0]}")
	p.events("turn_ends").answer("go", "go").over()
}

func TestAFormalEndHasReactionsBeforeTheHandOff(t *testing.T) {
	p := play(t, sides("begin_event: dawn\nend_event: dusk", `{draw: [], action: [], discard: []}`, `
		triggers: [{id: late, event: dusk, optional: true, controller_x: "1 - turn['owner']", do: [{op: add, var: n, amount: 1}]}]
	`))
	p.asks(1, "trigger late", "use", "skip").is("turn['formal_ended']", "True").is("turn['end_reactions_done']", "False").is("turn['owner']", "0")
	p.answer("use").asks(0, "trigger late", "use", "skip").is("turn['owner']", "1").events("dawn", "dusk", "dawn", "dusk").answer("skip").over()
}

func TestWhoFollowsMayBeComputed(t *testing.T) {
	p := play(t, sides("first_seat_x: '1'\nnext_seat_x: \"turn['owner']\"", `
		draw: []
		action: [{kind: step, id: act, actor_x: "turn['owner']", do: [go, stay]}]
		discard: []
	`))
	p.asks(1, "step act", "go", "stay").answer("go").asks(1, "step act", "go", "stay").is("turn['begun_counts']", "[0, 2]")
	phases := `{draw: [], action: [{kind: step, id: act, actor_x: "0", do: [go, stay]}], discard: []}`
	play(t, sides(`first_seat_x: "2"`, phases)).stops("ExprError: flow game: first_seat_x gives 2, which is no player (0 to 1)")
	play(t, sides(`next_seat_x: "eliminated"`, phases)).answer("go").stops("ExprError: flow game: next_seat_x gives [], which is no player (0 to 1)")
	play(t, sides(`next_seat_x: "1"`, phases, `end: [{id: out, if_x: "n > 0", result: eliminate, who_x: "1"}]`)).answer("go").
		stops("ExprError: flow game: next_seat_x gives player 1, who is eliminated")
}

// trade is a game in which an action has a cost of one coin and both may react to it.
func trade(profile string, more ...string) string {
	return `
state: {vars: {coins: {init: 3, scope: player}, points: {init: 0, scope: player}, n: {init: 0}}}
priority: {windows: {paid: {allows: [answer]}, any: {allows: [answer]}}}
turns:
  sides: {player: {phases: [main]}}
  scores: [points]
  cost_window: paid
  checkpoint: [{id: three, if_x: "max(points) >= 3", who_x: "[p for p in players if points[p] >= 3]"}]
` + indent(2, profile) + `
actions:
  free: {effect: [{op: add, var: n, amount: 100}]}
  buy: {cost: [{op: add, var: "coins[actor]", amount: -1}], effect: [{op: add, var: n, amount: 1}]}
  sell: {cost: [{op: add, var: "points[actor]", amount: 3}], effect: [{op: add, var: n, amount: 1000}]}
  earn: {effect: [{op: add, var: "points[actor]", amount: 3}, {op: add, var: n, amount: 1}]}
  both: {effect: [{op: set, var: points, value_x: "[3, 3]"}]}
  open: {effect: [{op: window, name: any}]}
  pay: {speed: answer, pre_x: "coins[actor] > 0", cost: [{op: add, var: "coins[actor]", amount: -1}], effect: [{op: add, var: n, amount: 10}]}
flow: {kind: turns, id: game, phases: {main: [{kind: step, id: act, actor_x: "turn['owner']", do: [free, buy, sell, earn, both, open]}]}}
` + indentAll(more)
}

var acts = []string{"free", "buy", "sell", "earn", "both", "open"}

func TestReactionsToACostComeBeforeTheEffect(t *testing.T) {
	p := play(t, trade("")).asks(0, "step act", acts...).answer("buy").asks(0, "window paid", "pay", "pass").is("coins[0]", "2").is("n", "0")
	p.answer("pay").asks(1, "window paid", "pay", "pass").is("n", "10").answer("pass").asks(0, "window paid", "pay", "pass").answer("pass")
	p.asks(1, "step act", acts...).is("n", "11")
	play(t, trade("")).answer("free").asks(1, "step act", acts...).is("n", "100")
}

func TestWhatReactsToACostOpensNoOtherWindow(t *testing.T) {
	play(t, trade("")).answer("buy", "pay").asks(1, "window paid", "pay", "pass").is("coins[0]", "1").answer("pay").asks(0, "window paid", "pay", "pass").is("n", "20")
	play(t, trade("")).answer("open", "pay").asks(0, "window paid", "pay", "pass").is("n", "0").answer("pass").asks(1, "window paid", "pay", "pass").
		answer("pass").asks(1, "window any", "pay", "pass").is("n", "10")
}

func TestNoEffectAfterAnEndAtTheCostCheckpoint(t *testing.T) {
	p := play(t, trade("", `end: [{id: never, if_x: "max(points) >= 3", result: draw}]`)).answer("sell")
	p.ends("three", 1, -1).is("n", "0")
}

func TestACheckpointIsEvaluatedWhenTheActionIsComplete(t *testing.T) {
	play(t, trade("")).answer("earn").ends("three", 1, -1).is("n", "1")
	play(t, trade("")).answer("both").ends("three", 0, 0)
}

func TestEndAddsWhoHasWonAtTheSameMoment(t *testing.T) {
	rival := `end: [{id: other, if_x: "n == 1", result: win, who_x: "1"}, {id: out, if_x: "n == 2", result: score, returns_x: "[5, 5]"}]`
	play(t, trade("", rival)).answer("earn").ends("three", 0, 0)
	play(t, trade("", rival)).answer("buy", "pass", "pass").ends("other", -1, 1)
	play(t, trade("", `end: [{id: lost, if_x: "n == 1", result: loss, who_x: "0"}]`)).answer("earn").ends("three", 0, 0)
	play(t, trade("", `end: [{id: mine, if_x: "n == 1", result: win, who_x: "0"}]`)).answer("earn").ends("three", 1, -1)
}

// A game of one team is no draw when all of it have won, at a checkpoint or by an end condition, and its trace says so.
func TestInACooperativeGameEverybodyWins(t *testing.T) {
	play(t, "mode: cooperative"+trade("")).answer("both").ends("three", 1, 1)
	for result, pays := range map[string]float64{"win": 1, "loss": -1, "winners, who_x: players": 1} {
		p, _ := build(t, "mode: cooperative"+trade("", `end: [{id: done, if_x: "n > 0", result: `+result+`}]`))
		var last turns.Line
		g, err := game.New(p, game.Options{Turns: func(l turns.Line) { last = l }})
		require.NoError(t, err)
		require.NoError(t, g.Answer(0)) // free
		require.Equal(t, []float64{pays, pays}, g.Payoffs(), result)
		require.Equal(t, map[float64]string{1: "won", -1: "nobody"}[pays], last.After.Outcome.Kind, result)
	}
}

func TestAWriteToOtherVariablesMakesNoCheckpointDue(t *testing.T) {
	p := play(t, strings.Replace(trade(""), `if_x: "max(points) >= 3"`, `if_x: "n >= 100"`, 1)).answer("free").asks(1, "step act", acts...)
	p.answer("earn").ends("three", -1, 1)
}

func TestTheOwnerHasFirstPriority(t *testing.T) {
	p := play(t, trade("first_seat_x: \"1\"")).answer("open").asks(1, "window any", "pay", "pass")
	p.answer("pass", "pass").asks(0, "step act", acts...).answer("open").asks(0, "window any", "pay", "pass")
	play(t, strings.Replace(trade(""), "{windows:", "{protocol: {first_x: \"1 - turn['owner']\"}, windows:", 1)).answer("open").asks(1, "window any", "pay", "pass")
	aside := strings.Replace(trade(""), "actor_x: \"turn['owner']\"", "actor_x: \"1 - turn['owner']\"", 1)
	play(t, aside).asks(1, "step act", acts...).answer("open").asks(0, "window any", "pay", "pass")
}

// three is a game of three in which life can be lost.
func three(phases string, more ...string) string {
	return `
num_players: 3
state: {vars: {life: {init: 1, scope: player}, n: {init: 0}}}
priority: {windows: {w: {allows: [fast]}}}
turns:
  sides: {player: {phases: [main, rest]}}
  opening: [{kind: step, id: open, actor_x: "turn['owner']", do: [wait, die]}]
flow: {kind: turns, id: game, phases: ` + phases + `}
actions:
  wait: {}
  die: {effect: [{op: set, var: "life[actor]", value: 0}]}
  duel: {effect: [{op: window, name: w}, {op: add, var: n, amount: 100}]}
  slay: {speed: fast, pre_x: "life[turn['owner']] > 0", effect: [{op: set, var: "life[turn['owner']]", value: 0}]}
  late: {effect: [{op: add, var: n, amount: 1}]}
  anew: {effect: [{op: reset}]}
triggers: [{id: wake, event: turn_ends, do: [{op: add, var: n, amount: 10}]}]
end: [{id: dead, if_x: "0 in life", result: eliminate, who_x: "[p for p in players if life[p] == 0]"}]
` + indentAll(more)
}

func TestTheOwnerIsEliminatedInMidTurn(t *testing.T) {
	p := play(t, three(`{main: [{kind: step, id: act, actor_x: "turn['owner']", do: [duel]}], rest: [{kind: step, id: rest, actor_x: "turn['owner']", do: [late]}]}`))
	p.asks(0, "step open", "wait", "die").answer("wait").asks(0, "window w", "slay", "pass").answer("pass").asks(1, "window w", "slay", "pass").answer("slay")
	p.asks(1, "step open", "wait", "die").is("n", "10").is("eliminated", "[0]").is("turn['begun_counts']", "[1, 0, 0]").is("turn['id']", "2")
	p.answer("die").asks(2, "step open", "wait", "die").is("turn['begun_counts']", "[1, 1, 0]").is("n", "20")
	p.answer("die").over().is("turn", "None").is("n", "30")
}

func TestEliminatedSeatsAreNotFollowed(t *testing.T) {
	p := play(t, three(`{main: [], rest: [{kind: step, id: rest, actor_x: "2 - turn['owner']", do: [die, wait]}]}`))
	p.answer("wait", "die").is("eliminated", "[2]").answer("wait", "wait").asks(0, "step open", "wait", "die").is("turn['id']", "3")
}

func TestAFlowThatEndsTakesItsTurnsWithIt(t *testing.T) {
	p := play(t, `
state: {vars: {n: {init: 0}}}
turns: {sides: {player: {phases: [main]}}}
actions: {go: {effect: [{op: add, var: n, amount: 1}]}, stay: {}, look: {effect: [{op: set, var: n, value: 0}]}}
flow: {kind: sequence, id: all, children: [{kind: step, id: before, actor_x: "0", do: [look, stay]}, {kind: subflow, ref: part}, {kind: step, id: between, actor_x: "0", do: [look, stay]}, {kind: subflow, ref: part}]}
flows: {part: {kind: turns, id: t, phases: {main: [{kind: step, id: act, actor_x: "turn['owner']", do: [go, stay]}]}}}
end: [{id: cut, if_x: "n == 2", scope: part, result: win}]
`)
	p.is("turn", "None").answer("stay", "go").asks(1, "step act", "go", "stay").answer("go").asks(0, "step between", "look", "stay").is("turn", "None")
	p.answer("look").asks(0, "step act", "go", "stay").is("turn['id']", "1").is("turn['begun_counts']", "[1, 0]")
}

func TestActionsOnAStackWaitTheirTurn(t *testing.T) {
	p := play(t, `
state: {vars: {n: {init: 0}, points: {init: 0}}}
priority: {windows: {w: {allows: [fast], resolution: lifo_stack}}}
turns: {sides: {player: {phases: [main]}}, scores: [points], checkpoint: [{id: won, if_x: "points == 2", who_x: "turn['owner']"}]}
actions:
  open: {effect: [{op: window, name: w}, {op: add, var: n, amount: 100}]}
  bolt: {speed: fast, pre_x: "len(stack) < 3", effect: [{op: add, var: points, amount: 1}]}
  counter: {speed: fast, pre_x: "len(stack) > 0", cost: [{op: let, name: it, value_x: "len(stack) - 1"}], effect: [{op: cancel, target_x: it}]}
flow: {kind: turns, id: t, phases: {main: [{kind: step, id: s, actor_x: "turn['owner']", do: [open]}]}}
`)
	p.answer("bolt", "counter", "pass", "pass").asks(0, "window w", "bolt", "counter", "pass").answer("pass", "pass").asks(0, "window w", "bolt", "pass").is("points", "0")
	p.answer("bolt", "pass", "pass").is("points", "1").answer("bolt", "pass", "pass").ends("won", 1, -1).is("n", "0")
}

func TestResetInsideATurnBringsBackWhoWasOut(t *testing.T) {
	p := play(t, three(`{main: [{kind: step, id: act, actor_x: "turn['owner']", do: [wait, anew]}], rest: []}`))
	p.answer("die", "wait").asks(1, "step act", "wait", "anew").is("eliminated", "[0]").answer("anew").is("eliminated", "[]").is("turn['id']", "3")
	p.answer("wait", "wait").asks(0, "step open", "wait", "die")
}

func TestTurnsCannotBeTakenInsideATurn(t *testing.T) {
	play(t, `
turns: {sides: {player: {phases: [main]}}}
actions: {go: {effect: [{op: run, flow: f}]}}
flow: {kind: subflow, id: s, ref: f}
flows: {f: {kind: turns, id: t, phases: {main: [{kind: step, do: [go]}]}}}
`).stops("ExprError: flow t: turns are being taken already")
}

func TestTurnsThatNeverEndStopAfterTenThousand(t *testing.T) {
	play(t, `
state: {vars: {n: {init: 0}}}
turns: {sides: {player: {phases: [main]}}}
actions: {go: {effect: [{op: add, var: n, amount: 1}]}}
flow: {kind: turns, id: t, phases: {main: [{kind: step, id: s, do: [go]}]}}
`).stops("ExprError: flow t: turns do not end").is("n", "10000")
}

func TestGapsOfAProfileStopTheGameWhereTheyAreReached(t *testing.T) {
	faulty(t, `
flow: {kind: turns, id: t, phases: {main: []}}
`).stops("NotExecutable: flow t: the model has no section turns")
	faulty(t, `
turns: {sides: {a: {phases: []}}}
flow: {kind: turns, id: t, phases: {main: []}}
`).stops("NotExecutable: flow t: side 'a' has no phases")
	faulty(t, `
turns: {sides: {a: {phases: [main]}}, first_seat: the youngest}
flow: {kind: turns, id: t, phases: {main: []}}
`).stops("NotExecutable: turns: field 'first_seat' is text without first_seat_x")
	for field, want := range map[string]string{
		`{id: c, who_x: "0"}`:                  "NotExecutable: checkpoint c: if_x is missing",
		`{if_x: "True"}`:                       "NotExecutable: checkpoint 1: who_x is missing",
		`{if: now, who_x: "0"}`:                "NotExecutable: checkpoint 1: if is text without if_x",
		`{id: c, if_x: "True", who_x: "[7]"}`:  "ExprError: checkpoint c: who_x gives 7, which is no player (0 to 1)",
		`{id: c, if_x: "True", who_x: "None"}`: "ExprError: checkpoint c: who_x gives None, not a player or a list of players",
	} {
		faulty(t, `
state: {vars: {points: {init: 0}}}
turns: {sides: {a: {phases: [main]}}, scores: [points], checkpoint: [`+field+`]}
actions: {go: {effect: [{op: set, var: points, value: 1}]}}
flow: {kind: turns, id: t, phases: {main: [{kind: step, id: s, do: [go]}]}}
`).stops(want)
	}
}

func TestALineForEveryRelation(t *testing.T) {
	p, _ := build(t, trade(""))
	var got []string
	g, err := game.New(p, game.Options{Turns: func(l turns.Line) { got = append(got, l.Relation) }})
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{1, 1, 1, 3} { // buy, pass, pass, earn
		if err := g.Answer(i); err != nil {
			t.Fatal(err)
		}
	}
	want := "Open FormalBegin Declare PayCosts CostCheckpoint CostReactionsDone Resolve Complete FormalEnd EndReactionsDone Handoff " +
		"FormalBegin Declare PayCosts CostCheckpoint CostReactionsDone Due Resolve Resolve Complete Ready Evaluate"
	if strings.Join(got, " ") != want {
		t.Fatalf("got %s\nwant %s", strings.Join(got, " "), want)
	}
}

func TestTurnsThatGoRoundForNothingEndAtOnce(t *testing.T) {
	p := play(t, `
state: {vars: {n: {init: 0}}}
turns: {sides: {player: {phases: [main]}}}
actions: {go: {effect: [{op: set, var: n, value_x: "(n + 1) % 3"}]}}
flow: {kind: turns, id: t, phases: {main: [{kind: step, id: s, do: [go]}]}}
`).stops("ExprError: flow t: turns do not end")
	if c := p.g.Err().CannotEnd; c == nil || c.Rounds != 6 {
		t.Fatalf("want a cycle of 6 rounds, got %v", c)
	}
	p = play(t, `
state: {vars: {n: {init: 0}}}
turns: {sides: {player: {phases: [main]}}}
flow: {kind: turns, id: t, until_x: "turn is not None and turn['id'] > 500", phases: {main: []}}
`).over()
}

// relations are what has been told of a game.
func relations(lines []turns.Line) string {
	var names []string
	for _, l := range lines {
		names = append(names, l.Relation)
	}
	return strings.Join(names, " ")
}

// A game that is restored, cloned, or made of a position in the middle of a turn is held against the relations from there:
// what it tells is an excerpt that the checker takes, and the end of what the game tells that went straight on.
func TestAGameIsHeldFromItsMiddleOn(t *testing.T) {
	p, _ := build(t, trade(""))
	var straight []turns.Line
	g, err := game.New(p, game.Options{Turns: func(l turns.Line) { straight = append(straight, l) }})
	require.NoError(t, err)
	play := func(g *game.Game, answers ...int) {
		for _, i := range answers {
			require.NoError(t, g.Answer(i))
		}
	}
	play(g, 5, 0) // open, pay: a window for reactions is open, within a window, within an action
	told := len(straight)
	save, position, clone := g.Save(), g.Position(nil), g.Clone()
	rest := []int{1, 1, 1, 1, 3}
	play(g, rest...)
	require.Equal(t, game.End, g.Kind())
	for name, begin := range map[string]func(func(turns.Line)) (*game.Game, error){
		"restored": func(tell func(turns.Line)) (*game.Game, error) {
			return game.Restore(p, save, game.Options{Turns: tell})
		},
		"at its position": func(tell func(turns.Line)) (*game.Game, error) {
			return game.At(p, position, game.Options{Turns: tell})
		},
		"cloned": func(tell func(turns.Line)) (*game.Game, error) { return clone, nil },
	} {
		trace := turns.Trace{Profile: *p.Turns.Profile(p, 2)}
		tell := func(l turns.Line) { trace.Lines = append(trace.Lines, l) }
		again, err := begin(tell)
		require.NoError(t, err)
		trace.From = again.SetTurns(tell)
		play(again, rest...)
		require.Equal(t, relations(straight[told:]), relations(trace.Lines), name)
		var b bytes.Buffer
		require.NoError(t, trace.Write(&b))
		v, err := turns.Check(&b)
		require.NoError(t, err)
		require.True(t, v.OK, "%s: %v", name, v.Fault)
		require.Equal(t, "won", v.Outcome.Kind)
	}
}

// The end of a game that has taken turns is told, also when it comes behind them.
func TestAnEndBehindTheTurnsIsTold(t *testing.T) {
	p, _ := build(t, `
state: {vars: {n: {init: 0}}}
turns: {sides: {player: {phases: [main]}}}
actions: {go: {effect: [{op: add, var: n, amount: 1}]}}
flow: {kind: sequence, id: all, children: [{kind: turns, id: t, until_x: "n == 2", phases: {main: [{kind: step, id: s, do: [go]}]}}, {kind: step, id: last, do: [go]}]}
end: [{id: third, if_x: "n == 3", result: win, who_x: "1"}]
`)
	var told []turns.Line
	g, err := game.New(p, game.Options{Turns: func(l turns.Line) { told = append(told, l) }})
	require.NoError(t, err)
	require.Equal(t, game.End, g.Kind(), "%v", g.Err())
	last := told[len(told)-1]
	require.Equal(t, "EndBy", last.Relation)
	require.Equal(t, turns.Outcome{Kind: "won", Winners: []int{1}}, last.After.Outcome)
}

// A stack that waits while what it resolves takes turns is around the turns, and no action of theirs.
func TestAStackAroundTurnsIsNoPartOfThem(t *testing.T) {
	play(t, `
state: {vars: {n: {init: 0}}}
turns: {sides: {player: {phases: [main]}}}
priority: {windows: {w: {allows: [fast], resolution: lifo_stack}}}
actions:
  open: {effect: [{op: window, name: w}]}
  hold: {speed: fast, pre_x: "len(stack) < 2 and n == 0", effect: [{op: run, flow: f}]}
  go: {effect: [{op: add, var: n, amount: 1}]}
flow: {kind: step, id: s, actor_x: "0", do: [open]}
flows: {f: {kind: turns, id: t, until_x: "n == 4 or turn is not None and turn['id'] == 2", phases: {main: [{kind: step, id: act, do: [go]}]}}}
`).answer("hold", "hold").is("n", "4").over()
}
