package action

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// collect finds the effects that reach the roll: those of the sheet, then those of the selected
// situational choices (seed: Building the roll, 2).
func (b *building) collect() {
	tags := b.c.stepTags()
	found := b.c.AppendRolls(b.room.found[:0], tags, b.entry)
	for _, s := range b.rules.Situational {
		if b.selected(s) {
			for _, in := range b.c.Sheet.Situational(s) {
				if in.Effect.On == pack.OnRolls && in.Matches(tags) {
					found = append(found, in)
				}
			}
		}
	}
	b.room.found = found
	built := formula.ObjectValue(builtView{b.c})
	b.all = slices.Grow(b.all, len(found))[:len(found)]
	for i, in := range found {
		one := &b.all[i]
		one.own = effectContext{b.c, in.Carrier}
		one.names = bound{&one.own, pack.SlotRoll, built}
		if b.holds(in.Effect.When, &one.names, b.path) {
			one.effect = rollEffect{Instance: in, names: &one.names}
			b.effects = append(b.effects, &one.effect)
		}
	}
}

// builtView is the roll that is being built, as its effects see it: {item, self, tags}.
type builtView struct{ *context }

func (v builtView) Member(name string) (formula.Value, *formula.Error) {
	switch name {
	case "item":
		return v.item(), nil
	case "self":
		return v.self(), nil
	case "tags":
		return formula.StringsValue(v.stepTags()), nil
	}
	return formula.Absent, nil
}

func (v builtView) Members() []string {
	names := make([]string, 0, 3)
	for _, name := range []string{"item", "self", "tags"} {
		if m, _ := v.Member(name); !m.IsAbsent() {
			names = append(names, name)
		}
	}
	return names
}

// selected reports whether a situational choice has its effects: a boolean when it is true, another when
// it is not at its default.
func (f *frame) selected(s *pack.Situational) bool {
	v := f.situational[s.N]
	if s.Type == pack.Boolean {
		return v.Bool()
	}
	return !equal(v, defaultOf(s))
}

// effectNames is the context of an effect: item and self its own, the action's under action.
func (f *frame) effectNames(c *context, in *sheet.Instance) formula.Names {
	return &effectContext{c, in.Carrier}
}

// effectContext is an action's context with the roots of the content that carries an effect.
type effectContext struct {
	*context
	carrier *sheet.Carrier
}

func (c *effectContext) Name(s formula.Slot) (formula.Value, *formula.Error) {
	switch s {
	case pack.SlotItem, pack.SlotSelf, pack.SlotSlot:
		return c.carrier.Name(s)
	}
	return c.context.Name(s)
}

// ofContent reports whether a content item or a template carries an effect.
func ofContent(in *sheet.Instance) bool { return in.Content != nil }
