package sheet

import (
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// cell is a field as far as it was worked out.
type cell struct {
	state, tagState state
	value           formula.Value
	base            formula.Value // before effects
	err, tagErr     *formula.Error
	tags            formula.Value
	parts           []Part
	competing       []Competing
}

// Part is an instance that acts on a field.
type Part struct {
	*Instance
	Value formula.Value
	By    int  // the part that stands in its way, an index of the same list; Counts: it counts
	Wrong bool // its value failed: it does not count
}

// Counts stands for nothing in a part's way.
const Counts = counts

// Competing are effects of which one has to be chosen; the recommended one is used meanwhile.
type Competing struct {
	Op          pack.Op
	Key         string // empty: several that set the field
	Parts       []int
	Recommended int
}

// Value gives a field's value, by the field's number. The error is that of the field, or of one that it
// reads.
func (s *Sheet) Value(n int) (formula.Value, *formula.Error) {
	c := s.cell(n)
	switch c.state {
	case done:
		return c.value, nil
	case unknown:
		s.compute(n, c)
		if c.err == nil {
			return c.value, nil
		}
	case running:
		return formula.Absent, s.ring(&c.err)
	}
	s.failed = true
	s.rejoin(&c.err)
	return formula.Absent, c.err
}

// cell gives the cell of a field, a new one when nothing was asked yet.
func (s *Sheet) cell(n int) *cell {
	c := s.cells[n]
	if c == nil {
		c = s.room.cells.One()
		s.cells[n] = c
	}
	return c
}

// Parts gives what acts on a field, in instance order, its base value and what competes.
func (s *Sheet) Parts(n int) (base formula.Value, parts []Part, competing []Competing) {
	_, _ = s.Value(n) // its error stands in the cell
	c := s.cells[n]
	return c.base, c.parts, c.competing
}

// Carried gives the add instances with a stack key that count on a field: what rolls that read the field
// carry along.
func (s *Sheet) Carried(n int) (out []Part) {
	_, parts, _ := s.Parts(n)
	for _, p := range parts {
		if p.Effect.Op == pack.Add && p.Effect.StackKey != "" && p.By == counts {
			out = append(out, p)
		}
	}
	return out
}

func (s *Sheet) compute(n int, c *cell) {
	f := s.Rules.Fields[n]
	if err := s.tooDeep(); err != nil {
		c.err, c.state = err, broken
		s.fieldIssue(n, err, f.Formula, nil)
		return
	}
	c.state = running
	s.enter(nodeOf{field: n})
	ringless := s.work(f, c)
	s.leave()
	c.state = done
	if c.err != nil {
		c.state, c.value = broken, formula.Absent
		if !ringless {
			s.fieldIssue(n, c.err, f.Formula, nil)
		}
	}
}

// work computes a field. It reports whether a fault was told already.
func (s *Sheet) work(f *pack.Field, c *cell) (told bool) {
	base, told := s.base(f, c)
	if c.err != nil {
		return told
	}
	c.base = base
	if s.onField[f.N].first == 0 && len(s.anyField) == 0 {
		c.value = base
		return false
	}
	s.gather(f.N, c)
	if c.err != nil {
		return false
	}
	v, err := s.apply(f, c)
	if err != nil {
		c.err = err
		return false
	}
	c.value = v
	return false
}

// try evaluates; told means that the fault lies in something that the formula read.
func (s *Sheet) try(f *pack.Formula, names formula.Names) (v formula.Value, err *formula.Error, told bool) {
	before := s.failed
	s.failed = false
	v, err = s.eval(f, names)
	told = err != nil && s.failed
	s.failed = before
	return v, err, told
}

func (s *Sheet) fieldIssue(n int, err *formula.Error, f *pack.Formula, more map[string]any) {
	id := s.Rules.Fields[n].ID
	issue := s.formulaIssue(err, f, Source{}, more)
	issue.Path = "field:" + id
	s.report(issueField, n, issue)
}

// base is a field's value before effects.
func (s *Sheet) base(f *pack.Field, c *cell) (v formula.Value, told bool) {
	if f.Formula == nil {
		return s.input(f, c)
	}
	v, err, told := s.try(f.Formula, s)
	if err == nil {
		var ok bool
		if v, ok = fit(&f.Prop, s.types[f.N], v); !ok {
			err = &formula.Error{Code: formula.TypeMismatch, Message: "the formula of " + f.ID + " does not give a value of type " + expected(&f.Prop)}
		}
	}
	if err != nil && c.err == nil {
		c.err = err
		return formula.Absent, told
	}
	return v, false
}

// input is what the character has for an input field, else the default, within its bounds.
func (s *Sheet) input(f *pack.Field, c *cell) (v formula.Value, told bool) {
	v, told, err := s.Saved(f)
	if err == nil && isNumber(v) {
		var low, high formula.Value
		low, high, told, err = s.bounds(f)
		if err == nil {
			within := clamp(v, low, high)
			if within.Number() != v.Number() {
				s.report(issueField, f.N, Issue{Code: "out-of-bounds", Path: "values." + f.ID,
					Message: fmt.Sprintf("the field %s has %s saved; it counts as %s", f.ID, show(v), show(within)),
					Data:    map[string]any{"field": f.ID, "value": plain(v), "within": plain(within)}})
			}
			v = within
		}
	}
	if err != nil && c.err == nil {
		c.err = err
		return formula.Absent, told
	}
	return v, false
}

// Saved is what the character has for an input field, else the default; not held against its bounds.
func (s *Sheet) Saved(f *pack.Field) (v formula.Value, told bool, err *formula.Error) {
	if saved, ok := s.Character.Values[f.ID]; ok && saved != nil {
		if v, ok := ValueOf(&f.Prop, saved); ok {
			return v, false, nil
		}
		s.report(issueField, f.N, Issue{Code: "wrong-type", Path: "values." + f.ID,
			Message: "the value saved for " + f.ID + " is not of type " + expected(&f.Prop) + ": the default is used",
			Data:    map[string]any{"field": f.ID, "expected": expected(&f.Prop)}})
	}
	if f.DefaultFormula != nil {
		v, err, told = s.try(f.DefaultFormula, s)
		if err == nil {
			v, _ = fit(&f.Prop, s.types[f.N], v)
		}
		return v, told, err
	}
	return s.defaults[f.N], false, nil
}

// Bounds are the least and the greatest input value of a field; Absent where there is none.
func (s *Sheet) Bounds(f *pack.Field) (low, high formula.Value, err *formula.Error) {
	low, high, _, err = s.bounds(f)
	return low, high, err
}

func (s *Sheet) bounds(f *pack.Field) (low, high formula.Value, told bool, err *formula.Error) {
	if f.Min != nil {
		if low, err, told = s.try(f.Min, s); err != nil {
			return low, high, told, err
		}
	}
	if f.Max != nil {
		high, err, told = s.try(f.Max, s)
	}
	return low, high, told, err
}

// clamp holds a number within bounds; where they cross, the lower one wins.
func clamp(v, low, high formula.Value) formula.Value {
	if isNumber(high) && v.Number() > high.Number() {
		v = high
	}
	if isNumber(low) && v.Number() < low.Number() {
		v = low
	}
	return v
}

// FieldView is a field as queries see it: {id, type, tags, value}.
func (s *Sheet) FieldView(n int) formula.Value { return formula.ObjectValue(fieldView{s, n, false}) }

type fieldView struct {
	sheet  *Sheet
	n      int
	simple bool // tags as they are before effects: what effects that add tags see
}

func (v fieldView) Member(name string) (formula.Value, *formula.Error) {
	f := v.sheet.Rules.Fields[v.n]
	switch name {
	case "id":
		return formula.StringValue(f.ID), nil
	case "type":
		return formula.StringValue(string(f.Type)), nil
	case "tags":
		if v.simple {
			return v.sheet.writtenTags(v.n)
		}
		return v.sheet.Tags(v.n)
	case "value":
		return v.sheet.Value(v.n)
	}
	return formula.Absent, nil
}

func (v fieldView) Members() []string { return []string{"id", "type", "tags", "value"} }

// candidates gives the instances that may act on a field, in instance order, by their numbers.
func (s *Sheet) candidates(n int) []int {
	first, many := s.onField[n].first, len(s.anyField)
	for at := first; at != 0; at = s.next[at].next {
		many++
	}
	if many == 0 {
		return nil
	}
	out := s.room.numbers.List(many)[:0]
	for at := first; at != 0; at = s.next[at].next {
		out = append(out, int(s.next[at].instance))
	}
	if len(s.anyField) > 0 {
		for _, i := range s.anyField {
			out = append(out, int(i))
		}
		slices.Sort(out)
	}
	return out
}

// reaches reports whether an instance that asks for its fields means this one.
func (s *Sheet) reaches(i *Instance, n int, simple bool) (bool, *formula.Error, bool) {
	if !s.effects[i.Effect.N].dynamic {
		return true, nil, false
	}
	names := &context{Carrier: i.Carrier, item: formula.ObjectValue(fieldView{s, n, simple}), own: true}
	v, err, told := s.try(i.Effect.FieldsWhere, names)
	return err == nil && v.Bool(), err, told
}

// mostParts bounds the parts of all fields of a sheet.
const mostParts = 500_000

func tooManyParts() *formula.Error {
	return &formula.Error{Code: formula.SafetyLimit, Offset: -1, Message: "effects act on the fields of the sheet more than 500,000 times", Data: map[string]any{"limit": mostParts}}
}

// gather finds the parts of a field.
func (s *Sheet) gather(n int, c *cell) {
	candidates := s.candidates(n)
	for k, at := range candidates {
		i := &s.instances[at]
		if i.Effect.Op == pack.AddTag || !i.Active() {
			continue
		}
		failed, f := (*formula.Error)(nil), i.Effect.FieldsWhere
		ok, err, told := s.reaches(i, n, false)
		if err == nil && ok && i.Effect.When != nil {
			var v formula.Value
			f = i.Effect.When
			v, err, told = s.try(f, i.Carrier)
			ok = v.Bool()
		}
		part := Part{Instance: i, By: counts}
		if err == nil && ok {
			f = i.Effect.Value
			part.Value, err, told = s.try(f, i.Carrier)
		}
		if failed = err; failed != nil {
			part.Wrong = true
			if !told && c.err == nil {
				issue := s.formulaIssue(err, f, i.Source, map[string]any{"field": s.Rules.Fields[n].ID, "effect": i.Effect.ID})
				issue.Path = "field:" + s.Rules.Fields[n].ID
				s.report(issueField, n, issue)
			}
		} else if !ok {
			continue
		}
		if s.parts++; s.parts > mostParts {
			c.err = tooManyParts()
			c.parts = nil
			return
		}
		if c.parts == nil {
			c.parts = s.room.parts.List(len(candidates) - k)[:0]
		}
		c.parts = append(c.parts, part)
	}
}

var fieldOps = [...]pack.Op{pack.Set, pack.Add, pack.Multiply, pack.AtLeast, pack.AtMost}

// apply works out a field's value from its base and its parts.
func (s *Sheet) apply(f *pack.Field, c *cell) (formula.Value, *formula.Error) {
	v := c.base
	if len(c.parts) == 1 && !c.parts[0].Wrong { // nothing competes
		return s.put(f, v, &c.parts[0])
	}
	for _, op := range fieldOps {
		counted := s.stackParts(c, op)
		if len(counted) == 0 {
			continue
		}
		if op == pack.Set || op == pack.AtLeast || op == pack.AtMost {
			counted = s.one(c, op, counted)
		}
		for _, at := range counted {
			var err *formula.Error
			if v, err = s.put(f, v, &c.parts[at]); err != nil {
				return v, err
			}
		}
	}
	return v, nil
}

// put applies one part; one that does not fit the field does not count.
func (s *Sheet) put(f *pack.Field, v formula.Value, p *Part) (formula.Value, *formula.Error) {
	out, err := s.step(f, p.Effect.Op, v, p)
	if err != nil && err.Code == formula.TypeMismatch {
		p.Wrong = true
		s.fieldIssue(f.N, err, p.Effect.Value, map[string]any{"source": p.Source.data()})
		return v, nil
	}
	return out, err
}

// stackParts finds the parts of one op that count after stacking.
func (s *Sheet) stackParts(c *cell, op pack.Op) (counted []int) {
	at := s.room.numbers.List(len(c.parts))[:0]
	keyed := false
	for i := range c.parts {
		p := &c.parts[i]
		if p.Effect.Op != op {
			continue
		}
		if p.By = counts; p.Wrong {
			continue
		}
		keyed = keyed || p.Effect.StackKey != ""
		at = append(at, i)
	}
	if !keyed || len(at) == 1 {
		return at
	}
	list := s.room.stacked[:0]
	for _, i := range at {
		p := &c.parts[i]
		one := Stacked{Key: p.Effect.StackKey, Weight: Weight(p.Value)}
		if one.Key == sourceKey {
			one.Source = p.StackSource()
		}
		list = append(list, one)
	}
	s.room.stacked = list
	for _, open := range s.Stack(list) {
		members := make([]int, len(open.Members))
		for k, m := range open.Members {
			members[k] = at[m]
		}
		c.competing = append(c.competing, Competing{op, open.Key, members, at[open.Recommended]})
	}
	counted = s.room.numbers.List(len(at))[:0]
	for k, i := range at {
		if list[k].By == counts {
			counted = append(counted, i)
		} else {
			c.parts[i].By = at[list[k].By]
		}
	}
	return counted
}

// one leaves a single part of several that count: the recommended of those that set, the strongest of
// those that bound.
func (s *Sheet) one(c *cell, op pack.Op, counted []int) []int {
	if len(counted) == 1 {
		return counted
	}
	list := make([]Stacked, len(counted))
	group := make([]int, len(counted))
	for k, i := range counted {
		list[k].Weight, group[k] = Weight(c.parts[i].Value), k
	}
	best := 0
	switch op {
	case pack.AtLeast:
		best = pick(pack.StackHighest, list, group)
	case pack.AtMost:
		best = pick(pack.StackLowest, list, group)
	default:
		best = s.recommended(list, group)
		c.competing = append(c.competing, Competing{op, "", counted, counted[best]})
	}
	for k, i := range counted {
		if k != best {
			c.parts[i].By = counted[best]
		}
	}
	return counted[best : best+1]
}

// step applies one part.
func (s *Sheet) step(f *pack.Field, op pack.Op, v formula.Value, p *Part) (formula.Value, *formula.Error) {
	wrong := func() *formula.Error {
		return &formula.Error{Code: formula.TypeMismatch, Message: fmt.Sprintf("%s cannot %s %s to the field %s, which is of type %s",
			p.Source.ID, op, show(p.Value), f.ID, expected(&f.Prop))}
	}
	whole := f.Type == pack.Integer
	x := p.Value
	switch {
	case op == pack.Set:
		if out, ok := fit(&f.Prop, s.types[f.N], x); ok {
			return out, nil
		}
		if whole && isNumber(x) {
			return numberAs(s.Round(x.Number(), p.Effect.Rounding), true)
		}
		return v, wrong()
	case f.Type == pack.List && op == pack.Add:
		more := x.List()
		if x.Kind() != formula.ListKind {
			more = []formula.Value{x}
		}
		out, ok := fit(&f.Prop, s.types[f.N], formula.ListValue(slices.Concat(v.List(), more)))
		if !ok {
			return v, wrong()
		}
		return out, nil
	case f.Type == pack.Dice && op == pack.Add && (isNumber(x) || x.Kind() == formula.DiceKind):
		sum := v.Dice().Plus(x.Dice())
		if err := sum.Check(s.diceLimits); err != nil {
			return v, &formula.Error{Code: formula.SafetyLimit, Message: err.Error()}
		}
		return formula.DiceValue(sum), nil
	case !whole && f.Type != pack.Number || !isNumber(x) || !isNumber(v) && !v.IsAbsent():
		return v, wrong()
	}
	a, b := v.Number(), x.Number()
	switch op {
	case pack.Add:
		a += b
		if whole {
			a = s.Round(formula.SixPlaces(a), p.Effect.Rounding)
		}
	case pack.Multiply:
		a = s.times(a, b, whole, p.Effect.Rounding)
	case pack.AtLeast:
		a = max(a, b)
	case pack.AtMost:
		a = min(a, b)
	}
	if whole && a != float64(int64(a)) {
		a = s.Round(a, p.Effect.Rounding)
	}
	return numberAs(a, whole)
}
