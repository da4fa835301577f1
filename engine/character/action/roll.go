package action

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal-engine/astragal/engine/character/formula"
	"github.com/astragal-engine/astragal/engine/character/pack"
	"github.com/astragal-engine/astragal/engine/dice"
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
	b.finish()
	out := &rolled{items: b.items, empty: b.empty}
	out.summary = f.summary(step, c)
	entry := &Entry{Step: path, Action: f.id, Kind: needDice, By: byEngine, Items: b.items, Summary: out.summary}
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
	r := f.result(step.ID)
	i := 0
	if e := f.each; e != nil && r.role == e.role {
		i = e.index
	}
	for len(r.rolled) <= i {
		r.rolled = append(r.rolled, nil)
	}
	r.rolled[i] = out
	f.set(step, formula.ObjectValue(out))
}

// throw rolls the dice items, with faces from the checkpoint (seed: Rolling).
func (b *building) throw(out *rolled, entry *Entry) {
	var d dice.Dice
	var set [][]int
	var items []*Item
	needs := &Needs{Kind: needDice, Step: b.path, Action: b.id, Items: b.items, Summary: out.summary}
	first := 0
	for _, it := range b.items {
		if !it.isDice() {
			continue
		}
		items = append(items, it)
		d.Terms = append(d.Terms, it.term)
		set = append(set, it.set)
		if n := it.term.Count - len(it.set); n > 0 {
			first += n
			needs.Dice = append(needs.Dice, NeededDice{Count: n, Sides: it.term.Sides, Zero: it.term.Low() == 0, Tags: it.Tags})
		}
	}
	if len(items) == 0 {
		return
	}
	c := b.run.dicePoint(b.path, b.c.stepTags(), needs, first)
	roll, err := d.Roll(c.next, dice.Options{Set: set, Limits: dice.Limits{
		Dice: b.limits.Dice, Faces: b.limits.Faces, Explosions: b.limits.Explosions,
	}})
	if err != nil {
		b.diceFault(err)
	}
	c.close()
	for i, it := range items {
		b.read(it, &roll.Terms[i], out)
	}
	if entry.Faces = c.rec.Faces; len(entry.Faces) > 0 {
		entry.By = c.rec.By
	}
}

// read writes what became of a term into its item.
func (b *building) read(it *Item, t *dice.TermRoll, out *rolled) {
	it.Value = number(t.Value)
	if t.Minus {
		it.Value = -it.Value
	}
	it.Faces = make([]Face, len(t.Faces))
	for i, f := range t.Faces {
		face := Face{Face: int(f.Face), Kept: f.Marks.Has(dice.Kept), Set: f.Marks.Has(dice.Set)}
		if int(f.Die) < len(it.joined) {
			face.Source = it.joined[f.Die]
		}
		it.Faces[i] = face
		out.faces = append(out.faces, face.Face)
		if face.Kept {
			out.kept = append(out.kept, face.Face)
		}
	}
}

// dicePoint is a checkpoint for dice: faces come from the record, the app or the dice function.
type dicePoint struct {
	*run
	path  string
	needs *Needs
	pause bool
	first int // how many dice the first pause asks for
	rec   Recorded
	place int // of rec among the recorded answers; -1: not there yet
	used  int // faces of rec
}

func (r *run) dicePoint(path string, tags []string, needs *Needs, first int) *dicePoint {
	c := &dicePoint{run: r, path: path, needs: needs, first: first, place: -1}
	c.pause = r.in.Policy.pauses(rolls, tags, path)
	c.rec = Recorded{Kind: needDice, Step: path, By: byEngine}
	if c.pause {
		c.rec.By = byApp
	}
	if first > 0 {
		c.replay()
	}
	return c
}

