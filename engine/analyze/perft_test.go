package analyze

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/enginetest/effort"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

func build(t testing.TB, text string) *program.Program {
	t.Helper()
	m, list, err := model.Parse("m.yaml", text, model.Options{})
	require.NoError(t, err)
	require.Empty(t, list)
	p, list := compile.Compile(m, compile.Options{})
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

func perft(t testing.TB, p *program.Program, o PerftOptions) *Perft {
	t.Helper()
	r, err := RunPerft(context.Background(), p, o)
	require.NoError(t, err)
	require.Empty(t, r.Stops)
	return r
}

// prove reports whether deeper counts, which take minutes, are asked for.
func prove() bool { return os.Getenv("ASTRAGAL_PROVE") != "" }

func TestNoughtsAndCrosses(t *testing.T) {
	r := perft(t, example(t, "noughts-and-crosses"), PerftOptions{Depth: 9, At: "action mark"})
	require.Equal(t, []int64{1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872}, r.Sequences)
	begun := int64(0)
	for _, n := range r.Sequences {
		begun += n
	}
	byLength, byResult := map[int]int64{}, map[float64]int64{}
	for _, e := range r.Ends {
		begun -= e.Games
		byLength[e.Depth] += e.Games
		byResult[e.Payoffs[0]] += e.Games
		require.Equal(t, -e.Payoffs[0], e.Payoffs[1]+0)
	}
	require.Equal(t, map[int]int64{5: 1440, 6: 5328, 7: 47_952, 8: 72_576, 9: 127_872}, byLength)
	require.Equal(t, int64(294_778), begun, "histories that are not over")
	require.Equal(t, map[float64]int64{1: 131_184, -1: 77_904, 0: 46_080}, byResult)
}

// The ninth mark is taken unasked, so there are eight requests at most.
func TestNoughtsAndCrossesByRequests(t *testing.T) {
	r := perft(t, example(t, "noughts-and-crosses"), PerftOptions{Depth: 9})
	require.Equal(t, []int64{1, 9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 0}, r.Sequences)
	ended := int64(0)
	for _, e := range r.Ends {
		ended += e.Games
	}
	require.Equal(t, int64(255_168), ended)
}

// Nobody can win in fewer than seven plies.
func TestFourInARow(t *testing.T) {
	r := perft(t, example(t, "four-in-a-row"), PerftOptions{Depth: 7})
	require.Equal(t, fourInARow[:8], r.Sequences)
	require.Equal(t, []Ended{{7, []float64{1, -1}, 13_032}}, r.Ends)
}

var fourInARow = []int64{1, 7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572}

func TestFourInARowSequences(t *testing.T) {
	depth := 6
	if prove() {
		depth = 9
	}
	r := perft(t, example(t, "four-in-a-row"), PerftOptions{Depth: depth, NoEnds: true})
	require.Equal(t, fourInARow[:depth+1], r.Sequences)
	require.Empty(t, r.Ends)
}

func TestReversi(t *testing.T) {
	depth, want := 6, []int64{1, 4, 12, 56, 244, 1396, 8200, 55_092, 390_216}
	if prove() {
		depth = 8
	}
	r := perft(t, example(t, "reversi"), PerftOptions{Depth: depth, At: "action place"})
	require.Equal(t, want[:depth+1], r.Sequences)
}

const choices = `
num_players: 1
state: {vars: {n: {init: 0}}}
actions:
  first: {effect: [{op: choose, options: [1, 2, 3], as: x}, {op: set, var: n, value_x: x}]}
  luck: {effect: [{op: roll, die: 2, as: y}]}
  forced: {effect: [{op: choose, options_x: "[7]", as: z}, {op: choose, options_x: "list(range(n))", as: z}]}
flow:
  kind: sequence
  children:
    - {kind: step, id: a, actor_x: '0', do: [first]}
    - {kind: step, id: b, actor_x: '0', do: [luck]}
    - {kind: step, id: c, actor_x: '0', do: [forced]}
    - {kind: step, id: d, actor_x: '0', do: [forced]}
`

// After 1 nothing is asked at forced; after 2 and 3 it is, twice.
func TestWhatAnEdgeIs(t *testing.T) {
	p := build(t, choices)
	r := perft(t, p, PerftOptions{Depth: 6})
	require.Equal(t, []int64{1, 3, 6, 10, 26, 0, 0}, r.Sequences)
	require.Equal(t, []Ended{{2, []float64{0}, 2}, {4, []float64{0}, 26}}, r.Ends)

	// At forced, 2 × (1 × 1 + 2 × 2 + 3 × 3) ways: four moves each, of which two, or all, are unasked.
	r = perft(t, p, PerftOptions{Depth: 6, At: "action forced"})
	require.Equal(t, []int64{1, 6, 12, 12, 28, 0, 0}, r.Sequences)
	require.Equal(t, []Ended{{4, []float64{0}, 28}}, r.Ends)

	// No deeper than asked for, and what is not counted does not count.
	r = perft(t, p, PerftOptions{Depth: 1, At: "action l*"})
	require.Equal(t, []int64{1, 6}, r.Sequences)
	require.Equal(t, []Ended{{1, []float64{0}, 28}}, r.Ends)

	r = perft(t, p, PerftOptions{Depth: 9, At: "step *"})
	require.Equal(t, int64(1), r.Sequences[1])
	require.Equal(t, []Ended{{4, []float64{0}, 28}}, r.Ends)
}

func TestWorkersCountTheSame(t *testing.T) {
	p := example(t, "kuhn-poker")
	one := perft(t, p, PerftOptions{Depth: 5, Workers: 1})
	require.Equal(t, one, perft(t, p, PerftOptions{Depth: 5, Workers: 5}))
	games := int64(0)
	for _, e := range one.Ends {
		games += e.Games
	}
	require.Equal(t, int64(30), games)
}

func TestStops(t *testing.T) {
	p := build(t, `
num_players: 2
actions: {a: {effect: [{op: choose, options: [0, 1, 2], as: x}, {op: let, name: y, value_x: 1 // x}]}}
flow: {kind: step, id: s, actor_x: '0', do: [a]}
`)
	r, err := RunPerft(context.Background(), p, PerftOptions{Depth: 3})
	require.NoError(t, err)
	require.Len(t, r.Stops, 1)
	for text, n := range r.Stops {
		require.Contains(t, text, "ZeroDivisionError")
		require.Equal(t, int64(1), n)
	}
	require.Equal(t, int64(2), r.Ends[0].Games)
}

func TestWrongUse(t *testing.T) {
	p := build(t, choices)
	for want, o := range map[string]PerftOptions{
		"the depth must be at least 1, not 0":                         {},
		"no place of the game fits 'action frist'":                    {Depth: 1, At: "action frist"},
		"moves at a place can only be counted with the ends of games": {Depth: 1, At: "*", NoEnds: true},
		"the game takes 1 players, not 3":                             {Depth: 1, Players: 3},
	} {
		_, err := RunPerft(context.Background(), p, o)
		require.EqualError(t, err, want)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := RunPerft(ctx, example(t, "reversi"), PerftOptions{Depth: 20})
	require.ErrorIs(t, err, context.Canceled)
}

func TestCancelOnTheWay(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	effort.Most(t, 5000, func() {
		_, err := RunPerft(ctx, example(t, "four-in-a-row"), PerftOptions{Depth: 30})
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
}
