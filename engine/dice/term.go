package dice

import "fmt"

// Term is a number of dice of one kind, with what happens to them. Its fields are in the order in
// which they act; the zero value of each is "not at all".
type Term struct {
	Minus bool // the term is taken off the sum
	Count int
	Die

	Reroll     Condition // again and again, as long as it holds
	RerollOnce Condition // at most one time for each die
	Minimum    Minimum
	Explode    Explode
	Keep       Keep
	Success    Condition // the term counts these dice instead of adding them up
	Failure    Condition // and takes these off
}

// Minimum is the least that a face counts for.
type Minimum struct {
	On bool
	N  int
}

// Burst is what another die does that an exploding die brings.
type Burst uint8

const (
	NoBurst   Burst = iota
	Further         // !  it is one more die
	Compound        // !! it adds to the die that exploded: together they are kept, dropped and counted as one
	Penetrate       // !p it is one more die that counts one less
)

// Explode has a die bring another one when a face falls. The zero When stands for the highest face.
type Explode struct {
	How  Burst
	When Condition
}

// Keep says which dice stay. The dice are put in order, and each of the four is judged over all of
// them: a die stays that all let stay. Of equal dice the earlier counts as the higher one.
type Keep struct {
	High, Low         int // the so many highest, lowest stay; 0: all
	DropHigh, DropLow int // the so many highest, lowest go
}

// span gives which of n dice in ascending order stay, from lo up to but not including hi.
func (k Keep) span(n int) (lo, hi int) {
	lo, hi = k.DropLow, n-k.DropHigh
	if k.High > 0 {
		lo = max(lo, n-k.High)
	}
	if k.Low > 0 {
		hi = min(hi, k.Low)
	}
	lo = min(max(lo, 0), n)
	return lo, max(lo, hi)
}

// explodes reports whether a die that shows a face brings another.
func (t *Term) explodes(face int) bool {
	if t.Explode.How == NoBurst {
		return false
	}
	if t.Explode.When.Op == Never {
		return face == t.High()
	}
	return t.Explode.When.Holds(face)
}

// value gives what a face counts for; further says that an explosion brought it.
func (t *Term) value(face int, further bool) int {
	if t.Minimum.On {
		face = max(face, t.Minimum.N)
	}
	if further && t.Explode.How == Penetrate {
		face--
	}
	return face
}

// counts reports whether the term counts dice instead of adding up what they show.
func (t *Term) counts() bool { return t.Success.Op != Never || t.Failure.Op != Never }

// score gives what a die adds to the term's value.
func (t *Term) score(value int) int {
	if !t.counts() {
		return value
	}
	n := 0
	if t.Success.Holds(value) {
		n++
	}
	if t.Failure.Holds(value) {
		n--
	}
	return n
}

// Check says what is wrong with a term: more than the limits allow, or a die that never comes to
// rest. A dice value made by Parse has passed it.
func (t Term) Check(l Limits) error { return t.check(l.orDefault()) }

func (t *Term) check(l Limits) error {
	switch {
	case t.Count < 0:
		return fmt.Errorf("%d dice cannot be rolled", t.Count)
	case t.Count > l.Dice:
		return limitf("%d dice; at most %d can be rolled", t.Count, l.Dice)
	case t.Sides < 1:
		return fmt.Errorf("a die has at least one side")
	case t.Sides > l.Sides:
		return limitf("a die of %d sides; at most %d are allowed", t.Sides, l.Sides)
	case t.Kind == Fate && t.Sides != 3:
		return fmt.Errorf("a fate die has three sides")
	}
	if t.Reroll.Op == Never && t.Explode.How == NoBurst {
		return nil
	}
	left, rests := false, false
	for f := t.Low(); f <= t.High() && !rests; f++ {
		if !t.Reroll.Holds(f) {
			left = true
			rests = !t.explodes(f)
		}
	}
	if !left {
		return fmt.Errorf("every face of a %s is rerolled, so it never comes to rest", t.Die)
	}
	if !rests {
		return fmt.Errorf("every face of a %s explodes, so it never comes to rest", t.Die)
	}
	return nil
}
