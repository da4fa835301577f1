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

// template is one run of str.format; next is the number of the next automatic field, -1 once a
// field was numbered by hand, and auto tells which way is in use.
type template struct {
	c      *Call
	next   int
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
		end := closing(s)
		field := t.field(s[:end], depth)
		t.c.Budget.Charge(len(field))
		out.WriteString(field)
		s = s[end+1:]
	}
	return out.String()
}

// closing finds the brace that ends a field; braces within brackets of its name do not count.
func closing(s string) int {
	open, bracket := 1, false
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '[':
			bracket = true
		case ']':
			bracket = false
		case '{':
			open++
		case '}':
			if open--; open == 0 {
				return i
			}
		}
		if (s[i] == ':' || s[i] == '!') && !bracket {
			return i + rest(s[i:], open)
		}
	}
	Throw("ValueError", "expected '}' before end of string")
	return 0
}

func rest(s string, open int) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '{':
			open++
		case '}':
			if open--; open == 0 {
				return i
			}
		}
	}
	Throw("ValueError", "expected '}' before end of string")
	return 0
}

func (t *template) field(f string, depth int) string {
	name, conversion, format := f, byte(0), ""
	bracket := false
	for i := 0; i < len(f); i++ {
		switch f[i] {
		case '[':
			bracket = true
		case ']':
			bracket = false
		case '{':
			Throw("ValueError", "unexpected '{' in field name")
		}
		if bracket || f[i] != ':' && f[i] != '!' {
			continue
		}
		name, format = f[:i], f[i+1:]
		if f[i] == '!' {
			if format == "" {
				Throw("ValueError", "unmatched '{' in format spec")
			}
			r, n := utf8.DecodeRuneInString(format)
			if format = format[n:]; format != "" && format[0] != ':' {
				Throw("ValueError", "expected ':' after conversion specifier")
			}
			format = strings.TrimPrefix(format, ":")
			if conversion = byte(r); r != 'r' && r != 's' && r != 'a' {
				conversion = '?'
				defer Throw("ValueError", "Unknown conversion specifier %c", r)
			}
		}
		break
	}
	v := t.value(name)
	switch conversion {
	case '?':
		return ""
	case 'r':
		v = OfText(Repr(t.c.Store, v))
	case 's':
		v = StrValue(t.c.Store, v)
	case 'a':
		v = OfText(ASCII(t.c.Store, v))
	}
	if strings.ContainsAny(format, "{}") {
		format = t.fill(format, depth-1)
	}
	return FormatLimited(t.c.Store, t.c.Budget, v, format)
}

// ASCII is ascii(v): its repr with all beyond ASCII escaped.
func ASCII(st *Store, v Value) string {
	w := writer{st: st, ascii: true}
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
