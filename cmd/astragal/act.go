package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/sheet"
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
