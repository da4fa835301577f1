package board

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
	"pgregory.net/rapid"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// node reads YAML as package model does, as far as boards need it.
func node(n *yaml.Node) *model.Node {
	out := &model.Node{Pos: diag.Pos{Line: n.Line, Col: n.Column}, Text: n.Value}
	switch n.Kind {
	case yaml.DocumentNode:
		return node(n.Content[0])
	case yaml.SequenceNode:
		out.Kind = model.ListNode
		for _, c := range n.Content {
			out.Items = append(out.Items, node(c))
		}
	case yaml.MappingNode:
		out.Kind = model.MapNode
		for i := 0; i < len(n.Content); i += 2 {
			out.Keys = append(out.Keys, node(n.Content[i]))
			out.Items = append(out.Items, node(n.Content[i+1]))
		}
	case yaml.ScalarNode:
		out.Kind = map[string]model.NodeKind{"!!int": model.Int, "!!str": model.Text, "!!bool": model.Bool, "!!float": model.Float}[n.Tag]
	}
	return out
}

func build(t require.TestingT, text string) (*Board, diag.List) {
	var doc yaml.Node
	require.NoError(t, yaml.Unmarshal([]byte(text), &doc))
	return Build(model.Board{Name: "b", Node: node(&doc)})
}

func must(t require.TestingT, text string) *Board {
	b, diags := build(t, text)
	require.Empty(t, diags)
	return b
}

func list(vs ...any) value.Value {
	items := make([]value.Value, len(vs))
	for i, v := range vs {
		items[i] = of(v)
	}
	return value.OfList(items)
}

func of(v any) value.Value {
	switch v := v.(type) {
	case value.Value:
		return v
	case int:
		return value.OfInt(int64(v))
	case string:
		return value.OfText(v)
	}
	panic(v)
}

func text(v value.Value) string {
	if k := v.Kind(); k != value.List && k != value.Tuple {
		return strings.Trim(show(v), "'")
	}
	var parts []string
	for _, x := range v.Items() {
		parts = append(parts, text(x))
	}
	return "[" + strings.Join(parts, " ") + "]"
}

func caught(f func()) (message string) {
	defer func() {
		if e, ok := recover().(*value.Error); ok {
			message = e.Error()
		}
	}()
	f()
	return ""
}

func TestGridNeighboursGoClockwiseFromNorth(t *testing.T) {
	b := must(t, `{kind: grid, rows: 3, cols: 3, neighbours: 8}`)
	require.Equal(t, "[[0 1] [0 2] [1 2] [2 2] [2 1] [2 0] [1 0] [0 0]]", text(b.Neighbours(list(1, 1))))
	require.Equal(t, "[[0 1] [1 1] [1 0]]", text(b.Neighbours(list(0, 0))))
	require.Equal(t, "[n ne e se s sw w nw]", text(b.Directions()))
	b = must(t, `{kind: grid, rows: 3, cols: 3}`)
	require.Equal(t, "[[0 1] [1 2] [2 1] [1 0]]", text(b.Neighbours(list(1, 1))))
}

func TestATupleIsACell(t *testing.T) {
	b := must(t, `{kind: grid, rows: 2, cols: 2}`)
	require.True(t, b.OnBoard(value.OfTuple([]value.Value{value.OfInt(1), value.OfInt(1)})))
	require.True(t, b.OnBoard(value.OfTuple([]value.Value{value.OfBool(true), value.OfFloat(0)})))
	for _, no := range []value.Value{{}, of(0), of("a1"), list(0), list(0, 2), list(-1, 0), list(0, 0, 0), list(0, "0"), value.OfFloat(0.5)} {
		require.False(t, b.OnBoard(no), text(no))
	}
}

func TestBlockedCellsAreNotOnTheBoard(t *testing.T) {
	b := must(t, `{kind: grid, rows: 3, cols: 3, blocked: [[0, 1], [1, 1]]}`)
	require.Equal(t, 7, b.Len())
	require.Equal(t, "[[1 0]]", text(b.Neighbours(list(0, 0))))
	require.Equal(t, "[[0 0] [1 0] [2 0] [2 1] [2 2] [1 2] [0 2]]", text(b.Path(nil, list(0, 0), list(0, 2))))
	require.Equal(t, "[]", text(b.Ray(nil, list(0, 0), of("e"))))
	require.False(t, b.OnBoard(list(1, 1)))
	require.Equal(t, "ValueError: board 'b' has no cell [1, 1]", caught(func() { b.Neighbours(list(1, 1)) }))
}

