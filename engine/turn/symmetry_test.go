package turn

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// round has three seats of one side, one after the other.
func round() *Profile {
	return &Profile{Sides: []Side{{"Side", []string{"main"}}}, Seats: []int{0, 0, 0}, Next: []int{1, 2, 0}, Scores: []string{"points"}}
}

func TestExchanges(t *testing.T) {
	require.Len(t, Over(Reference()).exchanges(), 1, "the sides are unlike")
	require.Equal(t, []exchange{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}}, Over(round()).exchanges())
	free := round()
	free.Next = nil
	require.Len(t, Over(free).exchanges(), 6)
	mixed := round()
	mixed.Sides, mixed.Seats = append(mixed.Sides, Side{"Other", []string{"main"}}), []int{0, 1, 0}
	require.Len(t, Over(mixed).exchanges(), 1)
}

// Worlds that are put together are those that become each other, and no others are lost.
func TestSymmetry(t *testing.T) {
	r, b := Over(round()), Bounds{Turns: 1, Effects: 1, Out: 1, Symmetric: true}
	less, err := r.Explore(context.Background(), b)
	require.NoError(t, err)
	require.Empty(t, less.Wrong)
	require.True(t, less.Whole)
	require.Equal(t, 3, less.Symmetries)

	all := &explorer{Rules: r, Bounds: b.orDefault(), out: &Report{Whole: true}, seen: map[string]bool{}}
	all.meet(visit{world: World{Kernel: Empty()}, from: -1})
	for at := 0; at < len(all.queue); at++ {
		all.expand(at)
	}
	require.Empty(t, all.out.Wrong)
	all.same = r.exchanges()
	classes := map[string]bool{}
	for i := range all.queue {
		classes[string(all.key(&all.queue[i].world))] = true
	}
	require.Len(t, classes, less.States)
	require.Greater(t, all.out.States, 2*less.States)
}

func TestBoundsOfAnExploration(t *testing.T) {
	r := Over(Reference())
	out, err := r.Explore(context.Background(), Bounds{Turns: 3, Bytes: 1 << 16})
	require.NoError(t, err)
	require.Contains(t, out.Cut, "MiB")
	ctx, cancel := context.WithCancel(context.Background())
	out, err = r.Explore(ctx, Bounds{Turns: 3, Progress: func(p Progress) {
		if p.Explored > 0 {
			cancel()
		}
	}})
	require.NoError(t, err)
	require.Equal(t, "it was cancelled", out.Cut)
	require.False(t, out.Whole)
	require.Positive(t, out.States)
}
