package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/astragal-engine/astragal/engine/analyze"
	"github.com/astragal-engine/astragal/engine/drive"
)

// write shows what was worked out.
func (a *analysis) write(w io.Writer) error {
	if a.json {
		return writeJSON(w, a.data())
	}
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	fmt.Fprintf(t, "%s, %s\n", drive.OneLine(a.program.Name), counted(a.built.Players, "player"))
	a.writeTree(t)
	fmt.Fprintf(t, "\nExpected with %s\n", a.players())
	writeWorth(t, &a.worth)
	if a.solved != nil {
		fmt.Fprintf(t, "\nBest play, from the ends back%s\n", a.whatBestIs())
		writeWorth(t, a.solved)
	}
	if a.best {
		a.writeResponses(t)
	}
	if a.checked != nil {
		a.writeEquilibrium(t)
	} else if a.seek {
		fmt.Fprint(t, "\nThe best play is an equilibrium.\n")
	}
	return t.Flush()
}

func (a *analysis) writeTree(w io.Writer) {
	c := &a.counts
	what := "each a history"
	if a.built.Folded {
		what = "each a position"
	}
	fmt.Fprintf(w, "  nodes\t%s, %s\n", grouped(int64(c.Nodes)), what)
	ways := "histories"
	if a.built.Cyclic {
		ways = "positions"
	}
	fmt.Fprintf(w, "  %s\t%s chance, %s decision, %s end", ways, many(c.Chance), many(c.Decision), many(c.End))
	if c.Stopped > 0 {
		fmt.Fprintf(w, ", %s stopped", many(c.Stopped))
	}
	fmt.Fprintf(w, "\n  taken unasked\t%s, %s\n", noun(c.Actions, "action"), noun(c.Options, "option"))
	fmt.Fprintf(w, "  requests\t%s\n", requests(c.Shortest, c.Longest))
	for i, name := range []string{"decisions", "chances"} {
		if s := c.Branching[i]; s.Most > 0 {
			fmt.Fprintf(w, "  options\t%s at %s, %.6g on average\n", span(s.Least, s.Most), name, s.Mean)
		}
	}
	fmt.Fprintf(w, "  information\t%s\n", a.information())
	if c.Sets != nil {
		var parts []string
		for p, n := range c.Sets {
			parts = append(parts, fmt.Sprintf("%s of player %d", many(n), p))
		}
		fmt.Fprintf(w, "  information sets\t%s\n", strings.Join(parts, ", "))
	}
	if sum, ok := a.built.Sum(); ok && a.built.Players > 1 {
		fmt.Fprintf(w, "  payoffs\talways add up to %g\n", sum)
	}
	for i, text := range a.built.Errors {
		fmt.Fprintf(w, "  stopped\t%s: %s\n", many(c.Errors[i]), drive.OneLine(text))
	}
}

func (a *analysis) information() string {
	switch {
	case a.withoutSecrets != nil:
		return "some is secret; information sets are not known, since " + a.withoutSecrets.Error()
	case a.built.Perfect():
		return "perfect"
	case !a.built.Recall:
		return "imperfect; no perfect recall: " + a.built.Forgets
	}
	return "imperfect, with perfect recall"
}

// players says who plays.
func (a *analysis) players() string {
	text := a.agents
	if a.strategyFile != "" {
		text = "the strategy, elsewhere " + text
		if a.missing > 0 {
			text += fmt.Sprintf(" (at %s of its players it says nothing)", counted(a.missing, "set"))
		}
	}
	if a.built.Peeks > 0 {
		text += fmt.Sprintf("; at %s an agent goes by what its seat cannot know", counted(a.built.Peeks, "set"))
	}
	return text
}

func (a *analysis) whatBestIs() string {
	if _, ok := a.built.Sum(); a.built.Players == 1 || a.built.Players == 2 && ok {
		return ""
	}
	return ": each takes what is best for it, of equal options the first"
}

