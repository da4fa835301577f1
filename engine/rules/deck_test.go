package rules_test

import "testing"

// deckOf is a shuffled deck of five cards, a hand of each player and an effect.
func deckOf(effect string, more ...string) string {
	return turn(effect, append(more, `
		content: {cards: [{id: a}, {id: b}, {id: c}, {id: d}, {id: e}]}
		state:
		  vars: {x: {}}
		  zones:
		    deck: {shuffled: true, visibility: hidden, init_x: "content['cards']"}
		    row: {init_x: "[{'id': 'r1'}, {'id': 'r2'}, {'id': 'r3'}]"}
		    hand: {owner: player, visibility: owner}
		    shown: {}
		    dark: {visibility: hidden}
	`)...)
}

const ids = "[c['id'] for c in %]"

func (p *table) cards(zone, want string) *table {
	p.t.Helper()
	return p.is("''.join("+replace(ids, zone)+")", "'"+want+"'")
}

func TestIndexZeroIsTheTop(t *testing.T) {
	p := play(t, deckOf(`- {op: draw, from: row, to: shown}`)).over()
	p.cards("shown", "r1").cards("row", "r2r3")
	play(t, deckOf(`
		- {op: look, zone: row, n: 2, as: seen}
		- {op: set, var: x, value_x: "[c['id'] for c in seen]"}
	`)).over().is("x", "['r1', 'r2']").cards("row", "r1r2r3")
}

func TestDrawingFromAShuffledZoneIsAChanceOverTheUnknownCards(t *testing.T) {
	p := play(t, deckOf(`- {op: draw, from: deck, to: "hand[actor]", n: 2}`))
	p.chance("action act", "a", "b", "c", "d", "e").seen(0).answer("d")
	p.chance("action act", "a", "b", "c", "e").answer("a").over().cards("hand[0]", "da").cards("deck", "bce")
}

func TestTrapDrawTakesTheKnownTopThenTheMiddleThenTheKnownBottom(t *testing.T) {
	p := play(t, deckOf(`
		- {op: look, zone: deck}
		- {op: move, what_x: "row[0]", from: row, to: deck, position: bottom}
		- {op: move, what_x: "row[0]", from: row, to: deck, position: bottom}
		- {op: draw, from: deck, to: shown, n: 10}
	`))
	p.chance("action act", "a", "b", "c", "d", "e").seen(0).answer("c")
	p.chance("action act", "a", "b", "d", "e").answer("e").chance("action act", "a", "b", "d").answer("b")
	p.chance("action act", "a", "d").answer("d").over()
	p.cards("shown", "cebdar1r2").cards("deck", "")
}

func TestTrapNoChanceForTheLastUnknownCard(t *testing.T) {
	p := play(t, deckOf(`- {op: draw, from: deck, to: shown, n: 5}`))
	p.answer("a", "b", "c").chance("action act", "d", "e").answer("e").over().cards("shown", "abced")
	p = play(t, deckOf(`
		- {op: draw, from: deck, to: shown, n: 4}
		- {op: look, zone: deck, n: 3, as: s}
		- {op: set, var: x, value_x: "[c['id'] for c in s]"}
	`))
	p.answer("a", "b", "c", "d").over().is("x", "['e']")
}

func TestTrapTheUnknownCardsLieAboveTheKnownBottomAndBelowTheKnownTop(t *testing.T) {
	p := play(t, deckOf(`
		- {op: move, what_x: "row[0]", from: row, to: deck, position: top}
		- {op: move, what_x: "row[0]", from: row, to: deck, position: bottom}
		- {op: move, what_x: "row[0]", from: row, to: deck}
		- {op: draw, from: deck, to: shown}
		- {op: draw, from: deck, to: shown}
		- {op: look, zone: deck, n: 9, as: s}
		- {op: set, var: x, value_x: "[c['id'] for c in s]"}
	`))
	p.chance("action act", "a", "b", "c", "d", "e", "r3").answer("r3").cards("shown", "r1r3")
	p.answer("b", "a", "e").chance("action act", "c", "d").answer("d").over().is("x", "['b', 'a', 'e', 'd', 'c', 'r2']")
}

func TestTrapAnItemAddedWithoutPositionGoesBetweenTheUnknown(t *testing.T) {
	play(t, deckOf(`
		- {op: create, what: {id: t}, to: deck, position: top}
		- {op: create, what: {id: u}, to: deck, position: bottom}
		- {op: create, what: {id: m}, to: deck}
	`)).over().cards("deck", "tabcdemu")
	play(t, deckOf(`- {op: create, what: {id: m}, to: deck}`)).over().cards("deck", "abcdem")
}

func TestWhatIsPutOnTopOrAtTheBottomIsKnown(t *testing.T) {
	play(t, deckOf(`
		- {op: draw, from: row, to: deck, position: top}
		- {op: create, what: {id: n}, to: deck, position: top}
		- {op: draw, from: row, to: deck, position: bottom}
		- {op: draw, from: deck, to: shown, n: 2}
	`)).over().cards("shown", "nr1").cards("deck", "abcder2")
}

