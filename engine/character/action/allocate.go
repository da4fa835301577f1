package action

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/character/sheet"
	"github.com/astragal-engine/astragal/engine/internal/jsontext"
)

// Amounts are amounts by field, in field order.
type Amounts []Amount

// Amount is what one field is given.
type Amount struct {
	Field string
	N     int
}

func (a Amounts) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for i, x := range a {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := jsontext.Marshal(x.Field)
		if err != nil {
			return nil, err
		}
		b = strconv.AppendInt(append(append(b, name...), ':'), int64(x.N), 10)
	}
	return append(b, '}'), nil
}

func (a Amounts) byField() map[string]int {
	m := make(map[string]int, len(a))
	for _, x := range a {
		m[x.Field] = x.N
	}
	return m
}

// allocating is an allocate step (seed: Allocate steps).
type allocating struct {
	*frame
	step   *pack.Step
	path   string
	c      *context
	fields []allocated
	budget number
	values []int
}

type allocated struct {
	def   *pack.Field
	value number
	input number
	limit int // -1: none
	view  formula.Value
}

const mostCosts = 100

func (f *frame) allocateStep(s *pack.Step, path string, c *context) {
	a := &allocating{frame: f, step: s, path: path, c: c}
	a.find()
	if len(a.fields) == 0 {
		return
	}
	needs := &NeededAmounts{}
	if s.Allocate.Budget != nil {
		a.budget = a.number(s.Allocate.Budget, c)
		needs.Budget, needs.Spend = &a.budget, "all"
		if s.Allocate.UpTo {
			needs.Spend = "upTo"
		}
	} else {
		for _, v := range s.Allocate.Values {
			a.values = append(a.values, f.run.int(v, c, path))
		}
		needs.Values = nonNil(a.values)
	}
	for i := range a.fields {
		needs.Fields = append(needs.Fields, a.needed(&a.fields[i]))
	}
	needs.Recommended = a.recommend()
	amounts := a.checkpoint(needs)
	a.propose(amounts)
}

// find lists the fields and what bounds them.
func (a *allocating) find() {
	def := a.step.Allocate
	for _, fd := range a.rules.Fields {
		if !fd.Input() || fd.Type != pack.Integer {
			continue
		}
		if !a.holds(def.Where, bind(a.c, pack.SlotItem, a.c.FieldView(fd.N)), a.path) {
			continue
		}
		one := allocated{def: fd, limit: -1, value: a.fieldValue(fd.N), input: a.input(fd)}
		one.view = formula.ObjectValue(formula.Record{{Name: "id", Value: formula.StringValue(fd.ID)}, {Name: "value", Value: one.value.value()}})
		if def.Budget != nil {
			_, most, err := a.c.Bounds(fd)
			if err != nil {
				a.fail(string(err.Code), a.path, err.Data, "%s", err.Message)
			}
			if !most.IsAbsent() {
				one.limit = clampLimit(most.Number() - float64(one.input))
			}
			if def.Limit != nil {
				if l := clampLimit(float64(a.number(def.Limit, bind(a.c, pack.SlotField, one.view)))); one.limit < 0 || l < one.limit {
					one.limit = l
				}
			}
		}
		a.fields = append(a.fields, one)
	}
}

func (a *allocating) input(f *pack.Field) number {
	v, _, err := a.c.Saved(f)
	if err != nil {
		a.fail(string(err.Code), a.path, err.Data, "%s", err.Message)
	}
	return number(v.Number())
}

// clampLimit makes a bound one of amounts: whole, and at least 0.
func clampLimit(x float64) int { return int(math.Floor(min(max(x, 0), formula.MostInt))) }

func (a *allocating) fieldValue(n int) number {
	v, err := a.c.Value(n)
	if err != nil {
		a.fail(string(err.Code), a.path, err.Data, "%s", err.Message)
	}
	return number(v.Number())
}

