package main

import (
	"fmt"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/diag"
)

func init() {
	register(&command{
		name: "ruleset", args: "check PACK...", summary: "say what is wrong with packs of character rules", run: runRuleset,
		help: `Loads packs of character rules, each a folder or a zip, in the order given, and says everything
that is wrong with them: the place, the line and what to do. Every formula is compiled. Warnings do
not keep packs from loading. Exit status 1 if there are errors.

Options:
  --json  what was found as data

Examples:
  astragal ruleset check mygame
  astragal ruleset check srd-5.1 homebrew.zip --json`,
	})
}

func runRuleset(std stdio, args []string) error {
	f := newFlags("ruleset")
	asJSON := f.Bool("json", false, "")
	rest, err := f.parse(args, 1, -1)
	if err != nil {
		return err
	}
	if rest[0] != "check" {
		return usage("there is no 'ruleset %s', only 'ruleset check'", rest[0])
	}
	if len(rest) == 1 {
		return usage("no pack is named")
	}
	var packs []pack.Source
	for _, name := range rest[1:] {
		src, err := pack.Open(strings.TrimSuffix(name, "/"))
		if err != nil {
			return err
		}
		packs = append(packs, src)
	}
	r, list, files := pack.Check(packs, pack.Options{})
	if *asJSON {
		err = writeJSON(std.out, r)
	} else if err = diag.Render(std.out, list.List(), files, isTerminal(std.out)); err == nil {
		err = rulesetSummary(std, r)
	}
	if err == nil && !r.OK {
		return errShown
	}
	return err
}

func rulesetSummary(std stdio, r *pack.Report) error {
	var names []string
	for _, p := range r.Packs {
		names = append(names, printable(strings.TrimSpace(p.ID+" "+p.Version)))
	}
	errors := 0
	for _, e := range r.Errors {
		if e.Severity == "error" {
			errors++
		}
	}
	if len(names) == 0 {
		_, err := fmt.Fprintf(std.out, "%s, %s.\n", counted(errors, "error"), counted(len(r.Errors)-errors, "warning"))
		return err
	}
	c := r.Counts
	_, err := fmt.Fprintf(std.out, "%s: %s, %s. %s, %s, %s, %s, %s, %s.\n", strings.Join(names, ", "), counted(errors, "error"), counted(len(r.Errors)-errors, "warning"),
		counted(c.Fields, "field"), counted(c.Types, "content type"), counted(c.Items, "item"), counted(c.Actions, "action"), counted(c.Effects, "effect"), counted(c.Formulas, "formula"))
	return err
}
