package action

import (
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/dice"
)

// building is a roll that is being put together (seed: Building the roll). A run builds one at a time.
type building struct {
	*frame
	step    *pack.Step
	path    string
	c       *context
	items   []*Item
	parts   []partItems
	effects []*rollEffect // that count, in instance order
	empty   bool

	all     []reaching
	rivals  []rival
	stacked []sheet.Stacked
	values  []*rollEffect
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

// reaching is what an instance that may act on the roll needs, in one piece.
type reaching struct {
	effect rollEffect
	names  bound
	own    effectContext
}

// emptied is an empty building with the memory of the lists of another one.
func (b *building) emptied() building {
	return building{items: b.items[:0], parts: b.parts[:0], effects: b.effects[:0],
		all: b.all[:0], rivals: b.rivals[:0], stacked: b.stacked[:0], values: b.values[:0]}
}

// clear lets go of what the rolls of a run were made of.
func (b *building) clear() {
	clear(b.items[:cap(b.items)])
	clear(b.parts[:cap(b.parts)])
	clear(b.effects[:cap(b.effects)])
	clear(b.all[:cap(b.all)])
	clear(b.rivals[:cap(b.rivals)])
	clear(b.stacked[:cap(b.stacked)])
	clear(b.values[:cap(b.values)])
	*b = b.emptied()
}

// build puts a roll together, up to the dice that are to be rolled.
func (f *frame) build(step *pack.Step, path string, c *context) *building {
	b := &f.room.building
	*b = b.emptied()
	b.frame, b.step, b.path, b.c = f, step, path, c
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
	like := Item{Part: p.ID, Tags: b.tags(p.Tags, b.c)}
	if !p.Multiplied {
		like.Multiplied = &unmultiplied
	}
	if p.Source != nil {
		like.Source = b.named(p.Source)
	}
	n, ok := singleField(p.Value)
	if p.FieldDef != nil {
		n, ok = p.FieldDef.N, true
	}
	if ok && p.Dice == nil {
		return b.only(b.fieldItem(&like, p, n))
	}
	if like.Source == nil {
		like.Source = b.owner()
	}
	if p.Dice != nil {
		return b.itemsOf(b.dice(p.Dice, b.c), &like, p)
	}
	return b.only(b.flat(&like, p, b.number(p.Value, b.c)))
}

// tags are those of an item.
func (b *building) tags(list []pack.Text, names formula.Names) []string {
	return nonNil(b.frame.run.tags(b.own.texts.List(len(list))[:0], list, names, b.path))
}

// fieldItem reads a field: its value, and, unless it is another's, the effects on it that may yet have to
// give way.
func (b *building) fieldItem(like *Item, p *pack.Part, n int) *Item {
	field := b.rules.Fields[n]
	v, err := b.c.Value(n)
	if err != nil {
		b.fail(string(err.Code), b.path, err.Data, "%s", err.Message)
	}
	it := b.flat(like, p, b.toNumber(v))
	if like.Source == nil {
		it.Source, it.made.carried = b.own.source(&sheet.Source{Type: "field", ID: field.ID}), b.c.Carried(n)
	}
	return it
}

// named is a source that a part names: content, or a field.
func (b *building) named(f *pack.Formula) *sheet.Source {
	id := b.text(f, b.c, b.path)
	if item := itemIn(b.rules, id, b.def.Pack); item != nil {
		return b.own.source(&sheet.Source{Type: "item", ID: item.ID})
	}
	if field := fieldIn(b.rules, id, b.def.Pack); field != nil {
		return b.own.source(&sheet.Source{Type: "field", ID: field.ID})
	}
	b.fail("unknown-reference", b.path, map[string]any{"id": id}, "the source %s of a part is neither content nor a field", id)
	return nil
}

// owner is where the dice of an action come from: the copy's item, or the rules.
func (b *building) owner() *sheet.Source {
	if c := b.carrier; c != nil && c.Content != nil {
		return b.own.source(&c.Source)
	}
	return b.own.source(&sheet.Source{Type: "rules", ID: b.def.ID})
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
	like := Item{Part: p.part.ID, Tags: old[0].Tags, Multiplied: old[0].Multiplied}
	if !e.Effect.Multiplied {
		like.Multiplied = &unmultiplied
	}
	if n, ok := singleField(e.Effect.Value); ok {
		p.items = b.only(b.fieldItem(&like, p.part, n))
	} else {
		like.Source = b.own.source(&e.Source)
		p.items = b.valueItems(&like, p.part, e.value)
		if len(p.items) == 0 {
			p.items = b.only(b.flat(&like, p.part, 0))
		}
	}
	p.items[0].Replaces = old
}

// valueItems are the items that a value makes: dice, or a number.
func (b *building) valueItems(like *Item, p *pack.Part, v formula.Value) []*Item {
	if v.Kind() == formula.DiceKind {
		return b.itemsOf(v.Dice(), like, p)
	}
	return b.only(b.flat(like, p, b.toNumber(v)))
}

// rival is an effect among those that its stack key sets against each other.
type rival struct {
	*sheet.Instance
	weight float64
	add    *rollEffect // an effect on the roll; or
	item   *Item       // the item whose field carries the effect
}

// stack puts the rivals in instance order and tells which count. The answer holds until it is asked again.
func (b *building) stack() []sheet.Stacked {
	slices.SortStableFunc(b.rivals, func(x, y rival) int { return x.Order() - y.Order() })
	b.stacked = b.stacked[:0]
	for i := range b.rivals {
		r := &b.rivals[i]
		b.stacked = append(b.stacked, sheet.Stacked{Key: r.Effect.StackKey, Source: r.StackSource(), Weight: r.weight})
	}
	b.rules.Stack(b.stacked)
	return b.stacked
}

// counted are those effects that count among themselves.
func (b *building) counted(list []*rollEffect) []*rollEffect {
	if len(list) == 0 {
		return nil
	}
	b.rivals = b.rivals[:0]
	for _, e := range list {
		b.rivals = append(b.rivals, rival{Instance: e.Instance, weight: sheet.Weight(e.value), add: e})
	}
	out := list[:0]
	for i, s := range b.stack() {
		if s.By == sheet.Counts {
			out = append(out, b.rivals[i].add)
		}
	}
	return out
}

// valued are the effects of an op, each with its value, that fit. The list holds until the next one is asked
// for.
func (b *building) valued(op pack.Op, fits func(*rollEffect) bool) []*rollEffect {
	b.values = b.values[:0]
	for _, e := range b.effects {
		if e.Effect.Op == op && fits(e) {
			e.value = b.eval(e.Effect.Value, e.names, b.path)
			b.values = append(b.values, e)
		}
	}
	return b.values
}

// stackGroup is what effects are set against each other by.
type stackGroup struct {
	key    string
	source sheet.StackSource
}

func groupOf(in *sheet.Instance) stackGroup {
	g := stackGroup{key: in.Effect.StackKey}
	if g.key == "source" {
		g.source = in.StackSource()
	}
	return g
}

// stackAdds adds the items of add effects, those that count among each other and among the effects
// that the parts' fields carry (seed, 2).
func (b *building) stackAdds() {
	adds := b.valued(pack.Add, func(e *rollEffect) bool { return e.Effect.Tally == "" })
	if len(adds) == 0 {
		return
	}
	b.rivals = b.rivals[:0]
	for _, e := range adds {
		b.rivals = append(b.rivals, rival{Instance: e.Instance, weight: sheet.Weight(e.value), add: e})
	}
	competes := func(in *sheet.Instance) bool {
		return in.Effect.StackKey != "" && slices.ContainsFunc(adds, func(e *rollEffect) bool { return groupOf(e.Instance) == groupOf(in) })
	}
	for _, it := range b.items {
		for _, p := range it.made.carried {
			if competes(p.Instance) {
				b.rivals = append(b.rivals, rival{Instance: p.Instance, weight: p.Value.Number(), item: it})
			}
		}
	}
	for i, s := range b.stack() {
		r, counts := b.rivals[i], s.By == sheet.Counts
		switch {
		case r.add != nil && counts:
			b.addItem(r.add)
		case r.add == nil && !counts:
			r.item.Value -= number(r.weight)
			r.item.Dropped = append(r.item.Dropped, Dropped{b.own.source(&r.Source), number(r.weight)})
		}
	}
}

// addItem adds what an add effect brings.
func (b *building) addItem(e *rollEffect) {
	like := Item{Source: b.own.source(&e.Source), Tags: b.tags(e.Effect.AddedTags, e.names)}
	if !e.Effect.Multiplied {
		like.Multiplied = &unmultiplied
	}
	b.items = append(b.items, b.valueItems(&like, nil, e.value)...)
}
