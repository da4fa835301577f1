package diagram

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// marked gives the marks of a step of a small game, with where they come from.
func marked(t *testing.T, model string) string {
	t.Helper()
	var find func(p *Part) *Part
	find = func(p *Part) *Part {
		if p.ID == "s" {
			return p
		}
		for _, c := range p.Parts {
			if f := find(c); f != nil {
				return f
			}
		}
		return nil
	}
	var out []string
	for _, m := range find(outline(t, "name: M\n"+model)).Marks {
		out = append(out, m.Kind+": "+m.Why)
	}
	return strings.Join(out, "\n")
}

const marksState = `
state:
  vars: {plan: {init: 0, visibility: hidden}, gold: {init: 0}}
  zones:
    deck: {shuffled: true, visibility: hidden}
    pile: {}
    hand: {owner: player, visibility: owner}
    row: {}
flow: {kind: step, id: s, actor_x: '0', do: [a]}
`

func TestMarksOfOps(t *testing.T) {
	for ops, want := range map[string]string{
		"{op: add, var: gold, amount: 1}":                           "",
		"{op: choose, options: [1, 2], as: x}":                      "choice: action a: choose",
		"{op: choose, options: [1, 2], as: x, secret: true}":        "choice: action a: choose\nhidden: action a: choose",
		"{op: choose, options: [1, 2], as: x, actors_x: players}":   "choice: action a: choose\nhidden: action a: choose",
		"{op: search, zone: pile, as: x}":                           "choice: action a: search\nhidden: action a: search",
		"{op: roll, die: 6, as: x}":                                 "chance: action a: roll",
		"{op: roll, die: 6, as: x, visible_to_x: '[0]'}":            "chance: action a: roll\nhidden: action a: roll",
		"{op: draw, from: deck, to: row}":                           "chance: action a: draw from deck\nhidden: action a: draw from deck",
		"{op: draw, from: pile, to: row}":                           "",
		"{op: draw, from: pile, to: 'hand[0]'}":                     "hidden: action a: draw to hand",
		`{op: draw, from_x: "'deck' if gold else 'pile'", to: row}`: "chance: action a: draw from deck\nhidden: action a: draw from deck",
		"{op: look, zone: pile, as: x}":                             "hidden: action a: look",
		"{op: look, zone: deck, as: x}":                             "chance: action a: look at deck\nhidden: action a: look",
		"{op: set, var: plan, value: 1}":                            "hidden: action a: set plan",
		"{op: window, name: w}":                                     "window: action a: window w",
		"{op: emit, event: heard}":                                  "choice: trigger ear: use or skip\nchance: trigger ear: roll\ntrigger: trigger ear hears heard",
		"{op: emit, event: nobody}":                                 "",
		"{op: emit, event: e, impact: [{op: roll, die: 6, as: x}]}": "chance: action a: roll",
		"{op: if, cond_x: gold, then: [], else: [{op: for_each, items_x: '[1]', as: i, do: [{op: roll, die: 6, as: x}]}]}": "chance: action a: roll",
		"{op: sample, model: weather}":              "choice: outcome weather: choose\nchance: action a: sample",
		`{op: exec, content: cards, of_x: "'one'"}`: "chance: content one: roll",
		`{op: exec, content: cards, of_x: "'two'"}`: "choice: content two: choose",
		"{op: exec, content: cards, of_x: gold}":    "choice: content two: choose\nchance: content one: roll",
		"{op: exec, of_x: gold}":                    "choice: content two: choose\nchance: content one: roll",
		"{op: run, flow: f}":                        "chance: action rolls: roll\nwindow: step inner opens a window",
	} {
		t.Run(ops, func(t *testing.T) {
			require.Equal(t, want, marked(t, marksState+`
actions: {a: {effect: [`+ops+`]}, rolls: {cost: [{op: roll, die: 6, as: x}]}}
triggers: [{id: ear, event: [heard], optional: true, do: [{op: roll, die: 6, as: x}]}]
outcomes: {weather: {outcomes: [{id: sun, p: 1, effect: [{op: choose, options: [1, 2], as: x}]}]}}
content:
  cards:
    - {id: one, effect: [{op: roll, die: 6, as: x}]}
    - {id: two, effect: [{op: choose, options: [1, 2], as: x}]}
flows: {f: {kind: step, id: inner, do: [rolls], window: true}}
`))
		})
	}
}

func TestMarksOfSteps(t *testing.T) {
	for model, want := range map[string]string{
		"flow: {kind: step, id: s, do: [a, b]}":                                                                                                                    "choice: step s: which action",
		"flow: {kind: step, id: s, do: [a], secret: true}":                                                                                                         "hidden: step s: not all see the choice",
		"flow: {kind: step, id: s, do: [a], window: w}":                                                                                                            "window: step s opens a window",
		"flow: {kind: loop, id: s, over_x: players, order: random, children: []}":                                                                                  "chance: loop s: random order",
		"flow: {kind: loop, id: s, children: [{kind: step, id: i, do: [a, b]}]}":                                                                                   "",
		"flow: {kind: step, id: s, do: [a], end_event: e}\ntriggers: [{id: t, event: e, do: []}]":                                                                  "trigger: trigger t hears e",
		"flow: {kind: step, id: s, do: [a]}\nend: [{id: x, if: never}]":                                                                                            "",
		"flow: {kind: step, id: s, do: []}\nend: [{id: x, if_x: 'True', result: draw}]":                                                                            "",
		"flow: {kind: step, id: s, do: [a]}\nend: [{id: x, if_x: 'True', result: draw}, {id: y, if_x: 'True', result: eliminate, who_x: '0'}]":                     "elimination: condition y is tested\nend check: condition x is tested",
		"flow: {kind: step, id: s, do: [a]}\nflows: {f: {kind: step, id: i, do: [a]}}\nend: [{id: x, if_x: 'True', result: win, scope: f}]":                        "",
		"flow: {kind: subflow, ref: f}\nflows: {f: {kind: subflow, ref: g}, g: {kind: step, id: s, do: [a]}}\nend: [{id: x, if_x: 'True', result: win, scope: f}]": "end check: condition x is tested",
		"flow: {kind: subflow, id: s, ref: f}\nflows: {f: {kind: sequence, children: [{kind: subflow, ref: f}]}}":                                                  "",
	} {
		t.Run(model, func(t *testing.T) { require.Equal(t, want, marked(t, "actions: {a: {}, b: {}}\n"+model)) })
	}
}
