package value

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// textFormat is str.format. Attributes of fields ({0.x}) are no part of the language.
func textFormat(c *Call) Value {
	t := template{c: c}
	return OfText(t.fill(c.text(), 2))
}

// template is one run of str.format. Its fields are numbered by themselves or by hand, not both.
type template struct {
	c      *Call
	next   int // the next automatic field
	auto   bool
	manual bool
}

func (t *template) fill(s string, depth int) string {
	if depth == 0 {
		Throw("ValueError", "Max string recursion exceeded")
	}
	var out strings.Builder
	for s != "" {
		i := strings.IndexAny(s, "{}")
		if i < 0 {
			out.WriteString(s)
			break
		}
		out.WriteString(s[:i])
		brace := s[i]
		s = s[i+1:]
		switch {
		case s != "" && s[0] == brace:
			out.WriteByte(brace)
			s = s[1:]
			continue
		case brace == '}':
			Throw("ValueError", "Single '}' encountered in format string")
		case s == "":
			Throw("ValueError", "Single '{' encountered in format string")
		}
		var f field
		f, s = readField(s)
		field := t.show(f, depth)
		t.c.Budget.Charge(len(field))
		out.WriteString(field)
	}
	return out.String()
}

// field is one replacement field: {name!conversion:format}.
type field struct {
	name, format string
	conversion   rune // 0: none
	nested       bool // format has fields of its own
}

// readField reads a field from behind its opening brace and gives what follows the closing one.
func readField(s string) (f field, after string) {
	i := strings.IndexAny(s, "{[}:!")
	for i >= 0 && s[i] == '[' {
		shut := strings.IndexByte(s[i:], ']')
		if shut < 0 {
			i = -1
			break
		}
		next := strings.IndexAny(s[i+shut:], "{[}:!")
		if next < 0 {
			i = -1
			break
		}
		i += shut + next
	}
	switch {
	case i < 0:
		Throw("ValueError", "expected '}' before end of string")
	case s[i] == '{':
		Throw("ValueError", "unexpected '{' in field name")
	}
	f.name = s[:i]
	end, s := s[i], s[i+1:]
	if end == '!' {
		if s == "" {
			Throw("ValueError", "end of string while looking for conversion specifier")
		}
		r, n := utf8.DecodeRuneInString(s)
		f.conversion, s = r, s[n:]
		if s != "" {
			end, s = s[0], s[1:]
			if end != '}' && end != ':' {
				Throw("ValueError", "expected ':' after conversion specifier")
			}
		}
	}
	if end == '}' {
		return f, s
	}
	for i, open := 0, 1; i < len(s); i++ {
		switch s[i] {
		case '{':
			f.nested = true
			open++
		case '}':
			if open--; open == 0 {
				f.format = s[:i]
				return f, s[i+1:]
			}
		}
	}
	Throw("ValueError", "unmatched '{' in format spec")
	return f, ""
}

func (t *template) show(f field, depth int) string {
	v := t.value(f.name)
	switch f.conversion {
	case 0:
	case 'r':
		v = OfText(Repr(t.c.Store, v))
	case 's':
		v = StrValue(t.c.Store, v)
	case 'a':
		v = OfText(ASCII(t.c.Store, v))
	default:
		Throw("ValueError", "Unknown conversion specifier %c", f.conversion)
	}
	if f.nested {
		f.format = t.fill(f.format, depth-1)
	}
	return FormatLimited(t.c.Store, t.c.Budget, v, f.format)
}

// ASCII is ascii(v): its repr with all beyond ASCII escaped.
func ASCII(st *Store, v Value) string {
	w := writer{st: st, most: maxWork, ascii: true}
	w.repr(v, 0)
	return string(w.out)
}

// value finds what a field name (first[key][key]...) stands for.
func (t *template) value(name string) Value {
	end := strings.IndexAny(name, ".[")
	if end < 0 {
		end = len(name)
	}
	first, rest := name[:end], name[end:]
	v := t.first(first)
	for rest != "" {
		switch rest[0] {
		case '.':
			attr := rest[1:]
			if i := strings.IndexAny(attr, ".["); i >= 0 {
				attr = attr[:i]
			}
			if attr == "" {
				Throw("ValueError", "Empty attribute in format string")
			}
			NoAttribute(v, attr)
		case '[':
			i := strings.IndexByte(rest, ']')
			if i < 0 {
				Throw("ValueError", "Missing ']' in format string")
			}
			if i == 1 {
				Throw("ValueError", "Empty attribute in format string")
			}
			v = Subscript(t.c.Store, v, fieldKey(rest[1:i]))
			rest = rest[i+1:]
		default:
			Throw("ValueError", "Only '.' or '[' may follow ']' in format field specifier")
		}
	}
	return v
}

// fieldKey gives what stands between brackets: a number, or a text without quotes.
func fieldKey(s string) Value {
	if i, ok := fieldNumber(s); ok {
		return OfInt(int64(i))
	}
	return OfText(s)
}

func fieldNumber(s string) (int, bool) {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return 0, false
		}
	}
	if s == "" {
		return 0, false
	}
	i, err := strconv.Atoi(s)
	if err != nil {
		Throw("ValueError", "Too many decimal digits in format string")
	}
	return i, true
}

func (t *template) first(name string) Value {
	i, numbered := fieldNumber(name)
	if name == "" {
		if t.manual {
			Throw("ValueError", "cannot switch from manual field specification to automatic field numbering")
		}
		t.auto = true
		i = t.next
		t.next++
	} else if numbered {
		if t.auto {
			Throw("ValueError", "cannot switch from automatic field numbering to manual field specification")
		}
		t.manual = true
	} else {
		for _, kw := range t.c.Kw {
			if kw.Name == name {
				return kw.Value
			}
		}
		Throw("KeyError", "%s", Repr(nil, OfText(name)))
	}
	if i >= len(t.c.Args) {
		Throw("IndexError", "Replacement index %d out of range for positional args tuple", i)
	}
	return t.c.Args[i]
}
