package action

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// context is what formulas of an action see (seed: Starting an action, the context). Fields and the
// functions of the character go to the sheet that the step reads.
type context struct {
	*sheet.Sheet
	f    *frame
	step *pack.Step
	path string

	tags  []string // of the step, evaluated once, with those that action steps add
	state tagState
}

type tagState uint8

const (
	noTags tagState = iota
	evaluating
	evaluated
)

// stepTags are the step's tags. A tag that reads them sees none.
func (c *context) stepTags() []string {
	if c.state == noTags && c.step != nil {
		c.state = evaluating
		c.tags = union(c.f.run.tags(nil, c.step.Tags, c, c.path), c.f.extra)
		c.state = evaluated
	}
	return c.tags
}

// Name answers for a name of the action, or asks the sheet.
func (c *context) Name(s formula.Slot) (formula.Value, *formula.Error) {
	f := c.f
	switch s {
	case pack.SlotParams:
		return f.given, nil
	case pack.SlotSituational:
		return formula.ObjectValue(situationalView{f}), nil
	case pack.SlotParticipants:
		return formula.ObjectValue(participantsView{f}), nil
	case pack.SlotParticipant:
		if f.each != nil {
			return f.each.view.view, nil
		}
		return formula.Absent, nil
	case pack.SlotSteps:
		return formula.ObjectValue(stepsView{f}), nil
	case pack.SlotFlags:
		return formula.ObjectValue(flagsView{f}), nil
	case pack.SlotAction:
		return formula.ObjectValue(actionView{c}), nil
	case pack.SlotItem:
		return c.item(), nil
	case pack.SlotSelf:
		return c.self(), nil
	}
	return c.Sheet.Name(s)
}

// item and self are the action's own, as they are on the sheet that the step reads.
func (c *context) item() formula.Value {
	if c.f.carrier == nil || c.Sheet != c.f.run.sheet && c.f.entry != "" && c.Sheet.Self(c.f.entry).IsAbsent() {
		return formula.Absent
	}
	return c.f.carrier.Item
}

func (c *context) self() formula.Value {
	if c.f.entry == "" {
		return formula.Absent
	}
	if c.Sheet == c.f.run.sheet {
		return c.f.carrier.Self
	}
	return c.Sheet.Self(c.f.entry)
}

// actionView is {item, self, step}.
type actionView struct{ *context }

func (v actionView) Members() []string { return []string{"item", "self", "step"} }

func (v actionView) Member(name string) (formula.Value, *formula.Error) {
	switch name {
	case "item":
		return v.item(), nil
	case "self":
		return v.self(), nil
	case "step":
		if v.step == nil {
			return formula.Absent, nil
		}
		return formula.ObjectValue(formula.Record{
			{Name: "id", Value: formula.StringValue(v.step.ID)},
			{Name: "tags", Value: formula.StringsValue(v.stepTags())},
		}), nil
	}
	return formula.Absent, nil
}

// situationalView are the situational choices by local id: of several the one that the action's pack sees
// first. Those that only the packs of effects see are there too.
type situationalView struct{ *frame }

func (v situationalView) Members() []string {
	var out []string
	for _, s := range v.rules.Situational {
		if !slices.Contains(out, s.Local) {
			out = append(out, s.Local)
		}
	}
	return out
}

func (v situationalView) Member(name string) (formula.Value, *formula.Error) {
	at, best := -1, 0
	for i, s := range v.rules.Situational {
		if s.Local != name {
			continue
		}
		near := slices.Index(v.def.Pack.Visible, s.Pack)
		if at < 0 || near >= 0 && (best < 0 || near < best) {
			at, best = i, near
		}
	}
	if at < 0 {
		return formula.Absent, nil
	}
	return v.situational[at], nil
}

// participantsView are the views by role.
type participantsView struct{ *frame }

func (v participantsView) Members() []string {
	var out []string
	for i := range v.roles {
		out = append(out, v.roles[i].def.Name)
	}
	return out
}

func (v participantsView) Member(name string) (formula.Value, *formula.Error) {
	r := v.role(name)
	if r == nil {
		return formula.Absent, nil
	}
	return r.list, nil
}

// bound is a context with one name more, or another value for one.
type bound struct {
	up    formula.Names
	slot  formula.Slot
	value formula.Value
}

// bind gives names with one of them bound.
func bind(up formula.Names, slot formula.Slot, v formula.Value) formula.Names {
	return &bound{up, slot, v}
}

func (b *bound) Name(s formula.Slot) (formula.Value, *formula.Error) {
	if s == b.slot {
		return b.value, nil
	}
	return b.up.Name(s)
}

func (b *bound) Field(id string) (formula.Value, *formula.Error) { return b.character().Field(id) }
func (b *bound) Fields() ([]formula.Value, *formula.Error)       { return b.character().Fields() }
func (b *bound) Copies(what string) ([]formula.Copy, *formula.Error) {
	return b.character().Copies(what)
}

func (b *bound) character() formula.Character { return b.up.(formula.Character) }
