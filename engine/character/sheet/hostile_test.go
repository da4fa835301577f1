package sheet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/enginetest/effort"
)

func times(n int, format, between string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(between)
		}
		b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
	}
	return b.String()
}

const things = "contentTypes: [{id: thing, list: features}, {id: mould, kind: template}]\n"

// What a pack, a character and a batch bring together multiplies; the sheet stays in bounds and says what it left out.
func TestLargeSheetsEndSoon(t *testing.T) {
	copies := func(n int) string { return `{"features":[` + times(n, `{"id":"x#","item":"p:a"}`, ",") + `]}` }
	item := func(has string) string { return "- {id: a, type: thing, " + has + "}\n" }
	for name, c := range map[string]struct {
		rules, content, character, changes, want string
	}{
		"effects":    {things + "fields: [{id: f, type: integer}]\n", item("effects: [" + times(1000, "{target: {field: f}, op: add, value: 1}", ", ") + "]"), copies(5000), "", "more than 200,000"},
		"actions":    {things, item("actions: [" + times(1000, "{id: a#, steps: []}", ", ") + "]"), copies(5000), "", "more than 200,000"},
		"slots":      {things, item("choices: [{id: c, slots: [" + times(5000, "1#", ", ") + "], options: [{id: a}]}]"), copies(200), "", "more than 200,000"},
		"choices":    {"choices:\n" + times(20_000, "  - {id: c#, options: [{id: a}]}\n", ""), "", "{}", "", ""},
		"follow-ups": {things + "actions: [{id: run, steps: []}]\n", item("followUps: [{id: f, action: run, when: 'true'}]"), copies(20_000), "", ""},
		"parts":      {"fields:\n" + times(2000, "  - {id: f#, type: integer}\n", "") + "  - {id: z, type: integer}\neffects:\n" + times(2000, "  - {target: {fields: {where: 'z < 1'}}, op: add, value: '1'}\n", ""), "", "{}", "", "more than 500,000"},
		"bars":       {"tags: [t]\nactions:\n" + times(3000, "  - {id: a#, tags: [t], steps: []}\n", "") + "effects:\n" + times(3000, "  - {target: {actions: [t]}, op: available, value: 'true'}\n", ""), "", "{}", "", "steps is used up"},
		"picks":      {things, item("choices: [{id: c, count: {min: 0}, options: {values: '[1]'}}]"), `{"features":[{"id":"x","item":"p:a","choices":{"c":[` + times(20_000, "1", ",") + `]}}]}`, "", "more than 500 picks"},
		"new copies": {things, item("note: x"), "{}", times(10_000, `{"type":"addItem","entry":{"item":"p:a"}}`, ","), ""},
		"removals":   {things, item("note: x"), copies(20_000), `{"type":"removeItem","copies":{"where":"true"}}`, ""},
		"incoming":   {"fields: [{id: hp, type: integer, default: 10, min: '0', max: '10'}]\neffects:\n" + times(1000, "  - {target: {incoming: {fields: [hp]}}, op: add, value: '1'}\n", ""), "", "{}", times(10_000, `{"type":"adjust","field":"p:hp","by":-1}`, ","), "too much work"},
		"absorbed":   {"fields:\n" + times(2000, "  - {id: f#, type: integer, default: 1, min: '0'}\n", "") + "effects:\n" + times(2000, "  - {target: {incoming: {fields: [f0]}}, op: absorb, value: f#}\n", ""), "", "{}", `{"type":"adjust","field":"p:f0","by":-100000}`, "too much work"},
		"triggered":  {"fields: [{id: hp, type: integer, default: 10, min: '0', max: '10'}]\nactions: [{id: run, steps: []}]\nfollowUps:\n" + times(500, "  - {id: u#, action: run, on: {fields: [hp]}}\n", ""), "", "{}", times(5000, `{"type":"adjust","field":"p:hp","by":-1},{"type":"adjust","field":"p:hp","by":1}`, ","), "too much work"},
	} {
		t.Run(name, func(t *testing.T) {
			r := rulesOf(t, c.rules, c.content)
			ch := characterOf(t, c.character)
			changes := changesOf(t, "["+c.changes+"]")
			var out string
			effort.Most(t, 10_000, func() {
				if c.changes == "" {
					s := r.Compute(ch, nil)
					require.Less(t, len(s.AppendJSON(nil)), 100<<20)
					out = fmt.Sprint(s.Issues())
				} else if result, err := r.Apply(ch, changes, Options{}); err != nil {
					out = err.Message
				} else {
					out = fmt.Sprint(len(result.AppendJSON(nil)))
				}
			})
			require.Contains(t, out, c.want)
		})
	}
}

// A free id is the least one, whatever was added and taken out before.
func TestFreeIDs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var fast idSet
		slow := map[string]bool{}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			name := rapid.SampledFrom([]string{"a", "a-1", "b.c"}).Draw(t, "name")
			id := fmt.Sprintf("%s-%d", strings.ReplaceAll(name, ".", "-"), rapid.IntRange(0, 5).Draw(t, "n"))
			switch rapid.IntRange(0, 2).Draw(t, "do") {
			case 0:
				fast.add(id)
				slow[id] = true
			case 1:
				fast.remove(id)
				delete(slow, id)
			case 2:
				n := 1
				for slow[fmt.Sprintf("%s-%d", strings.ReplaceAll(name, ".", "-"), n)] {
					n++
				}
				want := fmt.Sprintf("%s-%d", strings.ReplaceAll(name, ".", "-"), n)
				require.Equal(t, want, fast.free(name))
				slow[want] = true
			}
		}
	})
}
