package lsp

import (
	"regexp"
	"strings"
)

// cursor is where in a text something is being written: found in the text alone, since what is being written is
// rarely YAML yet.
type cursor struct {
	levels []level // from the outermost
	key    bool    // a key is being written, or an element of a list that may become one
	word   string  // what of it is there
	value  string  // a value is being written under the last level's key: what is there
	quote  byte    // the value is in quotes
}

// level is a mapping or a list around the cursor.
type level struct {
	list   bool
	flow   bool // in brackets
	indent int
	key    string            // the last key
	given  map[string]string // the keys that are there, with values of one word
	full   bool              // the last key has a value on its line
}

// scanner goes over a text up to the cursor.
type scanner struct {
	levels []level
	block  int // indent that ends the block scalar, plus one; 0: in none
	text   []string
}

var keyLine = regexp.MustCompile(`^("[^"]*"|'[^']*'|[^\s#'"\[\]{},&*!|>%@-][^#]*?|-[^\s#][^#]*?)\s*:(?:\s+|$)`)

// locate finds what is being written at a byte of a text.
func locate(d *document, off int) *cursor {
	s := &scanner{}
	last := d.position(off, utf8Columns).Line
	for n := 0; n < last; n++ {
		from, to := d.line(n)
		s.line(strings.TrimPrefix(d.text[from:to], bom))
	}
	from, _ := d.line(last)
	c := s.end(strings.TrimPrefix(d.text[from:off], bom))
	s.ahead(c, d, off, last)
	return c
}

func (s *scanner) top() *level {
	if len(s.levels) == 0 {
		return nil
	}
	return &s.levels[len(s.levels)-1]
}

func (s *scanner) push(l level) {
	if len(s.levels) < 1000 {
		l.given = map[string]string{}
		s.levels = append(s.levels, l)
	}
}

func (s *scanner) inFlow() bool { return len(s.levels) > 0 && s.top().flow }

// line takes a whole line before the cursor's.
func (s *scanner) line(text string) {
	if s.inFlow() {
		s.flow(text)
		return
	}
	rest, ok := s.enter(text, len(text))
	if !ok {
		return
	}
	m := keyLine.FindStringSubmatch(rest)
	if m == nil {
		if t := s.top(); t != nil && t.list && strings.HasPrefix(rest, "[") || t != nil && t.list && strings.HasPrefix(rest, "{") {
			s.flow(rest)
		}
		return
	}
	s.setKey(text, rest, m[1])
	s.setValue(rest[len(m[0]):], len(text)-len(strings.TrimLeft(text, " ")))
}

// enter leaves the levels that a line is not in and enters the lists that it begins; it gives what is behind
// the dashes. ok is false for lines that say nothing.
func (s *scanner) enter(text string, indent int) (rest string, ok bool) {
	body := strings.TrimLeft(text, " ")
	if body != "" {
		indent = len(text) - len(body)
	}
	if s.block > 0 {
		if body == "" || indent >= s.block {
			s.text = append(s.text, body)
			return "", false
		}
		s.block = 0
	}
	if strings.TrimSpace(body) == "" && len(text) == indent || strings.HasPrefix(body, "#") || body == "---" {
		if body != "" || len(text) == 0 {
			return "", false
		}
	}
	dash := body == "-" || strings.HasPrefix(body, "- ")
	for len(s.levels) > 0 {
		t := s.top()
		if t.flow || t.indent > indent || t.indent == indent && t.list && !dash {
			s.levels = s.levels[:len(s.levels)-1]
			continue
		}
		break
	}
	for body == "-" || strings.HasPrefix(body, "- ") {
		if t := s.top(); t == nil || t.indent < indent || !t.list {
			s.push(level{list: true, indent: indent})
		}
		next := strings.TrimLeft(body[1:], " ")
		indent += len(body) - len(next)
		body = next
	}
	return body, true
}

func (s *scanner) setKey(text, rest, key string) {
	indent := len(text) - len(rest)
	if t := s.top(); t == nil || t.list || t.indent < indent {
		s.push(level{indent: indent})
	}
	t := s.top()
	t.key, t.full = strings.Trim(key, `"'`), false
	t.given[t.key] = ""
}

func (s *scanner) setValue(value string, indent int) {
	t := s.top()
	value = strings.TrimSpace(value)
	switch {
	case value == "" || value[0] == '#' || value[0] == '&' && !strings.Contains(value, " "):
	case value[0] == '{' || value[0] == '[':
		s.flow(value)
	case (value[0] == '|' || value[0] == '>') && strings.Trim(value[1:], "+-0123456789 ") == "":
		s.block, s.text = indent+1, nil
		t.full = true
	default:
		t.full = true
		t.given[t.key] = strings.Trim(value, `"'`)
	}
}

