package action

import (
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
)

// change resolves one change (seed: Other steps, changes). A split adjust gives several.
func (at resolving) change(to To, def *pack.Change, names formula.Names) []*sheet.Change {
	ch := &sheet.Change{Type: string(def.Type)}
	if def.Split != nil {
		return at.split(to, def, names)
	}
	at.field(to, ch, def, names)
	at.aim(to, ch, def, names)
	ch.Tags = at.tags(nil, def.Tags, names, at.path)
	switch def.Type {
	case pack.SetField:
		ch.Value = at.plain(def.Value, names)
	case pack.Adjust:
		ch.By = at.plainNumber(def.By, names)
	case pack.SetQuantity:
		ch.Value = at.aimed(def, def.Value, names)
	case pack.SetState:
		ch.Key, ch.Value = def.Key, at.aimed(def, def.Value, names)
	case pack.AdjustState:
		ch.Key, ch.By = def.Key, at.aimed(def, def.By, names)
	case pack.AddItem:
		ch.Item = at.newCopy(to, def.Item, names)
	case pack.Equip:
		ch.Equipped = at.run.bool(def.Equipped, names, at.path)
	case pack.Choose, pack.Unchoose:
		ch.Path = at.choicePath(def.Path, names)
		ch.Option = at.option(def.Option, names)
	case pack.ApplyEffect:
		ch.ID = def.NewID
		ch.Source = at.content(to, at.text(def.Source, names, at.path), false)
		ch.Active = at.active(def.Active, names)
		ch.State = at.state(def.State, names)
	case pack.ToggleEffect:
		ch.Active = at.active(def.Active, names)
	case pack.ApplyTemplate, pack.RemoveTemplate:
		ch.Template = at.content(to, at.text(def.Template, names, at.path), true)
	case pack.OfferFollowUp:
		at.offer(ch, def, names)
	case pack.ClearFollowUp:
		ch.ID = at.text(def.Clear, names, at.path)
	}
	return []*sheet.Change{ch}
}

// field finds the field that a set or an adjust is for.
func (at resolving) field(to To, ch *sheet.Change, def *pack.Change, names formula.Names) {
	if def.Type != pack.SetField && def.Type != pack.Adjust {
		return
	}
	if def.FieldX == nil {
		ch.Field = def.Field.Written
		if def.Field.ID != "" {
			ch.Field = def.Field.ID
		}
		return
	}
	id := at.text(def.FieldX, names, at.path)
	if to.Link != "" {
		if !strings.Contains(id, ":") {
			at.fail("unknown-field", at.path, map[string]any{"field": id}, "a linked character's field is named with its pack: %s is not", id)
		}
		ch.Field = id
		return
	}
	field := fieldIn(at.rules, id, at.pack())
	if field == nil {
		if at.foreign(to, id) {
			ch.Field = id
			return
		}
		at.fail("unknown-field", at.path, map[string]any{"field": id}, "there is no field %s", id)
	}
	if !field.Input() {
		at.fail("not-input-field", at.path, map[string]any{"field": field.ID}, "the field %s is computed and cannot be changed", field.ID)
	}
	ch.Field = field.ID
}

// pack is the pack in which written ids are found: that of the action, or of the content that adds.
func (at resolving) pack() *pack.Pack {
	if at.carrier != nil {
		return at.carrier.Effect.Pack
	}
	return at.def.Pack
}

// foreign reports whether an id is of a pack that is not loaded and goes to a participant, who checks it.
func (at resolving) foreign(to To, id string) bool {
	name, _, qualified := strings.Cut(id, ":")
	return to.Role != selfRole && qualified && at.rules.Pack(name) == nil
}

// content finds content, or a template, by an id as written.
func (at resolving) content(to To, id string, template bool) string {
	if to.Link != "" {
		return id
	}
	item := itemIn(at.rules, id, at.pack())
	if item == nil && at.foreign(to, id) {
		return id
	}
	if item == nil || item.Type == nil || item.Type.Template != template {
		what := "content"
		if template {
			what = "a template"
		}
		at.fail("unknown-reference", at.path, map[string]any{"id": id}, "%s is not %s of the ruleset", id, what)
	}
	return item.ID
}

