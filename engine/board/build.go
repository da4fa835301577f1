package board

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/value"
)

// Build makes the board that m describes. Where m is no valid board it gives nil and says why;
// warnings may come with a board.
func Build(m model.Board) (*Board, diag.List) {
	r := &reader{name: m.Name, node: m.Node}
	b := r.board()
	if r.diags.Errors() > 0 {
		return nil, r.diags
	}
	return b, r.diags
}

var kinds = []string{"grid", "hex", "track", "graph"}

func (r *reader) board() *Board {
	if r.node == nil || r.node.Kind != model.MapNode {
		r.fail(r.node, "it must be a mapping with a kind")
		return nil
	}
	kind := r.node.Get("kind")
	if kind == nil || !slices.Contains(kinds, kind.Text) {
		r.fail(kind, "kind must be grid, hex, track or graph")
		if kind == nil {
			r.fix("add kind")
		} else if near := diag.Nearest(kind.Text, kinds); near != "" {
			r.fix("write '" + near + "'")
		}
		return nil
	}
	b := &Board{Name: r.name, Kind: kind.Text}
	var edges []edge
	switch kind.Text {
	case "grid":
		b.shape = r.grid()
	case "hex":
		b.shape = r.hex()
	case "track":
		b.shape = r.track()
	case "graph":
		var g *graph
		if g, edges = r.graph(); g != nil {
			b.shape = g
		}
	}
	if r.diags.Errors() > 0 {
		return nil
	}
	r.block(b)
	if b.cells == nil {
		return nil
	}
	b.dirs = b.shape.directions()
	b.dirNames = names(b.dirs)
	if kind.Text == "graph" {
		b.joinEdges(edges)
	} else {
		b.joinSteps()
	}
	b.near = make([]value.Value, len(b.cells))
	for c := range b.near {
		b.near[c] = b.listed(b.out.of(int32(c)))
	}
	if len(b.cells) <= keepRows {
		b.rows = make([]atomic.Pointer[row], len(b.cells))
		b.rays = make([]atomic.Pointer[value.Value], len(b.cells)*len(b.dirs))
	}
	r.label(b)
	return b
}

func names(dirs []direction) value.Value {
	list := make([]value.Value, len(dirs))
	for i, d := range dirs {
		list[i] = value.OfText(d.name)
	}
	return value.OfList(list)
}

// block takes the blocked cells out and numbers the rest.
func (r *reader) block(b *Board) {
	n := b.shape.places()
	var blocked []bool
	for _, node := range r.list("blocked") {
		p, ok := b.shape.find(cellOf(node))
		if !ok {
			r.fail(node, "blocked cell %s is not one of its cells", show(cellOf(node)))
			continue
		}
		if blocked == nil {
			blocked = make([]bool, n)
		}
		blocked[p] = true
	}
	if blocked != nil {
		b.number = make([]int32, n)
	}
	for p := range n {
		if blocked != nil {
			if blocked[p] {
				b.number[p] = -1
				continue
			}
			b.number[p] = int32(len(b.cells))
			b.places = append(b.places, int32(p))
		}
		b.cells = append(b.cells, b.shape.at(p))
	}
	if b.cells == nil {
		r.fail(r.node, "it has no cells")
	}
	b.all = value.OfList(b.cells)
}

// joinSteps makes the neighbours of a board with geometry: one step in each direction.
func (b *Board) joinSteps() {
	b.out.start = make([]int32, 1, len(b.cells)+1)
	for c := range int32(len(b.cells)) {
		first := len(b.out.to)
		for _, d := range b.dirs {
			next, ok := b.step(c, d.by)
			if ok && next != c && !contains(b.out.to[first:], next) {
				b.out.to = append(b.out.to, next)
			}
		}
		b.out.start = append(b.out.start, int32(len(b.out.to)))
	}
	b.either = b.out
}

func contains(list []int32, c int32) bool {
	for _, x := range list {
		if x == c {
			return true
		}
	}
	return false
}

func (r *reader) label(b *Board) {
	node := r.node.Get("labels")
	if node == nil {
		return
	}
	if node.Kind != model.MapNode {
		r.fail(node, "labels must be a mapping from cells to texts")
		return
	}
	b.labels = make([]value.Value, len(b.cells))
	for i, key := range node.Keys {
		cell := cellOf(key)
		if _, ok := b.shape.find(cell); !ok && key.Kind == model.Text {
			cell = written(key.Text)
		}
		c, ok := b.lookup(cell)
		text := node.Items[i]
		switch {
		case !ok:
			r.fail(key, "label for %s, which is not one of its cells", show(cellOf(key)))
		case text.Kind == model.ListNode || text.Kind == model.MapNode:
			r.fail(text, "the label of %s must be a text", show(cell))
		default:
			b.labels[c] = value.OfText(text.Text)
		}
	}
}

// written reads a cell from a key such as "[0, 1]", "0,1" or "4".
func written(text string) value.Value {
	text = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(text), "["), "]")
	var parts []value.Value
	for _, part := range strings.Split(text, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(part), 10, 64)
		if err != nil {
			return value.Value{}
		}
		parts = append(parts, value.OfInt(n))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return value.OfList(parts)
}
