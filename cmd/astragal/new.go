package main

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// newGame is the game that new makes a copy of, called title there.
//
//go:embed newgame
var newGame embed.FS

const title = "New game"

func init() {
	register(&command{
		name: "new", args: "NAME", summary: "make a folder with a small game to start from", run: runNew,
		help: `Makes the folder NAME with a small game that is complete: model.yaml, explained in comments; test.yaml,
tests that pass; README.md. The folder must not be there yet. Its name is made of letters, digits,
- and _, begins with a letter or a digit, and may stand behind the path of a folder that is there.
Whoever changes the game changes the tests too: those that come with it are about its own actions.

Examples:
  astragal new river-race
  astragal check river-race/model.yaml
  astragal test river-race`,
	})
}

var goodName = regexp.MustCompile(`^[\pL\pN][\pL\pN_-]{0,63}$`)

func runNew(std stdio, args []string) error {
	rest, err := newFlags("new").parse(args, 1, 1)
	if err != nil {
		return err
	}
	folder := filepath.Clean(rest[0])
	name := filepath.Base(folder)
	if !goodName.MatchString(name) {
		return usage("'%s' is no name for a game: letters, digits, - and _, beginning with a letter or a digit, 64 at most", name)
	}
	if _, err := os.Lstat(folder); err == nil {
		return fmt.Errorf("%s is there already; nothing was written", folder)
	}
	if err := os.Mkdir(folder, 0o755); err != nil {
		return err
	}
	if err := fill(folder, titled(name)); err != nil {
		_ = os.RemoveAll(folder) // made above: half a game helps nobody
		return err
	}
	model := filepath.Join(folder, "model.yaml")
	fmt.Fprintf(std.out, "%s is there: %s, with tests and a README\nNext: astragal check %s\n", folder, model, model)
	return nil
}

// fill writes the files of the new game, under its own title.
func fill(folder, called string) error {
	files, err := fs.ReadDir(newGame, "newgame")
	if err != nil {
		return err
	}
	for _, f := range files {
		text, err := newGame.ReadFile("newgame/" + f.Name())
		if err != nil {
			return err
		}
		named := strings.Replace(string(text), title, called, 1)
		if err := os.WriteFile(filepath.Join(folder, f.Name()), []byte(named), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// titled makes a title of a name: river-race is River race.
func titled(name string) string {
	words := []rune(strings.NewReplacer("-", " ", "_", " ").Replace(name))
	return strings.ToUpper(string(words[:1])) + string(words[1:])
}
