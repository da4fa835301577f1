package bench

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// Command measures what a command line asks for, and prints or writes it.
type Command struct {
	Root  string
	Block time.Duration
	Only  string
	Runs  int
	JSON  string // a file; "-" for standard output instead of text
	Doc   string // a page whose table is written anew

	beside string // a model

	apartArgs []string // of the processes of several runs, in tests; nil: those of this command
}

// Flags declares the flags of the command.
func (c *Command) Flags(set *flag.FlagSet) {
	set.StringVar(&c.Root, "root", ".", "the repository")
	set.DurationVar(&c.Block, "time", 200*time.Millisecond, "how long each work is measured, seven times")
	set.StringVar(&c.Only, "only", "", "measure the groups with these names alone, with commas between them")
	set.IntVar(&c.Runs, "runs", 1, "measure so often, each time in a process of its own, and give the worst of each row")
	set.StringVar(&c.JSON, "json", "", "write the rows as JSON to this file too; - prints JSON instead of text")
	set.StringVar(&c.Doc, "doc", "", "write the table of this page anew")
	set.StringVar(&c.beside, "beside", "", "only simulate as many games of this model as each line of the input says, on one core: the rows of several cores start it beside them")
}

// Run measures the groups.
func (c *Command) Run(groups []Group) error {
	if c.beside != "" {
		return simulateBeside(c.beside, os.Stdin, os.Stdout)
	}
	r, err := c.measure(groups)
	if err != nil {
		return err
	}
	if c.JSON != "-" {
		if err := r.Text(os.Stdout); err != nil {
			return err
		}
	}
	if c.Doc != "" {
		if err := WriteSection(c.Doc, "rows", r.Markdown()); err != nil {
			return err
		}
	}
	switch c.JSON {
	case "":
		return nil
	case "-":
		return r.JSON(os.Stdout)
	}
	var data bytes.Buffer
	if err := r.JSON(&data); err != nil {
		return err
	}
	return os.WriteFile(c.JSON, data.Bytes(), 0o666)
}

func (c *Command) measure(groups []Group) (*Report, error) {
	r := &Report{Machine: thisMachine(), Runs: c.Runs}
	if c.Runs > 1 {
		var runs [][]Row
		for range c.Runs {
			rows, err := c.apart()
			if err != nil {
				return nil, err
			}
			runs = append(runs, rows)
		}
		r.Rows = worst(runs)
		return r, nil
	}
	wanted := map[string]bool{}
	for _, name := range strings.Split(c.Only, ",") {
		wanted[name] = true
	}
	for _, g := range groups {
		if c.Only != "" && !wanted[g.Name] {
			continue
		}
		rows, err := g.Rows(Setting{Root: c.Root, Pace: Pace{Block: c.Block, Slice: Slice}})
		if err != nil {
			return nil, err
		}
		r.Rows = append(r.Rows, rows...)
		delete(wanted, g.Name)
	}
	delete(wanted, "")
	if len(wanted) == 0 {
		return r, nil
	}
	var names []string
	for _, g := range groups {
		names = append(names, g.Name)
	}
	return nil, fmt.Errorf("there is no group %s; there are %s", slices.Sorted(maps.Keys(wanted))[0], strings.Join(names, ", "))
}

// apart measures in a process of its own.
func (c *Command) apart() ([]Row, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := c.apartArgs
	if args == nil {
		args = []string{"-root", c.Root, "-time", c.Block.String(), "-only", c.Only, "-json", "-"}
	}
	cmd := exec.Command(self, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	var r Report
	err = json.Unmarshal(out, &r)
	return r.Rows, err
}
