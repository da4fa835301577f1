package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/astragal-engine/astragal/engine"
	"github.com/astragal-engine/astragal/engine/agent"
	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/model"
	"github.com/astragal-engine/astragal/engine/program"
)

func init() {
	register(&command{
		name:    "run",
		args:    "MODEL",
		summary: "play a game without a person and print its transcript",
		run:     runGame,
		help: `
Plays one game: answers come from a script as long as it goes, then from agents. Without agents the
game stops at the first question that the script does not answer, tells what is asked, and the exit
status is 1. The transcript has one line for each thing that happens. Outcomes that look alike are
shown once, as 'Fox ×3'; their numbers still count one by one.

A script is a YAML or JSON list. A number is the index of an option or outcome, a text its label,
{pick: 3} a label that looks like a number, {random: 5} five random answers, {until: 'step move'}
random answers until that place asks (* stands for any text).

Options:
  --script FILE    answers; - reads them from standard input
  --agents A,B     who plays each seat: random, first, heuristic, search (looks ahead; search:5000
                   with so many tries), solve (small open games, perfectly), or an agent of the
                   model; one name for all seats
  --seed N         what all random numbers follow from (default 1)
  --chance seed    the script answers decisions only; every chance follows from the seed
  --players N      how many players
  --set NAME=VALUE another value for a constant, in YAML; may be repeated
  --limit N        stop after so many answers (default 100000), with status 1
  --save FILE      write the record of the game, from which it can be played again
  --trace FILE     write the turns of the game as relations that were taken, for 'astragal trace check';
                   for a model with a section 'turns'
  --replay FILE    play a record first; the script and the agents go on from there
  --explain        after each question say why each action is legal or not, what became of the triggers
                   since the answer before, how things stand with the turn (in a model with a section
                   'turns'), and how near the game is to its end. It tells hidden things
  --json           the transcript as JSON lines

Examples:
  astragal run examples/nim/model.yaml --agents random --seed 7
  astragal run examples/nim/model.yaml --script answers.yaml --json
  astragal run examples/craps/model.yaml --script answers.yaml --chance seed --agents first
  astragal run examples/duel/model.yaml --agents random --limit 40 --explain`,
	})
}

// gameOptions are the options that say which game is played.
type gameOptions struct {
	seed    uint64
	players int
	set     settings
	agents  string
}

func (o *gameOptions) add(f *flags) {
	f.Uint64Var(&o.seed, "seed", 1, "")
	f.IntVar(&o.players, "players", 0, "")
	f.Var(&o.set, "set", "")
	f.StringVar(&o.agents, "agents", "", "")
}

// start begins the game and seats the agents (none: nil).
func (o *gameOptions) start(p *program.Program) (*drive.Session, []drive.Player, error) {
	if o.players < 0 {
		return nil, nil, usage("--players %d", o.players)
	}
	s, err := drive.New(p, drive.Options{Players: o.players, Seed: o.seed})
	if err != nil {
		return nil, nil, usage("%v", err)
	}
	seats, err := o.seats(p, s.Game().Players())
	return s, seats, err
}

func (o *gameOptions) seats(p *program.Program, players int) ([]drive.Player, error) {
	if o.agents == "" {
		return nil, nil
	}
	seats, err := agent.Seats(p, o.agents, players, agent.Host{Workers: runtime.GOMAXPROCS(0), Timer: agent.Clock})
	if err != nil {
		return nil, usage("--agents: %v", err)
	}
	return seats, nil
}