// flow takes text in brackets; it gives what stands behind the last bracket, comma or colon, and whether a colon
// is the last of them.
func (s *scanner) flow(text string) (rest string, colon bool, quote byte) {
	from := 0
	if s.inFlow() && s.top().full {
		colon = true
	}
	take := func(to int) {
		part := strings.TrimSpace(text[from:to])
		t := s.top()
		if colon && t != nil && !t.list {
			t.given[t.key] = strings.Trim(part, `"'`)
		}
		if t != nil {
			t.full = false
		}
		colon = false
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if quote != 0 {
			if c == '\\' && quote == '"' {
				i++
			} else if c == quote {
				quote = 0
			}
			continue
		}
		switch c {
		case '"', '\'':
			if strings.TrimSpace(text[from:i]) == "" {
				quote = c
			}
		case '#':
			if i == 0 || text[i-1] == ' ' {
				return "", colon, 0
			}
		case '{', '[':
			if strings.TrimSpace(text[from:i]) == "" {
				s.push(level{list: c == '[', flow: true, indent: 1 << 20})
				from, colon = i+1, false
			}
		case '}', ']':
			if !s.inFlow() {
				continue
			}
			if plain := strings.TrimSpace(text[from:i]); c == ']' && strings.Count(plain, "[") > strings.Count(plain, "]") {
				continue // of a path such as hand[actor], which is no YAML without quotes yet
			}
			take(i)
			s.levels = s.levels[:len(s.levels)-1]
			from = i + 1
			if !s.inFlow() {
				return "", false, 0
			}
			s.top().full = false
		case ',':
			if s.inFlow() {
				take(i)
				from = i + 1
			}
		case ':':
			if s.inFlow() && !s.top().list && !colon && (i+1 == len(text) || text[i+1] == ' ') {
				t := s.top()
				t.key = strings.Trim(strings.TrimSpace(text[from:i]), `"'`)
				t.given[t.key] = ""
				t.full, colon, from = true, true, i+1
			}
		}
	}
	return text[from:], colon, quote
}

// end takes the part of the last line that is before the cursor.
func (s *scanner) end(text string) *cursor {
	c := &cursor{}
	finish := func(rest string, value bool, quote byte) *cursor {
		c.levels = s.levels
		rest = strings.TrimLeft(rest, " ")
		if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
			c.quote = rest[0]
			rest = rest[1:]
		}
		c.key, c.word, c.value = !value, rest, rest
		return c
	}
	if s.inFlow() {
		rest, colon, quote := s.flow(text)
		if s.inFlow() {
			return finish(rest, colon, quote)
		}
		c.levels = s.levels
		return c
	}
	body := strings.TrimLeft(text, " ")
	if s.block > 0 && (body == "" || len(text)-len(body) >= s.block) {
		return finish(strings.Join(append(s.text, body), "\n"), true, 0)
	}
	if strings.HasPrefix(body, "#") {
		c.levels = s.levels
		return c
	}
	rest, _ := s.enter(text, len(text))
	indent := len(text) - len(rest)
	if t := s.top(); t != nil && !t.list && t.full && indent > t.indent {
		return finish(t.given[t.key]+" "+rest, true, 0) // goes on with the value of the line above
	}
	m := keyLine.FindStringSubmatch(rest)
	if m == nil || strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "[") {
		if strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "[") {
			rest, colon, quote := s.flow(rest)
			if s.inFlow() {
				return finish(rest, colon, quote)
			}
			c.levels = s.levels
			return c
		}
		if t := s.top(); t == nil || t.list || t.indent < indent {
			s.push(level{indent: indent})
		}
		return finish(rest, false, 0)
	}
	s.setKey(text, rest, m[1])
	value := rest[len(m[0]):]
	if t := strings.TrimSpace(value); t != "" && (t[0] == '{' || t[0] == '[') {
		rest, colon, quote := s.flow(t + value[len(strings.TrimRight(value, " ")):])
		if s.inFlow() {
			return finish(rest, colon, quote)
		}
		c.levels = s.levels
		return c
	}
	return finish(value, true, 0)
}

var flowKey = regexp.MustCompile(`([A-Za-z_]\w*):(?: +([A-Za-z_]\w*))?`)

// ahead adds the keys of the innermost mapping that stand behind the cursor.
func (s *scanner) ahead(c *cursor, d *document, off, line int) {
	if len(c.levels) == 0 {
		return
	}
	t := &c.levels[len(c.levels)-1]
	note := func(key, value string) {
		if _, known := t.given[key]; !known {
			t.given[key] = value
		}
	}
	if t.flow {
		depth := 0
		rest := d.text[off:min(len(d.text), off+2000)]
		flat := make([]byte, 0, len(rest))
	scan:
		for i := 0; i < len(rest); i++ {
			switch rest[i] {
			case '{', '[':
				depth++
			case '}', ']':
				if depth--; depth < 0 {
					break scan
				}
			}
			if depth == 0 {
				flat = append(flat, rest[i])
			}
		}
		for _, m := range flowKey.FindAllSubmatch(flat, -1) {
			note(string(m[1]), string(m[2]))
		}
		return
	}
	if t.list {
		return
	}
	for n := line + 1; n < len(d.starts) && n < line+500; n++ {
		from, to := d.line(n)
		text := d.text[from:to]
		body := strings.TrimLeft(text, " ")
		indent := len(text) - len(body)
		if body == "" || body[0] == '#' || indent > t.indent {
			continue
		}
		m := keyLine.FindStringSubmatch(body)
		if indent < t.indent || m == nil {
			return
		}
		note(strings.Trim(m[1], `"'`), strings.Trim(strings.TrimSpace(body[len(m[0]):]), `"'`))
	}
}
