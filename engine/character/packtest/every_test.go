package packtest

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// Whatever a character that ships can do, it can do to the end, however the dice fall and whatever is
// chosen, and it can take what comes of it.
func TestEveryActionRuns(t *testing.T) {
	dirs, err := filepath.Glob(filepath.Join(packs, "*/pack.yaml"))
	require.NoError(t, err)
	for _, file := range dirs {
		dir := filepath.Dir(file)
		table := &table{rules: load(t, dir), ran: map[string]bool{}}
		files, err := filepath.Glob(filepath.Join(dir, "characters", "*.json"))
		require.NoError(t, err)
		b := &book{pack: filepath.Base(dir), dir: dir, rules: table.rules}
		for _, f := range files {
			ch, err := sheet.Read(b.character(t, filepath.Base(f)))
			require.NoError(t, err)
			table.characters = append(table.characters, ch)
		}
		t.Run(b.pack, func(t *testing.T) {
			for i := range table.characters {
				for seed := range 6 {
					table.all(t, i, seed)
				}
			}
			for _, a := range table.rules.Actions {
				if a.Available == nil || a.Available.Src != "false" {
					if !table.ran[a.ID] {
						t.Errorf("no character that ships can do %s", a.ID)
					}
				}
			}
		})
	}
}

// table is where characters of a pack sit together: they take part in what the others do.
type table struct {
	rules      *sheet.Rules
	characters []*sheet.Character
	ran        map[string]bool
}

func (t *table) all(test *testing.T, who, seed int) {
	linked := t.links(test, who)
	s := t.rules.Compute(t.characters[who], linked)
	for _, l := range s.Listings() {
		if bar, _ := s.Barred(&l); bar != nil {
			continue
		}
		name := fmt.Sprintf("%s %s %s %s, seed %d", s.Character.ID, l.ID, l.Entry, l.Source, seed)
		start := map[string]any{"character": json.RawMessage(s.Character.AppendJSON(nil)),
			"action": map[string]any{"id": l.ID, "entry": l.Entry, "source": l.Source},
			"links":  t.slots(who), "participants": t.participants(l.Action, who, seed), "situational": t.situational(s, l.Action, seed)}
		start["params"] = t.params(test, l.Action, start, seed)
		outcome, changes := t.play(test, name, start, seed)
		require.NotNil(test, outcome, name)
		_, refused := t.rules.Apply(s.Character, changes, sheet.Options{Links: linked})
		require.Nil(test, refused, name)
		t.ran[l.Action.ID] = true
	}
}

// play runs an action to its end; what pauses is answered by the seed.
func (t *table) play(test *testing.T, name string, start map[string]any, seed int) (*action.Outcome, []sheet.Change) {
	in, err := action.ReadInput(asJSON(test, start))
	require.NoError(test, err, name)
	if seed%3 == 2 {
		in.Policy.Choices = "pause"
	}
	opts := action.Options{Dice: action.Seeded(uint64(seed))}
	r := action.Start(t.rules, in, opts)
	for range 200 {
		if len(r.Errors) > 0 || r.Needs == nil {
			break
		}
		r = action.Continue(t.rules, r.State, t.answer(test, name, r.Needs, seed), nil, opts)
	}
	require.Empty(test, r.Errors, name)
	require.Nil(test, r.Needs, "%s does not end", name)
	var own []sheet.Change
	for _, p := range r.Proposed {
		if p.To.Role == "self" && p.Character == "" {
			own = append(own, *p.Change)
		}
	}
	if r.Outcome == nil {
		r.Outcome = &action.Outcome{}
	}
	return r.Outcome, own
}

func (t *table) answer(test *testing.T, name string, n *action.Needs, seed int) action.Answer {
	switch n.Kind {
	case "choice":
		return action.Answer{Option: &n.Options[seed%len(n.Options)]}
	case "allocate":
		return action.Answer{Amounts: handOut(n.Allocate, seed)}
	case "handoff":
		i := 0
		for t.characters[i].ID != n.Participant.ID {
			i++
		}
		outcome, _ := t.play(test, name+" → "+n.Run.Action, map[string]any{"character": json.RawMessage(t.characters[i].AppendJSON(nil)),
			"action": map[string]any{"id": n.Run.Action}, "params": n.Run.Params}, seed+i)
		return action.Answer{Outcome: outcome}
	}
	test.Fatalf("%s: what is to be answered to %s?", name, n.Kind)
	return action.Answer{}
}

// handOut gives what fits: values in an order that the seed turns, or of a budget one unit at a time.
func handOut(n *action.NeededAmounts, seed int) map[string]int {
	amounts := map[string]int{}
	if n.Values != nil {
		for i, v := range n.Values {
			amounts[n.Fields[(i+seed)%len(n.Fields)].ID] = v
		}
		return amounts
	}
	left := float64(*n.Budget)
	for more := true; more; {
		more = false
		for i := range n.Fields {
			f := &n.Fields[(i+seed)%len(n.Fields)]
			next := amounts[f.ID] + 1
			if f.Limit != nil && next > *f.Limit || next >= len(f.Costs) {
				continue
			}
			if cost := float64(f.Costs[next] - f.Costs[next-1]); cost <= left {
				left -= cost
				amounts[f.ID], more = next, true
			}
		}
	}
	return amounts
}
