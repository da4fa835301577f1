package search_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/search"
)

func load(t testing.TB, name string) *program.Program {
	t.Helper()
	m, list, err := model.Load(filepath.Join("../../examples", name, "model.yaml"), model.Options{})
	require.NoError(t, err)
	require.Zero(t, list.Errors(), list)
	return compiled(t, m)
}

func parse(t testing.TB, text string) *program.Program {
	t.Helper()
	m, list, err := model.Parse("test.yaml", text, model.Options{})
	require.NoError(t, err)
	require.Zero(t, list.Errors(), list)
	return compiled(t, m)
}

func compiled(t testing.TB, m *model.Model) *program.Program {
	t.Helper()
	p, list := compile.Compile(m, compile.Options{})
	require.Zero(t, list.Errors(), list)
	return p
}

func player(t testing.TB, o search.Options) *search.Player {
	t.Helper()
	p, err := search.New(o)
	require.NoError(t, err)
	return p
}

// play plays a game and gives its payoffs.
func play(t testing.TB, p *program.Program, seed uint64, seats ...drive.Player) []float64 {
	t.Helper()
	s, err := drive.New(p, drive.Options{Players: len(seats), Seed: seed, Quiet: true})
	require.NoError(t, err)
	for !s.Game().Over() {
		if s.Game().Kind() == game.Chance {
			_, err = s.Draw()
		} else {
			_, err = s.Ask(seats[s.Game().Player()])
		}
		require.NoError(t, err)
	}
	require.Equal(t, game.End, s.Game().Kind(), "%v", s.Game().Err())
	return s.Game().Payoffs()
}

// wins plays games with the player in each seat in turn, and counts how they ended for it.
func wins(t testing.TB, p *program.Program, games int, one, other drive.Player) (won, drawn, lost int) {
	for i := range games {
		seats := []drive.Player{one, other}
		if i%2 == 1 {
			seats = []drive.Player{other, one}
		}
		switch x := play(t, p, uint64(i), seats...)[i%2]; {
		case x > 0:
			won++
		case x == 0:
			drawn++
		default:
			lost++
		}
	}
	return won, drawn, lost
}

// games is how many games a test plays: few, and more where all is to be proved.
func games(few, many int) int {
	if os.Getenv("ASTRAGAL_PROVE") != "" {
		return many
	}
	return few
}

func TestNeverLosesAtNoughtsAndCrosses(t *testing.T) {
	p := load(t, "noughts-and-crosses")
	s := player(t, search.Options{})
	for _, c := range []struct {
		name  string
		other drive.Player
		games int
	}{
		{"random", drive.Random{}, games(40, 1000)}, {"first", drive.First{}, games(20, 400)},
		{"solve", &search.Solver{}, games(10, 200)}, {"search:4000", player(t, search.Options{Playouts: 4000}), games(4, 100)},
	} {
		won, drawn, lost := wins(t, p, c.games, s, c.other)
		t.Logf("against %s: %d won, %d drawn, %d lost", c.name, won, drawn, lost)
		require.Zero(t, lost, c.name)
	}
}

func TestBeatsFirstAtFourInARow(t *testing.T) {
	p := load(t, "four-in-a-row")
	n := games(10, 200)
	won, drawn, lost := wins(t, p, n, player(t, search.Options{Playouts: 1000}), drive.First{})
	t.Logf("%d won, %d drawn, %d lost", won, drawn, lost)
	require.GreaterOrEqual(t, won, n*9/10)
}

func TestTheMoveDoesNotDependOnTheWorkers(t *testing.T) {
	for _, name := range []string{"four-in-a-row", "leduc-poker"} {
		p := load(t, name)
		s, err := drive.New(p, drive.Options{Seed: 3})
		require.NoError(t, err)
		toDecision(t, s)
		var want []search.Arm
		for _, workers := range []int{1, 2, 7} {
			arms, err := player(t, search.Options{Playouts: 6000, Workers: workers}).Look(s.Game(), &prng.Source{Seed: 5})
			require.NoError(t, err)
			if want == nil {
				want = arms
			}
			require.Equal(t, want, arms, "%s with %d workers", name, workers)
		}
		again := player(t, search.Options{Playouts: 6000})
		for range 2 { // memory of a decision leaves no trace in the next
			arms, err := again.Look(s.Game(), &prng.Source{Seed: 5})
			require.NoError(t, err)
			require.Equal(t, want, arms)
		}
	}
}