// replay takes over what was recorded for the checkpoint.
func (c *dicePoint) replay() {
	if rec := c.run.replay(needDice, c.path); rec != nil {
		c.rec, c.place = *rec, c.answers.next-1
		c.rec.Faces = slices.Clone(rec.Faces)
		if len(rec.Faces) < c.first {
			c.fail("answer-mismatch", c.path, map[string]any{"recorded": len(rec.Faces)}, "%d faces were recorded, and the roll begins with %d", len(rec.Faces), c.first)
		}
	}
}

// commit keeps the faces so far for the state of a pause.
func (c *dicePoint) commit() {
	if c.place >= 0 {
		c.answers.recorded[c.place] = c.rec
		return
	}
	c.record(c.rec)
	c.place = c.answers.next - 1
}

// next gives the face of the next die.
func (c *dicePoint) next(d dice.Die) (int, error) {
	if c.place < 0 && c.used == 0 && c.first == 0 {
		c.replay()
	}
	if c.used == len(c.rec.Faces) {
		c.more(d)
	}
	face := c.rec.Faces[c.used]
	if !d.Has(face) {
		c.fail("answer-mismatch", c.path, map[string]any{"face": face, "sides": d.Sides}, "the recorded face %d is not on a %s", face, d)
	}
	c.used++
	c.run.faces++
	return face, nil
}

// more gets faces that are not recorded yet: all dice of the roll, later one at a time.
func (c *dicePoint) more(d dice.Die) {
	if a := &c.answers; a.next < len(a.recorded) {
		c.fail("answer-mismatch", c.path, map[string]any{"recorded": len(c.rec.Faces)}, "%d faces were recorded, and the roll needs more", len(c.rec.Faces))
	}
	if !c.pause {
		c.rec.Faces = append(c.rec.Faces, c.run.face(d, c.path))
		return
	}
	needs := *c.needs
	if c.used > 0 || c.first == 0 {
		needs.Dice = []NeededDice{{Count: 1, Sides: d.Sides, Zero: d.Low() == 0}}
	}
	if c.used > 0 {
		c.commit()
	}
	a := c.ask(&needs)
	c.checkFaces(&needs, a.Faces)
	c.rec.Faces = append(c.rec.Faces, a.Faces...)
}

// face asks the dice function.
func (r *run) face(d dice.Die, path string) int {
	if r.roll == nil {
		r.fail("no-dice", path, nil, "a %s is to be rolled, and there is no dice function: give one, or pause dice by the policy", d)
	}
	face, err := r.roll(d, r.faces)
	if err != nil {
		r.fail("no-dice", path, nil, "the dice function failed: %s", err)
	}
	if !d.Has(face) {
		r.fail("invalid-face", path, map[string]any{"face": face, "sides": d.Sides}, "the dice function gave %d for a %s", face, d)
	}
	return face
}

// checkFaces holds faces that the app gave against the dice asked for.
func (r *run) checkFaces(needs *Needs, faces []int) {
	i := 0
	for _, n := range needs.Dice {
		die := dice.Die{Sides: n.Sides}
		if n.Zero {
			die.Kind = dice.Zero
		}
		for range n.Count {
			if i < len(faces) && !die.Has(faces[i]) {
				r.refuse(needs, fmt.Sprintf("a %s has no face %d", die, faces[i]))
			}
			i++
		}
	}
	if i != len(faces) {
		r.refuse(needs, fmt.Sprintf("faces asked for: %d, given: %d", i, len(faces)))
	}
}

// close keeps the record and holds it against the roll: nothing of it may be left over.
func (c *dicePoint) close() {
	if c.used < len(c.rec.Faces) {
		c.fail("answer-mismatch", c.path, map[string]any{"recorded": len(c.rec.Faces), "used": c.used}, "%d faces were recorded, and the roll has %d", len(c.rec.Faces), c.used)
	}
	if c.used > 0 {
		c.commit()
	}
}

