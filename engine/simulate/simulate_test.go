package simulate

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/enginetest/effort"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

func build(t testing.TB, text string, set map[string]value.Value) *program.Program {
	t.Helper()
	m, list, err := model.Parse("m.yaml", text, model.Options{})
	require.NoError(t, err)
	require.Empty(t, list)
	p, list := compile.Compile(m, compile.Options{Set: set})
	require.Empty(t, list)
	return p
}

func example(t testing.TB, name string) *program.Program {
	t.Helper()
	m, list, err := model.Load("../../examples/"+name+"/model.yaml", model.Options{})
	require.NoError(t, err)
	require.Zero(t, list.Errors())
	p, list := compile.Compile(m, compile.Options{})
	require.Zero(t, list.Errors())
	return p
}

func run(t testing.TB, o Options, p ...*program.Program) *Result {
	t.Helper()
	r, err := Run(context.Background(), o, p...)
	require.NoError(t, err)
	return r
}

// A coin: the player calls, the die decides. bias is what a right call pays.
const coin = `
num_players: 2
constants: {bias: 1}
state: {vars: {call: {init: 0}, face: {init: 0}}}
actions:
  toss:
    effect:
      - {op: choose, options: [1, 2], as: x}
      - {op: set, var: call, value_x: x}
      - {op: roll, die: 2, as: y}
      - {op: set, var: face, value_x: y}
      - {op: if, cond_x: "face == 2 and bias == 7", then: [{op: set, var: face, value_x: "1 // 0"}]}
flow: {kind: step, id: s, actor_x: '0', do: [toss]}
end:
  - {id: right, if_x: call == face, result: score, returns_x: "[bias, -bias]"}
  - {id: wrong, if_x: 'True', result: loss, who_x: '0'}
`

func TestRunAddsUp(t *testing.T) {
	r := run(t, Options{Games: 10_000, Seed: 3}, build(t, coin, nil))
	v := r.Variants[0]
	require.Equal(t, 10_000, v.Games)
	require.Equal(t, 10_000, v.Finished)
	require.Zero(t, v.Stopped())
	require.Equal(t, 2.0, v.Requests.Mean)
	right := v.Seats[0].Wins
	require.InDelta(t, 5000, right, 200)
	require.Equal(t, 10_000-right, v.Seats[1].Wins)
	require.InDelta(t, float64(2*right-10_000)/10_000, v.Seats[0].Payoff.Mean, 1e-12)
	require.InDelta(t, 0.0196, v.Seats[0].Payoff.Half(), 0.0002)
	require.Len(t, v.Reasons(), 2)
	require.Equal(t, 10_000, v.Reasons()[0].Games+v.Reasons()[1].Games)
	require.GreaterOrEqual(t, v.Reasons()[0].Games, v.Reasons()[1].Games)
}

func TestResultDoesNotDependOnWorkers(t *testing.T) {
	p := example(t, "ember-run")
	var games [2][]Game
	one := run(t, Options{Games: 1001, Seed: 9, Workers: 1, Each: func(g *Game) { games[0] = append(games[0], *g) }}, p)
	many := run(t, Options{Games: 1001, Seed: 9, Workers: 7, Each: func(g *Game) { games[1] = append(games[1], *g) }}, p)
	require.Equal(t, one, many)
	require.Equal(t, games[0], games[1])
	for i, g := range games[0] {
		require.Equal(t, i, g.Index)
		require.Equal(t, SeedOf(9, i), g.Seed)
	}
	require.NotEqual(t, one, run(t, Options{Games: 1001, Seed: 10}, p))
}

// The seed of a game repeats it in a session, as the command `run` plays it.
func TestGamesAreThoseOfSessions(t *testing.T) {
	for _, name := range []string{"ember-run", "kuhn-poker", "frontier"} {
		p := example(t, name)
		run(t, Options{Games: 30, Each: func(g *Game) {
			s, err := drive.New(p, drive.Options{Seed: g.Seed})
			require.NoError(t, err)
			n := 0
			for ; !s.Game().Over(); n++ {
				if s.Game().Kind() == game.Chance {
					_, err = s.Draw()
				} else {
					_, err = s.Ask(drive.Random{})
				}
				require.NoError(t, err)
			}
			require.Equal(t, g.Requests, n)
			require.Equal(t, g.Payoffs, s.Game().Payoffs())
			require.Equal(t, g.Reason, s.Game().Reason())
		}}, p)
	}
}