// A fault while several trees grow comes up where the search was asked for, so that a host can catch it.
func TestAFaultOfAWorkerIsTheCallers(t *testing.T) {
	s, err := drive.New(load(t, "four-in-a-row"), drive.Options{Seed: 3})
	require.NoError(t, err)
	for _, workers := range []int{1, 2} {
		broken := player(t, search.Options{Playouts: 6000, Workers: workers, Interrupt: func() error { panic("broken") }})
		require.PanicsWithValue(t, "broken", func() { _, _ = broken.Look(s.Game(), &prng.Source{Seed: 5}) })
	}
}

// toDecision draws what chance is asked until somebody must decide.
func toDecision(t testing.TB, s *drive.Session) {
	t.Helper()
	for s.Game().Kind() == game.Chance {
		_, err := s.Draw()
		require.NoError(t, err)
	}
}

// What a seat cannot know makes no difference to what its search finds, to the last bit.
func TestNobodyPeeks(t *testing.T) {
	paths, err := filepath.Glob("../../examples/*/model.yaml")
	require.NoError(t, err)
	hidden := 0
	for _, path := range paths {
		name := filepath.Base(filepath.Dir(path))
		p := load(t, name)
		if !p.Secret {
			continue
		}
		hidden++
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := player(t, search.Options{Playouts: 40})
			var other *game.Game
			for seed := range uint64(games(3, 20)) {
				g, src := midway(t, p, seed)
				if g == nil {
					continue
				}
				want, err := s.Look(g, &prng.Source{Seed: seed})
				require.NoError(t, err)
				for range 3 {
					other = g.CloneInto(other)
					require.NoError(t, observe.Redistribute(other, g.Player(), src))
					arms, err := s.Look(other, &prng.Source{Seed: seed})
					require.NoError(t, err)
					require.Equal(t, want, arms, "seed %d at %s", seed, g.Place())
				}
			}
		})
	}
	require.Positive(t, hidden)
}

// midway plays a random game to a decision somewhere in it; nil where it was over before.
func midway(t testing.TB, p *program.Program, seed uint64) (*game.Game, *prng.Source) {
	g, err := game.New(p, game.Options{})
	require.NoError(t, err)
	src := &prng.Source{Seed: seed, Stream: 9}
	for left := src.Intn(40); !g.Over(); left-- {
		if left <= 0 && g.Kind() == game.Decision {
			return g, src
		}
		i := src.Intn(g.Len())
		if w := g.Weights(); len(w) > 0 {
			i = src.Weighted(w)
		}
		require.NoError(t, g.Answer(i))
	}
	return nil, src
}

// Whoever holds the queen finds the same whether the other has the jack or the king; and the tree knows
// that the other knows its own card: a king never folds to a bet.
func TestKuhn(t *testing.T) {
	p := load(t, "kuhn-poker")
	s := player(t, search.Options{Playouts: 4000})
	deal := func(cards ...int) *game.Game {
		g, err := game.New(p, game.Options{})
		require.NoError(t, err)
		for _, i := range cards {
			require.NoError(t, g.Answer(i))
		}
		return g
	}
	look := func(g *game.Game) []search.Arm {
		arms, err := s.Look(g, &prng.Source{Seed: 2})
		require.NoError(t, err)
		return arms
	}
	require.Equal(t, look(deal(1, 0)), look(deal(1, 1)), "queen against jack, against king")
	jack := deal(0, 0)
	arms := look(jack)
	require.Equal(t, "bet", jack.OptionLabel(1))
	require.Less(t, arms[1].Mean, -0.4, "to bet on a jack is a loss as soon as kings and queens call: %v", arms)
}

const pennies = `
name: Pennies
num_players: 2
actions:
  toss: {effect: [{op: choose, actors_x: players, options: [heads, tails], as: coins}, {op: set, var: same, value_x: "coins[0] == coins[1]"}]}
state: {vars: {same: {init: null}}}
flow: {kind: step, id: both, actor_x: "0", do: [toss]}
end: [{id: shown, if_x: "same is not None", result: win, who_x: "0 if same else 1"}]
`

