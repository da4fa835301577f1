package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sort"
	"strings"
	"text/tabwriter"

	"github.com/astragal-engine/astragal/engine/analyze"
	"github.com/astragal-engine/astragal/engine/drive"
)

func init() {
	register(&command{
		name: "perft", args: "MODEL --depth N", summary: "count choice sequences by depth", run: runPerft,
		help: `Counts the sequences of choices from the start of a game by their length, and the games that end
by length and payoff. An edge is an answered request: a decision or a chance.

Options:
  --depth N         how deep
  --at PLACE        count the options taken at this place instead ('*' stands for any text), asked
                    for or taken unasked: the last free cell of a board is a move too. Other
                    requests are followed, but not counted
  --sequences       count sequences only, without the games that end: faster
  --players N       how many play
  --set NAME=VALUE  replace a constant; the value is YAML
  --workers N       how many cores; default all
  --json            as data

Examples:
  astragal perft examples/noughts-and-crosses/model.yaml --depth 9 --at 'action mark'
  astragal perft examples/four-in-a-row/model.yaml --depth 6`,
	})
}

func runPerft(std stdio, args []string) error {
	var o analyze.PerftOptions
	var set settings
	f := newFlags("perft")
	f.IntVar(&o.Depth, "depth", 0, "")
	f.StringVar(&o.At, "at", "", "")
	f.BoolVar(&o.NoEnds, "sequences", false, "")
	f.IntVar(&o.Players, "players", 0, "")
	f.Var(&set, "set", "")
	f.IntVar(&o.Workers, "workers", 0, "")
	asJSON := f.Bool("json", false, "")
	rest, err := f.parse(args, 1, 1)
	switch {
	case err != nil:
		return err
	case o.Depth < 1:
		return usage("give the --depth, at least 1")
	case o.NoEnds && o.At != "":
		return usage("--sequences counts requests, not moves --at a place")
	}
	p, err := compileModel(std, rest[0], set)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	r, err := analyze.RunPerft(ctx, p, o)
	if errors.Is(err, context.Canceled) {
		return errors.New("interrupted")
	}
	if err != nil {
		return usage("%v", err)
	}
	if *asJSON {
		err = writeJSON(std.out, perftData(r, !o.NoEnds))
	} else {
		err = perftTable(std.out, r, !o.NoEnds)
	}
	if err == nil && len(r.Stops) > 0 {
		return errShown
	}
	return err
}

type perftDepth struct {
	Depth     int             `json:"depth"`
	Sequences int64           `json:"sequences"`
	Ended     []analyze.Ended `json:"ended,omitempty"`
}

type perftReport struct {
	Depths  []perftDepth     `json:"depths"`
	Ended   *int64           `json:"ended,omitempty"`
	Stopped map[string]int64 `json:"stopped,omitempty"`
}

func perftData(r *analyze.Perft, ends bool) perftReport {
	out := perftReport{Stopped: r.Stops}
	for d, n := range r.Sequences {
		out.Depths = append(out.Depths, perftDepth{Depth: d, Sequences: n})
	}
	if ends {
		out.Ended = new(int64)
	}
	for _, e := range r.Ends {
		at := &out.Depths[e.Depth]
		at.Ended = append(at.Ended, e)
		*out.Ended += e.Games
	}
	return out
}

// perftTable writes a row for each depth, and with ends how games ended: a column for each payoff.
func perftTable(w io.Writer, r *analyze.Perft, ends bool) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	hows := payoffColumns(r.Ends)
	row := func(depth, sequences string, games int64, by map[string]int64) {
		fmt.Fprintf(t, "%s\t%s\t", depth, sequences)
		if ends {
			fmt.Fprintf(t, "%s\t", grouped(games))
		}
		for _, how := range hows {
			fmt.Fprintf(t, "%s\t", grouped(by[how]))
		}
		fmt.Fprintln(t)
	}
	fmt.Fprint(t, "depth\tsequences\t")
	if ends {
		fmt.Fprint(t, "ended\t")
	}
	for _, how := range hows {
		fmt.Fprintf(t, "%s\t", how)
	}
	fmt.Fprintln(t)
	data := perftData(r, ends)
	totals := map[string]int64{}
	for _, d := range data.Depths {
		games, by := int64(0), map[string]int64{}
		for _, e := range d.Ended {
			games += e.Games
			by[payoffText(e.Payoffs)] += e.Games
			totals[payoffText(e.Payoffs)] += e.Games
		}
		row(fmt.Sprint(d.Depth), grouped(d.Sequences), games, by)
	}
	if ends {
		row("all", "", *data.Ended, totals)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, text := range sortedNames(r.Stops) {
		fmt.Fprintf(w, "stopped %s: %s\n", counted(r.Stops[text], "time"), drive.OneLine(text))
	}
	return nil
}

func sortedNames[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	sort.Strings(names)
	return names
}

// payoffColumns lists the payoffs that games ended with, as texts, the first player's best first.
func payoffColumns(ends []analyze.Ended) []string {
	var list [][]float64
	for _, e := range ends {
		list = append(list, e.Payoffs)
	}
	sort.SliceStable(list, func(i, j int) bool {
		for p := range list[i] {
			if list[i][p] != list[j][p] {
				return list[i][p] > list[j][p]
			}
		}
		return false
	})
	const most = 8
	var out []string
	for _, payoffs := range list {
		if text := payoffText(payoffs); len(out) == 0 || out[len(out)-1] != text {
			out = append(out, text)
		}
	}
	if len(out) > most {
		return nil // a table of all scores tells nothing; --json has them
	}
	return out
}

func payoffText(payoffs []float64) string {
	parts := make([]string, len(payoffs))
	for i, x := range payoffs {
		parts[i] = "0"
		if x != 0 {
			parts[i] = fmt.Sprintf("%+g", x)
		}
	}
	return strings.Join(parts, "/")
}
