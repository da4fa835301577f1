package observe_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/drive/prng"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/program"
)

func load(t testing.TB, path string) *program.Program {
	t.Helper()
	m, list, err := model.Load(filepath.Join("../..", path), model.Options{})
	require.NoError(t, err)
	require.Zero(t, list.Errors(), list)
	p, list := compile.Compile(m, compile.Options{})
	require.Zero(t, list.Errors(), list)
	return p
}

func start(t testing.TB, p *program.Program) *game.Game {
	t.Helper()
	g, err := game.New(p, game.Options{Record: true})
	require.NoError(t, err)
	return g
}

// Each player of Kuhn poker has six information sets: three cards, and two ways to come to be asked.
func TestInformationSetsOfKuhn(t *testing.T) {
	sets := []map[string]bool{{}, {}}
	var walk func(g *game.Game)
	walk = func(g *game.Game) {
		if g.Over() {
			return
		}
		if p := g.Player(); p >= 0 {
			sets[p][observe.InfoState(g, p)] = true
		}
		for i := range g.Len() {
			next := g.Clone()
			require.NoError(t, next.Answer(i))
			walk(next)
		}
	}
	walk(start(t, load(t, "examples/kuhn-poker/model.yaml")))
	require.Len(t, sets[0], 6)
	require.Len(t, sets[1], 6)
}

// Whoever holds the queen cannot tell jack from king in the other hand: both come up, equally often.
func TestRedistributeKuhn(t *testing.T) {
	g := start(t, load(t, "examples/kuhn-poker/model.yaml"))
	require.NoError(t, g.Answer(1)) // the queen
	require.NoError(t, g.Answer(0)) // the jack
	src := prng.Source{Seed: 1}
	count := map[string]int{}
	for range 1000 {
		c := g.Clone()
		require.NoError(t, observe.Redistribute(c, 0, &src))
		count[hand(t, c, 0)+" "+hand(t, c, 1)]++
	}
	require.Len(t, count, 2)
	require.InDelta(t, 500, count["queen jack"], 50)
	require.InDelta(t, 500, count["queen king"], 50)
}

// hand is the card that a player of Kuhn poker holds.
func hand(t testing.TB, g *game.Game, seat int) string {
	v, err := observe.New(g, seat)
	require.NoError(t, err)
	var card struct{ ID string }
	require.NoError(t, json.Unmarshal(v.Zones[1+seat].Items[0].Value, &card))
	return card.ID
}
