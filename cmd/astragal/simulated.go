package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"text/tabwriter"

	"github.com/astragal-engine/astragal/engine/chart"
	"github.com/astragal-engine/astragal/engine/diagram"
	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/simulate"
)

// chartFile is where a picture of the result goes; nowhere without a path.
type chartFile struct{ path, theme string }

func (c *chartFile) check() error {
	if !diagram.Theme(c.theme).Known() {
		return usage("--theme is '%s'; there are light, dark and auto", c.theme)
	}
	return nil
}

// keep reads what is to be resumed, and looks whether the state can be saved, before it takes hours.
func (s *simulation) keep(resume string) error {
	if resume != "" {
		b, err := readFile(resume)
		if err != nil {
			return err
		}
		if s.From, err = simulate.ReadSave(b); err != nil {
			return fmt.Errorf("%s: %w", resume, err)
		}
		if s.save == "" {
			s.save = resume
		}
	}
	if s.Keep = s.save != ""; s.Keep {
		f, err := os.CreateTemp(filepath.Dir(s.save), filepath.Base(s.save)+".*")
		if err != nil {
			return err
		}
		f.Close()
		return os.Remove(f.Name())
	}
	return nil
}

// write writes the files that are asked for.
func (s *simulation) write(r *simulate.Result) error {
	if s.svg.path != "" {
		names := [2]string{"", s.with.String()}
		if err := replace(s.svg.path, chart.SVG(r, names, diagram.Theme(s.svg.theme))); err != nil {
			return err
		}
	}
	if !s.Keep {
		return nil
	}
	return replace(s.save, r.Save().Append(nil))
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
	Set []string `json:"set"`
	simulate.Difference
}

func (s *simulation) data(r *simulate.Result) simulateReport {
	out := simulateReport{Seed: s.Seed, Agents: s.agents, Interrupted: r.Interrupted, Result: r.Variants[0].Data()}
	if len(r.Variants) == 2 {
		with := r.Variants[1].Data()
		out.Compared = &with
		out.Difference = &difference{s.with, *r.Difference()}
	}
	return out
}

func (s *simulation) print(w io.Writer, r *simulate.Result) error {
	for i, t := range r.Variants {
		head := fmt.Sprintf("%s, seed %d", counted(t.Games, "game"), s.Seed)
		if i == 1 {
			head = "\nWith " + drive.OneLine(s.with.String())
		}
		fmt.Fprintln(w, head)
		if err := writeOutcome(w, t, s.Requests); err != nil {
			return err
		}
		writeRequests(w, &t.Requests)
		if err := writeSeats(w, t); err != nil {
			return err
		}
		if err := writeActions(w, t.Actions()); err != nil {
			return err
		}
		writeStops(w, t)
	}
	if len(r.Variants) == 1 {
		return nil
	}
	fmt.Fprintf(w, "\nDifference over %s (95%% intervals): payoff, share of wins\n", counted(r.Pairs, "pair"))
	table := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for p := range r.Payoffs {
		fmt.Fprintf(table, "  player %d\t%s\t%s\n", p, around(&r.Payoffs[p]), points(&r.Wins[p]))
	}
	fmt.Fprintf(table, "  requests\t%s\n", around(&r.Requests))
	return table.Flush()
}