func runGame(std stdio, args []string) error {
	var o gameOptions
	f := newFlags("run")
	o.add(f)
	script := f.String("script", "", "")
	chance := f.String("chance", "script", "")
	limit := f.Int("limit", 100_000, "")
	save := f.String("save", "", "")
	trace := f.String("trace", "", "")
	replay := f.String("replay", "", "")
	asJSON := f.Bool("json", false, "")
	why := f.Bool("explain", false, "")
	rest, err := f.parse(args, 1, 1)
	if err != nil {
		return err
	}
	if *chance != "script" && *chance != "seed" {
		return usage("--chance is 'seed' or 'script', not '%s'", *chance)
	}
	table := drive.Table{ChanceBySeed: *chance == "seed"}
	if *script != "" {
		if table.Script, err = readScript(std, *script); err != nil {
			return err
		}
	}
	p, err := compileModel(std, rest[0], o.set)
	if err != nil {
		return err
	}
	if *trace != "" && p.Turns == nil {
		return usage("--trace: %v", drive.ErrNoTurns)
	}
	s, seats, err := o.start(p)
	if err != nil {
		return err
	}
	table.Seats = seats
	out := bufio.NewWriter(std.out)
	defer out.Flush()
	tell := &drive.Transcript{Emit: func(l drive.Line) { printLine(out, l, *asJSON) }}
	if *why {
		tell.Asked = func(s *drive.Session) { explained(out, s, *asJSON) }
	}
	if *replay != "" {
		if s, err = replayed(p, *replay, tell); err != nil {
			return err
		}
		if table.Seats, err = o.seats(p, s.Game().Players()); err != nil {
			return err
		}
	}
	err = table.Play(s, *limit, tell)
	if *save != "" {
		if err := writeRecord(*save, s); err != nil {
			return err
		}
	}
	if *trace != "" {
		if err := writeTrace(*trace, s); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return stopped(std, s.Game(), rest[0])
}

func printLine(w io.Writer, l drive.Line, asJSON bool) {
	if asJSON {
		fmt.Fprintln(w, l.Data)
		return
	}
	fmt.Fprintln(w, l.Text)
}

// readScript reads a script from a file, or standard input for -.
func readScript(std stdio, path string) (drive.Script, error) {
	text, err := readText(std, path)
	if err != nil {
		return nil, usage("--script: %v", err)
	}
	script, err := engine.ParseScript(path, text)
	return script, shown(std, err, diag.Files{path: text})
}

func readText(std stdio, path string) (string, error) {
	var b []byte
	var err error
	if path == "-" {
		b, err = readAll(std.in, "the script")
	} else {
		b, err = readFile(path)
	}
	return string(b), err
}

// shown renders an error that has a place in a file, and gives errShown for it.
func shown(std stdio, err error, files diag.Files) error {
	var d diag.Diagnostic
	var fail *model.Failure
	switch {
	case errors.As(err, &fail):
		d = fail.Diagnostic
	case !errors.As(err, &d):
		return err
	}
	if err := diag.Render(std.err, diag.List{d}, files, isTerminal(std.err)); err != nil {
		return err
	}
	return errShown
}

// stopped shows the error of a game that a fault of its model has stopped.
func stopped(std stdio, g *game.Game, path string) error {
	e := g.Err()
	if e == nil {
		return nil
	}
	files := diag.Files{}
	if text, err := readFile(e.Pos.File); err == nil && e.Pos.Line > 0 {
		files[e.Pos.File] = string(text)
	}
	d := diag.Diagnostic{Code: "stopped", Pos: e.Pos, Text: e.Error()}
	if e.CannotEnd != nil {
		d.Fix = e.CannotEnd.String()
	}
	err := shown(std, d, files)
	if e.Stack != "" {
		fmt.Fprintln(std.err, e.Stack)
	}
	return err
}

// replayed plays the record in a file, telling it from its beginning.
func replayed(p *program.Program, path string, tell *drive.Transcript) (*drive.Session, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, usage("--replay: %v", err)
	}
	r := &drive.Record{}
	if err := r.UnmarshalJSON(data); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s, err := drive.Replay(p, r, drive.Options{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	n := s.CanUndo()
	if err := s.Undo(n); err != nil {
		return nil, err
	}
	for _, a := range r.Answers {
		tell.Show(s)
		if a.Index >= 0 {
			tell.Answer(a.Index)
		}
		if err := s.Redo(1); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func writeRecord(path string, s *drive.Session) error {
	b, err := s.Record().MarshalJSON()
	if err != nil {
		return err
	}
	return replace(path, append(b, '\n'))
}

// mostTrace is how long a trace may be that is written.
const mostTrace = 512 << 20

func writeTrace(path string, s *drive.Session) error {
	b, err := s.Turns(mostTrace)
	if err != nil {
		return err
	}
	return replace(path, b)
}
