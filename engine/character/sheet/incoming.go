package sheet

import (
	"cmp"
	"math"
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/dice"
)

// met is an incoming effect that acts on an adjust.
type met struct {
	*Instance
	value formula.Value
}

// workPerMet is how many carriers an incoming effect that acts weighs as much as.
const workPerMet = 3

// meet lets incoming effects act on the size of an adjust: cancel, then add, then multiply by ascending
// factors, each rounded, then absorb. It gives the size that is left.
func (b *batch) meet(f *pack.Field, c *Change, by formula.Value) (float64, *Error) {
	size := math.Abs(by.Number())
	whole := f.Type == pack.Integer
	for _, op := range [...]pack.Op{pack.Cancel, pack.Add, pack.Multiply, pack.Absorb} {
		list, refused := b.counted(op, f, c, by, size)
		if refused != nil {
			return 0, refused
		}
		if op == pack.Multiply {
			slices.SortStableFunc(list, func(x, y met) int { return cmp.Compare(x.value.Number(), y.value.Number()) })
		}
		b.work += workPerMet * len(list)
		for i := range list {
			if refused := b.tooMuch(); refused != nil {
				return 0, refused
			}
			m := &list[i]
			note := Met{Source: m.Source, Op: string(op), Value: m.value, Before: sizeOf(size, whole)}
			switch op {
			case pack.Cancel:
				size, note.Value = 0, formula.Absent
			case pack.Add:
				size = max(0, formula.SixPlaces(size+m.value.Number()))
				if whole {
					size = b.Round(size, m.Effect.Rounding)
				}
			case pack.Multiply:
				size = max(0, b.times(size, m.value.Number(), whole, m.Effect.Rounding))
			case pack.Absorb:
				taken, refused := b.absorb(m, c, size)
				if refused != nil {
					return 0, refused
				}
				note.Field, note.Value = m.Effect.Field.ID, sizeOf(taken, whole)
				size = formula.SixPlaces(size - taken)
			}
			note.After = sizeOf(size, whole)
			b.done.Incoming = append(b.done.Incoming, note)
			if op == pack.Cancel {
				return 0, nil
			}
		}
	}
	return size, nil
}

func sizeOf(x float64, whole bool) formula.Value {
	v, _ := numberAs(x, whole && x == math.Trunc(x))
	return v
}

// counted gives the incoming effects of one op that count, in instance order, their values worked out.
func (b *batch) counted(op pack.Op, f *pack.Field, c *Change, by formula.Value, size float64) ([]met, *Error) {
	s := b.now()
	var list []met
	var stack []Stacked
	change, amount := changeView(f, c.Tags, by), sizeOf(size, f.Type == pack.Integer)
	for _, n := range s.incoming {
		i := &s.instances[n]
		if i.Effect.Op != op || !s.comesIn(i, f.N, c.Tags) || !i.Active() {
			continue
		}
		names := &context{Carrier: i.Carrier, change: change, amount: amount}
		ok, err := i.Holds(names)
		value := formula.True
		if err == nil && ok && i.Effect.Value != nil && op != pack.Absorb {
			if value, err = s.eval(i.Effect.Value, names); err == nil && value.Kind() == formula.DiceKind {
				value, err = b.roll(value.Dice())
			}
		}
		if err != nil {
			return nil, b.failed(err, "by")
		}
		if !ok || op == pack.Cancel && !value.Bool() {
			continue
		}
		list = append(list, met{i, value})
		stack = append(stack, Stacked{Key: i.Effect.StackKey, Source: i.StackSource(), Weight: Weight(value)})
	}
	b.Stack(stack)
	var out []met
	for i, m := range list {
		if stack[i].By == counts {
			out = append(out, m)
		}
	}
	return out, nil
}

// comesIn reports whether an incoming effect means an adjust of this field with these tags.
func (s *Sheet) comesIn(i *Instance, field int, tags []string) bool {
	e := &s.effects[i.Effect.N]
	return (len(e.Fields) == 0 || slices.Contains(e.fields, field)) && (len(e.Tags) == 0 || underAny(tags, e.Tags))
}

// changeView is a change as formulas see it: {field, tags, by}.
func changeView(f *pack.Field, tags []string, by formula.Value) formula.Value {
	return formula.ObjectValue(formula.Record{
		{Name: "field", Value: formula.StringValue(f.ID)},
		{Name: "tags", Value: formula.StringsValue(tags)},
		{Name: "by", Value: by},
	})
}

// roll rolls the dice of an incoming effect.
func (b *batch) roll(d dice.Dice) (formula.Value, *formula.Error) {
	if d.Count() == 0 {
		return formula.IntValue(d.Flat), nil
	}
	if b.opts.Dice == nil {
		return formula.Absent, &formula.Error{Code: "dice-needed", Message: "an incoming effect rolls " + d.String() + ": give applyChanges dice", Data: map[string]any{"dice": d.String()}}
	}
	r, err := d.Roll(b.opts.Dice, dice.Options{Limits: b.diceLimits})
	if err != nil {
		return formula.Absent, &formula.Error{Code: "dice-failed", Message: "the dice of an incoming effect: " + err.Error(), Data: map[string]any{"dice": d.String()}}
	}
	return formula.IntValue(r.Total), nil
}

// absorb takes as much of an adjust as the effect's field has above its least value.
func (b *batch) absorb(m *met, c *Change, size float64) (taken float64, refused *Error) {
	f := b.Field(m.Effect.Field.ID)
	if f == nil || !f.Input() || !isNumberType(f.Type) || size == 0 {
		return 0, nil
	}
	before, low, _, err := b.input(f)
	if err != nil {
		return 0, b.failed(err, "by")
	}
	taken = min(size, max(0, before.Number()-low.Number()))
	if f.Type == pack.Integer {
		taken = math.Floor(taken)
	}
	if taken == 0 {
		return 0, nil
	}
	after, _, refused := b.add(f, -taken)
	if refused != nil {
		return 0, refused
	}
	return taken, b.moved(f, c, before, after)
}

// overflow hands what bounds cut off to the field of the first overflow effect that counts. taken is
// false when there is none.
func (b *batch) overflow(f *pack.Field, c *Change, by formula.Value, cut float64) (taken bool, refused *Error) {
	list, refused := b.counted(pack.Overflow, f, c, by, cut)
	if refused != nil || len(list) == 0 {
		return false, refused
	}
	m := &list[0]
	to := b.Field(m.Effect.Field.ID)
	if to == nil || !to.Input() || !isNumberType(to.Type) {
		return false, nil
	}
	amount := math.Copysign(cut, by.Number())
	if m.Effect.By != nil {
		s := b.now()
		v, err := s.eval(m.Effect.By, &context{Carrier: m.Carrier, change: changeView(f, c.Tags, by), amount: sizeOf(cut, f.Type == pack.Integer)})
		if err != nil {
			return false, b.failed(err, "by")
		}
		amount = v.Number()
	}
	if to.Type == pack.Integer {
		amount = b.Round(amount, m.Effect.Rounding)
	}
	before, _, _, err := b.input(to)
	if err != nil {
		return false, b.failed(err, "by")
	}
	after, left, refused := b.add(to, amount)
	if refused != nil {
		return false, refused
	}
	whole := to.Type == pack.Integer
	b.done.Incoming = append(b.done.Incoming, Met{Source: m.Source, Op: string(pack.Overflow), Field: to.ID, Value: sizeOf(amount, whole), Before: sizeOf(cut, whole), After: sizeOf(left, whole)})
	return true, b.moved(to, c, before, after)
}
