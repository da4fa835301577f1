package main

import (
	"bytes"
	"errors"
	"os"
	"strings"

	"github.com/astragal-engine/astragal/engine/character"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/page"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/diag"
)

func init() {
	register(&command{
		name: "sheet", args: "PACKS CHARACTER", summary: "a character's sheet, with how each value came to be", run: runSheet,
		help: `Works out what a character amounts to under packs of character rules, and shows it: every value
with what made it, what the character can do, what is still to be chosen, what does not fit the
rules. PACKS are folders or zips with commas between them, in order; CHARACTER is a file of JSON.

Options:
  --lang L      the language of names (en)
  --html FILE   writes a page of HTML instead; - writes it to standard output
  --all         values that are 0, no or empty and that nothing acts on, too
  --json        the whole sheet as data (docs/characters.md)

Examples:
  astragal sheet examples/packs/srd-5.1 examples/packs/srd-5.1/characters/fighter-5.json
  astragal sheet examples/packs/pool examples/packs/pool/characters/fixer-2.json --html fixer.html`,
	})
}

func runSheet(std stdio, args []string) error {
	f := newFlags("sheet")
	lang := f.String("lang", "en", "")
	html := f.String("html", "", "")
	all := f.Bool("all", false, "")
	asJSON := f.Bool("json", false, "")
	rest, err := f.parse(args, 2, 2)
	if err != nil {
		return err
	}
	if *asJSON && *html != "" {
		return usage("give one of --json and --html")
	}
	rules, err := loadRuleset(std, rest[0])
	if err != nil {
		return err
	}
	ch, err := readCharacter(std, rest[1])
	if err != nil {
		return err
	}
	s := rules.Rules().Compute(ch, nil)
	if *asJSON {
		_, err := std.out.Write(append(s.AppendJSON(nil), '\n'))
		return err
	}
	p := page.Make(s, page.Options{Lang: *lang, All: *all})
	switch *html {
	case "":
		return p.Text(std.out)
	case "-":
		return p.HTML(std.out)
	}
	var b bytes.Buffer
	if err := p.HTML(&b); err != nil {
		return err
	}
	return os.WriteFile(*html, b.Bytes(), 0o644)
}

// loadRuleset loads packs and shows what is wrong with them.
func loadRuleset(std stdio, names string) (*character.Ruleset, error) {
	var packs []pack.Source
	for _, name := range strings.Split(names, ",") {
		src, err := pack.Open(strings.TrimSuffix(name, "/"))
		if err != nil {
			return nil, err
		}
		packs = append(packs, src)
	}
	rules, list := character.LoadRuleset(packs, pack.Options{})
	if rules != nil {
		return rules, nil
	}
	_, _, files := pack.Check(packs, pack.Options{})
	if err := diag.Render(std.err, list.List(), files, isTerminal(std.err)); err != nil {
		return nil, err
	}
	return nil, errShown
}

// readCharacter reads a character's file and shows what in it cannot be read.
func readCharacter(std stdio, path string) (*sheet.Character, error) {
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	ch, err := sheet.Read(text)
	return ch, shownFaults(std, path, err)
}

// shownFaults shows the errors of character rules, a line each.
func shownFaults(std stdio, path string, err error) error {
	var faults sheet.Errors
	if !errors.As(err, &faults) {
		return err
	}
	for _, e := range faults {
		if _, err := std.err.Write([]byte(printable("error: "+path+": "+e.Error()+" ["+e.Code+"]") + "\n")); err != nil {
			return err
		}
	}
	return errShown
}
