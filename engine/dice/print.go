package dice

import "strconv"

// String gives the canonical notation, which Parse reads back as the same value: the terms in their
// order, then the number unless it is 0 and there are terms; modifiers in the order in which they act.
func (d Dice) String() string {
	var room [40]byte
	to := room[:0]
	for i := range d.Terms {
		t := &d.Terms[i]
		switch {
		case i > 0 && t.Minus:
			to = append(to, " - "...)
		case i > 0:
			to = append(to, " + "...)
		case t.Minus:
			to = append(to, '-')
		}
		to = t.write(to)
	}
	switch {
	case len(d.Terms) == 0:
		to = strconv.AppendInt(to, int64(d.Flat), 10)
	case d.Flat > 0:
		to = strconv.AppendInt(append(to, " + "...), int64(d.Flat), 10)
	case d.Flat < 0:
		to = append(append(to, " - "...), strconv.Itoa(d.Flat)[1:]...)
	}
	return string(to)
}

// String gives the notation of a term without its sign.
func (t Term) String() string {
	var room [40]byte
	return string(t.write(room[:0]))
}

func (t *Term) write(to []byte) []byte {
	to = t.Die.write(strconv.AppendInt(to, int64(t.Count), 10))
	condition := func(name string, c Condition) {
		if c.Op != Never {
			to = c.write(append(to, name...))
		}
	}
	number := func(name string, n int) {
		if n > 0 {
			to = strconv.AppendInt(append(to, name...), int64(n), 10)
		}
	}
	condition("r", t.Reroll)
	condition("ro", t.RerollOnce)
	if t.Minimum.On {
		to = strconv.AppendInt(append(to, "min"...), int64(t.Minimum.N), 10)
	}
	if t.Explode.How != NoBurst {
		to = append(to, [...]string{Further: "!", Compound: "!!", Penetrate: "!p"}[t.Explode.How]...)
		when := t.Explode.When
		if when.Op == Exactly && when.N < 0 { // !-1 is an explosion, less 1; no face lies below -1
			when.Op = AtMost
		}
		to = when.write(to)
	}
	number("kh", t.Keep.High)
	number("kl", t.Keep.Low)
	number("dh", t.Keep.DropHigh)
	number("dl", t.Keep.DropLow)
	condition("cs", t.Success)
	condition("cf", t.Failure)
	return to
}
