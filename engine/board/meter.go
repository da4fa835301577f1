package board

// Meter is told what an answer costs, and panics when that is too much: the cells that were walked
// over, and the values that were made anew. The costs of a call depend on its arguments alone, not on
// what earlier calls have left behind. A nil Meter bounds nothing.
type Meter interface {
	Walked(cells int)
	Made(values int)
}

func walked(m Meter, n int) {
	if m != nil {
		m.Walked(n)
	}
}

func made(m Meter, n int) {
	if m != nil {
		m.Made(n)
	}
}
