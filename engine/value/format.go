package value

import (
	"math"
	"math/big"
	"strings"
	"unicode/utf8"
)

// spec is a format specification: [[fill]align][sign][z][#][0][width][grouping][.precision][type].
type spec struct {
	fill  rune
	align byte // < > ^ = or 0
	sign  byte // + - blank or 0
	zero  bool // z: no negative zero
	alt   bool
	width int
	group byte // , _ or 0
	prec  int  // -1: none
	verb  byte // 0: none
}

// Format is format(v, spec): the text of v by Python's format specification.
func Format(st *Store, v Value, format string) string { return FormatLimited(st, nil, v, format) }

// FormatLimited is Format that charges the padding it adds.
func FormatLimited(st *Store, lim *Budget, v Value, format string) string {
	k := v.Kind()
	if format == "" {
		return Str(st, v)
	}
	if !k.IsNumber() && k != Text {
		Throw("TypeError", "unsupported format string passed to %s.__format__", k)
	}
	s := readSpec(format, k)
	size := 0
	if s.width > 0 {
		size = s.width
	}
	if s.prec > 0 && k != Text {
		size += s.prec
	}
	if size > maxWork {
		tooLarge()
	}
	lim.Charge(size)
	switch {
	case k == Text:
		return s.text(v.ref.text)
	case k == Float:
		return s.float(v.Float(), "float")
	}
	return s.integer(v)
}

func readSpec(f string, k Kind) spec {
	s := spec{fill: ' ', prec: -1}
	isAlign := func(i int) bool { return i < len(f) && strings.IndexByte("<>=^", f[i]) >= 0 }
	i, filled := 0, false
	if _, n := utf8.DecodeRuneInString(f); n > 0 && isAlign(n) {
		s.fill, _ = utf8.DecodeRuneInString(f)
		s.align, i, filled = f[n], n+1, true
	} else if isAlign(0) {
		s.align, i = f[0], 1
	}
	if i < len(f) && (f[i] == '+' || f[i] == '-' || f[i] == ' ') {
		s.sign = f[i]
		i++
	}
	if i < len(f) && f[i] == 'z' {
		s.zero = true
		i++
	}
	if i < len(f) && f[i] == '#' {
		s.alt = true
		i++
	}
	if !filled && i < len(f) && f[i] == '0' {
		s.fill = '0'
		if s.align == 0 && k != Text {
			s.align = '='
		}
		i++
	}
	number := func() int {
		n := 0
		for ; i < len(f) && isDigit(f[i]); i++ {
			if n = n*10 + int(f[i]-'0'); n > math.MaxInt64/100 {
				Throw("ValueError", "Too many decimal digits in format string")
			}
		}
		return n
	}
	s.width = number()
	for i < len(f) && (f[i] == ',' || f[i] == '_') {
		if s.group != 0 {
			if s.group == f[i] {
				Throw("ValueError", "Cannot specify '%c' with '%c'.", s.group, f[i])
			}
			Throw("ValueError", "Cannot specify both ',' and '_'.")
		}
		s.group = f[i]
		i++
	}
	if i < len(f) && f[i] == '.' {
		i++
		if i >= len(f) || !isDigit(f[i]) {
			Throw("ValueError", "Format specifier missing precision")
		}
		if s.prec = number(); s.prec > math.MaxInt32 {
			Throw("ValueError", "precision too big")
		}
	}
	if rest := f[i:]; rest != "" {
		r, n := utf8.DecodeRuneInString(rest)
		if n < len(rest) {
			Throw("ValueError", "Invalid format specifier '%s' for object of type '%s'", f, k)
		}
		if r > 127 {
			unknownVerb(r, k)
		}
		s.verb = byte(r)
	}
	if s.group != 0 {
		switch s.verb {
		case 0, 'd', 'e', 'E', 'f', 'F', 'g', 'G', '%':
		case 'b', 'o', 'x', 'X':
			if s.group == '_' {
				break
			}
			fallthrough
		default:
			Throw("ValueError", "Cannot specify '%c' with '%c'.", s.group, s.verb)
		}
	}
	return s
}

func unknownVerb(r rune, k Kind) {
	if r > ' ' && r < 128 {
		Throw("ValueError", "Unknown format code '%c' for object of type '%s'", r, k)
	}
	Throw("ValueError", "Unknown format code '\\x%x' for object of type '%s'", r, k)
}

