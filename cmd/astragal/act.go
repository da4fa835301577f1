package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/drive/prng"
)

func init() {
	register(&command{
		name: "act", args: "PACKS CHARACTER ACTION", summary: "run an action of a character", run: runAct,
		help: `Starts an action of a character and asks whatever it has to ask, at the terminal: what was rolled
(an empty line has the dice rolled), which option, which amounts. Shows each roll, the outcome and
the changes that the action proposes. ACTION is an id as the sheet lists it, <pack>:<action>; the
pack may be left out. PACKS and CHARACTER are as for astragal sheet.

Options:
  --entry ID           the copy that the action goes with, where the sheet lists it with one
  --source ID          the content that it goes with
  --params JSON        its params, as {"dc": 15}
  --situational JSON   situational choices, as {"srd-5.1:cover": "half"}
  --participants JSON  who takes part, as {"target": [{"id": "orc", "values": {"srd-5.1:ac": 13}}]};
                       or @FILE
  --policy JSON        which questions answer themselves, as {"choices": "pause"}; unless it is given
                       dice pause, and with --seed roll themselves; choices and amounts take
                       what is recommended, and are asked where nothing is
  --answers FILE       answers to the questions, a JSON list, as [{"faces": [17]}, {"option": "bless"}]
  --seed N             what the faces follow from that nobody gives
  --save FILE          applies the changes to the character and writes it there
  --json               the result as data (docs/actions.md), without asking

Examples:
  astragal act examples/packs/srd-5.1 examples/packs/srd-5.1/characters/fighter-5.json weapon-attack \
      --entry sword --participants '{"target": [{"id": "orc", "values": {"srd-5.1:ac": 13}}]}'
  astragal act examples/packs/pool examples/packs/pool/characters/fixer-2.json act \
      --params '{"doing": "pool:dots.sway"}' --seed 7 --json`,
	})
}

// actor is an action at the terminal.
type actor struct {
	std   stdio
	lines *bufio.Scanner
	asks  bool
	seed  *uint64
	shown int // lines of the log
	given int // faces that were rolled on request
}

func runAct(std stdio, args []string) error {
	f := newFlags("act")
	entry, source := f.String("entry", "", ""), f.String("source", "", "")
	members := map[string]*string{}
	for _, name := range []string{"params", "situational", "participants", "policy"} {
		members[name] = f.String(name, "", "")
	}
	answers, save := f.String("answers", "", ""), f.String("save", "", "")
	seed := f.String("seed", "", "")
	asJSON := f.Bool("json", false, "")
	rest, err := f.parse(args, 3, 3)
	if err != nil {
		return err
	}
	rules, err := loadRuleset(std, rest[0])
	if err != nil {
		return err
	}
	ch, err := readCharacter(std, rest[1])
	if err != nil {
		return err
	}
	a := &actor{std: std, lines: bufio.NewScanner(std.in), asks: !*asJSON && *answers == ""}
	if *seed != "" {
		n, err := strconv.ParseUint(*seed, 10, 64)
		if err != nil {
			return usage("--seed is a whole number from 0, not %s", *seed)
		}
		a.seed = &n
	}
	call := map[string]any{"character": ch, "action": map[string]any{"id": a.qualified(rules.Rules(), rest[2]), "entry": *entry, "source": *source}}
	if a.seed == nil {
		call["policy"] = map[string]any{"dice": "pause"}
	}
	for name, text := range members {
		if *text == "" {
			continue
		}
		raw := []byte(*text)
		if file, ok := strings.CutPrefix(*text, "@"); ok {
			if raw, err = readFile(file); err != nil {
				return err
			}
		}
		if !json.Valid(raw) {
			return usage("--%s is no JSON", name)
		}
		call[name] = json.RawMessage(raw)
	}
	if *answers != "" {
		raw, err := readFile(*answers)
		if err != nil {
			return err
		}
		if !json.Valid(raw) {
			return usage("%s is no JSON", *answers)
		}
		call["answers"] = json.RawMessage(raw)
	}
	text, err := json.Marshal(call)
	if err != nil {
		return err
	}
	in, err := action.ReadInput(text)
	if err != nil {
		return shownFaults(std, "the input", err)
	}
	opts := action.Options{}
	if a.seed != nil {
		opts.Dice = action.Seeded(*a.seed)
	}
	result := action.Start(rules.Rules(), in, opts)
	for a.asks && result.Needs != nil {
		a.log(result.Log)
		answer, err := a.ask(result.Needs)
		if err != nil {
			return err
		}
		next := action.Continue(rules.Rules(), result.State, answer, nil, opts)
		if len(next.Errors) > 0 && next.Errors[0].Code == "answer-mismatch" {
			fmt.Fprintf(std.out, "  %s\n", printable(next.Errors[0].Message))
			continue
		}
		result = next
	}
	if *asJSON {
		out, err := result.MarshalJSON()
		if err == nil {
			_, err = std.out.Write(append(out, '\n'))
		}
		if err == nil && len(result.Errors) > 0 {
			err = errShown
		}
		return err
	}
	if len(result.Errors) > 0 {
		return shownFaults(std, rest[2], result.Errors)
	}
	a.log(result.Log)
	if result.Needs != nil {
		fmt.Fprintf(std.out, "paused at %s: there is no answer left\n", printable(result.Needs.Step))
		return nil
	}
	a.outcome(result)
	if *save == "" {
		return nil
	}
	return a.save(rules.Rules(), ch, result, *save)
}

