package expr

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/astragal-engine/astragal/engine/value"
)

// strings parses adjacent string literals, which make one constant or one f-string.
func (p *parser) strings() node {
	off := p.at()
	var parts []piece
	var texts []string
	format := false
	for p.tok.kind == tokString {
		t := p.tok
		texts = append(texts, p.src[t.start:t.end])
		if t.str.format {
			format = true
			f := fscan{p: p, raw: t.str.raw, pos: t.str.lo, end: t.str.hi}
			parts = append(parts, f.pieces(0)...)
		} else {
			parts = append(parts, piece{text: decode(p.src, t.str.lo, t.str.hi, t.str.raw)})
		}
		p.advance()
	}
	if !format {
		var b strings.Builder
		for _, q := range parts {
			b.WriteString(q.text)
		}
		return &constant{off, value.Intern(b.String())}
	}
	return &formatted{off, parts, texts}
}

// decode gives the text of src[lo:hi], part of a string literal.
func decode(src string, lo, hi int, raw bool) string {
	s := src[lo:hi]
	if strings.IndexByte(s, '\r') >= 0 {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	if raw || strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			i++
			continue
		}
		at := lo + i
		i++
		c := s[i]
		i++
		switch c {
		case '\n':
		case '\\', '\'', '"':
			b.WriteByte(c)
		case 'a':
			b.WriteByte('\a')
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'n':
			b.WriteByte('\n')
		case 'r':
			b.WriteByte('\r')
		case 't':
			b.WriteByte('\t')
		case 'v':
			b.WriteByte('\v')
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n := i - 1
			for i < len(s) && i < n+3 && s[i] >= '0' && s[i] <= '7' {
				i++
			}
			r, _ := strconv.ParseUint(s[n:i], 8, 32)
			b.WriteRune(rune(r))
		case 'x', 'u', 'U':
			n := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			if i+n > len(s) {
				refuse(at, "truncated \\"+string(c)+" escape")
			}
			r, err := strconv.ParseUint(s[i:i+n], 16, 32)
			if err != nil {
				refuse(at, "truncated \\"+string(c)+" escape")
			}
			if r > utf8.MaxRune || r >= 0xD800 && r < 0xE000 {
				refuse(at, "\\"+string(c)+s[i:i+n]+" is not a character")
			}
			b.WriteRune(rune(r))
			i += n
		case 'N':
			refuse(at, "\\N escapes are not part of the language; write the character or \\u")
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

// fscan reads the content of an f-string, src[pos:end], by the rules of Python 3.11: the expression
// of a field ends at the first !, :, = or } outside its brackets and quotes.
type fscan struct {
	p        *parser
	raw      bool
	pos, end int
}

// pieces reads up to the end or, in a format spec, up to the } that ends its field.
func (f *fscan) pieces(level int) []piece {
	spec := level > 0
	var parts []piece
	src := f.p.src
	var b strings.Builder
	from := f.pos
	text := func(to int) {
		b.WriteString(decode(src, from, to, f.raw))
	}
	for f.pos < f.end {
		c := src[f.pos]
		double := !spec && f.pos+1 < f.end && src[f.pos+1] == c
		switch {
		case c == '\\' && !f.raw && f.pos+1 < f.end:
			if src[f.pos+1] == '{' || src[f.pos+1] == '}' { // the backslash stands for itself
				text(f.pos)
				b.WriteByte('\\')
				f.pos++
				from = f.pos
				continue
			}
			if src[f.pos+1] == 'N' {
				decode(src, f.pos, f.pos+2, false)
			}
			f.pos += 2
		case (c == '{' || c == '}') && double:
			text(f.pos + 1)
			f.pos += 2
			from = f.pos
		case c == '}' && spec:
			text(f.pos)
			return flush(parts, &b)
		case c == '}':
			refuse(f.pos, "f-string: single '}' is not allowed")
		case c == '{':
			text(f.pos)
			parts = flush(parts, &b)
			parts = f.field(parts, level)
			from = f.pos
		default:
			f.pos++
		}
	}
	if spec {
		refuse(f.pos, "f-string: expecting '}'")
	}
	text(f.pos)
	return flush(parts, &b)
}

func flush(parts []piece, b *strings.Builder) []piece {
	if b.Len() > 0 {
		parts = append(parts, piece{text: b.String()})
		b.Reset()
	}
	return parts
}

// field reads {expression [=] [!conversion] [:spec]} and appends it, after the text that = stands for.
func (f *fscan) field(parts []piece, level int) []piece {
	src := f.p.src
	if level > 1 {
		refuse(f.pos, "f-string: expressions nested too deeply")
	}
	f.pos++
	start := f.pos
	f.expression()
	q := piece{x: f.sub(start, f.pos)}
	equals := false
	if f.at('=') {
		equals = true
		f.pos++
		for f.pos < f.end && strings.IndexByte(" \t\n\r\f\v", src[f.pos]) >= 0 {
			f.pos++
		}
		parts = append(parts, piece{text: strings.ReplaceAll(src[start:f.pos], "\r\n", "\n")})
	}
	if f.at('!') {
		f.pos++
		if f.pos >= f.end || strings.IndexByte("rsa", src[f.pos]) < 0 {
			refuse(f.pos, "f-string: invalid conversion character: expected 's', 'r', or 'a'")
		}
		q.conv = src[f.pos]
		f.pos++
	}
	if f.at(':') {
		f.pos++
		q.spec = f.pieces(level + 1)
		if q.spec == nil {
			q.spec = []piece{}
		}
	}
	if !f.at('}') {
		refuse(f.pos, "f-string: expecting '}'")
	}
	f.pos++
	if equals && q.conv == 0 && q.spec == nil {
		q.conv = 'r'
	}
	return append(parts, q)
}

func (f *fscan) at(c byte) bool { return f.pos < f.end && f.p.src[f.pos] == c }

// expression moves to the end of a field's expression.
func (f *fscan) expression() {
	src := f.p.src
	var quote string
	var nest []byte
	for f.pos < f.end {
		c := src[f.pos]
		rest := src[f.pos:f.end]
		switch {
		case c == '\\':
			refuse(f.pos, "f-string expression part cannot include a backslash")
		case quote != "":
			if strings.HasPrefix(rest, quote) {
				f.pos += len(quote) - 1
				quote = ""
			}
		case c == '\'' || c == '"':
			quote = rest[:1]
			if strings.HasPrefix(rest, quote+quote+quote) {
				quote = rest[:3]
				f.pos += 2
			}
		case c == '#':
			refuse(f.pos, "f-string expression part cannot include '#'")
		case c == '(' || c == '[' || c == '{':
			if len(nest) >= f.p.limit {
				refuse(f.pos, "the expression is nested too deeply")
			}
			nest = append(nest, c)
		case len(nest) > 0:
			if c == ')' || c == ']' || c == '}' {
				nest = nest[:len(nest)-1]
			}
		case c == '!' || c == '=' || c == '<' || c == '>':
			if len(rest) > 1 && rest[1] == '=' {
				f.pos++
			} else if c == '!' || c == '=' {
				return
			}
		case c == ':' || c == '}':
			return
		}
		f.pos++
	}
	refuse(f.pos, "f-string: expecting '}'")
}

// sub parses src[start:end] as the expression of a field, with a scanner of its own.
func (f *fscan) sub(start, end int) node {
	p := f.p
	if strings.TrimSpace(p.src[start:end]) == "" {
		refuse(start, "f-string: empty expression not allowed")
	}
	saved, tok := p.scanner, p.tok
	p.scanner = scanner{src: p.src, pos: start, end: end, depth: saved.depth + 1}
	p.enter()
	p.advance()
	x := p.starTuple()
	if p.tok.kind != tokEnd {
		p.unexpected()
	}
	p.leave()
	p.scanner, p.tok = saved, tok
	return x
}
