package main

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/schema"
)

func init() {
	register(&command{
		name: "schema", args: "[NAME]", summary: "print the JSON schema of models and packs, for editors", run: runSchema,
		help: `Prints a JSON schema (draft 7): that of models (model) unless another is named. The others are of
what check --json prints (report) and of the files of a pack of character rules: pack.yaml (pack),
rules/**/*.yaml (pack-rules), content/**/*.yaml (pack-content) and i18n/*.yaml (pack-i18n). character is a
character's file, character-calls what the calls of its sheet take and give, action-calls those of actions. With those
of models and packs an editor completes keys and words, explains them, and marks those that the engine
does not know. For editors with yaml-language-server (VS Code, Neovim, Emacs and others) begin the model with

  # yaml-language-server: $schema=model.schema.json

Examples:
  astragal schema > model.schema.json
  astragal schema pack-rules > rules.schema.json`,
	})
}

func runSchema(std stdio, args []string) error {
	rest, err := newFlags("schema").parse(args, 0, 1)
	if err != nil {
		return err
	}
	name := "model"
	if len(rest) > 0 {
		name = rest[0]
	}
	text := schema.Of(name)
	if text == nil {
		return usage("there is no schema of %s; there are %s", name, strings.Join(schema.Names(), ", "))
	}
	_, err = std.out.Write(text)
	return err
}
