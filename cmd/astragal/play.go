package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
)

func init() {
	register(&command{
		name:    "play",
		args:    "MODEL",
		summary: "play at the terminal against agents",
		run:     playGame,
		help: `
Plays a game at the terminal. Each question shows its place and numbered options; answer with a
number (as scripts use it) or an option's label. Options that are themselves numbers are answered
with the number that they show: "3" means 3, not the fourth option. u takes back your last answer,
s shows the table, q quits, ? explains. A variable that looks like a board is shown in rows: a list
of lists, or a flat one that is square or as wide as the constant columns, cols, width, size or side
says.

Options:
  --seat N         the seat you play (default 0), or 'all' for everyone at one terminal
  --view-as N      show the table as seat N sees it, 'none' as everyone does, 'all' everything
                   (default: as the seat that is asked)
  --agents A,B     who plays the other seats: random (default), first, heuristic, search (looks ahead;
                   search:5000 with so many tries, 'search(seconds=2)' by the clock), solve (small
                   open games, perfectly), or an agent of the model; one name for all seats
  --seed N         what all random numbers follow from (default 1)
  --players N      how many players
  --set NAME=VALUE another value for a constant, in YAML; may be repeated

Examples:
  astragal play examples/nim/model.yaml
  astragal play examples/duel/model.yaml --seat 1 --agents heuristic --seed 5
  astragal play examples/four-in-a-row/model.yaml --agents search:2000
  printf '2\n0\n' | astragal play examples/nim/model.yaml --seat all`,
	})
}

// console is a person at a terminal in a game.
type console struct {
	std   stdio
	in    *bufio.Scanner
	s     *drive.Session
	seats []drive.Player // nil where the person plays
	alone int            // the only seat of the person; everything: all
	as    *int           // the seat that the table is shown to; nil: the one that is asked
	echo  bool           // the input is no terminal, which would show what is typed
	seen  int            // entries of the log that have been shown
	table []string       // the table as it was shown last
}

func playGame(std stdio, args []string) error {
	o := gameOptions{}
	f := newFlags("play")
	o.add(f)
	seat := f.String("seat", "0", "")
	as := f.String("view-as", "", "")
	rest, err := f.parse(args, 1, 1)
	if err != nil {
		return err
	}
	p, err := compileModel(std, rest[0], o.set)
	if err != nil {
		return err
	}
	if o.agents == "" {
		o.agents = "random"
	}
	s, seats, err := o.start(p)
	if err != nil {
		return err
	}
	c := &console{std: std, in: bufio.NewScanner(std.in), s: s, seats: seats, alone: everything, echo: !isTyped(std.in)}
	if *seat == "all" {
		clear(c.seats)
	} else {
		n, err := strconv.Atoi(*seat)
		if err != nil || n < 0 || n >= len(seats) {
			return usage("--seat is 0 to %d, or all", len(seats)-1)
		}
		c.seats[n], c.alone = nil, n
	}
	if c.as, err = viewAs(*as, len(seats)); err != nil {
		return err
	}
	fmt.Fprintf(std.out, "%s, %s, seed %d. ? explains.\n", drive.OneLine(p.Name), counted(len(seats), "player"), o.seed)
	if err := c.play(); err != nil {
		return err
	}
	return stopped(std, s.Game(), rest[0])
}

// viewAs reads whose view of the table is shown.
func viewAs(text string, seats int) (*int, error) {
	n := everything
	switch text {
	case "":
		return nil, nil
	case "all":
	case "none":
		n = observe.Spectator
	default:
		var err error
		if n, err = strconv.Atoi(text); err != nil || n < 0 || n >= seats {
			return nil, usage("--view-as is 0 to %d, none or all", seats-1)
		}
	}
	return &n, nil
}

