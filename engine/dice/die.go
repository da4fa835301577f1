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
	switch d.Kind {
	case Zero:
		return "d" + strconv.Itoa(d.Sides) + "z"
	case Fate:
		return "dF"
	}
	return "d" + strconv.Itoa(d.Sides)
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
	n := strconv.Itoa(c.N)
	switch c.Op {
	case Exactly:
		return n
	case AtMost:
		return "<=" + n
	case AtLeast:
		return ">=" + n
	}
	return ""
}