func TestStopsAreCounted(t *testing.T) {
	r := run(t, Options{Games: 1000}, build(t, coin, map[string]value.Value{"bias": value.OfInt(7)}))
	v := r.Variants[0]
	require.InDelta(t, 500, v.Stopped(), 80)
	require.Equal(t, 1000, v.Stopped()+v.Finished)
	stops := v.Stops()
	require.Len(t, stops, 1)
	require.Equal(t, v.Stopped(), stops[0].Games)
	require.Contains(t, stops[0].Error, "ZeroDivisionError")
	var first uint64
	run(t, Options{Games: 1000, Each: func(g *Game) {
		if first == 0 && g.Error != "" {
			first = g.Seed
		}
	}}, build(t, coin, map[string]value.Value{"bias": value.OfInt(7)}))
	require.Equal(t, first, stops[0].Seed)
}

func TestLongGamesAreCut(t *testing.T) {
	p := build(t, `
num_players: 2
actions: {a: {effect: [{op: choose, options: [1, 2], as: x}]}}
flow: {kind: loop, children: [{kind: step, actor_x: '0', do: [a]}]}
`, nil)
	v := run(t, Options{Games: 3, Requests: 50}, p).Variants[0]
	require.Equal(t, 3, v.Cut)
	require.Zero(t, v.Finished+v.Stopped())
}

func TestGameWithoutRequests(t *testing.T) {
	p := build(t, "num_players: 2\nactions: {a: {effect: [{op: emit, event: e}]}}\nflow: {kind: step, do: [a]}", nil)
	v := run(t, Options{Games: 300}, p).Variants[0]
	require.Equal(t, []Reason{{"flow finished without an end condition", 300}}, v.Reasons())
	require.Zero(t, v.Requests.Max)
}

func TestComparisonIsPaired(t *testing.T) {
	a, b := build(t, coin, nil), build(t, coin, map[string]value.Value{"bias": value.OfInt(3)})
	r := run(t, Options{Games: 4000}, a, b)
	require.Equal(t, 4000, r.Pairs)
	// The same seed gives the same toss, so a right call (half of them) pays 2 more, a wrong one the same.
	require.InDelta(t, 1, r.Payoffs[0].Mean, 0.05)
	require.InDelta(t, r.Variants[1].Seats[0].Payoff.Mean-r.Variants[0].Seats[0].Payoff.Mean, r.Payoffs[0].Mean, 1e-9)
	require.InDelta(t, 0.031, r.Payoffs[0].Half(), 0.001)
	require.Equal(t, Moments{N: 4000}, r.Requests)
}

func TestUntilCI(t *testing.T) {
	p := build(t, coin, nil)
	r := run(t, Options{Games: 1_000_000, UntilCI: 0.1, Workers: 3}, p)
	v := r.Variants[0]
	require.LessOrEqual(t, 2*v.Seats[0].Payoff.Half(), 0.1)
	require.InDelta(t, 1537, v.Games, 300)
	require.False(t, r.Interrupted)
	require.Equal(t, r, run(t, Options{Games: 1_000_000, UntilCI: 0.1, Workers: 1}, p))
}

func TestInterruptionKeepsWhatIsThere(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	last := 0
	r, err := Run(ctx, Options{Games: 10_000_000, Progress: func(n, _ int) {
		require.Greater(t, n, last)
		last = n
		cancel()
	}}, build(t, coin, nil))
	require.NoError(t, err)
	require.True(t, r.Interrupted)
	require.Equal(t, last, r.Variants[0].Games)
	require.Less(t, last, 100_000)
}

func TestAGameThatTakesLongIsGivenUp(t *testing.T) {
	p := build(t, `
num_players: 2
actions: {think: {effect: [{op: choose, options: [1, 2], as: x}, {op: let, name: y, value_x: "sum(i for i in range(100000 + x))"}]}}
flow: {kind: loop, id: l, children: [{kind: step, id: s, actor_x: "0", do: [think]}]}`, nil)
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	var r *Result
	var err error
	effort.Most(t, 5000, func() { r, err = Run(ctx, Options{Games: 2, Requests: 1_000_000}, p, p) })
	require.NoError(t, err)
	require.True(t, r.Interrupted)
	require.Zero(t, r.Variants[0].Games)
	require.Zero(t, r.Variants[1].Games)
}

