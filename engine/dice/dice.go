package dice

// Dice is a sum of dice and a number. The zero Dice is 0. Its terms are not to be written once it
// is in use; the methods give new values.
type Dice struct {
	Terms []Term
	Flat  int
}

// Of gives count dice of a number of sides.
func Of(count, sides int) Dice { return Dice{Terms: []Term{{Count: count, Die: Die{Sides: sides}}}} }

// Number gives a dice value without dice.
func Number(n int) Dice { return Dice{Flat: n} }

// Plus gives the sum of two dice values, with the terms of d first.
func (d Dice) Plus(o Dice) Dice {
	terms := make([]Term, 0, len(d.Terms)+len(o.Terms))
	return Dice{append(append(terms, d.Terms...), o.Terms...), d.Flat + o.Flat}
}

// Negated gives the dice value with all signs turned.
func (d Dice) Negated() Dice {
	terms := make([]Term, len(d.Terms))
	for i, t := range d.Terms {
		t.Minus = !t.Minus
		terms[i] = t
	}
	return Dice{terms, -d.Flat}
}

// Minus gives the difference of two dice values.
func (d Dice) Minus(o Dice) Dice { return d.Plus(o.Negated()) }

// Count gives how many dice fall at first, before rerolls and explosions.
func (d Dice) Count() int {
	n := 0
	for i := range d.Terms {
		n += d.Terms[i].Count
	}
	return n
}

// Check holds a dice value against limits: a term as Term.Check does, the dice of all terms
// together, and the number. What Parse gave has passed the limits of Parse; sums of dice values
// have not. Errors that are due to a limit are ErrLimit.
func (d Dice) Check(l Limits) error {
	return d.check(l.orDefault())
}

func (d *Dice) check(l Limits) error {
	count := 0
	for i := range d.Terms {
		t := &d.Terms[i]
		if err := t.check(l); err != nil {
			return err
		}
		if count += t.Count; count > l.Dice {
			return limitf("%d dice; at most %d can be rolled", count, l.Dice)
		}
	}
	// 0d6 is no die, but it is a term.
	if len(d.Terms) > l.Dice {
		return limitf("%d terms; at most %d are allowed", len(d.Terms), l.Dice)
	}
	if d.Flat > MostFlat || d.Flat < -MostFlat {
		return limitf("the number %d; at most %d can be added", d.Flat, MostFlat)
	}
	return nil
}