func (s *spec) text(t string) string {
	switch {
	case s.verb != 0 && s.verb != 's':
		unknownVerb(rune(s.verb), Text)
	case s.sign == ' ':
		Throw("ValueError", "Space not allowed in string format specifier")
	case s.sign != 0:
		Throw("ValueError", "Sign not allowed in string format specifier")
	case s.zero:
		Throw("ValueError", "Negative zero coercion (z) not allowed in string format specifier")
	case s.alt:
		Throw("ValueError", "Alternate form (#) not allowed in string format specifier")
	case s.align == '=':
		Throw("ValueError", "'=' alignment not allowed in string format specifier")
	case s.group != 0:
		Throw("ValueError", "Cannot specify '%c' with 's'.", s.group)
	}
	if s.prec >= 0 && s.prec < len(t) {
		t = t[:byteOffset(t, s.prec)]
	}
	if s.align == 0 {
		s.align = '<'
	}
	return s.pad("", t)
}

// pad sets sign and body (digits, text) to the width.
func (s *spec) pad(head, body string) string {
	n := s.width - utf8.RuneCountInString(head) - utf8.RuneCountInString(body)
	if n <= 0 {
		return head + body
	}
	fill := func(n int) string { return strings.Repeat(string(s.fill), n) }
	switch s.align {
	case '<':
		return head + body + fill(n)
	case '^':
		return fill(n/2) + head + body + fill(n-n/2)
	case '=':
		return head + fill(n) + body
	}
	return fill(n) + head + body
}

func (s *spec) integer(v Value) string {
	switch s.verb {
	case 0, 'b', 'c', 'd', 'o', 'x', 'X', 'n':
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		return s.float(floatOf(v), "int")
	default:
		unknownVerb(rune(s.verb), Int)
	}
	switch {
	case s.prec >= 0:
		Throw("ValueError", "Precision not allowed in integer format specifier")
	case s.zero:
		Throw("ValueError", "Negative zero coercion (z) not allowed in integer format specifier")
	}
	if s.verb == 'c' {
		return s.char(v)
	}
	i := bigOf(v)
	digits := new(big.Int).Abs(i)
	body, prefix, every := "", "", 3
	switch s.verb {
	case 'b':
		body, prefix, every = digits.Text(2), "0b", 4
	case 'o':
		body, prefix, every = digits.Text(8), "0o", 4
	case 'x':
		body, prefix, every = digits.Text(16), "0x", 4
	case 'X':
		body, prefix, every = strings.ToUpper(digits.Text(16)), "0X", 4
	default:
		body = digits.Text(10)
	}
	if !s.alt {
		prefix = ""
	}
	return s.numeric(s.signOf(i.Sign() < 0)+prefix, body, "", every)
}

func (s *spec) char(v Value) string {
	if s.sign != 0 {
		Throw("ValueError", "Sign not allowed with integer format specifier 'c'")
	}
	if s.alt {
		Throw("ValueError", "Alternate form (#) not allowed with integer format specifier 'c'")
	}
	if v.Kind() == BigInt {
		Throw("OverflowError", "Python int too large to convert to C long")
	}
	if v.Int() < 0 || v.Int() > utf8.MaxRune {
		Throw("OverflowError", "%%c arg not in range(0x110000)")
	}
	return s.numeric("", "", Chr(v).ref.text, 3)
}

func (s *spec) signOf(negative bool) string {
	switch {
	case negative:
		return "-"
	case s.sign == '+':
		return "+"
	case s.sign == ' ':
		return " "
	}
	return ""
}

// numeric groups the digits of a whole part and pads; rest is what follows them.
func (s *spec) numeric(head, digits, rest string, every int) string {
	if s.align == 0 {
		s.align = '>'
	}
	if digits == "" && rest != "" && s.align == '=' && s.fill != '0' {
		return s.pad(head, rest)
	}
	least := 0
	if s.fill == '0' && s.align == '=' {
		least = s.width - len(head) - utf8.RuneCountInString(rest)
	}
	if digits != "" {
		digits = s.grouped(digits, least, every)
	}
	return s.pad(head, digits+rest)
}

// grouped sets separators into digits, filled up with zeros to at least the width least.
func (s *spec) grouped(digits string, least, every int) string {
	if s.group == 0 {
		return strings.Repeat("0", max(least-len(digits), 0)) + digits
	}
	out := ""
	for left := len(digits); ; {
		size := min(every, max(left, least, 1))
		n := max(0, min(left, size))
		part := strings.Repeat("0", max(0, size-left)) + digits[left-n:left]
		out = part + out
		left -= n
		least -= size
		if left <= 0 && least <= 0 {
			return out
		}
		least--
		out = string(s.group) + out
	}
}
