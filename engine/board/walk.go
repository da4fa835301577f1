package board

import (
	"container/heap"

	"github.com/astragal-engine/astragal/engine/value"
)

// row is what a walk from one cell finds: the steps to every cell (-1 unreachable) and the cell
// before it on the way.
type row struct {
	steps, from []int32
}

// scratch is what one walk writes; walks of different threads never share one.
type scratch struct {
	row
	queue   []int32
	allowed []bool
}

func (b *Board) borrow() *scratch {
	if s, ok := b.scratch.Get().(*scratch); ok {
		return s
	}
	n := len(b.cells)
	s := &scratch{row: row{make([]int32, n), make([]int32, n)}, queue: make([]int32, 0, n), allowed: make([]bool, n)}
	for i := range s.steps {
		s.steps[i] = -1
	}
	return s
}

// giveBack cleans the cells that the last walk touched, which are those of its queue.
func (b *Board) giveBack(s *scratch) {
	for _, c := range s.queue {
		s.steps[c] = -1
	}
	s.queue = s.queue[:0]
	b.scratch.Put(s)
}

// walk visits cells breadth first from start, neighbours in their order, up to limit steps (-1: no
// limit), over the allowed cells (nil: all), until it has reached goal (-1: none). What it visited
// is s.queue, nearest first.
func (s *scratch) walk(l links, start int32, limit int32, goal int32, allowed []bool) {
	s.steps[start], s.from[start] = 0, -1
	head := len(s.queue)
	s.queue = append(s.queue, start)
	for ; head < len(s.queue); head++ {
		at := s.queue[head]
		if at == goal || s.steps[at] == limit {
			return
		}
		for _, next := range l.of(at) {
			if s.steps[next] >= 0 || allowed != nil && !allowed[next] {
				continue
			}
			s.steps[next], s.from[next] = s.steps[at]+1, at
			s.queue = append(s.queue, next)
		}
	}
}

// row gives the distances from a cell on a board that keeps them.
func (b *Board) row(c int32) *row {
	if r := b.rows[c].Load(); r != nil {
		return r
	}
	s := b.borrow()
	s.walk(b.out, c, -1, -1, nil)
	r := &row{append([]int32(nil), s.steps...), append([]int32(nil), s.from...)}
	b.giveBack(s)
	b.rows[c].Store(r)
	return r
}

// Distance is the least number of steps from x to y, or None where no way leads there. Weights
// play no part: see Cost.
func (b *Board) Distance(m Meter, x, y value.Value) value.Value {
	from, to := b.must(x), b.must(y)
	var steps int32
	if b.rows != nil {
		steps = b.row(from).steps[to]
	} else {
		s := b.borrow()
		s.walk(b.out, from, -1, to, nil)
		steps = s.steps[to]
		n := len(s.queue)
		b.giveBack(s)
		walked(m, n)
	}
	if steps < 0 {
		return value.Value{}
	}
	return value.OfInt(int64(steps))
}

// Path lists the cells of a way from x to y with the fewest steps, both ends included, or is None
// where no way leads there. Of several such ways it gives the one found first when neighbours are
// tried in their order.
func (b *Board) Path(m Meter, x, y value.Value) value.Value {
	from, to := b.must(x), b.must(y)
	if b.rows != nil {
		return b.trace(m, b.row(from), to)
	}
	s := b.borrow()
	defer b.giveBack(s)
	s.walk(b.out, from, -1, to, nil)
	walked(m, len(s.queue))
	return b.trace(m, &s.row, to)
}

func (b *Board) trace(m Meter, r *row, to int32) value.Value {
	if r.steps[to] < 0 {
		return value.Value{}
	}
	made(m, int(r.steps[to])+1)
	way := make([]value.Value, r.steps[to]+1)
	for at := to; at >= 0; at = r.from[at] {
		way[r.steps[at]] = b.cells[at]
	}
	return value.OfList(way)
}

