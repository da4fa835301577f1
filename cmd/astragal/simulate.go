package main

import (
	"context"
	"encoding/csv"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/simulate"
)

func init() {
	register(&command{
		name: "simulate", args: "MODEL", summary: "play many games and add them up", run: runSimulate,
		help: `Plays many games on all cores: how they ended, requests per game, payoffs with 95% intervals, how
often each seat won, and where games stopped. Game i depends on the seed and i alone, so the
result is the same on any number of cores. A seed that is shown repeats its game with
'astragal run MODEL --seed SEED --agents ...'.

Options:
  --games N            how many (1000)
  --agents A,B         who plays each seat, or every seat: random (default), first, heuristic,
                       search, search:5000, solve, or an agent of the model
  --seed N             of the simulation (1)
  --players N          how many play
  --set NAME=VALUE     replace a constant; the value is YAML; may be repeated
  --compare NAME=VALUE play every game twice, with the constant as it is and with this value, under
                       the same seed, and tell the difference; may be repeated for several constants
  --compare agents=A,B the same with other players (also together with constants)
  --until-ci W         stop as soon as the 95% interval of every payoff (of every difference, with
                       --compare) is no wider than W; at least 1,000, at most --games (1,000,000)
  --actions            also tell how often each option was legal and taken, by the place in the rules
  --requests N         give a game up after so many requests (5000)
  --workers N          how many cores; default all
  --csv                a line for each game in place of the summary
  --json               the summary as data
  --svg FILE           also draw it: payoffs and wins with their intervals, lengths of games
  --theme THEME        of the picture: light, dark, or auto (default), what the reader's screen prefers
  --save FILE          keep the state, also after Ctrl-C, to go on later
  --resume FILE        go on with what --save has kept, and keep it there (or where --save says); the
                       result is that of one run without a pause, to the last bit. --games may grow

Ctrl-C ends it early: what has been played is shown, drawn and saved, and the exit status is 130. A
second Ctrl-C ends it at once, with nothing. Where a game was stopped by an error the status is 1.

Examples:
  astragal simulate examples/nim/model.yaml --games 10000 --actions
  astragal simulate examples/nim/model.yaml --compare misere=true --until-ci 0.05
  astragal simulate examples/duel/model.yaml --agents heuristic --compare agents=random,heuristic
  astragal simulate examples/nim/model.yaml --games 1000000 --save nim.state --svg nim.svg
  astragal simulate examples/nim/model.yaml --games 2000000 --resume nim.state`,
	})
}

type simulation struct {
	simulate.Options
	path      string
	agents    string
	others    string // who plays with --compare
	set, with settings
	csv, json bool
	svg       chartFile
	save      string
}

func runSimulate(std stdio, args []string) error {
	s := simulation{}
	f := newFlags("simulate")
	f.IntVar(&s.Games, "games", 0, "")
	f.StringVar(&s.agents, "agents", "random", "")
	f.Uint64Var(&s.Seed, "seed", 1, "")
	f.IntVar(&s.Players, "players", 0, "")
	f.Var(&s.set, "set", "")
	f.Var(&s.with, "compare", "")
	f.Float64Var(&s.UntilCI, "until-ci", 0, "")
	f.BoolVar(&s.Actions, "actions", false, "")
	f.IntVar(&s.Requests, "requests", 5000, "")
	f.IntVar(&s.Workers, "workers", 0, "")
	f.BoolVar(&s.csv, "csv", false, "")
	f.BoolVar(&s.json, "json", false, "")
	f.StringVar(&s.svg.path, "svg", "", "")
	f.StringVar(&s.svg.theme, "theme", "auto", "")
	f.StringVar(&s.save, "save", "", "")
	resume := f.String("resume", "", "")
	rest, err := f.parse(args, 1, 1)
	switch {
	case err != nil:
		return err
	case s.csv && s.json:
		return usage("--csv or --json, not both")
	case s.UntilCI < 0 || s.Games < 0 || s.Requests < 1:
		return usage("--games, --until-ci and --requests must be above 0")
	case s.Games == 0 && s.UntilCI > 0:
		s.Games = 1_000_000
	case s.Games == 0:
		s.Games = 1000
	}
	if err := s.svg.check(); err != nil {
		return err
	}
	if err := s.keep(*resume); err != nil {
		return err
	}
	s.path = rest[0]
	variants, err := s.compile(std)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program
	s.Who = s.agents + "\n" + s.others
	s.Seats = func(p *program.Program, seats int) ([]drive.Player, error) {
		return agent.Seats(p, s.agents, seats, agent.Host{Timer: agent.Clock, Interrupt: ctx.Err})
	}
	s.Compared = func(p *program.Program, seats int) ([]drive.Player, error) {
		return agent.Seats(p, s.others, seats, agent.Host{Timer: agent.Clock, Interrupt: ctx.Err})
	}
	had := 0
	if s.From != nil {
		had = s.From.Games()
	}
	bar := newProgress(std.err, had)
	s.Progress = bar.show
	var out *csv.Writer
	if s.csv {
		out = csv.NewWriter(std.out)
		s.Each = s.row(out, len(variants))
	}
	r, err := simulate.Run(ctx, s.Options, variants...)
	bar.clear()
	if err != nil {
		return usage("%v", err)
	}
	saved := s.write(r)
	switch {
	case s.csv:
		out.Flush()
		err = out.Error()
	case s.json:
		err = writeJSON(std.out, s.data(r))
	default:
		err = s.print(std.out, r)
	}
	switch {
	case err != nil:
		return err
	case saved != nil:
		return saved
	case r.Interrupted:
		return errInterrupted
	}
	for _, t := range r.Variants {
		if t.Stopped() > 0 {
			return errShown
		}
	}
	return nil
}

// compile gives the program, and with --compare the one that it is held against.
func (s *simulation) compile(std stdio) ([]*program.Program, error) {
	p, err := compileModel(std, s.path, s.set)
	if err != nil || len(s.with) == 0 {
		return []*program.Program{p}, err
	}
	set := s.set[:len(s.set):len(s.set)]
	s.others = s.agents
	for _, x := range s.with {
		if who, ok := strings.CutPrefix(x, "agents="); ok {
			s.others = who
			continue
		}
		set = append(set, x)
	}
	std.err = io.Discard // what is wrong with the model has been said
	q, err := compileModel(std, s.path, set)
	return []*program.Program{p, q}, err
}