func (a *allocating) number(f *pack.Formula, names formula.Names) number {
	v := a.eval(f, names, a.path)
	if k := v.Kind(); k != formula.IntKind && k != formula.NumberKind {
		a.mismatch(a.path, "a number", v)
	}
	return number(v.Number())
}

// cost is what an amount of a field costs; ok is false when that cannot be said.
func (a *allocating) cost(f *allocated, amount int) (number, *formula.Error) {
	def := a.step.Allocate
	if amount == 0 {
		return 0, nil
	}
	if def.Cost == nil {
		return number(amount), nil
	}
	names := bind(bind(a.c, pack.SlotField, f.view), pack.SlotAmount, formula.IntValue(amount))
	v, err := def.Cost.Code.Eval(names, a.frame.run.budget)
	if err == nil && v.Kind() != formula.IntKind && v.Kind() != formula.NumberKind {
		err = formula.Failed(formula.TypeMismatch, "a cost is a number")
	}
	return number(v.Number()), err
}

func (a *allocating) needed(f *allocated) NeededAmount {
	n := NeededAmount{ID: f.def.ID, Value: f.value, Input: f.input}
	if a.step.Allocate.Budget == nil {
		return n
	}
	most := f.limit
	if most < 0 {
		most = clampLimit(float64(a.budget))
	} else {
		limit := f.limit
		n.Limit = &limit
	}
	n.Costs = []number{0}
	for i := 1; i <= min(most, mostCosts); i++ {
		cost, err := a.cost(f, i)
		if err != nil {
			break
		}
		n.Costs = append(n.Costs, cost)
	}
	return n
}

// fits says why amounts do not fit; empty when they do.
func (a *allocating) fits(amounts map[string]int) string {
	for _, id := range slices.Sorted(maps.Keys(amounts)) {
		if !slices.ContainsFunc(a.fields, func(f allocated) bool { return f.def.ID == id }) {
			return id + " is not among the fields"
		}
	}
	if a.step.Allocate.Budget == nil {
		var given []int
		for _, f := range a.fields {
			if n, ok := amounts[f.def.ID]; ok {
				given = append(given, n)
			}
		}
		want := slices.Clone(a.values)
		slices.Sort(given)
		slices.Sort(want)
		if !slices.Equal(given, want) {
			return "the values are to be used once each, and no others"
		}
		return ""
	}
	total := 0.0
	for i := range a.fields {
		f := &a.fields[i]
		n := amounts[f.def.ID]
		switch {
		case n < 0:
			return "the amount of " + f.def.ID + " is below 0"
		case n > formula.MostInt:
			return "the amount of " + f.def.ID + " is too large"
		case f.limit >= 0 && n > f.limit:
			return "the amount of " + f.def.ID + " is above its limit of " + strconv.Itoa(f.limit)
		}
		cost, err := a.cost(f, n)
		if err != nil {
			a.formulaFailed(a.step.Allocate.Cost, err, a.path)
		}
		total += float64(cost)
	}
	spent, budget := number(formula.SixPlaces(total)), a.budget
	switch {
	case spent > budget:
		return "they cost more than there is to spend"
	case spent < budget && !a.step.Allocate.UpTo:
		return "all there is to spend must be spent"
	}
	return ""
}

// inOrder are amounts in field order: those that do something.
func (a *allocating) inOrder(amounts map[string]int) Amounts {
	out := Amounts{}
	for _, f := range a.fields {
		if n, ok := amounts[f.def.ID]; ok && (n != 0 || a.step.Allocate.Budget == nil) {
			out = append(out, Amount{f.def.ID, n})
		}
	}
	return out
}

