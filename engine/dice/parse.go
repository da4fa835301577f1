package dice

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Error is what is wrong with a notation. It is ErrLimit when a limit forbids it.
type Error struct {
	Text    string // the notation
	At, End int    // bytes of it that are meant
	Message string
	cause   error
}

func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column(), e.Message) }
func (e *Error) Unwrap() error { return e.cause }

// Column gives the place as people count it: in characters, from 1.
func (e *Error) Column() int { return utf8.RuneCountInString(e.Text[:e.At]) + 1 }

// longest is how many bytes a notation has at most, deepest how far its parentheses are nested.
const (
	longest = 10_000
	deepest = 50
)

// Parse reads dice notation within the default limits: docs/dice.md has the table. Parse(d.String())
// gives d again. The error is an *Error with the place.
func Parse(text string) (Dice, error) { return ParseWithin(text, Limits{}) }

// ParseWithin is Parse within other limits.
func ParseWithin(text string, l Limits) (Dice, error) {
	p := &parser{text: text, limits: l.orDefault()}
	if len(text) > longest {
		return Dice{}, &Error{text, 0, 0, fmt.Sprintf("the notation has %d bytes; at most %d are read", len(text), longest), ErrLimit}
	}
	d, err := p.sum(0)
	if err == nil && p.at < len(text) {
		err = p.stray()
	}
	if err != nil {
		return Dice{}, err
	}
	return d, nil
}

// ScanTerm reads one dice literal at the start of a longer text, as a formula has them: a count, d,
// sides and modifiers without blanks. It gives how many bytes it took; 0 with no error when the text
// does not begin with a count and a d and sides. What cannot go on a literal ends it; a modifier that
// is begun and wrong is an error.
func ScanTerm(text string, l Limits) (Term, int, error) {
	p := &parser{text: text, limits: l.orDefault()}
	for p.at < len(text) && digit(text[p.at]) {
		p.at++
	}
	if p.at == 0 || p.at == len(text) || fold(text[p.at]) != 'd' {
		return Term{}, 0, nil
	}
	if next := p.at + 1; next == len(text) || !digit(text[next]) && fold(text[next]) != 'f' {
		return Term{}, 0, nil
	}
	p.at = 0
	d, err := p.part(0)
	if err != nil {
		return Term{}, 0, err
	}
	return d.Terms[0], p.at, nil
}

// parser reads a notation from left to right.
type parser struct {
	text   string
	at     int
	limits Limits
	dice   int // read so far
}

func (p *parser) fail(from int, format string, args ...any) error {
	return &Error{p.text, from, max(from, p.at), fmt.Sprintf(format, args...), nil}
}

// wrap gives an error of Check its place.
func (p *parser) wrap(from int, err error) error {
	return &Error{p.text, from, p.at, err.Error(), err}
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// fold makes an ASCII letter small.
func fold(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func (p *parser) blanks() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// take goes past a word if it comes next, in small or capital letters.
func (p *parser) take(word string) bool {
	if len(p.text)-p.at < len(word) {
		return false
	}
	for i := range len(word) {
		if fold(p.text[p.at+i]) != word[i] {
			return false
		}
	}
	p.at += len(word)
	return true
}

// next shows the character that comes next, for messages.
func (p *parser) next() string {
	if p.at >= len(p.text) {
		return "the end"
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.at:])
	return fmt.Sprintf("%q", r)
}

// number reads digits; ok is false when there are none.
func (p *parser) number() (n int, ok bool, err error) {
	from := p.at
	for p.at < len(p.text) && digit(p.text[p.at]) {
		if n <= MostFlat {
			n = n*10 + int(p.text[p.at]-'0')
		}
		p.at++
	}
	if n > MostFlat {
		return 0, true, p.wrap(from, limitf("the number is too large; at most %d can be written", MostFlat))
	}
	return n, p.at > from, nil
}

// sum reads terms with + and - between them.
func (p *parser) sum(depth int) (Dice, error) {
	var out Dice
	if depth > deepest {
		return out, p.wrap(p.at, limitf("parentheses are nested more than %d deep", deepest))
	}
	for first := true; ; first = false {
		p.blanks()
		from, minus := p.at, false
		switch {
		case p.take("+"):
		case p.take("-"):
			minus = true
		case !first:
			return out, nil
		}
		p.blanks()
		part, err := p.part(depth)
		if err != nil {
			return out, err
		}
		if minus {
			part = part.Negated()
		}
		out.Terms = append(out.Terms, part.Terms...)
		out.Flat += part.Flat
		if out.Flat > MostFlat || out.Flat < -MostFlat {
			return out, p.wrap(from, limitf("the numbers add up to more than %d", MostFlat))
		}
	}
}

// part reads a number, dice, or a sum in parentheses.
func (p *parser) part(depth int) (Dice, error) {
	from := p.at
	if p.take("(") {
		d, err := p.sum(depth + 1)
		if err != nil {
			return d, err
		}
		if !p.take(")") {
			return d, p.fail(p.at, "expected ')', + or -, not %s", p.next())
		}
		return d, nil
	}
	n, counted, err := p.number()
	if err != nil {
		return Dice{}, err
	}
	if p.at == len(p.text) || fold(p.text[p.at]) != 'd' {
		if !counted {
			return Dice{}, p.fail(p.at, "expected dice such as 2d6, or a number, not %s", p.next())
		}
		return Number(n), nil
	}
	if !counted {
		n = 1
	}
	t, err := p.term(from, n)
	return Dice{Terms: []Term{t}}, err
}

// term reads what follows the count of dice.
func (p *parser) term(from, count int) (Term, error) {
	t := Term{Count: count}
	p.at++ // d
	sides := p.at
	switch {
	case p.take("%"):
		t.Sides = 100
	case p.take("f"):
		t.Die = Die{3, Fate}
	default:
		n, ok, err := p.number()
		if err != nil {
			return t, err
		}
		if !ok {
			return t, p.fail(sides, "expected the sides of a die: a number, %% or F, not %s", p.next())
		}
		if t.Sides = n; p.take("z") {
			t.Kind = Zero
		}
	}
	// Without modifiers, so that nobody looks through the faces of a die that is too large.
	if err := t.Check(p.limits); err != nil {
		return t, p.wrap(from, err)
	}
	if p.dice += count; p.dice > p.limits.Dice {
		return t, p.wrap(from, limitf("%d dice; at most %d can be rolled", p.dice, p.limits.Dice))
	}
	modifiers := p.at
	if err := p.modifiers(&t); err != nil {
		return t, err
	}
	if err := t.Check(p.limits); err != nil {
		return t, p.wrap(modifiers, err)
	}
	return t, nil
}

// stray says what is wrong with what follows a whole sum.
func (p *parser) stray() error {
	from := p.at
	rest := p.text[p.at:]
	switch {
	case rest[0] == ')':
		return p.fail(from, "')' has no '('")
	case rest[0] == '*' || rest[0] == '/' || rest[0] == 'x':
		return p.fail(from, "dice can be added and taken off, not multiplied or divided")
	case strings.HasPrefix(rest, "!="):
		return p.fail(from, "'!=' is no modifier; a die that explodes on a face is written !5")
	case strings.IndexByte("<>=", rest[0]) >= 0:
		return p.fail(from, "dice are not compared here; dice that reach a number are counted by cs, as in 5d10cs>=8")
	}
	return p.fail(from, "expected + or -, not %s", p.next())
}
