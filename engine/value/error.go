package value

import "fmt"

// Error is what an operation on values raises: a Python error class and its message. Operations
// panic with *Error; the evaluator recovers it at its boundary and adds expression and position.
type Error struct {
	Class   string // TypeError, KeyError, IndexError, ZeroDivisionError, OverflowError, ValueError, NameError, ExprError, ...
	Message string
}

func (e *Error) Error() string { return e.Class + ": " + e.Message }

// Throw panics with an *Error.
func Throw(class, format string, args ...any) {
	panic(&Error{class, fmt.Sprintf(format, args...)})
}
