package session

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// read gives an example's text.
func read(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../examples/" + name + "/model.yaml")
	require.NoError(t, err)
	return string(text)
}

func load(t testing.TB, rt *Runtime, name string) *Model {
	t.Helper()
	var c Call
	require.NoError(t, c.Begin(rt, 1))
	defer c.End()
	_, m, _, err := c.LoadModel(Source{Text: read(t, name), HasText: true}, nil)
	require.NoError(t, err)
	return m
}

// start begins a game and plays it so many answers on.
func start(t testing.TB, rt *Runtime, m *Model, seed uint64, answers int) Handle {
	t.Helper()
	h := Handle(0)
	with(t, rt, func(c *Call) (err error) {
		g, err := c.NewGame(m, NewGame{Seed: seed})
		if err != nil {
			return err
		}
		defer g.Done(&err)
		h = g.Handle()
		if answers > 0 {
			_, err = g.Play("random", -1, answers)
		}
		return err
	})
	return h
}

// with runs do as a call; an error fails the test.
func with(t testing.TB, rt *Runtime, do func(c *Call) error) {
	t.Helper()
	var c Call
	require.NoError(t, c.Begin(rt, 1))
	defer c.End()
	require.NoError(t, do(&c))
}

// on runs do on a game.
func on(t testing.TB, rt *Runtime, h Handle, do func(g *Game) error) {
	t.Helper()
	with(t, rt, func(c *Call) (err error) {
		g, err := c.Game(h)
		if err != nil {
			return err
		}
		defer g.Done(&err)
		return do(g)
	})
}

// heap is what lives, and what the memory of it takes with what lies unused between.
func heap() (live, taken int64) {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc), int64(m.HeapInuse)
}

// A game that waits is small: two players, a deck of 30 cards each, in the midst of a game, with its
// whole history. 100,000 of them stay within 1.6 GB.
func TestWaitingGamesAreSmall(t *testing.T) {
	if testing.Short() {
		t.Skip("opens 10,000 games")
	}
	const games, most = 10_000, 100_000
	rt := New(Config{})
	defer rt.Close()
	m := load(t, rt, "duel")
	var live, taken [3]int64
	for half := range 2 {
		live[half], taken[half] = heap()
		for i := range games / 2 {
			start(t, rt, m, uint64(half*games+i), 60)
		}
	}
	live[2], taken[2] = heap()
	// What the warm ones take is there once, however many wait.
	each := (live[2] - live[1]) / (games / 2)
	all := taken[2] - taken[0] + (most-games)*((taken[2]-taken[1])/(games/2))
	t.Logf("%d games take %d MB, another one %d bytes: %d games would take %d MB", games, (taken[2]-taken[0])>>20, each, most, all>>20)
	require.Less(t, each, int64(8<<10))
	require.Less(t, all, int64(1600<<20))
}

// A game that waited as bytes is the same game, with the same answers to undo and redo.
func TestFrozenGamesGoOn(t *testing.T) {
	one := New(Config{Limits: Limits{Warm: 1}})
	defer one.Close()
	many := New(Config{})
	defer many.Close()
	for _, name := range []string{"duel", "expedition", "kuhn-poker"} {
		frozen, warm := load(t, one, name), load(t, many, name)
		var hs [2][]Handle
		for i := range 4 {
			hs[0] = append(hs[0], start(t, one, frozen, uint64(i), 0))
			hs[1] = append(hs[1], start(t, many, warm, uint64(i), 0))
		}
		story := func(rt *Runtime, h Handle) (text string) {
			on(t, rt, h, func(g *Game) error {
				b, err := json.Marshal(g.Session().Record())
				text = string(b) + fmt.Sprint(g.Session().CanRedo(), g.Session().Game().LogSince(0))
				return err
			})
			return text
		}
		for range 6 {
			for i := range hs[0] {
				for k, rt := range []*Runtime{one, many} {
					on(t, rt, hs[k][i], func(g *Game) error { _, err := g.Play("random", -1, 3); return err })
					on(t, rt, hs[k][i], func(g *Game) error {
						if n, found := g.decisionsBack(1); found && n > 0 {
							return g.Undo(1)
						}
						return nil
					})
				}
				require.Equal(t, story(many, hs[1][i]), story(one, hs[0][i]), name)
			}
		}
		for i := range hs[0] {
			for k, rt := range []*Runtime{one, many} {
				on(t, rt, hs[k][i], func(g *Game) error {
					if g.Session().CanRedo() > 0 {
						return g.Redo(1)
					}
					return nil
				})
			}
			require.Equal(t, story(many, hs[1][i]), story(one, hs[0][i]), name)
		}
		require.LessOrEqual(t, len(one.warm.list), 1)
	}
}
