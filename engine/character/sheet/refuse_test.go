package sheet

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/dice"
)

const refuseRules = `
fields:
  - {id: n, type: integer, default: 1, min: '0', max: '9'}
  - {id: w, type: number, default: 1}
  - {id: word, type: string, default: a}
  - {id: kind, type: enum, options: [a, b], default: a}
  - {id: sum, type: integer, formula: n + 1}
  - {id: bad, type: integer, default: 1, max: floor(1 / (n - 1))}
contentTypes:
  - {id: gear, list: inventory, state: {uses: {type: integer, default: 1}, word: {type: string}}}
  - {id: charm, kind: template}
choices:
  - {id: one, when: n < 5, options: [{id: a}, {id: b, when: n > 1}]}
  - {id: slotted, slots: [1, 2], unique: true, count: {max: 2}, options: [{id: a}, {id: b}]}
actions: [{id: act, steps: []}]
followUps: [{id: derived, action: act, when: n > 7}, {id: offered, action: act}]
effects: [{target: {incoming: {fields: [w]}}, op: add, value: 1d6}]
`

const refuseContent = `
- {id: rope, type: gear, choices: [{id: knot, options: [{id: bow}, {id: hitch, when: n > 1}]}]}
- {id: flame, type: charm}
`

// Every way in which changes are refused, each with its code and its place; what was given stays as it is.
func TestChangesThatAreRefused(t *testing.T) {
	r := rulesOf(t, refuseRules, refuseContent)
	c := characterOf(t, `{"choices":{"one":["a"],"slotted-1":["a"]},"inventory":[{"id":"r","item":"p:rope"},{"id":"g","item":"gone:x"}],
	 "templates":["p:flame"],"applied":[{"id":"b","source":"p:rope"}]}`)
	before := string(c.AppendJSON(nil))
	strict := Options{Strict: true}
	rows := []struct {
		change, code, path string
		opts               Options
	}{
		{`{"type":"set","field":"p:no","value":1}`, "unknown-field", "field", Options{}},
		{`{"type":"set","field":"n","value":1}`, "unknown-field", "field", Options{}},
		{`{"type":"adjust","field":"gone:n","by":1}`, "unknown-field", "field", Options{}},
		{`{"type":"set","field":"p:sum","value":1}`, "not-input-field", "field", Options{}},
		{`{"type":"adjust","field":"p:sum","by":1}`, "not-input-field", "field", Options{}},
		{`{"type":"set","field":"p:n","value":1.5}`, "wrong-type", "value", Options{}},
		{`{"type":"set","field":"p:n","value":"1"}`, "wrong-type", "value", Options{}},
		{`{"type":"set","field":"p:kind","value":"c"}`, "wrong-type", "value", Options{}},
		{`{"type":"adjust","field":"p:n","by":0.5}`, "wrong-type", "by", Options{}},
		{`{"type":"adjust","field":"p:n","by":"1 + 1"}`, "wrong-type", "by", Options{}},
		{`{"type":"adjust","field":"p:word","by":1}`, "type-mismatch", "field", Options{}},
		{`{"type":"adjust","field":"p:n","by":9007199254740991}`, "overflow", "by", Options{}},
		{`{"type":"adjust","field":"p:n","by":9}`, "out-of-bounds", "by", strict},
		{`{"type":"set","field":"p:n","value":-1}`, "out-of-bounds", "value", strict},
		{`{"type":"setQuantity","entry":"r","value":-1}`, "out-of-bounds", "value", strict},
		{`{"type":"adjust","field":"p:bad","by":1}`, "division-by-zero", "field", Options{}},
		{`{"type":"adjust","field":"p:w","by":1}`, "dice-needed", "by", Options{}},
		{`{"type":"adjust","field":"p:w","by":1}`, "dice-failed", "by", Options{Dice: dice.Given().Next}},
		{`{"type":"addItem","entry":{"item":"p:no"}}`, "unknown-reference", "entry.item", Options{}},
		{`{"type":"addItem","entry":{"item":"p:flame"}}`, "unknown-reference", "entry.item", Options{}},
		{`{"type":"addItem","entry":{"item":"p:rope","templates":["p:rope"]}}`, "unknown-reference", "entry.templates[0]", Options{}},
		{`{"type":"addItem","entry":{"item":"p:rope","id":"b"}}`, "duplicate-id", "entry.id", Options{}},
		{`{"type":"addItem","entry":{"item":"p:rope","state":{"no":1}}}`, "unknown-state", "entry.state.no", Options{}},
		{`{"type":"addItem","entry":{"item":"p:rope","state":{"uses":"x"}}}`, "wrong-type", "entry.state.uses", Options{}},
		{`{"type":"addItem","entry":{"item":"p:rope","choices":{"no":["a"]}}}`, "unknown-choice", "entry.choices.no", Options{}},
		{`{"type":"addItem","entry":{"item":"p:rope","choices":{"knot":["no"]}}}`, "invalid-option", "entry.choices.knot", Options{}},
		{`{"type":"addItem","entry":{"item":"p:rope","choices":{"knot":["hitch"]}}}`, "ineligible-option", "entry.choices.knot", Options{}},
		{`{"type":"addItem","entry":{"item":"p:rope","choices":{"knot":["bow","bow"]}}}`, "too-many-picks", "entry.choices.knot", Options{}},
		{`{"type":"removeItem","entry":"no"}`, "unknown-id", "entry", Options{}},
		{`{"type":"removeItem","entry":"b"}`, "unknown-id", "entry", Options{}},
		{`{"type":"removeItem","copies":{"type":"p:no"}}`, "unknown-reference", "copies.type", Options{}},
		{`{"type":"removeItem","copies":{"where":"self.quantity >"}}`, "formula-error", "copies.where", Options{}},
		{`{"type":"removeItem","copies":{"where":"no.thing"}}`, "formula-error", "copies.where", Options{}},
		{`{"type":"removeItem","copies":{"where":"item.no == 1"}}`, "no-such-key", "copies.where", Options{}},
		{`{"type":"setQuantity","entry":"r","value":"1"}`, "wrong-type", "value", Options{}},
		{`{"type":"setQuantity","copies":{},"value":"'x'"}`, "wrong-type", "value", Options{}},
		{`{"type":"setState","entry":"r","key":"no","value":1}`, "unknown-state", "key", Options{}},
		{`{"type":"setState","entry":"g","key":"uses","value":1}`, "unknown-reference", "entry", Options{}},
		{`{"type":"setState","entry":"r","key":"uses","value":"1"}`, "wrong-type", "value", Options{}},
		{`{"type":"adjustState","entry":"r","key":"uses","by":0.5}`, "wrong-type", "by", Options{}},
		{`{"type":"adjustState","entry":"r","key":"word","by":1}`, "type-mismatch", "key", Options{}},
		{`{"type":"adjustState","applied":{},"key":"uses","by":"'a'"}`, "wrong-type", "by", Options{}},
		{`{"type":"choose","path":{"entry":"no","choice":["one"]},"option":"a"}`, "unknown-id", "path.entry", Options{}},
		{`{"type":"choose","path":{"choice":["no"]},"option":"a"}`, "unknown-choice", "path", Options{}},
		{`{"type":"choose","path":{"choice":["one"]},"option":"no"}`, "invalid-option", "option", Options{}},
		{`{"type":"choose","path":{"choice":["one"]},"option":"b"}`, "ineligible-option", "option", Options{}},
		{`{"type":"choose","path":{"choice":["one"]},"option":"a"}`, "already-picked", "option", Options{}},
		{`{"type":"choose","path":{"choice":["slotted-2"]},"option":"a"}`, "ineligible-option", "option", Options{}},
		{`{"type":"set","field":"p:n","value":2},{"type":"choose","path":{"choice":["one"]},"option":"b"}`, "too-many-picks", "path", Options{}},
		{`{"type":"set","field":"p:n","value":6},{"type":"choose","path":{"choice":["one"]},"option":"b"}`, "choice-unavailable", "path", Options{}},
		{`{"type":"unchoose","path":{"choice":["one"]},"option":"b"}`, "not-picked", "option", Options{}},
		{`{"type":"unchoose","path":{"choice":["no"]},"option":"b"}`, "unknown-choice", "path", Options{}},
		{`{"type":"unchoose","path":{"entry":"no","choice":["one"]},"option":"b"}`, "unknown-id", "path.entry", Options{}},
		{`{"type":"applyEffect","source":"p:flame"}`, "unknown-reference", "source", Options{}},
		{`{"type":"applyEffect","source":"p:rope","id":"r"}`, "duplicate-id", "id", Options{}},
		{`{"type":"applyEffect","source":"p:rope","state":{"no":1}}`, "unknown-state", "state.no", Options{}},
		{`{"type":"applyEffect","source":"p:rope","state":{"uses":{"formula":"'a'"}}}`, "wrong-type", "state.uses", Options{}},
		{`{"type":"applyEffect","source":"p:rope","state":{"uses":{"formula":"1 +"}}}`, "formula-error", "state.uses", Options{}},
		{`{"type":"removeEffect","entry":"r"}`, "unknown-id", "entry", Options{}},
		{`{"type":"toggleEffect","applied":{"where":"1"}}`, "formula-error", "applied.where", Options{}},
		{`{"type":"applyTemplate","template":"p:rope"}`, "unknown-reference", "template", Options{}},
		{`{"type":"applyTemplate","template":"p:flame"}`, "already-applied", "template", Options{}},
		{`{"type":"applyTemplate","template":"p:flame","entry":"no"}`, "unknown-id", "entry", Options{}},
		{`{"type":"removeTemplate","template":"p:flame","entry":"r"}`, "not-applied", "template", Options{}},
		{`{"type":"offerFollowUp","followUp":"p:no"}`, "unknown-reference", "followUp", Options{}},
		{`{"type":"offerFollowUp","followUp":"p:derived"}`, "unknown-reference", "followUp", Options{}},
		{`{"type":"clearFollowUp","id":"no"}`, "unknown-follow-up", "id", Options{}},
		{`{"type":"finishCreation"}`, "not-creating", "", Options{}},
	}
	seen := map[string]bool{"creation-incomplete": true} // TestCreation
	for _, row := range rows {
		// A change before it and one after it: all or nothing.
		list := changesOf(t, `[{"type":"setExtension","key":"a","value":1},`+row.change+`,{"type":"setExtension","key":"b","value":1}]`)
		_, err := r.Apply(c, list, row.opts)
		require.NotNil(t, err, row.change)
		index := len(list) - 2
		want := "changes[" + string(rune('0'+index)) + "]"
		if row.path != "" {
			want += "." + row.path
		}
		require.Equal(t, [3]any{row.code, want, index}, [3]any{err.Code, err.Path, err.Data["index"]}, "%s: %v", row.change, err)
		require.NotEmpty(t, err.Message)
		require.Equal(t, before, string(c.AppendJSON(nil)))
		seen[row.code] = true
	}
	_, err := r.Apply(c, make([]Change, mostChanges+1), Options{})
	require.Equal(t, "safety-limit-exceeded", err.Code)
	seen[err.Code] = true
	_, err = r.Apply(c, []Change{{Type: "grow"}}, Options{})
	require.Equal(t, "unknown-change", err.Code)
	seen[err.Code] = true
	_, err = r.Apply(c, nil, Options{Links: map[string]View{"p:crew": {ID: "s"}}})
	require.Equal(t, "unknown-link", err.Code)
	seen[err.Code] = true
	for _, code := range []string{"schema", "invalid-path"} { // TestChangeShapesThatAreRefused
		seen[code] = true
	}
	require.ElementsMatch(t, documentedCodes(t), codesOf(seen), "docs/characters.md lists the codes of changes")
}

