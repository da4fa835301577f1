package action

import (
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// newCopy is what addItem adds.
func (at resolving) newCopy(to To, def *pack.NewCopy, names formula.Names) *sheet.Copy {
	k := &sheet.Copy{ID: def.ID, Item: at.content(to, at.text(def.Item, names, at.path), false)}
	if def.Quantity != nil {
		n := at.run.int(def.Quantity, names, at.path)
		k.Quantity = &n
	}
	if def.Equipped != nil {
		b := at.run.bool(def.Equipped, names, at.path)
		k.Equipped = &b
	}
	if def.State != nil {
		k.State = map[string]any{}
		for _, n := range def.State {
			k.State[n.Name] = at.plain(n.Formula, names)
		}
	}
	for _, t := range def.Templates {
		id := t.Written
		if t.ID != "" {
			id = t.ID
		}
		k.Templates = append(k.Templates, id)
	}
	k.Choices = at.picks(def.Choices, names)
	if k.ID == "" {
		k.ID = at.freeID(k.Item)
	}
	at.run.ids[k.ID] = true
	return k
}

// picks are the choices that a new copy comes with.
func (at resolving) picks(list []pack.ChoicePicks, names formula.Names) sheet.Choices {
	if len(list) == 0 {
		return nil
	}
	out := sheet.Choices{}
	for _, choice := range list {
		for _, p := range choice.Picks {
			pick := &sheet.Pick{Option: p.Number, Choices: at.picks(p.Nested, names)}
			if p.Number == nil {
				pick.Option = p.Option.Literal
				if p.Option.Formula != nil {
					pick.Option = at.option(p.Option.Formula, names)
				}
			}
			out[choice.Choice] = append(out[choice.Choice], pick)
		}
	}
	return out
}

// option is an option of a choice: a string or a number.
func (at resolving) option(f *pack.Formula, names formula.Names) any {
	v := at.eval(f, names, at.path)
	if k := v.Kind(); k != formula.StringKind && k != formula.IntKind && k != formula.NumberKind {
		at.mismatch(at.path, "an option: a string or a number", v)
	}
	return at.data(v)
}

// freeID is <item local id with dots as hyphens>-<n>, the least n that nothing uses.
func (at resolving) freeID(item string) string {
	_, local, _ := strings.Cut(item, ":")
	stem := strings.ReplaceAll(local, ".", "-") + "-"
	for n := at.run.free[stem] + 1; ; n++ {
		if id := stem + strconv.Itoa(n); !at.run.ids[id] && !uses(at.in.Character, id) {
			at.run.free[stem] = n
			return id
		}
	}
}
