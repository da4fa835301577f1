package simulate

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/program"
)

// Games of every example, asked for in every way, come out alike on one worker and on several, one by one and added up.
// The several share a program that is new: what games remember in it for each other is made while they play. With
// budgets that some of the games exceed they are stopped at the same point: what a game has used up does not depend on
// what others remembered. Games that take long are fewer, without ASTRAGAL_PROVE.
func TestEveryExampleOnSeveralWorkers(t *testing.T) {
	times := 1
	if os.Getenv("ASTRAGAL_PROVE") != "" {
		times = 10
	}
	models, err := filepath.Glob("../../examples/*/model.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, models)
	for _, path := range models {
		name := filepath.Base(filepath.Dir(path))
		t.Run(name, func(t *testing.T) {
			alone, shared := example(t, name), example(t, name)
			same := func(way string, o Options, variants int) {
				o.Games, o.Seed, o.Together = o.Games*times, 5, 10
				alike(t, way, o, []*program.Program{alone, alone}[:variants], []*program.Program{shared, shared}[:variants])
			}
			same("random", Options{Games: 200}, 1)
			same("actions", Options{Games: 40, Actions: true}, 1)
			same("compared", Options{Games: 20, Compared: seats("first")}, 2)
			same("cut", Options{Games: 200, Requests: 7}, 1)
			if decides(alone) {
				same("heuristic", Options{Games: 20, Seats: seats("heuristic")}, 1)
			}
			for way, set := range map[string]func(*Options, int64){
				"few ops":      func(o *Options, n int64) { o.Limits.Ops = n },
				"few steps":    func(o *Options, n int64) { o.Limits.Expr.Steps = n },
				"small values": func(o *Options, n int64) { o.Limits.Expr.Size = n },
			} {
				o := Options{Games: 60, Requests: 100}
				tighten(t, &o, set, alone)
				same(way, o, 1)
			}
		})
	}
}

// alike holds what several workers make of games against what one does.
func alike(t *testing.T, way string, o Options, alone, shared []*program.Program) {
	t.Helper()
	var games [2][]Game
	var results [2]*Result
	for i, p := range [][]*program.Program{alone, shared} {
		o.Workers = 1 + 3*i
		o.Each = func(g *Game) { games[i] = append(games[i], *g) }
		results[i] = run(t, o, p...)
	}
	require.Equal(t, games[0], games[1], way)
	require.Equal(t, results[0], results[1], way)
}

// tighten sets a limit that stops some games, where there is one that does not stop most of them at once.
func tighten(t *testing.T, o *Options, set func(*Options, int64), p *program.Program) {
	t.Helper()
	for n := int64(4); n < 1<<20; n += n / 2 {
		try := Options{Games: 5, Seed: 5, Requests: 20}
		set(&try, n)
		r, err := Run(context.Background(), try, p)
		if err == nil && r.Variants[0].Stopped() > 0 {
			set(o, n)
		}
		if err == nil && r.Variants[0].Stopped() <= 2 {
			return
		}
	}
}

func decides(p *program.Program) bool {
	for i := range p.Agents {
		if p.Agents[i].Decides() {
			return true
		}
	}
	return false
}

func seats(names string) func(*program.Program, int) ([]drive.Player, error) {
	return func(p *program.Program, n int) ([]drive.Player, error) { return agent.Seats(p, names, n, agent.Host{}) }
}
