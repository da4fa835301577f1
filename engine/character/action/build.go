package action

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/dice"
)

// building is a roll that is being put together (seed: Building the roll).
type building struct {
	*frame
	step    *pack.Step
	path    string
	c       *context
	items   []*Item
	parts   []partItems
	effects []*rollEffect // that count, in instance order
	empty   bool
}

// partItems are the items of one part.
type partItems struct {
	part  *pack.Part
	items []*Item
}

// rollEffect is an instance of an effect on rolls that matches this one.
type rollEffect struct {
	*sheet.Instance
	names formula.Names
	value formula.Value
}

// build puts a roll together, up to the dice that are to be rolled.
func (f *frame) build(step *pack.Step, path string, c *context) *building {
	b := &building{frame: f, step: step, path: path, c: c}
	for _, p := range step.Roll.Parts {
		if f.holds(p.When, c, path) {
			b.parts = append(b.parts, partItems{p, b.partItems(p)})
		}
	}
	b.collect()
	b.replaceParts()
	for _, p := range b.parts {
		b.items = append(b.items, p.items...)
	}
	b.stackAdds()
	b.stepDice()
	b.poolDice()
	b.ifEmpty()
	b.advantage()
	b.multiplyDice()
	b.modifyDice()
	b.giveFaces()
	return b
}

// partItems makes the items of a part.
func (b *building) partItems(p *pack.Part) []*Item {
	like := Item{Part: p.ID, Source: b.owner(), Tags: nonNil(b.frame.run.tags(p.Tags, b.c, b.path)), part: p}
	if !p.Multiplied {
		no := false
		like.Multiplied = &no
	}
	if p.Source != nil {
		like.Source = b.named(p.Source)
	}
	switch {
	case p.Dice != nil:
		return itemsOf(b.dice(p.Dice, b.c), like)
	case p.FieldDef != nil:
		return []*Item{b.fieldItem(like, p.FieldDef.N, p.Source == nil)}
	}
	if n, ok := singleField(p.Value); ok {
		return []*Item{b.fieldItem(like, n, p.Source == nil)}
	}
	like.Kind, like.Value = flatItem, b.number(p.Value, b.c)
	return []*Item{&like}
}

// fieldItem reads a field: its value, and the effects on it that may yet have to give way.
func (b *building) fieldItem(like Item, n int, own bool) *Item {
	field := b.rules.Fields[n]
	v, err := b.c.Value(n)
	if err != nil {
		b.fail(string(err.Code), b.path, err.Data, "%s", err.Message)
	}
	like.Kind, like.Value = flatItem, b.toNumber(v)
	if own {
		like.Source, like.carried = &sheet.Source{Type: "field", ID: field.ID}, b.c.Carried(n)
	}
	return &like
}

// named is a source that a part names: content, or a field.
func (b *building) named(f *pack.Formula) *sheet.Source {
	id := b.text(f, b.c, b.path)
	if item := itemIn(b.rules, id, b.def.Pack); item != nil {
		return &sheet.Source{Type: "item", ID: item.ID}
	}
	if field := fieldIn(b.rules, id, b.def.Pack); field != nil {
		return &sheet.Source{Type: "field", ID: field.ID}
	}
	b.fail("unknown-reference", b.path, map[string]any{"id": id}, "the source %s of a part is neither content nor a field", id)
	return nil
}

// owner is where the dice of an action come from: the copy's item, or the rules.
func (b *building) owner() *sheet.Source {
	if c := b.carrier; c != nil && c.Content != nil {
		return &c.Source
	}
	return &sheet.Source{Type: "rules", ID: b.def.ID}
}

// singleField gives the field that a formula is, when it is a single name.
func singleField(f *pack.Formula) (int, bool) {
	if f == nil {
		return 0, false
	}
	slot, ok := f.Code.Single()
	if !ok {
		return 0, false
	}
	n := pack.FieldOfSlot(slot)
	return n, n >= 0
}

func (b *building) dice(f *pack.Formula, names formula.Names) dice.Dice {
	v := b.eval(f, names, b.path)
	if k := v.Kind(); k != formula.DiceKind && k != formula.IntKind {
		b.mismatch(b.path, "dice", v)
	}
	return v.Dice()
}

func (b *building) number(f *pack.Formula, names formula.Names) number {
	return b.toNumber(b.eval(f, names, b.path))
}

func (b *building) toNumber(v formula.Value) number {
	if k := v.Kind(); k != formula.IntKind && k != formula.NumberKind {
		b.mismatch(b.path, "a number", v)
	}
	return number(v.Number())
}

// replaceParts lets set effects take the place of parts (seed, 2a).
func (b *building) replaceParts() {
	for i := range b.parts {
		p := &b.parts[i]
		if len(p.items) == 0 {
			continue
		}
		sets := b.counted(b.valued(pack.Set, func(e *rollEffect) bool { return tagged(p.items[0].Tags, e.Effect.Parts) }))
		if len(sets) == 0 {
			continue
		}
		b.replacePart(p, b.recommended(sets))
	}
}

