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

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/explore"
	"github.com/astragal-engine/astragal/engine/turn"
)

func init() {
	register(&command{
		name: "explore", args: "MODEL | --profile reference", summary: "every state of a small game, or of the turns of a profile", run: runExplore,
		help: `Visits every state of a small game, nearest first, whatever is answered and drawn, and says what can
be told only of all of them: how many there are; errors that stop the game; whether nothing can be
answered anywhere; whether an end can still be reached from every state; and whether what must
always hold does. What is found comes with a shortest way there, as a script for 'run --script'.

Two states are one only if all is the same that the rest of the game depends on. How much of its
limits a game has used up is no part of it. A state is one of a question or an end: what happens
between two questions is not seen. Exit status 1: something is amiss in what was explored.

Options:
  --invariant X      an expression that must be true in every state; may be repeated
  --script FILE      write the way to what is amiss there
  --at PLACE         count as states also those in which the only option is taken unasked at this
                     place ('*' stands for any text): the last free cell of a board
  --depth N          no more than N answers from the beginning
  --states N         at most so many states (1000000)
  --memory MIB       at most so much memory, about (1024)
  --seconds S        at most so long; 0 (the default): no limit
  --players N        how many play
  --set NAME=VALUE   replace a constant; the value is YAML; may be repeated
  --json             as data

With --profile it visits the turns alone, as the relations of turns leave them free, each tried with
evidence that fits and evidence that does not, and holds every step against what turns must be:
  --profile P        reference (two unlike sides), or a model whose turns these are
  --turns N          the highest number of a turn (3)
  --effects N        of an action (1)
  --actions N        actions within actions, one in the other (1)
  --out N            how many seats may be eliminated (0)
  --symmetry         put together what becomes the same when seats are exchanged that are alike

Examples:
  astragal explore examples/noughts-and-crosses/model.yaml --at 'action mark'
  astragal explore examples/nim/model.yaml --invariant 'min(heaps) >= 0' --script found.yaml
  astragal explore examples/four-in-a-row/model.yaml --depth 5
  astragal explore --profile reference --turns 3`,
	})
}

// texts is an option that may be repeated.
type texts []string

func (t *texts) String() string     { return strings.Join(*t, ", ") }
func (t *texts) Set(s string) error { *t = append(*t, s); return nil }

type exploring struct {
	game    explore.Options
	bounds  turn.Bounds
	profile string
	script  string
	memory  int64
	seconds float64
	set     settings
	json    bool
}

func runExplore(std stdio, args []string) error {
	e := exploring{}
	f := newFlags("explore")
	f.Var((*texts)(&e.game.Invariants), "invariant", "")
	f.StringVar(&e.script, "script", "", "")
	f.StringVar(&e.game.At, "at", "", "")
	f.IntVar(&e.game.Depth, "depth", 0, "")
	f.IntVar(&e.game.States, "states", 1_000_000, "")
	f.Int64Var(&e.memory, "memory", 1024, "")
	f.Float64Var(&e.seconds, "seconds", 0, "")
	f.IntVar(&e.game.Players, "players", 0, "")
	f.Var(&e.set, "set", "")
	f.BoolVar(&e.json, "json", false, "")
	f.StringVar(&e.profile, "profile", "", "")
	f.IntVar(&e.bounds.Turns, "turns", 3, "")
	f.IntVar(&e.bounds.Effects, "effects", 1, "")
	f.IntVar(&e.bounds.Depth, "actions", 1, "")
	f.IntVar(&e.bounds.Out, "out", 0, "")
	f.BoolVar(&e.bounds.Symmetric, "symmetry", false, "")
	rest, err := f.parse(args, 0, 1)
	switch {
	case err != nil:
		return err
	case e.profile == "" && len(rest) == 0:
		return usage("a model is missing, or --profile")
	case e.profile != "" && len(rest) > 0:
		return usage("one argument too many: '%s'", rest[0])
	case e.game.States < 1 || e.memory < 1 || e.memory > 1<<40:
		return usage("--states and --memory must be above 0")
	case e.bounds.Turns < 1 || e.bounds.Effects < 0 || e.bounds.Depth < 1 || e.bounds.Out < 0:
		return usage("--turns and --actions must be above 0, --effects and --out not below 0")
	case e.game.Depth < 0 || !(e.seconds >= 0):
		return usage("--depth and --seconds must not be below 0")
	}
	e.game.Bytes, e.bounds.Bytes, e.bounds.States = e.memory<<20, e.memory<<20, e.game.States
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program
	timed, cancel := ctx, context.CancelFunc(func() {})
	if e.seconds > 0 {
		timed, cancel = context.WithTimeout(ctx, time.Duration(min(e.seconds, 1e9)*float64(time.Second)))
	}
	defer cancel()
	fine := false
	if e.profile != "" {
		fine, err = e.turns(timed, std)
	} else {
		fine, err = e.model(timed, std, rest[0])
	}
	switch {
	case err != nil:
		return err
	case !fine:
		return errShown
	case ctx.Err() != nil:
		return errInterrupted
	}
	return nil
}