func TestWrappedGrid(t *testing.T) {
	b := must(t, `{kind: grid, rows: 3, cols: 4, wrap: true}`)
	require.Equal(t, "[[2 0] [0 1] [1 0] [0 3]]", text(b.Neighbours(list(0, 0))))
	require.Equal(t, "[[0 1] [0 2] [0 3]]", text(b.Ray(nil, list(0, 0), of("e"))))
	require.Equal(t, "3", text(b.Distance(nil, list(0, 0), list(1, 2))))
	require.Len(t, b.Lines(nil, 4).Items(), 3, "each row once, though it closes into a ring")
	require.Equal(t, "[[0 1]]", text(must(t, `{kind: grid, rows: 1, cols: 2, wrap: true}`).Neighbours(list(0, 0))))
}

func TestRays(t *testing.T) {
	b := must(t, `{kind: grid, rows: 5, cols: 5, neighbours: 8}`)
	require.Equal(t, "[[1 3] [0 4]]", text(b.Ray(nil, list(2, 2), of("ne"))))
	require.Equal(t, "[[1 2] [2 4]]", text(b.Ray(nil, list(0, 0), list(1, 2))), "a vector may leap")
	require.Equal(t, "ValueError: board 'b' has no direction 'up'", caught(func() { b.Ray(nil, list(0, 0), of("up")) }))
	require.NotEmpty(t, caught(func() { b.Ray(nil, list(0, 0), list(0, 0)) }))
}

func TestLinesOfAFourInARowBoard(t *testing.T) {
	b := must(t, `{kind: grid, rows: 6, cols: 7, neighbours: 8}`)
	require.Len(t, b.Lines(nil, 4).Items(), 69)
	require.Len(t, b.Lines(nil, 1).Items(), 42)
	require.Equal(t, "[]", text(b.Lines(nil, 43)))
	require.Len(t, must(t, `{kind: grid, rows: 6, cols: 7}`).Lines(nil, 4).Items(), 45, "no diagonals without diagonal neighbours")
	require.NotEmpty(t, caught(func() { b.Lines(nil, 0) }))
}

func TestHexagon(t *testing.T) {
	b := must(t, `{kind: hex, radius: 2, labels: {"0,0": throne}}`)
	require.Equal(t, 19, b.Len())
	require.Equal(t, "[[1 -1] [1 0] [0 1] [-1 1] [-1 0] [0 -1]]", text(b.Neighbours(list(0, 0))))
	require.Equal(t, "4", text(b.Distance(nil, list(-2, 0), list(2, 0))))
	require.Len(t, b.Reach(nil, list(0, 0), 1).Items(), 7)
	require.Len(t, b.Lines(nil, 5).Items(), 3)
	require.Equal(t, "throne", text(b.Label(list(0, 0))))
	require.Equal(t, "None", text(b.Label(list(1, 0))))
	require.False(t, b.OnBoard(list(2, 1)))
}

func TestHexRectangles(t *testing.T) {
	pointy := must(t, `{kind: hex, rows: 3, cols: 2}`)
	require.Equal(t, "[[0 0] [1 0] [0 1] [1 1] [-1 2] [0 2]]", text(pointy.Cells()))
	flat := must(t, `{kind: hex, rows: 2, cols: 3, orientation: flat}`)
	require.Equal(t, "[[0 0] [1 0] [2 -1] [0 1] [1 1] [2 0]]", text(flat.Cells()))
	require.Equal(t, "[n ne se s sw nw]", text(flat.Directions()))
}

