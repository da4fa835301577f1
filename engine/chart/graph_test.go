package chart

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/diagram"
)

func flat(name string, y float64) Curve {
	c := Curve{Name: name}
	for x := 1.0; x <= 10_000; x *= 10 {
		c.Points = append(c.Points, Point{x, y, y * 0.9, y * 1.1})
	}
	return c
}

func straight(name string) Curve {
	c := Curve{Name: name}
	for x := 1.0; x <= 10_000; x *= 10 {
		c.Points = append(c.Points, Point{x, 3 * x, 2 * x, 4 * x})
	}
	return c
}

// The graphs of testdata. ASTRAGAL_UPDATE=1 draws them anew.
func TestGraphs(t *testing.T) {
	for file, g := range map[string]Graph{
		"flat.svg":  {Title: "A step & its cost", Across: "cards", Up: "ns", Curves: []Curve{flat("all", 480), flat("none", 300)}},
		"steep.svg": {Title: "A move", Across: "items", Up: "ns", Steep: true, Curves: []Curve{straight("the middle"), flat("the top", 30)}},
	} {
		got := g.SVG(diagram.Auto)
		path := filepath.Join("testdata", file)
		if os.Getenv("ASTRAGAL_UPDATE") != "" {
			require.NoError(t, os.WriteFile(path, got, 0o666))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), file)
	}
}

// A graph without points, or with one, is a picture all the same.
func TestGraphOfLittle(t *testing.T) {
	for _, g := range []Graph{{}, {Curves: []Curve{{Name: "a"}}}, {Steep: true, Curves: []Curve{{Points: []Point{{5, 10, 10, 10}}}}}, {Steep: true, Curves: []Curve{{Points: []Point{{0, 10, -1, 20}, {1, 0, 0, 0}}}}}} {
		svg := string(g.SVG(diagram.Light))
		require.NoError(t, xml.Unmarshal([]byte(svg), new(struct{})))
		require.NotContains(t, svg, "NaN")
		require.NotContains(t, svg, "Inf")
	}
}

func TestMarks(t *testing.T) {
	require.Equal(t, []float64{10, 100, 1000}, scale{10, 2000, true}.marks())
	require.Equal(t, []float64{0, 100, 200, 300, 400, 500}, scale{0, 552, false}.marks())
	require.Equal(t, []float64{0, 20, 40, 60, 80, 100, 120}, scale{0, 130, false}.marks())
	require.Equal(t, "12k 1.5M 1234 0.5", strings.Join([]string{short(12000), short(1.5e6), short(1234), short(0.5)}, " "))
}
