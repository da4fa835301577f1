package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/model"
)

// measure gives the executability of sections, with a flow that needs nothing unless they have one, and the gaps in
// words: kind, place, text, and the word of the model to which it points.
func measure(t *testing.T, sections string) (Executability, []string) {
	t.Helper()
	if !strings.Contains("\n"+sections, "\nflow:") {
		sections += "\nflow: {kind: sequence, id: main, children: []}"
	}
	m, _, err := model.Parse("m.yaml", sections, model.Options{})
	require.NoError(t, err, sections)
	e := Execute(m)
	var gaps []string
	for _, g := range e.Gaps {
		at := strings.Split(sections, "\n")[g.Pos.Line-1][g.Pos.Col-1:]
		if n := strings.IndexAny(at, ",}]"); n >= 0 {
			at = at[:n]
		}
		gaps = append(gaps, fmt.Sprintf("%s | %s | %s | %s", g.Kind, g.Place, g.Text, at))
	}
	return e, gaps
}

// Each line is an op in an action: how many slots it has, and what they lack.
func TestSlotsOfOps(t *testing.T) {
	for _, c := range []struct {
		op    string
		slots int
		gaps  []string
	}{
		{`{op: choose, options_x: x, as: a}`, 1, nil},
		{`{op: choose, options: [1], min: 1, max_x: x, as: a}`, 1, nil},
		{`{op: choose, options: a card, as: a}`, 1, []string{"text | action a | options has no options_x | a card"}},
		{`{op: choose, options_x: x, min: one, max: two, as: a}`, 1, []string{"text | action a | min has no min_x, max has no max_x | one"}},
		{`{op: choose, as: a}`, 1, []string{"text | action a | options is missing | {op: choose"}},
		{`{op: search, zone: z, as: a}`, 0, nil},
		{`{op: search, zone: z, as: a, min: one}`, 1, []string{"text | action a | min has no min_x | one"}},
		{`{op: if, cond_x: x, then: [{op: add, var: v, amount: some}]}`, 2, []string{"text | action a | amount has no amount_x | some"}},
		{`{op: if, cond: they dare}`, 1, []string{"text | action a | cond has no cond_x | they dare"}},
		{`{op: if, cond: true, else: [{op: say}]}`, 2, []string{"text | action a | cond has no cond_x | true", "language | action a | what is said is for people | {op: say"}},
		{`{op: for_each, items: [1], as: i, do: []}`, 1, nil},
		{`{op: for_each, items: all of them, as: i, do: []}`, 1, []string{"text | action a | items has no items_x | all of them"}},
		{`{op: repeat, do: []}`, 0, nil},
		{`{op: repeat, until_x: x, do: []}`, 1, nil},
		{`{op: repeat, until: done, do: [{op: roll, die: 6}]}`, 2, []string{"text | action a | until has no until_x | done"}},
		{`{op: set, var: v, value: 5}`, 1, nil},
		{`{op: set, var: v, value_x: x}`, 1, nil},
		{`{op: set, var: v, value: face_up}`, 1, nil},
		{`{op: set, var: v, value: null}`, 1, nil},
		{`{op: set, var: v, value: face up}`, 1, []string{"text | action a | value has no value_x | face up"}},
		{`{op: set, var: v}`, 1, []string{"text | action a | value is missing | {op: set"}},
		{`{op: let, name: n, value: open}`, 1, nil},
		{`{op: let, name: n, value: "the top card"}`, 1, []string{"text | action a | value has no value_x | \"the top card\""}},
		{`{op: add, var: v, amount: 1}`, 1, nil},
		{`{op: add, var: v, amount: one}`, 1, []string{"text | action a | amount has no amount_x | one"}},
		{`{op: add, attr: hp, of_x: c, amount: 1}`, 2, nil},
		{`{op: add, attr: hp, of: the card, amount: 1}`, 2, []string{"text | action a | of has no of_x | the card"}},
		{`{op: set, attr: hp, value: 1}`, 2, []string{"text | action a | of is missing | {op: set"}},
		{`{op: place, what_x: c, at: 5}`, 1, nil},
		{`{op: place, what_x: c, at: the start}`, 1, []string{"text | action a | at has no at_x | the start"}},
		{`{op: create, what_x: c, to: z}`, 1, nil},
		{`{op: create, what: a card, n: two, to: z}`, 1, []string{"text | action a | what has no what_x, n has no n_x | a card"}},
		{`{op: move, what_x: c, from: y, to: z}`, 1, nil},
		{`{op: move, what: it, from: y, to: z}`, 1, []string{"text | action a | what has no what_x | it"}},
		{`{op: destroy, what: it, from: z}`, 1, []string{"text | action a | what has no what_x | it"}},
		{`{op: destroy, what_x: c, from: z}`, 1, nil},
		{`{op: reveal, what_x: c}`, 1, nil},
		{`{op: reveal}`, 1, []string{"text | action a | what is missing | {op: reveal"}},
		{`{op: draw, from: y, to: z}`, 0, nil},
		{`{op: draw, from: y, to: z, n: 3}`, 1, nil},
		{`{op: draw, from: y, to: z, n: three}`, 1, []string{"text | action a | n has no n_x | three"}},
		{`{op: look, zone: z, n_x: x}`, 1, nil},
		{`{op: look, zone: z, n: some}`, 1, []string{"text | action a | n has no n_x | some"}},
		{`{op: roll, die: 6}`, 1, nil},
		{`{op: roll, die: the red one}`, 1, []string{"text | action a | die has no die_x | the red one"}},
		{`{op: cancel, target_x: x}`, 1, nil},
		{`{op: cancel, target: the last}`, 1, []string{"text | action a | target has no target_x | the last"}},
		{`{op: modify, stat: s, change_x: x}`, 1, nil},
		{`{op: modify, stat: s, change: one more}`, 1, []string{"text | action a | change has no change_x | {op: modify"}},
		{`{op: modify, change_x: x}`, 1, []string{"text | action a | stat is missing | {op: modify"}},
		{`{op: exec, content: c, of_x: x}`, 1, nil},
		{`{op: exec, content: c, of: the card}`, 1, []string{"text | action a | of has no of_x | the card"}},
		{`{op: call, code: k}`, 1, []string{"code:code | action a | call of code 'k' | {op: call"}},
		{`{op: call, code: net}`, 1, []string{"code:online | action a | call of code 'net' | {op: call"}},
		{`{op: say, agent: w, text_x: x}`, 1, []string{"language | action a | what is said is for people | {op: say"}},
		{`{op: emit, event: e, impact: [{op: add, var: v, amount: it}]}`, 1, []string{"text | action a · e | amount has no amount_x | it"}},
		{`{op: shuffle, zone: z}`, 0, nil},
		{`{op: window}`, 0, nil},
	} {
		e, gaps := measure(t, "actions: {a: {effect: [ "+c.op+" ]}}\ncode: {net: {kind: online}}")
		require.Equal(t, c.gaps, gaps, c.op)
		require.Equal(t, Share{c.slots - len(c.gaps), c.slots}, e.Rules, c.op)
		require.Zero(t, e.Content, c.op)
	}
}

