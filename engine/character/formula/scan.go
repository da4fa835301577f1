package formula

import (
	"errors"
	"strings"

	"github.com/astragal-engine/astragal/engine/dice"
)

// CEL knows no dice, so a scan finds the dice literals and puts a name of the same length in the place
// of each: what is read afterwards has its places where the text has them.
type scanned struct {
	text string            // for CEL
	dice map[int]dice.Term // by place in bytes
}

func scan(source string, l dice.Limits) (scanned, *Error) {
	out := scanned{text: source}
	var text []byte
	for i := 0; i < len(source); {
		switch c := source[i]; {
		case c == '"' || c == '\'':
			i = skipString(source, i, false)
		case c == '`':
			return out, &Error{Code: Syntax, Offset: i, Length: 1, Message: "names are not written in `: a name that is no identifier is read by field('...')"}
		case c == '/' && strings.HasPrefix(source[i:], "//"):
			end := strings.IndexByte(source[i:], '\n')
			if end < 0 {
				return out.with(text), nil
			}
			i += end
		case letter(c):
			start := i
			for i < len(source) && (letter(source[i]) || digit(source[i])) {
				i++
			}
			if i < len(source) && (source[i] == '"' || source[i] == '\'') {
				i = skipString(source, i, strings.ContainsAny(source[start:i], "rR"))
			}
		case digit(c):
			term, n, err := scanDice(source[i:], l)
			if err != nil {
				err.Offset += i
				return out, err
			}
			if n == 0 || i > 0 && source[i-1] == '.' {
				for i < len(source) && (letter(source[i]) || digit(source[i]) || source[i] == '.') {
					i++
				}
				continue
			}
			if text == nil {
				text, out.dice = []byte(source), map[int]dice.Term{}
			}
			out.dice[i] = term
			copy(text[i:], strings.Repeat("_", n))
			i += n
		default:
			i++
		}
	}
	return out.with(text), nil
}

func (s scanned) with(text []byte) scanned {
	if text != nil {
		s.text = string(text)
	}
	return s
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

const fateModifiers = "dF takes no modifiers in a formula: write the die as d3 and take 2 off for each that counts"

func scanDice(text string, l dice.Limits) (dice.Term, int, *Error) {
	term, n, err := dice.ScanTerm(text, l)
	if err == nil && n > 0 && term.Kind == dice.Fate && term != (dice.Term{Count: term.Count, Die: term.Die}) {
		return term, n, &Error{Code: Syntax, Length: n, Message: fateModifiers}
	}
	if err != nil {
		return term, n, diceError(err)
	}
	return term, n, nil
}

// diceError gives an error of package dice as one of a formula, with the place in the notation.
func diceError(err error) *Error {
	out := &Error{Code: Syntax, Message: err.Error(), Length: 1}
	if e, ok := err.(*dice.Error); ok {
		out.Offset, out.Length, out.Message = e.At, max(e.End-e.At, min(1, len(e.Text)-e.At)), e.Message
	}
	if errors.Is(err, dice.ErrLimit) {
		out.Code = SafetyLimit
	}
	return out
}

// skipString gives the place after a string that begins at a place, or the end of the text.
func skipString(s string, at int, raw bool) int {
	quote := s[at : at+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(s[at:], triple) {
		quote = triple
	}
	for i := at + len(quote); i < len(s); i++ {
		if s[i] == '\\' && !raw {
			i++
		} else if strings.HasPrefix(s[i:], quote) {
			return i + len(quote)
		}
	}
	return len(s)
}
