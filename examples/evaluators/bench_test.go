package evaluators_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/examples/evaluators"
)

// BenchmarkCall is what a call costs: one that does nothing, one that gives 200 bytes back, a hand, a spell.
func BenchmarkCall(b *testing.B) {
	for _, language := range evaluators.Languages {
		for _, bb := range []struct {
			name, evaluator string
			in              any
		}{
			{"nothing", "echo", object{}},
			{"200_bytes", "echo", object{"args": strings.Repeat("x", 200)}},
			{"score", "score", hand(card(5, "♣"), card(5, "♦"), card(5, "♥"), card(5, "♠"), card(11, "♣"))},
			{"spell", "spell", spell(5, list{300, 7}, foe(7, 2), foe(300, 9))},
		} {
			b.Run(language+"/"+bb.name, func(b *testing.B) {
				m, in := open(b, language, bb.evaluator), pack(b, bb.in)
				instructions := int64(0)
				for b.Loop() {
					_, n, err := m.Call(context.Background(), in)
					require.NoError(b, err)
					instructions = n
				}
				b.ReportMetric(float64(instructions), "instructions/op")
			})
		}
	}
}
