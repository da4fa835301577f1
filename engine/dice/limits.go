package dice

import (
	"errors"
	"fmt"
)

// Limits bound what one dice value may ask for. A zero field means the default.
type Limits struct {
	Dice       int // dice of all terms together (1,000)
	Sides      int // sides of a die (10,000)
	Faces      int // faces that fall in one roll, rerolls and explosions included (10,000)
	Rerolls    int // of one die (1,000)
	Explosions int // of one die (100)
}

// DefaultLimits are those of docs/limits.md.
func DefaultLimits() Limits { return Limits{}.orDefault() }

func (l Limits) orDefault() Limits {
	return Limits{orElse(l.Dice, 1_000), orElse(l.Sides, 10_000), orElse(l.Faces, 10_000), orElse(l.Rerolls, 1_000), orElse(l.Explosions, 100)}
}

func orElse(n, def int) int {
	if n == 0 {
		return def
	}
	return n
}

// MostFlat is the largest number that a dice value adds or takes off.
const MostFlat = 1<<53 - 1

// Errors that a caller may want to tell apart, by errors.Is.
var (
	ErrLimit = errors.New("limit") // more than a limit allows
	ErrFace  = errors.New("face")  // a face that is not on the die
	ErrEmpty = errors.New("empty") // Given has no face left
)

// fault is an error with a message of its own that is one of the errors above.
type fault struct {
	text string
	is   error
}

func (f *fault) Error() string { return f.text }
func (f *fault) Unwrap() error { return f.is }

func limitf(format string, args ...any) error { return &fault{fmt.Sprintf(format, args...), ErrLimit} }
