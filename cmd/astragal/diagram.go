package main

import (
	"github.com/astragal-engine/astragal/engine/diagram"
)

func init() {
	register(&command{
		name: "diagram", args: "MODEL", summary: "draw the rules of a model as a track diagram (SVG)", run: runDiagram,
		help: `Draws the rules as a track, as a map of a railway does: steps are stops, loops go round, the cases
of a branch leave the line and come back. Beside a step stand who acts, the actions with their
conditions and marks: choice, chance, hidden, window, trigger, elimination, end check. Point at a
mark to read where it comes from. A model with faults is drawn as far as it can be read.

Options:
  -o FILE         write to a file (default: standard output)
  --theme THEME   light, dark, or auto (default): what the reader's screen prefers

Examples:
  astragal diagram examples/duel/model.yaml -o duel.svg
  astragal diagram --theme dark examples/nim/model.yaml -o nim.svg`,
	})
}

func runDiagram(std stdio, args []string) error {
	f := newFlags("diagram")
	out := f.String("o", "", "")
	theme := f.String("theme", string(diagram.Auto), "")
	rest, err := f.parse(args, 1, 1)
	if err != nil {
		return err
	}
	if !diagram.Theme(*theme).Known() {
		return usage("--theme is '%s'; there are light, dark and auto", *theme)
	}
	m, _, err := loadModel(std, rest[0])
	if err != nil {
		return err
	}
	picture := diagram.SVG(m, diagram.Theme(*theme))
	if *out != "" {
		return replace(*out, picture)
	}
	_, err = std.out.Write(picture)
	return err
}