func writeWorth(w io.Writer, x *analyze.Worth) {
	for p, v := range x.Payoffs {
		fmt.Fprintf(w, "  player %d\t%s", p, signed(v))
		if x.Exact != nil {
			if text := x.Exact[p].RatString(); len(text) <= 40 {
				fmt.Fprintf(w, "\t%s", text)
			}
		}
		fmt.Fprintln(w)
	}
	if x.Endless > 0 {
		fmt.Fprintf(w, "  endless\t%.3g of the games go on for ever, counted as payoffs of 0\n", x.Endless)
	} else {
		fmt.Fprintf(w, "  requests\t%.9g\n", x.Requests)
	}
	if x.Stopped > 0 {
		fmt.Fprintf(w, "  stopped\t%.3g of the games, counted as payoffs of 0\n", x.Stopped)
	}
}

func (a *analysis) writeResponses(w io.Writer) {
	fmt.Fprint(w, "\nBest responses\n  player\texpects\tcould get\tgain\n")
	for _, r := range a.responses {
		fmt.Fprintf(w, "  %d\t%s\t%s\t%s\n", r.Player, signed(r.Value), signed(r.Best), signed(r.Gain()))
	}
	gap := analyze.NashConv(a.responses)
	fmt.Fprintf(w, "  NashConv %.9g, exploitability %.9g\n", clean(gap), clean(gap/float64(a.built.Players)))
}

// shownSets is how many sets of an equilibrium are shown; more are for -o.
const shownSets = 64

func (a *analysis) writeEquilibrium(w io.Writer) {
	fmt.Fprint(w, "\nEquilibrium by CFR+\n  iterations\tvalue to player 0\texploitability\n")
	for _, x := range a.checked {
		fmt.Fprintf(w, "  %s\t%s\t%.3g\n", grouped(int64(x.Iteration)), signed(x.Value), clean(x.Exploitability))
	}
	if len(a.found.Sets) > shownSets {
		fmt.Fprintf(w, "  %s sets; -o FILE writes what is played there\n", grouped(int64(len(a.found.Sets))))
		return
	}
	fmt.Fprint(w, "\nPlayed\n  player\thas seen\tplays\n")
	for _, s := range a.found.Sets {
		var parts []string
		for k, x := range s.Play {
			parts = append(parts, fmt.Sprintf("%s %.4f", s.Options[k], x))
		}
		fmt.Fprintf(w, "  %d\t%s\t%s\n", s.Player, strings.Join(s.Seen, ", "), strings.Join(parts, ", "))
	}
}

// many writes a count that may have stayed at its most.
func many(n uint64) string {
	if n > 1<<63-1 {
		return "over " + grouped(1<<63-1)
	}
	return grouped(int64(n))
}

func noun(n uint64, word string) string {
	if n != 1 {
		word += "s"
	}
	return many(n) + " " + word
}

func requests(shortest, longest int) string {
	if longest < 0 {
		return grouped(int64(shortest)) + " or more, any number: the game can come back to a position"
	}
	return span(shortest, longest)
}

func span(from, to int) string {
	if from == to {
		return grouped(int64(from))
	}
	return grouped(int64(from)) + " to " + grouped(int64(to))
}

// clean takes a rounding error for the nothing that it is.
func clean(x float64) float64 {
	if x < 1e-14 && x > -1e-14 {
		return 0
	}
	return x
}

func signed(x float64) string {
	if x = clean(x); x == 0 {
		return "0"
	}
	return fmt.Sprintf("%+.9g", x)
}

type treeData struct {
	Nodes     int    `json:"nodes"`
	Folded    bool   `json:"folded"`
	Cyclic    bool   `json:"cyclic,omitempty"`
	Chance    uint64 `json:"chance"`
	Decision  uint64 `json:"decision"`
	End       uint64 `json:"end"`
	Stopped   uint64 `json:"stopped"`
	Actions   uint64 `json:"unasked_actions"`
	Options   uint64 `json:"unasked_options"`
	Shortest  int    `json:"shortest"`
	Longest   int    `json:"longest"`
	Decisions spread `json:"decision_options"`
	Chances   spread `json:"chance_options"`
}

