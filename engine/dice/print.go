package dice

import (
	"strconv"
	"strings"
)

// String gives the canonical notation, which Parse reads back as the same value: the terms in their
// order, then the number unless it is 0 and there are terms; modifiers in the order in which they act.
func (d Dice) String() string {
	var b strings.Builder
	for i, t := range d.Terms {
		switch {
		case i > 0 && t.Minus:
			b.WriteString(" - ")
		case i > 0:
			b.WriteString(" + ")
		case t.Minus:
			b.WriteString("-")
		}
		t.write(&b)
	}
	switch {
	case len(d.Terms) == 0:
		b.WriteString(strconv.Itoa(d.Flat))
	case d.Flat > 0:
		b.WriteString(" + " + strconv.Itoa(d.Flat))
	case d.Flat < 0:
		b.WriteString(" - " + strconv.Itoa(d.Flat)[1:])
	}
	return b.String()
}

// String gives the notation of a term without its sign.
func (t Term) String() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

func (t *Term) write(b *strings.Builder) {
	b.WriteString(strconv.Itoa(t.Count))
	b.WriteString(t.Die.String())
	condition := func(name string, c Condition) {
		if c.Op != Never {
			b.WriteString(name + c.String())
		}
	}
	number := func(name string, n int) {
		if n > 0 {
			b.WriteString(name + strconv.Itoa(n))
		}
	}
	condition("r", t.Reroll)
	condition("ro", t.RerollOnce)
	if t.Minimum.On {
		b.WriteString("min" + strconv.Itoa(t.Minimum.N))
	}
	if t.Explode.How != NoBurst {
		b.WriteString([...]string{Further: "!", Compound: "!!", Penetrate: "!p"}[t.Explode.How])
		when := t.Explode.When
		if when.Op == Exactly && when.N < 0 { // !-1 is an explosion, less 1; no face lies below -1
			when.Op = AtMost
		}
		b.WriteString(when.String())
	}
	number("kh", t.Keep.High)
	number("kl", t.Keep.Low)
	number("dh", t.Keep.DropHigh)
	number("dl", t.Keep.DropLow)
	condition("cs", t.Success)
	condition("cf", t.Failure)
}
