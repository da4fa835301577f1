package rules_test

import "testing"

const sword = `
content:
  cards:
    - {id: sword, label: Sword, cost: 2, weight: 1.5, magic: true, none: null, tags: [sharp, long], effect2: {deal: 3}}
`

func TestTrapInstanceOfModelDataHasAtomsAndTheRestUnderOrigin(t *testing.T) {
	p := play(t, turn(`- {op: create, what_x: "content['cards'][0]", to: hand}`, sword, `
		state: {zones: {hand: {}}}
	`)).over()
	p.is("sorted(hand[0].keys())", "['cost', 'id', 'label', 'magic', 'none', 'origin', 'uid', 'weight']")
	p.is("[hand[0]['cost'], hand[0]['weight'], hand[0]['magic'], hand[0]['none']]", "[2, 1.5, True, None]")
	p.is("hand[0]['origin']['effect2']['deal'] + len(hand[0]['origin']['tags'])", "5")
	p.is("hand[0]['origin'] == content['cards'][0]", "True")
	p.is("'tags' in hand[0]", "False")
}

func TestInstanceOfConstants(t *testing.T) {
	play(t, turn(`- {op: create, what_x: "unit", to: field}`, `
		constants: {unit: {id: u, stats: [1, 2]}}
		state: {zones: {field: {}}}
	`)).is("[field[0]['id'], field[0]['origin']['stats'], field[0]['uid']]", "['u', [1, 2], 1]")
}

func TestInstanceOfAPlainDictIsACopyOfAllOfIt(t *testing.T) {
	play(t, turn(`
		- {op: let, name: d, value_x: "{'id': 'x', 'parts': [1, 2]}"}
		- {op: create, what_x: d, to: field}
		- {op: create, what_x: d, to: field}
	`, `state: {zones: {field: {}}}`)).is("[[f['parts'], f['uid'], 'origin' in f] for f in field]", "[[[1, 2], 1, False], [[1, 2], 2, False]]")
}

func TestEveryInstanceHasItsOwnUid(t *testing.T) {
	p := play(t, turn(`
		- {op: create, what_x: "content['cards'][0]", to: hand, n: 2}
		- {op: destroy, what_x: "hand[0]", from: hand}
		- {op: create, what_x: "content['cards'][0]", to: hand}
		- {op: set, attr: cost, of_x: "hand[0]", value: 7}
	`, sword, `state: {zones: {hand: {init_x: "content['cards']"}}}`)).over()
	p.is("[c['uid'] for c in hand]", "[2, 3, 4]").is("[c['cost'] for c in hand]", "[7, 2, 2]")
}

func TestTrapWritingModelDataIsRefused(t *testing.T) {
	play(t, turn(`- {op: set, attr: cost, of_x: "content['cards'][0]", value: 1}`, sword)).
		stops("ExprError: action act: Sword is model data; make an instance with create first")
	play(t, turn(`- {op: add, attr: deal, of_x: "hand[0]['origin']['effect2']", amount: 1}`, sword, `
		state: {zones: {hand: {init_x: "content['cards']"}}}
	`)).stops("ExprError: action act: ? is model data; make an instance with create first")
	play(t, turn(`- {op: place, what_x: "content['cards'][0]", at: 1}`, sword)).
		stops("ExprError: action act: Sword is model data; make an instance with create first")
}

func TestWritingAnAttributeNeedsAnInstance(t *testing.T) {
	play(t, turn(`- {op: set, attr: cost, of_x: "5", value: 1}`)).stops("ExprError: action act: of gives 5, which is no instance")
	play(t, turn(`- {op: add, attr: nerve, of_x: "hand[0]", amount: 1}`, sword, `
		state: {zones: {hand: {init_x: "content['cards']"}}}
	`)).stops("ExprError: action act: Sword has no attribute 'nerve' to add to")
}

func TestAttributesAreWrittenOnOneInstanceAlone(t *testing.T) {
	p := play(t, turn(`
		- {op: add, attr: cost, of_x: "hand[0]", amount_x: "hand[1]['cost']"}
		- {op: set, attr: state, of_x: "hand[1]", value: tapped}
	`, sword, `state: {zones: {hand: {init_x: "content['cards'] * 2"}}}`)).over()
	p.is("[c['cost'] for c in hand]", "[4, 2]").is("[c.get('state') for c in hand]", "[None, 'tapped']").is("content['cards'][0]['cost']", "2")
}

func TestInstancesAreOneAndTheSameWhereverTheyAreHeld(t *testing.T) {
	play(t, turn(`
		- {op: set, var: chosen, value_x: "hand[1]"}
		- {op: set, attr: cost, of_x: chosen, value: 9}
	`, sword, `
		state: {vars: {chosen: {}}, zones: {hand: {init_x: "content['cards'] * 2"}}}
	`)).is("[hand[1]['cost'], chosen == hand[1], chosen == hand[0], chosen is hand[1], isinstance(chosen, dict)]", "[9, True, False, True, True]")
}

func TestPlainValuesAreCopiedWhenTheyAreAssigned(t *testing.T) {
	p := play(t, turn(`
		- {op: set, var: b, value_x: a}
		- {op: set, var: "b[0][0]", value: 9}
		- {op: let, name: mine, value_x: a}
		- {op: set, var: "a[1]", value_x: "'new'"}
		- {op: set, var: c, value_x: mine}
		- {op: set, var: "c[0][1]", value: 8}
		- {op: set, var: d, value_x: mine}
		- {op: set, var: rows, value: [[5]]}
		- {op: set, var: "rows[0][0]", value: 6}
		- {op: set, var: k, value_x: fixed}
		- {op: set, var: "k[0]", value: 7}
	`, `
		constants: {fixed: [1, 2]}
		state: {vars: {a: {init: [[1, 2], 3]}, b: {}, c: {}, d: {}, rows: {}, k: {}}}
	`)).over()
	p.is("[a, b, c, d]", "[[[1, 2], 'new'], [[9, 2], 3], [[1, 8], 3], [[1, 2], 3]]")
	p.is("[rows, k, fixed]", "[[[6]], [7, 2], [1, 2]]")
}

func TestWhatAChoiceBindsIsACopy(t *testing.T) {
	p := play(t, turn(`
		- {op: choose, options_x: "[r for r in rows]", as: row}
		- {op: set, var: "rows[0][0]", value: 9}
		- {op: set, var: kept, value_x: row}
		- {op: choose, options_x: "[[x] for x in [1, 2]]", as: some, min: 1, max: 1}
		- {op: set, var: a, value_x: some}
		- {op: set, var: "a[0][0]", value: 9}
		- {op: set, var: b, value_x: some}
	`, `state: {vars: {rows: {init: [[1], [2]]}, kept: {}, a: {}, b: {}}}`))
	p.answer("[1]", "[1]").over().is("[kept, rows, a, b]", "[[1], [[9], [2]], [[9]], [[1]]]")
}

func TestForEachGoesOverWhatTheListWas(t *testing.T) {
	play(t, turn(`
		- op: for_each
		  items_x: rows
		  as: row
		  do:
		    - {op: set, var: "rows[1][0]", value: 9}
		    - {op: set, var: seen, value_x: "seen + [row]"}
	`, `state: {vars: {rows: {init: [[1], [2]]}, seen: {init: []}}}`)).is("seen", "[[1], [2]]")
}

func TestUidCannotBeWritten(t *testing.T) {
	play(t, turn(`- {op: set, attr: uid, of_x: "hand[0]", value: 1}`, sword, `
		state: {zones: {hand: {init_x: "content['cards']"}}}
	`)).stops("ExprError: action act: TypeError: uid of an instance cannot be written")
}
