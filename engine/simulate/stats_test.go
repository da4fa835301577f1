package simulate

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Wilson's interval is where the normal test of a share at its ends is just at 1.96 standard errors.
func TestIntervalOfARate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 5000).Draw(t, "of")
		k := rapid.IntRange(0, n).Draw(t, "count")
		share, low, high := Rate{k, n}.Interval()
		require.Equal(t, float64(k)/float64(n), share)
		for _, p := range []float64{low, high} {
			if p > 0 && p < 1 {
				require.InDelta(t, z*z*p*(1-p)/float64(n), (share-p)*(share-p), 1e-9)
			}
		}
		require.True(t, 0 <= low && low <= share && share <= high && high <= 1)
	})
	_, low, high := Rate{0, 10}.Interval()
	require.Zero(t, low)
	require.InDelta(t, 0.27753, high, 1e-5) // 3.8415 / (10 + 3.8415)
	_, low, high = Rate{}.Interval()
	require.Equal(t, [2]float64{0, 1}, [2]float64{low, high})
}

func TestLengths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(0, 300), rapid.IntRange(0, 100_000), rapid.IntRange(0, 1<<30)), 1, 60).Draw(t, "lengths")
		cut := rapid.IntRange(0, len(list)).Draw(t, "cut")
		var a, b Lengths
		for i, n := range list {
			require.LessOrEqual(t, begin(bucketOf(n)), n)
			require.Greater(t, begin(bucketOf(n)+1), n)
			require.LessOrEqual(t, begin(bucketOf(n)+1)-begin(bucketOf(n)), max(1, n/128))
			if i < cut {
				a.add(n)
			} else {
				b.add(n)
			}
		}
		a.merge(b)
		bins := a.Bins()
		require.LessOrEqual(t, len(bins), mostBins)
		for i, bin := range bins {
			require.Equal(t, bins[0].To-bins[0].From, bin.To-bin.From)
			if i > 0 {
				require.Equal(t, bins[i-1].To+1, bin.From)
			}
			games := 0
			for _, n := range list {
				if bin.From <= n && n <= bin.To {
					games++
				}
			}
			require.Equal(t, games, bin.Games)
		}
		require.NotZero(t, bins[0].Games)
		require.NotZero(t, bins[len(bins)-1].Games)
		below, upTo := 0, 0
		for _, n := range list {
			if n < a.Median() {
				below++
			}
			if bucketOf(n) <= bucketOf(a.Median()) {
				upTo++
			}
		}
		require.True(t, 2*below < len(list) && 2*upTo >= len(list))
	})
	require.Empty(t, Lengths(nil).Bins())
}

// A model with a forced step before the first request, a choice of two, an action that is legal on some
// turns, and options that look alike.
const turns = `
num_players: 1
state: {vars: {n: {init: 0}}}
actions:
  start: {effect: []}
  up: {effect: [{op: set, var: n, value_x: n + 1}]}
  jump: {pre_x: n % 2 == 1, effect: [{op: set, var: n, value_x: n + 2}]}
  pick: {effect: [{op: choose, options: [a, a, b], as: x}]}
flow:
  kind: sequence
  children:
    - {kind: step, id: first, actor_x: '0', do: [start]}
    - {kind: loop, id: l, until_x: n >= 4, children: [{kind: step, id: s, actor_x: '0', do: [up, jump]}]}
    - {kind: step, id: last, actor_x: '0', do: [pick]}
`

// The counts are those of games that are played one by one and looked at from outside.
func TestActionsAreCounted(t *testing.T) {
	p := build(t, turns, nil)
	const games = 450
	want := map[string]map[string]counts{}
	count := func(place, option string, c counts) {
		if want[place] == nil {
			want[place] = map[string]counts{}
		}
		mine := want[place][option]
		mine.add(c)
		want[place][option] = mine
	}
	r := run(t, Options{Games: games, Seed: 3, Actions: true, Workers: 2, Each: func(g *Game) {
		s, err := drive.New(p, drive.Options{Seed: g.Seed})
		require.NoError(t, err)
		n := 0
		count("step first", "start", counts{1, 1, 1})
		for !s.Game().Over() {
			q := s.Game().Request()
			turn, err := s.Ask(drive.Random{})
			require.NoError(t, err)
			seen := map[string]bool{}
			for _, o := range q.Options {
				if !seen[o.Label] {
					count(q.Place, o.Label, counts{legal: 1})
					seen[o.Label] = true
				}
			}
			count(q.Place, q.Options[turn].Label, counts{taken: 1})
			if q.Place != "step s" {
				continue
			}
			if n += 1; q.Options[turn].Label == "jump" {
				n++
			}
		}
	}}, p)
	got := map[string]map[string]counts{}
	for _, place := range r.Variants[0].Actions() {
		got[place.Place] = map[string]counts{}
		for _, o := range place.Options {
			got[place.Place][o.Option] = counts{o.Legal, o.Taken, o.Forced}
		}
	}
	require.Equal(t, counts{games, games, games}, got["step first"]["start"])
	require.Equal(t, want["step first"], got["step first"])
	require.Equal(t, games, got["action pick"]["a"].legal)
	require.Equal(t, want["action pick"], got["action pick"])
	s := got["step s"]
	require.Equal(t, want["step s"]["jump"], s["jump"])
	forced := s["up"].forced
	require.NotZero(t, forced)
	require.Equal(t, want["step s"]["up"].legal+forced, s["up"].legal)
	require.Equal(t, want["step s"]["up"].taken+forced, s["up"].taken)
	require.Nil(t, run(t, Options{Games: 5}, p).Variants[0].Actions())
}

