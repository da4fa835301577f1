package action

import (
	"fmt"
	"slices"

	"github.com/astragal-engine/astragal/engine/dice"
)

// thrown is what the dice of a roll need while they fall.
type thrown struct {
	items []*Item
	terms []dice.Term
	set   [][]int
	roll  dice.Roll
}

func (t *thrown) clear() {
	clear(t.items[:cap(t.items)])
	clear(t.set[:cap(t.set)])
}

// throw rolls the dice items, with faces from the checkpoint (seed: Rolling).
func (b *building) throw(out *rolled, entry *Entry) {
	t := &b.room.thrown
	t.items, t.terms, t.set = t.items[:0], t.terms[:0], t.set[:0]
	first := 0
	for _, it := range out.items {
		if it.isDice() {
			t.items, t.terms, t.set = append(t.items, it), append(t.terms, it.made.term), append(t.set, it.made.set)
			first += it.missing()
		}
	}
	if len(t.items) == 0 {
		return
	}
	c := b.run.dicePoint(b.path, b.c.stepTags(), func() *Needs { return b.needs(out) }, first)
	err := dice.Dice{Terms: t.terms}.RollInto(&t.roll, c.next, dice.Options{Set: t.set, Limits: dice.Limits{
		Dice: b.limits.Dice, Faces: b.limits.Faces, Explosions: b.limits.Explosions,
	}})
	if err != nil {
		b.diceFault(err)
	}
	c.close()
	b.read(t, out)
	if entry.Faces = c.rec.Faces; len(entry.Faces) > 0 {
		entry.By = c.rec.By
	}
}

// missing is how many dice of an item do not lie there yet.
func (it *Item) missing() int { return max(0, it.made.term.Count-len(it.made.set)) }

// needs is what a pause for the dice of the roll waits for.
func (b *building) needs(out *rolled) *Needs {
	needs := &Needs{Kind: needDice, Step: b.path, Action: b.id, Items: out.items, Summary: out.summary}
	for _, it := range b.room.thrown.items {
		if n := it.missing(); n > 0 {
			t := &it.made.term
			needs.Dice = append(needs.Dice, NeededDice{Count: n, Sides: t.Sides, Zero: t.Low() == 0, Tags: it.Tags})
		}
	}
	return needs
}

// read writes what became of the dice into their items.
func (b *building) read(t *thrown, out *rolled) {
	fallen := 0
	for i := range t.items {
		fallen += len(t.roll.Terms[i].Faces)
	}
	faces := make([]Face, 0, fallen)
	out.faces = slices.Grow(out.faces, fallen)
	for i, it := range t.items {
		term, at := &t.roll.Terms[i], len(faces)
		it.Value = number(term.Value)
		if term.Minus {
			it.Value = -it.Value
		}
		for _, f := range term.Faces {
			face := Face{Face: int(f.Face), Kept: f.Marks.Has(dice.Kept), Set: f.Marks.Has(dice.Set)}
			if int(f.Die) < len(it.made.joined) {
				face.Source = it.made.joined[f.Die]
			}
			faces = append(faces, face)
			out.faces = append(out.faces, face.Face)
			if face.Kept {
				out.kept = append(out.kept, face.Face)
			}
		}
		it.Faces = faces[at:len(faces):len(faces)]
	}
}

// dicePoint is a checkpoint for dice: faces come from the record, the app or the dice function.
type dicePoint struct {
	*run
	path  string
	needs func() *Needs
	pause bool
	first int // how many dice the first pause asks for
	rec   Recorded
	place int // of rec among the recorded answers; -1: not there yet
	used  int // faces of rec
}

func (r *run) dicePoint(path string, tags []string, needs func() *Needs, first int) *dicePoint {
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
		if c.rec.Faces == nil {
			c.rec.Faces = make([]int, 0, max(1, c.first))
		}
		c.rec.Faces = append(c.rec.Faces, c.run.face(d, c.path))
		return
	}
	needs := c.needs()
	if c.used > 0 || c.first == 0 {
		needs.Dice = []NeededDice{{Count: 1, Sides: d.Sides, Zero: d.Low() == 0}}
	}
	if c.used > 0 {
		c.commit()
	}
	a := c.ask(needs)
	c.checkFaces(needs, a.Faces)
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
