package enginetest_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/simulate"
)

// prove reports whether the numbers that take minutes are asked for.
func prove() bool { return os.Getenv("ASTRAGAL_PROVE") != "" }

func load(t testing.TB, path string) *program.Program {
	t.Helper()
	m, list, err := model.Load(path, model.Options{})
	require.NoError(t, err)
	require.Zero(t, list.Errors())
	p, list := compile.Compile(m, compile.Options{})
	require.Zero(t, list.Errors())
	return p
}

func example(t testing.TB, name string) *program.Program {
	t.Helper()
	return load(t, filepath.Join("../../examples", name, "model.yaml"))
}

func simulated(t *testing.T, p *program.Program, o simulate.Options) *simulate.Tally {
	t.Helper()
	r, err := simulate.Run(context.Background(), o, p)
	require.NoError(t, err)
	v := r.Variants[0]
	require.Empty(t, v.Stops())
	require.Zero(t, v.Cut)
	require.Equal(t, o.Games, v.Finished)
	return v
}

// Random games of every example, with every number of players that it allows, come to an end.
func TestExamplesEnd(t *testing.T) {
	for _, path := range models(t, "../../examples") {
		p := load(t, path)
		for n := p.MinPlayers; n <= p.MaxPlayers; n++ {
			games := 200
			if prove() {
				games = 1000
				if n == p.DefPlayers {
					games = 10_000
				}
			}
			t.Run(fmt.Sprintf("%s/%d", filepath.Base(filepath.Dir(path)), n), func(t *testing.T) {
				simulated(t, p, simulate.Options{Games: games, Players: n, Seed: uint64(n)})
			})
		}
	}
}

// The agent of every example earns more than random play does at the same seat, among random players or,
// where all play together, among its like.
func TestAgentsBeatRandom(t *testing.T) {
	games := 150
	if prove() {
		games = 500
	}
	for _, path := range models(t, "../../examples") {
		p := load(t, path)
		if len(p.Agents) == 0 {
			continue
		}
		at := func(heuristic func(seat int) bool) *simulate.Tally {
			return simulated(t, p, simulate.Options{Games: games, Seats: func(p *program.Program, seats int) ([]drive.Player, error) {
				players := make([]drive.Player, seats)
				for i := range players {
					players[i] = drive.Random{}
					if heuristic(i) {
						var err error
						if players[i], err = agent.Named(p, "heuristic", agent.Host{}); err != nil {
							return nil, err
						}
					}
				}
				return players, nil
			}})
		}
		t.Run(filepath.Base(filepath.Dir(path)), func(t *testing.T) {
			random := at(func(int) bool { return false })
			for seat := range random.Seats {
				tally := at(func(i int) bool { return i == seat || p.Cooperative })
				better := tally.Seats[seat].Payoff.Mean - random.Seats[seat].Payoff.Mean
				require.Greater(t, better, tally.Seats[seat].Payoff.Half()/2, "seat %d", seat)
			}
		})
	}
}

// Neither side of Vellum is the better one, for players who have some sense.
func TestVellumIsEven(t *testing.T) {
	games := 600
	if prove() {
		games = 10_000
	}
	v := simulated(t, example(t, "vellum"), simulate.Options{Games: games, Seats: func(p *program.Program, seats int) ([]drive.Player, error) {
		return agent.Seats(p, "canny", seats, agent.Host{})
	}})
	require.InDelta(t, 0.5, float64(v.Seats[0].Wins)/float64(games), 0.06)
}

// The pass line wins 244 times in 495.
func TestCrapsPassLine(t *testing.T) {
	games := 20_000
	if prove() {
		games = 200_000
	}
	v := simulated(t, example(t, "craps"), simulate.Options{Games: games})
	const want = 244.0 / 495
	sigma := math.Sqrt(want * (1 - want) / float64(games))
	require.InDelta(t, want, float64(v.Seats[0].Wins)/float64(games), 3*sigma)
}

// What the model's agent earns; that it plays best is proved exactly in package analyze.
func TestBlackjackBestPlayer(t *testing.T) {
	games := 20_000
	if prove() {
		games = 500_000
	}
	v := simulated(t, example(t, "blackjack"), simulate.Options{Games: games, Seats: func(p *program.Program, seats int) ([]drive.Player, error) {
		return agent.Seats(p, "best", seats, agent.Host{})
	}})
	pay := v.Seats[0].Payoff
	require.InDelta(t, -0.046556, pay.Mean, 3*pay.Half()/1.96)
}

// The old trails that were found stay known over a campaign of three climbs, and buy oil for the
// next; everything else begins anew.
func TestExpeditionCampaign(t *testing.T) {
	p := example(t, "expedition")
	carried := false
	for seed := uint64(1); seed <= 20; seed++ {
		s, err := drive.New(p, drive.Options{Seed: seed})
		require.NoError(t, err)
		for climb := 1; ; climb++ {
			playOut(t, s)
			lore := number(t, s.Game(), "lore")
			if climb == p.Campaign.Games {
				break
			}
			require.NoError(t, s.NextGame())
			require.Equal(t, climb+1, s.Game().GameNo())
			require.Equal(t, lore, number(t, s.Game(), "lore"))
			require.Equal(t, 2+lore/3, number(t, s.Game(), "oil"))
			require.Zero(t, number(t, s.Game(), "height"))
			carried = carried || lore >= 3
		}
	}
	require.True(t, carried)
}

func playOut(t *testing.T, s *drive.Session) {
	t.Helper()
	for !s.Game().Over() {
		var err error
		if s.Game().Kind() == game.Chance {
			_, err = s.Draw()
		} else {
			_, err = s.Ask(drive.Random{})
		}
		require.NoError(t, err)
	}
	require.Equal(t, game.End, s.Game().Kind())
}

// number is the value of a variable.
func number(t *testing.T, g *game.Game, name string) int {
	t.Helper()
	for i := range g.Program().Vars {
		if v := &g.Program().Vars[i]; v.Name == name {
			return int(g.Env().State[v.Slot].Int())
		}
	}
	require.Fail(t, "no variable "+name)
	return 0
}
