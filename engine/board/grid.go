package board

import "github.com/astragal-engine/astragal/engine/value"

// grid is a rectangle of squares, cells [r, c] from [0, 0] at the top left.
type grid struct {
	rows, cols int
	wrap       bool
	eight      bool
}

var compass = []direction{
	{"n", vector{-1, 0}}, {"ne", vector{-1, 1}}, {"e", vector{0, 1}}, {"se", vector{1, 1}},
	{"s", vector{1, 0}}, {"sw", vector{1, -1}}, {"w", vector{0, -1}}, {"nw", vector{-1, -1}},
}

func (g grid) places() int { return g.rows * g.cols }

func (g grid) at(p int) value.Value { return ofPair(p/g.cols, p%g.cols) }

func (g grid) find(v value.Value) (int, bool) {
	r, c, ok := pair(v)
	if !ok || r < 0 || r >= g.rows || c < 0 || c >= g.cols {
		return 0, false
	}
	return r*g.cols + c, true
}

func (g grid) directions() []direction {
	if g.eight {
		return compass
	}
	return []direction{compass[0], compass[2], compass[4], compass[6]}
}

func (g grid) move(p int, by vector) (int, bool) {
	r, c := p/g.cols+by.a, p%g.cols+by.b
	if g.wrap {
		r, c = around(r, g.rows), around(c, g.cols)
	} else if r < 0 || r >= g.rows || c < 0 || c >= g.cols {
		return 0, false
	}
	return r*g.cols + c, true
}

func (g grid) vector(v value.Value) (vector, bool) {
	a, b, ok := pair(v)
	return vector{a, b}, ok
}

func around(i, n int) int { return (i%n + n) % n }