// qualified finds the action that an id without a pack means: the one that the packs have.
func (a *actor) qualified(rules *sheet.Rules, id string) string {
	if strings.Contains(id, ":") {
		return id
	}
	for _, p := range rules.Packs {
		if rules.Action(p.ID+":"+id) != nil {
			return p.ID + ":" + id
		}
	}
	return id
}

// log shows what has happened since it was last shown.
func (a *actor) log(entries []*action.Entry) {
	for ; a.shown < len(entries); a.shown++ {
		e := entries[a.shown]
		fmt.Fprintf(a.std.out, "%s: %s\n", printable(e.Step), printable(logLine(e)))
	}
}

func logLine(e *action.Entry) string {
	switch {
	case e.Draw != nil && len(e.Faces) == 1:
		return "drawn: " + e.Draw.Among[e.Faces[0]-1]
	case e.Option != nil:
		return *e.Option
	case e.Participant != nil:
		return e.Participant.ID + " " + asText(e.Outcome)
	case e.Total == nil:
		return asText(e.Amounts)
	}
	var parts []string
	for _, it := range e.Items {
		one := asText(it.Value)
		if it.Dice != "" {
			var faces []string
			for _, f := range it.Faces {
				face := strconv.Itoa(f.Face)
				if !f.Kept {
					face = "(" + face + ")"
				}
				faces = append(faces, face)
			}
			one = it.Dice + " [" + strings.Join(faces, " ") + "]"
		}
		if it.Source != nil && it.Source.ID != "" && it.Dice == "" {
			one += " " + it.Source.ID
		}
		parts = append(parts, one)
	}
	text := strings.ReplaceAll(strings.Join(parts, " + "), " + -", " - ") + " = " + asText(e.Total)
	if e.Band != "" {
		text += ", " + e.Band
	}
	return text
}

func asText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	return string(b)
}

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

func (a *actor) outcome(r *action.Result) {
	fmt.Fprintf(a.std.out, "outcome: %s\n", printable(asText(r.Outcome)))
	for _, p := range r.Proposed {
		to := p.To.Role
		if p.To.Link != "" {
			to = p.To.Link
		}
		if p.Character != "" {
			to += " " + p.Character
		}
		fmt.Fprintf(a.std.out, "  %s: %s\n", printable(to), printable(string(p.Change.AppendJSON(nil))))
	}
}

// save applies the changes for the character itself and writes it.
func (a *actor) save(rules *sheet.Rules, ch *sheet.Character, r *action.Result, path string) error {
	var changes []sheet.Change
	for _, p := range r.Proposed {
		if p.To.Role == "self" && p.Character == "" {
			changes = append(changes, *p.Change)
		}
	}
	out, fault := rules.Apply(ch, changes, sheet.Options{})
	if fault != nil {
		return shownFaults(a.std, "the changes", sheet.Errors{fault})
	}
	return os.WriteFile(path, append(out.Character.AppendJSON(nil), '\n'), 0o644)
}

func randomSeed() uint64 { return rand.Uint64N(1_000_000_000) }
