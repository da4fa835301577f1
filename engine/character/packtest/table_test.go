package packtest

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/character/action"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

func (t *table) participants(a *pack.Action, who, seed int) map[string]any {
	roles, next := map[string]any{}, who
	for _, r := range a.Participants {
		list := []any{}
		for n := max(r.Min, seed%3); len(list) < n && (r.Max < 0 || len(list) < r.Max); {
			next = (next + 1) % len(t.characters)
			if next == who {
				break
			}
			list = append(list, t.view(r.Fields, next))
		}
		roles[r.Name] = list
	}
	return roles
}

// slots fills every link slot with the character before.
func (t *table) slots(who int) map[string]any {
	slots := map[string]any{}
	for _, l := range t.rules.Links {
		slots[l.ID] = t.view(l.Fields, (who+len(t.characters)-1)%len(t.characters))
	}
	return slots
}

func (t *table) links(test *testing.T, who int) map[string]sheet.View {
	links, err := sheet.LinksFromData(plain(test, t.slots(who)))
	require.NoError(test, err)
	return links
}

// view shows of a character what a role or a slot declares.
func (t *table) view(fields []pack.Prop, who int) any {
	s := t.rules.Compute(t.characters[who], nil)
	values := map[string]any{}
	for _, f := range t.rules.Fields {
		for _, p := range fields {
			if p.Name == f.Name {
				if v, err := s.Value(f.N); err == nil {
					text, _ := v.AppendJSON(nil)
					values[f.ID] = json.RawMessage(text)
				}
			}
		}
	}
	return map[string]any{"id": s.Character.ID, "values": values}
}

func (t *table) situational(s *sheet.Sheet, a *pack.Action, seed int) map[string]any {
	chosen := map[string]any{}
	for i, c := range t.rules.Situations(a) {
		if ok, err := s.SituationAvailable(c); err != nil || !ok || (seed+i)%2 == 0 {
			continue
		}
		switch c.Type {
		case pack.Boolean:
			chosen[c.ID] = true
		case pack.Integer:
			chosen[c.ID] = seed
		case pack.Enum:
			chosen[c.ID] = c.Options[seed%len(c.Options)]
		}
	}
	return chosen
}

// params gives each param that is needed, and the others by the seed.
func (t *table) params(test *testing.T, a *pack.Action, start map[string]any, seed int) map[string]any {
	params, rest := map[string]any{}, []*pack.Param{}
	for _, p := range a.Params {
		switch {
		case !p.Required && seed%2 == 0:
		case p.Type == pack.ID:
			rest = append(rest, p)
		default:
			params[p.Name] = plainParam(p, seed)
		}
	}
	for _, p := range rest {
		var fit []any
		for _, id := range t.candidates(p) {
			trial := map[string]any{"params": map[string]any{}}
			for key, v := range start {
				trial[key] = v
			}
			for name, v := range params {
				trial["params"].(map[string]any)[name] = v
			}
			trial["params"].(map[string]any)[p.Name] = id
			if t.takes(test, trial, p.Name) {
				fit = append(fit, id)
			}
		}
		require.NotEmpty(test, fit, "nothing fits the param %s of %s", p.Name, a.ID)
		params[p.Name] = fit[seed%len(fit)]
	}
	return params
}

func (t *table) candidates(p *pack.Param) (ids []string) {
	if p.Of.ID == "" {
		for _, f := range t.rules.Fields {
			ids = append(ids, f.ID)
		}
		return ids
	}
	for _, item := range t.rules.Type(p.Of.ID).Items {
		ids = append(ids, item.ID)
	}
	return ids
}

// takes reports whether an action takes the value of a param.
func (t *table) takes(test *testing.T, start map[string]any, param string) bool {
	in, err := action.ReadInput(asJSON(test, start))
	require.NoError(test, err)
	in.Policy = action.Policy{Dice: "pause", Choices: "pause", Allocations: "pause"}
	for _, e := range action.Start(t.rules, in, action.Options{}).Errors {
		if e.Code == "invalid-option" && e.Data["param"] == param {
			return false
		}
	}
	return true
}

func plainParam(p *pack.Param, seed int) any {
	switch p.Type {
	case pack.Boolean:
		return seed%2 == 1
	case pack.Integer, pack.Number:
		return 10 + seed
	case pack.Enum:
		return p.Options[seed%len(p.Options)]
	case pack.Dice:
		return fmt.Sprintf("%dd6 + %d", seed+1, seed)
	case pack.List:
		return []any{}
	}
	return p.Default
}