// A place with too many different options counts none, whoever played which games.
func TestTooManyOptions(t *testing.T) {
	p := build(t, `
num_players: 1
state: {vars: {n: {init: 0}}}
actions:
  go:
    effect:
      - {op: roll, die: 900, as: r}
      - {op: choose, options_x: "[r, r + 1]", as: x}
flow: {kind: step, id: s, actor_x: '0', do: [go]}
`, nil)
	few := run(t, Options{Games: 100, Actions: true}, p).Variants[0].Actions()
	require.False(t, few[0].Many)
	require.Greater(t, len(few[0].Options), 50)
	one := run(t, Options{Games: 2000, Actions: true, Workers: 1}, p)
	require.True(t, one.Variants[0].Actions()[0].Many)
	require.Empty(t, one.Variants[0].Actions()[0].Options)
	require.Equal(t, 2000, one.Variants[0].Actions()[0].Asked)
	require.Equal(t, one, run(t, Options{Games: 2000, Actions: true, Workers: 3}, p))
}

// Counting changes no game, and takes no memory once it knows the options.
func TestCountingTakesNoMemory(t *testing.T) {
	p := example(t, "noughts-and-crosses")
	with, without := run(t, Options{Games: 500, Actions: true}, p), run(t, Options{Games: 500}, p)
	with.Variants[0].places = nil
	require.Equal(t, without, with)

	o := Options{Games: 1, Requests: defaultRequests, Actions: true}
	w, err := newWorker(&o, []*program.Program{p})
	require.NoError(t, err)
	i := 0
	play := func() {
		g := Game{Seed: SeedOf(1, i)}
		w.play(context.Background(), &g)
		w.records[0].over()
		i++
	}
	for range 200 {
		play()
	}
	require.LessOrEqual(t, testing.AllocsPerRun(200, play), 3.0)
}

// A comparison is two separate runs under the same seeds.
func TestAComparisonIsTwoRuns(t *testing.T) {
	a, b := build(t, coin, nil), build(t, coin, map[string]value.Value{"bias": value.OfInt(3)})
	seats := func(names string) func(*program.Program, int) ([]drive.Player, error) {
		return func(p *program.Program, n int) ([]drive.Player, error) { return agent.Seats(p, names, n, agent.Host{}) }
	}
	both := run(t, Options{Games: 1300, Seed: 8, Actions: true, Seats: seats("random"), Compared: seats("first")}, a, b)
	first := run(t, Options{Games: 1300, Seed: 8, Actions: true, Seats: seats("random")}, a)
	second := run(t, Options{Games: 1300, Seed: 8, Actions: true, Seats: seats("first")}, b)
	require.Equal(t, first.Variants[0], both.Variants[0])
	require.Equal(t, second.Variants[0], both.Variants[1])
	for p := range both.Payoffs {
		require.InDelta(t, second.Variants[0].Seats[p].Payoff.Mean-first.Variants[0].Seats[p].Payoff.Mean, both.Payoffs[p].Mean, 1e-9)
		require.InDelta(t, float64(second.Variants[0].Seats[p].Wins-first.Variants[0].Seats[p].Wins)/1300, both.Wins[p].Mean, 1e-9)
	}
	require.Equal(t, 1300, both.Pairs)
	require.Nil(t, first.Difference())
}

func TestAdvantage(t *testing.T) {
	p := build(t, `
num_players: 3
actions: {a: {effect: []}}
flow: {kind: step, do: [a]}
end: [{id: done, if_x: 'True', result: score, returns_x: "[6, 3, 0]"}]
`, nil)
	v := run(t, Options{Games: 10}, p).Variants[0]
	for i, want := range []float64{3, 0, -3} {
		require.Equal(t, want, v.Seats[i].Advantage.Mean)
	}
}

// Messages may differ from game to game: so many are told apart, and the rest counted together, the same
// way on any number of cores.
func TestManyErrors(t *testing.T) {
	t1, t2 := newTally(1), newTally(1)
	for i := range 3 * mostStops {
		g := Game{Error: fmt.Sprint("error ", i), At: diag.Pos{File: "m.yaml", Line: i + 1}, Seed: uint64(i)}
		part := newTally(1)
		part.add(&g, false)
		t1.merge(part)
		t2.add(&g, false)
	}
	require.Equal(t, t1, t2)
	stops := t1.Stops()
	require.Len(t, stops, mostStops+1)
	require.Equal(t, Stop{Error: otherStops, Games: 2 * mostStops, Seed: mostStops}, stops[0])
}

// Simulations in parts stop for precision where one run does.
func TestPartsUntilPrecise(t *testing.T) {
	p := build(t, coin, nil)
	const width = 0.1
	whole := run(t, Options{Games: 100_000, UntilCI: width}, p)
	require.Greater(t, whole.Games(), fewest)
	for _, size := range []int{200, 600, 5000} {
		var sum *Part
		for at := 0; sum == nil || !sum.Enough(width); at += size {
			part, err := RunPart(context.Background(), Options{Games: size, UntilCI: width}, at, p)
			require.NoError(t, err)
			if sum == nil {
				sum = part
				continue
			}
			require.NoError(t, sum.Join(part, width))
		}
		require.Equal(t, whole, sum.Sum)
	}
}