// recommend gives the amounts that are recommended or drawn, nil when they do not fit.
func (a *allocating) recommend() Amounts {
	def := a.step.Allocate
	var amounts map[string]int
	switch {
	case def.Random != nil && a.frame.run.bool(def.Random, a.c, a.path):
		amounts = a.drawn()
	case def.Recommend != nil:
		amounts = map[string]int{}
		for _, r := range def.Recommend {
			amounts[r.Def.ID] = a.frame.run.int(r.Formula, a.c, a.path)
		}
	default:
		return nil
	}
	if a.fits(amounts) != "" {
		return nil
	}
	return a.inOrder(amounts)
}

// drawn draws the amounts: each value's field, or one unit of the budget at a time.
func (a *allocating) drawn() map[string]int {
	amounts := map[string]int{}
	if a.step.Allocate.Budget == nil {
		for _, v := range a.values {
			open := a.open(func(f *allocated) bool { _, given := amounts[f.def.ID]; return !given })
			if len(open) == 0 {
				break
			}
			amounts[a.drawField(open)] = v
		}
		return amounts
	}
	left := float64(a.budget)
	for left > 0 {
		step := map[string]float64{}
		open := a.open(func(f *allocated) bool {
			n := amounts[f.def.ID]
			if f.limit >= 0 && n >= f.limit {
				return false
			}
			before, err := a.cost(f, n)
			after, err2 := a.cost(f, n+1)
			more := formula.SixPlaces(float64(after - before))
			step[f.def.ID] = more
			return err == nil && err2 == nil && more > 0 && more <= left
		})
		if len(open) == 0 {
			break
		}
		a.count(a.path)
		id := a.drawField(open)
		amounts[id]++
		left = formula.SixPlaces(left - step[id])
	}
	return amounts
}

func (a *allocating) open(may func(*allocated) bool) []string {
	var ids []string
	for i := range a.fields {
		if may(&a.fields[i]) {
			ids = append(ids, a.fields[i].def.ID)
		}
	}
	return ids
}

func (a *allocating) drawField(open []string) string {
	if len(open) == 1 {
		return open[0]
	}
	return open[a.draw(a.path, nil, open, nil)]
}

// checkpoint takes the amounts from the record, the recommendation or the app.
func (a *allocating) checkpoint(n *NeededAmounts) Amounts {
	needs := &Needs{Kind: needAllocate, Step: a.path, Action: a.id, Allocate: n}
	by, amounts := byEngine, Amounts(nil)
	if rec := a.replay(needAllocate, a.path); rec != nil {
		if why := a.fits(rec.Amounts); why != "" {
			a.refuseRecorded(needs, why)
		}
		by, amounts = rec.By, a.inOrder(rec.Amounts)
	} else {
		if n.Recommended != nil && !a.in.Policy.pauses(allocations, nil, a.path) {
			amounts = n.Recommended
		} else {
			answer := a.ask(needs)
			if why := a.fits(answer.Amounts); why != "" {
				a.refuse(needs, why)
			}
			by, amounts = byApp, a.inOrder(answer.Amounts)
		}
		a.record(Recorded{Kind: needAllocate, Step: a.path, By: by, Amounts: amounts.byField()})
	}
	a.frame.run.log = append(a.frame.run.log, &Entry{Step: a.path, Action: a.id, Kind: needAllocate, By: by, Amounts: amounts})
	return amounts
}

// propose proposes an adjust per field of a budget, a set per value.
func (a *allocating) propose(amounts Amounts) {
	rec := formula.Record{}
	for _, x := range amounts {
		rec = append(rec, formula.Entry{Name: x.Field, Value: formula.IntValue(x.N)})
		change := &sheet.Change{Type: string(pack.Adjust), Field: x.Field, By: x.N}
		if a.step.Allocate.Budget == nil {
			change = &sheet.Change{Type: string(pack.SetField), Field: x.Field, Value: x.N}
		}
		a.frame.run.propose(a.path, &Proposal{To: To{Role: selfRole}, Step: a.path, Change: change})
	}
	a.set(a.step, formula.ObjectValue(formula.Record{{Name: "amounts", Value: formula.ObjectValue(rec)}}))
}
