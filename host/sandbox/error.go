package sandbox

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/astragal-engine/astragal/host/sandbox/meter"
)

// Kind says what kind of thing went wrong.
type Kind string

// The kinds. Those of a call are the same on every machine for the same input, but for the last three.
const (
	BadModule    Kind = "bad_module"   // no valid module, or one that uses, imports or lacks what it may not
	ModuleSize   Kind = "module_size"  // a limit of what a module may be
	Trap         Kind = "trap"         // the module failed: a division by zero, memory that is not there, proc_exit
	Instructions Kind = "instructions" // a call ran for too many instructions
	Memory       Kind = "memory"       // it failed after memory was refused to it
	Nesting      Kind = "nesting"      // its functions call each other too deep
	Input        Kind = "input"        // the input is too long
	Output       Kind = "output"       // the output is too long
	Log          Kind = "log"          // it writes too much to the log
	Answer       Kind = "answer"       // what it says of memory is not so
	CompileTime  Kind = "compile_time" // host: it took too long to compile
	Fence        Kind = "fence"        // host: a call took too long, or was cancelled
	Host         Kind = "host"         // host: the module is closed, or a fault of the sandbox
)

// Error is what Compile and Call fail with.
type Error struct {
	Kind     Kind
	Module   string // by its name
	Message  string // what happened, with the limit that was passed
	Function string // in which function of the module, if that is known
	Limit    int64  // that was passed; 0: none
	Written  string // what the module wrote to the log last
	Cause    error  // of a fence: why it was cancelled
}

// Error says which module failed, what happened and where.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "module %s: %s", e.Module, e.Message)
	if e.Function != "" {
		fmt.Fprintf(&b, " (in function %s)", e.Function)
	}
	if e.Written != "" {
		fmt.Fprintf(&b, "; it wrote: %s", e.Written)
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Cause }

// HostFault reports whether the machine is to blame and not the module: on another one, or in a second
// try, it may go well. Nothing of such a call should be kept.
func (e *Error) HostFault() bool {
	return e.Kind == CompileTime || e.Kind == Fence || e.Kind == Host
}

// stop is what a host function ends a call with.
type stop struct {
	kind    Kind
	message string
	limit   int64
	cause   error
}

func (s *stop) Error() string { return s.message }

// lastFrame finds in an engine's error the function of the module in which it happened.
func lastFrame(err error) string {
	_, trace, ok := strings.Cut(err.Error(), "wasm stack trace:\n\t")
	if !ok {
		return ""
	}
	for line := range strings.SplitSeq(trace, "\n") {
		name, ours := strings.CutPrefix(strings.TrimPrefix(line, "\t"), ".")
		if !ours || strings.HasPrefix(name, meter.Prefix) {
			continue
		}
		if i := strings.LastIndex(name, ") ("); i >= 0 { // several results
			name = name[:i]
		}
		if i := strings.LastIndexByte(name, '('); i >= 0 {
			name = name[:i]
		}
		return name
	}
	return ""
}

// longest is how many bytes of what somebody else has written an error takes over.
const longest = 500

// clip keeps a text short and plain: a module may bear names of any length.
func clip(text string) string {
	cut := len(text) > longest
	text = strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.ToValidUTF8(text[:min(len(text), longest)], "\uFFFD"))
	if cut {
		text += "…"
	}
	return text
}

// reason is an engine's error without its trace.
func reason(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	line = strings.TrimSuffix(line, " (recovered by wazero)")
	return clip(strings.TrimPrefix(line, "wasm error: "))
}