// Who is asked second in a sealed choice does not know what the first has answered, nor does anybody in the tree.
func TestSealedChoices(t *testing.T) {
	p := parse(t, pennies)
	s := player(t, search.Options{Playouts: 4000})
	var want []search.Arm
	for first := range 2 {
		g, err := game.New(p, game.Options{})
		require.NoError(t, err)
		arms, err := s.Look(g, &prng.Source{Seed: 3})
		require.NoError(t, err)
		require.InDelta(t, 0, arms[0].Mean, 0.3, "the other cannot answer what it does not see: %v", arms)
		require.NoError(t, g.Answer(first))
		arms, err = s.Look(g, &prng.Source{Seed: 3})
		require.NoError(t, err)
		require.InDelta(t, 2000, arms[0].Visits, 600, "%v", arms)
		if first == 0 {
			want = arms
		}
		require.Equal(t, want, arms)
	}
}

const wheel = `
name: Wheel
num_players: 1
mode: cooperative
state: {vars: {won: {init: null}}}
actions:
  spin: {effect: [{op: roll, die: 1000, as: n}, {op: choose, options: [low, high], as: side}, {op: set, var: won, value_x: "3 if (n > 500) == (side == 'high') else 0"}]}
  stop: {effect: [{op: set, var: won, value: 2}]}
flow: {kind: step, id: try, actor_x: "0", do: [stop, spin]}
end: [{id: over, if_x: "won is not None", result: score, returns_x: "[won]"}]
`

// A thousand outcomes behind each of which the right answer is worth 3: only who tells a few of them apart, and
// comes back to them, finds that the spin is better than 2.
func TestManyOutcomes(t *testing.T) {
	g, err := game.New(parse(t, wheel), game.Options{})
	require.NoError(t, err)
	arms, err := player(t, search.Options{Playouts: 3000}).Look(g, &prng.Source{Seed: 1})
	require.NoError(t, err)
	require.Greater(t, arms[1].Mean, 2.3, "%v", arms)
	require.Greater(t, arms[1].Visits, arms[0].Visits)
}

func TestTheClockAndTheHostEndASearch(t *testing.T) {
	g, err := game.New(load(t, "four-in-a-row"), game.Options{})
	require.NoError(t, err)
	left := 50
	o := search.Options{Over: func() func() bool { return func() bool { left--; return left < 0 } }}
	arms, err := player(t, o).Look(g, &prng.Source{})
	require.NoError(t, err)
	total := 0
	for _, a := range arms {
		total += a.Visits
	}
	require.Equal(t, 51, total)

	stop := errors.New("enough")
	_, err = player(t, search.Options{Interrupt: func() error { return stop }}).Choose(g, &prng.Source{})
	require.ErrorIs(t, err, stop)
	_, err = (&search.Solver{Interrupt: func() error { return stop }}).Choose(g, &prng.Source{})
	require.ErrorIs(t, err, stop)
}

func TestASearchChangesNothing(t *testing.T) {
	for _, name := range []string{"leduc-poker", "four-in-a-row", "duel"} {
		s, err := drive.New(load(t, name), drive.Options{Seed: 4})
		require.NoError(t, err)
		toDecision(t, s)
		before := s.Game().Save()
		_, err = player(t, search.Options{Playouts: 50}).Look(s.Game(), &prng.Source{})
		require.NoError(t, err)
		require.Equal(t, before, s.Game().Save())
	}
}

func TestTriesTakeNoMemory(t *testing.T) {
	for _, name := range []string{"noughts-and-crosses", "kuhn-poker"} {
		s, err := drive.New(load(t, name), drive.Options{Seed: 4, Quiet: true})
		require.NoError(t, err)
		toDecision(t, s)
		pl := player(t, search.Options{Playouts: 500})
		src := &prng.Source{}
		n := testing.AllocsPerRun(20, func() { _, _ = pl.Look(s.Game(), src) })
		require.Less(t, n, 50.0, "%s: allocations in 500 tries", name)
	}
}

func BenchmarkLook(b *testing.B) {
	for _, name := range []string{"noughts-and-crosses", "four-in-a-row", "kuhn-poker", "leduc-poker", "duel"} {
		b.Run(name, func(b *testing.B) {
			s, err := drive.New(load(b, name), drive.Options{Seed: 4, Quiet: true})
			require.NoError(b, err)
			toDecision(b, s)
			pl := player(b, search.Options{})
			src := &prng.Source{}
			for b.Loop() {
				_, err := pl.Look(s.Game(), src)
				require.NoError(b, err)
			}
		})
	}
}
