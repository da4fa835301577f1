package observe_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
)

// A card that lay open and went back under the others is in nobody's log, and still was seen.
func TestMemoryKeepsWhatIsGone(t *testing.T) {
	const zones = "deck: {shuffled: true, visibility: hidden, init_x: \"content['cards'][:2]\"}\ntable: {kind: slot}"
	const actions = `
flip: {effect: [{op: choose, options_x: deck, as: c, secret: true}, {op: move, what_x: c, from: deck, to: table}]}
back: {effect: [{op: move, what_x: "table[0]", from: table, to: deck}]}`
	states := func(card string) (bare, kept string) {
		g := play(t, zones, actions, "rest")
		var m *observe.Memory
		note := func() {
			var err error
			m, err = m.Note(g)
			require.NoError(t, err)
		}
		note()
		for _, a := range []string{"flip", card, "back"} {
			for i := range g.Len() {
				if g.OptionLabel(i) == a {
					require.NoError(t, g.Answer(i))
					break
				}
			}
			note()
		}
		return observe.InfoState(g, 0), m.InfoState(g, 0)
	}
	bareA, keptA := states("a")
	bareB, keptB := states("b")
	require.Equal(t, bareA, bareB)
	require.NotEqual(t, keptA, keptB)
	_, again := states("a")
	require.Equal(t, keptA, again)
}

// deep is a game of a model some way in, at a decision.
func deep(t testing.TB, path string) *game.Game {
	g, err := game.New(load(t, path), game.Options{})
	require.NoError(t, err)
	src := prng.Source{Seed: 5}
	for i := 0; i < 60 || g.Kind() != game.Decision; i++ {
		if g.Over() {
			g, err = game.New(g.Program(), game.Options{})
			require.NoError(t, err)
		}
		require.NoError(t, g.Answer(src.Intn(g.Len())))
	}
	return g
}

// A search clones and deals anew before every playout: once warm that takes no memory.
func TestRedistributeAllocatesNothing(t *testing.T) {
	for _, path := range []string{"examples/duel/model.yaml", "examples/kuhn-poker/model.yaml", "examples/brawl/model.yaml"} {
		g := deep(t, path)
		seat, spare, src := g.Player(), g.Clone(), prng.Source{Seed: 1}
		deal := func() {
			spare = g.CloneInto(spare)
			require.NoError(t, observe.Redistribute(spare, seat, &src))
		}
		for range 20 {
			deal()
		}
		require.Zero(t, testing.AllocsPerRun(100, deal), path)
	}
}

func BenchmarkObserve(b *testing.B) {
	for _, path := range []string{"examples/duel/model.yaml", "examples/tidewrack/model.yaml"} {
		g := deep(b, path)
		seat, spare, src := g.Player(), g.Clone(), prng.Source{Seed: 1}
		name := filepath.Base(filepath.Dir(path))
		b.Run("redistribute/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				spare = g.CloneInto(spare)
				if err := observe.Redistribute(spare, seat, &src); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("view/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := observe.New(g, seat); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