// isTyped reports whether a person types what is read from r.
func isTyped(r io.Reader) bool {
	f, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// play runs until the game is over, the person quits or the input ends.
func (c *console) play() error {
	for {
		g := c.s.Game()
		switch {
		case g.Over():
			if err := c.news(c.alone); err != nil {
				return err
			}
			if g.Kind() == game.End {
				fmt.Fprintf(c.std.out, "\nEnd: %s\n", drive.OneLine(g.Reason()))
				for p, x := range g.Payoffs() {
					fmt.Fprintf(c.std.out, "  player %d: %s\n", p, drive.Number(x))
				}
			}
			return nil
		case g.Kind() == game.Chance:
			if _, err := c.s.Draw(); err != nil {
				return err
			}
		case c.seats[g.Player()] != nil:
			if _, err := c.s.Ask(c.seats[g.Player()]); err != nil {
				return err
			}
		default:
			if more, err := c.question(); !more || err != nil {
				return err
			}
		}
	}
}

// question shows what is asked until it is answered or taken back; false when the person leaves.
func (c *console) question() (bool, error) {
	g := c.s.Game()
	if err := c.news(g.Player()); err != nil {
		return false, err
	}
	r, err := c.asked()
	if err != nil {
		return false, err
	}
	c.ask(r)
	for {
		fmt.Fprint(c.std.out, "> ")
		if !c.in.Scan() {
			fmt.Fprintln(c.std.out, "\nThe input has ended.")
			return false, c.in.Err()
		}
		text := strings.TrimSpace(c.in.Text())
		if c.echo {
			fmt.Fprintln(c.std.out, drive.OneLine(text))
		}
		switch i, ok := choice(r, text); {
		case ok:
			return true, c.s.Answer(i)
		case text == "":
		case text == "q":
			return false, nil
		case text == "?":
			fmt.Fprint(c.std.out, "A number or a label answers. u: take back your last answer, s: show the table, o: the options again, q: quit.\n")
		case text == "s":
			lines, err := c.view(g.Player())
			if err != nil {
				return false, err
			}
			c.show(lines)
		case text == "o":
			c.ask(r)
		case text == "u":
			undone, err := c.undo()
			if err != nil {
				return false, err
			}
			if undone {
				return true, nil
			}
			fmt.Fprintln(c.std.out, "There is nothing to take back.")
		default:
			if numeric(r) {
				fmt.Fprintf(c.std.out, "'%s' is no option; one of the numbers above, or ?\n", drive.OneLine(text))
			} else {
				fmt.Fprintf(c.std.out, "'%s' is no option; a number from 0 to %d, or ?\n", drive.OneLine(text), len(r.Options)-1)
			}
		}
	}
}

// numeric reports whether a number that is typed is a label and not an index: some labels are whole
// numbers, and no two options look alike. Whoever is asked how many and types 3 means 3.
func numeric(r *game.Request) bool {
	found, seen := false, map[string]bool{}
	for i := range r.Options {
		label := r.Options[i].Label
		if seen[label] {
			return false
		}
		seen[label] = true
		if _, err := strconv.Atoi(label); err == nil {
			found = true
		}
	}
	return found
}

// choice reads an answer: a number is an index unless labels are numbers, another text a label.
func choice(r *game.Request, text string) (int, bool) {
	if i, err := strconv.Atoi(text); err == nil && !numeric(r) {
		return i, i >= 0 && i < len(r.Options)
	}
	for i := range r.Options {
		if r.Options[i].Label == text {
			return i, true
		}
	}
	return 0, false
}

// asked is the question as whoever must answer it sees it: options that are unknown cards are backs.
func (c *console) asked() (*game.Request, error) {
	g := c.s.Game()
	r := g.Request()
	seen, err := observe.Asked(g, r.Player)
	for i := range seen.Options {
		if seen.Options[i].Hidden {
			r.Options[i].Label = back
		}
	}
	return r, err
}

func (c *console) ask(r *game.Request) {
	out := c.std.out
	fmt.Fprintf(out, "\nPlayer %d · %s\n", r.Player, drive.OneLine(r.Place))
	if r.Prompt != "" {
		fmt.Fprintln(out, drive.OneLine(r.Prompt))
	}
	if len(r.Chosen) > 0 {
		fmt.Fprintf(out, "So far: %s\n", c.labels(r.Player, r.Chosen))
	}
	numbers := numeric(r)
	for i := range r.Options {
		if numbers {
			fmt.Fprintf(out, "      %s\n", drive.OneLine(r.Options[i].Label))
		} else {
			fmt.Fprintf(out, "%4d  %s\n", i, drive.OneLine(r.Options[i].Label))
		}
	}
}

// undo goes back to the last question before this one that the person answered.
func (c *console) undo() (bool, error) {
	try := c.s.Clone()
	for try.CanUndo() > 0 {
		if err := try.Undo(1); err != nil {
			return false, err
		}
		if g := try.Game(); g.Kind() == game.Decision && c.seats[g.Player()] == nil {
			if err := c.s.Undo(c.s.CanUndo() - try.CanUndo()); err != nil {
				return false, err
			}
			c.seen, c.table = c.s.Game().LogLen(), nil
			fmt.Fprintln(c.std.out, "Taken back.")
			return true, nil
		}
	}
	return false, nil
}