func TestTrack(t *testing.T) {
	b := must(t, `{kind: track, length: 5}`)
	require.Equal(t, "[0 1 2 3 4]", text(b.Cells()))
	require.Equal(t, "[3]", text(b.Neighbours(of(4))))
	require.Equal(t, "[1 0]", text(b.Ray(nil, of(2), of("back"))))
	require.Equal(t, "[2 4]", text(b.Ray(nil, of(0), of(2))))
	loop := must(t, `{kind: track, length: 5, loop: true}`)
	require.Equal(t, "[0 3]", text(loop.Neighbours(of(4))))
	require.Equal(t, "1", text(loop.Distance(nil, of(0), of(4))))
	require.Len(t, loop.Lines(nil, 3).Items(), 5)
	require.Len(t, loop.Lines(nil, 5).Items(), 1)
}

const roads = `{kind: graph, cells: [ash, birch, cedar, 7, elm], weights: [5, 1, 1, 2],
  edges: [[ash, birch], [ash, cedar], [cedar, birch], [birch, 7]]}`

func TestGraph(t *testing.T) {
	b := must(t, roads)
	require.Equal(t, "[birch cedar]", text(b.Neighbours(of("ash"))))
	require.True(t, b.Adjacent(of(7), of("birch")))
	require.False(t, b.Adjacent(of(7), of("ash")))
	require.Equal(t, "[ash birch 7]", text(b.Path(nil, of("ash"), of(7))))
	require.Equal(t, "2", text(b.Distance(nil, of("ash"), of(7))))
	require.Equal(t, "4", text(b.Cost(nil, of("ash"), of(7))))
	require.Equal(t, "5", text(b.Weight(of("ash"), of("birch"))))
	require.Equal(t, "None", text(b.Weight(of("ash"), of("elm"))))
	require.Equal(t, "None", text(b.Distance(nil, of("ash"), of("elm"))))
	require.Equal(t, "None", text(b.Path(nil, of("ash"), of("elm"))))
	require.Equal(t, "None", text(b.Cost(nil, of("ash"), of("elm"))))
	require.Equal(t, "[[elm] [ash birch]]", text(b.Connected(nil, list("elm", "ash", "birch"))))
	require.Equal(t, "[]", text(b.Directions()))
	require.NotEmpty(t, caught(func() { b.Lines(nil, 2) }))
	require.Equal(t, "ValueError: board 'b' has no cell 'oak'", caught(func() { b.Path(nil, of("oak"), of("ash")) }))
}

func TestDirectedGraph(t *testing.T) {
	b := must(t, `{kind: graph, cells: [a, b, c], directed: true, edges: [[a, b], [b, a], [b, c]]}`)
	require.Equal(t, "[a b c]", text(b.Path(nil, of("a"), of("c"))))
	require.Equal(t, "None", text(b.Distance(nil, of("c"), of("a"))))
	require.False(t, b.Adjacent(of("c"), of("b")))
	require.Equal(t, "[[c b]]", text(b.Connected(nil, list("c", "b"))))
}

func TestRegionStaysInsideWhatIsAllowed(t *testing.T) {
	b := must(t, `{kind: grid, rows: 1, cols: 6}`)
	allowed := list(list(0, 0), list(0, 1), list(0, 3))
	require.Equal(t, "[[0 1] [0 0]]", text(b.Region(nil, list(0, 1), allowed)))
	require.Equal(t, "[]", text(b.Region(nil, list(0, 2), allowed)))
	require.Equal(t, "[[0 1] [0 0]]", text(b.Region(nil, list(0, 1), allowed)), "a walk leaves nothing behind")
	require.Contains(t, caught(func() { b.Region(nil, list(0, 1), of(3)) }), "TypeError")
}

