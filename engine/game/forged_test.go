package game_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/expr"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// A save that lies about what the game is in the middle of is refused, or it is a game that goes on: whatever it
// comes to is no fault of the engine.
func TestForgedSavesAreNoFaultOfTheEngine(t *testing.T) {
	accepted, all := 0, 0
	for _, lied := range liedAbout(t) {
		for seed := range uint64(6) {
			for lie := range uint64(10) {
				all++
				if lied.try(t, seed, int(1+6*seed), lie) {
					accepted++
				}
			}
		}
	}
	require.Greater(t, accepted, all/5, "most lies are small: there are games to play on")
}

// Whoever restores a save that lies is told which frame does, and where that is.
func TestALieIsSaidWhereItStands(t *testing.T) {
	m, _, err := model.Parse("model.yaml", `
num_players: 1
actions:
  one: {effect: [{op: choose, actor_x: "0", options: [1, 2], as: x}]}
  other: {effect: [{op: choose, actor_x: "0", options: [1, 2], as: x}]}
flow: {kind: sequence, id: all, children: [{kind: step, id: s, do: [one]}, {kind: step, id: t, do: [other]}]}
`, model.Options{})
	require.NoError(t, err)
	p, _ := compile.Compile(m, compile.Options{})
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	_, err = game.Restore(p, game.OtherBlock(g), game.Options{})
	require.ErrorIs(t, err, game.ErrSaveDamaged)
	require.EqualError(t, err, "the save is damaged: action one: frame 4 of 4: what lies below does not run it")
}

func FuzzForged(f *testing.F) {
	list := liedAbout(f)
	for i := range list {
		f.Add(byte(i), byte(9), uint64(1), uint64(1))
	}
	f.Fuzz(func(t *testing.T, which, at byte, seed, lie uint64) {
		list[int(which)%len(list)].try(t, seed, int(at%64), lie)
	})
}

// forgeable is a program whose saves are forged; code that nothing is bound to is answered by the test.
type forgeable struct {
	p      *program.Program
	hosted map[string]bool
}

func liedAbout(t testing.TB) (list []forgeable) {
	for _, name := range names(t) {
		list = append(list, forgeable{p: program_(t, name)})
	}
	stormed := stormer(func(q *program.Asked) (program.Answer, error) {
		if value.Repr(q.Store, q.Reads) == "{'wind': 2}" {
			return ops(t, `[{op: emit, event: gust, with_x: {power: "2"}, impact: [{op: modify, stat: calm, change_x: value + power, until: gust}, {op: choose, options: [7, 8], as: z}]}]`)
		}
		return ops(t, `
- {op: choose, options: [1, 2, 3], as: n}
- {op: for_each, items_x: "[n, 2]", as: k, do: [{op: choose, options: [4, 5, 6], as: m}, {op: add, var: "hp[1]", amount_x: -k}]}
- {op: draw, from: deck, to: "hand[actor]", as: drawn}
- {op: repeat, n: 2, do: [{op: roll, die: 6, as: pips}, {op: add, var: score, amount_x: pips}]}
`)
	})
	scored := scorer(func(q *program.Asked) (program.Answer, error) {
		if len(q.Chance.Items()) > 0 {
			return program.Answer{Value: q.Chance.Items()[0]}, nil
		}
		return program.Answer{Form: program.GivesChance, Value: plainOf([]any{1, 2}), Weights: []float64{0.5, 0.5}}, nil
	})
	return append(list, forgeable{p: bind(t, storms, stormed, scored)}, forgeable{bind(t, storms), map[string]bool{"scoring": true, "storm": true}})
}

// goOn answers one request at random.
func goOn(t testing.TB, g *game.Game, rnd *rand.Rand) {
	var err error
	switch {
	case g.Kind() == game.End:
		_ = g.NextGame()
	case g.Kind() == game.Call && g.Called().Kind == program.ContentKind:
		var answer program.Answer
		answer, _ = ops(t, "[{op: choose, options: [1, 2, 3], as: n}, {op: add, var: score, amount_x: n}]")
		err = g.Reply(answer)
	case g.Kind() == game.Call:
		err = g.Reply(program.Answer{Value: value.OfInt(int64(rnd.IntN(4)))})
	case !g.Over():
		use(g)
		err = g.Answer(rnd.IntN(g.Len()))
	}
	require.NoError(t, err)
}

// try plays n requests, forges a save of that game and plays what is restored of it. It reports whether anything was.
func (x forgeable) try(t testing.TB, seed uint64, n int, lie uint64) bool {
	rnd := rand.New(rand.NewPCG(seed, lie))
	g, err := game.New(x.p, game.Options{Record: seed%2 == 0, Hosted: x.hosted})
	require.NoError(t, err)
	for ; n > 0 && !g.Over(); n-- {
		goOn(t, g, rnd)
	}
	save := game.Forge(g, rnd)
	if save == nil {
		return false
	}
	opts := game.Options{Hosted: x.hosted, Limits: game.Limits{Ops: 3000, ZoneItems: 2000, Expr: expr.Limits{Steps: 20_000, Size: 20_000}}}
	if g, err = game.Restore(x.p, save, opts); err != nil {
		require.NotContains(t, err.Error(), "internal")
		return false
	}
	if g.Kind() == game.Stopped {
		return true // it says itself what it has stopped with
	}
	again, err := game.Restore(x.p, g.Save(), opts)
	require.NoError(t, err, "the save of a restored game")
	require.Equal(t, g.Save(), again.Save())
	for n := 0; n < 200 && g.Kind() != game.Stopped; n++ {
		goOn(t, g, rnd)
	}
	if e := g.Err(); e != nil {
		require.NotEqual(t, "internal", e.Kind, "%s\n%s", e.Message, e.Stack)
	}
	return true
}
