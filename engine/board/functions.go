package board

import "github.com/astragal-engine/astragal/engine/value"

// Function is a board function as expressions call it: the board's name comes first, then Min to
// Max arguments.
type Function struct {
	Name     string
	Min, Max int
	Call     func(b *Board, args []value.Value) value.Value
}

// Functions are all board functions. Each depends on its arguments alone.
var Functions = []Function{
	{"cells", 0, 0, func(b *Board, _ []value.Value) value.Value { return b.Cells() }},
	{"neighbours", 1, 1, func(b *Board, a []value.Value) value.Value { return b.Neighbours(a[0]) }},
	{"adjacent", 2, 2, func(b *Board, a []value.Value) value.Value { return value.OfBool(b.Adjacent(a[0], a[1])) }},
	{"distance", 2, 2, func(b *Board, a []value.Value) value.Value { return b.Distance(a[0], a[1]) }},
	{"path", 2, 2, func(b *Board, a []value.Value) value.Value { return b.Path(a[0], a[1]) }},
	{"ray", 2, 2, func(b *Board, a []value.Value) value.Value { return b.Ray(a[0], a[1]) }},
	{"directions", 0, 0, func(b *Board, _ []value.Value) value.Value { return b.Directions() }},
	{"lines", 1, 1, func(b *Board, a []value.Value) value.Value { return b.Lines(b.count(a[0])) }},
	{"connected", 1, 1, func(b *Board, a []value.Value) value.Value { return b.Connected(a[0]) }},
	{"reach", 2, 2, func(b *Board, a []value.Value) value.Value { return b.Reach(a[0], b.count(a[1])) }},
	{"region", 2, 2, func(b *Board, a []value.Value) value.Value { return b.Region(a[0], a[1]) }},
	{"on_board", 1, 1, func(b *Board, a []value.Value) value.Value { return value.OfBool(b.OnBoard(a[0])) }},
	{"weight", 2, 2, func(b *Board, a []value.Value) value.Value { return b.Weight(a[0], a[1]) }},
	{"cost", 2, 2, func(b *Board, a []value.Value) value.Value { return b.Cost(a[0], a[1]) }},
	{"cell_label", 1, 1, func(b *Board, a []value.Value) value.Value { return b.Label(a[0]) }},
}

func (b *Board) count(v value.Value) int {
	n, ok := whole(v)
	if !ok {
		value.Throw("TypeError", "board '%s' needs a whole number, not %s", b.Name, show(v))
	}
	return n
}
