package growth

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/bench"
)

func cost(value, low, high float64) bench.Figure {
	return bench.Figure{Value: value, Low: low, High: high}
}

// The form of an answer; its costs are made up. ASTRAGAL_UPDATE=1 writes it anew.
func TestForms(t *testing.T) {
	a := &Answer{
		Question: Question{File: "f", Title: "A step", Across: "cards", Up: "ns", Why: "Flat.", Sizes: []int{1, 10, 100}, Lines: []Line{{Name: "one"}, {Name: "two"}}},
		Costs:    [][]bench.Figure{{cost(100, 90, 130), cost(101, 100, 102), cost(99, 99, 99)}, {cost(200, 190, 210), cost(220, 215, 230), cost(180, 180, 185)}},
	}
	for file, got := range map[string]string{"answer.svg": string(a.SVG()), "answer.md": a.Markdown("growth")} {
		path := filepath.Join("testdata", file)
		if os.Getenv("ASTRAGAL_UPDATE") != "" {
			require.NoError(t, os.WriteFile(path, []byte(got), 0o666))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), got)
	}
}

// Every line can be measured at its smallest size, and plays games that come to their end.
func TestQuestionsCanBeMeasured(t *testing.T) {
	for _, q := range Engine {
		q.Sizes = q.Sizes[:1]
		a, err := q.Measure(bench.Pace{Block: time.Millisecond, Slice: time.Millisecond})
		require.NoError(t, err, q.Title)
		for _, costs := range a.Costs {
			require.Positive(t, costs[0].Value)
		}
	}
}

// What lies around the game does not change how it is played: all have as many answers.
func TestWhatLiesAroundChangesNothing(t *testing.T) {
	count := func(c bench.CardGame) (int, float64) {
		p, err := bench.Parse(c.Model())
		require.NoError(t, err)
		pl, err := bench.NewPlayer(p, 0, 1)
		require.NoError(t, err)
		answers, score, err := pl.Play(20)
		require.NoError(t, err)
		return answers, score
	}
	answers, score := count(bench.CardGame{Length: 50})
	require.Positive(t, answers)
	for _, c := range []bench.CardGame{{Inert: 20, Length: 50}, {Deaf: 20, Length: 50}, {Unrelated: 20, Length: 50}, {Inactive: 20, Length: 50}} {
		n, s := count(c)
		require.Equal(t, answers, n, "%+v", c)
		require.Equal(t, score, s, "%+v", c)
	}
}

func TestDraw(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "graphs")
	require.NoError(t, os.Mkdir(folder, 0o777))
	q := Question{File: "f", Title: "T", Across: "n", Up: "ns", Why: "Because.", Sizes: []int{1, 2}, Lines: []Line{{"a", func(n int) (bench.Work, error) {
		return func(units int) (int, error) { time.Sleep(time.Microsecond); return units, nil }, nil
	}}}}
	text, err := Draw([]Question{q}, bench.Pace{Block: time.Microsecond, Slice: time.Microsecond}, folder)
	require.NoError(t, err)
	require.Contains(t, text, "](graphs/f.svg)")
	svg, err := os.ReadFile(filepath.Join(folder, "f.svg"))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(svg), "<svg"))
}
