package report

import (
	"bufio"
	"fmt"
	"io"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/diag"
	"github.com/astragal-engine/astragal/engine/drive"
)

// writer writes a report for people.
type writer struct {
	*bufio.Writer
	r     *Report
	color bool
}

// Write writes the report for people, part by part, on a hundred columns. name stands for the model, as
// its user calls it. With color, for a terminal.
func (r *Report) Write(out io.Writer, name string, color bool) error {
	if err := diag.Render(out, r.list, r.files, color); err != nil {
		return err
	}
	w := &writer{bufio.NewWriter(out), r, color}
	if len(r.list) > 0 {
		fmt.Fprintln(w)
	}
	w.allowed()
	w.summary(name)
	if r.Measures != nil {
		w.measures()
		w.gaps()
	}
	if r.TestGames != nil {
		w.games(name)
	}
	if r.Measures != nil && r.Tree != "" {
		w.head("The flow as a tree")
		fmt.Fprint(w, r.Tree)
	}
	return w.Flush()
}

func (w *writer) allowed() {
	if len(w.r.Allowed) == 0 {
		return
	}
	fmt.Fprintln(w, w.paint("1", "Allowed where they stand"))
	for _, a := range w.r.Allowed {
		fmt.Fprintf(w, "  %s: %s [%s]\n    because: %s\n", a.pos(), drive.OneLine(a.Message), a.Code, drive.OneLine(a.Reason))
	}
	fmt.Fprintln(w)
}

func (w *writer) summary(name string) {
	r := w.r
	counts := counted(r.Errors, "error") + ", " + counted(r.Warnings, "warning")
	if n := len(r.Allowed); n > 0 {
		counts += fmt.Sprintf(" (and %d allowed)", n)
	}
	style := "1;32"
	switch {
	case r.Errors > 0:
		style = "1;31"
	case r.Warnings > 0:
		style = "1;33"
	}
	fmt.Fprintf(w, "%s: %s\n", w.paint("1", drive.OneLine(name)), w.paint(style, counts))
}

const barWidth = 40

func (w *writer) measures() {
	r, e := w.r, &w.r.Executability
	row := func(name, value string) { fmt.Fprintf(w, "  %-16s%s\n", name, value) }
	full := e.Executable.OK * barWidth / max(1, e.Executable.Total)
	style := "33"
	if e.Executable.OK == e.Executable.Total {
		full, style = barWidth, "32"
	}
	row("executable", fmt.Sprintf("%s  %s", percent(e.Executable.OK, e.Executable.Total),
		w.paint(style, strings.Repeat("█", full)+strings.Repeat("░", barWidth-full))))
	row("  rules", e.Rules.String())
	if e.Content.Total > 0 {
		row("  content", e.Content.String())
	} else {
		row("  content", "-")
	}
	if e.Bound != nil {
		row("with evaluators", e.Bound.String())
	}
	row("steps", fmt.Sprint(r.Steps))
	row("ops", fmt.Sprint(r.Ops))
	row("code", fmt.Sprintf("%.0f%%", 100*r.Code))
	row("open questions", fmt.Sprint(r.OpenQuestions))
}

func (s Share) String() string {
	return fmt.Sprintf("%s (%d/%d)", percent(s.OK, s.Total), s.OK, s.Total)
}

// gaps lists what is missing by kind.
func (w *writer) gaps() {
	if len(w.r.Gaps) == 0 {
		return
	}
	kinds, by, wide := []string{}, map[string][]Gap{}, 0
	for _, g := range w.r.Gaps {
		if by[g.Kind] == nil {
			kinds = append(kinds, g.Kind)
		}
		by[g.Kind] = append(by[g.Kind], g)
		wide = max(wide, utf8.RuneCountInString(g.pos().String()))
	}
	sort.Strings(kinds)
	wide = min(wide, 40)
	w.head("What the engine still misses")
	for _, k := range kinds {
		fmt.Fprintf(w, "  %s (%d)\n", w.paint("1", drive.OneLine(k)), len(by[k]))
		for _, g := range by[k] {
			w.wrap(fmt.Sprintf("    %-*s  ", wide, g.pos()), strings.Repeat(" ", wide+6), g.Place+": "+g.Text)
		}
	}
}

func (w *writer) games(name string) {
	g := w.r.TestGames
	w.head("Test games")
	fmt.Fprintf(w, "  %d of %s finished", g.Finished, counted(g.Games, "game"))
	if g.Requests.Mean != nil {
		fmt.Fprintf(w, ", with %.1f requests on average", *g.Requests.Mean)
	}
	fmt.Fprintln(w)
	wide := 0
	for _, x := range g.Reasons {
		wide = max(wide, min(60, utf8.RuneCountInString(drive.OneLine(x.Reason))))
	}
	for _, x := range g.Reasons {
		fmt.Fprintf(w, "    %-*s  %4d  %4s\n", wide, drive.OneLine(x.Reason), x.Games, percent(x.Games, g.Games))
	}
	if n := g.Asked - g.Games; n > 0 {
		fmt.Fprintf(w, "  no time was left for %d more\n", n)
	}
	if g.Cut > 0 {
		fmt.Fprintf(w, "  %s did not end within %d requests: a loop without an end?\n", counted(g.Cut, "game"), g.Limit)
		if e := g.Endless; e != nil {
			fmt.Fprintf(w, "    one of them asks at %s by then (seed %d)\n", drive.OneLine(e.Place), e.Seed)
		}
	}
	if len(g.Stops) == 0 {
		return
	}
	w.head("Where games stopped")
	for _, s := range g.Stops {
		w.wrap("  "+w.paint("1;31", counted(s.Games, "game"))+": ", "    ", s.Error)
		first := "first"
		if s.At != nil {
			first += fmt.Sprintf(" at %s,", s.At)
		}
		fmt.Fprintf(w, "    %s in the game with seed %d\n", first, s.Seed)
		if s.CannotEnd != nil {
			w.wrap("    ", "    ", s.CannotEnd.String())
		}
		w.r.lines.Write(w, s.pos(), w.color)
	}
	fmt.Fprintf(w, "  To follow one: astragal run %s --agents random --seed %d\n", drive.OneLine(name), g.Stops[0].Seed)
}

func (w *writer) head(text string) { fmt.Fprintf(w, "\n%s\n", w.paint("1", text)) }

const columns = 100

// wrap writes a text behind a beginning, on as many lines as it takes.
func (w *writer) wrap(begin, indent, text string) {
	line := begin
	n, empty := utf8.RuneCountInString(begin), true
	for _, word := range strings.Fields(drive.OneLine(text)) {
		size := utf8.RuneCountInString(word)
		switch {
		case empty:
		case n+1+size > columns:
			fmt.Fprintln(w, line)
			line, n = indent, len(indent)
		default:
			line += " "
			n++
		}
		line += word
		n += size
		empty = false
	}
	fmt.Fprintln(w, line)
}

func (w *writer) paint(style, s string) string {
	if !w.color {
		return s
	}
	return "\x1b[" + style + "m" + s + "\x1b[0m"
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// percent is whole; only all is 100%, and only nothing 0%.
func percent(n, of int) string {
	switch {
	case n == of:
		return "100%"
	case n == 0:
		return "0%"
	}
	return fmt.Sprintf("%d%%", min(99, max(1, (200*n+of)/(2*of))))
}
