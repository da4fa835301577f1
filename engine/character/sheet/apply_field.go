package sheet

import (
	"fmt"
	"math"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// inputField finds the field of a set or an adjust.
func (b *batch) inputField(c *Change) (*pack.Field, *Error) {
	f := b.Field(c.Field)
	if f == nil {
		return nil, refuse("unknown-field", "field", "no loaded pack has a field "+c.Field, map[string]any{"field": c.Field})
	}
	if !f.Input() {
		return nil, refuse("not-input-field", "field", "the field "+f.ID+" is computed: change what it is computed from", map[string]any{"field": f.ID})
	}
	return f, nil
}

// set puts a value into a field; null takes it out, so that the default stands again.
func (b *batch) set(c *Change) *Error {
	f, refused := b.inputField(c)
	if refused != nil {
		return refused
	}
	before, low, high, err := b.input(f)
	if err != nil {
		return b.failed(err, "field")
	}
	b.done.Field, b.done.Before = f.ID, before
	if c.Value == nil {
		delete(b.ch.Values, f.ID)
		b.changed()
		after, _, _, err := b.input(f)
		if err != nil {
			return b.failed(err, "field")
		}
		b.done.After = after
		return b.moved(f, c, before, after)
	}
	v, ok := ValueOf(&f.Prop, c.Value)
	if !ok {
		return b.wrongType("value", &f.Prop)
	}
	after := v
	if isNumber(v) {
		after = b.within(f, v, low, high)
	}
	if after.Number() != v.Number() {
		if b.done.Clamped = true; b.opts.Strict {
			return outOfBounds("value", f, v, low, high)
		}
	}
	b.done.After = after
	b.put(f, after)
	return b.moved(f, c, before, after)
}

// within holds a value within bounds; a whole field keeps whole values.
func (b *batch) within(f *pack.Field, v, low, high formula.Value) formula.Value {
	v = clamp(v, low, high)
	if f.Type == pack.Integer && v.Kind() == formula.NumberKind {
		// A bound between two whole numbers allows the one inside.
		x := math.Floor(v.Number())
		if isNumber(low) && x < low.Number() {
			x++
		}
		return formula.IntValue(int(x))
	}
	return v
}

func (b *batch) wrongType(member string, p *pack.Prop) *Error {
	return refuse("wrong-type", member, p.Name+" takes a value of type "+expected(p), map[string]any{"expected": expected(p)})
}

func outOfBounds(member string, f *pack.Field, v, low, high formula.Value) *Error {
	data := map[string]any{"field": f.ID, "value": plain(v)}
	if !low.IsAbsent() {
		data["min"] = plain(low)
	}
	if !high.IsAbsent() {
		data["max"] = plain(high)
	}
	return refuse("out-of-bounds", member, fmt.Sprintf("%s would be %s, which is outside its bounds", f.ID, show(v)), data)
}

func (b *batch) failed(err *formula.Error, member string) *Error {
	data := map[string]any{}
	for k, v := range err.Data {
		data[k] = v
	}
	return refuse(string(err.Code), member, err.Message, data)
}

// input is a field's input value as it stands, within its bounds, and those.
func (b *batch) input(f *pack.Field) (v, low, high formula.Value, err *formula.Error) {
	s := b.now()
	if v, _, err = s.Saved(f); err != nil {
		return
	}
	if low, high, err = s.Bounds(f); err == nil && isNumber(v) {
		v = clamp(v, low, high)
	}
	return
}

func (b *batch) put(f *pack.Field, v formula.Value) {
	if b.ch.Values == nil {
		b.ch.Values = map[string]any{}
	}
	b.ch.Values[f.ID] = data(v)
	b.changed()
}

// adjust adds to a field what incoming effects leave of it, as far as the field's bounds allow.
func (b *batch) adjust(c *Change) *Error {
	f, refused := b.inputField(c)
	if refused != nil {
		return refused
	}
	if !isNumberType(f.Type) {
		return refuse("type-mismatch", "field", "the field "+f.ID+" is "+expected(&f.Prop)+" and cannot be adjusted: set it", map[string]any{"field": f.ID, "expected": "number"})
	}
	by, ok := ValueOf(&f.Prop, c.By)
	if !ok {
		return b.wrongType("by", &f.Prop)
	}
	before, _, _, err := b.input(f)
	if err != nil {
		return b.failed(err, "field")
	}
	b.done.Field, b.done.By, b.done.Before = f.ID, by, before
	size, refused := b.meet(f, c, by)
	if refused != nil {
		return refused
	}
	after, cut, refused := b.add(f, math.Copysign(size, by.Number()))
	if refused != nil {
		return refused
	}
	b.done.After = after
	if b.done.Clamped = cut != 0; cut != 0 {
		taken, refused := b.overflow(f, c, by, cut)
		if refused != nil {
			return refused
		}
		if !taken && b.opts.Strict {
			low, high, _ := b.now().Bounds(f)
			want, _ := numberAs(after.Number()+math.Copysign(cut, by.Number()), f.Type == pack.Integer)
			return outOfBounds("by", f, want, low, high)
		}
	}
	return b.moved(f, c, before, after)
}

// add adds to a field's input value within its bounds. cut is the size of what the bounds took.
func (b *batch) add(f *pack.Field, by float64) (after formula.Value, cut float64, refused *Error) {
	before, low, high, err := b.input(f)
	if err != nil {
		return after, 0, b.failed(err, "field")
	}
	want, err := numberAs(before.Number()+by, f.Type == pack.Integer)
	if err != nil {
		return after, 0, b.failed(err, "by")
	}
	after = b.within(f, want, low, high)
	if after.Number() != before.Number() {
		b.adjusted[f.ID] = formula.SixPlaces(b.adjusted[f.ID] + after.Number() - before.Number())
		b.put(f, after)
	}
	return after, formula.SixPlaces(math.Abs(want.Number() - after.Number())), nil
}
