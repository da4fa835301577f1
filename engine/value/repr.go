package value

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Repr is Python's repr(v). An instance shows as the dict of its attributes, uid first.
func Repr(st *Store, v Value) string {
	w := writer{st: st, most: maxWork}
	w.repr(v, 0)
	return string(w.out)
}

// Brief is Str for people: what takes more than so many bytes, or lies too deep, is cut off with "…".
func Brief(st *Store, v Value, most int) string {
	if v.Kind() == Text {
		return cut(v.ref.text, most)
	}
	if v.IsInt() && most >= mostDigits {
		return strconv.FormatInt(v.Int(), 10) // which allocates nothing for a small one
	}
	return string(AppendBrief(nil, st, v, most))
}

// mostDigits is how long an Int can be.
const mostDigits = len("-9223372036854775808")

// AppendBrief is Brief into the memory of b, whose bytes it replaces.
func AppendBrief(b []byte, st *Store, v Value, most int) (text []byte) {
	w := writer{st: st, out: b[:0], most: most}
	if v.Kind() == Text {
		return append(w.out, cut(v.ref.text, most)...)
	}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *Error:
			text = []byte(cut(string(w.out)+"…", min(len(w.out), most)))
		default:
			panic(p)
		}
	}()
	w.repr(v, 0)
	if len(w.out) > most {
		return []byte(cut(string(w.out), most))
	}
	return w.out
}

func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:max(most, 0)], "") + "…"
}

// Str is Python's str(v).
func Str(st *Store, v Value) string {
	if v.Kind() == Text {
		return v.ref.text
	}
	return Repr(st, v)
}

// StrValue is Str as a Value; a text is given as it is.
func StrValue(st *Store, v Value) Value {
	if v.Kind() == Text {
		return v
	}
	return OfText(Repr(st, v))
}

type writer struct {
	st    *Store
	out   []byte
	most  int  // bytes, or a few more
	ascii bool // escape all that is not ASCII
}

func (w *writer) text(s string) { w.out = append(w.out, s...) }

func (w *writer) repr(v Value, depth int) {
	if len(w.out) > w.most {
		tooLarge()
	}
	deep(depth, " while getting the repr of an object")
	switch v.Kind() {
	case None:
		w.text("None")
	case Bool:
		if v.Bool() {
			w.text("True")
		} else {
			w.text("False")
		}
	case Int:
		w.out = strconv.AppendInt(w.out, v.Int(), 10)
	case BigInt:
		w.out = v.Big().Append(w.out, 10)
	case Float:
		w.text(reprFloat(v.Float()))
	case Text:
		w.quote(v.ref.text)
	case List:
		w.list("[", v.ref.items, "]", depth)
	case Tuple:
		end := ")"
		if len(v.ref.items) == 1 {
			end = ",)"
		}
		w.list("(", v.ref.items, end, depth)
	case Set, Frozen:
		keys := v.ref.keys.list
		switch {
		case len(keys) == 0:
			w.text(v.Kind().String() + "()")
		case v.Kind() == Frozen:
			w.list("frozenset({", keys, "})", depth)
		default:
			w.list("{", keys, "}", depth)
		}
	case Dict:
		w.text("{")
		for i, k := range v.ref.keys.list {
			w.entry(i, k, v.ref.items[i], depth)
		}
		w.text("}")
	case Inst:
		in := instance(w.st, v)
		w.text("{")
		for i, k := range in.keys.list {
			w.entry(i, k, in.At(v.Inst(), i), depth)
		}
		w.text("}")
	case Range:
		p := v.ref.items
		if p[2].Int() == 1 {
			p = p[:2]
		}
		w.list("range(", p, ")", depth)
	case Slice:
		w.list("slice(", v.ref.items, ")", depth)
	case Type:
		w.text("<class '" + v.ref.text + "'>")
	case Func:
		w.text("<function " + v.ref.text + ">")
	default:
		w.text("<" + v.ref.text + " object>")
	}
}