// Reach lists the cells that at most n steps from cell lead to, nearest first, cell itself in
// front.
func (b *Board) Reach(m Meter, cell value.Value, n int) value.Value {
	c := b.must(cell)
	if n < 0 {
		return none
	}
	s := b.borrow()
	defer b.giveBack(s)
	s.walk(b.out, c, int32(min(n, len(b.cells))), -1, nil)
	walked(m, len(s.queue))
	made(m, len(s.queue))
	return b.listed(s.queue)
}

func (b *Board) listed(cells []int32) value.Value {
	list := make([]value.Value, len(cells))
	for i, c := range cells {
		list[i] = b.cells[c]
	}
	return value.OfList(list)
}

// Region lists the cells that can be reached from cell over cells of allowed only, nearest first:
// a flood fill. It is empty where cell itself is not allowed.
func (b *Board) Region(m Meter, cell, allowed value.Value) value.Value {
	c := b.must(cell)
	list := b.several(allowed)
	s := b.borrow()
	defer b.giveBack(s)
	for _, x := range list {
		s.allowed[x] = true
	}
	if s.allowed[c] {
		s.walk(b.out, c, -1, -1, s.allowed)
	}
	for _, x := range list {
		s.allowed[x] = false
	}
	walked(m, len(list)+len(s.queue))
	made(m, len(s.queue))
	return b.listed(s.queue)
}

// Connected parts cells into groups that hang together, as a list of lists: groups in the order of
// their first cell in cells, each nearest first from that cell. The direction of edges plays no
// part.
func (b *Board) Connected(m Meter, cells value.Value) value.Value {
	list := b.several(cells)
	s := b.borrow()
	defer b.giveBack(s)
	for _, c := range list {
		s.allowed[c] = true
	}
	var groups []value.Value
	for _, c := range list {
		if s.steps[c] < 0 {
			start := len(s.queue)
			s.walk(b.either, c, -1, -1, s.allowed)
			groups = append(groups, b.listed(s.queue[start:]))
		}
	}
	for _, c := range list {
		s.allowed[c] = false
	}
	walked(m, len(list)+len(s.queue))
	made(m, len(groups)+len(s.queue))
	return value.OfList(groups)
}

// several reads a list, tuple or set of cells.
func (b *Board) several(v value.Value) []int32 {
	var items []value.Value
	switch v.Kind() {
	case value.List, value.Tuple:
		items = v.Items()
	case value.Set, value.Frozen:
		items = v.Keys().List()
	default:
		value.Throw("TypeError", "board '%s' needs a list of cells", b.Name)
	}
	cells := make([]int32, len(items))
	for i, x := range items {
		cells[i] = b.must(x)
	}
	return cells
}

// Cost is the least sum of weights on a way from x to y, or None where no way leads there. It is an
// int on a board whose weights are all whole numbers.
func (b *Board) Cost(m Meter, x, y value.Value) value.Value {
	if b.weight == nil {
		return b.Distance(m, x, y)
	}
	from, to := b.must(x), b.must(y)
	best := map[int32]float64{}
	open := frontier{{0, from}}
	for len(open) > 0 {
		at := heap.Pop(&open).(reached)
		walked(m, perHeap)
		if _, done := best[at.cell]; done {
			continue
		}
		best[at.cell] = at.cost
		if at.cell == to {
			return b.weighed(at.cost)
		}
		for i := b.out.start[at.cell]; i < b.out.start[at.cell+1]; i++ {
			heap.Push(&open, reached{at.cost + b.weight[i], b.out.to[i]})
		}
	}
	return value.Value{}
}

// perHeap is how many cells a plain walk passes in the time that one takes in and out of a frontier.
const perHeap = 16

type reached struct {
	cost float64
	cell int32
}

type frontier []reached

func (f frontier) Len() int { return len(f) }
func (f frontier) Less(i, j int) bool {
	return f[i].cost < f[j].cost || f[i].cost == f[j].cost && f[i].cell < f[j].cell
}
func (f frontier) Swap(i, j int) { f[i], f[j] = f[j], f[i] }
func (f *frontier) Push(x any)   { *f = append(*f, x.(reached)) }
func (f *frontier) Pop() any {
	last := (*f)[len(*f)-1]
	*f = (*f)[:len(*f)-1]
	return last
}
