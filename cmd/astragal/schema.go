package main

import "github.com/astragal-engine/astragal/engine/schema"

func init() {
	register(&command{
		name: "schema", args: "[model|report]", summary: "print the JSON schema of models, for editors", run: runSchema,
		help: `Prints the JSON schema (draft 7) of models, unless given, or of what check --json prints. With that of
models an editor completes keys and words, explains them, and marks those that the engine does not
know. For editors with yaml-language-server (VS Code, Neovim, Emacs and others) begin the model with

  # yaml-language-server: $schema=model.schema.json

Examples:
  astragal schema > model.schema.json
  astragal schema report`,
	})
}

func runSchema(std stdio, args []string) error {
	rest, err := newFlags("schema").parse(args, 0, 1)
	if err != nil {
		return err
	}
	text := schema.Model
	switch {
	case len(rest) == 0 || rest[0] == "model":
	case rest[0] == "report":
		text = schema.Report
	default:
		return usage("there is no schema of %s; there are model and report", rest[0])
	}
	_, err = std.out.Write(text())
	return err
}