func (w *writer) list(open string, items []Value, end string, depth int) {
	w.text(open)
	for i, x := range items {
		if i > 0 {
			w.text(", ")
		}
		w.repr(x, depth+1)
	}
	w.text(end)
}

func (w *writer) entry(i int, k, x Value, depth int) {
	if i > 0 {
		w.text(", ")
	}
	w.repr(k, depth+1)
	w.text(": ")
	w.repr(x, depth+1)
}

// quote writes s as a literal: in single quotes unless only those occur in it.
func (w *writer) quote(s string) {
	quote := byte('\'')
	for i := 0; i < len(s); i++ {
		if s[i] == '"' {
			quote = '\''
			break
		}
		if s[i] == '\'' {
			quote = '"'
		}
	}
	w.out = append(w.out, quote)
	for _, r := range s {
		switch {
		case r == rune(quote) || r == '\\':
			w.out = append(w.out, '\\', byte(r))
		case r == '\n':
			w.text(`\n`)
		case r == '\r':
			w.text(`\r`)
		case r == '\t':
			w.text(`\t`)
		case r < ' ' || r == 0x7f:
			w.hex('x', r, 2)
		case r < 0x7f:
			w.out = append(w.out, byte(r))
		case !w.ascii && unicode.IsPrint(r):
			w.out = utf8.AppendRune(w.out, r)
		case r <= 0xff:
			w.hex('x', r, 2)
		case r <= 0xffff:
			w.hex('u', r, 4)
		default:
			w.hex('U', r, 8)
		}
	}
	w.out = append(w.out, quote)
}

func (w *writer) hex(letter byte, r rune, digits int) {
	w.out = append(w.out, '\\', letter)
	for digits--; digits >= 0; digits-- {
		w.out = append(w.out, "0123456789abcdef"[r>>(4*digits)&15])
	}
}

// reprFloat gives the shortest digits that read back as f, in Python's layout.
func reprFloat(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	digits, exp := decimal(f, -1)
	s := layout(digits, exp, exp < -4 || exp >= 16, true, 'e')
	if math.Signbit(f) {
		return "-" + s
	}
	return s
}

// decimal gives the digits of a finite |f| without a point (prec of them, or the shortest that read
// back for -1) and the exponent of the first.
func decimal(f float64, prec int) (digits string, exp int) {
	if prec > 0 {
		prec--
	}
	s := strconv.FormatFloat(math.Abs(f), 'e', prec, 64)
	e := len(s) - 1
	for s[e] != 'e' {
		e--
	}
	exp, _ = strconv.Atoi(s[e+1:])
	digits = s[:1]
	if e > 2 {
		digits += s[2:e]
	}
	return digits, exp
}

// layout sets digits, the first of which counts 10**exp, with a point or an exponent. dot: a whole
// number ends in .0 unless it has an exponent.
func layout(digits string, exp int, useExp, dot bool, e byte) string {
	if useExp {
		b := []byte(digits[:1])
		if len(digits) > 1 {
			b = append(append(b, '.'), digits[1:]...)
		}
		b = append(b, e, '+')
		if exp < 0 {
			b[len(b)-1], exp = '-', -exp
		}
		if exp < 10 {
			b = append(b, '0')
		}
		return string(strconv.AppendInt(b, int64(exp), 10))
	}
	var b []byte
	switch {
	case exp < 0:
		b = append(b, '0', '.')
		for i := exp + 1; i < 0; i++ {
			b = append(b, '0')
		}
		return string(append(b, digits...))
	case exp+1 < len(digits):
		b = append(append(b, digits[:exp+1]...), '.')
		return string(append(b, digits[exp+1:]...))
	}
	b = append(b, digits...)
	for len(b) < exp+1 {
		b = append(b, '0')
	}
	if dot {
		b = append(b, '.', '0')
	}
	return string(b)
}
