package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/drive/prng"
)

// ask puts a question and reads the answer.
func (a *actor) ask(n *action.Needs) (action.Answer, error) {
	out := a.std.out
	switch n.Kind {
	case "choice":
		fmt.Fprintf(out, "%s?\n", printable(n.Step))
		for i, o := range n.Options {
			mark := " "
			if n.Recommended != nil && *n.Recommended == o {
				mark = "*"
			}
			fmt.Fprintf(out, "%s %2d  %s\n", mark, i+1, printable(o))
		}
		return a.choose(n)
	case "dice":
		var dice []string
		for _, d := range n.Dice {
			zero := ""
			if d.Zero {
				zero = "z"
			}
			dice = append(dice, fmt.Sprintf("%dd%d%s", d.Count, d.Sides, zero))
		}
		fmt.Fprintf(out, "%s: roll %s", printable(n.Step), strings.Join(dice, " and "))
		if n.Summary != nil && len(n.Summary.Bands) > 0 {
			var bands []string
			for _, b := range n.Summary.Bands {
				if b.When == "true" {
					bands = append(bands, "otherwise "+b.Band)
					continue
				}
				bands = append(bands, b.Band+" if "+b.When)
			}
			fmt.Fprintf(out, " (%s)", printable(strings.Join(bands, "; ")))
		}
		fmt.Fprintln(out)
		return a.faces(n)
	case "allocate":
		fmt.Fprintf(out, "%s: amounts as field=2, with blanks between them\n", printable(n.Step))
		if n.Allocate.Budget != nil {
			fmt.Fprintf(out, "  to spend: %s (%s)\n", asText(n.Allocate.Budget), n.Allocate.Spend)
		} else {
			fmt.Fprintf(out, "  values: %s\n", asText(n.Allocate.Values))
		}
		for _, f := range n.Allocate.Fields {
			limit := ""
			if f.Limit != nil {
				limit = fmt.Sprintf(", at most %d more", *f.Limit)
			}
			fmt.Fprintf(out, "  %s is %s%s\n", printable(f.ID), asText(f.Value), limit)
		}
		return a.amounts()
	}
	fmt.Fprintf(out, "%s: %s runs %s; what came of it, as JSON {\"result\": ...}\n", printable(n.Step), printable(n.Participant.ID), printable(asText(n.Run)))
	line, err := a.line()
	var o action.Outcome
	if err == nil && json.Unmarshal([]byte(line), &o) != nil {
		o.Result = &line
	}
	return action.Answer{Outcome: &o}, err
}

func (a *actor) line() (string, error) {
	fmt.Fprint(a.std.out, "> ")
	if !a.lines.Scan() {
		if err := a.lines.Err(); err != nil {
			return "", err
		}
		fmt.Fprintln(a.std.out)
		return "", errors.New("the input has ended before the action")
	}
	return strings.TrimSpace(a.lines.Text()), nil
}

func (a *actor) choose(n *action.Needs) (action.Answer, error) {
	line, err := a.line()
	if line == "" && n.Recommended != nil {
		line = *n.Recommended
	}
	if i, bad := strconv.Atoi(line); bad == nil && i >= 1 && i <= len(n.Options) {
		line = n.Options[i-1]
	}
	return action.Answer{Option: &line}, err
}

// faces reads what was rolled; an empty line has the dice rolled.
func (a *actor) faces(n *action.Needs) (action.Answer, error) {
	line, err := a.line()
	faces := []int{}
	if err == nil && line == "" {
		if a.seed == nil {
			seed := randomSeed()
			a.seed = &seed
		}
		for _, d := range n.Dice {
			for range d.Count {
				source := prng.Source{Seed: *a.seed, Stream: uint64(a.given)}
				a.given++
				face := 1 + source.Intn(d.Sides)
				if d.Zero {
					face--
				}
				faces = append(faces, face)
			}
		}
		return action.Answer{Faces: faces}, nil
	}
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' }) {
		face, bad := strconv.Atoi(word)
		if bad != nil {
			face = -1
		}
		faces = append(faces, face)
	}
	return action.Answer{Faces: faces}, err
}

func (a *actor) amounts() (action.Answer, error) {
	line, err := a.line()
	amounts := map[string]int{}
	for _, word := range strings.Fields(line) {
		field, n, _ := strings.Cut(word, "=")
		amounts[field], _ = strconv.Atoi(n)
	}
	return action.Answer{Amounts: amounts}, err
}

func randomSeed() uint64 { return rand.Uint64N(1_000_000_000) }
