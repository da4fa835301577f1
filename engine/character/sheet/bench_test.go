package sheet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// large are rules of n fields, two of three computed from others, and a character with copies that carry
// one effect each.
func large(t tester, fields, effects int) (*Rules, *Character) {
	var rules, content, copies strings.Builder
	rules.WriteString("settings: {stacking: {a: highest, b: highestBonusLowestPenalty}}\ncontentTypes: [{id: thing, list: features, fields: {n: {type: integer, default: 1}}, state: {on: {type: boolean, default: true}}}]\nfields:\n")
	for i := range fields {
		switch i % 3 {
		case 0:
			fmt.Fprintf(&rules, "  - {id: f%d, type: integer, default: %d}\n", i, i%20)
		case 1:
			fmt.Fprintf(&rules, "  - {id: f%d, type: integer, formula: floor((f%d - 10) / 2)}\n", i, i-1)
		default:
			fmt.Fprintf(&rules, "  - {id: f%d, type: integer, formula: 'f%d + (f%d > 10 ? f%d : 2)'}\n", i, i-1, i-2, max(0, i-3))
		}
	}
	for i := range effects {
		key := []string{"", ", stackKey: a", ", stackKey: b"}[i%3]
		fmt.Fprintf(&content, "- {id: c%d, type: thing, n: %d, effects: [{target: {field: f%d}, op: add, when: self.on, value: item.n + f0%s}]}\n", i, i%7, (i*3+1)%fields, key)
		if i > 0 {
			copies.WriteString(",")
		}
		fmt.Fprintf(&copies, `{"id":"x%d","item":"p:c%d"}`, i, i)
	}
	return rulesOf(t, rules.String(), content.String()), characterOf(t, `{"features":[`+copies.String()+`],"values":{"p:f3":17}}`)
}

// A whole sheet of 2,000 fields and 500 effects, as JSON.
func BenchmarkSheetLarge(b *testing.B) {
	r, c := large(b, 2000, 500)
	b.ReportAllocs()
	for b.Loop() {
		s := r.Compute(c, nil)
		s.AppendJSON(nil)
		s.Release()
	}
}

// The same with every field worked out and nothing written.
func BenchmarkSheetLargeValues(b *testing.B) {
	r, c := large(b, 2000, 500)
	b.ReportAllocs()
	for b.Loop() {
		s := r.Compute(c, nil)
		for n := range r.Fields {
			_, _ = s.Value(n)
		}
		s.Release()
	}
}

// A single field of the large sheet: what a change of one field, or an action that reads one, pays.
func BenchmarkSheetLargeOneField(b *testing.B) {
	r, c := large(b, 2000, 500)
	b.ReportAllocs()
	for b.Loop() {
		s := r.Compute(c, nil)
		_, _ = s.Value(1999)
		s.Release()
	}
}

// A change to one field of the large sheet.
func BenchmarkApplyLarge(b *testing.B) {
	r, c := large(b, 2000, 500)
	changes := changesOf(b, `[{"type":"adjust","field":"p:f3","by":1}]`)
	b.ReportAllocs()
	for b.Loop() {
		_, err := r.Apply(c, changes, Options{})
		require.Nil(b, err)
	}
}

// A middling character: 150 fields, 40 effects.
func BenchmarkSheetMiddle(b *testing.B) {
	r, c := large(b, 150, 40)
	b.ReportAllocs()
	for b.Loop() {
		s := r.Compute(c, nil)
		s.AppendJSON(nil)
		s.Release()
	}
}

func BenchmarkSheetMiddleValues(b *testing.B) {
	r, c := large(b, 150, 40)
	b.ReportAllocs()
	for b.Loop() {
		s := r.Compute(c, nil)
		for n := range r.Fields {
			_, _ = s.Value(n)
		}
		s.Release()
	}
}