func TestLookMakesTheTopKnownAndKeepsIt(t *testing.T) {
	p := play(t, deckOf(`
		- {op: look, zone: deck, n: 2, as: s}
		- {op: set, var: x, value_x: "[c['id'] for c in s]"}
		- {op: look, zone: deck, n: 1, as: again}
		- {op: draw, from: deck, to: shown, n: 2}
	`))
	p.chance("action act", "a", "b", "c", "d", "e").answer("e").chance("action act", "a", "b", "c", "d").answer("b")
	p.over().is("x", "['e', 'b']").cards("shown", "eb").cards("deck", "acd")
}

func TestTrapShuffleOnlyForgets(t *testing.T) {
	p := play(t, deckOf(`
		- {op: look, zone: deck}
		- {op: move, what_x: "row[0]", from: row, to: deck, position: bottom}
		- {op: shuffle, zone: deck}
		- {op: draw, from: deck, to: shown}
	`))
	p.answer("c").cards("deck", "cabder1").chance("action act", "c", "a", "b", "d", "e", "r1").answer("r1").over().cards("shown", "r1")
}

func TestTrapShuffleOfAnOrderedZoneDoesNothing(t *testing.T) {
	play(t, deckOf(`
		- {op: shuffle, zone: row}
		- {op: draw, from: row, to: shown, n: 3}
	`)).over().cards("shown", "r1r2r3")
}

func TestDrawStopsWhenTheSourceIsEmpty(t *testing.T) {
	play(t, deckOf(`
		- {op: draw, from: row, to: shown, n: 9, as: got}
		- {op: set, var: x, value_x: "len(got)"}
	`)).over().is("x", "3").cards("shown", "r1r2r3")
}

func TestDrawLookAndCreateBindOneItemWithoutNAndAListWithIt(t *testing.T) {
	p := play(t, deckOf(`
		- {op: draw, from: row, to: shown, as: one}
		- {op: draw, from: row, to: shown, n: 1, as: many}
		- {op: draw, from: dark, to: shown, as: none}
		- {op: draw, from: dark, to: shown, n: 2, as: nothing}
		- {op: look, zone: row, as: l1}
		- {op: look, zone: row, n: 1, as: l2}
		- {op: look, zone: dark, as: l3}
		- {op: create, what: {id: k}, to: dark, as: c1}
		- {op: create, what: {id: k}, to: dark, n: 2, as: c2}
		- {op: create, what: {id: k}, to: dark, n: 0, as: c3}
		- {op: set, var: x, value_x: "[one['id'], len(many), none, nothing, l1['id'], len(l2), l3, c1['id'], len(c2), c3]"}
	`)).over()
	p.is("x", "['r1', 1, None, [], 'r3', 1, None, 'k', 2, []]").is("[c['uid'] for c in dark]", "[9, 10, 11]")
}

func TestDrawIntoAPosition(t *testing.T) {
	play(t, deckOf(`
		- {op: draw, from: row, to: shown, n: 3, position: top}
	`)).over().cards("shown", "r3r2r1")
}

func TestFieldsOfADrawAreReadOnceEvenIfChanceIsAsked(t *testing.T) {
	p := play(t, deckOf(`- {op: draw, from: deck, to_x: "'shown' if not shown else 'dark'", n: 2}`))
	p.chance("action act", "a", "b", "c", "d", "e").seenByAll().answer("a").chance("action act", "b", "c", "d", "e").seenByAll().answer("b")
	p.over().cards("shown", "ab")
}

func TestPositionAsAnIndex(t *testing.T) {
	play(t, deckOf(`
		- {op: create, what: {id: n}, to: row, position: 1}
		- {op: create, what: {id: m}, to: row, position: 4}
	`)).over().cards("row", "r1nr2r3m")
	play(t, deckOf(`- {op: create, what: {id: n}, to: row, position: 4}`)).
		stops("ExprError: action act: position 4 is outside zone 'row' (0 to 3)")
	play(t, deckOf(`- {op: create, what: {id: n}, to: deck, position: 1}`)).
		stops("ExprError: action act: a position by index in zone 'deck', whose order is unknown; use top or bottom")
	play(t, deckOf(`- {op: create, what: {id: n}, to: row, position: middle}`)).
		stops("ExprError: action act: position gives 'middle', not top, bottom or an index")
}

func TestTakingAKnownCardKeepsWhatElseIsKnown(t *testing.T) {
	p := play(t, deckOf(`
		- {op: look, zone: deck, n: 3}
		- {op: move, what_x: "deck[1]", from: deck, to: shown}
		- {op: move, what_x: "deck[3]", from: deck, to: shown}
		- {op: draw, from: deck, to: shown, n: 3}
	`))
	p.answer("e", "d", "c").over().cards("shown", "dbeca")
}

