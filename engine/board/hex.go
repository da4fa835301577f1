package board

import "github.com/astragal-engine/astragal/engine/value"

// hex is a board of hexagons in axial coordinates [q, r]; the third coordinate is -q-r. It is
// either a hexagon around [0, 0] or a rectangle whose odd rows (pointy) or odd columns (flat) are
// shoved half a cell. order lists the cells row by row; slot finds them again.
type hex struct {
	radius     int // of a hexagon; -1: a rectangle
	rows, cols int
	flat       bool
	order      []vector
	slot       []int32 // hexagon: (r+radius)*(2*radius+1)+(q+radius) → place, -1 outside
}

var pointyDirections = []direction{
	{"ne", vector{1, -1}}, {"e", vector{1, 0}}, {"se", vector{0, 1}},
	{"sw", vector{-1, 1}}, {"w", vector{-1, 0}}, {"nw", vector{0, -1}},
}

var flatDirections = []direction{
	{"n", vector{0, -1}}, {"ne", vector{1, -1}}, {"se", vector{1, 0}},
	{"s", vector{0, 1}}, {"sw", vector{-1, 1}}, {"nw", vector{-1, 0}},
}

func hexagon(radius int, flat bool) *hex {
	side := 2*radius + 1
	h := &hex{radius: radius, flat: flat, slot: make([]int32, side*side)}
	for r := -radius; r <= radius; r++ {
		for q := -radius; q <= radius; q++ {
			at := (r+radius)*side + q + radius
			if s := q + r; s < -radius || s > radius {
				h.slot[at] = -1
				continue
			}
			h.slot[at] = int32(len(h.order))
			h.order = append(h.order, vector{q, r})
		}
	}
	return h
}

func hexRectangle(rows, cols int, flat bool) *hex {
	h := &hex{radius: -1, rows: rows, cols: cols, flat: flat}
	for row := range rows {
		for col := range cols {
			if flat {
				h.order = append(h.order, vector{col, row - col/2})
			} else {
				h.order = append(h.order, vector{col - row/2, row})
			}
		}
	}
	return h
}

func (h *hex) places() int { return len(h.order) }

func (h *hex) at(p int) value.Value { return ofPair(h.order[p].a, h.order[p].b) }

func (h *hex) find(v value.Value) (int, bool) {
	q, r, ok := pair(v)
	if !ok {
		return 0, false
	}
	return h.axial(q, r)
}

func (h *hex) axial(q, r int) (int, bool) {
	if h.radius >= 0 {
		if q < -h.radius || q > h.radius || r < -h.radius || r > h.radius {
			return 0, false
		}
		p := h.slot[(r+h.radius)*(2*h.radius+1)+q+h.radius]
		return int(p), p >= 0
	}
	// q>>1 rounds down, as col/2 does for the columns and rows that exist.
	row, col := r, q+r>>1
	if h.flat {
		row, col = r+q>>1, q
	}
	if row < 0 || row >= h.rows || col < 0 || col >= h.cols {
		return 0, false
	}
	return row*h.cols + col, true
}

func (h *hex) directions() []direction {
	if h.flat {
		return flatDirections
	}
	return pointyDirections
}

func (h *hex) move(p int, by vector) (int, bool) {
	return h.axial(h.order[p].a+by.a, h.order[p].b+by.b)
}

func (h *hex) vector(v value.Value) (vector, bool) {
	a, b, ok := pair(v)
	return vector{a, b}, ok
}
