package dice

import "fmt"

// Roll is the record of a roll.
type Roll struct {
	Total int
	Terms []TermRoll // as the dice value has them
	Flat  int

	order []int64 // of dice that are kept and dropped
	sums  []int   // of compounding dice
}

// TermRoll is what became of a term.
type TermRoll struct {
	Term
	// Faces has every face in the order in which they fell: the dice as they were thrown, then what
	// followed. Faces of one die have the same Die, each the successor of the one before.
	Faces []Face
	Value int // without the term's sign
}

// Face is one face that fell.
type Face struct {
	Face  int32 // as it fell
	Value int32 // what it counts for; 0 when it was rerolled
	Die   int32 // which of the dice thrown it belongs to, from 0
	Marks Marks
}

// Marks say what became of a face.
type Marks uint16

const (
	Kept     Marks = 1 << iota // it counts; without it and without Rerolled the face is dropped
	Set                        // it was not rolled but lay there
	Rerolled                   // another face took its place
	Exploded                   // it brought another die
	Extra                      // an explosion brought it
	Raised                     // it counts for more than it shows
	Success
	Failure
)

// Has reports whether all of some marks are there.
func (m Marks) Has(all Marks) bool { return m&all == all }

// begin makes an empty record for a dice value, in the memory of the last one.
func (r *Roll) begin(d Dice) {
	if cap(r.Terms) < len(d.Terms) {
		r.Terms = make([]TermRoll, len(d.Terms))
	}
	r.Terms = r.Terms[:len(d.Terms)]
	for i := range r.Terms {
		t := &r.Terms[i]
		t.Term, t.Value = d.Terms[i], 0
		if cap(t.Faces) < t.Count {
			t.Faces = make([]Face, 0, min(t.Count, 1_000))
		}
		t.Faces = t.Faces[:0]
	}
	r.Flat, r.Total = d.Flat, 0
}

// Asked gives the faces that chance answered, in the order in which it was asked. Given(Asked()...)
// rolls the same again.
func (r *Roll) Asked() []int {
	var first, more []int
	for i := range r.Terms {
		for k, f := range r.Terms[i].Faces {
			switch {
			case k >= r.Terms[i].Count:
				more = append(more, int(f.Face))
			case !f.Marks.Has(Set):
				first = append(first, int(f.Face))
			}
		}
	}
	return append(first, more...)
}

// Faces answers for chance with faces that are known.
type Faces struct {
	faces []int
	used  int
}

// Given makes chance out of faces, in the order in which they are asked for.
func Given(faces ...int) *Faces { return &Faces{faces: faces} }

// Next is a Chance; when no face is left it gives ErrEmpty.
func (f *Faces) Next(d Die) (int, error) {
	if f.used == len(f.faces) {
		return 0, &fault{fmt.Sprintf("a %s is asked for, and no face is left", d), ErrEmpty}
	}
	f.used++
	return f.faces[f.used-1], nil
}

// Left gives how many faces were not asked for.
func (f *Faces) Left() int { return len(f.faces) - f.used }
