package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/model"
)

// BenchmarkDuel tells reading a model, compiling it and checking it (which compiles it, too) apart.
func BenchmarkDuel(b *testing.B) {
	const file = "../../examples/duel/model.yaml"
	read := func() *model.Model {
		m, _, err := model.Load(file, model.Options{})
		require.NoError(b, err)
		return m
	}
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			read()
		}
	})
	m := read()
	b.Run("compile", func(b *testing.B) {
		for b.Loop() {
			compile.Compile(m, compile.Options{})
		}
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			Model(m, nil)
		}
	})
}

// BenchmarkCards checks a model of 5,000 cards with behaviour of their own.
func BenchmarkCards(b *testing.B) {
	var s strings.Builder
	s.WriteString("num_players: 2\nstate: {vars: {n: {init: 0}}, zones: {deck: {init_x: \"content['c']\"}}}\nactions: {a: {effect: [{op: exec, of_x: \"deck[0]\"}]}}\ncontent:\n  c:\n")
	for i := range 5000 {
		fmt.Fprintf(&s, "    - {id: c%d, effect: [{op: choose, options_x: \"[x for x in deck if x['id'] != 'c%d']\", as: y}, {op: add, var: n, amount_x: \"len(y) + %d\"}]}\n", i, i, i)
	}
	s.WriteString("flow: {kind: loop, id: l, until_x: n, children: [{kind: step, id: s, do: [a]}]}\n")
	m, _, err := model.Parse("m.yaml", s.String(), model.Options{})
	require.NoError(b, err)
	b.Run("compile", func(b *testing.B) {
		for b.Loop() {
			compile.Compile(m, compile.Options{})
		}
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			Model(m, nil)
		}
	})
}
