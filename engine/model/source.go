package model

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/astragal-engine/astragal/engine/diag"
)

const bom = "\ufeff"

// source is the text of one file with the beginnings of its lines. Places are asked for in the order
// of the text, so it remembers the last one: a file that is one long line costs no more than another.
type source struct {
	name, text     string
	starts         []int // byte offset of each line
	line, col, off int   // the place found last
}

func newSource(name, text string) *source {
	s := &source{name: name, text: text, starts: make([]int, 1, 1+strings.Count(text, "\n"))}
	if strings.HasPrefix(text, bom) {
		s.starts[0] = len(bom)
	}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\n', text[i] == '\r' && (i+1 == len(text) || text[i+1] != '\n'):
			s.starts = append(s.starts, i+1)
		}
	}
	return s
}

func (s *source) pos(line, col int) diag.Pos { return diag.Pos{File: s.name, Line: line, Col: col} }

// offset gives the byte offset of a place.
func (s *source) offset(line, col int) int {
	if line < 1 || line > len(s.starts) {
		return len(s.text)
	}
	if line != s.line || col < s.col {
		s.line, s.col, s.off = line, 1, s.starts[line-1]
	}
	for s.col < col && s.off < len(s.text) {
		s.step()
	}
	return s.off
}

// step moves one character on.
func (s *source) step() {
	c := s.text[s.off]
	switch {
	case c == '\n', c == '\r' && (s.off+1 == len(s.text) || s.text[s.off+1] != '\n'):
		s.off, s.line, s.col = s.off+1, s.line+1, 1
	case c < utf8.RuneSelf:
		s.off, s.col = s.off+1, s.col+1
	default:
		_, n := utf8.DecodeRuneInString(s.text[s.off:])
		s.off, s.col = s.off+n, s.col+1
	}
}

func (s *source) peek() byte {
	if s.off < len(s.text) {
		return s.text[s.off]
	}
	return 0
}

func (s *source) skip(set string) {
	for s.off < len(s.text) && strings.IndexByte(set, s.text[s.off]) >= 0 {
		s.step()
	}
}

func (s *source) skipTo(set string) {
	for s.off < len(s.text) && strings.IndexByte(set, s.text[s.off]) < 0 {
		s.step()
	}
}

// content finds where the text of a scalar begins: behind anchor, tag and quote, and for a block scalar on the lines
// below; and where it goes on when it does not simply run along its line. Blanks around it do not count.
func (s *source) content(y *yaml.Node) (diag.Pos, *[]turn) {
	s.offset(y.Line, y.Column)
	if y.Style != 0 || y.Anchor != "" {
		for s.peek() == '&' || s.peek() == '!' {
			s.skipTo(blanks)
			s.skip(blanks)
		}
		switch {
		case y.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0:
			s.step()
		case y.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
			s.skipTo("\r\n")
		}
		if y.Value != "" {
			s.skip(blanks)
		}
	}
	start, text := s.pos(s.line, s.col), strings.Trim(y.Value, blanks)
	if strings.HasPrefix(s.text[s.off:], text) && strings.IndexByte(text, '\n') < 0 {
		return start, nil
	}
	return start, s.follow(text, y.Style&yaml.SingleQuotedStyle != 0)
}

// follow walks along a scalar's text and its source side by side; in single quotes, quotes are doubled.
func (s *source) follow(text string, doubled bool) *[]turn {
	var turns []turn
	for i := 0; i < len(text) && s.off < len(s.text); {
		blank := strings.IndexByte(blanks, text[i]) >= 0
		switch c := s.text[s.off]; {
		case blank || strings.IndexByte(blanks, c) >= 0:
			for ; i < len(text) && strings.IndexByte(blanks, text[i]) >= 0; i++ {
			}
			line := s.line
			s.skip(blanks)
			if s.line != line {
				turns = append(turns, turn{i, s.pos(s.line, s.col)})
			}
		case c == text[i]:
			_, n := utf8.DecodeRuneInString(text[i:])
			i += n
			s.step()
			if doubled && c == '\'' {
				s.step()
				turns = append(turns, turn{i, s.pos(s.line, s.col)})
			}
		default:
			i = len(text) // an escape: good enough from here on
		}
	}
	if turns == nil {
		return nil
	}
	return &turns
}