// model explores a game.
func (e *exploring) model(ctx context.Context, std stdio, path string) (fine bool, err error) {
	p, err := compileModel(std, path, e.set)
	if err != nil {
		return false, err
	}
	bar := newProgress(std.err, 0)
	e.game.Progress = func(p explore.Progress) { bar.say(explored(p.States, p.Explored, p.Depth)) }
	r, err := explore.Run(ctx, p, e.game)
	bar.clear()
	if err != nil {
		return false, usage("%v", err)
	}
	if e.json {
		err = writeJSON(std.out, r)
	} else {
		writeExplored(std.out, r, e.game.Invariants)
	}
	if err == nil && e.script != "" {
		err = writeFound(std, e.script, r)
	}
	return r.Fine(), err
}

func explored(states, done, depth int) string {
	return fmt.Sprintf("%s, %s explored, depth %d", counted(states, "state"), grouped(int64(done)), depth)
}

// writeFound writes the way to what is amiss, if anything is.
func writeFound(std stdio, path string, r *explore.Report) error {
	way, found := r.Amiss()
	if !found {
		fmt.Fprintf(std.err, "Nothing is amiss, so %s was not written\n", path)
		return nil
	}
	return replace(path, []byte(explore.Script(way)))
}

// turns explores the turns of a profile.
func (e *exploring) turns(ctx context.Context, std stdio) (fine bool, err error) {
	profile := turn.Reference()
	if e.profile != "reference" {
		if profile, err = e.profileOf(std); err != nil {
			return false, err
		}
	}
	bar := newProgress(std.err, 0)
	e.bounds.Progress = func(p turn.Progress) { bar.say(explored(p.States, p.Explored, p.Depth)) }
	r, err := turn.Over(profile).Explore(ctx, e.bounds)
	bar.clear()
	if err != nil {
		return false, usage("--profile: %v", err)
	}
	fine = r.Wrong == "" && r.Deadlocks == 0
	if e.json {
		return fine, writeJSON(std.out, r)
	}
	writeTurns(std.out, r)
	return fine, nil
}

// profileOf is the profile of a model's turns.
func (e *exploring) profileOf(std stdio) (*turn.Profile, error) {
	p, err := compileModel(std, e.profile, e.set)
	if err != nil {
		return nil, err
	}
	players := e.game.Players
	if players == 0 {
		players = p.DefPlayers
	}
	switch {
	case p.Turns == nil:
		return nil, errors.New(e.profile + " has no 'turns': explore the game itself, or --profile reference")
	case players < p.MinPlayers || players > p.MaxPlayers:
		return nil, usage("%s is not for %d players", p.Name, players)
	}
	return p.Turns.Profile(p, players), nil
}

func writeTurns(w io.Writer, r *turn.Report) {
	fmt.Fprintf(w, "%s, %s, depth %d%s\n", counted(r.States, "state"), counted(r.Transitions, "transition"), r.Depth, wholly(r.Whole || r.Wrong != "", r.Cut))
	if r.Symmetries > 1 {
		fmt.Fprintf(w, "Put together by %d ways to exchange seats\n", r.Symmetries)
	}
	switch {
	case r.Wrong != "":
		fmt.Fprintf(w, "What turns must be is broken: %s. The way there:\n", r.Wrong)
	case r.Deadlocks > 0:
		fmt.Fprintf(w, "%s in which nothing goes on. The way to one:\n", counted(r.Deadlocks, "state"))
	default:
		fmt.Fprintln(w, "Every step is one of turns; nothing stands still but the end")
		return
	}
	for _, s := range r.Trace {
		fmt.Fprintf(w, "  %s\n", drive.OneLine(s.Relation))
	}
}

func wholly(whole bool, cut string) string {
	if whole {
		return ""
	}
	return ", and these are not all: " + cut
}
