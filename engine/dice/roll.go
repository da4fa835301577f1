package dice

import (
	"fmt"
	"slices"
)

// Chance gives a face of a die. What it answers decides the roll; an error of it ends the roll and
// is what Roll gives.
type Chance func(Die) (face int, err error)

// Options of a roll.
type Options struct {
	Limits Limits
	// Set has the first faces of each term, by the term's index: dice that lie there already. They
	// count as thrown, so they are rerolled and explode as others do.
	Set [][]int
}

// Roll rolls the dice: all of them as they stand, then what they ask for in addition, die by die.
// Errors: those of chance; ErrFace for a face that is not on its die; ErrLimit where the dice or
// what they ask for pass a limit.
func (d Dice) Roll(chance Chance, o Options) (*Roll, error) {
	r := new(Roll)
	if err := d.RollInto(r, chance, o); err != nil {
		return nil, err
	}
	return r, nil
}

// RollInto is Roll into a record that was used before, whose memory it takes over. After an error
// the record has what had fallen until then.
func (d Dice) RollInto(r *Roll, chance Chance, o Options) error {
	o.Limits = o.Limits.orDefault()
	if err := d.check(o.Limits); err != nil {
		return err
	}
	r.begin(d)
	if len(o.Set) > len(d.Terms) {
		return fmt.Errorf("%w: faces are set for %d terms; there are %d", ErrFace, len(o.Set), len(d.Terms))
	}
	th := thrower{chance: chance, limits: o.Limits}
	for i := range r.Terms {
		var set []int
		if i < len(o.Set) {
			set = o.Set[i]
		}
		if err := th.throw(&r.Terms[i], set); err != nil {
			return err
		}
	}
	r.Total = d.Flat
	for i := range r.Terms {
		t := &r.Terms[i]
		if t.Reroll.Op != Never || t.RerollOnce.Op != Never || t.Explode.How != NoBurst {
			for k := range t.Count {
				if err := th.follow(t, k); err != nil {
					return err
				}
			}
		}
		r.judge(t)
		if t.Minus {
			r.Total -= t.Value
		} else {
			r.Total += t.Value
		}
	}
	return nil
}

// thrower asks for faces.
type thrower struct {
	chance Chance
	limits Limits
	faces  int
}

// throw has the dice of a term fall once each.
func (th *thrower) throw(t *TermRoll, set []int) error {
	if len(set) > t.Count {
		return fmt.Errorf("%w: %d faces are set for %s", ErrFace, len(set), t.Term)
	}
	if th.faces += t.Count; th.faces > th.limits.Faces {
		return limitf("more than %d faces in one roll", th.limits.Faces)
	}
	low, high := t.Low(), t.High()
	for k := range t.Count {
		var face int
		var marks Marks
		if k < len(set) {
			face, marks = set[k], Set
		} else {
			var err error
			if face, err = th.chance(t.Die); err != nil {
				return err
			}
		}
		if face < low || face > high {
			return offDie(t.Die, face)
		}
		t.Faces = append(t.Faces, Face{Face: int32(face), Die: int32(k), Marks: marks})
	}
	return nil
}

// ask has one face more fall.
func (th *thrower) ask(t *TermRoll, f *Face) error {
	if th.faces++; th.faces > th.limits.Faces {
		return limitf("more than %d faces in one roll", th.limits.Faces)
	}
	face, err := th.chance(t.Die)
	if err != nil {
		return err
	}
	if !t.Has(face) {
		return offDie(t.Die, face)
	}
	f.Face = int32(face)
	return nil
}

func offDie(d Die, face int) error {
	return &fault{fmt.Sprintf("a %s has no face %d; it has %d to %d", d, face, d.Low(), d.High()), ErrFace}
}

