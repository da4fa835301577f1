package value

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

// ToInt is int(v) or int(v, base): a number is cut towards zero, a text is read.
func ToInt(v Value, base ...Value) Value {
	if len(base) > 0 {
		if !base[0].Kind().IsInteger() {
			Throw("TypeError", "'%s' object cannot be interpreted as an integer", base[0].Kind())
		}
		if base[0].Kind() == BigInt || base[0].Int() != 0 && (base[0].Int() < 2 || base[0].Int() > 36) {
			Throw("ValueError", "int() base must be >= 2 and <= 36, or 0")
		}
		if v.Kind() != Text {
			Throw("TypeError", "int() can't convert non-string with explicit base")
		}
		return readInt(v.ref.text, int(base[0].Int()))
	}
	switch v.Kind() {
	case Int, BigInt:
		return v
	case Bool:
		return OfInt(v.Int())
	case Float:
		return truncated(v.Float())
	case Text:
		return readInt(v.ref.text, 10)
	}
	Throw("TypeError", "int() argument must be a string, a bytes-like object or a real number, not '%s'", v.Kind())
	return v
}

// truncated gives the integer part of f.
func truncated(f float64) Value {
	switch {
	case math.IsNaN(f):
		Throw("ValueError", "cannot convert float NaN to integer")
	case math.IsInf(f, 0):
		Throw("OverflowError", "cannot convert float infinity to integer")
	case f >= -(1<<63) && f < 1<<63:
		return OfInt(int64(f))
	}
	i, _ := big.NewFloat(f).Int(nil)
	return OfBig(i)
}

func readInt(text string, base int) Value {
	bad := func() {
		Throw("ValueError", "invalid literal for int() with base %d: %s", base, Repr(nil, OfText(text)))
	}
	s := asciiDigits(strings.TrimFunc(text, isSpace))
	neg := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		neg, s = s[0] == '-', s[1:]
	}
	b, prefixed := base, false
	if len(s) > 1 && s[0] == '0' {
		if p := map[byte]int{'x': 16, 'o': 8, 'b': 2}[s[1]|0x20]; p != 0 && (base == p || base == 0) {
			b, s, prefixed = p, s[2:], true
		}
	}
	if b == 0 {
		b = 10
		if s != "" && s[0] == '0' && strings.Trim(s, "0_") != "" {
			bad()
		}
	}
	if prefixed {
		s = strings.TrimPrefix(s, "_")
	}
	digits, ok := plain(s, func(c byte) bool { return digitOf(c) < b })
	if !ok {
		bad()
	}
	if b&(b-1) != 0 && len(digits) > 4300 {
		Throw("ValueError", "Exceeds the limit (4300 digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit", len(digits))
	}
	if neg {
		digits = "-" + digits
	}
	i, ok := new(big.Int).SetString(digits, b)
	if !ok {
		bad()
	}
	return bigResult(i)
}

func digitOf(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'z':
		return int(c|0x20-'a') + 10
	}
	return 99
}

// plain takes the single underscores between digits out of s; !ok where s is not such digits.
func plain(s string, digit func(byte) bool) (string, bool) {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '_' && i > 0 && i+1 < len(s) && s[i-1] != '_' {
			continue
		}
		if !digit(s[i]) {
			return "", false
		}
		out = append(out, s[i])
	}
	return string(out), len(out) > 0
}

// asciiDigits gives s with every decimal digit of any script as an ASCII one.
func asciiDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 127 && unicode.IsDigit(r) {
			// Scripts have their ten digits in one run, from zero up.
			zero := r
			for r-zero < 9 && unicode.IsDigit(zero-1) {
				zero--
			}
			if r >= 0x1d7ce && r <= 0x1d7ff { // five runs side by side
				return '0' + (r-0x1d7ce)%10
			}
			return '0' + r - zero
		}
		return r
	}, s)
}

// ToFloat is float(v).
func ToFloat(v Value) Value {
	switch v.Kind() {
	case Int, Bool, BigInt, Float:
		return OfFloat(floatOf(v))
	case Text:
		if f, ok := readFloat(v.ref.text); ok {
			return OfFloat(f)
		}
		Throw("ValueError", "could not convert string to float: %s", Repr(nil, v))
	}
	Throw("TypeError", "float() argument must be a string or a real number, not '%s'", v.Kind())
	return v
}

func readFloat(text string) (float64, bool) {
	s := asciiDigits(strings.TrimFunc(text, isSpace))
	body := strings.TrimLeft(s, "+-")
	if len(s)-len(body) > 1 {
		return 0, false
	}
	switch strings.ToLower(body) {
	case "inf", "infinity":
		if s[0] == '-' {
			return math.Inf(-1), true
		}
		return math.Inf(1), true
	case "nan":
		return math.NaN(), true
	}
	for i := 0; i < len(body); i++ {
		c := body[i]
		between := i > 0 && i+1 < len(body) && isDigit(body[i-1]) && isDigit(body[i+1])
		if !isDigit(c) && c != '.' && c|0x20 != 'e' && c != '+' && c != '-' && !(c == '_' && between) {
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	if err != nil && !math.IsInf(f, 0) { // too large a number reads as infinity
		return 0, false
	}
	return f, true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// Chr is chr(v). Surrogates, which a text here cannot hold, throw ValueError.
func Chr(v Value) Value {
	if v.Kind() == BigInt || v.Kind() == Int && v.Int() != int64(int32(v.Int())) {
		Throw("OverflowError", "Python int too large to convert to C int")
	}
	i := Index(v)
	if i < 0 || i > unicode.MaxRune {
		Throw("ValueError", "chr() arg not in range(0x110000)")
	}
	if i >= 0xd800 && i < 0xe000 {
		Throw("ValueError", "chr() arg is a surrogate")
	}
	return OfRune(rune(i))
}

// Ord is ord(v).
func Ord(v Value) Value {
	if v.Kind() != Text {
		Throw("TypeError", "ord() expected string of length 1, but %s found", v.Kind())
	}
	r := []rune(v.ref.text)
	if len(r) != 1 {
		Throw("TypeError", "ord() expected a character, but string of length %d found", len(r))
	}
	return OfInt(int64(r[0]))
}
