package game

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// internal is a fault of the engine itself, with the stack for whoever mends it.
func internal(p any) *Error {
	if e, ok := p.(runtime.Error); ok {
		p = e.Error()
	}
	return &Error{Kind: "internal", Message: fmt.Sprintf("a fault of the engine: %v", p), Stack: string(debug.Stack())}
}

// maxMessage is how long the message of an error can be: it may show a value of any size.
const maxMessage = 4000

// short leaves out the middle of a message that is too long to read.
func short(s string) string {
	if len(s) <= maxMessage {
		return s
	}
	head, tail := s[:maxMessage*3/4], s[len(s)-maxMessage/4:]
	return strings.ToValidUTF8(head, "") + " … " + strings.ToValidUTF8(tail, "")
}
