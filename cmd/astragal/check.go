package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/astragal-engine/astragal/engine/check"
	"github.com/astragal-engine/astragal/engine/compile"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/simulate"
)

func init() {
	register(&command{
		name: "check", args: "MODEL", summary: "say what is wrong with a model and play test games", run: runCheck,
		help: `Shows errors (which must be mended) and warnings with their places, how large the model is, and
how some games with random choices and random chance went. Only a model without errors gets test
games, for ten seconds at most. Exit status 1 if there are errors, or if a test game stopped.

Options:
  --games N    how many test games (20); 0: none
  --seed N     of the test games (1)
  --players N  how many play them
  --json       all of it as data

Examples:
  astragal check examples/nim/model.yaml
  astragal check --json --games 0 mygame.yaml`,
	})
}

// patience is how long test games are played.
const patience = 10 * time.Second

type checking struct {
	path   string
	games  simulate.Options
	report checkReport
	files  diag.Files
	list   diag.List
	tally  *simulate.Tally
}

type checkReport struct {
	Errors      int              `json:"errors"`
	Warnings    int              `json:"warnings"`
	Diagnostics []diagnosticData `json:"diagnostics"`
	Size        *sizeData        `json:"size,omitempty"`
	TestGames   *tallyReport     `json:"test_games,omitempty"`
}

type diagnosticData struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	diag.Pos
	Text string `json:"text"`
	Fix  string `json:"fix,omitempty"`
}

type sizeData struct {
	Steps         int     `json:"steps"`
	Ops           int     `json:"ops"`
	Code          float64 `json:"code"`
	OpenQuestions int     `json:"open_questions"`
}

func runCheck(std stdio, args []string) error {
	c := checking{}
	f := newFlags("check")
	f.IntVar(&c.games.Games, "games", 20, "")
	f.Uint64Var(&c.games.Seed, "seed", 1, "")
	f.IntVar(&c.games.Players, "players", 0, "")
	asJSON := f.Bool("json", false, "")
	rest, err := f.parse(args, 1, 1)
	if err != nil {
		return err
	}
	if c.games.Games < 0 {
		return usage("--games must not be below 0")
	}
	c.path = rest[0]
	p, err := c.load()
	if err != nil {
		return err
	}
	if p != nil && c.report.Errors == 0 && c.games.Games > 0 {
		ctx, stop := context.WithTimeout(context.Background(), patience)
		r, err := simulate.Run(ctx, c.games, p)
		stop()
		if err != nil {
			return usage("%v", err)
		}
		c.tally = r.Variants[0]
		data := tallyData(c.tally)
		c.report.TestGames = &data
	}
	if *asJSON {
		err = writeJSON(std.out, c.report)
	} else {
		err = c.write(std)
	}
	if err == nil && (c.report.Errors > 0 || c.tally != nil && c.tally.Stopped() > 0) {
		return errShown
	}
	return err
}

// load reads and compiles the model; there is no program where there is no model at all.
func (c *checking) load() (*program.Program, error) {
	m, list, err := model.Load(c.path, model.Options{})
	var fail *model.Failure
	var p *program.Program
	switch {
	case errors.As(err, &fail):
		c.files, list = fail.Files, append(list, fail.Diagnostic)
	case err != nil:
		return nil, err
	default:
		var more diag.List
		p, more = compile.Compile(m, compile.Options{})
		c.files, list = m.Sources(), append(list, more...)
		size := check.Measure(m)
		c.report.Size = &sizeData{Steps: size.Steps, Ops: size.Ops, Code: size.Code(), OpenQuestions: len(m.Questions)}
	}
	list.Sort()
	c.list = list
	c.report.Errors = list.Errors()
	c.report.Warnings = len(list) - c.report.Errors
	c.report.Diagnostics = []diagnosticData{}
	for _, d := range list {
		c.report.Diagnostics = append(c.report.Diagnostics, diagnosticData{d.Severity.String(), d.Code, d.Pos, d.Text, d.Fix})
	}
	return p, nil
}

func (c *checking) write(std stdio) error {
	if err := diag.Render(std.out, c.list, c.files, isTerminal(std.out)); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s: %s, %s\n", c.path, counted(c.report.Errors, "error"), counted(c.report.Warnings, "warning"))
	if s := c.report.Size; s != nil {
		fmt.Fprintf(std.out, "%s, %s, %.0f%% code, %s\n", counted(s.Steps, "step"), counted(s.Ops, "op"), 100*s.Code, counted(s.OpenQuestions, "open question"))
	}
	if c.tally == nil {
		return nil
	}
	fmt.Fprintf(std.out, "%s", counted(c.tally.Games, "test game"))
	if n := c.games.Games - c.tally.Games; n > 0 {
		fmt.Fprintf(std.out, "; after %v another %d were given up", patience, n)
	}
	fmt.Fprintln(std.out)
	if c.tally.Games == 0 {
		return nil
	}
	if err := writeOutcome(std.out, c.tally, 5000); err != nil {
		return err
	}
	writeRequests(std.out, &c.tally.Requests)
	writeStops(std.out, c.tally)
	return nil
}