// total multiplies the items and adds them up (seed: Rolling, multiply and result).
func (b *building) total(out *rolled) {
	for _, e := range b.modifiers(pack.MultiplyRoll) {
		factor := e.value.Number()
		for _, it := range b.items {
			if it.fixed() || !e.reaches(it) {
				continue
			}
			it.Value = b.times(it.Value, e)
			product := number(1)
			if it.Factor != nil {
				product = *it.Factor
			}
			product = number(sixPlaces(float64(product) * factor))
			it.Factor = &product
		}
	}
	sum := 0.0
	for _, it := range b.items {
		sum += float64(it.Value)
	}
	out.unbounded = number(sixPlaces(sum))
	out.total = out.unbounded
}

// bound raises and lowers the total (seed: Rolling, bounds).
func (b *building) bound(out *rolled) {
	apply := func(e *rollEffect, moves bool) {
		if moves {
			out.total = b.toNumber(e.value)
			out.bounds = append(out.bounds, Bound{&e.Source, string(e.Effect.Op), out.total})
		}
	}
	if e := b.extreme(pack.AtLeast, "", higher); e != nil {
		apply(e, b.toNumber(e.value) > out.total)
	}
	if e := b.extreme(pack.AtMost, "", lower); e != nil {
		apply(e, b.toNumber(e.value) < out.total)
	}
}

func higher(a, b float64) bool { return a > b }
func lower(a, b float64) bool  { return a < b }

// extreme is the effect of an op on a tally (empty: the total) whose value goes furthest.
func (b *building) extreme(op pack.Op, name string, better func(a, b float64) bool) *rollEffect {
	var best *rollEffect
	for _, e := range b.counted(b.valued(op, ofTally(name))) {
		if best == nil || better(e.value.Number(), best.value.Number()) {
			best = e
		}
	}
	return best
}

func ofTally(name string) func(*rollEffect) bool {
	return func(e *rollEffect) bool { return e.Effect.Tally == name }
}

// tallies sums up what effects add to tallies (seed: Roll tallies).
func (b *building) tallies() []tally {
	var out []tally
	for _, t := range b.rules.Tallies {
		if !slices.Contains(b.def.Pack.Visible, t.Pack) || slices.ContainsFunc(out, func(o tally) bool { return o.name == t.Name }) {
			continue
		}
		line := tally{name: t.Name}
		for _, e := range b.counted(b.valued(pack.Add, ofTally(t.Name))) {
			v := b.toNumber(e.value)
			line.value = number(sixPlaces(float64(line.value + v)))
			line.sources = append(line.sources, TallyShare{&e.Source, string(pack.Add), v})
		}
		bound := func(e *rollEffect, moves func(v number) bool) {
			if e == nil {
				return
			}
			if v := b.toNumber(e.value); moves(v) {
				line.value = v
				line.sources = append(line.sources, TallyShare{&e.Source, string(e.Effect.Op), v})
			}
		}
		bound(b.extreme(pack.AtLeast, t.Name, higher), func(v number) bool { return v > line.value })
		bound(b.extreme(pack.AtMost, t.Name, lower), func(v number) bool { return v < line.value })
		out = append(out, line)
	}
	return out
}

// log writes a roll into its entry.
func (r *rolled) log(e *Entry) {
	e.Items, e.Total, e.Band, e.BandSet, e.Bounds, e.Summary = r.items, &r.total, r.band, r.bandSet, r.bounds, r.summary
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
	out := *earlier
	out.summary = f.summary(step, names)
	out.band, out.bandSet, out.bandValue = "", "", formula.Absent
	f.classify(step, path, names, &out)
	f.log = append(f.log, &Entry{
		Step: path, Action: f.id, Kind: needDice, By: byEngine, Of: full, Items: out.items, Total: &out.total,
		Band: out.band, BandSet: out.bandSet, BandValue: datum(out.bandValue), Summary: out.summary,
	})
	f.keep(step, path, &out)
}

func datum(v formula.Value) *Datum {
	if v.IsAbsent() {
		return nil
	}
	return &Datum{v}
}
