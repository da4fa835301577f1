// Package growth measures how the cost of playing grows with the size of what is played, as graphs with the
// numbers beside.
package growth

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/astragal-engine/astragal/engine/bench"
	"github.com/astragal-engine/astragal/engine/chart"
	"github.com/astragal-engine/astragal/engine/diagram"
)

// Question is what is asked: how a cost grows with a size.
type Question struct {
	File   string // of the graph, without its ending
	Title  string
	Across string // what the size counts
	Up     string // what is measured, in nanoseconds
	Steep  bool   // both scales are logarithmic
	Why    string // what theory says
	Sizes  []int
	Lines  []Line
}

// Line is one way to ask it. At gives the work at a size.
type Line struct {
	Name string
	At   func(size int) (bench.Work, error)
}

// Answer is what was measured: by line, then by size.
type Answer struct {
	Question Question
	Costs    [][]bench.Figure
}

// Measure measures all lines and sizes side by side.
func (q Question) Measure(p bench.Pace) (*Answer, error) {
	var works []bench.Timer
	for _, l := range q.Lines {
		for _, size := range q.Sizes {
			w, err := l.At(size)
			if err != nil {
				return nil, fmt.Errorf("%s: %s at %d: %w", q.Title, l.Name, size, err)
			}
			works = append(works, bench.Processor(w))
		}
	}
	t, err := bench.Side(p, works...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", q.Title, err)
	}
	a := &Answer{Question: q}
	for l := range q.Lines {
		costs := make([]bench.Figure, len(q.Sizes))
		for i := range costs {
			costs[i] = t.Of(l*len(q.Sizes) + i)
		}
		a.Costs = append(a.Costs, costs)
	}
	return a, nil
}

// SVG draws the answer.
func (a *Answer) SVG() []byte {
	q := a.Question
	g := chart.Graph{Title: q.Title, Across: q.Across, Up: q.Up, Steep: q.Steep}
	for l, line := range q.Lines {
		c := chart.Curve{Name: line.Name}
		for i, f := range a.Costs[l] {
			c.Points = append(c.Points, chart.Point{X: float64(q.Sizes[i]), Y: f.Value, Low: f.Low, High: f.High})
		}
		g.Curves = append(g.Curves, c)
	}
	return g.SVG(diagram.Auto)
}

// Markdown has the graph, which lies in folder, the numbers, and what theory says.
func (a *Answer) Markdown(folder string) string {
	q := a.Question
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n![%s](%s/%s.svg)\n\n| %s |", q.Title, q.Title, folder, q.File, q.Across)
	for _, size := range q.Sizes {
		fmt.Fprintf(&b, " %d |", size)
	}
	b.WriteString("\n|" + strings.Repeat("---|", len(q.Sizes)+1) + "\n")
	for l, line := range q.Lines {
		fmt.Fprintf(&b, "| %s, ns |", line.Name)
		for _, f := range a.Costs[l] {
			fmt.Fprintf(&b, " %.0f |", f.Value)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\n%s\n", q.Why)
	return b.String()
}

// Draw measures the questions, writes their graphs into a folder, and gives the text of a page beside it.
func Draw(questions []Question, p bench.Pace, folder string) (string, error) {
	var text []string
	for _, q := range questions {
		a, err := q.Measure(p)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(folder, q.File+".svg"), a.SVG(), 0o666); err != nil {
			return "", err
		}
		text = append(text, a.Markdown(filepath.Base(folder)))
	}
	return strings.Join(text, "\n"), nil
}
