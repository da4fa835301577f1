package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/dice"
	"github.com/astragal-engine/astragal/engine/drive/prng"
)

func init() {
	register(&command{
		name: "roll", args: "DICE", summary: "roll dice, or show how likely each total is", run: runRoll,
		help: `Rolls dice and shows every face and what became of it; docs/dice.md has the notation.

Options:
  --seed N         what the faces follow from (default: another one each time)
  --times N        rolls so often, a line each, and says how the totals lie (1; most 1,000,000)
  --faces LIST     faces that fell on the table, in the order of asking, instead of a seed: 4,2,6
  --distribution   instead of rolling: the exact probability of each total, as a table with bars
  --json           the same as data; each roll a line

Examples:
  astragal roll '4d6kh3 + 2'
  astragal roll '2d20kh1 + 5' --times 10 --seed 7
  astragal roll '5d10cs>=8cf1' --distribution
  astragal roll '3d6!' --faces 6,2,3,5`,
	})
}

const mostRolls = 1_000_000

func runRoll(std stdio, args []string) error {
	f := newFlags("roll")
	seed := f.Uint64("seed", rand.Uint64N(1_000_000_000), "")
	times := f.Int("times", 1, "")
	faces := f.String("faces", "", "")
	distribution := f.Bool("distribution", false, "")
	asJSON := f.Bool("json", false, "")
	rest, err := f.parse(args, 1, 1)
	if err != nil {
		return err
	}
	if *times < 1 || *times > mostRolls {
		return usage("--times is 1 to %d, not %d", mostRolls, *times)
	}
	if *faces != "" && *times > 1 {
		return usage("--faces is for one roll")
	}
	d, err := dice.Parse(rest[0])
	var wrong *dice.Error
	if errors.As(err, &wrong) {
		fmt.Fprintf(std.err, "error: %s\n  %s\n  %s^\n", wrong, printable(rest[0]), strings.Repeat(" ", wrong.Column()-1))
		return errShown
	}
	out := bufio.NewWriter(std.out)
	defer out.Flush()
	enc := json.NewEncoder(out)
	if *distribution {
		x, err := d.Distribution()
		if err != nil {
			return err
		}
		if report := x.Report(d, true); *asJSON {
			return enc.Encode(report)
		} else {
			showDistribution(out, report)
		}
		return nil
	}
	source := prng.Source{Seed: *seed}
	chance := func(die dice.Die) (int, error) { return die.Low() + source.Intn(die.Sides), nil }
	var given *dice.Faces
	if *faces != "" {
		list, err := numbers(*faces)
		if err != nil {
			return err
		}
		given = dice.Given(list...)
		chance = given.Next
	}
	var r dice.Roll
	sum, low, high := 0.0, 0, 0
	for i := range *times {
		if err := d.RollInto(&r, chance, dice.Options{}); err != nil {
			return err
		}
		if given != nil && given.Left() > 0 {
			return fmt.Errorf("%s of --faces not asked for", counted(given.Left(), "face"))
		}
		if i == 0 {
			low, high = r.Total, r.Total
		}
		sum, low, high = sum+float64(r.Total), min(low, r.Total), max(high, r.Total)
		switch report := r.Report(); {
		case *asJSON:
			if err := enc.Encode(report); err != nil {
				return err
			}
		case *times == 1:
			showRoll(out, report)
		default:
			fmt.Fprintf(out, "%6d  %s\n", report.Total, oneRoll(report))
		}
	}
	if *asJSON {
		return nil
	}
	if *times > 1 {
		fmt.Fprintf(out, "\n%s of %s: mean %.4f, from %d to %d\n", counted(*times, "roll"), d, sum/float64(*times), low, high)
	}
	if given == nil {
		fmt.Fprintf(out, "seed %d\n", *seed)
	}
	return nil
}

// numbers reads 4,2,6.
func numbers(text string) ([]int, error) {
	var out []int
	for _, part := range strings.Split(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return nil, usage("--faces: '%s' is no face", part)
		}
		out = append(out, n)
	}
	return out, nil
}

func showRoll(w *bufio.Writer, r *dice.RollReport) {
	fmt.Fprintf(w, "%s = %d\n", r.Dice, r.Total)
	wide := 0
	for _, t := range r.Terms {
		wide = max(wide, len(t.Dice))
	}
	for _, t := range r.Terms {
		fmt.Fprintf(w, "  %-*s  %4d   %s\n", wide, t.Dice, t.Value, facesOf(t))
	}
	if r.Flat != 0 && len(r.Terms) > 0 {
		fmt.Fprintf(w, "  %-*s  %4d\n", wide, "", r.Flat)
	}
}

// oneRoll is a roll in one line.
func oneRoll(r *dice.RollReport) string {
	var parts []string
	for _, t := range r.Terms {
		parts = append(parts, t.Dice+": "+facesOf(t))
	}
	return strings.Join(parts, "; ")
}

// facesOf tells what became of each die of a term: "5 | 2 rerolled, 6 exploded, 3 | 1 dropped".
func facesOf(t dice.TermReport) string {
	var dice []string
	for i := range t.Faces {
		for die := t.Faces[i].Die; die >= len(dice); {
			dice = append(dice, "")
		}
	}
	for _, f := range t.Faces {
		s := strconv.Itoa(f.Face)
		for _, mark := range []struct {
			is   bool
			word string
		}{
			{f.Rerolled, " rerolled"}, {!f.Rerolled && f.Counts != f.Face, " counts as " + strconv.Itoa(f.Counts)},
			{f.Exploded, " exploded"}, {!f.Kept && !f.Rerolled, " dropped"}, {f.Success, " success"}, {f.Failure, " failure"},
		} {
			if mark.is {
				s += mark.word
			}
		}
		if dice[f.Die] != "" {
			s = dice[f.Die] + ", " + s
		}
		dice[f.Die] = s
	}
	if len(dice) == 0 {
		return "no dice"
	}
	return strings.Join(dice, " | ")
}

func showDistribution(w *bufio.Writer, r *dice.DistributionReport) {
	fmt.Fprintf(w, "%s: mean %s%s, deviation %.4f, median %d, from %d to %d\n", r.Dice, strconv.FormatFloat(r.Mean, 'g', 8, 64), fraction(r.MeanExact), r.Deviation, r.Median, r.Min, r.Max)
	if r.Partial {
		fmt.Fprintln(w, "mean and deviation are those of the totals below")
	}
	if r.Beyond > 0 {
		fmt.Fprintf(w, "explosions have no end: with a probability of %.3g a total is none of these\n", r.Beyond)
	}
	const bars = 40
	most, hidden := 0.0, 0
	for _, o := range r.Outcomes {
		most = max(most, o.P)
	}
	fmt.Fprintf(w, "\n%8s %10s %10s\n", "total", "exactly", "at least")
	for _, o := range r.Outcomes {
		if o.P < most*1e-6 { // the long tails of large pools and of explosions
			hidden++
			continue
		}
		line := fmt.Sprintf("%8d %9.4f%% %9.4f%%  %-*s", o.Total, 100*o.P, 100*o.AtLeast, bars, strings.Repeat("█", int(bars*o.P/most+0.5)))
		fmt.Fprintln(w, strings.TrimRight(line+fraction(o.Exact), " "))
	}
	if hidden > 0 {
		fmt.Fprintf(w, "%s less likely than a millionth of the likeliest: --json has them\n", counted(hidden, "more total"))
	}
}

// fraction shows an exact number that people can read.
func fraction(exact string) string {
	if len(exact) > 24 || !strings.Contains(exact, "/") {
		return ""
	}
	return " (" + exact + ")"
}