func codesOf(m map[string]bool) []string {
	var out []string
	for code := range m {
		out = append(out, code)
	}
	return out
}

// documentedCodes are the codes in the table of docs/characters.md.
func documentedCodes(t *testing.T) []string {
	text, err := os.ReadFile("../../../docs/characters.md")
	require.NoError(t, err)
	at := regexp.MustCompile(`(?s)## Codes of changes\n(.*?)(\n## |$)`).FindSubmatch(text)
	require.NotNil(t, at)
	var out []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)`").FindAllSubmatch(at[1], -1) {
		out = append(out, string(m[1]))
	}
	slices.Sort(out)
	return out
}

// A batch over a large character ends, whatever it asks for.
func TestABatchDoesNotWorkForEver(t *testing.T) {
	r := rulesOf(t, refuseRules, refuseContent)
	c := characterOf(t, `{}`)
	for i := range 5000 {
		c.Inventory = append(c.Inventory, &Copy{ID: "r" + optionID(i), Item: "p:rope"})
	}
	list := make([]Change, mostChanges)
	for i := range list {
		list[i] = Change{Type: "adjust", Field: "p:n", By: 1 - 2*(i%2)}
	}
	_, err := r.Apply(c, list, Options{})
	require.NotNil(t, err)
	require.Equal(t, "safety-limit-exceeded", err.Code)
}