// checkText refuses what is no text: bytes that are no UTF-8, and characters that YAML forbids or that
// readers of YAML disagree about (three more that may end a line).
func (s *source) checkText() *Failure {
	for i := 0; i < len(s.text); {
		c := s.text[i]
		if c >= 0x20 && c < 0x7f || c == '\n' || c == '\t' || c == '\r' {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s.text[i:])
		why := ""
		switch {
		case r == utf8.RuneError && n == 1:
			why = fmt.Sprintf("the byte 0x%02x is not UTF-8", c)
		case r < 0xa0 && r != 0x85:
			why = fmt.Sprintf("the control character U+%04X is not allowed", r)
		case r == 0x85 || r == 0x2028 || r == 0x2029:
			why = fmt.Sprintf("the line separator U+%04X is not allowed (in double quotes, \\u%04x stands for it)", r, r)
		case r == 0xfffe || r == 0xffff || r == 0xfeff && i > 0:
			why = fmt.Sprintf("the character U+%04X is not allowed", r)
		}
		if why != "" {
			return failure("yaml", s.place(i), "The YAML cannot be read: %s", why)
		}
		i += n
	}
	return nil
}

// place gives the line and column of a byte.
func (s *source) place(off int) diag.Pos {
	line := 1
	for line < len(s.starts) && s.starts[line] <= off {
		line++
	}
	start := s.starts[line-1]
	return s.pos(line, 1+utf8.RuneCountInString(s.text[min(start, off):off]))
}

// checkShape refuses text that is far too deep or has far too many values, before the YAML reader, which is
// recursive and spends 200 bytes on each, sees it. It knows quotes, comments and block scalars only roughly; so it
// leaves a margin, and what it lets pass is counted exactly afterwards.
func (s *source) checkShape(what string, lim Limits) *Failure {
	sh := outline{depth: 2*lim.Depth + 100, nodes: lim.Nodes}
	for n, start := range s.starts {
		end := len(s.text)
		if n+1 < len(s.starts) {
			end = s.starts[n+1]
		}
		if at := sh.line(s.text[start:end]); at >= 0 {
			pos := s.place(start + at)
			if sh.values > sh.nodes {
				return failure("limit", pos, "the %s has more than %d values", what, lim.Nodes)
			}
			return failure("limit", pos, "the %s is nested more than %d deep", what, lim.Depth)
		}
	}
	return nil
}

// outline counts, line by line, how deep a text is nested.
type outline struct {
	depth, nodes int // the most
	values       int // commas in flow collections
	flow         int // open brackets
	quote        byte
	block        int   // indentation that ends the block scalar, plus one; 0: in none
	indents      []int // of the lines above that enclose this one
}

// line takes the next line; it gives the offset where a limit is passed, or -1.
func (sh *outline) line(text string) int {
	body := strings.TrimRight(text, " \t\r\n")
	indent := len(body) - len(strings.TrimLeft(body, " "))
	if body == "" {
		return -1
	}
	if sh.block > 0 {
		if indent >= sh.block {
			return -1
		}
		sh.block = 0
	}
	i := indent
	if sh.flow == 0 && sh.quote == 0 {
		for len(sh.indents) > 0 && sh.indents[len(sh.indents)-1] >= indent {
			sh.indents = sh.indents[:len(sh.indents)-1]
		}
		sh.indents = append(sh.indents, indent)
		for i < len(body) && (body[i] == '-' || body[i] == '?') && (i+1 == len(body) || body[i+1] == ' ') {
			sh.indents = append(sh.indents, i+1)
			for i++; i < len(body) && body[i] == ' '; i++ {
			}
		}
		if len(sh.indents) > sh.depth {
			return indent
		}
	}
	for ; i < len(body); i++ {
		c := body[i]
		if sh.quote != 0 {
			if c == '\\' && sh.quote == '"' {
				i++
			} else if c == sh.quote {
				sh.quote = 0
			}
			continue
		}
		fresh := i == 0 || body[i-1] == ' ' || body[i-1] == '\t' // where a value may begin
		fresh = fresh || sh.flow > 0 && strings.IndexByte("[{,:", body[i-1]) >= 0
		switch c {
		case '#':
			if fresh {
				return -1
			}
		case '"', '\'':
			if fresh {
				sh.quote = c
			}
		case '|', '>':
			if fresh && sh.flow == 0 && strings.Trim(body[i+1:], "+-0123456789") == "" {
				sh.block = indent + 1
			}
		case '[', '{':
			if sh.flow > 0 || fresh {
				sh.flow++
			}
			if sh.flow > sh.depth {
				return i
			}
		case ']', '}':
			sh.flow = max(0, sh.flow-1)
		case ',':
			if sh.flow > 0 {
				if sh.values++; sh.values > sh.nodes {
					return i
				}
			}
		}
	}
	return -1
}
