// Package board is the map a game is played on: cells and which of them touch.
//
// Build turns a board as its designer wrote it into a Board, which never changes afterwards and is
// shared by all games and threads. Inside, a cell is a number; outside it is a value ([r, c] on a
// grid, [q, r] on a hex board, a number on a track, a name on a graph). The tables of neighbours
// are made once by Build; rows of distances and rays are made when they are first asked for and
// then kept, on boards small enough for that. Lists that come out are frozen and shared, so that
// most calls make nothing new.
//
// Blocked cells are not on the board: nothing touches them, and asking about one is a ValueError.
package board

import (
	"sync"
	"sync/atomic"

	"github.com/astragal-engine/astragal/engine/value"
)

// MaxCells is the size of the largest board, blocked cells included; MaxAll that of all boards of a
// model together. MaxEdges bounds the edges of
// a graph, and MaxRun the cells in all runs that one call of Lines may give.
const (
	MaxCells = 100_000
	MaxAll   = 200_000
	MaxEdges = 1_000_000
	MaxRun   = 2_000_000
)

// keepRows is the size up to which rows of distances and rays are kept.
const keepRows = 1024

// Board is an immutable topology. Its methods are safe for all threads; where they take a cell,
// they raise (panic with *value.Error) a ValueError for what is not one.
type Board struct {
	Name string
	Kind string // grid, hex, track or graph

	shape  shape
	places []int32 // cell → place in the shape; nil: the same number
	number []int32 // place → cell, -1 where blocked; nil: the same number

	cells  []value.Value
	all    value.Value
	out    links // cell → neighbours, along the edges
	either links // the same ignoring the direction of edges; equal to out unless directed
	near   []value.Value
	weight []float64 // beside out.to; nil: every edge weighs 1
	whole  bool      // all weights are whole numbers
	labels []value.Value

	dirs     []direction
	dirNames value.Value
	rays     []atomic.Pointer[value.Value] // cell × direction; nil on large boards
	rows     []atomic.Pointer[row]         // distances from a cell; nil on large boards
	scratch  sync.Pool
	lines    sync.Map // n → value.Value
}

// shape is the geometry of a kind of board. A place is a cell's number before blocked ones are
// taken out.
type shape interface {
	places() int
	at(place int) value.Value
	find(v value.Value) (place int, ok bool)
	directions() []direction
	// move goes from a place by a vector once; ok is false beyond the edge.
	move(place int, by vector) (to int, ok bool)
	// vector reads a direction given as a value instead of by name.
	vector(v value.Value) (vector, bool)
}

type vector struct{ a, b int }

type direction struct {
	name string
	by   vector
}

// links are the neighbours of every cell in one slice: those of c are to[start[c]:start[c+1]].
type links struct {
	start, to []int32
}

func (l links) of(c int32) []int32 { return l.to[l.start[c]:l.start[c+1]] }

// Len is the number of cells.
func (b *Board) Len() int { return len(b.cells) }

// Cells lists every cell: grids row by row, hex boards row by row, tracks from 0, graphs as written.
func (b *Board) Cells() value.Value { return b.all }

// OnBoard reports whether v is a cell. Anything else, of whatever type, is not.
func (b *Board) OnBoard(v value.Value) bool {
	_, ok := b.lookup(v)
	return ok
}

func (b *Board) lookup(v value.Value) (int32, bool) {
	place, ok := b.shape.find(v)
	if !ok {
		return 0, false
	}
	return b.cell(place)
}

// cell is the cell at a place of the shape; ok is false where that is blocked.
func (b *Board) cell(place int) (int32, bool) {
	if b.number == nil {
		return int32(place), true
	}
	c := b.number[place]
	return c, c >= 0
}

func (b *Board) place(c int32) int {
	if b.places == nil {
		return int(c)
	}
	return int(b.places[c])
}

// must gives the number of a cell or raises.
func (b *Board) must(v value.Value) int32 {
	c, ok := b.lookup(v)
	if !ok {
		value.Throw("ValueError", "board '%s' has no cell %s", b.Name, show(v))
	}
	return c
}

// Neighbours lists the cells that one step from cell reaches, in the order of Directions, or of
// the edges as written.
func (b *Board) Neighbours(cell value.Value) value.Value { return b.near[b.must(cell)] }

// Adjacent reports whether one step leads from x to y.
func (b *Board) Adjacent(x, y value.Value) bool {
	return b.edge(b.must(x), b.must(y)) >= 0
}

// edge is the position in out.to of the edge from x to y, or -1.
func (b *Board) edge(x, y int32) int {
	for i := b.out.start[x]; i < b.out.start[x+1]; i++ {
		if b.out.to[i] == y {
			return int(i)
		}
	}
	return -1
}

// Weight is the weight of the edge from x to y (1 where the board gives none), or None where no
// edge leads from x to y.
func (b *Board) Weight(x, y value.Value) value.Value {
	e := b.edge(b.must(x), b.must(y))
	if e < 0 {
		return value.Value{}
	}
	if b.weight == nil {
		return value.OfInt(1)
	}
	return b.weighed(b.weight[e])
}

// weighed is a sum of weights as a value: an int on a board whose weights are all whole.
func (b *Board) weighed(w float64) value.Value {
	if b.whole {
		return value.OfInt(int64(w))
	}
	return value.OfFloat(w)
}

// Label is the text that the model gives a cell, or None.
func (b *Board) Label(cell value.Value) value.Value {
	c := b.must(cell)
	if b.labels == nil {
		return value.Value{}
	}
	return b.labels[c]
}
