package rules_test

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/astragal-engine/astragal/engine/enginetest/effort"
	"github.com/astragal-engine/astragal/engine/game"
)

func TestTrapFunctionsCallEachOtherAHundredDeepAtMost(t *testing.T) {
	text := idle(`
		functions: {down: {params: [n], x: "0 if n == 0 else 1 + down(n - 1)"}}
		state: {vars: {x: {init_x: "down(%)"}}}
	`)
	play(t, replace(text, "99")).over().is("x", "99")
	p := play(t, replace(text, "100"))
	if e := p.g.Err(); e == nil || !strings.Contains(e.Message, "calls itself more than 100 deep") {
		t.Fatalf("%v", e)
	}
}

// hostile models must end soon, within bounded memory, with an error that says why.
var hostile = map[string]struct{ model, want string }{
	"a power tower": {turn(`- {op: set, var: x, value_x: "10 ** 10 ** 10"}`, vars), "OverflowError"},
	"a power with names": {turn(`
		- {op: let, name: ten, value: 10}
		- {op: set, var: x, value_x: "ten ** ten ** ten"}
	`, vars), "OverflowError"},
	"a shift": {turn(`- {op: set, var: x, value_x: "1 << (10 ** 9 + x)"}`, vars), "OverflowError"},
	"a text that doubles": {turn(`
		- {op: set, var: x, value: ab}
		- {op: repeat, n: 10000, do: [{op: set, var: x, value_x: "x + x"}]}
	`, vars), "value too large"},
	"a list that doubles": {turn(`
		- {op: repeat, n: 10000, do: [{op: set, var: list, value_x: "list + list"}]}
	`, vars), "value too large"},
	"a text that is added to itself": {turn(`
		- {op: set, var: x, value: ab}
		- {op: repeat, n: 10000, do: [{op: add, var: x, amount_x: x}]}
	`, vars), "value too large"},
	"an element that is added to itself": {turn(`
		- {op: set, var: d, value_x: "{'a': [1]}"}
		- {op: repeat, n: 10000, do: [{op: add, var: "d['a']", amount_x: "d['a']"}]}
	`, vars), "value too large"},
	"a place of a list that is added to itself": {turn(`
		- {op: set, var: list, value: [ab]}
		- {op: repeat, n: 10000, do: [{op: add, var: "list[0]", amount_x: "list[0]"}]}
	`, vars), "value too large"},
	"an attribute that is added to itself": {turn(`
		- {op: create, what: {id: c}, to: pile}
		- {op: repeat, n: 10000, do: [{op: add, attr: id, of_x: "pile[0]", amount_x: "pile[0]['id']"}]}
	`, vars), "value too large"},
	"distances":             {land(`sum(distance(b, c, d) for c in cells(b) for d in cells(b))`), "too many steps"},
	"costs":                 {land(`sum(cost(g, i, 0) for i in range(20000) for k in range(100))`), "too many steps"},
	"ways":                  {land(`[path(b, [0, 0], d) for d in cells(b)]`), "too many steps"},
	"far reaches":           {land(`[reach(b, c, 1000) for c in cells(b)]`), "value too large"},
	"far rays":              {land(`[ray(b, c, [0, 1]) for c in cells(b) for i in range(100)]`), "value too large"},
	"regions":               {land(`[region(b, c, cells(b)) for c in cells(b)]`), "value too large"},
	"connections":           {land(`[connected(b, cells(b)) for c in cells(b)]`), "value too large"},
	"lines of all sizes":    {land(`[len(lines(s, n)) for n in range(1, 1000)]`), "value too large"},
	"lines on a ring":       {land(`len(lines(t, 40000))`), "too many"},
	"a text times a number": {turn(`- {op: set, var: x, value_x: "'ab' * (10 ** 9 + x)"}`, vars), "value too large"},
	"a list times a number": {turn(`- {op: set, var: x, value_x: "[0] * (10 ** 9 + x)"}`, vars), "value too large"},
	"a comprehension":       {turn(`- {op: set, var: x, value_x: "sum(a * b for a in range(10 ** 6) for b in range(10 ** 6))"}`, vars), "too many steps"},
	"a long format":         {turn(`- {op: set, var: x, value_x: "f'{x:1000000000}'"}`, vars), "value too large"},
	"a loop in a loop":      {`flow: {kind: loop, id: a, until_x: "False", children: [{kind: loop, id: b, until_x: "round_of('b') >= 9999", children: [{kind: loop, id: c, until_x: "round_of('c') >= 9999", children: []}]}]}`, "too many steps"},
	"a loop over a range":   {`state: {vars: {i: {}}}` + "\n" + `flow: {kind: loop, id: a, over_x: "range(10 ** 12)", as: i, children: []}`, "value too large"},
	"loops over nothing":    {`state: {vars: {i: {}}}` + "\n" + `flow: {kind: loop, id: a, children: [{kind: loop, id: b, until_x: "round_of('b') >= 9999", over_x: "range(9999)", as: i, children: []}]}`, "too many steps"},
	"repeats in repeats":    {turn(`- {op: repeat, n: 10000, do: [{op: repeat, n: 10000, do: [{op: repeat, n: 10000, do: []}]}]}`), "action act: too many steps"},
	"a repeat of emits":     {turn(`- {op: repeat, n: 10000, do: [{op: repeat, n: 10000, do: [{op: emit, event: e}]}]}`), "action act: too many steps"},
	"a repeat of dear sums": {turn(`- {op: repeat, n: 10000, do: [{op: let, name: x, value_x: "sum(range(100000)) + sum(i for i in range(100000))"}]}`), "too many steps"},
	"each of a million":     {turn(`- {op: for_each, items_x: "range(1000000)", as: i, do: [{op: for_each, items_x: "range(1000000)", as: k, do: []}]}`), "too many steps"},
	"each of a billion":     {turn(`- {op: for_each, items_x: "range(10 ** 9)", as: i, do: []}`), "action act: items: value too large"},
	"a choice of a billion": {turn(`- {op: choose, options_x: "range(10 ** 9)", as: i}`), "action act: options: value too large"},
	"a choice of a million": {turn(`- {op: choose, options_x: "range(10 ** 6)", as: i}`), "action act: choose: 1000000 options are more than the limit of 100000"},
	"a zone of a million":   {turn(`- {op: create, what: {id: c}, to: pile, n: 1000000}`, vars), "zone 'pile': 1000000 items are more than the limit of 100000"},
	"a zone fed for ever":   {turn(`- {op: repeat, n: 10000, do: [{op: create, what: {id: c}, to: pile, n: 1000}]}`, vars), "zone 'pile': 101000 items are more than the limit of 100000"},
	"a zone born too large": {idle(`state: {zones: {pile: {init_x: "range(1000000)"}}}`), "zone 'pile': 1000000 items are more than the limit of 100000"},
	"instances without end": {turn(`- {op: repeat, n: 10000, do: [{op: repeat, n: 10000, do: [{op: create, what: {id: c}, to: pile}, {op: destroy, what_x: "pile[0]", from: pile}]}]}`, vars), "too many steps"},
	"a draw in a circle":    {turn(`- {op: draw, from: pile, to: pile, n: 2000000000}`, `state: {zones: {pile: {init_x: "[1, 2]"}}}`), "action act: too many steps"},
	"a die of a billion":    {turn(`- {op: roll, die: 1000000000}`), "a die of 1000000000 sides"},
	"a bag of dice":         {turn(`- {op: roll, die: 6, n: 1000000000}`), "action act: n gives 1000000000, which is outside 0 to 100000"},
	"an event of itself":    {turn(`- {op: emit, event: e}`, `triggers: [{id: t, event: e, do: [{op: emit, event: e}]}]`), "trigger t: trigger chain too deep"},
	"events that split":     {turn(`- {op: emit, event: e, with_x: {depth: "0"}}`, `triggers: [{id: t, event: e, if_x: "depth < 45", do: [{op: emit, event: e, with_x: {depth: "depth + 1"}}, {op: emit, event: e, with_x: {depth: "depth + 1"}}]}]`), "too many steps"},
	"a function of itself":  {turn(`- {op: set, var: x, value_x: "f()"}`, vars, `functions: {f: {params: [], x: "f() + f()"}}`), "more than 100 deep"},
	"functions that split":  {turn(`- {op: set, var: x, value_x: "f(90)"}`, vars, `functions: {f: {params: [n], x: "1 if n == 0 else f(n - 1) + f(n - 1)"}}`), "too many steps"},
	"a derived of itself":   {turn(`- {op: set, var: x, value_x: "one"}`, vars, `derived: {one: "two + 1", two: "one + 1"}`), "more than 100 deep"},
	"a large list copied": {turn(`
		- {op: set, var: list, value_x: "[0] * 9000000"}
		- {op: repeat, n: 10000, do: [{op: repeat, n: 10000, do: [{op: set, var: x, value_x: list}, {op: set, var: "x[0]", value: 1}]}]}
	`, vars), "too many steps"},
	"a large list made again": {turn(`
		- {op: set, var: list, value_x: "[0] * 9000000"}
		- {op: repeat, n: 10000, do: [{op: repeat, n: 10000, do: [{op: set, var: x, value_x: "list[1:]"}]}]}
	`, vars), "too many steps"},
	"many variables": {idle(manyVars()), "too many steps"},
	"modifiers of modifiers": {turn(`
		- {op: repeat, n: 10000, do: [{op: modify, stat: s, change_x: "value + 1"}]}
		- {op: set, var: x, value_x: "sum(modified('s', i) for i in range(1000000))"}
	`, vars), "too many steps"},
	"ends without end": {`
state: {vars: {x: {init: 0}}}
actions: {go: {effect: [{op: add, var: x, amount: 1}]}}
flow: {kind: loop, id: l, children: [{kind: step, id: s, do: [go]}]}
end: [{id: a, if_x: "sum(i for i in range(1000000)) < x - x", result: draw}, {id: b, if_x: "sum(i for i in range(1000000)) < x - x", result: draw}]
`, "too many steps"},
	"modifiers that split": {turn(`- {op: set, var: x, value_x: "modified('s', 0, n=19)"}`, vars, `modifiers: [{stat: s, change_x: "0 if n == 0 else sum(modified('s', 0, n=n - 1) for i in range(10))"}]`), "too many steps"},
	"a flow that runs itself": {`
actions: {go: {effect: [{op: run, flow: f}]}}
flows: {f: {kind: step, id: s, do: [go]}}
flow: {kind: subflow, id: top, ref: f}
`, "action go: too many nested calls"},
	"a subflow of itself": {`
flows: {f: {kind: subflow, id: s, ref: f}}
flow: {kind: subflow, id: top, ref: f}
`, "too many nested calls"},
	"content that runs itself": {turn(`- {op: exec, of_x: "'c'"}`, `content: {cards: [{id: c, effect: [{op: let, name: deep, value: 1}, {op: exec, of_x: self}]}]}`), "content c: too many nested calls"},
	"content in a circle":      {turn(`- {op: repeat, n: 10000, do: [{op: exec, of_x: "'c'"}]}`, `content: {cards: [{id: c, effect: [{op: exec, of_x: "'d'"}]}, {id: d, effect: [{op: exec, of_x: "'c'"}]}]}`), "too many nested calls"},
	"a list within a list": {turn(`
		- {op: repeat, n: 10000, do: [{op: repeat, n: 10000, do: [{op: set, var: x, value_x: "[x]"}]}]}
	`, vars), ""},
	"a deep list that is shown": {turn(`
		- {op: repeat, n: 1000, do: [{op: repeat, n: 1000, do: [{op: set, var: x, value_x: "[x]"}]}]}
		- {op: set, var: y, value_x: "str(x)"}
	`, vars), ""},
	"deep lists that are compared": {turn(`
		- {op: repeat, n: 1000, do: [{op: repeat, n: 1000, do: [{op: set, var: x, value_x: "[x]"}, {op: set, var: y, value_x: "[y]"}]}]}
		- {op: set, var: list, value_x: "[x == y, x < y, {(1, 2): x} == {(1, 2): y}]"}
	`, vars), ""},
	"talk without end": {turn(`- {op: repeat, n: 10000, do: [{op: repeat, n: 10000, do: [{op: say, text_x: "'x' * 1000"}]}]}`), "too many steps"},
	"unasked steps": {`
actions: {go: {}}
flow: {kind: loop, id: a, children: [{kind: loop, id: b, until_x: "round_of('b') >= 9999", children: [{kind: step, id: s, do: [go]}]}]}
`, "too many steps"},
	"resets without end":    {turn(`- {op: repeat, n: 10000, do: [{op: reset}]}`, `state: {zones: {pile: {init_x: "[{'id': i} for i in range(10000)]"}}}`), ""},
	"searches without end":  {turn(`- {op: repeat, n: 10000, do: [{op: for_each, items_x: "pile", as: c, do: [{op: move, what_x: c, from: pile, to: other}]}, {op: for_each, items_x: "other", as: c, do: [{op: move, what_x: c, from: other, to: pile}]}]}`, `state: {zones: {pile: {init_x: "range(20000)"}, other: {}}}`), "too many steps"},
	"modifiers without end": {turn(`- {op: repeat, n: 10000, do: [{op: repeat, n: 10000, do: [{op: modify, stat: s, change_x: "value + 1"}]}]}`), ""},
	"dicts that grow":       {turn(`- {op: repeat, n: 10000, do: [{op: repeat, n: 10000, do: [{op: let, name: k, value_x: "len(d)"}, {op: set, var: "d[k]", value: 1}]}]}`, vars), ""},
}

