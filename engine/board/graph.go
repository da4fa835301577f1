package board

import "github.com/astragal-engine/astragal/engine/value"

// graph is a set of named cells; its neighbours come from edges, not from geometry. A name is a
// text, a number or a pair of numbers.
type graph struct {
	names []value.Value
	texts map[string]int
	ints  map[int]int
	pairs map[[2]int]int
}

func newGraph() *graph {
	return &graph{texts: map[string]int{}, ints: map[int]int{}, pairs: map[[2]int]int{}}
}

// add gives a name the next place; false where the name is taken or is none.
func (g *graph) add(v value.Value) bool {
	if _, taken := g.find(v); taken {
		return false
	}
	p := len(g.names)
	if v.Kind() == value.Text {
		g.texts[v.Text()] = p
	} else if n, ok := whole(v); ok {
		g.ints[n] = p
	} else if a, b, ok := pair(v); ok {
		g.pairs[[2]int{a, b}] = p
	} else {
		return false
	}
	g.names = append(g.names, v)
	return true
}

func (g *graph) places() int { return len(g.names) }

func (g *graph) at(p int) value.Value { return g.names[p] }

func (g *graph) find(v value.Value) (int, bool) {
	if v.Kind() == value.Text {
		p, ok := g.texts[v.Text()]
		return p, ok
	}
	if n, ok := whole(v); ok {
		p, ok := g.ints[n]
		return p, ok
	}
	if a, b, ok := pair(v); ok {
		p, ok := g.pairs[[2]int{a, b}]
		return p, ok
	}
	return 0, false
}

func (g *graph) directions() []direction { return nil }

func (g *graph) move(int, vector) (int, bool) { return 0, false }

func (g *graph) vector(value.Value) (vector, bool) { return vector{}, false }
