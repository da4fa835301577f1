package bench

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/game"
)

// The brawl by hand is the model's game, move for move.
func TestBrawlIsTheModels(t *testing.T) {
	p, err := Load("../../examples/brawl/model.yaml")
	require.NoError(t, err)
	require.NoError(t, SameBrawl(p, 5000))
}

// What those games are made of comes to pass: every end, and dodges.
func TestBrawlShowsItsRules(t *testing.T) {
	p, err := Load("../../examples/brawl/model.yaml")
	require.NoError(t, err)
	proto, err := game.New(p, game.Options{})
	require.NoError(t, err)
	ends, dodges := map[string]int{}, 0
	for seed := range 2000 {
		rng := rand.NewPCG(uint64(seed), 7)
		g := proto.Clone()
		for !g.Over() {
			i := below(rng, g.Len())
			if g.Place() == "window answer" && i == 0 {
				dodges++
			}
			require.NoError(t, g.Answer(i))
		}
		require.Equal(t, game.End, g.Kind(), "%v", g.Err())
		ends[g.Reason()]++
	}
	for _, reason := range []string{"both_down", "down", "tired"} {
		require.Positive(t, ends[reason], "%s: %v", reason, ends)
	}
	require.Positive(t, dodges)
}

// A brawl by other rules is found out: by its options, and by its end alone.
func TestSameBrawlFindsOtherRules(t *testing.T) {
	text, err := os.ReadFile("../../examples/brawl/model.yaml")
	require.NoError(t, err)
	for _, change := range [][2]string{
		{"label: Slam, kind: blow, cost: 3", "label: Slam, kind: blow, cost: 4"},
		{"turns >= 30", "turns >= 29"},
		{`who_x: "0 if life[0] <= 0 else 1"`, `who_x: "1 if life[0] <= 0 else 0"`},
	} {
		other := strings.Replace(string(text), change[0], change[1], 1)
		require.NotEqual(t, string(text), other, change[0])
		p, err := Parse(other)
		require.NoError(t, err)
		require.ErrorContains(t, SameBrawl(p, 500), "by hand", change[1])
	}
}
