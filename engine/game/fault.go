package game

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// internal is a fault of the engine itself, with the stack for whoever mends it.
func internal(p any) *Error {
	if e, ok := p.(runtime.Error); ok {
		p = e.Error()
	}
	return &Error{Kind: "internal", Message: fmt.Sprintf("a fault of the engine: %v\n%s", p, debug.Stack())}
}