// land is a model with large boards, and an expression about them that nothing can work out beforehand.
func land(x string) string {
	return turn(`- {op: set, var: y, value_x: "`+x+`"}`, `
		boards:
		  land: {kind: grid, rows: 200, cols: 200}
		  small: {kind: grid, rows: 100, cols: 100, neighbours: 8}
		  ring: {kind: track, length: 50000, loop: true}
		  roads: {kind: graph, cells: [`+cells(20000)+`], edges: [`+edges(20000)+`], weights: [`+strings.Repeat("2, ", 19999)+`]}
		state: {vars: {b: {init: land}, s: {init: small}, t: {init: ring}, g: {init: roads}, y: {init: 0}}}
	`)
}

func cells(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d, ", i)
	}
	return b.String()
}

func edges(n int) string {
	var b strings.Builder
	for i := range n - 1 {
		fmt.Fprintf(&b, "[%d, %d], ", i+1, i)
	}
	return b.String()
}

// manyVars are variables that take long to start.
func manyVars() string {
	var b strings.Builder
	b.WriteString("state:\n  vars:\n")
	for i := 0; i < 300; i++ {
		fmt.Fprintf(&b, "    v%d: {init_x: \"sum(i for i in range(4000000 + %d))\"}\n", i, i)
	}
	return b.String()
}

