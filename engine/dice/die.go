package dice

import "strconv"

// Kind says which faces a die has.
type Kind uint8

const (
	Plain Kind = iota // 1 to Sides
	Zero              // 0 to Sides-1
	Fate              // -1, 0 and 1; Sides is 3
)

// Die is one kind of die.
type Die struct {
	Sides int
	Kind  Kind
}

// Low and High give the lowest and the highest face.
func (d Die) Low() int {
	switch d.Kind {
	case Zero:
		return 0
	case Fate:
		return -1
	}
	return 1
}

func (d Die) High() int { return d.Low() + d.Sides - 1 }

// Has reports whether a face is on the die.
func (d Die) Has(face int) bool { return face >= d.Low() && face <= d.High() }

func (d Die) String() string {
	var room [20]byte
	return string(d.write(room[:0]))
}

func (d Die) write(to []byte) []byte {
	if d.Kind == Fate {
		return append(to, "dF"...)
	}
	to = strconv.AppendInt(append(to, 'd'), int64(d.Sides), 10)
	if d.Kind == Zero {
		to = append(to, 'z')
	}
	return to
}

// Op is how a condition compares; the zero Op makes a condition that holds for nothing.
type Op uint8

const (
	Never Op = iota
	Exactly
	AtMost
	AtLeast
)

// Condition is a test of a face: =N, <=N or >=N. The zero Condition holds for no face.
type Condition struct {
	Op Op
	N  int
}

// Holds reports whether a number meets the condition.
func (c Condition) Holds(n int) bool {
	switch c.Op {
	case Exactly:
		return n == c.N
	case AtMost:
		return n <= c.N
	case AtLeast:
		return n >= c.N
	}
	return false
}

func (c Condition) String() string {
	var room [20]byte
	return string(c.write(room[:0]))
}

func (c Condition) write(to []byte) []byte {
	switch c.Op {
	case Never:
		return to
	case AtMost:
		to = append(to, "<="...)
	case AtLeast:
		to = append(to, ">="...)
	}
	return strconv.AppendInt(to, int64(c.N), 10)
}
