package sheet

import (
	"strconv"

	"github.com/astragal-engine/astragal/engine/character/pack"
)

// plan is what content, its type, an option or the rules of a pack carry, with what is the same on every
// sheet worked out.
type plan struct {
	*pack.Carried
	choices []choicePlan
}

// choicePlan is a choice with its keys in characters.
type choicePlan struct {
	*pack.Choice
	key     string
	slots   []string   // keys of its slots
	path    [][]string // of each key where the choice stands at the copy itself
	written []plan     // by written option
}

// planOf plans what is carried. key gives a choice its key.
func planOf(c *pack.Carried, key func(*pack.Choice) string) plan {
	p := plan{Carried: c, choices: make([]choicePlan, len(c.Choices))}
	for i, def := range c.Choices {
		one := choicePlan{Choice: def, key: key(def)}
		for _, slot := range def.Slots {
			one.slots = append(one.slots, slotKey(one.key, slot))
		}
		one.path = [][]string{{one.key}}
		if len(one.slots) > 0 {
			one.path = nil
			for _, key := range one.slots {
				one.path = append(one.path, []string{key})
			}
		}
		for _, o := range def.Options.Written {
			one.written = append(one.written, planOf(&o.Carried, ownKey))
		}
		p.choices[i] = one
	}
	return p
}

// slotKey is the key of the ith slot of a choice that goes by a key.
func (p *choicePlan) slotKey(i int, key string) string {
	if key == p.key {
		return p.slots[i]
	}
	return slotKey(key, p.Slots[i])
}

func ownKey(c *pack.Choice) string { return c.ID }

func slotKey(key string, slot int) string { return key + "-" + strconv.Itoa(slot) }

// plan fills the plans of the rules of each pack, of types and of content.
func (r *Rules) plan(byPack []pack.Carried) {
	keys := choiceKeys(r.Ruleset.Rules.Choices)
	for i := range byPack {
		r.byPack = append(r.byPack, planOf(&byPack[i], func(c *pack.Choice) string { return keys[c.Pack.ID+":"+c.ID] }))
	}
	types := map[*pack.ContentType]*plan{}
	for _, t := range r.Types {
		p := planOf(&t.Carried, ownKey)
		types[t] = &p
	}
	r.content = make([]contentPlan, len(r.Items))
	for i, item := range r.Items {
		r.content[i] = contentPlan{ofType: types[item.Type], own: planOf(&item.Carried, ownKey)}
	}
}

// contentPlan is what content carries: its type's, then its own.
type contentPlan struct {
	ofType *plan
	own    plan
}