// With ASTRAGAL_PROVE the limits are those of a real game; else a tenth, to save time.
func TestHostileModelsEndSoonWithAClearError(t *testing.T) {
	limits := game.Limits{Ops: 1_000_000}
	if os.Getenv("ASTRAGAL_PROVE") != "" {
		limits.Ops = 0
	}
	for name, h := range hostile {
		t.Run(name, func(t *testing.T) {
			prog, _ := build(t, h.model)
			runtime.GC()
			var before runtime.MemStats
			runtime.ReadMemStats(&before)
			peak := watch()
			var g *game.Game
			effort.Most(t, 10_000, func() {
				var err error
				if g, err = game.New(prog, game.Options{Record: true, Limits: limits}); err != nil {
					t.Fatal(err)
				}
			})
			most := peak() - min(before.HeapAlloc, peak())
			t.Logf("%d MB: %v", most>>20, g.Err())
			switch {
			case most > 2<<30:
				t.Errorf("took %d MB", most>>20)
			case h.want == "value too large" && limits.Ops > 0 && g.Err() != nil: // the tenth may be spent first
			case h.want != "" && (g.Err() == nil || !strings.Contains(g.Err().Message, h.want)):
				t.Errorf("want an error with %q, got %v", h.want, g.Err())
			case g.Err() != nil && g.Err().Kind == "internal":
				t.Errorf("%v", g.Err())
			}
		})
	}
}

