package main

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/simulate"
)

// writeOutcome tells how games went: how many came to their end, and why.
func writeOutcome(w io.Writer, t *simulate.Tally, limit int) error {
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	row := func(indent, name string, n int) {
		fmt.Fprintf(table, "%s%s\t%s\t%s\n", indent, drive.OneLine(name), grouped(int64(n)), percent(n, t.Games))
	}
	row("  ", "finished", t.Finished)
	for _, r := range t.Reasons() {
		row("    ", r.Reason, r.Games)
	}
	if n := t.Stopped(); n > 0 {
		row("  ", "stopped by an error", n)
	}
	if t.Cut > 0 {
		row("  ", "did not end within "+counted(limit, "request"), t.Cut)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if e := t.Endless; e != nil {
		fmt.Fprintf(w, "One that did not end asks at %s by then (seed %d)\n", drive.OneLine(e.Place), e.Seed)
	}
	return nil
}

// writeStops tells where games stopped.
func writeStops(w io.Writer, t *simulate.Tally) {
	if t.Stopped() == 0 {
		return
	}
	fmt.Fprintln(w, "Where games stopped")
	for _, s := range t.Stops() {
		at := ""
		if s.At.Line > 0 {
			at = s.At.String() + ", "
		}
		fmt.Fprintf(w, "  %s: %s (%sseed %d)\n", counted(s.Games, "game"), drive.OneLine(s.Error), at, s.Seed)
		if s.CannotEnd != nil {
			fmt.Fprintf(w, "    %s\n", drive.OneLine(s.CannotEnd.String()))
		}
	}
}

func writeRequests(w io.Writer, m *simulate.Moments) {
	if m.N > 0 {
		fmt.Fprintf(w, "Requests of a finished game: %.1f on average, from %g to %g\n", m.Mean, m.Min, m.Max)
	}
}

// writeSeats tells what each seat got out of the finished games.
func writeSeats(w io.Writer, t *simulate.Tally) error {
	if t.Finished == 0 {
		return nil
	}
	fmt.Fprintln(w, "Payoffs and wins (95% intervals)")
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for p := range t.Seats {
		s := &t.Seats[p]
		rate, low, high := simulate.Rate{Count: s.Wins, Of: t.Finished}.Interval()
		fmt.Fprintf(table, "  player %d\t%s\t%.1f%% (%.1f to %.1f)", p, around(&s.Payoff), 100*rate, 100*low, 100*high)
		if advantaged(t) {
			fmt.Fprintf(table, "\t%s above the mean of all players", around(&s.Advantage))
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

// advantaged reports whether players' payoffs against each other say more than the payoffs themselves.
func advantaged(t *simulate.Tally) bool {
	for i := range t.Seats {
		if a := &t.Seats[i]; a.Advantage.Min != 0 || a.Advantage.Max != 0 {
			for k := range t.Seats {
				if s := &t.Seats[k]; math.Abs(s.Advantage.Mean-s.Payoff.Mean) > 1e-9 {
					return true
				}
			}
		}
	}
	return false
}

// writeActions tells how often each option was legal and taken.
func writeActions(w io.Writer, places []simulate.Place) error {
	if len(places) == 0 {
		return nil
	}
	fmt.Fprintln(w, "What was legal and taken (share of the times it was legal)")
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, p := range places {
		fmt.Fprintf(table, "  %s, %s\n", drive.OneLine(p.Place), counted(p.Asked, "time"))
		if p.Many {
			fmt.Fprintln(table, "    more different options than are told apart")
		}
		for _, o := range p.Options[:min(len(p.Options), mostShown)] {
			fmt.Fprintf(table, "    %s\tlegal %s\ttaken %s\t%s", drive.OneLine(o.Option), grouped(int64(o.Legal)), grouped(int64(o.Taken)), percent(o.Taken, o.Legal))
			if o.Forced > 0 {
				fmt.Fprintf(table, "\t%s of them without a choice", grouped(int64(o.Forced)))
			}
			fmt.Fprintln(table)
		}
		if n := len(p.Options) - mostShown; n > 0 {
			fmt.Fprintf(table, "    and %d more (--json has all)\n", n)
		}
	}
	return table.Flush()
}

// mostShown is how many options of a place are shown to people.
const mostShown = 25

// points writes a difference of shares in points of a hundred.
func points(m *simulate.Moments) string {
	if half := m.Half(); !math.IsInf(half, 0) {
		return fmt.Sprintf("%+.2f ± %.2f points", 100*m.Mean, 100*half)
	}
	return fmt.Sprintf("%+.2f points", 100*m.Mean)
}

// around writes a mean with half the width of its interval.
func around(m *simulate.Moments) string {
	if half := m.Half(); !math.IsInf(half, 0) {
		return fmt.Sprintf("%+.4f ± %.4f", m.Mean, half)
	}
	return fmt.Sprintf("%+.4f", m.Mean)
}

func percent(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(n)/float64(of))
}
