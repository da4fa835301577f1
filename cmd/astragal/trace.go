package main

import (
	"fmt"
	"io"
	"os"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/turn"
)

func init() {
	register(&command{
		name: "trace", args: "check FILE", summary: "hold the turns of a game against the relations of turns", run: runTrace,
		help: `Reads a trace of turns, as 'astragal run MODEL --trace FILE' writes it, and holds every step against
the relations: it begins where the step before has ended, no guard refuses it, and the relation leads
where the step says and emits what it says. The first step that does not hold is named, with the
relation and the guard that fails. Only the trace is read, no model. - reads standard input. Exit
status 1 if something does not hold. docs/turns.md has the relations, their guards and the format.

Options:
  --json  what was found as data

Examples:
  astragal trace check game.jsonl
  astragal run model.yaml --agents random --trace game.jsonl && astragal trace check game.jsonl --json`,
	})
}

func runTrace(std stdio, args []string) error {
	f := newFlags("trace")
	asJSON := f.Bool("json", false, "")
	rest, err := f.parse(args, 1, -1)
	if err != nil {
		return err
	}
	if rest[0] != "check" {
		return usage("there is no 'trace %s', only 'trace check'", rest[0])
	}
	if len(rest) != 2 {
		return usage("'trace check' takes one file")
	}
	var in io.Reader = std.in
	if rest[1] != "-" {
		file, err := os.Open(rest[1])
		if err != nil {
			return usage("%v", err)
		}
		defer file.Close()
		in = file
	}
	v, err := turn.Check(in)
	if err != nil {
		return err
	}
	switch {
	case *asJSON:
		err = writeJSON(std.out, v)
	case v.OK:
		_, err = fmt.Fprintf(std.out, "%s%s hold, %s; %s.\n", named(v.Name), counted(v.Steps, "step"), counted(v.Turns, "turn"), v.Outcome)
	default:
		pos := diag.Pos{File: rest[1], Line: v.Fault.Row, Col: max(v.Fault.Column, 1)}
		err = diag.Render(std.out, diag.List{{Code: v.Fault.Code(), Pos: pos, Text: v.Fault.Where()}}, nil, isTerminal(std.out))
	}
	if err == nil && !v.OK {
		return errShown
	}
	return err
}

func named(game string) string {
	if game == "" {
		return ""
	}
	return printable(game) + ": "
}
