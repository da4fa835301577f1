package main

import (
	"runtime/debug"

	"github.com/astragal-engine/astragal/engine/lsp"
)

func init() {
	register(&command{
		name: "lsp", args: "", summary: "help an editor with models: a language server", run: runLSP,
		help: `Speaks the language server protocol over standard input and output, for an editor to start: what is
wrong with a model while it is written, what keys and names mean, where names are declared and used,
what may be written next, an outline, renaming, and quick fixes. Files that a model includes are
looked at together with it, as they are in the editor. The README says how to set up editors.

Options:
  --stdio   taken for the sake of editors that give it; there is no other way

Example:
  astragal lsp`,
	})
}

func runLSP(std stdio, args []string) error {
	f := newFlags("lsp")
	f.Bool("stdio", false, "")
	if _, err := f.parse(args, 0, 0); err != nil {
		return err
	}
	version := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
	}
	return lsp.Serve(std.in, std.out, lsp.Options{Version: version})
}
