package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/analyze"
	"github.com/astragal-engine/astragal/engine/program"
)

func init() {
	register(&command{
		name: "analyze", args: "MODEL", summary: "the whole tree of a small game: exact counts, values, best responses, equilibrium", run: runAnalyze,
		help: `Builds the whole tree of a small game and works out exactly: how many histories there are, and
what was taken unasked; how many information sets each player has, by what its seat observes;
what everybody can expect; and where everybody knows all that has happened, what the game is
worth by best play, dice and cards included. Numbers are float64; a fraction stands beside
them where all probabilities are simple ones.

Options:
  --agents A,B       who plays each seat, or every seat: random (default), first, heuristic, solve,
                     or an agent of the model. One that draws numbers, such as a search, is refused
  --strategy FILE    play by a strategy where it says anything, and by the agents elsewhere
  --best-response    each player's best response to that, and what all together could gain
                     (NashConv; divided by the number of players: the exploitability)
  --equilibrium      seek an equilibrium of a game for two whose payoffs have one sum, by CFR+
  --iterations N     how many at most (10000)
  --until X          end once the exploitability is no greater than X (1e-6)
  -o FILE            write the equilibrium there, as a strategy
  --limit N          nodes of the tree at most (1000000)
  --memory MIB       memory of the tree at most, about (1024)
  --seconds S        time for the tree, and again for the equilibrium (60); 0: no limit
  --players N        how many play
  --set NAME=VALUE   replace a constant; the value is YAML; may be repeated
  --json             as data

A tree in which nothing is secret counts positions: histories that lead to the same one share it.

Examples:
  astragal analyze examples/kuhn-poker/model.yaml
  astragal analyze examples/kuhn-poker/model.yaml --equilibrium -o kuhn.json
  astragal analyze examples/kuhn-poker/model.yaml --strategy kuhn.json --best-response
  astragal analyze examples/leduc-poker/model.yaml --agents honest,random --best-response
  astragal analyze examples/nim/model.yaml --set misere=true`,
	})
}

// analysis is what was asked for, and what came of it.
type analysis struct {
	path           string
	agents         string
	strategyFile   string
	out            string
	best, seek     bool
	seconds        float64
	memory         int64
	set            settings
	tree           analyze.TreeOptions
	find           analyze.EquilibriumOptions
	json           bool
	program        *program.Program
	ended          context.Context // by an interrupt
	built          *analyze.Tree
	missing        int // sets at which the strategy says nothing
	counts         analyze.Counts
	worth          analyze.Worth
	solved         *analyze.Worth
	responses      []analyze.Response
	checked        []analyze.Checked
	found          *analyze.Strategy
	withoutSecrets error // why information sets are not known
}

func runAnalyze(std stdio, args []string) error {
	a := analysis{}
	f := newFlags("analyze")
	f.StringVar(&a.agents, "agents", "random", "")
	f.StringVar(&a.strategyFile, "strategy", "", "")
	f.BoolVar(&a.best, "best-response", false, "")
	f.BoolVar(&a.seek, "equilibrium", false, "")
	f.IntVar(&a.find.Iterations, "iterations", 10_000, "")
	f.Float64Var(&a.find.Until, "until", 1e-6, "")
	f.StringVar(&a.out, "o", "", "")
	f.IntVar(&a.tree.Nodes, "limit", 1_000_000, "")
	f.Int64Var(&a.memory, "memory", 1024, "")
	f.Float64Var(&a.seconds, "seconds", 60, "")
	f.IntVar(&a.tree.Players, "players", 0, "")
	f.Var(&a.set, "set", "")
	f.BoolVar(&a.json, "json", false, "")
	rest, err := f.parse(args, 1, 1)
	switch {
	case err != nil:
		return err
	case a.tree.Nodes < 1 || a.find.Iterations < 1 || a.memory < 1 || a.memory > 1<<40:
		return usage("--limit, --memory and --iterations must be above 0")
	case !(a.find.Until >= 0) || !(a.seconds >= 0):
		return usage("--until and --seconds must not be below 0")
	case a.out != "" && !a.seek:
		return usage("-o writes the equilibrium, so it needs --equilibrium")
	}
	a.path, a.tree.Bytes = rest[0], a.memory<<20
	if a.program, err = compileModel(std, a.path, a.set); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program
	a.ended = ctx
	if err := a.grow(); err != nil {
		return err
	}
	if err := a.work(); err != nil {
		return err
	}
	if err := a.write(std.out); err != nil {
		return err
	}
	if a.counts.Stopped > 0 {
		return errShown
	}
	return nil
}