// follow rerolls and explodes one die until it rests.
func (th *thrower) follow(t *TermRoll, at int) error {
	once, rerolls, explosions := false, 0, 0
	for {
		f := &t.Faces[at]
		next := Face{Die: f.Die, Marks: f.Marks & Extra}
		switch face := int(f.Face); {
		case t.Reroll.Holds(face), !once && t.RerollOnce.Holds(face):
			if rerolls++; rerolls > th.limits.Rerolls {
				return limitf("a %s was rerolled more than %d times", t.Die, th.limits.Rerolls)
			}
			once = once || !t.Reroll.Holds(face)
			f.Marks |= Rerolled
		case t.explodes(face):
			if explosions++; explosions > th.limits.Explosions {
				return limitf("a %s exploded more than %d times", t.Die, th.limits.Explosions)
			}
			once = false
			f.Marks |= Exploded
			next.Marks = Extra
		default:
			return nil
		}
		if err := th.ask(t, &next); err != nil {
			return err
		}
		at = len(t.Faces)
		t.Faces = append(t.Faces, next)
	}
}

// judge says what each face counts for and which dice stay, and adds them up.
func (r *Roll) judge(t *TermRoll) {
	n, sum := 0, 0 // of the dice that are kept or dropped
	changes := t.Minimum.On || t.Explode.How == Penetrate
	for i := range t.Faces {
		f := &t.Faces[i]
		if f.Marks&Rerolled != 0 {
			continue
		}
		f.Value = f.Face
		if changes {
			f.Value = int32(t.value(int(f.Face), f.Marks&Extra != 0))
			if t.Minimum.On && int(f.Face) < t.Minimum.N {
				f.Marks |= Raised
			}
		}
		f.Marks |= Kept
		sum += int(f.Value)
		n++
	}
	t.Value = 0
	if t.Explode.How == Compound {
		r.judgeCompound(t)
		return
	}
	if lo, hi := t.Keep.span(n); lo > 0 || hi < n {
		r.order = r.order[:0]
		for i := range t.Faces {
			if f := &t.Faces[i]; f.Marks&Rerolled == 0 {
				r.order = append(r.order, rank(int(f.Value), i))
			}
		}
		ascend(r.order)
		for k, x := range r.order {
			if k < lo || k >= hi {
				f := &t.Faces[ranked(x)]
				f.Marks &^= Kept
				sum -= int(f.Value)
			}
		}
	}
	if !t.counts() {
		t.Value = sum
		return
	}
	for i := range t.Faces {
		if f := &t.Faces[i]; f.Marks&Kept != 0 {
			t.Value += f.score(&t.Term, int(f.Value))
		}
	}
}

// judgeCompound is judge for dice that are each the sum of their faces.
func (r *Roll) judgeCompound(t *TermRoll) {
	r.sums = append(r.sums[:0], make([]int, t.Count)...)
	for i := range t.Faces {
		r.sums[t.Faces[i].Die] += int(t.Faces[i].Value)
	}
	r.order = r.order[:0]
	for k, v := range r.sums {
		r.order = append(r.order, rank(v, k))
	}
	slices.Sort(r.order)
	lo, hi := t.Keep.span(t.Count)
	for k, x := range r.order {
		die := ranked(x)
		if k < lo || k >= hi {
			for i := range t.Faces {
				if int(t.Faces[i].Die) == die {
					t.Faces[i].Marks &^= Kept
				}
			}
			continue
		}
		// Only the face that a die came to rest on is marked as a success or a failure.
		for i := len(t.Faces) - 1; i >= 0; i-- {
			if f := &t.Faces[i]; int(f.Die) == die {
				t.Value += f.score(&t.Term, r.sums[die])
				break
			}
		}
	}
}

// score marks a face of a die that stays, and gives what the die adds.
func (f *Face) score(t *Term, value int) int {
	if t.Success.Holds(value) {
		f.Marks |= Success
	}
	if t.Failure.Holds(value) {
		f.Marks |= Failure
	}
	return t.score(value)
}

// ascend sorts. Most pools are small enough to be sorted in place without a call for it.
func ascend(order []int64) {
	if len(order) > 12 {
		slices.Sort(order)
		return
	}
	for i := 1; i < len(order); i++ {
		x, k := order[i], i
		for ; k > 0 && order[k-1] > x; k-- {
			order[k] = order[k-1]
		}
		order[k] = x
	}
}

// rank puts dice in order by value; of equal ones the later is lower.
func rank(value, index int) int64 { return int64(value)<<32 | int64(1<<31-1-index) }
func ranked(x int64) (index int)  { return 1<<31 - 1 - int(uint32(x)) }