func TestWhatIsNoBoard(t *testing.T) {
	for source, want := range map[string]string{
		`{rows: 3}`:                           "kind must be grid, hex, track or graph",
		`{kind: cube}`:                        "kind must be",
		`[1, 2]`:                              "it must be a mapping",
		`{kind: grid, rows: 3}`:               "cols is missing",
		`{kind: grid, rows: 0, cols: 2}`:      "rows must be a whole number of at least 1",
		`{kind: grid, rows: 1000, cols: 101}`: "more than the 100000 cells",
		`{kind: grid, rows: 99999999999999999999, cols: 1}`:   "rows must be",
		`{kind: grid, rows: 2, cols: 2, neighbours: 6}`:       "neighbours must be 4 or 8",
		`{kind: grid, rows: 2, cols: 2, wrap: sideways}`:      "wrap must be true or false",
		`{kind: grid, rows: 1, cols: 1, blocked: [[0, 0]]}`:   "it has no cells",
		`{kind: grid, rows: 1, cols: 1, blocked: [[0, 1]]}`:   "blocked cell [0, 1] is not one of its cells",
		`{kind: grid, rows: 1, cols: 1, labels: {[4, 4]: x}}`: "label for [4, 4]",
		`{kind: hex, radius: 2, rows: 3}`:                     "not both",
		`{kind: hex, radius: 100000}`:                         "at most 100000 cells",
		`{kind: hex, radius: 1, orientation: round}`:          "orientation must be",
		`{kind: track}`:                                                  "length is missing",
		`{kind: graph}`:                                                  "cells is missing",
		`{kind: graph, cells: [a, a]}`:                                   "cell 'a' is there twice",
		`{kind: graph, cells: [a], edges: [[a, b]]}`:                     "the edge ends at 'b'",
		`{kind: graph, cells: [a], edges: [[a, a]]}`:                     "joined to itself",
		`{kind: graph, cells: [a, b], edges: [[a, b], [b, a]]}`:          "joined twice",
		`{kind: graph, cells: [a, b], edges: [[a, b]], weights: [1, 2]}`: "weights gives 2 numbers for 1 edges",
		`{kind: graph, cells: [a, b], edges: [[a, b]], weights: [-1]}`:   "a weight is a number",
		`{kind: graph, cells: [[a, b]]}`:                                 "a cell's name is",
	} {
		b, diags := build(t, source)
		require.Nil(t, b, source)
		require.Contains(t, diags[0].Text, want, source)
		require.NotZero(t, diags[0].Pos.Line, source)
	}
}

// anyBoard draws a small board of any kind.
func anyBoard(t *rapid.T) *Board {
	size := rapid.IntRange(1, 6)
	rows, cols := size.Draw(t, "rows"), size.Draw(t, "cols")
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		n := rapid.SampledFrom([]int{4, 8}).Draw(t, "neighbours")
		return must(t, fmt.Sprintf("{kind: grid, rows: %d, cols: %d, neighbours: %d, wrap: %v, blocked: [[%d, 0]]}",
			rows+1, cols, n, rapid.Bool().Draw(t, "wrap"), rapid.IntRange(0, rows).Draw(t, "blocked")))
	case 1:
		return must(t, fmt.Sprintf("{kind: hex, radius: %d}", rows))
	case 2:
		return must(t, fmt.Sprintf("{kind: hex, rows: %d, cols: %d, orientation: %s}", rows, cols,
			rapid.SampledFrom([]string{"flat", "pointy"}).Draw(t, "orientation")))
	case 3:
		return must(t, fmt.Sprintf("{kind: track, length: %d, loop: %v}", rows, rapid.Bool().Draw(t, "loop")))
	}
	var edges []string
	for i := range rows + 1 {
		for j := range i {
			if rapid.Bool().Draw(t, "edge") {
				edges = append(edges, fmt.Sprintf("[%d, %d]", i, j))
			}
		}
	}
	var cells []string
	for i := range rows + 1 {
		cells = append(cells, fmt.Sprint(i))
	}
	return must(t, fmt.Sprintf("{kind: graph, cells: [%s], edges: [%s]}", strings.Join(cells, ","), strings.Join(edges, ",")))
}

func TestPropertiesOfUndirectedBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		cells := b.Cells().Items()
		any := rapid.SampledFrom(cells)
		x, y, z := any.Draw(t, "x"), any.Draw(t, "y"), any.Draw(t, "z")
		if b.Adjacent(x, y) != b.Adjacent(y, x) || b.Adjacent(x, x) {
			t.Fatal("touching is not mutual")
		}
		dxy, dyx := b.Distance(nil, x, y), b.Distance(nil, y, x)
		if text(dxy) != text(dyx) {
			t.Fatalf("distance is not symmetric: %s %s", text(dxy), text(dyx))
		}
		path := b.Path(nil, x, y)
		if dxy.IsNone() != path.IsNone() {
			t.Fatal("a path without a distance, or the reverse")
		}
		if !path.IsNone() {
			way := path.Items()
			if int64(len(way)) != dxy.Int()+1 || text(way[0]) != text(x) || text(way[len(way)-1]) != text(y) {
				t.Fatalf("path %s from %s to %s in %d steps", text(path), text(x), text(y), dxy.Int())
			}
			for i := range way[1:] {
				if !b.Adjacent(way[i], way[i+1]) {
					t.Fatalf("path %s leaps", text(path))
				}
			}
			if dyz := b.Distance(nil, y, z); !dyz.IsNone() && b.Distance(nil, x, z).Int() > dxy.Int()+dyz.Int() {
				t.Fatal("a detour is shorter")
			}
		}
		n := rapid.IntRange(0, 8).Draw(t, "n")
		within := 0
		for _, c := range cells {
			if d := b.Distance(nil, x, c); !d.IsNone() && d.Int() <= int64(n) {
				within++
			}
		}
		if got := len(b.Reach(nil, x, n).Items()); got != within {
			t.Fatalf("reach gives %d cells, distances say %d", got, within)
		}
		picked := rapid.SliceOfDistinct(rapid.IntRange(0, len(cells)-1), rapid.ID).Draw(t, "some")
		some := make([]value.Value, len(picked))
		for i, p := range picked {
			some[i] = cells[p]
		}
		total := 0
		for _, g := range b.Connected(nil, value.OfList(some)).Items() {
			total += len(g.Items())
			if got := b.Region(nil, g.Items()[0], value.OfList(some)); text(got) != text(g) {
				t.Fatalf("group %s, but region %s", text(g), text(got))
			}
		}
		if total != len(some) {
			t.Fatalf("groups hold %d of %d cells", total, len(some))
		}
	})
}

func TestLinesAreStraightAndDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		if b.Kind == "graph" {
			return
		}
		n := rapid.IntRange(2, 5).Draw(t, "n")
		seen := map[string]bool{}
		for _, line := range b.Lines(nil, n).Items() {
			cells := line.Items()
			if len(cells) != n || seen[text(line)] {
				t.Fatalf("line %s", text(line))
			}
			seen[text(line)] = true
			straight := false
			for _, d := range b.Directions().Items() {
				ray := b.Ray(nil, cells[0], d).Items()
				straight = straight || len(ray) >= n-1 && text(value.OfList(ray[:n-1])) == text(value.OfList(cells[1:]))
			}
			if !straight {
				t.Fatalf("line %s is no ray", text(line))
			}
		}
	})
}

func TestALargeBoardAndManyThreads(t *testing.T) {
	b := must(t, `{kind: grid, rows: 300, cols: 300}`)
	small := must(t, `{kind: hex, radius: 9}`)
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			require.Equal(t, int64(299+i), b.Distance(nil, list(0, 0), list(299, i)).Int())
			require.Len(t, b.Path(nil, list(i, i), list(i, 40)).Items(), 41-i)
			require.Len(t, small.Reach(nil, list(0, 0), 9).Items(), small.Len())
			require.Equal(t, int64(9+i), small.Distance(nil, list(-9, 0), list(i, 0)).Int())
			require.Len(t, small.Ray(nil, list(0, 0), of("e")).Items(), 9)
			require.Len(t, small.Lines(nil, 19).Items(), 3)
		})
	}
	wait.Wait()
}

func TestConstantAnswersMakeNothingNew(t *testing.T) {
	b := must(t, `{kind: grid, rows: 8, cols: 8, neighbours: 8}`)
	cell, far, east := list(3, 3), list(7, 0), of("e")
	require.Zero(t, testing.AllocsPerRun(100, func() {
		b.Cells()
		b.Neighbours(cell)
		b.Adjacent(cell, far)
		b.Distance(nil, cell, far)
		b.Ray(nil, cell, east)
		b.Lines(nil, 4)
		b.OnBoard(far)
	}))
}