type spread struct {
	Least int     `json:"least"`
	Most  int     `json:"most"`
	Mean  float64 `json:"mean"`
}

type worthData struct {
	Payoffs  []float64 `json:"payoffs"`
	Exact    []string  `json:"exact,omitempty"`
	Requests float64   `json:"requests"`
	Stopped  float64   `json:"stopped"`
	Endless  float64   `json:"endless,omitempty"`
}

type responseData struct {
	Player int     `json:"player"`
	Value  float64 `json:"value"`
	Best   float64 `json:"best"`
	Gain   float64 `json:"gain"`
}

type analysisReport struct {
	Model           string            `json:"model"`
	Players         int               `json:"players"`
	Tree            treeData          `json:"tree"`
	Perfect         *bool             `json:"perfect_information"` // null: not known
	Recall          bool              `json:"perfect_recall"`
	InformationSets []uint64          `json:"information_sets"` // by player; null: not known
	Sum             *float64          `json:"payoff_sum"`       // null: not the same everywhere
	Errors          map[string]uint64 `json:"errors,omitempty"`
	Agents          string            `json:"agents"`
	Peeks           int               `json:"peeks,omitempty"`
	Missing         int               `json:"strategy_missing,omitempty"`
	Expected        worthData         `json:"expected"`
	BestPlay        *worthData        `json:"best_play,omitempty"`
	Responses       []responseData    `json:"best_responses,omitempty"`
	NashConv        *float64          `json:"nash_conv,omitempty"`
	Exploitability  *float64          `json:"exploitability,omitempty"`
	Equilibrium     []analyze.Checked `json:"equilibrium,omitempty"`
	Strategy        *analyze.Strategy `json:"strategy,omitempty"`
}

func (a *analysis) data() analysisReport {
	c, t := &a.counts, a.built
	r := analysisReport{
		Model: drive.OneLine(a.program.Name), Players: t.Players, Recall: t.Recall, InformationSets: c.Sets, Agents: a.agents, Peeks: t.Peeks,
		Missing: a.missing, Expected: dataOf(&a.worth), Equilibrium: a.checked, Strategy: a.found,
		Tree: treeData{Nodes: c.Nodes, Folded: t.Folded, Cyclic: t.Cyclic, Chance: c.Chance, Decision: c.Decision, End: c.End, Stopped: c.Stopped, Actions: c.Actions,
			Options: c.Options, Shortest: c.Shortest, Longest: c.Longest, Decisions: spread(c.Branching[0]), Chances: spread(c.Branching[1])},
	}
	if a.withoutSecrets == nil {
		perfect := t.Perfect()
		r.Perfect = &perfect
	}
	if sum, ok := t.Sum(); ok {
		r.Sum = &sum
	}
	for i, text := range t.Errors {
		if r.Errors == nil {
			r.Errors = map[string]uint64{}
		}
		r.Errors[text] = c.Errors[i]
	}
	if a.solved != nil {
		w := dataOf(a.solved)
		r.BestPlay = &w
	}
	if a.best {
		gap := analyze.NashConv(a.responses)
		each := gap / float64(t.Players)
		r.NashConv, r.Exploitability = &gap, &each
		for _, x := range a.responses {
			r.Responses = append(r.Responses, responseData{x.Player, x.Value, x.Best, x.Gain()})
		}
	}
	return r
}

func dataOf(w *analyze.Worth) worthData {
	out := worthData{Payoffs: w.Payoffs, Requests: w.Requests, Stopped: w.Stopped, Endless: w.Endless}
	for _, x := range w.Exact {
		out.Exact = append(out.Exact, x.RatString())
	}
	return out
}
