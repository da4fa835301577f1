package board

import "github.com/astragal-engine/astragal/engine/value"

// track is a row of spaces 0 … length-1; with loop the last leads on to the first.
type track struct {
	length int
	loop   bool
}

var trackDirections = []direction{{"forward", vector{1, 0}}, {"back", vector{-1, 0}}}

func (t track) places() int { return t.length }

func (t track) at(p int) value.Value { return value.OfInt(int64(p)) }

func (t track) find(v value.Value) (int, bool) {
	p, ok := whole(v)
	return p, ok && p >= 0 && p < t.length
}

func (t track) directions() []direction { return trackDirections }

func (t track) move(p int, by vector) (int, bool) {
	p += by.a
	if t.loop {
		return around(p, t.length), true
	}
	return p, p >= 0 && p < t.length
}

func (t track) vector(v value.Value) (vector, bool) {
	n, ok := whole(v)
	return vector{n, 0}, ok
}
