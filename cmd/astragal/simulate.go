package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"time"

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
  --agents A,B         who plays each seat, or every seat: random (default), first, heuristic, or
                       an agent of the model
  --seed N             of the simulation (1)
  --players N          how many play
  --set NAME=VALUE     replace a constant; the value is YAML; may be repeated
  --compare NAME=VALUE play every game twice, with the constant as it is and with this value, under
                       the same seed, and tell the difference; may be repeated for several constants
  --until-ci W         stop as soon as every 95% interval (of the differences, with --compare) is no
                       wider than W; at least 1,000, at most --games (1,000,000)
  --requests N         give a game up after so many requests (5000)
  --workers N          how many cores; default all
  --csv                a line for each game in place of the summary
  --json               the summary as data

Ctrl-C ends it early and shows what there is.

Examples:
  astragal simulate examples/nim/model.yaml --games 10000
  astragal simulate examples/nim/model.yaml --compare misere=true --until-ci 0.05`,
	})
}

type simulation struct {
	simulate.Options
	path      string
	agents    string
	set, with settings
	csv, json bool
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
	f.IntVar(&s.Requests, "requests", 5000, "")
	f.IntVar(&s.Workers, "workers", 0, "")
	f.BoolVar(&s.csv, "csv", false, "")
	f.BoolVar(&s.json, "json", false, "")
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
	s.path = rest[0]
	variants, err := s.compile(std)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program
	s.Seats = func(p *program.Program, seats int) ([]drive.Player, error) {
		return agent.Seats(p, s.agents, seats, agent.Host{Timer: agent.Clock, Interrupt: ctx.Err})
	}
	bar := newProgress(std.err, s.Games)
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
	switch {
	case s.csv:
		out.Flush()
		err = out.Error()
	case s.json:
		err = writeJSON(std.out, s.data(r))
	default:
		err = s.write(std.out, r)
	}
	if err != nil {
		return err
	}
	if r.Interrupted {
		return errors.New("interrupted")
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
	std.err = io.Discard // what is wrong with the model has been said
	q, err := compileModel(std, s.path, append(s.set[:len(s.set):len(s.set)], s.with...))
	return []*program.Program{p, q}, err
}

// row writes a line for each game.
func (s *simulation) row(out *csv.Writer, variants int) func(*simulate.Game) {
	first := true
	return func(g *simulate.Game) {
		line := []string{strconv.Itoa(g.Index), strconv.FormatUint(g.Seed, 10), strconv.Itoa(g.Requests), outcome(g)}
		head := []string{"game", "seed", "requests", "ended"}
		if variants > 1 {
			head, line = append(head, "variant"), append(line, []string{"base", "compared"}[g.Variant])
		}
		if first {
			_ = out.Write(append(head, "payoffs by seat")) // csv.Writer keeps its first error for Error
			first = false
		}
		for _, x := range g.Payoffs {
			line = append(line, strconv.FormatFloat(x, 'g', -1, 64))
		}
		_ = out.Write(line)
	}
}

func outcome(g *simulate.Game) string {
	switch {
	case g.Cut:
		return "cut"
	case g.Error != "":
		return g.Error
	}
	return g.Reason
}

type simulateReport struct {
	Seed        uint64         `json:"seed"`
	Agents      string         `json:"agents"`
	Interrupted bool           `json:"interrupted,omitempty"`
	Result      simulate.Data  `json:"result"`
	Compared    *simulate.Data `json:"compared,omitempty"`
	Difference  *difference    `json:"difference,omitempty"`
}

type difference struct {
	Set      []string            `json:"set"`
	Pairs    int                 `json:"pairs"`
	Payoffs  []simulate.Interval `json:"payoffs"`
	Requests simulate.Interval   `json:"requests"`
}

func (s *simulation) data(r *simulate.Result) simulateReport {
	out := simulateReport{Seed: s.Seed, Agents: s.agents, Interrupted: r.Interrupted, Result: r.Variants[0].Data()}
	if len(r.Variants) == 2 {
		with := r.Variants[1].Data()
		out.Compared = &with
		out.Difference = &difference{Set: s.with, Pairs: r.Pairs, Requests: r.Requests.Interval()}
		for i := range r.Payoffs {
			out.Difference.Payoffs = append(out.Difference.Payoffs, r.Payoffs[i].Interval())
		}
	}
	return out
}

func (s *simulation) write(w io.Writer, r *simulate.Result) error {
	for i, t := range r.Variants {
		head := fmt.Sprintf("%s, seed %d", counted(t.Games, "game"), s.Seed)
		if i == 1 {
			head = "\nWith " + s.with.String()
		}
		fmt.Fprintln(w, head)
		if err := writeOutcome(w, t, s.Requests); err != nil {
			return err
		}
		writeRequests(w, &t.Requests)
		if err := writeSeats(w, t); err != nil {
			return err
		}
		writeStops(w, t)
	}
	if len(r.Variants) == 2 {
		fmt.Fprintf(w, "\nDifference over %s (95%% interval)\n", counted(r.Pairs, "pair"))
		for p := range r.Payoffs {
			fmt.Fprintf(w, "  player %d  %s\n", p, around(&r.Payoffs[p]))
		}
		fmt.Fprintf(w, "  requests  %s\n", around(&r.Requests))
	}
	return nil
}

// progress is a bar on a terminal, and nothing elsewhere.
type progress struct {
	w     io.Writer // nil: no terminal
	of    int
	begun time.Time
	last  time.Time
}

func newProgress(w io.Writer, of int) *progress {
	p := &progress{of: of, begun: time.Now()}
	if isTerminal(w) {
		p.w = w
	}
	return p
}

func (p *progress) show(done int) {
	now := time.Now()
	if p.w == nil || now.Sub(p.begun) < 300*time.Millisecond || now.Sub(p.last) < 100*time.Millisecond {
		return
	}
	p.last = now
	const width = 30
	full := width * done / p.of
	rate := float64(done) / now.Sub(p.begun).Seconds()
	fmt.Fprintf(p.w, "\r[%-*s] %s of %s games, %s a second ", width, "##############################"[:full], grouped(int64(done)), grouped(int64(p.of)), grouped(int64(rate)))
}

func (p *progress) clear() {
	if p.w != nil && !p.last.IsZero() {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