// watch follows how large the heap becomes until the function that it gives is called.
func watch() func() uint64 {
	stop, done := make(chan bool), make(chan uint64)
	go func() {
		most := uint64(0)
		var m runtime.MemStats
		for {
			select {
			case <-stop:
				runtime.ReadMemStats(&m)
				done <- max(most, m.HeapAlloc)
				return
			case <-time.After(20 * time.Millisecond):
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}
	}()
	var most uint64
	return func() uint64 {
		if most == 0 {
			stop <- true
			most = <-done
		}
		return most
	}
}

// Questions without end are the host's to cut off; each costs no more than the one before.
func TestAGameOfEndlessQuestionsKeepsAsking(t *testing.T) {
	p := play(t, turn(`- {op: repeat, n: 10000, do: [{op: repeat, n: 10000, do: [{op: choose, options: [a, b], as: x}]}]}`))
	for i := 0; i < 20_000; i++ {
		p.pick(i % 2)
	}
	p.asks(0, "action act", "a", "b")
}

func TestWindowsWithinWindowsEnd(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	p := play(t, `
actions: {dig: {speed: fast, effect: [{op: window, name: pit}]}}
priority: {windows: {pit: {allows: [fast]}}}
flow: {kind: sequence, id: main, children: [], window: pit}
`)
	for i := 0; i < 10_000 && !p.g.Over(); i++ {
		p.pick(0)
	}
	p.stops("ExprError: action dig: too many nested calls")
}

func TestAHostSetsTheLimits(t *testing.T) {
	small := game.Options{Limits: game.Limits{Ops: 100, ZoneItems: 3}}
	playWith(t, turn(`- {op: repeat, n: 200, do: [{op: let, name: x, value: 1}]}`), small).stops("ExprError: action act: too many steps")
	playWith(t, turn(`- {op: create, what: {id: a}, to: pile, n: 4}`, vars), small).
		stops("ExprError: action act: zone 'pile': 4 items are more than the limit of 3")
}