// recommended is the one of competing effects that the settings name.
func (b *building) recommended(list []*rollEffect) *rollEffect {
	best := list[0]
	for _, e := range list[1:] {
		switch w, most := sheet.Weight(e.value), sheet.Weight(best.value); b.rules.Settings.Competing {
		case "lowest":
			if w < most {
				best = e
			}
		case "latest":
			best = e
		case "first":
		default:
			if w > most {
				best = e
			}
		}
	}
	return best
}

func (b *building) replacePart(p *partItems, e *rollEffect) {
	old := p.items
	like := Item{Part: p.part.ID, Source: &e.Source, Tags: old[0].Tags, Multiplied: old[0].Multiplied, part: p.part}
	if !e.Effect.Multiplied {
		no := false
		like.Multiplied = &no
	}
	if n, ok := singleField(e.Effect.Value); ok {
		p.items = []*Item{b.fieldItem(like, n, true)}
	} else if e.value.Kind() == formula.DiceKind {
		p.items = itemsOf(e.value.Dice(), like)
		if len(p.items) == 0 {
			like.Kind = flatItem
			p.items = []*Item{&like}
		}
	} else {
		like.Kind, like.Value = flatItem, b.toNumber(e.value)
		p.items = []*Item{&like}
	}
	p.items[0].Replaces = old
}

// rival is an effect among those that its stack key sets against each other.
type rival struct {
	*sheet.Instance
	weight float64
	add    *rollEffect // an effect on the roll; or
	item   *Item       // the item whose field carries the effect
}

// stack puts rivals in instance order and tells which count.
func (b *building) stack(list []rival) []sheet.Stacked {
	slices.SortStableFunc(list, func(x, y rival) int { return x.Order() - y.Order() })
	out := make([]sheet.Stacked, len(list))
	for i, r := range list {
		out[i] = sheet.Stacked{Key: r.Effect.StackKey, Source: r.StackSource(), Weight: r.weight}
	}
	b.rules.Stack(out)
	return out
}

// counted are those effects that count among themselves.
func (b *building) counted(list []*rollEffect) []*rollEffect {
	rivals := make([]rival, len(list))
	for i, e := range list {
		rivals[i] = rival{Instance: e.Instance, weight: sheet.Weight(e.value), add: e}
	}
	var out []*rollEffect
	for i, s := range b.stack(rivals) {
		if s.By == sheet.Counts {
			out = append(out, rivals[i].add)
		}
	}
	return out
}

// valued are the effects of an op, each with its value, that fit.
func (b *building) valued(op pack.Op, fits func(*rollEffect) bool) []*rollEffect {
	var out []*rollEffect
	for _, e := range b.effects {
		if e.Effect.Op == op && fits(e) {
			e.value = b.eval(e.Effect.Value, e.names, b.path)
			out = append(out, e)
		}
	}
	return out
}

// stackAdds adds the items of add effects, those that count among each other and among the effects
// that the parts' fields carry (seed, 2).
func (b *building) stackAdds() {
	group := func(in *sheet.Instance) string {
		if in.Effect.StackKey == "source" {
			return "source " + in.StackSource()
		}
		return in.Effect.StackKey
	}
	var rivals []rival
	keys := map[string]bool{}
	for _, e := range b.valued(pack.Add, func(e *rollEffect) bool { return e.Effect.Tally == "" }) {
		rivals = append(rivals, rival{Instance: e.Instance, weight: sheet.Weight(e.value), add: e})
		keys[group(e.Instance)] = e.Effect.StackKey != ""
	}
	for _, it := range b.items {
		for _, p := range it.carried {
			if keys[group(p.Instance)] {
				rivals = append(rivals, rival{Instance: p.Instance, weight: p.Value.Number(), item: it})
			}
		}
	}
	for i, s := range b.stack(rivals) {
		r, counts := rivals[i], s.By == sheet.Counts
		switch {
		case r.add != nil && counts:
			b.addItem(r.add)
		case r.add == nil && !counts:
			r.item.Value -= number(r.weight)
			r.item.Dropped = append(r.item.Dropped, Dropped{&r.Source, number(r.weight)})
		}
	}
}

// addItem adds what an add effect brings.
func (b *building) addItem(e *rollEffect) {
	like := Item{Source: &e.Source, Tags: nonNil(b.frame.run.tags(e.Effect.AddedTags, e.names, b.path))}
	if !e.Effect.Multiplied {
		no := false
		like.Multiplied = &no
	}
	if e.value.Kind() == formula.DiceKind {
		b.items = append(b.items, itemsOf(e.value.Dice(), like)...)
		return
	}
	like.Kind, like.Value = flatItem, b.toNumber(e.value)
	b.items = append(b.items, &like)
}
