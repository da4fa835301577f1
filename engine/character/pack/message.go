package pack

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// message is a text in ICU's message format: arguments {x}, {x, number}, {n, plural, ...},
// {n, selectordinal, ...} and {x, select, ...}; an apostrophe before a brace quotes.
type message struct {
	parts []part
}

// part is a piece of a message: text, or an argument.
type part struct {
	text   string
	arg    string // empty: text
	kind   string // "", number, plural, selectordinal, select; "#" for the number of the plural around
	offset int64
	cases  []messageCase
}

type messageCase struct {
	key string
	message
}

// What a message may be.
const (
	longestMessage = 8 << 10
	deepestMessage = 8
	mostWritten    = 64 << 10 // bytes that a message writes
)

// messageError says what is wrong with a message and at which byte.
type messageError struct {
	at   int
	text string
}

type messageParser struct {
	src string
	at  int
	err *messageError
}

func parseMessage(src string) (*message, *messageError) {
	if len(src) > longestMessage {
		return nil, &messageError{0, fmt.Sprintf("a message has at most %d bytes", longestMessage)}
	}
	p := &messageParser{src: src}
	m := p.message(0, false)
	if p.err == nil && p.at < len(src) {
		p.fail("this } closes nothing; write '}' for the character")
	}
	if p.err != nil {
		return nil, p.err
	}
	return &m, nil
}

func (p *messageParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = &messageError{p.at, fmt.Sprintf(format, args...)}
	}
}

// message reads up to the end, or to the brace that closes the case it is in.
func (p *messageParser) message(depth int, inPlural bool) (m message) {
	if depth > deepestMessage {
		p.fail("arguments are nested more than %d deep", deepestMessage)
		return m
	}
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			m.parts = append(m.parts, part{text: b.String()})
			b.Reset()
		}
	}
	for p.err == nil && p.at < len(p.src) {
		switch c := p.src[p.at]; {
		case c == '\'':
			p.quote(&b, inPlural)
		case c == '{':
			flush()
			m.parts = append(m.parts, p.argument(depth, inPlural))
		case c == '}':
			flush()
			return m
		case c == '#' && inPlural:
			flush()
			m.parts = append(m.parts, part{kind: "#"})
			p.at++
		default:
			b.WriteByte(c)
			p.at++
		}
	}
	flush()
	return m
}

// quote reads an apostrophe: two are one, one before a brace quotes up to the next, any other is itself.
func (p *messageParser) quote(b *strings.Builder, inPlural bool) {
	rest := p.src[p.at+1:]
	switch {
	case strings.HasPrefix(rest, "'"):
		b.WriteByte('\'')
		p.at += 2
	case rest != "" && (rest[0] == '{' || rest[0] == '}' || rest[0] == '#' && inPlural):
		p.at++
		for p.at < len(p.src) {
			if p.src[p.at] == '\'' {
				p.at++
				if p.at < len(p.src) && p.src[p.at] == '\'' {
					b.WriteByte('\'')
					p.at++
					continue
				}
				return
			}
			b.WriteByte(p.src[p.at])
			p.at++
		}
	default:
		b.WriteByte('\'')
		p.at++
	}
}

func (p *messageParser) blanks() {
	for p.at < len(p.src) && strings.IndexByte(" \t\r\n", p.src[p.at]) >= 0 {
		p.at++
	}
}

func (p *messageParser) word() string {
	p.blanks()
	from := p.at
	for p.at < len(p.src) && strings.IndexByte(" \t\r\n,{}'#", p.src[p.at]) < 0 {
		p.at++
	}
	word := p.src[from:p.at]
	p.blanks()
	return word
}

func (p *messageParser) take(c byte) bool {
	if p.at < len(p.src) && p.src[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *messageParser) argument(depth int, inPlural bool) (out part) {
	start := p.at
	p.at++
	out.arg = p.word()
	if out.arg == "" {
		p.fail("an argument needs a name")
		return out
	}
	if p.take('}') {
		return out
	}
	if !p.take(',') {
		p.fail("behind an argument's name stands , or }")
		return out
	}
	out.kind = p.word()
	switch out.kind {
	case "number":
		if !p.take('}') {
			p.fail("{%s, number} has no style here", out.arg)
		}
		return out
	case "plural", "selectordinal", "select":
	default:
		p.fail("'%s' is none of number, plural, selectordinal, select", clip(out.kind))
		return out
	}
	if !p.take(',') {
		p.fail("behind %s stands a comma", out.kind)
		return out
	}
	p.blanks()
	if rest, ok := strings.CutPrefix(p.src[p.at:], "offset:"); ok && out.kind != "select" {
		p.at = len(p.src) - len(rest)
		n, err := strconv.ParseInt(p.word(), 10, 32)
		if err != nil {
			p.fail("offset: is followed by a whole number")
			return out
		}
		out.offset = n
	}
	for p.err == nil && !p.take('}') {
		key := p.word()
		switch {
		case p.at >= len(p.src):
			p.at = start
			p.fail("this { is not closed")
		case key == "" || !p.take('{'):
			p.fail("a case is a word and {text}")
		case out.kind != "select" && !pluralKey(key):
			p.fail("'%s' is no case of %s: zero, one, two, few, many, other or =number", clip(key), out.kind)
		default:
			for _, c := range out.cases {
				if c.key == key {
					p.fail("the case '%s' stands twice", clip(key))
				}
			}
			m := p.message(depth+1, inPlural && out.kind == "select" || out.kind != "select")
			if p.err == nil && !p.take('}') {
				p.fail("this case is not closed")
			}
			out.cases = append(out.cases, messageCase{key, m})
			p.blanks()
		}
	}
	if p.err == nil && out.find("other") == nil {
		p.at = start
		p.fail("%s needs a case other", out.kind)
	}
	return out
}

func pluralKey(key string) bool {
	if number, ok := strings.CutPrefix(key, "="); ok {
		_, err := strconv.ParseFloat(number, 64)
		return err == nil
	}
	return slices.Contains([]string{"zero", "one", "two", "few", "many", "other"}, key)
}

func (p *part) find(key string) *messageCase {
	for i := range p.cases {
		if p.cases[i].key == key {
			return &p.cases[i]
		}
	}
	return nil
}
