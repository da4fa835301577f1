package action

import (
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
)

// rolled is what a roll came to.
type rolled struct {
	items     []*Item
	faces     []int
	kept      []int
	empty     bool
	unbounded number
	total     number
	bounds    []Bound
	tallies   []tally
	band      string
	bandSet   string
	bandValue formula.Value
	summary   *Summary
}

type tally struct {
	name    string
	value   number
	sources []TallyShare
}

// rollStep runs a roll step.
func (f *frame) rollStep(step *pack.Step, path string, c *context) {
	if step.Roll.Of != "" {
		f.classifyAgain(step, path, c)
		return
	}
	b := f.build(step, path, c)
	out := f.room.rolled.One()
	out.items, out.empty, out.summary = b.finish(), b.empty, f.summary(step, c)
	entry := &Entry{Step: path, Action: f.id, Kind: needDice, By: byEngine}
	b.throw(out, entry)
	b.total(out)
	b.bound(out)
	out.tallies = b.tallies()
	f.classify(step, path, c, out)
	out.log(entry)
	f.log = append(f.log, entry)
	f.keep(step, path, out)
}

// keep stores a roll as the result of its step.
func (f *frame) keep(step *pack.Step, path string, out *rolled) {
	f.rolled[path] = out
	r := f.result(step)
	i := 0
	if e := f.each; e != nil && r.role == e.role {
		i = e.index
	}
	if i == 0 && r.rolled == nil {
		r.rolled = r.one[:0]
	}
	for len(r.rolled) <= i {
		r.rolled = append(r.rolled, nil)
	}
	r.rolled[i] = out
	f.set(step, formula.ObjectValue(out))
}

// log writes a roll into its entry.
func (r *rolled) log(e *Entry) {
	e.total = r.total
	e.Items, e.Total, e.Band, e.BandSet, e.Bounds, e.Summary = r.items, &e.total, r.band, r.bandSet, r.bounds, r.summary
	if !r.bandValue.IsAbsent() {
		e.BandValue = &Datum{r.bandValue}
	}
	for _, t := range r.tallies {
		if t.value != 0 {
			e.Tallies = append(e.Tallies, TallyLine{t.name, t.value, t.sources})
		}
	}
}

// classifyAgain gives an earlier roll the bands of this step (seed: Classifying an earlier roll again).
func (f *frame) classifyAgain(step *pack.Step, path string, names formula.Names) {
	of := step.Roll.Of
	if e := f.each; e != nil {
		first, rest, _ := strings.Cut(of, "/")
		if def := f.def.StepsByID[first]; def != nil && def.Each == e.role {
			of = first + "[" + strconv.Itoa(e.index) + "]"
			if rest != "" {
				of += "/" + rest
			}
		}
	}
	full := f.prefix + of
	earlier := f.rolled[full]
	if earlier == nil {
		return
	}
	out := f.room.rolled.One()
	*out = *earlier
	out.summary = f.summary(step, names)
	out.band, out.bandSet, out.bandValue = "", "", formula.Absent
	f.classify(step, path, names, out)
	entry := &Entry{
		Step: path, Action: f.id, Kind: needDice, By: byEngine, Of: full, Items: out.items, total: out.total,
		Band: out.band, BandSet: out.bandSet, BandValue: datum(out.bandValue), Summary: out.summary,
	}
	entry.Total = &entry.total
	f.log = append(f.log, entry)
	f.keep(step, path, out)
}

func datum(v formula.Value) *Datum {
	if v.IsAbsent() {
		return nil
	}
	return &Datum{v}
}
