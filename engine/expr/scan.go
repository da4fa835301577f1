package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind uint8

const (
	tokEnd tokenKind = iota
	tokName
	tokKeyword
	tokNumber
	tokString
	tokOp
)

// token is src[start:end]; text is that (for a name, keyword or operator).
type token struct {
	kind       tokenKind
	start, end int
	text       string
	str        strParts // of a string
}

// strParts says how a string token is made up: its prefix and where its content stands.
type strParts struct {
	raw, format bool
	lo, hi      int
}

// scanner cuts src[pos:end] into tokens. Inside brackets (depth > 0) line ends are blanks.
type scanner struct {
	src      string
	pos, end int
	depth    int
}

type syntaxError struct {
	off int
	msg string
}

func refuse(off int, msg string) { panic(&syntaxError{off, msg}) }

var keywords = map[string]bool{
	"False": true, "None": true, "True": true, "and": true, "as": true, "assert": true, "async": true,
	"await": true, "break": true, "class": true, "continue": true, "def": true, "del": true, "elif": true,
	"else": true, "except": true, "finally": true, "for": true, "from": true, "global": true, "if": true,
	"import": true, "in": true, "is": true, "lambda": true, "nonlocal": true, "not": true, "or": true,
	"pass": true, "raise": true, "return": true, "try": true, "while": true, "with": true, "yield": true,
}

// operators, longest first for each first byte.
var operators = [...]string{
	"**", "//", "<<", ">>", "<=", ">=", "==", "!=", ":=", "->", "...",
	"+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "~", "(", ")", "[", "]", "{", "}", ",", ":", ".", "=", "!", "@", ";",
}

func (s *scanner) next() token {
	s.blank()
	if s.pos >= s.end {
		return token{kind: tokEnd, start: s.end, end: s.end}
	}
	start := s.pos
	c := s.src[start]
	switch {
	case c == '"' || c == '\'':
		return s.str(start, start)
	case c >= '0' && c <= '9' || c == '.' && start+1 < s.end && isDigit(s.src[start+1]):
		return s.number()
	case isNameStart(c):
		return s.word()
	}
	for _, o := range operators {
		if strings.HasPrefix(s.src[start:s.end], o) {
			s.pos += len(o)
			return token{kind: tokOp, start: start, end: s.pos, text: o}
		}
	}
	r, _ := utf8.DecodeRuneInString(s.src[start:s.end])
	refuse(start, "invalid character "+quote(string(r)))
	panic("unreachable")
}

// blank skips blanks, comments and continued lines; outside brackets a line end may only be
// followed by blanks.
func (s *scanner) blank() {
	line := -1
	for s.pos < s.end {
		switch c := s.src[s.pos]; {
		case c == ' ' || c == '\t' || c == '\f' || c == '\r':
			s.pos++
		case c == '\n':
			if line < 0 && s.depth == 0 {
				line = s.pos
			}
			s.pos++
		case c == '#':
			for s.pos < s.end && s.src[s.pos] != '\n' {
				s.pos++
			}
		case c == '\\' && s.pos+1 < s.end && s.src[s.pos+1] == '\n':
			s.pos += 2
		default:
			if line >= 0 {
				refuse(line, "the expression goes on after its line; put it in parentheses")
			}
			return
		}
	}
}

func isDigit(c byte) bool     { return c >= '0' && c <= '9' }
func isNameStart(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }

func (s *scanner) word() token {
	start := s.pos
	for s.pos < s.end {
		c := s.src[s.pos]
		if c < 0x80 {
			if !isNameStart(c) && !isDigit(c) {
				break
			}
			s.pos++
			continue
		}
		r, n := utf8.DecodeRuneInString(s.src[s.pos:s.end])
		if !unicode.IsLetter(r) && (s.pos == start || !unicode.IsDigit(r)) {
			refuse(s.pos, "invalid character "+quote(string(r)))
		}
		s.pos += n
	}
	text := s.src[start:s.pos]
	if s.pos < s.end && (s.src[s.pos] == '"' || s.src[s.pos] == '\'') && len(text) <= 2 {
		return s.str(start, s.pos)
	}
	kind := tokName
	if keywords[text] {
		kind = tokKeyword
	}
	return token{kind: kind, start: start, end: s.pos, text: text}
}

// str scans a string literal whose prefix starts at start and whose quote stands at open.
func (s *scanner) str(start, open int) token {
	var p strParts
	switch strings.ToLower(s.src[start:open]) {
	case "", "u":
	case "r":
		p.raw = true
	case "f":
		p.format = true
	case "fr", "rf":
		p.raw, p.format = true, true
	case "b", "br", "rb":
		refuse(start, "bytes literals are not part of the language")
	default:
		refuse(start, "unknown string prefix")
	}
	q := s.src[open : open+1]
	i := open + 1
	triple := strings.HasPrefix(s.src[open:s.end], q+q+q)
	if triple {
		i = open + 3
	}
	p.lo = i
	for ; i < s.end; i++ {
		switch c := s.src[i]; {
		case c == '\\':
			i++
		case c == '\n' && !triple:
			refuse(start, "unterminated string literal")
		case c == q[0] && !triple:
			p.hi, s.pos = i, i+1
			return token{kind: tokString, start: start, end: s.pos, str: p}
		case c == q[0] && strings.HasPrefix(s.src[i:s.end], q+q+q):
			p.hi, s.pos = i, i+3
			return token{kind: tokString, start: start, end: s.pos, str: p}
		}
	}
	refuse(start, "unterminated string literal")
	panic("unreachable")
}

// number scans an int or float literal; the parser converts it.
func (s *scanner) number() token {
	start := s.pos
	digits := func(ok func(byte) bool) {
		for s.pos < s.end {
			c := s.src[s.pos]
			if c == '_' && s.pos > start && s.pos+1 < s.end && ok(s.src[s.pos+1]) && s.src[s.pos-1] != '_' && s.src[s.pos-1] != '.' {
				s.pos++
			} else if !ok(c) {
				return
			}
			s.pos++
		}
	}
	if s.src[start] == '0' && start+1 < s.end && strings.IndexByte("xXoObB", s.src[start+1]) >= 0 {
		s.pos += 2
		digits(isHex)
	} else {
		digits(isDigit)
		if s.pos < s.end && s.src[s.pos] == '.' {
			s.pos++
			digits(isDigit)
		}
		if s.pos < s.end && s.src[s.pos]|0x20 == 'e' {
			e := s.pos + 1
			if e < s.end && (s.src[e] == '+' || s.src[e] == '-') {
				e++
			}
			if e < s.end && isDigit(s.src[e]) {
				s.pos = e
				digits(isDigit)
			}
		}
	}
	if s.pos < s.end && (isNameStart(s.src[s.pos]) || isDigit(s.src[s.pos])) {
		if s.src[s.pos]|0x20 == 'j' {
			refuse(start, "complex numbers are not part of the language")
		}
		refuse(start, "invalid number literal")
	}
	return token{kind: tokNumber, start: start, end: s.pos, text: s.src[start:s.pos]}
}

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
