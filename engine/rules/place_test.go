package rules_test

import "testing"

func TestPlaceOfAStep(t *testing.T) {
	play(t, `
actions: {a: {}, b: {}}
flow: {kind: step, id: main, actor_x: "0", do: [a, b]}
`).asks(0, "step main", "a", "b")
}

func TestPlaceOfEffectAndCost(t *testing.T) {
	p := play(t, `
actions:
  act:
    cost: [{op: choose, options: [1, 2], as: x}]
    effect: [{op: choose, options: [3, 4], as: y}]
flow: {kind: step, id: main, actor_x: "0", do: [act]}
`)
	p.asks(0, "action act (cost)", "1", "2").answer("1").asks(0, "action act", "3", "4").answer("3").over()
}

func TestPlaceOfAnAbility(t *testing.T) {
	p := play(t, `
content:
  cards: [{id: imp, abilities: [{id: growl, cost: [{op: roll, die: 2}], effect: [{op: roll, die: 3}]}]}]
flow: {kind: step, id: main, actor_x: "0", do: [growl]}
`)
	p.chance("action growl (cost)", "1", "2").pick(0).chance("action growl", "1", "2", "3").pick(0).over()
}

func TestPlaceOfATrigger(t *testing.T) {
	p := play(t, turn(`- {op: emit, event: bell}`, `
		triggers:
		  - {id: ring, event: bell, optional: true, do: [{op: roll, die: 2}]}
	`))
	p.asks(0, "trigger ring", "use", "skip").answer("use").chance("trigger ring", "1", "2").pick(0).over()
}

func TestPlaceOfAContentTriggerIsItsIdElseTheItems(t *testing.T) {
	p := play(t, turn(`- {op: emit, event: bell}`, `
		content:
		  cards:
		    - {id: cat, triggers: [{event: bell, do: [{op: roll, die: 2}]}]}
		    - {id: dog, triggers: [{id: bark, event: bell, do: [{op: roll, die: 2}]}]}
	`))
	p.chance("trigger cat", "1", "2").pick(0).chance("trigger bark", "1", "2").pick(0).over()
}

const fastBolt = `
priority: {windows: {react: {allows: [fast]}}}
`

func TestPlaceOfAWindow(t *testing.T) {
	p := play(t, `
actions:
  bolt: {speed: fast, cost: [{op: roll, die: 2}], effect: [{op: roll, die: 3}]}
flow: {kind: sequence, id: main, children: [], window: react}
`+fastBolt)
	p.asks(0, "window react", "bolt", "pass").answer("bolt")
	p.chance("action bolt (cost)", "1", "2").pick(0).chance("action bolt", "1", "2", "3").pick(0)
	p.asks(1, "window react", "bolt", "pass")
}

func TestPlaceOfAWindowWithoutANameIsNone(t *testing.T) {
	play(t, `
actions: {bolt: {speed: fast}}
flow: {kind: sequence, id: main, children: [], window: true}
`).asks(0, "window None", "bolt", "pass")
	play(t, turn(`- {op: window}`, `
		content: {cards: [{id: c, abilities: [{id: bolt, speed: fast}]}]}
	`)).asks(0, "window None", "bolt", "pass")
}

func TestPlaceInAWindowThatAnOpOpened(t *testing.T) {
	p := play(t, turn(`- {op: window, name: react}`, fastBolt, `
		content: {cards: [{id: c, abilities: [{id: bolt, speed: fast, effect: [{op: roll, die: 2}]}]}]}
	`))
	p.asks(0, "window react", "bolt", "pass").answer("bolt").chance("action bolt", "1", "2")
}

func TestPlaceOfContentRunByExec(t *testing.T) {
	play(t, turn(`- {op: exec, content: cards, of_x: "'storm'"}`, `
		content: {cards: [{id: storm, effect: [{op: roll, die: 2}]}]}
	`)).chance("content storm", "1", "2")
}

func TestPlaceOfASubsetChoiceCountsTheElements(t *testing.T) {
	p := play(t, turn(`- {op: choose, options: [a, b, c, d], as: x, min: 2, max: 3}`))
	p.asks(0, "action act · 1", "a", "b", "c", "d").answer("a")
	p.asks(0, "action act · 2", "b", "c", "d").answer("d")
	p.asks(0, "action act · 3", "b", "c", "done").answer("done").over()
}

func TestPlaceOfAnImpactEndsInTheEvent(t *testing.T) {
	p := play(t, turn(`
		- op: emit
		  event: hit
		  impact:
		    - {op: roll, die: 2}
		    - {op: choose, options: [a, b, c], as: x, min: 1, max: 2}
		    - {op: sample, model: luck}
		- {op: roll, die: 5}
	`, `outcomes: {luck: {outcomes: [{id: x, p: 1}]}}`))
	p.chance("action act · hit", "1", "2").pick(0)
	p.asks(0, "action act · hit · 1", "a", "b", "c").answer("a").asks(0, "action act · hit · 2", "b", "c", "done").answer("done")
	p.chance("action act · hit · luck", "x").pick(0)
	p.chance("action act", "1", "2", "3", "4", "5")
}