// timed is a context that ends with the time that was given.
func (a *analysis) timed() (context.Context, context.CancelFunc) {
	if a.seconds == 0 {
		return context.WithCancel(a.ended)
	}
	return context.WithTimeout(a.ended, time.Duration(min(a.seconds, 1e9)*float64(time.Second)))
}

// grow builds the tree. One of a game with secrets that is too large is tried again with positions
// shared, which has no information sets.
func (a *analysis) grow() error {
	seats := a.tree.Players
	if seats == 0 {
		seats = a.program.DefPlayers
	}
	if seats < a.program.MinPlayers || seats > a.program.MaxPlayers {
		return usage("%s is not for %d players", a.program.Name, seats)
	}
	agents, err := agent.Seats(a.program, a.agents, seats, agent.Host{Interrupt: a.ended.Err})
	if err != nil {
		return usage("%v", err)
	}
	a.tree.Agents, a.tree.Named = agents, a.out != "" || a.strategyFile != ""
	build := func() (err error) {
		ctx, cancel := a.timed()
		defer cancel()
		a.built, err = analyze.Build(ctx, a.program, a.tree)
		return err
	}
	err = build()
	var limit *analyze.Limit
	if errors.As(err, &limit) && a.program.Secret && a.ended.Err() == nil && !a.seek && !a.best && a.strategyFile == "" {
		a.withoutSecrets, a.tree.Fold = err, true
		err = build()
	}
	switch {
	case a.ended.Err() != nil:
		return errors.New("interrupted")
	case errors.As(err, &limit):
		return fmt.Errorf("%w; --limit, --memory and --seconds allow more, 'astragal perft' counts to a depth, and 'astragal simulate' measures", err)
	}
	return err
}

// work works out what was asked for.
func (a *analysis) work() error {
	t := a.built
	a.counts = t.Count()
	play := t.Played()
	if a.strategyFile != "" {
		s, err := readStrategy(a.strategyFile)
		if err == nil {
			play, a.missing, err = t.Follow(s, play)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", a.strategyFile, err)
		}
	}
	var err error
	if a.worth, err = t.Worth(play); err != nil {
		return err
	}
	if a.best {
		if a.responses, err = t.Responses(play); err != nil {
			return err
		}
	}
	var found analyze.Profile
	switch {
	case t.Perfect() && (a.seek || !t.Cyclic):
		if found, err = t.Solve(); err != nil {
			return err
		}
		w, err := t.Worth(found)
		if err != nil {
			return err
		}
		a.solved = &w
	case a.seek:
		ctx, cancel := a.timed()
		defer cancel()
		if found, a.checked, err = t.Equilibrium(ctx, a.find); err != nil {
			return err
		}
		s := t.Strategy(found)
		a.found = &s
	}
	if a.out == "" {
		return nil
	}
	return writeFile(a.out, t.Strategy(found))
}

const maxStrategy = 256 << 20

func readStrategy(path string) (analyze.Strategy, error) {
	f, err := os.Open(path)
	if err != nil {
		return analyze.Strategy{}, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxStrategy+1))
	if err == nil && len(b) > maxStrategy {
		err = fmt.Errorf("it is larger than %d MiB", maxStrategy>>20)
	}
	if err != nil {
		return analyze.Strategy{}, err
	}
	return analyze.ReadStrategy(b)
}

func writeFile(path string, v any) error {
	var b strings.Builder
	if err := writeJSON(&b, v); err != nil {
		return err
	}
	return replace(path, []byte(b.String()))
}
