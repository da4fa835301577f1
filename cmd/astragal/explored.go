package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/explore"
)

// writeExplored tells what an exploration of a game came to.
func writeExplored(w io.Writer, r *explore.Report, invariants []string) {
	all := "all there are"
	if !r.Whole {
		all = "not all there are, since " + r.Cut
	}
	fmt.Fprintf(w, "%s, %s: %s, %s, depth %d: %s\n", drive.OneLine(r.Game), counted(r.Players, "player"), counted(r.States, "state"), counted(r.Transitions, "transition"), r.Depth, all)
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	row := func(name string, n int, ways uint64) {
		if n == 0 {
			return
		}
		fmt.Fprintf(table, "  %s\t  %s\t", name, grouped(int64(n)))
		if r.Histories != nil {
			fmt.Fprintf(table, "  in %s\t", counted(int64(min(ways, 1<<63-1)), "way"))
		}
		fmt.Fprintln(table)
	}
	ways := explore.Counts{}
	if r.Histories != nil {
		ways = *r.Histories
	}
	row("a player decides", r.Decisions, ways.Decisions)
	row("chance decides", r.Chances, ways.Chances)
	row("taken unasked", r.Unasked, ways.Unasked)
	row("code outside is asked", r.Outside, 0)
	row("ended", r.Ends, ways.Ends)
	row("stopped by an error", r.Stopped, 0)
	table.Flush()
	fmt.Fprintln(w, "By depth:", levels(r.Levels))
	if r.Open > 0 {
		fmt.Fprintf(w, "What follows %s is not known\n", counted(r.Open, "state"))
	}
	for _, x := range r.Reasons {
		fmt.Fprintf(w, "Ends with %s: %s\n", drive.OneLine(x.Reason), counted(x.States, "state"))
	}
	for i := range r.Faults {
		f := &r.Faults[i]
		at := ""
		if f.At.Line > 0 {
			at = " (" + f.At.String() + ")"
		}
		fmt.Fprintf(w, "%s: %s%s\n", counted(f.States, "state"), drive.OneLine(f.Error), at)
		if f.CannotEnd != nil {
			fmt.Fprintf(w, "  %s\n", drive.OneLine(f.CannotEnd.String()))
		}
		writeWay(w, "  after", f.Trace)
	}
	if r.Deadlocks.States > 0 {
		fmt.Fprintf(w, "Nothing can be answered in %s\n", counted(r.Deadlocks.States, "state"))
		writeWay(w, "  the nearest after", r.Deadlocks.Trace)
	}
	writeStuck(w, r)
	switch {
	case r.Broken != nil:
		fmt.Fprintf(w, "The invariant %s does not hold: it gives %s\n", drive.OneLine(r.Broken.Invariant), drive.OneLine(r.Broken.Value))
		writeWay(w, "  after", r.Broken.Trace)
	case len(invariants) > 0:
		fmt.Fprintf(w, "In all of them: %s\n", drive.OneLine(strings.Join(invariants, "; ")))
	}
}

func writeStuck(w io.Writer, r *explore.Report) {
	s := &r.Stuck
	switch {
	case s.States == 0 && r.Open == 0 && r.Ends > 0:
		fmt.Fprintln(w, "From every state that goes on an end can be reached")
	case s.States == 0 && r.Open > 0:
		fmt.Fprintln(w, "No state is known from which no end can be reached")
	case s.States > 0:
		fmt.Fprintf(w, "No end can be reached any more from %s\n", counted(s.States, "state"))
		writeWay(w, "  the nearest after", s.Trace)
		if len(s.Cycle) > 0 {
			writeWay(w, "  from where it can go round for ever by", s.Cycle)
		} else {
			fmt.Fprintln(w, "  from where all ways lead to an error")
		}
	}
}

// writeWay tells what is answered on a way.
func writeWay(w io.Writer, how string, way []explore.Answer) {
	if len(way) == 0 {
		fmt.Fprintf(w, "%s no answer at all\n", how)
		return
	}
	fmt.Fprintf(w, "%s %s\n", how, counted(len(way), "answer"))
	const most = 40
	for i := range way[:min(len(way), most)] {
		fmt.Fprintf(w, "    %s\n", way[i].String())
	}
	if n := len(way) - most; n > 0 {
		fmt.Fprintf(w, "    and %d more\n", n)
	}
}

func levels(list []int) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = grouped(int64(n))
	}
	return strings.Join(parts, " ")
}
