package action

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/dice"
	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

// fieldIn finds a field by an id that is qualified or local to a pack.
func fieldIn(rules *sheet.Rules, id string, p *pack.Pack) *pack.Field {
	if f := rules.Field(id); f != nil || strings.Contains(id, ":") {
		return f
	}
	return rules.Field(p.ID + ":" + id)
}

// itemIn finds content likewise.
func itemIn(rules *sheet.Rules, id string, p *pack.Pack) *pack.Item {
	if i := rules.Item(id); i != nil || strings.Contains(id, ":") {
		return i
	}
	return rules.Item(p.ID + ":" + id)
}

// ofField reports whether a param takes a field's id.
func ofField(p *pack.Param) bool {
	return p.Type == pack.ID && p.Of.ID == "" && p.Of.Written == "field"
}

// defaultOf is the value of a situational choice that nobody selected.
func defaultOf(s *pack.Situational) formula.Value {
	if s.Default == nil && s.Type == pack.Boolean {
		return formula.False
	}
	v, _ := formula.FromJSON(s.Default)
	return v
}

// fitSituational holds a value against the type of a situational choice.
func fitSituational(s *pack.Situational, v formula.Value) (formula.Value, bool) {
	switch s.Type {
	case pack.Boolean:
		return v, v.Kind() == formula.BoolKind
	case pack.Integer:
		return v, v.Kind() == formula.IntKind
	}
	for _, o := range s.Options {
		if v.Kind() == formula.StringKind && v.Text() == o {
			return v, true
		}
	}
	return v, false
}

// equal compares simple values.
func equal(a, b formula.Value) bool {
	switch k := a.Kind(); {
	case k == formula.BoolKind && b.Kind() == k:
		return a.Bool() == b.Bool()
	case k == formula.IntKind && b.Kind() == k:
		return a.Int() == b.Int()
	case k == formula.StringKind && b.Kind() == k:
		return a.Text() == b.Text()
	}
	x, err := a.AppendJSON(nil)
	y, err2 := b.AppendJSON(nil)
	return err == nil && err2 == nil && bytes.Equal(x, y)
}

// toData gives a value as decoded JSON.
func toData(v formula.Value) (any, *formula.Error) {
	switch v.Kind() {
	case formula.IntKind:
		return v.Int(), nil
	case formula.StringKind:
		return v.Text(), nil
	case formula.BoolKind:
		return v.Bool(), nil
	}
	text, err := v.AppendJSON(nil)
	if err != nil {
		return nil, err
	}
	x, _, e := jsontext.Data(text)
	if e != nil {
		return nil, formula.Failed(formula.TypeMismatch, e.Error())
	}
	return x, nil
}

// numberOf reads a number of plain data.
func numberOf(x any) (number, bool) {
	switch x := x.(type) {
	case int:
		return number(x), true
	case float64:
		return number(x), true
	case json.Number:
		f, err := x.Float64()
		return number(f), err == nil
	}
	return 0, false
}

// toNumber gives a number as plain data.
func toNumber(n number) any {
	x, _ := toData(n.value())
	return x
}

// uses reports whether a character has a copy or an applied entry of an id.
func uses(c *sheet.Character, id string) bool {
	for _, list := range [][]*sheet.Copy{c.Inventory, c.Features} {
		for _, k := range list {
			if k.ID == id {
				return true
			}
		}
	}
	for _, e := range c.Applied {
		if e.ID == id {
			return true
		}
	}
	return false
}

func storedOffer(c *sheet.Character, id string) bool {
	for _, f := range c.FollowUps {
		if f.ID == id {
			return true
		}
	}
	return false
}

func diceLimits(l pack.RunLimits) dice.Limits {
	return dice.Limits{Dice: l.Dice, Faces: l.Faces, Explosions: l.Explosions}
}

// versions are the packs of a ruleset with their versions.
func versions(rules *sheet.Rules) map[string]string {
	out := make(map[string]string, len(rules.Packs))
	for _, p := range rules.Packs {
		out[p.ID] = p.Version
	}
	return out
}
