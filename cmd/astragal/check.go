package main

import (
	"context"
	"errors"
	"time"

	"github.com/astragal-engine/astragal/engine/check"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/report"
	"github.com/astragal-engine/astragal/engine/simulate"
)

func init() {
	register(&command{
		name: "check", args: "MODEL", summary: "say what is wrong with a model and play test games", run: runCheck,
		help: `Tells a designer everything about a model:

  errors, which must be mended, and warnings, with their lines and what to do;
  how much of it the engine can run, in the rules and in the content, and what is still missing;
  how many steps and ops it has, the share of ops that call code, and its open questions;
  how test games with random choices and random chance went, and where any of them stopped;
  the flow as a tree.

Only a model without errors gets test games, for ten seconds at most. Exit status 1 if there are
errors, or if a test game stopped. docs/report.schema.json describes the data of --json.

Options:
  --games N    how many test games (20); 0: none
  --seed N     of the test games (1)
  --players N  how many play them
  --no-tree    without the flow
  --json       all of it as data

MODEL may be a pack that has one, here and wherever a model is named: a folder with a pack.yaml, or a
.zip. Packs that add to it stand behind it, with a + before each; their code runs in its sandbox, and
what it may do is said.

Examples:
  astragal check examples/nim/model.yaml
  astragal check examples/duel+examples/content-packs/german
  astragal check --json --games 0 mygame.yaml`,
	})
}

// patience is how long test games are played.
const patience = 10 * time.Second

func runCheck(std stdio, args []string) error {
	games := simulate.Options{}
	f := newFlags("check")
	f.IntVar(&games.Games, "games", 20, "")
	f.Uint64Var(&games.Seed, "seed", 1, "")
	f.IntVar(&games.Players, "players", 0, "")
	asJSON := f.Bool("json", false, "")
	noTree := f.Bool("no-tree", false, "")
	rest, err := f.parse(args, 1, 1)
	if err != nil {
		return err
	}
	if games.Games < 0 {
		return usage("--games must not be below 0")
	}
	r, err := reportOn(std, rest[0], !*noTree)
	if err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(context.Background(), patience)
	_, err = r.Play(ctx, games)
	stop()
	if err != nil {
		return usage("%v", err)
	}
	if *asJSON {
		err = writeJSON(std.out, r)
	} else {
		err = r.Write(std.out, rest[0], isTerminal(std.out))
	}
	if err == nil && !r.Fine() {
		return errShown
	}
	return err
}

// reportOn reads and checks a model.
func reportOn(std stdio, path string, tree bool) (*report.Report, error) {
	if packs := packsOf(path); packs != nil {
		m, r, err := loadPacks(std, packs, nil)
		if err == nil && tree {
			err = r.Outline(m.Tree)
		}
		return r, err
	}
	m, list, err := model.Load(path, model.Options{})
	var fail *model.Failure
	switch {
	case errors.As(err, &fail):
		return report.None(fail, list), nil
	case err != nil:
		return nil, err
	}
	r := report.Of(m, check.Model(m, list))
	if tree {
		err = r.Outline(m)
	}
	return r, err
}
