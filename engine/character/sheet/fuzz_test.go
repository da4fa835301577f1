package sheet

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/dice"
)

// fuzzed are rules with one of most things that a character can meet, a ring and faults among them.
func fuzzed(t tester) *Rules {
	return rulesOf(t, `
tags: [fire, run]
settings: {stacking: {k: highest}}
fields:
  - {id: hp, type: integer, default: 10, min: '0', max: most}
  - {id: most, type: integer, formula: "10 + countCopies('thing', self.n > 0)"}
  - {id: ward, type: number, default: 2.5, min: '0'}
  - {id: name, type: string, default: x}
  - {id: a, type: integer, formula: '1'}
  - {id: b, type: integer, formula: a + 1}
  - {id: c, type: number, formula: 1 / hp}
contentTypes:
  - {id: thing, list: features, fields: {n: {type: integer, default: 1}}, state: {n: {type: integer, default: 1}}}
  - {id: gear, list: inventory, state: {n: {type: integer, default: 1}}}
  - {id: mould, kind: template}
choices: [{id: origin, options: [{id: north}, {id: south, when: hp > 5, choices: [{id: sub, options: [{id: z}]}]}]}]
effects:
  - {target: {incoming: {tags: [fire]}}, op: multiply, value: '2'}
  - {target: {incoming: {fields: [hp]}}, op: add, value: 1d4}
  - {target: {incoming: {fields: [hp]}}, op: absorb, value: ward}
  - {target: {incoming: {fields: [ward]}}, op: overflow, overflow: hp}
actions: [{id: act, tags: [run], available: hp > 0, steps: []}]
followUps: [{id: low, action: act, when: hp < 3}, {id: hurt, action: act, on: {fields: [hp]}}]
`, `
- {id: loop, type: thing, effects: [{target: {field: a}, op: add, value: b}, {target: {field: b}, op: add, value: self.n, stackKey: k}]}
- {id: giver, type: thing, grants: [{content: loop, when: hp > 4}], choices: [{id: pick, slots: [1, 2], unique: true, options: {content: {type: thing, where: item.n > 0}}}]}
- {id: bow, type: gear, effects: [{target: {fields: {where: 'hp > 1'}}, op: add, value: self.quantity}]}
- {id: m, type: mould, effects: [{target: {field: most}, op: multiply, value: '2'}]}
`)
}

// FuzzSheet reads any character: what can be read is written and read again the same, and its sheet comes,
// the same twice and in another order, and changes nothing.
func FuzzSheet(f *testing.F) {
	for _, seed := range []string{
		`{}`,
		`{"values":{"p:hp":3,"p:ward":1e308,"gone:x":[1]},"features":[{"id":"l","item":"p:loop","state":{"n":4}},{"id":"g","item":"p:giver","choices":{"pick-1":["p:loop"]}}]}`,
		`{"inventory":[{"id":"b","item":"p:bow","quantity":9007199254740991,"templates":["p:m","p:m"]}],"templates":["p:m"],"choices":{"origin":[{"option":"south","choices":{"sub":["z"]}}]}}`,
		`{"applied":[{"id":"e","source":"p:loop","active":false,"state":{"n":"x"}}],"followUps":[{"id":"hurt-1","followUp":"p:hurt"}]}`,
	} {
		f.Add([]byte(seed), int64(0))
	}
	r := fuzzed(f)
	f.Fuzz(func(t *testing.T, text []byte, from int64) {
		c, err := Read(text)
		if err != nil {
			return
		}
		written := string(c.AppendJSON(nil))
		again, err := Read([]byte(written))
		require.NoError(t, err)
		require.Equal(t, written, string(again.AppendJSON(nil)))
		s := r.Compute(c, nil)
		require.Equal(t, string(s.AppendJSON(nil)), string(r.Compute(again, nil).AppendJSON(nil)))
		require.Equal(t, written, string(c.AppendJSON(nil)))
		other := r.Compute(c, nil)
		for i := range r.Fields {
			n := int((uint64(from) + uint64(i)*5) % uint64(len(r.Fields)))
			v, err := other.Value(n)
			w, want := s.Value(n)
			require.Equal(t, want == nil, err == nil)
			require.Equal(t, show(w), show(v))
		}
	})
}

// FuzzApply makes any changes of any character: they are made or refused, the same twice, and the character
// that was given stays.
func FuzzApply(f *testing.F) {
	for _, seed := range [][2]string{
		{`{}`, `[{"type":"adjust","field":"p:hp","by":-4,"tags":["fire"]},{"type":"adjust","field":"p:ward","by":-9}]`},
		{`{"features":[{"id":"g","item":"p:giver"}]}`, `[{"type":"choose","path":{"entry":"g","choice":["pick-1"]},"option":"p:loop"},{"type":"setState","copies":{"where":"self.n > batch.index"},"key":"n","value":"self.n + 1"}]`},
		{`{}`, `[{"type":"addItem","entry":{"item":"p:bow"}},{"type":"setQuantity","entry":"bow-1","value":2},{"type":"removeItem","entry":"bow-1"},{"type":"applyEffect","source":"p:loop","state":{"n":{"formula":"1"}}}]`},
		{`{"creating":true}`, `[{"type":"choose","path":{"choice":["origin"]},"option":"north"},{"type":"offerFollowUp","followUp":"p:hurt"},{"type":"finishCreation"}]`},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]), false)
	}
	r := fuzzed(f)
	f.Fuzz(func(t *testing.T, text, list []byte, strict bool) {
		c, err := Read(text)
		if err != nil {
			return
		}
		changes, err := ReadChanges(list)
		if err != nil {
			return
		}
		before := string(c.AppendJSON(nil))
		o := Options{Strict: strict, Dice: func(d dice.Die) (int, error) { return d.High(), nil }}
		a, fault := r.Apply(c, changes, o)
		b, fault2 := r.Apply(c, changes, o)
		require.Equal(t, before, string(c.AppendJSON(nil)))
		require.Equal(t, fault == nil, fault2 == nil)
		if fault != nil {
			require.NotEmpty(t, fault.Code)
			require.Equal(t, string(fault.JSON(nil)), string(fault2.JSON(nil)))
			return
		}
		require.Equal(t, string(a.AppendJSON(nil)), string(b.AppendJSON(nil)))
		after := string(a.Character.AppendJSON(nil))
		again, err := Read([]byte(after))
		require.NoError(t, err)
		require.Equal(t, after, string(again.AppendJSON(nil)))
	})
}