// aim says which copies or applied entries a change is for.
func (at resolving) aim(to To, ch *sheet.Change, def *pack.Change, names formula.Names) {
	switch {
	case def.Self:
		ch.Entry = at.self()
	case def.Picked:
		ch.Entry = at.pickedCopy()
	case def.Entry.Given():
		ch.Entry = at.instance(def.Entry, names)
	case def.Copies != nil:
		ch.Copies = &sheet.Copies{Where: at.passOn(def.Copies.Where, names)}
		if def.Copies.Type.Given() {
			ch.Copies.Type = def.Copies.Type.Written
			if def.Copies.Type.ID != "" {
				ch.Copies.Type = def.Copies.Type.ID
			}
		}
	case def.Applied != nil:
		ch.Applied = &sheet.Applied{Where: at.passOn(def.Applied.Where, names)}
		if n := def.Applied.Limit; n > 0 {
			ch.Applied.Limit = &n
		}
	}
}

// self is the entry of whose changes these are.
func (at resolving) self() string {
	if at.carrier != nil {
		return at.carrier.Entry()
	}
	return at.entry
}

// pickedCopy is the copy that was picked. An option that content adds is none.
func (at resolving) pickedCopy() string {
	if at.picked == "" {
		at.mismatch(at.path, "a picked copy for entry: picked", formula.Absent)
	}
	return at.picked
}

// instance gives an instance id, written or computed.
func (at resolving) instance(t pack.Text, names formula.Names) string {
	if t.Formula == nil {
		return t.Literal
	}
	v := at.eval(t.Formula, names, at.path)
	if v.Kind() != formula.StringKind || v.Text() == "" {
		at.mismatch(at.path, "the id of a copy or an applied entry", v)
	}
	return v.Text()
}

// passOn is a formula that whoever receives the change evaluates; empty for none.
func (at resolving) passOn(f *pack.Formula, names formula.Names) string {
	if f == nil {
		return ""
	}
	text, err := f.Code.PassOn(names, at.budget, actionRoots, receiverRoots)
	if err != nil {
		at.formulaFailed(f, err, at.path)
	}
	return text
}

var (
	actionRoots   = []string{"steps", "flags", "params", "action"}
	receiverRoots = []string{"self", "item", "batch"}
)

// later reports whether only the receiver can evaluate a formula.
func later(f *pack.Formula) bool {
	for _, root := range receiverRoots {
		if f.Code.ReadsName(root) {
			return true
		}
	}
	return false
}

// aimed is a value under copies or applied: evaluated now unless it reads what only the receiver has.
func (at resolving) aimed(def *pack.Change, f *pack.Formula, names formula.Names) any {
	if def.Copies == nil && def.Applied == nil {
		return at.plain(f, names)
	}
	if later(f) {
		return at.passOn(f, names)
	}
	v := at.eval(f, names, at.path)
	if v.Kind() == formula.StringKind {
		text, _ := formula.Literal(v)
		return text
	}
	return at.data(v)
}

// plain evaluates a formula to plain data.
func (at resolving) plain(f *pack.Formula, names formula.Names) any {
	return at.data(at.eval(f, names, at.path))
}

func (at resolving) plainNumber(f *pack.Formula, names formula.Names) any {
	v := at.eval(f, names, at.path)
	if k := v.Kind(); k != formula.IntKind && k != formula.NumberKind {
		at.mismatch(at.path, "a number", v)
	}
	return at.data(v)
}

func (at resolving) data(v formula.Value) any {
	v, err := v.Settled(at.budget) // each change that has it pays for its size
	var x any
	if err == nil {
		x, err = toData(v)
	}
	if err != nil {
		at.fail(string(err.Code), at.path, err.Data, "%s", err.Message)
	}
	return x
}

func (at resolving) active(f *pack.Formula, names formula.Names) *bool {
	if f == nil {
		return nil
	}
	b := at.run.bool(f, names, at.path)
	return &b
}

// state evaluates state values; one that reads batch is passed on as {formula}.
func (at resolving) state(list []pack.Named, names formula.Names) map[string]any {
	if list == nil {
		return nil
	}
	out := map[string]any{}
	for _, n := range list {
		if n.Formula.Code.ReadsName("batch") {
			out[n.Name] = map[string]any{"formula": at.passOn(n.Formula, names)}
			continue
		}
		out[n.Name] = at.plain(n.Formula, names)
	}
	return out
}

// choicePath is the path of a choose or an unchoose.
func (at resolving) choicePath(p *pack.Path, names formula.Names) *sheet.Path {
	out := &sheet.Path{}
	switch {
	case p.Self:
		out.Entry = at.self()
	case p.Picked:
		out.Entry = at.pickedCopy()
	case p.Entry.Given():
		out.Entry = at.instance(p.Entry, names)
	}
	out.Choice = p.Choice
	if p.Formula != nil {
		out.Choice = at.strings(p.Formula, names, at.path)
	}
	return out
}
