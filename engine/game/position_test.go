package game_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/program"
)

// A position is what a save keeps of the course of a game: of the restored game it is the same, and of one that
// records.
func TestPosition(t *testing.T) {
	for _, name := range []string{"decks.yaml", "loops.yaml", "tokens.yaml", "windows.yaml", "sealed.yaml"} {
		p := program_(t, name)
		for seed := range uint64(4) {
			quiet, err := game.New(p, game.Options{})
			require.NoError(t, err)
			loud, err := game.New(p, game.Options{Record: true})
			require.NoError(t, err)
			src := prng.Source{Seed: seed}
			for n := 0; n < 40 && !quiet.Over(); n++ {
				at := quiet.Position(nil)
				require.Equal(t, at, loud.Position(nil), name)
				again, err := game.Restore(p, quiet.Save(), game.Options{})
				require.NoError(t, err)
				require.Equal(t, at, again.Position(nil), name)
				require.Equal(t, at, quiet.Clone().Position(nil), name)
				there, err := game.At(p, at, game.Options{})
				require.NoError(t, err)
				require.Equal(t, at, there.Position(nil), name)
				i := src.Intn(quiet.Len())
				require.NoError(t, there.Answer(i))
				next := quiet.Clone()
				require.NoError(t, next.Answer(i))
				require.Equal(t, next.Position(nil), there.Position(nil), name)
				require.NoError(t, quiet.Answer(i))
				require.NoError(t, loud.Answer(i))
			}
		}
	}
}

// Whatever bytes are taken for a position: no game of them is a fault of the engine, and what is one goes on.
func FuzzAt(f *testing.F) {
	var programs []*program.Program
	for i, name := range names(f) {
		p := program_(f, name)
		programs = append(programs, p)
		for seed := range uint64(2) {
			f.Add(byte(i), playTo(f, p, seed, int(1+7*seed)).Position(nil))
		}
	}
	f.Fuzz(func(t *testing.T, which byte, position []byte) {
		opts := game.Options{Limits: game.Limits{Ops: 3000, ZoneItems: 2000, Expr: expr.Limits{Steps: 20_000, Size: 20_000}}}
		p := programs[int(which)%len(programs)]
		g, err := game.At(p, position, opts)
		if err != nil {
			require.NotContains(t, err.Error(), "internal")
			return
		}
		for i := 0; i < 6 && (g.Kind() == game.Decision || g.Kind() == game.Chance); i++ {
			again, err := game.At(p, g.Position(nil), opts)
			require.NoError(t, err)
			require.Equal(t, g.Position(nil), again.Position(nil))
			require.NoError(t, g.Answer(i*7%g.Len()))
		}
		if e := g.Err(); e != nil {
			require.NotEqual(t, "internal", e.Kind, "%s\n%s", e.Message, e.Stack)
		}
	})
}
