package board

import (
	"math"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// reader takes a board's node apart and collects what is wrong with it.
type reader struct {
	name  string
	node  *model.Node
	diags diag.List
}

// fail says what is wrong, at node or, where that is missing, at the board.
func (r *reader) fail(node *model.Node, format string, args ...any) {
	var pos diag.Pos
	if node == nil {
		node = r.node
	}
	if node != nil {
		pos = node.Pos
	}
	r.diags.Add(diag.Error, "board", pos, "invalid board '"+strings.ReplaceAll(r.name, "%", "%%")+"': "+format, args...)
}

// fix says what to do about what was said last.
func (r *reader) fix(text string) { r.diags[len(r.diags)-1].Fix = text }

// count reads a whole number of at least low; false (with a diagnostic) for anything else.
func (r *reader) count(key string, low int) (int, bool) {
	node := r.node.Get(key)
	if node == nil {
		r.fail(nil, "%s is missing", key)
		r.fix("add " + key)
		return 0, false
	}
	n, err := strconv.Atoi(node.Text)
	if node.Kind != model.Int || err != nil || n < low {
		r.fail(node, "%s must be a whole number of at least %d", key, low)
		return 0, false
	}
	if n > MaxCells {
		r.fail(node, "a board has at most %d cells", MaxCells)
		return 0, false
	}
	return n, true
}

func (r *reader) flag(key string) bool {
	node := r.node.Get(key)
	if node == nil {
		return false
	}
	if node.Kind != model.Bool {
		r.fail(node, "%s must be true or false", key)
	}
	return node.Text == "true"
}

func (r *reader) list(key string) []*model.Node {
	node := r.node.Get(key)
	if node == nil {
		return nil
	}
	if node.Kind != model.ListNode {
		r.fail(node, "%s must be a list", key)
		return nil
	}
	return node.Items
}

func (r *reader) rectangle() (rows, cols int, ok bool) {
	rows, ok1 := r.count("rows", 1)
	cols, ok2 := r.count("cols", 1)
	if ok1 && ok2 && rows*cols > MaxCells {
		r.fail(r.node.Get("rows"), "%d rows of %d make more than the %d cells that a board may have", rows, cols, MaxCells)
		return 0, 0, false
	}
	return rows, cols, ok1 && ok2
}

func (r *reader) grid() shape {
	rows, cols, _ := r.rectangle()
	g := grid{rows: rows, cols: cols, wrap: r.flag("wrap")}
	if node := r.node.Get("neighbours"); node != nil {
		if node.Text != "4" && node.Text != "8" {
			r.fail(node, "neighbours must be 4 or 8")
		}
		g.eight = node.Text == "8"
	}
	return g
}

func (r *reader) hex() shape {
	flat := false
	if node := r.node.Get("orientation"); node != nil {
		if node.Text != "pointy" && node.Text != "flat" {
			r.fail(node, "orientation must be pointy or flat")
		}
		flat = node.Text == "flat"
	}
	if node := r.node.Get("radius"); node != nil {
		if r.node.Get("rows") != nil || r.node.Get("cols") != nil {
			r.fail(node, "give radius or rows and cols, not both")
			return nil
		}
		radius, ok := r.count("radius", 0)
		if ok && 3*radius*(radius+1)+1 > MaxCells {
			r.fail(node, "a board has at most %d cells", MaxCells)
			ok = false
		}
		if !ok {
			return nil
		}
		return hexagon(radius, flat)
	}
	rows, cols, ok := r.rectangle()
	if !ok {
		return nil
	}
	return hexRectangle(rows, cols, flat)
}

func (r *reader) track() shape {
	length, _ := r.count("length", 1)
	return track{length: length, loop: r.flag("loop")}
}

// cellOf reads a cell as a model writes it; None where it can be none.
func cellOf(node *model.Node) value.Value {
	switch node.Kind {
	case model.Text:
		return value.OfText(node.Text)
	case model.Int:
		if n, err := strconv.ParseInt(node.Text, 10, 64); err == nil {
			return value.OfInt(n)
		}
	case model.ListNode:
		if len(node.Items) != 2 {
			return value.Value{}
		}
		parts := make([]value.Value, 0, 2)
		for _, item := range node.Items {
			n, err := strconv.ParseInt(item.Text, 10, 64)
			if item.Kind != model.Int || err != nil {
				return value.Value{}
			}
			parts = append(parts, value.OfInt(n))
		}
		return value.OfList(parts)
	}
	return value.Value{}
}

// edge joins two places of a graph.
type edge struct {
	from, to int
	weight   float64
}

func (r *reader) graph() (*graph, []edge) {
	g := newGraph()
	cells := r.list("cells")
	if r.node.Get("cells") == nil {
		r.fail(nil, "cells is missing")
		r.fix("add cells, a list of names")
	}
	if len(cells) > MaxCells {
		r.fail(r.node.Get("cells"), "a board has at most %d cells", MaxCells)
		return nil, nil
	}
	for _, node := range cells {
		cell := cellOf(node)
		if cell.IsNone() {
			r.fail(node, "a cell's name is a text, a whole number or a pair of whole numbers")
		} else if !g.add(cell) {
			r.fail(node, "cell %s is there twice", show(cell))
		}
	}
	edges := r.edges(g)
	if r.diags.Errors() > 0 {
		return nil, nil
	}
	return g, edges
}

// edges reads the edges both ways round unless the graph is directed.
func (r *reader) edges(g *graph) []edge {
	list := r.list("edges")
	if len(list) > MaxEdges {
		r.fail(r.node.Get("edges"), "a board has at most %d edges", MaxEdges)
		return nil
	}
	weights := r.list("weights")
	if r.node.Get("weights") != nil && len(weights) != len(list) {
		r.fail(r.node.Get("weights"), "weights gives %d numbers for %d edges", len(weights), len(list))
		return nil
	}
	directed := r.flag("directed")
	var edges []edge
	seen := map[[2]int]bool{}
	for i, node := range list {
		if node.Kind != model.ListNode || len(node.Items) != 2 {
			r.fail(node, "an edge is a pair of cells")
			continue
		}
		from, ok1 := r.end(g, node.Items[0])
		to, ok2 := r.end(g, node.Items[1])
		if !ok1 || !ok2 {
			continue
		}
		e := edge{from, to, 1}
		if weights != nil {
			e.weight = r.weight(weights[i])
		}
		switch {
		case from == to:
			r.fail(node, "cell %s is joined to itself", show(g.names[from]))
			continue
		case seen[[2]int{from, to}] || !directed && seen[[2]int{to, from}]:
			r.fail(node, "%s and %s are joined twice", show(g.names[from]), show(g.names[to]))
			continue
		}
		seen[[2]int{from, to}] = true
		edges = append(edges, e)
		if !directed {
			edges = append(edges, edge{to, from, e.weight})
		}
	}
	return edges
}

func (r *reader) end(g *graph, node *model.Node) (int, bool) {
	cell := cellOf(node)
	p, ok := g.find(cell)
	if !ok {
		r.fail(node, "the edge ends at %s, which is not one of its cells", show(cell))
	}
	return p, ok
}

func (r *reader) weight(node *model.Node) float64 {
	w, err := strconv.ParseFloat(node.Text, 64)
	if node.Kind != model.Int && node.Kind != model.Float || err != nil || !(w >= 0) || math.IsInf(w, 0) || w > 1e9 {
		r.fail(node, "a weight is a number from 0 to 1e9")
		return 1
	}
	return w
}

// joinEdges makes the neighbours of a graph, in the order of its edges.
func (b *Board) joinEdges(edges []edge) {
	kept := edges[:0:0]
	for _, e := range edges {
		from, ok1 := b.cell(e.from)
		to, ok2 := b.cell(e.to)
		if ok1 && ok2 {
			kept = append(kept, edge{int(from), int(to), e.weight})
		}
	}
	b.out, b.weight = linked(len(b.cells), kept)
	b.whole = true
	plain := true
	for _, e := range kept {
		plain = plain && e.weight == 1
		b.whole = b.whole && e.weight == math.Trunc(e.weight)
	}
	if plain {
		b.weight = nil
	}
	for _, e := range kept[:len(kept):len(kept)] {
		kept = append(kept, edge{e.to, e.from, e.weight})
	}
	b.either, _ = linked(len(b.cells), kept)
}

// linked sorts edges by the cell they leave from, keeping their order; a second edge between the
// same cells is dropped.
func linked(cells int, edges []edge) (links, []float64) {
	byCell := make([][]edge, cells)
	for _, e := range edges {
		byCell[e.from] = append(byCell[e.from], e)
	}
	l := links{start: make([]int32, 1, cells+1)}
	var weight []float64
	last := make([]int32, cells) // the cell (plus 1) that last linked to this one
	for c, list := range byCell {
		for _, e := range list {
			if last[e.to] == int32(c+1) {
				continue
			}
			last[e.to] = int32(c + 1)
			l.to = append(l.to, int32(e.to))
			weight = append(weight, e.weight)
		}
		l.start = append(l.start, int32(len(l.to)))
	}
	return l, weight
}