func TestSlotsOfRules(t *testing.T) {
	const asks = "{effect: [{op: if, cond_x: x, then: [{op: choose, options: [1], as: c}]}]}"
	for _, c := range []struct {
		text  string
		slots int
		gaps  []string
	}{
		{`actions: {a: {}}`, 0, nil},
		{`actions: {a: {pre_x: x}}`, 1, nil},
		{`actions: {a: {pre: if they dare, pre_x: x}}`, 1, nil},
		{`actions: {a: {pre: if they dare}}`, 1, []string{"text | action a | pre has no pre_x | if they dare"}},
		{`actions: {a: {cost: [{op: add, var: v, amount: it}]}}`, 1, []string{"text | action a (cost) | amount has no amount_x | it"}},
		{`triggers: [{id: t, event: e}]`, 0, nil},
		{`triggers: [{id: t, event: e, if_x: x}]`, 1, nil},
		{`triggers: [{id: t, event: e, if: it rains}]`, 1, []string{"text | trigger t | if has no if_x | it rains"}},
		{`triggers: [{event: e, do: [{op: roll}]}]`, 1, []string{"text | trigger 1 | die is missing | {op: roll"}},
		{`modifiers: [{stat: s, change_x: x}]`, 1, nil},
		{`modifiers: [{stat: s, change: more}]`, 1, []string{"text | modifier s | change has no change_x | {stat: s"}},
		{`modifiers: [{id: m, change_x: x}]`, 1, []string{"text | modifier m | stat is missing | {id: m"}},
		{`priority: {protocol: {first: the leader}}`, 0, nil},
		{"priority: {protocol: {first: the leader}}\nactions: {a: {speed: fast}}", 1, []string{"text | priority protocol | first has no first_x | the leader"}},
		{"priority: {protocol: {first: the leader, first_x: x}}\nactions: {a: {speed: fast}}", 1, nil},
		{"actions: {a: {speed: fast}}", 1, nil},
		{"priority: {windows: {w: {allows: [fast], first: them}}}\nactions: {a: {speed: fast}}", 2, []string{"text | window w | first has no first_x | them"}},
		{`outcomes: {o: {outcomes: [{id: a, p_x: x}, {id: b, p: 0.5}]}}`, 2, nil},
		{`outcomes: {o: {outcomes: [{id: a, p: rarely, effect: [{op: roll}]}, {id: b}]}}`, 3, []string{
			"text | outcome model o | p has no p_x | rarely", "text | outcome model o | die is missing | {op: roll", "text | outcome model o | p is missing | {id: b"}},
		{`flow: {kind: branch, id: b, cases: [{when_x: x}, {when: it rains}, {}]}`, 3, []string{
			"text | flow b | when has no when_x | it rains", "text | flow b | when is missing | {"}},
		{`flow: {kind: loop, id: l, children: []}`, 0, nil},
		{`flow: {kind: loop, id: l, until_x: x, over_x: x, children: []}`, 2, nil},
		{`flow: {kind: loop, id: l, until: done, over: everybody, children: []}`, 2, []string{
			"text | flow l | until has no until_x | done", "text | flow l | over has no over_x | everybody"}},
		{"flow: {kind: step, id: s, do: [a]}\nactions: {a: {}}", 0, nil},
		{"flow: {kind: step, id: s, do: [a, b]}\nactions: {a: {}, b: {}}", 1, []string{"text | step s | actor_x is missing: somebody must choose | {kind: step"}},
		{"flow: {kind: step, id: s, actor: they, do: [a, b]}\nactions: {a: {}, b: {}}", 1, []string{"text | step s | actor_x is missing: somebody must choose | {kind: step"}},
		{"flow: {kind: step, id: s, actor_x: x, do: [a, b]}\nactions: {a: {}, b: {}}", 1, nil},
		{"flow: {kind: step, id: s, actors_x: x, do: [a, b]}\nactions: {a: {}, b: {}}", 1, nil},
		{"flow: {kind: step, id: s, do: [a]}\nactions: {a: " + asks + "}", 3, []string{"text | step s | actor_x is missing: somebody must choose | {kind: step"}},
		{"flow: {kind: step, id: s, actor_x: x, do: [a]}\nactions: {a: " + asks + "}", 3, nil},
		{"flow: {kind: step, id: s, do: [a]}\nactions: {a: {effect: [{op: choose, options: [1], as: c, actor_x: x}]}}", 2, nil},
		{"flow: {kind: step, id: s, do: [a, b]}\nactions: {b: {}, a: {effect: [{op: choose, options: [1], as: c, actor_x: x}]}}", 2, []string{"text | step s | actor_x is missing: somebody must choose | {kind: step"}},
		{"flow: {kind: sequence, children: []}\nflows: {f: {kind: loop, id: l, until: done, children: []}}", 1, []string{"text | flow l | until has no until_x | done"}},
		{`end: [{id: e, if_x: x, result: score, returns_x: x}]`, 1, nil},
		{`end: [{id: e, if: over, result: score, returns: points}]`, 1, []string{"text | end e | if has no if_x, returns has no returns_x | {id: e"}},
		{`end: [{id: e, if_x: x, result: draw}]`, 1, nil},
		{`end: [{result: draw}]`, 1, []string{"text | end 1 | if is missing | {result: draw"}},
		{`end: [{id: e, if_x: x, result: eliminate}]`, 1, []string{"text | end e | who is missing | {id: e"}},
		{`end: [{id: e, if_x: x, result: eliminate, who_x: x}]`, 1, nil},
		{`end: [{id: e, if_x: x, result: win, who: the first}]`, 1, []string{"text | end e | who has no who_x | {id: e"}},
		{`end: [{id: e, if_x: x, result: loss, who_x: x}]`, 1, nil},
		{"mode: cooperative\nend: [{id: e, if_x: x, result: win}]", 1, nil},
		{"flows: {f: {kind: sequence, children: []}}\nend: [{id: e, if_x: x, result: win, scope: f}]", 1, nil},
		{`end: [{id: e, if_x: x, result: win, scope: main}]`, 1, []string{"text | end e | who is missing | {id: e"}},
		{`end: [{id: e, if_x: x, result: rank}]`, 1, []string{"text | end e | ranks is missing | {id: e"}},
		{`campaign: {between: [{op: roll}]}`, 1, []string{"text | campaign | die is missing | {op: roll"}},
	} {
		e, gaps := measure(t, c.text)
		require.Equal(t, c.gaps, gaps, c.text)
		require.Equal(t, Share{c.slots - len(c.gaps), c.slots}, e.Rules, c.text)
	}
}

