package main

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/simulate"
)

// interval is a mean with its 95% interval as data; null where nothing was counted.
type interval struct {
	Mean *float64 `json:"mean"`
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	Min  *float64 `json:"min"`
	Max  *float64 `json:"max"`
}

func intervalOf(m *simulate.Moments) interval {
	if m.N == 0 {
		return interval{}
	}
	out := interval{Mean: &m.Mean, Min: &m.Min, Max: &m.Max}
	if half := m.Half(); !math.IsInf(half, 0) {
		low, high := m.Mean-half, m.Mean+half
		out.Low, out.High = &low, &high
	}
	return out
}

// tallyReport is a tally as data.
type tallyReport struct {
	Games    int               `json:"games"`
	Finished int               `json:"finished"`
	Stopped  int               `json:"stopped"`
	Cut      int               `json:"cut"`
	Requests interval          `json:"requests"`
	Reasons  []simulate.Reason `json:"reasons"`
	Seats    []seatReport      `json:"seats"`
	Stops    []simulate.Stop   `json:"stops"`
}

type seatReport struct {
	Payoff  interval `json:"payoff"`
	Wins    int      `json:"wins"`
	WinRate *float64 `json:"win_rate"`
}

func tallyData(t *simulate.Tally) tallyReport {
	out := tallyReport{
		Games: t.Games, Finished: t.Finished, Stopped: t.Stopped(), Cut: t.Cut,
		Requests: intervalOf(&t.Requests), Reasons: t.Reasons(), Stops: t.Stops(), Seats: []seatReport{},
	}
	for i := range t.Seats {
		s := seatReport{Payoff: intervalOf(&t.Seats[i].Payoff), Wins: t.Seats[i].Wins}
		if t.Finished > 0 {
			rate := float64(s.Wins) / float64(t.Finished)
			s.WinRate = &rate
		}
		out.Seats = append(out.Seats, s)
	}
	return out
}

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
