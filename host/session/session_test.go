package session

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/simulate"
)

func code(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestHandles(t *testing.T) {
	var tab table[int]
	tab.init("game", kindGame, 2)
	one, two, three := 1, 2, 3
	a, err := tab.put(&one)
	require.NoError(t, err)
	b, err := tab.put(&two)
	require.NoError(t, err)
	_, err = tab.put(&three)
	require.Equal(t, Limited, code(err))
	require.Equal(t, Limited, code(tab.room()))

	got, err := tab.remove(a)
	require.NoError(t, err)
	require.Equal(t, &one, got)
	_, err = tab.remove(a)
	require.EqualError(t, err, "not_found: game 1073741825 has been closed")
	c, err := tab.put(&three)
	require.NoError(t, err)
	require.NotEqual(t, a, c, "a handle comes twice")
	_, err = tab.get(a)
	require.Equal(t, NotFound, code(err))
	got, err = tab.get(c)
	require.NoError(t, err)
	require.Equal(t, &three, got)

	for _, h := range []Handle{0, 1, 5, b + 1, b + 4, b ^ 3, 1<<53 - 1, 1<<64 - 1, 1 << 30} {
		_, err := tab.get(h)
		require.Equal(t, NotFound, code(err), "%d", h)
	}
	_, err = tab.get(b ^ 3)
	require.ErrorContains(t, err, "it looks like a simulation")

	// A place is given up before its generations come round.
	tab.slots()[0].generation.Store(lastGeneration - 1)
	tab.slots()[0].thing.Store(&one)
	last := Handle(lastGeneration-1)<<(placeBits+kindBits) | kindGame
	_, err = tab.remove(last)
	require.NoError(t, err)
	d, err := tab.put(&one)
	require.NoError(t, err)
	require.Less(t, uint64(d), uint64(1<<53))
	_, err = tab.remove(d)
	require.NoError(t, err)
	e, err := tab.put(&one)
	require.NoError(t, err)
	require.NotEqual(t, d>>kindBits&(1<<placeBits-1), e>>kindBits&(1<<placeBits-1))
	require.Len(t, tab.clear(), 2)
}

func TestUndoCountsDecisions(t *testing.T) {
	rt := New(Config{})
	defer rt.Close()
	m := load(t, rt, "craps") // chances between decisions
	h := start(t, rt, m, 3, 0)
	on(t, rt, h, func(g *Game) error {
		var places []string
		for i := 0; i < 3 && !g.Session().Game().Over(); i++ {
			places = append(places, g.Session().Game().Place())
			require.NotEqual(t, game.Chance, g.Session().Game().Kind())
			require.NoError(t, g.Answer(0))
		}
		last, at := g.Session().Game().Place(), g.Session().CanUndo()
		for i := len(places) - 1; i >= 0; i-- {
			require.NoError(t, g.Undo(1))
			require.Equal(t, game.Decision, g.Session().Game().Kind())
			require.Equal(t, places[i], g.Session().Game().Place())
		}
		require.Equal(t, BadAnswer, code(g.Undo(1)))
		require.NoError(t, g.Redo(len(places)))
		require.Equal(t, last, g.Session().Game().Place())
		require.Equal(t, at, g.Session().CanUndo())
		require.Equal(t, BadAnswer, code(g.Redo(1)))
		return nil
	})
}

func TestAFaultPoisonsOneGame(t *testing.T) {
	var hit atomic.Uint64
	var said atomic.Value
	rt := New(Config{
		Probe: func(h Handle) {
			if uint64(h) == hit.Load() {
				var none []int
				_ = none[len(none)]
			}
		},
		Log: func(level, text string) {
			if level == "error" {
				said.Store(text)
			}
		},
	})
	defer rt.Close()
	m := load(t, rt, "nim")
	bad, good := start(t, rt, m, 1, 0), start(t, rt, m, 1, 0)
	hit.Store(uint64(bad))
	use := func(h Handle) (err error) {
		with(t, rt, func(c *Call) error {
			err = func() (err error) {
				g, err := c.Game(h)
				if err != nil {
					return err
				}
				defer g.Done(&err)
				g.Probe()
				return g.Answer(0)
			}()
			return nil
		})
		return err
	}
	require.Equal(t, Internal, code(use(bad)))
	require.Contains(t, said.Load(), "session_test.go", "the log has no stack")
	hit.Store(0)
	require.Equal(t, Poisoned, code(use(bad)))
	require.NoError(t, use(good))
	with(t, rt, func(c *Call) error { return c.CloseGame(bad) })
	require.Equal(t, NotFound, code(use(bad)))
	require.NoError(t, use(good))
}

// A search of hours ends as soon as its call is cancelled, and the game stands where it stood.
func TestCancelOfASearch(t *testing.T) {
	rt := New(Config{Workers: 2})
	defer rt.Close()
	for _, name := range []string{"four-in-a-row", "duel"} {
		m := load(t, rt, name)
		h := start(t, rt, m, 1, 0)
		var answers int
		on(t, rt, h, func(g *Game) error {
			if _, err := g.Play("first", 0, 100); err != nil {
				return err
			}
			answers = g.s.CanUndo()
			return nil
		})
		done := make(chan error, 1)
		go func() {
			var c Call
			if err := c.Begin(rt, 9); err != nil {
				done <- err
				return
			}
			defer c.End()
			g, err := c.Game(h)
			if err == nil {
				_, err = g.Play("search:10000000", -1, 1)
				g.Done(&err)
			}
			done <- err
		}()
		require.Eventually(t, func() bool { return rt.Cancel(9) }, 10*time.Second, 20*time.Millisecond)
		require.Equal(t, Cancelled, code(<-done))
		on(t, rt, h, func(g *Game) error { require.Equal(t, answers, g.s.CanUndo()); return nil })
	}
}

func TestCancel(t *testing.T) {
	rt := New(Config{})
	defer rt.Close()
	m := load(t, rt, "duel")
	long := make(chan error, 1)
	go func() {
		var c Call
		if err := c.Begin(rt, 77); err != nil {
			long <- err
			return
		}
		defer c.End()
		_, err := c.Simulate(m, Simulate{Games: 100_000_000})
		long <- err
	}()
	require.False(t, rt.Cancel(78))
	require.Eventually(t, func() bool { return rt.Cancel(77) }, 10*time.Second, time.Millisecond)
	require.Equal(t, Cancelled, code(<-long))
	require.False(t, rt.Cancel(77))

	// One that waits for its turn.
	h := start(t, rt, m, 1, 0)
	on(t, rt, h, func(*Game) error {
		waiting := make(chan error, 1)
		go func() {
			var c Call
			if err := c.Begin(rt, 5); err != nil {
				waiting <- err
				return
			}
			defer c.End()
			_, err := c.Game(h)
			waiting <- err
		}()
		require.Eventually(t, func() bool { return rt.Cancel(5) }, 10*time.Second, time.Millisecond)
		require.Equal(t, Cancelled, code(<-waiting))
		return nil
	})

	// Several with one id, which end in any order.
	var a, b, c Call
	for _, x := range []*Call{&a, &b, &c} {
		require.NoError(t, x.Begin(rt, 9))
		require.NoError(t, x.Interrupted())
	}
	b.End()
	require.True(t, rt.Cancel(9))
	require.Equal(t, Cancelled, code(a.Interrupted()))
	require.Equal(t, Cancelled, code(c.Interrupted()))
	c.End()
	a.End()
	require.False(t, rt.Cancel(9))
}

func TestCloseEndsEverything(t *testing.T) {
	rt := New(Config{})
	m := load(t, rt, "duel")
	start(t, rt, m, 1, 0)
	with(t, rt, func(c *Call) error {
		_, err := c.StartSimulation(m, Simulate{Games: 100_000_000})
		return err
	})
	ended := make(chan error, 4)
	for i := range 4 {
		go func() {
			var c Call
			err := c.Begin(rt, uint64(i))
			if err == nil {
				_, err = c.Simulate(m, Simulate{Games: 100_000_000})
				c.End()
			}
			ended <- err
		}()
	}
	require.Eventually(t, func() bool { rt.calls.mu.Lock(); defer rt.calls.mu.Unlock(); return len(rt.calls.byID) == 4 }, 10*time.Second, time.Millisecond)
	var both sync.WaitGroup
	for range 2 {
		both.Go(rt.Close)
	}
	both.Wait()
	for range 4 {
		require.Equal(t, Cancelled, code(<-ended))
	}
	require.True(t, rt.Closed())
	var c Call
	require.Equal(t, NotFound, code(c.Begin(rt, 1)))
	models, games, batches, simulations, _ := rt.Count()
	require.Zero(t, models+games+batches+simulations)
}

func TestSimulationsBeside(t *testing.T) {
	rt := New(Config{Limits: Limits{Simulations: 1}})
	defer rt.Close()
	m := load(t, rt, "nim")
	with(t, rt, func(c *Call) error {
		want, err := c.Simulate(m, Simulate{Games: 500, Seed: 4})
		require.NoError(t, err)
		h, err := c.StartSimulation(m, Simulate{Games: 500, Seed: 4})
		require.NoError(t, err)
		_, err = c.StartSimulation(m, Simulate{Games: 1})
		require.Equal(t, Limited, code(err))
		s, err := c.Simulation(h)
		require.NoError(t, err)
		got, err := c.Result(s)
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.Equal(t, Progress{Games: 500, Expected: 500, Over: true}, s.Progress())
		require.NoError(t, c.CloseSimulation(h))
		h, err = c.StartSimulation(m, Simulate{Games: 50_000_000})
		require.NoError(t, err)
		s, err = c.Simulation(h)
		require.NoError(t, err)
		s.Cancel()
		got, err = c.Result(s)
		require.NoError(t, err)
		require.True(t, got.Interrupted)
		return nil
	})
}

// A game of a batch is the game that a session plays under the same seed.
func TestBatchPlaysTheSameGames(t *testing.T) {
	rt := New(Config{Limits: Limits{BatchGames: 300}, Workers: 3})
	defer rt.Close()
	m := load(t, rt, "blackjack")
	const n = 200
	with(t, rt, func(c *Call) (err error) {
		h, _, err := c.NewBatch(m, NewBatch{N: n, Seed: 7})
		require.NoError(t, err)
		_, _, err = c.NewBatch(m, NewBatch{N: 101, Seed: 7})
		require.Equal(t, Limited, code(err))
		b, err := c.Batch(h)
		require.NoError(t, err)
		defer b.Done(&err)
		options := make([]byte, 4*n)
		require.Equal(t, BadParams, code(b.Step(options[1:], false)))
		for range 400 {
			require.NoError(t, b.Step(options, false))
		}
		for i, g := range b.games {
			s, err := c.NewGame(m, NewGame{Seed: simulate.SeedOf(7, i)})
			require.NoError(t, err)
			for !s.Session().Game().Over() && s.Session().CanUndo() < 400 {
				require.NoError(t, s.Answer(0))
			}
			if s.Session().Game().Over() {
				require.Equal(t, s.Session().Game().Payoffs(), g.Payoffs())
				require.Equal(t, s.Session().Game().Reason(), g.Reason())
			}
			s.Done(&err)
			require.NoError(t, c.CloseGame(s.Handle()))
		}
		over := b.AppendOver(nil)
		require.NoError(t, b.Step(options, true))
		for i, o := range over {
			if o == 1 {
				require.Equal(t, uint32(2), b.begun[i])
			}
		}
		for i := range options {
			options[i] = 0x7f
		}
		before := b.AppendCounts(nil)
		require.Equal(t, BadAnswer, code(b.Step(options, false)))
		require.Equal(t, before, b.AppendCounts(nil))
		return nil
	})
}

// Many threads on few games: every answer counts once.
func TestManyThreads(t *testing.T) {
	rt := New(Config{Limits: Limits{Warm: 3}})
	defer rt.Close()
	m := load(t, rt, "duel")
	var games []Handle
	var answers [6]atomic.Int64
	for i := range 6 {
		games = append(games, start(t, rt, m, uint64(i), 0))
		on(t, rt, games[i], func(g *Game) error {
			answers[i].Store(int64(g.Session().CanUndo()))
			return nil
		})
	}
	var wait sync.WaitGroup
	for k := range 8 {
		wait.Go(func() {
			for i := range 60 {
				at := (k + i) % len(games)
				var c Call
				if c.Begin(rt, uint64(k)) != nil {
					return
				}
				func() (err error) {
					g, err := c.Game(games[at])
					if err != nil {
						t.Error(err)
						return err
					}
					defer g.Done(&err)
					before := g.Session().CanUndo()
					if i%7 == 3 {
						h, err := g.Clone()
						if err != nil {
							t.Error(err)
						}
						defer c.CloseGame(h)
					}
					_, err = g.Play("random", -1, 2)
					answers[at].Add(int64(g.Session().CanUndo() - before))
					return err
				}()
				c.End()
			}
		})
	}
	wait.Wait()
	for i, h := range games {
		on(t, rt, h, func(g *Game) error {
			require.EqualValues(t, answers[i].Load(), g.Session().CanUndo())
			return nil
		})
	}
}