func TestPlaceOfAnImpactWithinAnImpact(t *testing.T) {
	p := play(t, turn(`
		- op: emit
		  event: hit
		  impact:
		    - {op: emit, event: hurt, impact: [{op: roll, die: 2}]}
		    - {op: roll, die: 3}
	`))
	p.chance("action act · hit · hurt", "1", "2").pick(0).chance("action act · hit", "1", "2", "3")
}

func TestPlaceOfAnImpactWithinATriggerCostOrContent(t *testing.T) {
	p := play(t, `
actions:
  act:
    cost: [{op: emit, event: pay, impact: [{op: roll, die: 2}]}]
    effect: [{op: exec, of_x: "'storm'"}]
content: {cards: [{id: storm, effect: [{op: emit, event: thunder, impact: [{op: roll, die: 2}]}]}]}
triggers:
  - {id: t, event: thunder, do: [{op: emit, event: echo, impact: [{op: roll, die: 2}]}]}
flow: {kind: step, id: main, actor_x: "0", do: [act]}
`)
	p.chance("action act (cost) · pay", "1", "2").pick(0)
	p.chance("content storm · thunder", "1", "2").pick(0)
	p.chance("trigger t · echo", "1", "2").pick(0).over()
}

const weather = `
outcomes:
  sky:
    outcomes:
      - id: rain
        p: 1
        effect:
          - {op: roll, die: 2}
          - {op: sample, model: wind}
          - {op: emit, event: wet, impact: [{op: roll, die: 3}]}
  wind: {outcomes: [{id: north, p: 1, effect: [{op: roll, die: 4}]}]}
`

func TestPlaceOfASampleAndOfWhatItsEffectAsks(t *testing.T) {
	p := play(t, turn(`- {op: sample, model: sky}`, weather))
	p.chance("action act · sky", "rain").pick(0)
	p.chance("action act", "1", "2").pick(0)
	p.chance("action act · wind", "north").pick(0)
	p.chance("action act", "1", "2", "3", "4").pick(0)
	p.chance("action act · wet", "1", "2", "3").pick(0).over()
}

func TestPlaceOfASampleWithinAnImpact(t *testing.T) {
	p := play(t, turn(`- {op: emit, event: dawn, impact: [{op: sample, model: sky}]}`, weather))
	p.chance("action act · dawn · sky", "rain").pick(0)
	p.chance("action act · dawn", "1", "2").pick(0)
	p.chance("action act · dawn · wind", "north").pick(0)
	p.chance("action act · dawn", "1", "2", "3", "4").pick(0)
	p.chance("action act · dawn · wet", "1", "2", "3").pick(0).over()
}

func TestIfForEachAndRepeatKeepThePlace(t *testing.T) {
	p := play(t, turn(`
		- {op: if, cond_x: "True", then: [{op: roll, die: 2}], else: []}
		- {op: if, cond_x: "False", then: [], else: [{op: roll, die: 3}]}
		- {op: for_each, items: [0], as: i, do: [{op: roll, die: 4}]}
		- {op: repeat, n: 1, do: [{op: roll, die: 5}]}
	`))
	for _, faces := range [][]string{{"1", "2"}, {"1", "2", "3"}, {"1", "2", "3", "4"}, {"1", "2", "3", "4", "5"}} {
		p.chance("action act", faces...).pick(0)
	}
	p.over()
}

// The place of an end event shows in errors alone: here fifty nested emits are already open.
func TestTrapPlaceEndOnlyShowsInErrors(t *testing.T) {
	play(t, turn(`- {op: emit, event: deep, with_x: {n: "1"}}`, `
		triggers:
		  - id: dig
		    event: deep
		    do:
		      - op: if
		        cond_x: "n < 50"
		        then: [{op: emit, event: deep, with_x: {n: "n + 1"}}]
		        else: [{op: run, flow: cellar}]
		  - {id: t, event: bottom, do: []}
		flows: {cellar: {kind: sequence, id: floor, children: [], end_event: bottom}}
	`)).stops("ExprError: end floor: trigger chain too deep")
}

func TestTrapPlaceOfAWindowOpOnlyShowsInErrors(t *testing.T) {
	play(t, turn(`- {op: window, name: react}`, `
		priority: {windows: {react: {allows: [fast], first_x: "9"}}}
		content: {cards: [{id: c, abilities: [{id: bolt, speed: fast}]}]}
	`)).stops("ExprError: action act · window: first_x gives 9, which is no player (0 to 1)")
}