const table3 = `
state:
  vars: {x: {}}
  zones:
    one: {kind: slot}
    few: {kind: list, capacity: 2}
    most: {capacity_x: "1 + 1", owner: player}
    bag: {kind: set}
    row: {init_x: "[{'id': 'r1'}, {'id': 'r2'}, {'id': 'r3'}]"}
`

func TestSlotHoldsOneItem(t *testing.T) {
	play(t, turn(`
		- {op: move, what_x: "row[0]", from: row, to: one}
		- {op: move, what_x: "row[0]", from: row, to: one}
	`, table3)).stops("ExprError: action act: zone 'one' is a slot and holds one item")
}

func TestCapacityOfAZone(t *testing.T) {
	play(t, turn(`- {op: draw, from: row, to: few, n: 3}`, table3)).stops("ExprError: action act: zone 'few' holds 3 items, its capacity is 2")
	play(t, turn(`
		- {op: draw, from: row, to: "most[0]", n: 2}
		- {op: draw, from: row, to: "most[1]", n: 1}
		- {op: create, what: {id: z}, to: "most[1]", n: 2}
	`, table3)).stops("ExprError: action act: zone 'most' holds 3 items, its capacity is 2")
}

func TestMoveTakesAnItemOrAListOfThem(t *testing.T) {
	p := play(t, turn(`
		- {op: move, what_x: "row[1]", from: row, to: bag}
		- {op: move, what_x: "[c for c in row]", from: row, to: bag}
	`, table3)).over()
	p.cards("bag", "r2r1r3").is("row", "[]")
	play(t, turn(`- {op: move, what_x: "row[0]", from: bag, to: row}`, table3)).
		stops("ExprError: action act: move: 'r1' is not in bag")
	play(t, turn(`- {op: move, what_x: "'x'", from: "most[1]", to: row}`, table3)).
		stops("ExprError: action act: move: 'x' is not in most[1]")
}

func TestDestroyRemovesAndRaisesItsEvent(t *testing.T) {
	play(t, turn(`
		- {op: destroy, what_x: "row[0]", from: row}
		- {op: destroy, what_x: "[c for c in row]", from: row}
	`, table3)).over().is("row", "[]").events("destroy:r1", "destroy:r2", "destroy:r3")
	play(t, turn(`- {op: destroy, what_x: "row[0]", from: bag}`, table3)).
		stops("ExprError: action act: destroy: 'r1' is not in bag")
}

func TestPlaceSetsWhereAnItemStands(t *testing.T) {
	text := turn(`- {op: place, %}`, table3, `
		boards: {grid: {kind: grid, rows: 2, cols: 2}}
	`)
	play(t, replace(text, `what_x: "row[0]", at: [1, 1], board: grid`)).over().is("row[0]['at']", "[1, 1]")
	p := play(t, replace(text, `what_x: "row[0]", at_x: "(0, 1)", board: grid, zone: bag`)).over()
	p.cards("bag", "r1").cards("row", "r2r3").is("bag[0]['at'] == (0, 1)", "True")
	play(t, replace(text, `what_x: "row[0]", at: [2, 0], board: grid`)).
		stops("ExprError: action act: place: board 'grid' has no cell [2, 0]")
	play(t, replace(text, `what: 5, at: [0, 0]`)).stops("ExprError: action act: place: 5 is no instance")
	play(t, replace(text, `what_x: "row[0]", at: corner`)).stops("NotExecutable: action act: field 'at' is text without at_x")
}

func TestOwnerZoneAndItems(t *testing.T) {
	p := play(t, turn(`- {op: move, what_x: "row[0]", from: row, to: "most[1]"}`, table3)).over()
	p.is("[owner_of(most[1][0]), zone_of(most[1][0]), owner_of(row[0]), zone_of(row[0])]", "[1, 'most[1]', None, 'row']")
	p.is("[len(items_of('row')), len(items_of('most[1]')), items_of('most[' + str(0) + ']')]", "[2, 1, []]")
}

func TestCreateNeedsADict(t *testing.T) {
	play(t, turn(`- {op: create, what: 5, to: row}`, table3)).stops("ExprError: action act: create: 5 is not a dict")
}

func TestCreateOfAnInstanceMakesAnotherOne(t *testing.T) {
	p := play(t, turn(`
		- {op: set, attr: n, of_x: "row[0]", value: 4}
		- {op: create, what_x: "row[0]", to: bag}
		- {op: set, attr: n, of_x: "row[0]", value: 5}
	`, table3)).over()
	p.is("[bag[0]['id'], bag[0]['n'], bag[0]['uid'], row[0]['n']]", "['r1', 4, 4, 5]")
}

func TestZonesHoldPlainValuesToo(t *testing.T) {
	play(t, turn(`
		- {op: move, what: 7, from: nums, to: out}
		- {op: move, what_x: "[8, 8]", from: nums, to: out}
	`, `state: {zones: {nums: {init_x: "[8, 7, 8, 9]"}, out: {}}}`)).over().is("[nums, out]", "[[9], [7, 8, 8]]")
}
