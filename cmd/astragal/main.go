// Command astragal plays, checks and measures tabletop games from a terminal.
package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/heap"
	"github.com/astragal-engine/astragal/host/protocol"
)

// command is one subcommand. run gets the arguments behind its name; its error decides the exit
// status: nil 0, a usageError 2, errInterrupted 130, any other 1.
type command struct {
	name    string
	args    string // what stands behind the name: "MODEL"
	summary string // one line
	help    string // what it does and its options, then examples, each line indented by two blanks
	run     func(std stdio, args []string) error
}

// stdio is where a command reads and writes.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// commands is the table; each file of a subcommand registers its own.
var commands = map[string]*command{}

func register(c *command) { commands[c.name] = c }

// usageError is a command that was called wrongly.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

func usage(format string, args ...any) error { return &usageError{fmt.Sprintf(format, args...)} }

// errShown is an error that has been shown already: it only sets the exit status.
var errShown = errors.New("shown")

// errInterrupted is the end by Ctrl-C of a command that has shown what it had: status 130, as shells have it.
var errInterrupted = errors.New("interrupted")

func main() {
	heap.Floor()
	os.Exit(run(stdio{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:]))
}

// run calls the command that args name and gives the exit status. What could not be written is a
// failure whether or not the command noticed.
func run(std stdio, args []string) int {
	out := &stickyWriter{Writer: std.out}
	std.out = out
	status := call(std, args)
	if status == 0 && out.err != nil {
		fmt.Fprintf(std.err, "astragal: %s\n", printable(out.err.Error()))
		return 1
	}
	return status
}

func call(std stdio, args []string) int {
	if len(args) == 0 {
		overview(std.err)
		return 2
	}
	name := args[0]
	switch name {
	case "help", "-h", "--help":
		if len(args) > 1 {
			return help(std, args[1])
		}
		overview(std.out)
		return 0
	case "version", "--version":
		fmt.Fprintf(std.out, "astragal %s, protocol %d\n", protocol.EngineVersion, protocol.Version)
		return 0
	}
	c := commands[name]
	if c == nil {
		return noCommand(std, name)
	}
	for _, a := range args[1:] {
		if a == "--" {
			break
		}
		if a == "--help" || a == "-h" {
			return help(std, name)
		}
	}
	err := c.run(std, args[1:])
	var wrong *usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &wrong):
		fmt.Fprintf(std.err, "astragal %s: %s\nusage: %s ('astragal help %s' tells more)\n", name, printable(wrong.text), c.synopsis(), name)
		return 2
	case errors.Is(err, errShown):
	case errors.Is(err, errInterrupted):
		fmt.Fprintf(std.err, "astragal %s: interrupted\n", name)
		return 130
	default:
		fmt.Fprintf(std.err, "astragal %s: %s\n", name, printable(err.Error()))
	}
	return 1
}

func help(std stdio, name string) int {
	c := commands[name]
	if c == nil {
		return noCommand(std, name)
	}
	fmt.Fprintf(std.out, "%s\n\n%s\n", c.synopsis(), strings.TrimSpace(c.help))
	return 0
}

// synopsis is how the command is called.
func (c *command) synopsis() string { return strings.TrimSpace("astragal " + c.name + " " + c.args) }

func noCommand(std stdio, name string) int {
	fmt.Fprintf(std.err, "astragal: no command '%s'%s; 'astragal help' lists them\n", printable(name), meant(name, names()))
	return 2
}

// meant asks whether a word is a slip of a known one; it is empty where none is close.
func meant(word string, known []string) string {
	if near := diag.Nearest(word, known); near != "" {
		return "; is '" + near + "' meant?"
	}
	return ""
}

func names() []string { return slices.Sorted(maps.Keys(commands)) }

func overview(w io.Writer) {
	fmt.Fprint(w, "astragal plays tabletop games that are described in YAML models.\n\n")
	for _, n := range names() {
		fmt.Fprintf(w, "  %-10s %s\n", n, commands[n].summary)
	}
	fmt.Fprint(w, `
Examples:
  astragal help COMMAND
  astragal version
  astragal check examples/nim/model.yaml
  astragal play examples/nim/model.yaml

Exit status: 0 fine, 1 the model or the game is at fault, 2 wrong usage.
`)
}
