package main

import (
	"github.com/astragal-engine/astragal/engine/diagram"
)

func init() {
	register(&command{
		name: "tree", args: "MODEL", summary: "show the flow of a model as a text tree", run: runTree,
		help: `Shows the rules at a glance: the nodes of the flow, who acts, the actions of each step with
their conditions, priority windows with what may be played in them, events, end conditions, and marks of
what can happen: choice, chance, hidden, window, trigger, elimination, end check. A model with
faults is shown as far as it can be read. 'astragal diagram' draws the same as a picture.

Options:
  --json   the same as data: parts with kind, id, detail, marks (with where they come from) and parts

Examples:
  astragal tree examples/duel/model.yaml
  astragal tree --json examples/nim/model.yaml`,
	})
}

func runTree(std stdio, args []string) error {
	f := newFlags("tree")
	asJSON := f.Bool("json", false, "")
	rest, err := f.parse(args, 1, 1)
	if err != nil {
		return err
	}
	m, _, err := loadModel(std, rest[0])
	if err != nil {
		return err
	}
	outline := diagram.Of(m)
	if *asJSON {
		return writeJSON(std.out, outline)
	}
	return outline.Text(std.out)
}
