package value

import (
	"math"
	"strconv"
	"strings"
)

// float formats a float, or an integer by one of the verbs of floats.
func (s *spec) float(f float64, typeName string) string {
	verb, prec := s.verb, s.prec
	dot := false // as repr does: a whole number shows a .0
	percent := ""
	switch verb {
	case 0:
		dot = true
		if verb = 'g'; prec < 0 {
			verb = 'r'
		}
	case 'n':
		verb = 'g'
	case '%':
		f = f * 100
		verb, percent = 'f', "%"
	case 'e', 'E', 'f', 'F', 'g', 'G':
	default:
		unknownVerb(rune(verb), Float)
	}
	if prec < 0 && verb != 'r' {
		prec = 6
	}
	upper := verb >= 'A' && verb <= 'Z'
	var body string
	switch {
	case math.IsNaN(f):
		body = "nan"
	case math.IsInf(f, 0):
		body = "inf"
	default:
		body = s.digits(math.Abs(f), verb|0x20, prec, dot)
	}
	if upper {
		body = strings.ToUpper(body)
	}
	negative := math.Signbit(f) && !math.IsNaN(f)
	if negative && s.zero && strings.Trim(strings.SplitN(strings.ToLower(body), "e", 2)[0], "0.") == "" {
		negative = false
	}
	n := 0
	for n < len(body) && isDigit(body[n]) {
		n++
	}
	return s.numeric(s.signOf(negative), body[:n], body[n:]+percent, 3)
}

// digits writes a finite f >= 0 by verb e, f, g or r (the shortest that reads back).
func (s *spec) digits(f float64, verb byte, prec int, dot bool) string {
	switch verb {
	case 'e':
		d, exp := decimal(f, prec+1)
		out := layout(d, exp, true, false, 'e')
		if s.alt && prec == 0 {
			out = strings.Replace(out, "e", ".e", 1)
		}
		return out
	case 'f':
		out := strconv.FormatFloat(f, 'f', prec, 64)
		if s.alt && prec == 0 {
			out += "."
		}
		return out
	case 'r':
		d, exp := decimal(f, -1)
		out := layout(d, exp, exp < -4 || exp >= 16, dot, 'e')
		return s.pointed(out)
	}
	prec = max(prec, 1)
	d, exp := decimal(f, prec)
	limit := prec
	if dot {
		limit--
	}
	useExp := exp < -4 || exp >= limit
	if !s.alt {
		if d = strings.TrimRight(d, "0"); d == "" {
			d = "0"
		}
	}
	return s.pointed(layout(d, exp, useExp, dot, 'e'))
}

// pointed sees to it that the alternate form has a point.
func (s *spec) pointed(out string) string {
	if !s.alt || strings.Contains(out, ".") {
		return out
	}
	if i := strings.IndexByte(out, 'e'); i >= 0 {
		return out[:i] + "." + out[i:]
	}
	return out + "."
}