func TestContentItems(t *testing.T) {
	for _, c := range []struct {
		item string
		want Share
		gaps []string
	}{
		{`{id: k, cost: 3}`, Share{}, nil},
		{`{id: k, text: ""}`, Share{}, nil},
		{`{id: k, text: Draw a card.}`, Share{0, 1}, []string{"content:text | content k | text without behaviour | {id: k"}},
		{`{id: k, text: Draw a card., effect: [{op: roll, die: 6}]}`, Share{1, 1}, nil},
		{`{id: k, effect: [{op: roll}, {op: say}]}`, Share{0, 1}, []string{
			"content:text | content k | die is missing | {op: roll", "content:language | content k | what is said is for people | {op: say"}},
		{`{id: k, effect: [{op: call, code: net}]}`, Share{0, 1}, []string{"content:code:online | content k | call of code 'net' | {op: call"}},
		{`{id: k, triggers: [{event: e, if: it rains}]}`, Share{0, 1}, []string{"content:text | trigger k | if has no if_x | it rains"}},
		{`{id: k, triggers: [{event: e, if_x: x}]}`, Share{1, 1}, nil},
		{`{id: k, modifiers: [{stat: s, change_x: x}]}`, Share{1, 1}, nil},
		{`{id: k, modifiers: [{stat: s}]}`, Share{0, 1}, []string{"content:text | modifier s | change is missing | {stat: s"}},
		{`{id: k, abilities: [{id: zap, pre: if they dare}]}`, Share{0, 1}, []string{"content:text | action zap | pre has no pre_x | if they dare"}},
		{`{id: k, status: missing}`, Share{0, 1}, []string{"content:missing | content k | status is missing | missing"}},
		{`{id: k, status: missing, effect: [{op: roll, die: 6}]}`, Share{0, 1}, []string{"content:missing | content k | status is missing | missing"}},
		{`{id: k, status: verified}`, Share{}, nil},
		{`{id: k, keywords: [Guard, Swift]}`, Share{1, 1}, nil},
		{`{id: k, keywords: "Guard, First strike", text: t}`, Share{1, 1}, nil},
		{`{id: k, keywords: Guard Swift 2}`, Share{1, 1}, nil},
		{`{id: k, keywords: [Guard, Flying]}`, Share{0, 1}, []string{"content:keywords | content k | no rule uses the keyword 'Flying' | Flying"}},
		{`{id: k, keywords: Guard Flying, effect: [{op: roll, die: 6}]}`, Share{1, 1}, nil},
		{`{id: k, keywords: Botlike}`, Share{0, 1}, []string{"content:keywords | content k | no rule uses the keyword 'Botlike' | Botlike"}},
	} {
		e, gaps := measure(t, "content: {cards: ["+c.item+"]}\ncode: {net: {kind: online}}\nagents: {bot: {policy_x: \"'Botlike' in option\"}}\n"+
			"derived: {d: \"'Guard' in x or 'Swift' in x or 'First strike' in x\"}")
		require.Equal(t, c.gaps, gaps, c.item)
		require.Equal(t, c.want, e.Content, c.item)
	}
}

// Code of kind content counts with the content, even where a rule calls it; both layers together make the share.
func TestLayers(t *testing.T) {
	e, gaps := measure(t, `actions: {a: {pre_x: x, effect: [{op: call, code: deck}]}}
code: {deck: {kind: content}}
content: {cards: [{id: k, effect: [{op: roll, die: 6}]}]}`)
	require.Equal(t, []string{"code:content | action a | call of code 'deck' | {op: call"}, gaps)
	require.Equal(t, Share{1, 1}, e.Rules)
	require.Equal(t, Share{1, 2}, e.Content)
	require.Equal(t, Share{2, 3}, e.All())
	all := e.All()
	require.InDelta(t, 66.7, all.Percent(), 0.1)
	require.Equal(t, 100.0, Share{}.Percent())
}
