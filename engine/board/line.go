package board

import (
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/value"
)

// Directions lists the names of the ways a ray can go, clockwise: n … w on a grid (with ne, se,
// sw, nw between where cells have eight neighbours), six on a hex board, forward and back on a
// track. A graph has none.
func (b *Board) Directions() value.Value { return b.dirNames }

// Ray lists the cells from cell (itself left out) in a direction up to the edge, a blocked cell
// or, on a board that wraps, cell again. The direction is one of the names of Directions or a
// vector: [rows, columns], [q, r], or a number of spaces on a track; a vector may leap.
func (b *Board) Ray(m Meter, cell, dir value.Value) value.Value {
	c := b.must(cell)
	for i := range b.dirs {
		if dir.Kind() == value.Text && dir.Text() == b.dirs[i].name {
			return b.namedRay(m, c, i)
		}
	}
	by, ok := b.shape.vector(dir)
	if !ok || by == (vector{}) {
		value.Throw("ValueError", "board '%s' has no direction %s", b.Name, show(dir))
	}
	return b.cast(m, c, by)
}

func (b *Board) namedRay(m Meter, c int32, dir int) value.Value {
	if b.rays == nil {
		return b.cast(m, c, b.dirs[dir].by)
	}
	kept := &b.rays[int(c)*len(b.dirs)+dir]
	if v := kept.Load(); v != nil {
		return *v
	}
	v := b.cast(nil, c, b.dirs[dir].by)
	kept.Store(&v)
	return v
}

func (b *Board) cast(m Meter, c int32, by vector) value.Value {
	var run []value.Value
	for at := c; ; {
		next, ok := b.step(at, by)
		if !ok || next == c {
			made(m, len(run))
			return value.OfList(run)
		}
		run = append(run, b.cells[next])
		at = next
	}
}

// step goes one vector on from a cell, unless the board ends there.
func (b *Board) step(c int32, by vector) (int32, bool) {
	p, ok := b.shape.move(b.place(c), by)
	if !ok {
		return 0, false
	}
	return b.cell(p)
}

// Lines lists every straight run of n cells along a direction of the board, each once, as lists
// of cells in the direction e, se, s, sw, w or forward. Runs of one cell are the cells.
func (b *Board) Lines(m Meter, n int) value.Value {
	if len(b.dirs) == 0 {
		value.Throw("ValueError", "board '%s' is a graph: it has no straight lines", b.Name)
	}
	if n < 1 {
		value.Throw("ValueError", "lines of board '%s' need at least 1 cell, not %d", b.Name, n)
	}
	if n > len(b.cells) {
		return none
	}
	if n > max(keepRun*len(b.cells), keepRuns)/(len(b.cells)*len(b.dirs)) {
		return value.OfList(b.runs(m, n))
	}
	if v, ok := b.lines.Load(n); ok {
		return v.(value.Value)
	}
	v, _ := b.lines.LoadOrStore(n, value.OfList(b.runs(nil, n)))
	return v.(value.Value)
}

// Lines are kept where a board has at most so many cells in them, by its cells or in all.
const (
	keepRun  = 48
	keepRuns = 40_000
)

var none = value.OfList(nil)

func (b *Board) runs(m Meter, n int) []value.Value {
	var runs []value.Value
	var seen map[string]bool // by its cells in order: a board that wraps meets one run several times
	if b.wraps() {
		seen = map[string]bool{}
	}
	run := make([]int32, 0, n)
	total := 0
	for c := range int32(len(b.cells)) {
		for _, d := range b.dirs {
			if n > 1 && !onward(d.by) {
				continue
			}
			run = append(run[:0], c)
			at := c
			for len(run) < n {
				next, ok := b.step(at, d.by)
				if !ok || next == c || next == at {
					break
				}
				run = append(run, next)
				at = next
			}
			walked(m, len(run))
			if len(run) < n || seen != nil && met(run, seen) {
				continue
			}
			if total += n; total > MaxRun {
				value.Throw("ValueError", "board '%s' has too many lines of %d cells", b.Name, n)
			}
			made(m, n)
			line := make([]value.Value, n)
			for i, x := range run {
				line[i] = b.cells[x]
			}
			runs = append(runs, value.OfList(line))
			if n == 1 {
				break
			}
		}
	}
	return runs
}

// onward picks one of each two opposite directions.
func onward(v vector) bool { return v.a > 0 || v.a == 0 && v.b > 0 }

func (b *Board) wraps() bool {
	switch s := b.shape.(type) {
	case grid:
		return s.wrap
	case track:
		return s.loop
	}
	return false
}

func met(run []int32, seen map[string]bool) bool {
	cells := slices.Clone(run)
	slices.Sort(cells)
	key := fmt.Sprint(cells)
	if seen[key] {
		return true
	}
	seen[key] = true
	return false
}
