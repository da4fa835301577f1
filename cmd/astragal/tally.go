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
	fmt.Fprintln(w, "Payoffs (95% interval) and wins")
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for p := range t.Seats {
		s := &t.Seats[p]
		fmt.Fprintf(table, "  player %d\t%s\t%s\n", p, around(&s.Payoff), percent(s.Wins, t.Finished))
	}
	return table.Flush()
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
