package dice

import "strings"

// modifier is one that can follow the sides of a die. A name stands before those that it begins with.
type modifier struct {
	name string
	read func(p *parser, t *Term, from int) error
}

var modifierTable = []modifier{
	{"ro", readCondition("ro", func(t *Term) *Condition { return &t.RerollOnce })},
	{"r", readCondition("r", func(t *Term) *Condition { return &t.Reroll })},
	{"min", readMinimum},
	{"!!", readExplode("!!", Compound)},
	{"!p", readExplode("!p", Penetrate)},
	{"!", readExplode("!", Further)},
	{"kh", readKeep("kh", func(k *Keep) *int { return &k.High })},
	{"kl", readKeep("kl", func(k *Keep) *int { return &k.Low })},
	{"k", readKeep("k", func(k *Keep) *int { return &k.High })},
	{"dh", readKeep("dh", func(k *Keep) *int { return &k.DropHigh })},
	{"dl", readKeep("dl", func(k *Keep) *int { return &k.DropLow })},
	{"d", func(p *parser, t *Term, from int) error {
		return p.fail(from, "which dice are dropped? dl drops the lowest, dh the highest")
	}},
	{"cs", readCondition("cs", func(t *Term) *Condition { return &t.Success })},
	{"cf", readCondition("cf", func(t *Term) *Condition { return &t.Failure })},
}

func (p *parser) modifiers(t *Term) error {
next:
	for p.at < len(p.text) {
		if strings.HasPrefix(p.text[p.at:], "!=") { // a formula's "is not"
			return nil
		}
		for i := range modifierTable {
			m, from := &modifierTable[i], p.at
			if m.name == "!!" && strings.HasPrefix(p.text[p.at:], "!!=") { // ! and !=
				continue
			}
			if p.take(m.name) {
				if err := m.read(p, t, from); err != nil {
					return err
				}
				continue next
			}
		}
		if c := fold(p.text[p.at]); c >= 'a' && c <= 'z' {
			return p.fail(p.at, "there is no modifier %s; there are r, ro, min, !, !!, !p, kh, kl, dh, dl, cs and cf", p.next())
		}
		return nil
	}
	return nil
}

// condition reads =N, <N, <=N, >N, >=N or N; bare says whether N may have a sign of its own.
func (p *parser) condition(signed bool) (c Condition, ok bool, err error) {
	from := p.at
	c.Op = Exactly
	shift, compared := 0, true
	switch {
	case p.take("<="):
		c.Op = AtMost
	case p.take(">="):
		c.Op = AtLeast
	case p.take("<"):
		c.Op, shift = AtMost, -1
	case p.take(">"):
		c.Op, shift = AtLeast, 1
	default:
		compared = p.take("=")
	}
	minus := (signed || compared) && p.take("-")
	n, ok, err := p.number()
	if !ok || err != nil {
		if compared && err == nil {
			err = p.fail(p.at, "expected a face, not %s", p.next())
		}
		if !compared {
			p.at = from
		}
		return Condition{}, false, err
	}
	if minus {
		n = -n
	}
	c.N = n + shift
	return c, true, nil
}

func readCondition(name string, field func(*Term) *Condition) func(*parser, *Term, int) error {
	return func(p *parser, t *Term, from int) error {
		c, ok, err := p.condition(true)
		if err != nil {
			return err
		}
		if !ok {
			return p.fail(from, "%s needs a face or a comparison, as in %s1 or %s<=2", name, name, name)
		}
		f := field(t)
		if f.Op != Never {
			return p.fail(from, "%s is given twice", name)
		}
		*f = c
		if strings.HasPrefix(name, "r") {
			return p.matches(t, c, from)
		}
		return nil
	}
}

// matches refuses a condition that no face meets: it is a slip of the pen.
func (p *parser) matches(t *Term, c Condition, from int) error {
	if c.Holds(t.Low()) || c.Holds(t.High()) || c.Op == Exactly && t.Has(c.N) {
		return nil
	}
	return p.fail(from, "no face of a %s is meant; it has %d to %d", t.Die, t.Low(), t.High())
}

func readMinimum(p *parser, t *Term, from int) error {
	minus := p.take("-")
	n, ok, err := p.number()
	switch {
	case err != nil:
		return err
	case !ok:
		return p.fail(from, "min needs a number, as in min2")
	case t.Minimum.On:
		return p.fail(from, "min is given twice")
	}
	if minus {
		n = -n
	}
	if !t.Has(n) {
		return p.fail(from, "%d is not on a %s; it has %d to %d", n, t.Die, t.Low(), t.High())
	}
	t.Minimum = Minimum{true, n}
	return nil
}

func readExplode(name string, how Burst) func(*parser, *Term, int) error {
	return func(p *parser, t *Term, from int) error {
		if t.Explode.How != NoBurst {
			return p.fail(from, "the dice explode twice")
		}
		// What follows a bare ! as "= 5" would, belongs to somebody else.
		c, ok, err := Condition{}, false, error(nil)
		if !strings.HasPrefix(p.text[p.at:], "=") {
			c, ok, err = p.condition(false)
		}
		if err != nil {
			return err
		}
		t.Explode = Explode{how, c}
		if ok {
			return p.matches(t, c, from)
		}
		return nil
	}
}

func readKeep(name string, field func(*Keep) *int) func(*parser, *Term, int) error {
	return func(p *parser, t *Term, from int) error {
		n, ok, err := p.number()
		f := field(&t.Keep)
		switch {
		case err != nil:
			return err
		case !ok:
			n = 1
		case n == 0:
			return p.fail(from, "%s0 does nothing or leaves nothing; give at least 1", name)
		case n > p.limits.Dice:
			return p.wrap(from, limitf("%s%d; there are at most %d dice", name, n, p.limits.Dice))
		}
		if *f > 0 {
			return p.fail(from, "%s is given twice", name)
		}
		*f = n
		return nil
	}
}