func TestSeats(t *testing.T) {
	first := func(p *program.Program, seats int) ([]drive.Player, error) {
		return agent.Seats(p, "first", seats, agent.Host{})
	}
	p := build(t, coin, nil)
	run(t, Options{Games: 50, Seats: first, Each: func(g *Game) {
		// The first option is heads: the call is right when the die says so.
		src := prng.Source{Seed: g.Seed}
		require.Equal(t, src.Intn(2) == 0, g.Reason == "right")
	}}, p)
	_, err := Run(context.Background(), Options{Games: 1, Seats: func(*program.Program, int) ([]drive.Player, error) { return nil, nil }}, p)
	require.EqualError(t, err, "0 agents for 2 players")
	broken := errors.New("no such agent")
	_, err = Run(context.Background(), Options{Games: 1, Seats: func(*program.Program, int) ([]drive.Player, error) { return nil, broken }}, p)
	require.ErrorIs(t, err, broken)
	calls := 0 // one after the other, whoever makes them
	_, err = Run(context.Background(), Options{Games: 10_000, Workers: 4, Seats: func(p *program.Program, seats int) ([]drive.Player, error) {
		if calls++; calls == 4 {
			return nil, broken
		}
		return first(p, seats)
	}}, p)
	require.ErrorIs(t, err, broken)
}

func TestWrongUse(t *testing.T) {
	p := build(t, coin, nil)
	for _, o := range []Options{{}, {Games: -1}, {Games: 1, Players: 5}} {
		_, err := Run(context.Background(), o, p)
		require.Error(t, err)
	}
	_, err := Run(context.Background(), Options{Games: 1})
	require.Error(t, err)
}

func TestCooperativeWins(t *testing.T) {
	p := build(t, `
mode: cooperative
num_players: 2
actions: {a: {effect: []}}
flow: {kind: step, do: [a]}
end: [{id: done, if_x: 'True', result: win}]
`, nil)
	v := run(t, Options{Games: 5}, p).Variants[0]
	require.Equal(t, 5, v.Seats[0].Wins)
	require.Equal(t, 5, v.Seats[1].Wins)
}

func TestMomentsAgreeWithTheirDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		xs := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 2, 50).Draw(t, "xs")
		cut := rapid.IntRange(0, len(xs)).Draw(t, "cut")
		var a, b Moments
		for i, x := range xs {
			if i < cut {
				a.add(x)
			} else {
				b.add(x)
			}
		}
		a.merge(&b)
		sum, low, high := 0.0, xs[0], xs[0]
		for _, x := range xs {
			sum += x
			low, high = min(low, x), max(high, x)
		}
		mean, squares := sum/float64(len(xs)), 0.0
		for _, x := range xs {
			squares += (x - mean) * (x - mean)
		}
		n := float64(len(xs))
		require.Equal(t, len(xs), a.N)
		require.Equal(t, low, a.Min)
		require.Equal(t, high, a.Max)
		require.InDelta(t, mean, a.Mean, 1e-6)
		require.InEpsilon(t, 1+1.959963984540054*math.Sqrt(squares/(n-1)/n), 1+a.Half(), 1e-6)
	})
}

func TestMomentsOfFew(t *testing.T) {
	var m Moments
	require.True(t, math.IsInf(m.Half(), 1))
	m.add(4)
	require.True(t, math.IsInf(m.Half(), 1))
	m.add(4)
	require.Zero(t, m.Half())
}

// A warm worker allocates no more than what a game's end makes.
func TestWorkerReusesItsGame(t *testing.T) {
	o := Options{Games: 1, Requests: defaultRequests}
	w, err := newWorker(&o, []*program.Program{example(t, "noughts-and-crosses")})
	require.NoError(t, err)
	i := 0
	play := func() {
		g := Game{Seed: SeedOf(1, i)}
		w.play(context.Background(), &g)
		i++
	}
	for range 200 {
		play()
	}
	require.LessOrEqual(t, testing.AllocsPerRun(200, play), 3.0)
}

func BenchmarkNoughtsAndCrosses(b *testing.B) {
	p := example(b, "noughts-and-crosses")
	b.ResetTimer()
	run(b, Options{Games: max(1, b.N), Workers: 1}, p)
}
